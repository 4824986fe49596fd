"""Characteristic polynomials with exact rational coefficients: of a matrix, and of claimed modes."""

from flint import fmpq, fmpq_mat, fmpq_poly


def characteristic_polynomial(matrix):
    """det(z I - matrix) for a matrix of fractions."""
    return fmpq_mat([[fmpq(int(x.numerator), int(x.denominator)) for x in row] for row in matrix]).charpoly()


def polynomial_from_modes(modes):
    """The product of (z^2 - trace z + determinant)^multiplicity, or (z - trace)^multiplicity without a determinant."""
    product = fmpq_poly([1])
    for trace, determinant, multiplicity in modes:
        known = [] if determinant is None else [fmpq(determinant.numerator, determinant.denominator)]
        product *= fmpq_poly([*known, fmpq(-trace.numerator, trace.denominator), 1]) ** multiplicity
    return product
