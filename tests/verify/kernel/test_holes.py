"""False claims that an earlier kernel accepted or hung on, near variants of them, and true claims beside them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, enter, leaf, lemma, rule, split, take, witness

from .cases import CONSTANT_FLOW, WENDEL

ATT = "dot(X[j], X[j]) == 1"
EARLIER = ["forall j: a[j] + b[j] > 0", "forall j in before(i): a[j]*sum(k in before(i): a[k] + b[k]) > 0"]
TURN = {
    "letters": ["v, w: vector"],
    "given": ["dot(v, v) == 1", "dot(w, w) == 1", "dot(v, w) == 0"],
    "show": ["not asymptotically_stable(F, fn(i: v))"],
}

FALSE: list[dict[str, Any]] = [
    {"says": "a general fact whose condition is read at the start is used at something that moves",
     "letters": ["w: moving number"], "given": ["at_start(w >= 0)", "forall x in number: at_start(x >= 0) => x >= 0"],
     "show": ["always(w >= 0)"], "proof": enter("every", KNOWN), "match": "not known here"},
    {"says": "a constant function of something that moves has rate 0",
     "letters": ["f: number -> number; z: moving number"], "show": ["almost_always(rate(f(z)) == 0)"],
     "proof": enter("ae", leaf()), "match": "the rate of a function of something that moves"},
    {"says": "a constant function of a written-out moving state has rate 0",
     "letters": ["f(state): number; y[token]: moving vector"], "show": ["almost_always(rate(f(fn(h: y[h]))) == 0)"],
     "proof": enter("ae", leaf()), "match": "the rate of a function of something that moves"},
    {"says": "half a constant function of something that moves has rate 0",
     "letters": ["f: number -> number; z: moving number"], "show": ["almost_always(rate(f(z)/2) == 0)"],
     "proof": enter("ae", leaf()), "match": "the derivative of a function of something that moves"},
    {"says": "a constant function of the written-out time has rate 0", "letters": ["f(state): number; u: vector"],
     "show": ["almost_always(rate(2*f(fn(h: time*u))) == 0)"], "proof": enter("ae", leaf()),
     "match": "the derivative of a function of something that moves"},
    {"says": "a matrix that is indexed by a moving number is constant",
     "letters": ["P(number): matrix; z: moving number; u: vector"], "show": ["almost_always(rate(P(z)(u)) == 0)"],
     "proof": enter("ae", leaf()), "match": "the derivative of a function of something that moves"},
    {"says": "a moving family at a moving place is absolutely continuous",
     "letters": ["f(number): moving number; z: moving number"], "given": ["almost_always(rate(f(z)) >= 0)"],
     "show": ["always(f(z) >= start(f(z)))"], "proof": rule("monotone", z="f(z)"),
     "match": "need not be absolutely continuous"},
    {"says": "the derivative of a map does not see a state that is written out again",
     "letters": ["f(state): number; S: state; d[token]: vector; k: token; v: vector"],
     "maps": [f"F(X, i) = f(fn(h: X[h]))*v on fn(X: forall j: {ATT})"], "show": ["D(F, S, d, k) == 0"], "proof": leaf(),
     "match": "the whole state is used"},
    {"says": "a divisor that is nonzero only where there are earlier tokens is taken out of a sum that may be empty",
     "letters": ["i: token; a[token], b[token]: number"], "given": EARLIER,
     "show": ["sum(j in before(i): (a[j] + b[j])^2/((a[j] + b[j])*sum(k in before(i): a[k] + b[k]))) == 1"],
     "proof": leaf(), "match": "does not give the goal"},
    {"says": "a lemma on a flow that does not depend on time, used for one that does",
     "letters": ["S: state; v: vector; k: token"], "flows": [f"g(X, i) = (1 - time)*v on fn(X: forall j: {ATT})"],
     "given": ["at_start(dot(g(S, k), v) > 0)"], "show": ["always(dot(g(S, k), v) > 0)"], "proof": lemma("L", f="g"),
     "lemmas": {"L": CONSTANT_FLOW}, "match": "f receives .* it is constant"},
    {**TURN, "says": "a reflection of a single point is not asymptotically stable there",
     "maps": ["F(X, i) = 2*dot(v, X[i])*v - X[i] on fn(X: forall j: X[j] == v)"],
     "proof": rule("circle of period two", KNOWN, KNOWN, KNOWN, leaf(use=["dot(v, v) == 1", "dot(v, w) == 0"])),
     "match": "not declared on the product of unit spheres"},
    {**TURN, "says": "the same on unit vectors with a further condition",
     "maps": [f"F(X, i) = unit(2*dot(v, X[i])*v - X[i]) on fn(X: forall j: {ATT} and dot(v, X[j]) == 1)"],
     "proof": rule("circle of period two"), "match": "not declared on the product of unit spheres"},
    {"says": "a token that moves", "letters": ["i: moving token"],
     "show": ["always(sum(j in before(i): 1) >= start(sum(j in before(i): 1)))"],
     "proof": rule("monotone", leaf(), z="sum(j in before(i): 1)"), "match": "indices and sizes are constant"},
    {"says": "a family of sizes that jump", "letters": ["n[token]: measurable size"], "show": ["1 <= 0"],
     "proof": leaf(), "match": "indices and sizes are constant"},
    {"says": "a binomial coefficient of any two numbers is not negative", "letters": ["a, b: number"],
     "show": ["binomial(a, b) >= 0"], "proof": leaf(), "match": "wanted size"},
    {"says": "a probability that depends on time counts as constant", "letters": ["y: random number; z: moving number"],
     "given": ["at_start(probability(y > z) == 1)"], "show": ["always(probability(y > z) == 1)"],
     "proof": enter("every", enter("timeless", enter("start", KNOWN))), "match": "speaks of time"},
    {**WENDEL, "says": "a random letter of a rule receives something that moves", "show": ["1 <= 0"],
     "proof": rule("certain event", C="z > 0"), "match": "speaks of time; it is random"},
    {"says": "independence of what moves", "letters": ["y[token]: moving vector"],
     "given": ["at_start(independent(y))"], "show": ["1 <= 0"], "proof": leaf(),
     "match": "independent of something that moves"},
    {"says": "two vectors that differ are compared by <", "letters": ["u, w: vector"], "given": ["u != w"],
     "show": ["u == w"], "proof": split("u != w", KNOWN, KNOWN), "match": "no alternative"},
    {"says": "a certificate beside an equation of vectors, which needs none", "letters": ["u, w: vector; a: number"],
     "given": ["a > 0"], "show": ["u + w == w + u"], "proof": leaf("1: a > 0"), "match": "of no use"},
    {"says": "a rate at every time, in the letter of a rule", "letters": ["z: moving number"],
     "show": ["always(z*z >= 0)"], "proof": enter("every", rule("antisymmetry", a="rate(z)", b="0")),
     "match": "antisymmetry gives|almost every time only"},
    {"says": "a rate at every time, as a witness", "letters": ["z: moving number"],
     "given": ["forall x in number: x >= x"], "show": ["always(exists x in number: x >= 0)"],
     "proof": enter("every", witness("rate(z)^2", leaf())), "match": "almost every time only"},
    {"says": "a rate at every time, as the value of a general fact", "letters": ["z: moving number"],
     "given": ["forall x in number: x <= 1"], "show": ["always(1 <= 2)"],
     "proof": enter("every", take("forall x in number: x <= 1", ["rate(z)"], leaf())),
     "match": "almost every time only"},
    {"says": "a coefficient whose written-out size is a thousand million digits", "letters": ["x: number"],
     "show": ["x*x >= 0"], "proof": leaf("1e999999999: sq x"), "match": "positive rational"},
    {"says": "a constant of a thousand million digits by powers of powers", "letters": ["x: number"],
     "show": ["((((((2^64)^64)^64)^64)^64)^64) + x^2 >= 0"], "proof": leaf(), "match": "work: a coefficient"},
    {"says": "a term of 2^60 nodes by definitions that double", "letters": ["x: number"],
     "where": ["a0 := x", *(f"a{k + 1} := a{k} + a{k}" for k in range(40))], "show": ["a40 >= 0"], "proof": leaf(),
     "match": "nodes|nested too deeply"},
    {"says": "a term of 2^40 nodes by a lemma on a function, used at a doubling one", "letters": ["x: number"],
     "show": ["x == x"], "proof": lemma("L", f="fn(y: y + y)"),
     "lemmas": {"L": {"letters": ["f: number -> number; x: number"],
     "show": ["f(" * 40 + "x" + ")" * 40 + " == x"]} | {"given": ["f(" * 40 + "x" + ")" * 40 + " == x"],
     "proof": KNOWN}}, "match": "nodes"},
    {"says": "a power of zero to a size that an equation writes as a number plus one",
     "letters": ["n: size; y: number"], "given": ["n == y + 1"], "show": ["0^n == 0"],
     "proof": leaf(use=["n == y + 1"]), "match": "what is left"},
    {"says": "the same with any base", "letters": ["n: size; x, y: number"], "given": ["n == y + 1", "x == 0"],
     "show": ["x^n == 0"], "proof": leaf(use=["n == y + 1", "x == 0"]), "match": "what is left"},
    {"says": "a token counted twice as the two tokens that there are", "letters": ["e[token]: number; i, j: token"],
     "given": ["sum(k: 1) == 2", "i <= j"], "show": ["sum(k: e[k]) == e[i] + e[j]"],
     "proof": rule("sum over two tokens"), "match": "not known here"},
    {"says": "a set that is kept but has no room around the point makes it stable", "letters": ["v: vector"],
     "maps": ["F(X, i) = unit(2*X[i] + dot(v, X[i])*v) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
     "given": ["dot(v, v) == 1", "fixed(F, fn(i: v))"], "show": ["lyapunov(F, fn(i: v))"],
     "proof": rule("trapped", S="fn(i: v)", P="fn(e, X: forall i: X[i] == v)"), "match": "trapped 2"},
    {"says": "the square of a length, written out for several terms of a product, takes a term along",
     "letters": ["x: vector; u: number"], "show":
     ["(1 - u)*norm(x)*(norm(x) + 1) == (1 - u)*norm(x)^2 + (1 - 2*u)*norm(x)"], "proof": leaf(),
     "match": "what is left"},
]  # fmt: skip


@pytest.mark.parametrize("case", FALSE, ids=lambda case: case["says"])
def test_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)
