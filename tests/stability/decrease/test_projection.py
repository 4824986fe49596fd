"""The central projection against the flow: finite differences, number types, and the guaranteed rate."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st


def state(seed, N=4, d=3, heads=2):
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(d, d))
    W = root @ root.T + 0.2 * np.eye(d)
    v, P = rng.normal(size=d), rng.normal(size=(heads, d, d))
    Y = st.models.onto_ellipsoid(rng.normal(size=(N, d)), W)
    return Y * np.sign(Y @ v)[:, np.newaxis], v, W, P


@pytest.mark.parametrize("seed", range(6))
def test_the_projected_velocity_is_the_derivative_of_the_projection(seed):
    Y, v, W, P = state(seed)
    A, step = st.models.head_weights(Y, P), 1e-6
    rates = st.models.velocity(Y, A, None, W)
    after, before = (st.decrease.central_projection(Y + sign * step * rates, v) for sign in (1, -1))
    assert np.allclose((after - before) / (2 * step), st.decrease.projected_velocity(Y, A, v), rtol=1e-6, atol=1e-7)
    assert np.allclose(st.decrease.central_projection(Y, v) @ v, 1)


def test_the_same_function_over_fractions_and_symbols():
    Y = np.array([[Fraction(3, 5), Fraction(4, 5)], [Fraction(4, 5), Fraction(-3, 5)]], dtype=object)
    v, A = np.array([Fraction(1), Fraction(0)], dtype=object), st.models.uniform_weights(2)
    exact = st.decrease.projected_velocity(Y, A, v)
    symbolic = st.decrease.projected_velocity(
        np.array([[sp.Rational(str(x)) for x in row] for row in Y]), A, np.array([sp.Integer(1), sp.Integer(0)])
    )
    floats = st.decrease.projected_velocity(Y.astype(float), A.astype(float), v.astype(float))
    assert np.allclose(exact.astype(float), floats)
    assert all(sp.Rational(str(a)) == b for a, b in zip(exact.flat, symbolic.flat, strict=True))
    assert exact[0, 1] == Fraction(1, 2) * Fraction(4, 3) * (Fraction(-3, 4) - Fraction(4, 3))


@pytest.mark.parametrize("seed", range(4))
def test_the_spread_decays_at_least_at_the_guaranteed_rate(seed):
    Y, v, W, P = state(seed)
    root = np.linalg.inv(np.linalg.cholesky(W))
    bounds = np.array([np.linalg.norm(root @ p @ root.T, 2) for p in P])
    times = np.linspace(0, 3, 7)
    states = st.trajectory(st.Flow(P, W=W), Y, times, 0.02).states
    f = np.random.default_rng(seed).normal(size=3)
    spreads = st.decrease.spread(st.decrease.central_projection(states, v), f)
    assert np.all(spreads <= spreads[0] * np.exp(-st.decrease.projected_rate(Y, v, bounds, W) * times) * (1 + 1e-9))
    assert np.all(np.abs(states @ v) <= st.decrease.greatest_height(v, W) * (1 + 1e-9))


def test_outside_the_hemisphere():
    Y = np.array([[1.0, 0.0], [-0.6, 0.8]])
    with pytest.raises(ValueError, match="hemisphere"):
        st.decrease.central_projection(Y, np.array([1.0, 0.0]))
    with pytest.raises(ValueError, match="the least height is"):
        st.decrease.projected_rate(Y, np.array([1.0, 0.0]), np.array([1.0]))
