"""The theorem that a matrix into fewer dimensions loses something: on random matrices, and not with one more row."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
import sympy as sp

from verify.tactics.build import KNOWN, rule, witness


def drawn(seed: int, rows: int, columns: int) -> sp.Matrix:
    draw = random.Random(seed)
    return sp.Matrix(rows, columns, lambda i, j: draw.randint(-3, 3))


@pytest.mark.parametrize("seed", range(20))
def test_wide_matrices_lose_a_direction(seed: int) -> None:
    rows = 1 + seed % 4
    assert drawn(seed, rows, rows + 1 + seed % 2).nullspace()


def test_square_matrices_need_not() -> None:
    assert any(not drawn(seed, 3, 3).nullspace() for seed in range(20))


def lost(given: str) -> dict[str, Any]:
    """The statement that V loses something, and its proof."""
    goal = "exists q in vector E: q != 0 and V(q) == 0"
    then = witness("x", {"both": [KNOWN, KNOWN]})
    return {
        "spaces": ["E", "F"],
        "letters": ["V: matrix E -> F"],
        "given": [given],
        "show": [goal],
        "proof": rule("fewer dimensions", KNOWN, then, spaces={"E": "E", "E2": "F"}, V="V", C=goal),
    }


def test_the_rule_is_used(accepted: Callable[[Any], Any]) -> None:
    accepted(lost("dim(F) < dim(E)"))


@pytest.mark.parametrize("given", ["dim(F) <= dim(E)", "dim(E) < dim(F)", "dim(F) == dim(E)"])
def test_without_fewer_dimensions_it_is_refused(given: str, refused: Callable[[Any], None]) -> None:
    refused({**lost(given), "match": "fewer dimensions 1"})
