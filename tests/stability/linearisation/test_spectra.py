"""Causal spectra against the full tangent Jacobian; closed spectra are those of proofs_checks.derivations."""

from fractions import Fraction

import numpy as np
import pytest

import attnverify.stability as st
from tests.stability.exact_polynomials import characteristic_polynomial, polynomial_from_modes


def _pattern(signs, E):
    """Tokens +-e_1 in R^3, exact weights for P = log(E)/2 e_1 e_1^T, and V diagonal."""
    X = np.array([[Fraction(s), Fraction(0), Fraction(0)] for s in signs], dtype=object)
    odds = np.array([[Fraction(E) if a == b else Fraction(1) for b in signs] for a in signs], dtype=object)
    return X, st.models.normalise_rows(odds, causal=True)


@pytest.mark.parametrize("signs", [(1, 1, 1), (1, -1), (1, 1, -1, 1), (-1, 1, -1, -1, 1)])
def test_modes_are_the_tangent_spectrum(signs):
    alpha, eigenvalues, E = Fraction(1, 5), [Fraction(1), Fraction(1, 3), Fraction(-2)], Fraction(9)
    X, A = _pattern(signs, E)
    V, P = np.diag(eigenvalues), np.array([[1, 2, 3], [4, 5, 6], [7, 8, 9]], dtype=object)
    derivative = st.linearisation.attention_derivative(X, A, P, V, alpha)
    found = characteristic_polynomial(st.linearisation.tangent_jacobian(derivative, X))
    tokens = st.linearisation.sign_pattern(signs, E)
    modes = [(token.eigenvalue(other, 1, alpha), None, 1) for token in tokens for other in eigenvalues[1:]]
    assert found == polynomial_from_modes(modes)


def test_threshold_is_where_the_eigenvalue_passes_one():
    token = st.linearisation.sign_pattern([1, -1, -1], Fraction(4))[2]
    ratio = token.threshold()
    assert ratio == Fraction(7, 4)
    assert token.eigenvalue(ratio, 1, Fraction(1, 2)) == 1
    assert token.eigenvalue(ratio - Fraction(1, 10), 1, Fraction(1, 2)) < 1
