"""Side conditions of rules: what is computed from the form of a map or a state."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from verify.kernel.contexts import Context
from verify.kernel.conversion import same
from verify.kernel.facts import membership
from verify.kernel.terms import (
    TOKEN,
    Letter,
    Rejected,
    Sort,
    Term,
    binder,
    fresh,
    make,
    opened,
    over,
    range_sort,
)

_SMOOTH = frozenset((
    "num", "letter", "ap", "b", "add", "sub", "neg", "mul", "div", "pow", "dot", "unit", "norm", "exp", "lin", "sum",
    "over", "before", "upto", "dim", "pi", "zero", "start",
))  # fmt: skip
_ANALYTIC = frozenset((
    "add", "sub", "neg", "mul", "div", "pow", "dot", "unit", "exp", "tanh", "sin", "cos", "lin", "sum",
))  # fmt: skip


def holds(name: str, terms: Sequence[Term], context: Context) -> None:
    """Raise Rejected where the side condition `name` does not hold of `terms`."""
    if name == "normalised":
        _normalised(terms[0], context)
    elif name == "analytic":
        _analytic(terms, context)
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
    X = fresh("X", state_sort)
    body = opened(opened(rule, X), fresh("i", TOKEN))
    if body.op != "unit":
        raise Rejected("the body of the map does not end in unit(...)")
    _smooth(body, X)
    _on_spheres(manifold, state_sort, context)


def _on_spheres(manifold: Term, state_sort: Sort, context: Context) -> None:
    X = fresh("X", state_sort)
    spheres = binder("fn", over(state_sort), X, _unit_lengths(X))
    if not same(manifold, spheres, context.normaliser()):
        raise Rejected("the map or flow is not declared on the product of unit spheres")


def _unit_lengths(X: Letter) -> Term:
    i = fresh("i", TOKEN)
    at = make("ap", X, i)
    return binder("forall", over(TOKEN), i, make("==", make("dot", at, at), make("num", Fraction(1))))


def _analytic(terms: Sequence[Term], context: Context) -> None:
    """Maps and flows of a product of unit spheres, and functions of states or of states and tokens, analytic there."""
    for term in terms:
        rule = term
        if term.op in ("map", "flow"):
            rule, manifold = term.args
            _on_spheres(manifold, range_sort(rule.args[0]), context)
        if rule.op != "fn":
            raise Rejected("a map, a flow or a function of states is not written out")
        X = fresh("X", range_sort(rule.args[0]))
        body = opened(rule, X)
        if body.op == "fn":
            body = opened(body, fresh("i", TOKEN))
        _analytic_in(body, X, context.having([_unit_lengths(X)]))


def _analytic_in(term: Term, X: Letter, context: Context) -> None:
    """Built from the tokens of X by analytic operations; division and `unit` are such where the divisor is not zero."""
    op, args = term.op, term.args
    if X not in term.letters:
        return
    if op == "ap" and args[0] is X:
        return
    if op not in _ANALYTIC or (op == "unit" and not _long(args[0], context)):
        raise Rejected(f"{op} of the state need not be analytic")
    if op == "sum":
        x = fresh("x", range_sort(args[0]))
        if X in args[0].letters:
            raise Rejected("a sum over a range that depends on the state")
        _analytic_in(opened(term, x), X, context.having(membership(x, args[0])))
        return
    if op == "div" and not context.known(make("!=", args[1], make("num", Fraction(0)))):
        raise Rejected("a divisor is not known to be nonzero on the unit spheres")
    for part in args:
        if isinstance(part, Term):
            _analytic_in(part, X, context)


def _long(u: Term, context: Context) -> bool:
    return context.known(make("<", make("num", Fraction(0)), make("norm", u)))


def _smooth(term: Term, X: Letter) -> None:
    """Operations that are smooth wherever nothing is divided by zero; the premises divide where the derivative does."""
    stack = [term]
    while stack:
        top = stack.pop()
        if top.op not in _SMOOTH:
            raise Rejected(f"the map uses {top.op}, which need not be smooth")
        if top.op == "ap" and top.args[0] is not X and X in top.letters:
            raise Rejected("the map applies an unknown function to the state")
        stack.extend(part for part in top.args if isinstance(part, Term))


def _partition(terms: Sequence[Term], context: Context) -> None:
    """The sums are over all the declared groups, each once, and the state is written by these groups."""
    *sums, state = terms
    groups = tuple(term.args[0].args[0][2] for term in sums if term.op == "sum" and term.args[0].op == "over")
    if len(groups) != len(sums) or sorted(groups) != sorted(context.scope.groups):
        raise Rejected(
            f"the groups {', '.join(groups)} are not the declared partition {', '.join(context.scope.groups)}"
        )
    if state.op == "cases" and state.args[0] != context.scope.groups:
        raise Rejected("the state is written by other groups")
