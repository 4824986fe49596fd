"""Facts about sums over tokens, each with its proof from one about every member."""

from typing import Any

from attnverify.verify.kernel.terms import Letter, Term, binder, make, number, over, substituted
from attnverify.verify.tactics.build import rule

ZERO = number(0)


def equal_sums(x: Letter, body: Term, proof: Any, text: Any) -> tuple[str, Any]:
    """The fact that 0 is the sum of `body` over x, and its proof from one of body == 0."""
    scope = over(x.sort)
    name = "equal sums" if x.sort[1] == "token" and not x.sort[2] else "equal sums, heads"
    nothing, own = (text(binder("fn", scope, x, b)) for b in (ZERO, body))
    fact = make("==", ZERO, binder("sum", scope, x, body))
    return text(fact), rule(name, proof, e=nothing, f=own, new={"x": x.name})


def sum_rule(x: Letter, body: Term, proof: Any, text: Any) -> tuple[Term, Any]:
    """The fact that the sum of `body` over x is not negative, and its proof from one of body >= 0."""
    scope = over(x.sort)
    name = "positive sum" if x.sort[1] == "token" and not x.sort[2] else "positive sum, heads"
    fact = make("<=", ZERO, binder("sum", scope, x, body))
    said = text(binder("fn", scope, x, body))
    return fact, rule(name, proof, e=said, new={"x": x.name})


def member_rule(x: Letter, body: Term, proof: Any, t: Letter, text: Any) -> tuple[Term, Any]:
    """The fact that the sum of `body` over x is at least its member at t, and its proof from one of body >= 0."""
    scope = over(x.sort)
    name = "term of a positive sum" if x.sort[1] == "token" else "term of a positive sum, heads"
    fact = make("<=", substituted(body, {x: t}), binder("sum", scope, x, body))
    return fact, rule(name, proof, e=text(binder("fn", scope, x, body)), y=t.name, new={"x": x.name})
