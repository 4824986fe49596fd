"""Trajectories: both integrators against each other and a closed form, order, drift, and refused input."""

import numpy as np
import pytest

import stability as st


def system(seed=0, W=None, causal=False):
    rng = np.random.default_rng(seed)
    P = st.models.modulated(lambda t: 2 * np.cos(np.outer([3.0, 5.0], [1.0, 0.7, 0.2]) * t), rng.normal(size=(2, 3, 3)))
    return st.Flow(P, rng.normal(size=(2, 3, 3)), W, causal), st.onto_ellipsoid(rng.normal(size=(2, 5, 3)), W)


@pytest.mark.parametrize("W", [None, np.diag([1.0, 2.0, 0.5])])
def test_both_integrators_agree_on_the_ellipsoid(W):
    flow, Y = system(W=W)
    times = np.linspace(0, 2, 5)
    adaptive = st.adaptive_trajectory(flow, Y, times, max_step=0.1)
    fixed = st.fixed_step_trajectory(flow, Y, times, 0.01)
    assert np.array_equal(adaptive.states[0], fixed.states[0])
    assert np.allclose(adaptive.states, fixed.states, atol=1e-6)
    for found in (adaptive, fixed):
        assert np.allclose(st.models.inner(found.states, found.states, W), 1, atol=1e-14)
        assert 0 < found.drift < 1e-7


def test_fixed_steps_have_order_four():
    flow, Y = system(causal=True)
    times = np.array([0.0, 1.0])
    exact = st.adaptive_trajectory(flow, Y, times, rtol=1e-12, atol=1e-13).states[-1]
    errors = [np.max(np.abs(st.fixed_step_trajectory(flow, Y, times, h).states[-1] - exact)) for h in (0.02, 0.01)]
    assert 10 < errors[0] / errors[1] < 30


def test_a_pair_follows_its_closed_form():
    # P = 0, U = I: the cosine g of two tokens obeys g' = (1 - g^2)/sqrt(2), so artanh g grows linearly.
    Y = np.array([[1.0, 0.0], [-0.6, 0.8]])
    times = np.linspace(0, 4, 9)
    states = st.adaptive_trajectory(st.Flow(np.zeros((2, 2))), Y, times).states
    g = np.sum(states[:, 0] * states[:, 1], axis=-1)
    assert np.allclose(g, np.tanh(np.arctanh(-0.6) + times / np.sqrt(2)), atol=1e-9)


def test_kinks_in_the_times_keep_the_order():
    flow = st.Flow(lambda t: abs(t - 0.5) * 10 * np.array([[0.0, 1.0], [-1.0, 0.0]]))
    Y = np.array([[1.0, 0.0], [-0.6, 0.8]])
    times = np.array([0.0, 0.5, 1.0])
    exact = st.fixed_step_trajectory(flow, Y, times, 0.002).states[-1]
    with_kink = np.max(np.abs(st.fixed_step_trajectory(flow, Y, times, 0.1).states[-1] - exact))
    without = np.max(np.abs(st.fixed_step_trajectory(flow, Y, times[::2], 1 / 9).states[-1] - exact))
    assert with_kink < without / 10


def bad(t):
    return np.full((2, 2), np.nan) if t > 0.4 else np.eye(2)


def wrong(t):
    return np.eye(3) if t > 0.4 else np.eye(2)


GOOD = np.array([[1.0, 0.0], [0.6, 0.8]])
TIMES = np.array([0.0, 1.0])


@pytest.mark.parametrize(
    ("flow", "Y", "times", "hemisphere", "said"),
    [
        (st.Flow(bad), GOOD, TIMES, None, r"P\(0\.\d+\) contains a value that is not finite"),
        (st.Flow(wrong), GOOD, TIMES, None, r"P\(0\.\d+\) has shape \(3, 3\)"),
        (st.Flow(np.eye(2), wrong), GOOD, TIMES, None, r"U\(0\.\d+\) has shape"),
        (st.Flow(np.eye(2), W=np.diag([1.0, -1.0])), GOOD, TIMES, None, "not positive definite"),
        (st.Flow(np.eye(2), W=np.eye(3)), GOOD, TIMES, None, "W has shape"),
        (st.Flow(np.eye(3)), GOOD, TIMES, None, "P has shape"),
        (st.Flow(np.eye(2)), 2 * GOOD, TIMES, None, r"token \[0\] is not on the ellipsoid"),
        (st.Flow(np.eye(2)), np.full((2, 2), np.nan), TIMES, None, "finite numbers"),
        (st.Flow(np.eye(2)), GOOD[0], TIMES, None, "shape"),
        (st.Flow(np.eye(2)), GOOD, np.array([0.0, 0.0]), None, "increasing"),
        (st.Flow(np.eye(2)), GOOD, TIMES, np.array([-1.0, 1.0]), r"token \[0\] has v\^T y = -1"),
        (st.Flow(np.eye(2)), GOOD, TIMES, np.ones(3), "the hemisphere has shape"),
    ],
)
def test_bad_input_gives_one_clear_error_and_no_result(flow, Y, times, hemisphere, said):
    with pytest.raises(ValueError, match=said):
        st.adaptive_trajectory(flow, Y, times, hemisphere=hemisphere)
    with pytest.raises(ValueError, match=said):
        st.fixed_step_trajectory(flow, Y, times, 0.1, hemisphere=hemisphere)


def test_a_step_must_be_positive():
    with pytest.raises(ValueError, match="the step is 0"):
        st.fixed_step_trajectory(st.Flow(np.eye(2)), GOOD, TIMES, 0.0)
