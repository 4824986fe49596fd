"""Coordinates of the span against the full state."""

import numpy as np
import pytest

import attnverify.stability as st


def system(d=12, N=5, heads=2, batch=13, W=None, scale=1.0):
    rng = np.random.default_rng(0)
    w, phi = rng.uniform(0, 1, (heads, d)), rng.uniform(0, 6, (heads, d))
    P = scale * rng.normal(size=(heads, d, d))
    flow = st.Flow(st.models.modulated(lambda t: np.sin(w * t + phi), P), None, W, True)
    return flow, st.models.onto_ellipsoid(rng.normal(size=(batch, N, d)), W)


def metric(d):
    A = np.random.default_rng(1).normal(size=(d, d))
    return A @ A.T + 0.2 * np.eye(d)


@pytest.mark.parametrize("d", [3, 12])
def test_coordinates_reproduce_tokens_and_products(d):
    W = metric(d)
    _, Y = system(d=d, W=W)
    C, Q = st.motion.span_coordinates(Y, W)
    assert np.allclose(C @ np.swapaxes(Q, -1, -2), Y, atol=1e-12)
    assert np.allclose(np.swapaxes(Q, -1, -2) @ W @ Q, np.eye(min(d, 5)), atol=1e-10)
    assert np.allclose(C, np.tril(C))
    assert np.all(np.diagonal(C, axis1=-2, axis2=-1) >= 0)
    assert np.allclose(st.models.gram(C), st.models.gram(Y, W), atol=1e-12)


@pytest.mark.parametrize("scale", [1.0, 60.0], ids=["small logits", "logits that need the shift"])
@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("W", [None, metric(12)], ids=["sphere", "ellipsoid"])
def test_the_span_carries_the_whole_trajectory(W, causal, scale):
    flow, Y = system(W=W, scale=scale)
    flow = st.Flow(flow.P, None, W, causal)
    times = np.linspace(0, 2, 3)
    full = st.trajectory(flow, Y, times, 0.02).states
    Q = np.swapaxes(st.motion.span_coordinates(Y, W)[1], -1, -2)
    for P in (flow.P, lambda t: flow.P(t)):
        found = st.motion.span_trajectory(st.Flow(P, None, W, causal), Y, times, 0.02)
        assert np.allclose(found.values @ Q, full, atol=1e-6 if scale == 1.0 else 1e-3)
        assert found.drift < 1e-6


def test_observations_replace_the_coordinates():
    flow, Y = system()
    times = np.linspace(0, 3, 4)
    found = st.motion.span_trajectory(flow, Y, times, 0.1, observe=st.misalignment)
    assert found.values.shape == (4, 13)
    assert np.allclose(found.values, st.misalignment(st.trajectory(flow, Y, times, 0.1).states), atol=1e-6)


def test_bad_input():
    flow, Y = system()
    times = np.array([0.0, 1.0])
    with pytest.raises(ValueError, match="U is given"):
        st.motion.span_trajectory(st.Flow(flow.P, np.eye(12)), Y, times, 0.1)
    with pytest.raises(ValueError, match=r"allowed is \(B, N, d\)"):
        st.motion.span_trajectory(flow, Y[0], times, 0.1)
    nan = st.models.modulated(lambda t: np.full((2, 12), np.nan if t > 0.5 else 1.0), flow.P.P)
    with pytest.raises(ValueError, match=r"D\(0\.\d+\) has shape"):
        st.motion.span_trajectory(st.Flow(nan, causal=True), Y, times, 0.1)


def test_the_error_falls_with_the_fourth_power_of_the_step():
    """P(t) is replaced by a linear function on every step, which costs no order."""
    flow, Y = system(batch=2, scale=0.5)
    times = np.array([0.0, 4.0])
    exact, *others = (
        st.motion.span_trajectory(flow, Y, times, step).values[-1] for step in (1 / 64, 1 / 2, 1 / 4, 1 / 8)
    )
    errors = [np.max(np.abs(values - exact)) for values in others]
    assert errors[0] > 11 * errors[1] > 11 * 11 * errors[2]
