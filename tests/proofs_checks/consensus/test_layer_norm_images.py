"""The images of layer normalisation against samples, and what refutes a statement about them."""

import numpy as np
import pytest

import attnverify.stability as st


@pytest.mark.parametrize("n", [1, 2, 5])
def test_outputs_are_on_the_small_sphere_and_fill_it(n):
    rng = np.random.default_rng(n)
    g0, beta = -1.5, rng.normal(size=n + 1)
    outputs = st.layers.layer_norm(rng.normal(size=(200, n + 1)), np.full(n + 1, g0), beta) - beta
    assert np.allclose(np.sum(outputs, axis=-1), 0)
    assert np.allclose(np.sum(outputs**2, axis=-1), (n + 1) * g0**2)
    directions = st.normalise(st.layers.centred(rng.normal(size=(50, n + 1))))
    points = beta + np.sqrt(n + 1) * abs(g0) * directions
    assert np.allclose(st.layers.layer_norm(np.sign(g0) * (points - beta), np.full(n + 1, g0), beta), points)


def test_two_zero_scales_give_a_filled_ellipsoid():
    rng = np.random.default_rng(0)
    outputs = st.layers.layer_norm(rng.normal(size=(4000, 4)), np.array([0.0, 0.0, 1.0, 2.0]), np.zeros(4))
    c = outputs[:, 2:] / np.array([1.0, 2.0])
    level = np.sum(c**2, axis=-1) + np.sum(c, axis=-1) ** 2 / 2
    assert np.all(level <= 4 + 1e-9)
    assert np.min(level) < 0.2
    assert np.max(level) > 3.9


@pytest.mark.parametrize("shift", [0.0, 2.5])
def test_layer_norm_steps_are_steps_of_the_map_in_one_dimension_less(shift):
    """N(y_i + tau sum_j alpha_ij y_j) = beta + rho pi(u_i + tau sum_j alpha_ij u_j) with the weights of the y_i."""
    rng = np.random.default_rng(7)
    d, g0, tau = 5, 0.7, 0.3
    gamma, beta, rho = np.full(d, g0), np.full(d, shift), np.sqrt(d) * g0
    Y = st.layers.layer_norm(rng.normal(size=(4, d)), gamma, beta)
    A = st.head_weights(Y, rng.normal(size=(2, d, d)))
    moved = st.layers.layer_norm(Y + tau * st.models.drive(Y, A), gamma, beta)
    assert np.allclose(moved, beta + rho * st.models.flow_step((Y - beta) / rho, A, tau), atol=1e-12)
    turned = st.layers.layer_norm(Y, -gamma, beta)
    assert not np.allclose(turned, Y)
