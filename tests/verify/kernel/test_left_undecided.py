"""What is left undecided at an instance: what is too large, what depends on time, what no map has."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Truths = Callable[..., list[bool | None]]

OF_A_SIZE = {  # n, and whether binomial(n, 2) > 0 and 2^n > 0
    1000: [True, True],
    1001: [True, None],
    10_000: [True, None],
    10_001: [None, None],
}


@pytest.mark.parametrize(("n", "expected"), OF_A_SIZE.items())
def test_sizes_that_are_counted_with(truths: Truths, n: int, expected: list[bool | None]) -> None:
    assert truths(["binomial(n, 2) > 0", "2^n > 0"], "n: size", {"n": n}) == expected


@pytest.mark.parametrize(("formula", "truth"), [
    ("((((2^64)^64)^64)^64) > 0", None),
    ("exp(log(2)*1000) > 1", True),
    ("exp(log(2)*100000) > 1", None),
    ("almost_always(rate(time*x) == x)", None),
    ("almost_always(rate(time*x) == 0)", None),
    ("almost_always(rate(2*x) == 0)", True),
])  # fmt: skip
def test_too_many_digits_and_rates(truths: Truths, formula: str, truth: bool | None) -> None:
    assert truths(formula, "x: number", {"x": 2}) == [truth]


def test_a_premise_about_every_token(truths: Truths) -> None:
    orthogonal = "forall u in vector: (forall j: dot(u, y[j]) == 0) => "
    formulas = [f"{orthogonal}dot(u, y[i]) == 0", f"{orthogonal}dot(u, y[i]) > 0", f"{orthogonal}dot(u, w) == 0"]
    values: dict[str, Any] = {"y": [[1, 0, 0], [0, 1, 0]], "w": [0, 1, 1], "i": 1}
    found = truths(formulas, "y[token], w: vector; i: token", values, tokens=2, dim=3)
    assert found == [True, False, False]


def test_a_family_of_numbers_is_no_state(truths: Truths) -> None:
    """Among the letters of the instance that could be an attractor there is one with numbers for its tokens."""
    statement = {
        "letters": ["V: operator; S: state; p[token]: number"],
        "maps": ["F(X, i) = unit(X[i] + V(X[i])) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    }
    values = {"p": [3], "V": [[2, 0], [0, 1]], "S": [[-1, 0]]}
    formulas = ["almost_all_reach(F, fn(X: forall i: X[i] == S[i]))"]
    assert truths(formulas, "", values, statement=statement, tokens=1, dim=2) == [False]


def test_a_state_of_the_instance_may_attract(truths: Truths) -> None:
    """The state S is no axis, and no vector of the instance: it is looked at as one of the letters."""
    statement = {
        "letters": ["V: operator; S: state"],
        "maps": ["F(X, i) = unit(X[i] + V(X[i])) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    }
    values = {"V": [["9/25", "12/25"], ["12/25", "16/25"]], "S": [["3/5", "4/5"], ["3/5", "4/5"]]}
    assert truths(
        "almost_all_reach(F, fn(X: exists i: X[i] != S[i]))", "", values, statement=statement, tokens=2, dim=2
    ) == [False]


def test_a_state_at_which_only_one_component_rests_is_no_equilibrium(truths: Truths) -> None:
    """Every solution tends to 5 w; at w the field is along w, and its other component is zero."""
    statement = {
        "letters": ["v, w: vector"],
        "flows": ["F(X, i) = 5*w - X[i] on fn(X: forall i: dot(v, X[i]) == 0)"],
    }
    formulas = [f"almost_all_converge(F, fn(X: forall i: dot(w, X[i]) > {k}))" for k in (3, 5)]
    found = [
        truths(formulas, "", {"v": [1, 0], "w": w}, statement=statement, tokens=1, dim=2) for w in ([0, 1], [0, 0])
    ]
    assert found == [[None, None], [False, False]]
