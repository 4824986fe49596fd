"""True proofs of every kind, which are accepted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import (
    KNOWN,
    absurd,
    cases,
    define,
    enter,
    groups,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    restate,
    rule,
    split,
    witness,
)

from .cases import FAMILY, TWO, W, X

TRUE: list[dict[str, Any]] = [
    {"says": "a fact", "show": ["x > 0"], "given": ["x > 0"], "proof": KNOWN, **X},
    {"says": "a conditional fact with its condition", "show": ["x > 0"], "given": ["y > 0 => x > 0", "y > 0"],
     "proof": KNOWN, **X},
    {"says": "an instance of a general fact", "show": ["c[k] > 0"], "given": ["forall j: c[j] > 0"], "proof": KNOWN,
     **FAMILY},
    {"says": "a fact about all tokens at one of a group", "show": ["b[q] == 1"], "given": ["forall i: b[i] == 1"],
     "proof": KNOWN, "letters": "b[token]: number; q: token B", **TWO},
    {"says": "group by group", "show": ["forall j: c[j] > 0"],
     "given": ["forall j in A: c[j] > 0", "forall j in B: c[j] > 0"],
     "proof": groups(intro("j", KNOWN), intro("j", KNOWN)), **FAMILY, **TWO},
    {"says": "a sum over the groups", "show": ["sum(j: c[j]) == sum(j in A: c[j]) + sum(j in B: c[j])"],
     "proof": leaf(), **FAMILY, **TWO},
    {"says": "two cases", "show": ["abs(x)^2 == x^2"], "proof": cases("x", leaf(), leaf()), **X},
    {"says": "excluded middle", "show": ["x >= 0 or not x >= 0"], "proof": split("x >= 0 or not x >= 0", KNOWN, KNOWN),
     **X},
    {"says": "a strict combination", "show": ["x*x + 1 > 0"], "proof": leaf("1: sq x", "1:"), **X},
    {"says": "a product of facts", "show": ["x*y > 0"], "given": ["x > 0", "y > 0"], "proof": leaf("1: x > 0; y > 0"),
     **X},
    {"says": "a goal times a positive number", "show": ["x > 0"], "given": ["x*y > 0", "y > 0"],
     "proof": leaf("1: x*y > 0", times=["y"]), **X},
    {"says": "an equation with a cofactor", "show": ["x*y == 2*y"], "given": ["x == 2"], "proof": leaf("eq y: x == 2"),
     **X},
    {"says": "an equation that rewrites", "show": ["x*y == 2*y"], "given": ["x == 2"], "proof": leaf(use=["x == 2"]),
     **X},
    {"says": "a quotient by what is not zero", "show": ["x/y*y == x"], "given": ["y != 0"], "proof": leaf(), **X},
    {"says": "a length", "show": ["norm(u) == x"], "given": ["dot(u, u) == x^2", "x >= 0"],
     "letters": "u: vector; x: number", "proof": leaf(use=["dot(u, u) == x^2"], norms=["x"])},
    {"says": "a symmetric operator", "show": ["dot(u, V(v)) == dot(v, V(u))"], "proof": leaf(), **FAMILY},
    {"says": "nested sums exchanged", "show": ["sum(i: sum(j: c[i, j])) == sum(j: sum(i: c[i, j]))"], "proof": leaf(),
     "letters": "c[token, token]: number"},
    {"says": "the last term", "show": ["sum(j in upto(i): c[j]) == sum(j in before(i): c[j]) + c[i]"], "proof": leaf(),
     **FAMILY},
    {"says": "the law of exponentials", "show": ["exp(x + y) == exp(x)*exp(y)"], "proof": leaf(), **X},
    {"says": "always to a moment", "show": ["almost_always(w > 0)"], "given": ["always(w > 0)"],
     "proof": enter("ae", KNOWN), **W},
    {"says": "always to the start", "show": ["start(w) > 0"], "given": ["always(w > 0)"],
     "proof": enter("start", KNOWN), **W},
    {"says": "the rate of a product", "show": ["almost_always(rate(w*z) == rate(w)*z + w*rate(z))"],
     "proof": enter("ae", leaf()), **W},
    {"says": "the rate of a quotient", "show": ["almost_always(rate(w/z) == (rate(w)*z - w*rate(z))/z^2)"],
     "given": ["always(z > 0)"], "proof": enter("ae", leaf()), **W},
    {"says": "monotone", "show": ["always(w + time >= start(w))"], "given": ["almost_always(rate(w) >= -1)"],
     "proof": have([("always(w + time >= start(w + time))", rule("monotone", leaf("1: rate(w) >= -1"), z="w + time"))],
     enter("every", leaf("1: w + time >= start(w + time)"))), **W},
    {"says": "induction", "show": ["forall n in size: f(n) >= 0"],
     "given": ["f(0) >= 0", "forall n in size: f(n) >= 0 => f(n + 1) >= 0"], "letters": "f(size): number",
     "proof": rule("induction", KNOWN, KNOWN, P="fn(n in size: f(n) >= 0)")},
    {"says": "a witness and an existence", "show": ["exists s in number: s > x"],
     "given": ["exists t in number: t > x + 1"], "proof": obtain("exists t in number: t > x + 1", "t",
     witness("t", leaf("1: t > x + 1", "1:"))), **X},
    {"says": "the goal in other words", "show": ["(x + 1)^2 > 0"], "given": ["x^2 + 2*x + 1 > 0"],
     "proof": restate("x^2 + 2*x + 1 > 0", KNOWN), **X},
    {"says": "a definition", "show": ["x + 1 > 0"], "given": ["x > 0"],
     "proof": define(["q := x + 1"], have([("q > 0", leaf("1: x > 0", "1:"))], KNOWN)), **X},
    {"says": "a contradiction", "show": ["x > 5"], "given": ["x > 0", "x < 0"],
     "proof": absurd(leaf("1: x < 0", times=["x"])), **X},
    {"says": "a lemma at other letters", "show": ["y + 1 > 0"], "given": ["y > 0"], "proof": lemma("L", x="y"), **X,
     "lemmas": {"L": {**X, "given": ["x > 0"], "show": ["x + 1 > 0"], "proof": leaf("1: x > 0", "1:")}}},
]  # fmt: skip


@pytest.mark.parametrize("case", TRUE, ids=lambda case: case["says"])
def test_a_true_proof_is_accepted(case: dict[str, Any], accepted: Callable[[Any], Any]) -> None:
    accepted(case)
