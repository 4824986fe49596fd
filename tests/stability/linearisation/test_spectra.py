"""Closed spectra against the exact Jacobian of the map: random rational systems, N up to 12, d up to 8."""

from fractions import Fraction as F

import numpy as np
import pytest

import attnverify.stability as st
from tests.exact_instances import symmetric_instance
from tests.stability.exact_polynomials import characteristic_polynomial, polynomial_from_modes


def as_polynomial(modes):
    return polynomial_from_modes([(mode.trace, mode.determinant, mode.multiplicity) for mode in modes])


@pytest.mark.parametrize("seed", range(6))
def test_consensus_spectrum_of_oja_and_attention(seed):
    rng = np.random.default_rng(seed)
    d, N = int(rng.integers(2, 9)), int(rng.integers(1, 13))
    system, k, alpha = symmetric_instance(rng, d), int(rng.integers(0, d)), F(1, int(rng.integers(5, 30)))
    X = st.consensus(system.V, system.basis[k], N).expand()
    others = [value for j, value in enumerate(system.eigenvalues) if j != k]
    expected = as_polynomial(st.linearisation.consensus_modes(system.eigenvalues[k], others, N, alpha))
    assert (
        characteristic_polynomial(
            st.linearisation.tangent_jacobian(st.linearisation.oja_derivative(X, system.V, alpha), X)
        )
        == expected
    )
    P = st.as_array(rng.integers(-3, 4, size=(d, d)))
    attention = st.linearisation.attention_derivative(X, st.models.uniform_weights(N), P, system.V, alpha)
    assert characteristic_polynomial(st.linearisation.tangent_jacobian(attention, X)) == expected


@pytest.mark.parametrize("seed", range(6))
def test_bipartite_spectrum_of_attention(seed):
    rng = np.random.default_rng([7, seed])
    d, N = int(rng.integers(2, 9)), int(rng.integers(2, 13))
    p = int(rng.integers(1, N))
    system, k, alpha = symmetric_instance(rng, d), int(rng.integers(0, d)), F(1, int(rng.integers(5, 30)))
    weights = st.states.GroupWeights(p, N - p, F(int(rng.integers(1, 9)), int(rng.integers(1, 9))))
    assert all(factor > 0 for factor in weights.factors(system.eigenvalues[k], alpha))
    X = st.bipartite(system.V, system.basis[k], p, N - p).expand()
    A = np.repeat(np.repeat(weights.matrix / np.array([p, N - p]), [p, N - p], axis=0), [p, N - p], axis=1)
    assert all(sum(row) == 1 for row in A)
    P = st.as_array(rng.integers(-3, 4, size=(d, d)))
    J = st.linearisation.tangent_jacobian(st.linearisation.attention_derivative(X, A, P, system.V, alpha), X)
    others = [value for j, value in enumerate(system.eigenvalues) if j != k]
    modes = st.linearisation.bipartite_modes(system.eigenvalues[k], others, weights, alpha)
    assert sum(mode.multiplicity * (1 if mode.determinant is None else 2) for mode in modes) == N * (d - 1)
    assert characteristic_polynomial(J) == as_polynomial(modes)
