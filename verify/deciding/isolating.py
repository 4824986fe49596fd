"""A product of square roots, alone on its side of an inequality, by the squares of both sides."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verify.deciding.columns import Place
from verify.deciding.terms_of import subterms
from verify.kernel.atoms import Atom, frozen
from verify.kernel.contexts import Context
from verify.kernel.terms import Rejected, Term, make, number
from verify.tactics.build import KNOWN, have, leaf, rule
from verify.tactics.reading import polynomial

if TYPE_CHECKING:
    from verify.deciding.proving import Prover

ZERO = number(0)


def by_isolating(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """c*r + rest >= 0 with c > 0 and r a product of roots, from (rest/c)^2 <= r^2; None where it is no such sum."""
    if goal.op not in ("<", "<=") or not subterms([goal], ("sqrt", "norm")):
        return None
    place = Place(context)
    place.note([goal])
    try:
        value = place.poly(make("sub", goal.args[1], goal.args[0])) or {}
        rooted = [m for m in value if any(_is_root(a) for a, _ in m)]
        if len(rooted) != 1 or len(value) < 2 or value[rooted[0]] <= 0 or not all(_is_root(a) for a, _ in rooted[0]):
            return None
        c = value[rooted[0]]
        product = polynomial(frozen({rooted[0]: type(c)(1)}))
        rest = {m: -k / c for m, k in value.items() if m != rooted[0]}
        bound = polynomial(frozen(rest))
    except (Rejected, KeyError, NotImplementedError):
        return None
    positive, text = make("<=", ZERO, product), place.text
    if not context.known(positive):
        return None
    squared = make(goal.op, make("mul", bound, bound), make("mul", product, product))
    found = prover.prove(squared, context.having([positive]), depth + 1)
    if found is None:
        return None
    order = make(goal.op, bound, product)
    name = "strictly below the square" if goal.op == "<" else "below the square"
    step = rule(name, KNOWN, found, a=text(bound), b=text(product))
    return have([(text(positive), KNOWN), (text(order), step)], leaf(f"{c}: {text(order)}"))


def _is_root(a: Atom) -> bool:
    return bool(a.key[0] == "root")
