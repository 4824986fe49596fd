"""Single terms of sums, sines and cosines, the limit of a small speed: what they give, and what they must not."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from math import cos, exp, isclose, sin
from typing import Any

import pytest

from verify.kernel.statements import read
from verify.kernel.terms import Rejected
from verify.tactics.build import KNOWN, have, intro, leaf, obtain, rule, witness

ENDS = "exists x in vector, m in number: m <= {0} and always(norm(y - x) <= m - ({1})) and tends({1}, m)".format
FAST = "-3/2*exp(-2*time)"
ABOVE = "exists n in size: {} < n".format
MOVING = {"letters": ["y: moving vector"], "show": [ENDS("0", FAST)]}
FALSE: list[dict[str, Any]] = [
    {"says": "the cosine of a difference with the other sign", "letters": ["a, b: number"],
     "show": ["cos(a - b) == cos(a)*cos(b) - sin(a)*sin(b)"], "proof": rule("cosine of a difference"),
     "match": "cosine of a difference gives "},
    {"says": "a bounded speed has a limit", **MOVING, "given": ["almost_always(norm(rate(y)) <= 3)"],
     "proof": rule("limit of a bounded length", z=FAST, K="0"), "match": "not known here"},
    {"says": "a growing length has a limit", "show": [ENDS("K", "exp(2*time)")],
     "letters": ["y: moving vector; K: number"], "given": ["almost_always(norm(rate(y)) <= 2*exp(2*time))"],
     "proof": rule("limit of a bounded length", z="exp(2*time)"),
     "match": "limit of a bounded length 1/known: not known here"},
    {"says": "the bound moves", **MOVING, "given": ["almost_always(norm(rate(y)) <= 2)"],
     "proof": rule("limit of a bounded length", z="2*time", K="2*time"), "match": "K receives .* it is constant"},
    {"says": "the speed at the start is small", **MOVING, "given": ["at_start(norm(y) <= 3)"],
     "proof": rule("limit of a bounded length", z=FAST, K="0"), "match": "not known here"},
    {"says": "the square of a sine with the cosine of another angle", "letters": ["a, b: number"],
     "show": ["sin(a)^2 == 1 - cos(b)^2"], "proof": leaf(), "match": "what is left"},
    {"says": "the square of a sine with the wrong sign", "letters": ["a: number"], "show": ["sin(a)^2 == 1 + cos(a)^2"],
     "proof": leaf(), "match": "what is left"},
    {"says": "a sine is the root of its square", "letters": ["a: number"], "show": ["sin(a) >= 0"],
     "proof": leaf("1: sq sin(a)"), "match": "what is left"},
    {"says": "a sum is its last term", "letters": ["e[token]: number; i: token"],
     "given": ["forall j: j < i => e[j] == 0"], "show": ["sum(j: e[j]) == e[i]"],
     "proof": rule("single term", e="e", y="i"), "match": "not known here"},
    {"says": "some size is below every number", "letters": ["K: number"], "show": ["exists n in size: n < K"],
     "proof": rule("sizes exceed every number"), "match": "sizes exceed every number gives "},
    {"says": "one number is above all sizes", "show": ["exists K in number: forall n in size: n < K"],
     "proof": rule("sizes exceed every number", K="0"), "match": "sizes exceed every number gives "},
    {"says": "all sizes exceed a number", "letters": ["K: number"], "show": ["forall n in size: K < n"],
     "proof": rule("sizes exceed every number"), "match": "sizes exceed every number gives "},
    {"says": "one size exceeds every number", "show": ["exists n in size: forall K in number: K < n"],
     "proof": witness("1", intro("c", obtain(ABOVE("c"), "m", KNOWN))), "match": "no existence that is known here"},
    {"says": "the metric of a matrix that need not be the identity", "letters": ["u: vector; I: operator"],
     "show": ["dot(u, I(u)) == dot(u, u)"], "proof": rule("identity", KNOWN, C="dot(u, I(u)) == dot(u, u)",
     new={"I": "J"}), "match": "not known here"},
]  # fmt: skip
TRUE: list[dict[str, Any]] = [
    {"says": "the speed of a falling exponential", "letters": ["y: moving vector; u: vector"],
     "given": ["almost_always(norm(rate(y)) <= 3*exp(-2*time))"], "show": MOVING["show"],
     "proof": rule("limit of a bounded length", z=FAST, K="0")},
    {"says": "powers of a sine, alone and in a sum", "letters": ["a: number; th[token]: number"],
     "show": ["sin(a)^3*cos(a) == sin(a)*cos(a) - sin(a)*cos(a)^3",
     "sum(j: sin(th[j])^4) == sum(j: 1 - 2*cos(th[j])^2 + cos(th[j])^4)"], "proof": [leaf(), leaf()]},
    {"says": "a sum of vectors with one term that is not zero", "letters": ["e[token]: vector; i: token"],
     "given": ["forall j: j != i => e[j] == 0"], "show": ["sum(j: e[j]) == e[i]"],
     "proof": rule("single vector term", e="e", y="i")},
    {"says": "a sum with one term that is not zero", "letters": ["e[token]: number; i: token"],
     "given": ["forall j: j != i => e[j] == 0"], "show": ["sum(j: e[j]) == e[i]"],
     "proof": rule("single term", e="e", y="i")},
    {"says": "some size exceeds a number, and another one that size", "letters": ["K: number"],
     "show": ["exists m in size: K + 1 < m"], "proof": have([(ABOVE("K"), rule("sizes exceed every number"))],
     obtain(ABOVE("K"), "k", witness("k + 1", leaf("1: K < k"))))},
    {"says": "the cosine of 0, from a difference", "letters": ["a: number"],
     "given": ["cos(a - a) == cos(a)*cos(a) + sin(a)*sin(a)", "cos(a)^2 + sin(a)^2 == 1"], "show": ["cos(0) == 1"],
     "proof": leaf("eq 1: cos(a - a) == cos(a)*cos(a) + sin(a)*sin(a)", "eq 1: cos(a)^2 + sin(a)^2 == 1")},
]  # fmt: skip


@pytest.mark.parametrize("case", FALSE, ids=lambda case: case["says"])
def test_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)


@pytest.mark.parametrize("case", TRUE, ids=lambda case: case["says"])
def test_accepted(case: dict[str, Any], accepted: Callable[[Any], Any]) -> None:
    accepted(case)


def test_differences_of_angles_are_those_of_the_library() -> None:
    for a, b in product((-2.5, -0.3, 0.0, 0.7, 3.1), repeat=2):
        assert isclose(cos(a - b), cos(a) * cos(b) + sin(a) * sin(b), abs_tol=1e-15)
        assert isclose(sin(a - b), sin(a) * cos(b) - cos(a) * sin(b), abs_tol=1e-15)


def test_the_remaining_way_of_a_small_speed_is_at_most_its_bound() -> None:
    """Speeds w(t) exp(-k t) with |w| <= c: what is left of the way from any time on is at most c/k exp(-k t)."""
    steps, end = 4000, 12.0
    for k, c, turns in product((0.7, 2.0), (1.0, 3.0), (0.0, 5.0)):
        h = end / steps
        way = [0.0]
        for step in range(steps):
            t = (step + 0.5) * h
            way.append(way[-1] + h * c * cos(turns * t) * exp(-k * t))
        rest = [abs(way[-1] - y) / (c / k * exp(-k * n * h)) for n, y in enumerate(way[: steps // 2])]
        assert max(rest) <= 1 + 1e-3
        assert turns or max(rest) > 0.99


def test_a_word_at_a_family_of_vectors_is_refused_and_not_a_crash() -> None:
    statement = {"letters": ["x[token]: vector; u: vector"], "show": ["dot(x, u) == 0"]}
    with pytest.raises(Rejected, match="x is token -> vector, wanted vector token in"):
        read(statement)
