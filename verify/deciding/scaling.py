"""Products by the signs of their factors, and relations times a sum of positive numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from verify.deciding.combining import combine
from verify.deciding.terms_of import Names, subterms
from verify.kernel.contexts import Context
from verify.kernel.facts import parts
from verify.kernel.terms import Letter, Term, binder, make, number, over
from verify.tactics.build import KNOWN, cases, have, leaf

if TYPE_CHECKING:
    from verify.deciding.proving import Prover

ZERO = number(0)
_CURVED = ("exp", "log", "tanh", "sin", "cos", "sqrt", "abs", "max2", "min2", "div")


def by_signs(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """A product compared with 0: the sign of one factor decides that of the other."""
    if goal.op != "<=" or ZERO not in goal.args:
        return None
    positive = goal.args[0] is ZERO
    product = goal.args[1] if positive else goal.args[0]
    if product.op != "mul" or any(part.op == "num" for part in product.args):
        return None
    # the simpler factor is the one whose sign is assumed
    other, given = sorted(product.args, key=lambda t: (not subterms([t], _CURVED), -t.size))
    text = Names(context).text
    branches = []
    for fact in (make("<=", ZERO, given), make("<", given, ZERO)):
        same = (fact.args[0] is ZERO) == positive
        wanted = make("<=", ZERO, other) if same else make("<=", other, ZERO)
        found = prover.prove(wanted, context.having([fact]), depth + 1)
        if found is None:
            return None
        branches.append(have([(text(wanted), found)], leaf(f"1: {text(fact)}; {text(wanted)}")))
    return cases(text(given), *branches)


def by_positive_sums(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """A relation times a sum of products of positive families, as one uses a left and a right eigenvector."""
    if goal.op == "==" or subterms([goal], ("sum", "max", "min")):
        return None
    text = Names(context).text
    for factor in _positive_sums(context):
        if prover.late():
            return None
        positive = make("<", ZERO, factor)
        if not context.known(positive):
            continue
        scaled = make(goal.op, *(make("mul", side, factor) for side in goal.args))
        found = combine(scaled, context, prover.deadline, squares=False, degree=2)
        if found is not None:
            return have(
                [(text(positive), KNOWN), (text(scaled), found)], leaf(f"1: {text(scaled)}", times=[text(factor)])
            )
    return None


def _positive_sums(context: Context) -> Iterator[Term]:
    """The sums of one and of the products of two families of positive numbers."""
    families: list[Letter] = []
    for fact in context.facts:
        for part in parts(fact):
            f = part.formula
            if f.op != "<" or f.args[0] is not ZERO or len(part.variables) != 1 or f.args[1].op != "ap":
                continue
            head = f.args[1].args[0]
            if isinstance(head, Letter) and f.args[1].args[1] is part.variables[0] and head not in families:
                families.append(head)
    x = Letter("x", ("index", "token", ""))
    for k, first in enumerate(families[:3]):
        yield binder("sum", over(x.sort), x, make("ap", first, x))
        for second in families[k + 1 : 3]:
            yield binder("sum", over(x.sort), x, make("mul", make("ap", first, x), make("ap", second, x)))
