"""Side conditions of rules: what is computed from the form of a map or a state."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .contexts import Context
from .conversion import same
from .facts import membership
from .moments import operation, parts
from .regularity import measurable
from .terms import (
    BINDERS,
    MEASURABLE,
    TOKEN,
    Letter,
    Rejected,
    Sort,
    Term,
    apply,
    binder,
    fresh,
    make,
    opened,
    over,
    range_sort,
    substituted,
)

_ZERO, _ONE = make("num", Fraction(0)), make("num", Fraction(1))


def holds(name: str, terms: Sequence[Term], context: Context) -> None:
    """Raise Rejected where the side condition `name` does not hold of `terms`."""
    if name == "spheres":
        _spheres(terms[0], context)
    elif name == "unit_tokens":
        _unit_tokens(terms[0], context)
    elif name == "normalised":
        _normalised(terms[0], terms[1], context)
    elif name == "analytic":
        _analytic(terms, context)
    elif name == "partition":
        _partition(terms, context)
    elif name == "measurable_on":
        flow, form = terms
        _measurable_on(flow, form, context)
    else:
        raise Rejected(f"no side condition {name!r}")


def _spheres(dynamics: Term, context: Context) -> None:
    """A map u/|u| of a product of unit spheres, where u is built by operations that are analytic where defined."""
    if dynamics.op != "map":
        raise Rejected("the map is not written out")
    rule, manifold = dynamics.args
    state_sort = range_sort(rule.args[0])
    _on_spheres(manifold, state_sort, context)
    X = fresh("X", state_sort)
    body = opened(opened(rule, X), fresh("i", TOKEN))
    if body.op != "unit":
        raise Rejected("the body of the map does not end in unit(...)")
    _analytic_in(body, X, context, None)


def _tokens(state: Term) -> list[Letter]:
    """A token of every group by which a state is written; any token of another state."""
    return [fresh("i", (*TOKEN[:2], group)) for group in (state.args[0] if state.op == "cases" else ("",))]


def _unit_tokens(state: Term, context: Context) -> None:
    """A state of a product of unit spheres."""
    for at in (apply(state, token) for token in _tokens(state)):
        if not context.known(make("==", make("dot", at, at), _ONE)):
            raise Rejected("the tokens of the state are not known to be unit vectors")


def _normalised(dynamics: Term, state: Term, context: Context) -> None:
    """A map u/|u| that is analytic near a state of unit vectors that it keeps: there u is not zero, as 0/|0| is 0."""
    for token in _tokens(state):
        X = fresh("X", range_sort(dynamics.args[0].args[0]))
        _analytic_in(opened(opened(dynamics.args[0], X), token).args[0], X, context, state)


def _on_spheres(manifold: Term, state_sort: Sort, context: Context) -> None:
    if not same(manifold, unit_spheres(state_sort), context.normaliser()):
        raise Rejected("the map or flow is not declared on the product of unit spheres")


def unit_spheres(state_sort: Sort) -> Term:
    """The set of the states whose tokens are unit vectors."""
    X = fresh("X", state_sort)
    return binder("fn", over(state_sort), X, _unit_lengths(X))


def _unit_lengths(X: Letter) -> Term:
    i = fresh("i", TOKEN)
    at = make("ap", X, i)
    return binder("forall", over(TOKEN), i, make("==", make("dot", at, at), _ONE))


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
        _analytic_in(body, X, context.having([_unit_lengths(X)]), X)


def _analytic_in(term: Term, X: Letter, context: Context, state: Term | None) -> None:
    """Built from the tokens of X by operations that are analytic near `state`, or, without one, somewhere."""
    if X not in term.letters or (term.op == "ap" and term.args[0] is X and X not in term.args[1].letters):
        return
    where, args = operation(term).analytic, term.args
    if not where:
        raise Rejected(f"{term.op} of the state need not be analytic")
    if term.op in BINDERS:
        if X in args[0].letters:
            raise Rejected(f"a {term.op} over a range that depends on the state")
        sort = range_sort(args[0])
        for x in _tokens(state) if state is not None and sort == TOKEN else [fresh("x", sort)]:
            _analytic_in(opened(term, x), X, context.having(membership(x, args[0])), state)
        return
    asked: list[Term] = []
    if where == "divisor":
        asked = [make("!=", args[1], _ZERO)]
    elif where == "long":  # the length of a vector, or of its direction, which is 0 for 0
        asked = [make("<", _ZERO, make("norm", u)) for u in ((args[0], term) if term.op == "unit" else args)]
    if asked and state is not None and not any(context.known(substituted(fact, {X: state})) for fact in asked):
        raise Rejected(f"{term.op} of the state need not be analytic: a divisor or length is not known to be nonzero")
    for part in parts(term):
        _analytic_in(part, X, context, state)


def _measurable_on(flow: Term, form: Term, context: Context) -> None:
    """A flow on the states whose tokens x have dot(x, form(x)) == 1, measurable along what is measurable in time."""
    if flow.op != "flow":
        raise Rejected("the flow is not written out")
    rule, manifold = flow.args
    state_sort = range_sort(rule.args[0])
    X, i = fresh("X", state_sort), fresh("i", TOKEN)
    at = make("ap", X, i)
    unit = make("==", make("dot", at, apply(form, at)), _ONE)
    quadrics = binder("fn", over(state_sort), X, binder("forall", over(TOKEN), i, unit))
    if not same(manifold, quadrics, context.normaliser()):
        raise Rejected("the flow is not declared on these quadrics")
    if not measurable(apply(apply(rule, fresh("x", state_sort, MEASURABLE)), i)):
        raise Rejected("the field need not be measurable in time")


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
