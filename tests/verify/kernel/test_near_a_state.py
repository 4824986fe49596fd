"""What a Lyapunov stable state excludes; a false proof for each premise, which nothing else refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, Tree, intro, leaf, rule, take

SPHERES = "fn(X: forall j: dot(X[j], X[j]) == 1)"
UNITS = "forall i: dot(S[i], S[i]) == 1"
FAR = "fn(X: forall i: norm(X[i] - S[i]) >= e + 1)"
STABLE = ["lyapunov(F, S)", "e > 0"]


def excluded(states: str, near: Tree) -> Tree:
    return rule("near a stable state", KNOWN, KNOWN, KNOWN, near, F="F", S="S", A=states, new={"X": "Y"})


TOO_NEAR = leaf("1: norm(Y[t] - S[t]) < e", "1: norm(Y[t] - S[t]) >= e + 1")
NOT_FAR = intro(
    "",
    rule(
        "some element",
        take("forall i: norm(Y[i] - S[i]) >= e + 1", ["t"], take("forall i: norm(Y[i] - S[i]) < e", ["t"], TOO_NEAR)),
        C="1 <= 0",
        new={"x": "t"},
    ),
)
STAY: dict[str, Any] = {
    "letters": ["S: state; e: number"],
    "maps": [f"F(X, i) = unit(X[i]) on {SPHERES}"],
    "given": [UNITS, *STABLE],
    "show": [f"not almost_all_reach(F, {FAR})"],
    "proof": excluded(FAR, NOT_FAR),
}
ELSEWHERE = "fn(X: exists i: X[i] != S[i])"
ISOLATED = "fn(X: forall j: dot(X[j], X[j]) == 1 and dot(X[j], S[j])*(dot(X[j], S[j]) - 1) == 0)"

FALSE: list[dict[str, Any]] = [
    {
        **STAY,
        "says": "a point off the spheres, where the vector that is normalised is zero, attracts no state of them",
        "maps": [f"F(X, i) = unit((dot(X[i], X[i]) - 16)*X[i]) on {SPHERES}"],
        "given": ["forall i: dot(S[i], S[i]) == 16", *STABLE],
        "match": "near a stable state 1",
    },
    {
        **STAY,
        "says": "a map that leads away from an unstable state keeps states near it",
        "maps": [f"F(X, i) = unit(X[i] - 1/2*dot(S[i], X[i])*S[i]) on {SPHERES}"],
        "given": [UNITS, "e > 0"],
        "match": "near a stable state 2",
    },
    {
        **STAY,
        "says": "no state is nearer than a negative distance",
        "given": [UNITS, "lyapunov(F, S)"],
        "match": "near a stable state 3",
    },
    {
        **STAY,
        "says": "almost every state is another one than S, and all states stay where they are",
        "show": [f"not almost_all_reach(F, {ELSEWHERE})"],
        "proof": excluded(ELSEWHERE, KNOWN),
        "match": "near a stable state 4",
    },
    {
        **STAY,
        "says": "a stable state that is alone in a set with more dimensions elsewhere",
        "maps": [f"F(X, i) = unit(X[i]) on {ISOLATED}"],
        "match": "not declared on the product of unit spheres",
    },
]


def test_states_that_stay_near_a_stable_one_are_no_exception(accepted: Callable[[Any], Any]) -> None:
    assert not accepted(STAY).axioms


@pytest.mark.parametrize("case", FALSE, ids=lambda case: case["says"])
def test_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)
