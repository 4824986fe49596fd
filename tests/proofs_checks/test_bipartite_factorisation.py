"""S_j and R_j, with fractions, against the eigenvalues of B_j that they are said to control."""

from fractions import Fraction
from itertools import product

import pytest

import stability as st
from proofs_checks.power_method.attention.bipartite_factorisation import flip_matrix, stiffness


def _positive_definite(matrix):
    (a, b), (_, c) = matrix
    return a > 0 and a * c - b * b > 0


_DRAWS = product(
    (1, 3),
    (Fraction(1, 3), Fraction(2), Fraction(5, 2)),
    (Fraction(-5), Fraction(-1, 2), Fraction(0), Fraction(3, 4)),
    (Fraction(-2), Fraction(1)),
    (Fraction(1, 8), Fraction(9, 10)),
)
EQUILIBRIA = [
    (p, g, lambda_j, lambda_k, alpha)
    for p, g, lambda_j, lambda_k, alpha in _DRAWS
    if min(st.states.GroupWeights(p, 2, g**2).factors(lambda_k, alpha)) > 0
]


@pytest.mark.parametrize(("p", "g", "lambda_j", "lambda_k", "alpha"), EQUILIBRIA)
def test_signs_of_one_minus_and_one_plus_the_eigenvalues(p, g, lambda_j, lambda_k, alpha):
    trace, determinant = st.states.GroupWeights(p, 2, g**2).trace_determinant(lambda_j, lambda_k, alpha)
    below_one = 1 - trace + determinant > 0 and 2 - trace > 0  # both roots are real
    above_minus_one = 1 + trace + determinant > 0 and 2 + trace > 0
    assert _positive_definite(stiffness(p, 2, g, lambda_j, lambda_k)) == below_one
    assert _positive_definite(flip_matrix(p, 2, g, lambda_j, lambda_k, alpha)) == above_minus_one
