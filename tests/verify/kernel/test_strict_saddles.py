"""Almost every start at instances: an attractor without the property refutes, what is no attractor decides nothing.

What the rules prove, and what each of their conditions refuses, is in the corpus.
"""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import Judge

ON = "on fn(X: forall i: dot(X[i], X[i]) == 1)"
AT = "fn(X: forall i: X[i] == {0})".format
CLIMB = "v - dot(X[i], v)*X[i]"
PLANE = {"v": [1, 0], "u": [0, 1]}


def reached(truths: Judge, body: str, places: list[str], tokens: int, kind: str = "flows", **values: Any) -> Any:
    """Whether almost every start comes to each of these sets, by the flow of this field or by this map."""
    letters = "; ".join(f"{name}: {'matrix' if name == 'U' else 'vector'}" for name in values or PLANE)
    shown = {"letters": [letters], kind: [f"climb(X, i) = {body} {ON}"]}
    formulas = [f"almost_all_converge(climb, {place})" for place in places]
    return truths(formulas, values=values or PLANE, statement=shown, tokens=tokens, dim=len((values or PLANE)["v"]))


@pytest.mark.parametrize(("body", "place", "truth"), [
    (CLIMB, "-v", False),  # v attracts a neighbourhood
    (CLIMB, "v", None),  # true, which no instance decides
    ("dot(X[i], v)*X[i] - v", "v", False),  # -v attracts
    ("v + u - dot(X[i], v + u)*X[i]", "v", None),  # the equilibrium is no axis
    ("0*v", "v", None),  # equilibria that attract nothing
])  # fmt: skip
def test_a_flow(body: str, place: str, truth: bool | None, truths: Judge) -> None:
    assert reached(truths, body, [AT(place)], 2) == [truth]


def test_spirals_into_a_state_refute_as_well(truths: Judge) -> None:
    """Complex eigenvalues with a negative real part: on the sphere of three dimensions v attracts in spirals."""
    places = [AT("-v"), AT("v")]
    turning, repelled = [[0, 0, 0], [0, 0, -5], [0, 5, 0]], [[0, 0, 0], [0, "3/2", 0], [0, 0, 0]]  # in one direction
    assert reached(truths, f"{CLIMB} + U(X[i])", places, 1, v=[1, 0, 0], U=turning) == [False, None]
    body = "v + U(X[i]) - dot(X[i], v + U(X[i]))*X[i]"
    assert reached(truths, body, places, 1, v=[1, 0, 0], U=repelled) == [None, None]


@pytest.mark.parametrize("tokens", [1, 2, 6])
def test_the_top_attracts_a_neighbourhood(tokens: int, truths: Judge) -> None:
    places = {
        AT("v"): None,  # true, and no instance can say so
        AT("-v"): False,
        AT("u"): False,
        "fn(X: forall i: dot(v, X[i]) < 1)": False,
        "fn(X: forall i, j: X[i] == X[j])": None,
        "fn(X: exists i: dot(v, X[i]) <= 0)": False,
    }
    assert reached(truths, CLIMB, list(places), tokens) == list(places.values())


def test_what_may_drift_along_equilibria_refutes_nothing(truths: Judge) -> None:
    """The mean pulls every token: clusters attract as a set, none of them a neighbourhood; on the line all rest."""
    body = "sum(j: X[j]) - dot(X[i], sum(j: X[j]))*X[i]"
    places = ["fn(X: forall i, j: X[i] == X[j])", "fn(X: exists i, j: X[i] != X[j])"]
    assert reached(truths, body, places, 2) == [None, None]
    assert reached(truths, body, places, 2, v=[1]) == [False, False]


def test_a_flow_that_descends_is_repelled_from_the_top(truths: Judge) -> None:
    places = [AT("v"), "fn(X: forall i: X[i] != v)"]
    assert reached(truths, "dot(X[i], v)*X[i] - v", places, 2) == [False, None]


@pytest.mark.parametrize(("body", "place", "truth"), [
    ("unit(X[i] + v/2)", "-v", False),  # v attracts a neighbourhood
    ("unit(X[i] + v/2)", "v", None),  # true, which no instance decides
    ("unit(X[i] - v/2)", "v", False),  # -v attracts
    ("X[i]", "v", None),  # fixed points that attract nothing
    ("-X[i]", "v", None),
    ("unit(X[i] - 4*(X[i] - dot(X[i], v)*v))", "-v", None),  # the derivative at v is -3, which would draw a flow in
])  # fmt: skip
@pytest.mark.parametrize("tokens", [1, 3])
def test_a_map(body: str, place: str, truth: bool | None, tokens: int, truths: Judge) -> None:
    assert reached(truths, body, [AT(place)], tokens, "maps") == [truth]
