import numpy as np
import pytest

import attnverify.stability as st


def hemisphere(rng):
    Y = st.models.normalise(rng.standard_normal((4, 3)))
    return Y * np.sign(Y[:, :1])


def heights(Y):
    return 1 - Y[:, 0]


def test_the_lowest_height_never_falls_with_the_identity():
    """Theorem 3.2: V = max (1 - v.y_i) does not increase in the hemisphere."""
    flow = st.Flow(np.random.default_rng(0).standard_normal((3, 3)))
    found = st.lyapunov(heights, lambda Y: flow.velocity(0.0, Y), hemisphere, states=300)
    assert found.counterexample is None
    assert found.tried == 300
    assert found.worst <= 1e-6
    assert "no counterexample among 300 states" in str(found)


def test_with_other_values_it_does_and_the_trajectory_shows_it():
    U = np.diag([-1.0, 1.0, 0.5])
    flow = st.Flow(np.eye(3), U)
    found = st.lyapunov(heights, lambda Y: flow.velocity(0.0, Y), hemisphere, states=100)
    shown = found.counterexample
    assert shown is not None
    exact = st.dini_derivative(shown.state, flow, np.eye(3)[0])
    assert shown.derivative == found.worst == pytest.approx(exact, abs=1e-6)
    assert np.all(np.diff(shown.values) > 0)
    assert shown.values == pytest.approx(np.max(1 - shown.states[..., 0], axis=1))
    # The trajectory is one of the field: compare with an integrator of its own.
    again = st.trajectory(flow, shown.state, np.array([0.0, shown.times[-1]]), 1e-3)
    assert np.allclose(again.states[-1], shown.states[-1], atol=1e-7)
    assert "V rises" in str(found)


def test_ties_take_the_largest_slope():
    """V = |y| = max(y, -y) of y' = 1 at 0: the right derivative is 1."""
    found = st.lyapunov([lambda y: y[0], lambda y: -y[0]], lambda y: np.ones(1), lambda rng: np.zeros(1), states=1)
    assert found.worst == pytest.approx(1)
    assert found.counterexample.active == (0, 1)


def test_climbing_finds_what_draws_miss():
    """V = y^2 along y' = y (|y| - 1): it rises beyond 1 only, and all draws are within 1/2."""

    def run(within):
        field, draw = lambda y: y * (np.abs(y) - 1), lambda rng: rng.uniform(-0.5, 0.5, 1)
        return st.lyapunov(lambda y: y**2, field, draw, within=within, states=50)

    assert run(None).counterexample is None
    assert run(lambda y: abs(y[0]) < 0.9).counterexample is None
    found = run(lambda y: abs(y[0]) < 1.5)
    assert 1 < abs(found.counterexample.state[0]) < 1.5


@pytest.mark.parametrize("scale", [1.0, 1e3, 1e8])
def test_what_rounding_makes_rise_is_no_counterexample(scale):
    """y^T S y stays what it is along y' = S^-1 K y with K skew."""
    rng = np.random.default_rng(1)
    R = np.linalg.qr(rng.standard_normal((5, 5)))[0]
    S, K = (R * np.arange(1.0, 6.0)) @ R.T, rng.standard_normal((5, 5))
    A = np.linalg.solve(S, K - K.T)
    for growth in (0.0, 0.01):
        B = A + growth * np.eye(5)
        draw = lambda rng: scale * rng.standard_normal(5)  # noqa: E731
        found = st.lyapunov(lambda y: [y @ S @ y], lambda y, B=B: B @ y, draw, states=100)
        assert (found.counterexample is not None) == (growth > 0)
