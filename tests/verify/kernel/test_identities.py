"""Identities that are none: the normal form does not make them equal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import enter, leaf

from .cases import FAMILY, TWO, W, X, attack

IDENTITIES: list[dict[str, Any]] = [
    attack("a length that is claimed for another vector", "norm(u) == x", leaf(norms=["x"]), "what is left", "x >= 0",
        "norm(v) == x", letters="u, v: vector; x: number"),
    attack("the triangle inequality as an equation", "norm(u + v) == norm(u) + norm(v)", leaf(), "what is left",
        **FAMILY),
    attack("the length of a multiple without the absolute value", "norm(x*u) == x*norm(u)", leaf(), "what is left",
        letters="u: vector; x: number"),
    attack("a unit vector has length 1", "norm(unit(u)) == 1", leaf(), "what is left", **FAMILY),
    attack("a unit vector points along its vector", "norm(u)*unit(u) == u", leaf(), "the sides differ", **FAMILY),
    attack("a root of a square without the absolute value", "sqrt(x^2) == x", leaf(), "what is left", **X),
    attack("a root of what may be negative", "sqrt(x)^2 == x", leaf(), "what is left", **X),
    attack("the logarithm of an exponential of another base", "log(exp(x)) == x", leaf(), "what is left", **X),
    attack("an exponential of a sum as a sum", "exp(x + y) == exp(x) + exp(y)", leaf(), "what is left", **X),
    attack("an exponential of a product as a product", "exp(x*y) == exp(x)*exp(y)", leaf(), "what is left", **X),
    attack("an absolute value without it", "abs(x) == x", leaf(), "what is left", **X),
    attack("sine and cosine without the squares", "cos(x) + sin(x) == 1", leaf(), "what is left", **X),
    attack("squares of a sine and a cosine of two numbers", "cos(x)^2 + sin(y)^2 == 1", leaf(), "what is left", **X),
    attack("the cube of a sine as that of a cosine", "sin(x)^3 == 1 - cos(x)^3", leaf(), "what is left", **X),
    attack("the sine of nothing in particular", "sin(x) == 0", leaf(), "what is left", **X),
    attack("the cube of an absolute value without it", "abs(x)^3 == x^3", leaf(), "what is left", **X),
    attack("the greatest of two is the first", "max(x, y) == x", leaf(), "what is left", **X),
    attack("least and greatest", "max(x, y) == min(x, y)", leaf(), "what is left", **X),
    attack("a matrix applied to a product as a product of scalars", "V(V(u)) == dot(u, V(u))*u", leaf(),
        "the sides differ", **FAMILY),
    attack("two matrices commute", "P(Q(u)) == Q(P(u))", leaf(), "the sides differ",
        letters="P, Q: operator; u: vector"),
    attack("a scalar product of a sum", "dot(sum(j: y[j]), u) == dot(y[k], u)", leaf(), "what is left",
        letters="y[token]: vector; k: token; u: vector"),
    attack("a product of sums as a sum of products", "sum(j: a[j])*sum(j: b[j]) == sum(j: a[j]*b[j])", leaf(),
        "what is left", letters="a[token], b[token]: number"),
    attack("a sum of squares as a square", "sum(j: a[j])^2 == sum(j: a[j]^2)", leaf(), "what is left",
        letters="a[token]: number"),
    attack("two heads for two tokens", "sum(h in heads: 1) == sum(j: 1)", leaf(), "what is left"),
    attack("a sum over three groups that are two", "sum(j: 1) == sum(j in A: 1) + 2*sum(j in B: 1)", leaf(),
        "what is left", **TWO),
    attack("a sum over the earlier tokens of another", "sum(j in before(i): c[j]) == sum(j in before(k): c[j])", leaf(),
        "what is left", **FAMILY),
    attack("a sum over sizes that ends earlier", "sum(j in 0..n: c(j)) == sum(j in 0..n + 1: c(j))", leaf(),
        "what is left", letters="c(size): number; n: size"),
    attack("a rate of a constant that is none", "almost_always(rate(w) == 0)", enter("ae", leaf()), "what is left",
        **W),
    attack("a rate of a product without one summand", "almost_always(rate(w*z) == rate(w)*z)", enter("ae", leaf()),
        "what is left", **W),
    attack("the rate of a quotient whose divisor may vanish", "almost_always(rate(w/z) == (rate(w)*z - w*rate(z))/z^2)",
        enter("ae", leaf()), "not known to be nonzero", **W),
    attack("the rate of a length that may vanish", "almost_always(rate(norm(p)) == dot(p, rate(p))/norm(p))",
        enter("ae", leaf()), "what is left", letters="p: moving vector"),
    attack("the rate of an absolute value", "almost_always(rate(abs(w)) == rate(w))", enter("ae", leaf()),
        "what is left", "almost_always(w >= 0)", **W),
    attack("the rate of a matrix that moves", "almost_always(rate(Q(p)) == Q(rate(p)))", enter("ae", leaf()),
        "linear map that moves", letters="Q: moving operator; p: moving vector"),
    attack("the start of what moves", "always(w == start(w))", enter("every", leaf()), "what is left", **W),
    attack("the start of the time", "start(time) == 1", leaf(), "what is left"),
    attack("a relation of tokens by arithmetic", "i <= k or k <= i", {"left": leaf()}, "left/leaf", **FAMILY),
    attack("a predicate by arithmetic", "positive_definite(V)", leaf(), "relations only", **FAMILY),
    attack("an order of vectors", "u == v", leaf(), "the sides differ", **FAMILY),
]  # fmt: skip


@pytest.mark.parametrize("case", IDENTITIES, ids=lambda case: case["says"])
def test_a_false_identity_is_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)
