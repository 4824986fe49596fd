"""What counts as the same formula in other words, and what does not: numbers, functions, sets, relations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from attnverify.verify.tactics.build import KNOWN, restate

SPHERES = "fn(X: forall j: dot(X[j], X[j]) == 1)"
LETTERS = (
    "x, y, c: number; n: size; u, w: vector; V: operator; a[token]: number; S: state; F: map; i, j: token; "
    "z: moving number; f: number -> number"
)
SPECTRUM = "spectrum(F, S, V, u, fn(m: {}), {})"

DIFFERENT = [
    ("decays(z, 1)", "decays(z, 2)"), ("decays(z, c)", "decays(2*z, c)"), ("tends(z, x)", "tends(z, y)"),
    (SPECTRUM.format("1 + m", "x"), SPECTRUM.format("1 + m", "y")),
    (SPECTRUM.format("1 + m", "x"), SPECTRUM.format("1 - m", "x")),
    (SPECTRUM.format("1 + m", "x"), SPECTRUM.format("f(m)", "x")), ("eigenvalue(V, u, x)", "eigenvalue(V, w, x)"),
    ("eigenvalue(V, u, x)", "eigenvalue(V, u, x + 1)"), ("eigenvalue(V, u, x)", "eigenvector(V, u, x)"),
    ("fixed(F, S)", "fixed(F, fn(k: u))"), ("fixed(F, fn(k: u))", "fixed(F, fn(k: w))"),
    ("fixed(F, fn(k: u))", "fixed(F, fn(k: a[k]*u))"), ("forall k: a[k] > 0", "forall k in before(i): a[k] > 0"),
    ("forall k in before(i): a[k] > 0", "forall k in upto(i): a[k] > 0"),
    ("forall k in before(i): a[k] > 0", "forall k in before(j): a[k] > 0"),
    ("forall k: a[k] > 0", "exists k: a[k] > 0"), ("forall k in 0..n: x >= k", "forall k in 0..n + 1: x >= k"),
    ("x == y", "x != y"), ("x <= y", "x < y"), ("x <= y", "2*x <= 2*y"), ("x == y", "y == x"), ("u == w", "w == u"),
    ("u == w", "2*u == 2*w"), ("u == w", "x == y"), ("i < j", "j < i"), ("i == j", "i != j"),
    ("x > 0 and y > 0", "y > 0 and x > 0"), ("x > 0 => y > 0", "y > 0 => x > 0"), ("not x > 0", "x > 0"),
    ("always(z >= 0)", "almost_always(z >= 0)"), ("always(z >= 0)", "at_start(z >= 0)"),
    ("always(z >= start(z))", "always(z >= 0)"), ("positive_definite(V)", "inside_disc(F, S)"),
    ("inside_disc(F, S)", "outside_disc(F, S)"),
]  # fmt: skip
SAME = [
    ("decays(z, 1 + x)", "decays(1*z, x + 1)"),
    (SPECTRUM.format("1 + 2*m", "x + x"), SPECTRUM.format("m + 1 + m", "2*x")),
    (SPECTRUM.format("f(m)", "x"), "spectrum(F, S, V, u, f, x)"),
    ("spectrum(F, S, V, u, f, x)", SPECTRUM.format("f(m)", "x")), ("fixed(F, S)", "fixed(F, fn(k: S[k]))"),
    ("x <= y", "0 <= y - x"), ("u == w", "u - w == 0"), ("u != w", "u - w != 0"),
    ("forall k: a[k] + x > 0", "forall k: 0 < x + a[k]"),
    ("exists k in 0..n + 1: x >= k", "exists k in 0..1 + n: x >= k"),
    ("x > 0 and (y > 0 or not x > y)", "0 < x and (0 < y or not y < x)"), ("always(2*z >= z)", "always(z + z >= 1*z)"),
]  # fmt: skip


# What follows at once all the same.
ANYWAY = {
    ("x == y", "y == x"), ("u == w", "w == u"), ("u == w", "2*u == 2*w"), ("x <= y", "x < y"), ("x <= y", "2*x <= 2*y"),
    ("x > 0 and y > 0", "y > 0 and x > 0"), ("forall k in before(i): a[k] > 0", "forall k in upto(i): a[k] > 0"),
}  # fmt: skip


def case(goal: str, fact: str) -> dict[str, Any]:
    return {
        "letters": [LETTERS], "given": [fact], "show": [goal], "proof": restate(fact, KNOWN), "match": "not the goal",
    }  # fmt: skip


@pytest.mark.parametrize(("goal", "fact"), DIFFERENT)
def test_other_formulas_are_not_the_goal(goal: str, fact: str, refused: Callable[[Any], None]) -> None:
    refused(case(goal, fact))
    refused(case(fact, goal))


@pytest.mark.parametrize(("goal", "fact"), DIFFERENT)
def test_other_formulas_are_not_known(goal: str, fact: str, refused: Callable[[Any], None]) -> None:
    if (goal, fact) not in ANYWAY:
        refused({**case(goal, fact), "proof": KNOWN, "match": "not known here"})


@pytest.mark.parametrize(("goal", "fact"), SAME)
def test_the_same_in_other_words(goal: str, fact: str, accepted: Callable[[Any], Any]) -> None:
    accepted(case(goal, fact))


def test_maps_are_compared_by_their_bodies_and_sets(refused: Callable[[Any], None]) -> None:
    maps = [f"G(X, k) = unit(X[k]) on {SPHERES}", f"H(X, k) = unit(2*X[k]) on {SPHERES}"]
    made = {**case("inside_disc(G, S)", "inside_disc(H, S)"), "letters": ["S: state"]}
    refused({**made, "maps": maps})
    maps[1] = "H(X, k) = unit(X[k]) on fn(X: forall h: dot(X[h], X[h]) == 2)"
    refused({**made, "maps": maps})
