"""Exact matrices: products, rank and determinant, and shapes that do not match."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from verify.referee import matrices
from verify.referee.syntax import GrammarError


def exact(rows: list[list[int]]) -> Any:
    return tuple(tuple(Fraction(entry) for entry in row) for row in rows)


def test_determinant_and_rank() -> None:
    assert matrices.determinant(exact([[0, 1], [1, 0]])) == -1
    assert matrices.determinant(exact([[0, 0, 2], [3, 0, 0], [0, 5, 0]])) == 30
    assert matrices.determinant(exact([[1, 2, 3], [4, 5, 6], [7, 8, 9]])) == 0
    assert matrices.rank(exact([[0, 0, 1], [0, 0, 2]])) == 1
    assert matrices.rank(exact([[1, 2], [3, 4], [5, 6]])) == 2


def test_products() -> None:
    m, v = exact([[1, 2], [3, 4]]), exact([[5, 6]])[0]
    assert matrices.product(m, v) == (17, 39)
    assert matrices.product(v, m) == (23, 34)
    assert matrices.product(v, v) == 61
    assert matrices.product(m, m) == exact([[7, 10], [15, 22]])
    assert matrices.trace(matrices.plus(m, matrices.identity(2))) == 7  # type: ignore[arg-type]


def test_shapes_must_match() -> None:
    m, v = exact([[1, 2, 3], [4, 5, 6]]), exact([[5, 6]])[0]
    for wrong in (
        lambda: matrices.product(m, v),
        lambda: matrices.plus(m, v),
        lambda: matrices.square(m, "det"),
        lambda: matrices.matrix(v, "transpose"),
        lambda: matrices.checked([]),
        lambda: matrices.checked([v, Fraction(1)]),
    ):
        with pytest.raises(GrammarError):
            wrong()
