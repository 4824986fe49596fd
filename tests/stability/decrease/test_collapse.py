"""Tracking of a moving eigenvector, and the central projection."""

import numpy as np
import pytest

import attnverify.stability as st


def test_critical_speed_and_roots():
    critical = st.decrease.critical_speed(1.0, 2)
    assert critical == pytest.approx(1 / (2 * np.sqrt(2)))
    inner, outer = st.decrease.tracking_tangents(0.3 * critical, 1.0, 2)
    assert inner * outer == pytest.approx(1)
    assert np.sin(2 * np.arctan(inner)) == pytest.approx(0.3)


# The central projection against the flow: finite differences, number types, and the guaranteed rate.
def state(seed, N=4, d=3, heads=2):
    rng = np.random.default_rng(seed)
    root = rng.normal(size=(d, d))
    W = root @ root.T + 0.2 * np.eye(d)
    v, P = rng.normal(size=d), rng.normal(size=(heads, d, d))
    Y = st.models.onto_ellipsoid(rng.normal(size=(N, d)), W)
    return Y * np.sign(Y @ v)[:, np.newaxis], v, W, P


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
