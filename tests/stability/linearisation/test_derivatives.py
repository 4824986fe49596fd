from fractions import Fraction as F

import numpy as np
import pytest

import attnverify.stability as st


@pytest.mark.parametrize("causal", [False, True])
def test_the_derivative_of_the_attention_map_agrees_with_finite_differences(causal):
    rng = np.random.default_rng(3)
    X, P, V = st.normalise(rng.normal(size=(5, 4))), rng.normal(size=(2, 4, 4)), rng.normal(size=(2, 4, 4))
    D, h = rng.normal(size=X.shape), 1e-5
    df = st.linearisation.attention_derivative(X, st.attention_weights(X, P, causal=causal), P, V, 0.3)(D)
    ahead = st.attention_map(X + h * D, P, V, 0.3, causal=causal)
    behind = st.attention_map(X - h * D, P, V, 0.3, causal=causal)
    assert np.abs((ahead - behind) / (2 * h) - df).max() < 1e-8


def test_the_derivative_of_the_oja_map_is_that_of_attention_with_zero_logits():
    rng = np.random.default_rng(4)
    X, V, D = st.normalise(rng.normal(size=(5, 3))), rng.normal(size=(3, 3)), rng.normal(size=(5, 3))
    P, A = np.zeros((3, 3)), np.full((5, 5), 0.2)
    assert np.allclose(
        st.linearisation.oja_derivative(X, V, 0.3)(D),
        st.linearisation.attention_derivative(X, A, P, V, 0.3)(D),
        atol=1e-14,
    )


def test_images_of_tangent_vectors_are_tangent_and_radial_ones_at_a_consensus_vanish():
    V = st.as_array([[2, 0, 0], [0, 1, 0], [0, 0, -1]])
    X = st.consensus(V, [1, 0, 0], 3).expand()
    J = st.linearisation.ambient_jacobian(st.linearisation.oja_derivative(X, V, F(1, 3)), X)
    assert J.shape == (9, 9)
    assert all(value == 0 for value in J[::3].flat)
    assert all(value == 0 for value in J[:, ::3].flat)


@pytest.mark.parametrize("x", [[F(1), F(0), F(0)], [F(-1), F(0), F(0)], [F(2, 3), F(-1, 3), F(2, 3)]])
def test_tangent_bases_are_rational_and_orthonormal(x):
    x = st.as_array(x)
    B = st.linearisation.tangent_basis(x)
    assert np.array_equal(B @ B.T, st.as_array(np.eye(2, dtype=int)))
    assert list(B @ x) == [0, 0]


def test_a_single_token_in_the_plane_has_the_known_multiplier():
    V = st.as_array([[2, 0], [0, -1]])
    X = st.as_array([[1, 0]])
    J = st.linearisation.tangent_jacobian(st.linearisation.oja_derivative(X, V, F(1, 2)), X)
    assert J.shape == (1, 1)
    assert J[0, 0] == F(1, 4)
