"""Facts about sums over tokens, each with its proof from one about every member."""

from typing import Any

from attnverify.verify.kernel.terms import Letter, Term, binder, make, number, over, range_sort, substituted
from attnverify.verify.search.build import rule

ZERO = number(0)


def equal_sums(x: Letter, body: Term, proof: Any, text: Any, scope: Term | None = None) -> tuple[str, Any]:
    """The fact that 0 is the sum of `body` over x, of a scope or all, and its proof from one of body == 0."""
    scope = scope or over(x.sort)
    nothing, own = (text(binder("fn", over(x.sort), x, b)) for b in (ZERO, body))
    fact = make("==", ZERO, binder("sum", scope, x, body))
    return text(fact), _over("equal sums", scope, text, proof, e=nothing, f=own, new={"x": x.name})


def sum_rule(x: Letter, body: Term, proof: Any, text: Any, scope: Term | None = None) -> tuple[Term, Any]:
    """The fact that the sum of `body` over x, of a scope or all, is not negative, and its proof from body >= 0."""
    scope = scope or over(x.sort)
    fact = make("<=", ZERO, binder("sum", scope, x, body))
    said = text(binder("fn", over(x.sort), x, body))
    return fact, _over("positive sum", scope, text, proof, e=said, new={"x": x.name})


def _over(name: str, scope: Term, text: Any, proof: Any, **letters: Any) -> Any:
    """A rule for the range that a sum is over."""
    if scope.op in ("before", "upto"):
        return rule(f"{name}, {scope.op}", proof, i=text(scope.args[0]), **letters)
    sort = range_sort(scope)
    return rule(name if sort[1] == "token" and not sort[2] else f"{name}, heads", proof, **letters)


def member_rule(x: Letter, body: Term, proof: Any, t: Letter, text: Any) -> tuple[Term, Any]:
    """The fact that the sum of `body` over x is at least its member at t, and its proof from one of body >= 0."""
    scope = over(x.sort)
    name = "term of a positive sum" if x.sort[1] == "token" else "term of a positive sum, heads"
    fact = make("<=", substituted(body, {x: t}), binder("sum", scope, x, body))
    return fact, rule(name, proof, e=text(binder("fn", scope, x, body)), y=t.name, new={"x": x.name})
