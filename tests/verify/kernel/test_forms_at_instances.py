"""Inequalities of forms for all numbers and vectors: true, false, or left undecided where nothing here decides them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Truths = Callable[..., list[bool | None]]

NUMBERS = {  # for all x and y
    "x - x == 0 => x^2 + y^2 >= 0": True,
    "2*x == 2*y => 2*x == x + y => x^2 - y^2 == 0": True,
    "x == y and x == y + 1 => x > 0": True,
    "x < y => x^2 + y^2 >= 0": True,
    "x < y => x^2 - 1 >= 0": False,
    "x == y => exp(x) + y^2 > 0": None,
    "x == y => x^2 - y^2 > 0": False,
}
LENGTHS = {
    # for all u and w
    "norm(u) >= 0": None, "norm(u) > 0": False, "norm(u) == 0": False, "dot(u, w) <= norm(u)*norm(w)": True,
    "dot(u, w) < norm(u)*norm(w)": False, "dot(u, w) < norm(u)*norm(w) + 1": None,
    "dot(u, w) <= norm(u)*norm(w)/2": False, "dot(u, w)^2 <= norm(u)*norm(w)": None, "dot(u, w) <= norm(u)": False,
    "dot(u, v) <= norm(u)": True, "dot(u, v) <= norm(u)/2": False, "u != v => dot(u, v) <= norm(u)": None,
    "dot(u, v)^2 <= norm(u)": None,
    "dot(u, v)^2 + dot(u, v) <= norm(u)": False,
    "dot(u, v) <= norm(u) + norm(w)": None, "dot(u, v) <= norm(u) + 1": None,
    "dot(u, v)*norm(w) <= norm(u)*norm(w)": True,
    "(dot(u, v)^3 - dot(u, v))*v != 0 => dot(w, v)^3 == dot(w, v)": False,
    "dot(u, u) == 1 and dot(w, w) == 1 => dot(u, w) + dot(u, v)^2 <= 2": None,
    "dot(u, u) == 1 => dot(u, v) + dot(u, v)^2 <= 2": None,
    "dot(u, u) == -1 => i < i": None, "i < i": False,
    "dot(u, u) == 1 and dot(w, w) == 1 => dot(u, w) <= 1": True,
    "dot(u, u) == 1 and dot(w, w) == 1 => dot(u, w) < 1": False,
    "dot(u, u) == 1 and dot(w, w) == 1 => dot(u, w) < 2": True,
    "dot(u, u) == 1 => dot(u, w) <= 1": False,
    "dot(u, u) == 1 and dot(w, w) != 1 => dot(u, w) <= 1": None,
    "dot(w, w) != 1 and dot(u, u) == 1 => dot(u, w) <= 1": None,
    "dot(u, u) == 1 and dot(w, w) == 1 => dot(w, v)^2 <= 1 + dot(u, v)^2": None,
    "dot(u, u) == 1 and dot(u, w) == 1 and dot(w, w) == 4 => dot(u, w) <= 1": None,
    "dot(u, u) == 1 and dot(u, u) == 4 => dot(u, w) <= 1": None,
    "dot(u, u) == 1 and dot(u, u) + dot(w, w) == 4 => dot(u, u) <= 1": None,
}  # fmt: skip
SPHERES = {  # what is given of u, and whether dot(u, v) <= 1, <= 2, dot(u, v)^2 <= 1, dot(u, u) <= 1 then
    "dot(u, u) == 1": (True, True, True, True),
    "2*dot(u, u) == 8": (False, True, False, False),
    "dot(u, u) == -1": (None, None, None, None),
    "dot(u, u) == 0": (None, None, None, None),
    "dot(u, u) + dot(u, v) == 1": (None, None, None, None),
    "dot(u, v) == 1": (True, True, True, False),
    "dot(u, v)^2 == 1": (True, True, True, None),
}
AT: dict[str, Any] = {"tokens": 1, "dim": 2}


@pytest.mark.parametrize(("formula", "truth"), NUMBERS.items())
def test_of_numbers(truths: Truths, formula: str, truth: bool | None) -> None:
    assert truths(f"forall x in number, y in number: {formula}") == [truth]


@pytest.mark.parametrize(("formula", "truth"), LENGTHS.items())
def test_of_lengths(truths: Truths, formula: str, truth: bool | None) -> None:
    letters, values = "v: vector; i: token", {"v": [1, 0], "i": 0}
    assert truths(f"forall u in vector, w in vector: {formula}", letters, values, **AT) == [truth]


@pytest.mark.parametrize(("given", "expected"), SPHERES.items())
def test_on_spheres(truths: Truths, given: str, expected: tuple[bool | None, ...]) -> None:
    goals = ("dot(u, v) <= 1", "dot(u, v) <= 2", "dot(u, v)^2 <= 1", "dot(u, u) <= 1")
    formulas = [f"forall u in vector: {given} => {goal}" for goal in goals]
    assert truths(formulas, "v: vector", {"v": [1, 0]}, **AT) == list(expected)


EIGENVALUES = [  # U, v, and whether 1 is another eigenvalue, and whether all others are 7
    ([[1]], [1], False, True),
    ([[1, 0], [0, 1]], [1, 0], True, False),
    ([[1, 0], [0, 1]], [0, 0], None, None),
]


@pytest.mark.parametrize(("U", "v", "one", "seven"), EIGENVALUES)
def test_eigenvalues_beside_one(truths: Truths, U: Any, v: Any, one: bool | None, seven: bool | None) -> None:
    formulas = [
        "other_eigenvalue(U, v, 1, 0)",
        "forall s in number, w in number: other_eigenvalue(U, v, s, w) => s == 7",
    ]
    assert truths(formulas, "U: matrix; v: vector", {"U": U, "v": v}, dim=len(v)) == [one, seven]
