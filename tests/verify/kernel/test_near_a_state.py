"""What a Lyapunov stable state excludes; a false proof for each premise, which nothing else refuses."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, Tree, both, have, intro, leaf, rule, take, witness

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
    {**STAY, "says": "a point off the spheres, where the vector that is normalised is zero, attracts no state of them",
     "maps": [f"F(X, i) = unit((dot(X[i], X[i]) - 16)*X[i]) on {SPHERES}"],
     "given": ["forall i: dot(S[i], S[i]) == 16", *STABLE], "match": "near a stable state 1"},
    {**STAY, "says": "a map that leads away from an unstable state keeps states near it",
     "maps": [f"F(X, i) = unit(X[i] - 1/2*dot(S[i], X[i])*S[i]) on {SPHERES}"], "given": [UNITS, "e > 0"],
     "match": "near a stable state 2"},
    {**STAY, "says": "no state is nearer than a negative distance", "given": [UNITS, "lyapunov(F, S)"],
     "match": "near a stable state 3"},
    {**STAY, "says": "almost every state is another one than S, and all states stay where they are",
     "show": [f"not almost_all_reach(F, {ELSEWHERE})"], "proof": excluded(ELSEWHERE, KNOWN),
     "match": "near a stable state 4"},
    {**STAY, "says": "a stable state that is alone in a set with more dimensions elsewhere",
     "maps": [f"F(X, i) = unit(X[i]) on {ISOLATED}"], "match": "not declared on the product of unit spheres"},
]  # fmt: skip


def test_states_that_stay_near_a_stable_one_are_no_exception(accepted: Callable[[Any], Any]) -> None:
    assert not accepted(STAY).axioms


@pytest.mark.parametrize("case", FALSE, ids=lambda case: case["says"])
def test_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)


NEARBY = "forall r in number: r > 0 => (exists X in state: on(F, X) and (forall i: norm(X[i] - S[i]) < r) and A(X))"
IMAGE = "norm(value(F, X, i) - S[i]) < e"
FIRST = "value(F, fn(h: y[0, h]), t)"


def orbit(said: str = IMAGE, first: str = "norm(y[1, t] - S[t]) < e", **more: Any) -> dict[str, Any]:
    """Some state of A, near S, has an image that is near S: the second state of an orbit."""
    at_token = have(
        [
            ("y[0 + 1, t] == " + FIRST, take(STEPS, ["0", "t"], KNOWN)),
            (first, take("forall n in step, i: norm(y[n, i] - S[i]) < e", ["1", "t"], KNOWN)),
        ],
        leaf(f"1: {first}", use=["y[0 + 1, t] == " + FIRST]),
    )
    found = witness("fn(i: y[0, i])", both(KNOWN, intro("t", at_token)))
    some = f"exists X in state: A(X) and (forall i: {said})"
    start = take(more.get("given", [NEARBY])[-1], ["d"], KNOWN)
    proof = rule("stable orbits", KNOWN, KNOWN, start, found, F="F", S="S", P="A", C=some)
    letters = ["U: matrix; S: state; e: number; A(state), B(state): formula"]
    maps = ["F(X, i) = U(X[i]) on fn(X: B(X))"]
    return {
        "letters": letters,
        "maps": maps,
        "given": ["lyapunov(F, S)", "e > 0", NEARBY],
        "show": [some],
        "proof": proof,
        **more,
    }


STEPS = "forall n in step, i: y[n + 1, i] == value(F, fn(h: y[n, h]), i)"
STABLE_AND_POSITIVE = ["lyapunov(F, S)", "e > 0"]
WRONG_ORBITS: list[dict[str, Any]] = [
    orbit(says="orbits near a state that is not stable", given=["e > 0", NEARBY], match="stable orbits 1"),
    orbit(says="a negative distance", given=["lyapunov(F, S)", NEARBY], match="stable orbits 2"),
    orbit(says="a state that is near, but not as near as one likes",
        given=[*STABLE_AND_POSITIVE, NEARBY.replace("r > 0", "r > 1")], match="stable orbits 3"),
    orbit(says="near states that are not in the set of the map",
        given=[*STABLE_AND_POSITIVE, NEARBY.replace("on(F, X) and", "")], match="stable orbits 3"),
    orbit(says="near states without the property", given=[*STABLE_AND_POSITIVE, NEARBY.replace(" and A(X)", "")],
        match="stable orbits 3"),
    orbit(says="an orbit that comes nearer than it has to", said=IMAGE.replace("< e", "< e/2"),
        match="stable orbits 4.*does not give the goal"),
]  # fmt: skip


def test_an_orbit_from_near_a_stable_state_stays_near(accepted: Callable[[Any], Any]) -> None:
    assert not accepted(orbit()).axioms


@pytest.mark.parametrize("case", WRONG_ORBITS, ids=lambda case: case["says"])
def test_orbits_that_are_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)
