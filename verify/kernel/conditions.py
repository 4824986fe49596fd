"""Side conditions of rules: what is computed from the form of a map or a state."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from verify.kernel.contexts import Context
from verify.kernel.conversion import same
from verify.kernel.terms import TOKEN, Rejected, Term, binder, fresh, make, opened, over, range_sort

_SMOOTH = frozenset((
    "num", "letter", "ap", "b", "add", "sub", "neg", "mul", "div", "pow", "dot", "unit", "norm", "exp", "lin", "sum",
    "over", "before", "upto", "dim", "pi", "zero", "start",
))  # fmt: skip


def holds(name: str, terms: Sequence[Term], context: Context) -> None:
    """Raise Rejected where the side condition `name` does not hold of `terms`."""
    if name == "normalised":
        _normalised(terms[0], context)
    elif name == "partition":
        _partition(terms, context)
    else:
        raise Rejected(f"no side condition {name!r}")


def _normalised(dynamics: Term, context: Context) -> None:
    """A map of a product of unit spheres whose body is u/|u| with smooth u, so that it is C^1 wherever |u| > 0."""
    if dynamics.op != "map":
        raise Rejected("the map is not written out")
    rule, manifold = dynamics.args
    state_sort = range_sort(rule.args[0])
    state, token = fresh("X", state_sort), fresh("i", TOKEN)
    body = opened(opened(rule, state), token)
    if body.op != "unit":
        raise Rejected("the body of the map does not end in unit(...)")
    _smooth(body)
    X, i = fresh("X", state_sort), fresh("i", TOKEN)
    at = make("ap", X, i)
    unit_length = make("==", make("dot", at, at), make("num", Fraction(1)))
    spheres = binder("fn", over(state_sort), X, binder("forall", over(TOKEN), i, unit_length))
    if not same(manifold, spheres, context.normaliser()):
        raise Rejected("the map is not declared on the product of unit spheres")


def _smooth(term: Term) -> None:
    """Operations that are smooth wherever nothing is divided by zero; the premises divide where the derivative does."""
    stack = [term]
    while stack:
        top = stack.pop()
        if top.op not in _SMOOTH:
            raise Rejected(f"the map uses {top.op}, which need not be smooth")
        stack.extend(part for part in top.args if isinstance(part, Term))


def _partition(terms: Sequence[Term], context: Context) -> None:
    """The sums are over all the declared groups, each once, and the state is written by these groups."""
    *sums, state = terms
    groups = tuple(term.args[0].args[0][2] for term in sums if term.op == "sum" and term.args[0].op == "over")
    if len(groups) != len(sums) or sorted(groups) != sorted(context.scope.groups) or len(set(groups)) != len(groups):
        raise Rejected(
            f"the groups {', '.join(groups)} are not the declared partition {', '.join(context.scope.groups)}"
        )
    if state.op == "cases" and state.args[0] != context.scope.groups:
        raise Rejected("the state is written by other groups")
