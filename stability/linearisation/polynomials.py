"""Characteristic polynomials with exact rational coefficients: of a matrix, and of claimed modes."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from flint import fmpq, fmpq_mat, fmpq_poly

from attnverify.stability.numbers import Array


def characteristic_polynomial(matrix: Array) -> fmpq_poly:
    """det(z I - matrix) with exact rational coefficients, by FLINT. matrix : (n, n) of fractions."""
    rows = [[fmpq(int(entry.numerator), int(entry.denominator)) for entry in row] for row in matrix]
    polynomial: fmpq_poly = fmpq_mat(rows).charpoly()
    return polynomial


def polynomial_from_modes(modes: Sequence[tuple[Fraction, Fraction | None, int]]) -> fmpq_poly:
    """The product of (z^2 - trace z + determinant)^multiplicity, or (z - trace)^multiplicity without a determinant."""
    product = fmpq_poly([1])
    for trace, determinant, multiplicity in modes:
        t = fmpq(trace.numerator, trace.denominator)
        if determinant is None:
            factor = fmpq_poly([-t, 1])
        else:
            factor = fmpq_poly([fmpq(determinant.numerator, determinant.denominator), -t, 1])
        product *= factor**multiplicity
    return product
