"""The scalar cascade: its terms against the model, the input bound at random states, the estimate against solutions."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as some
from scipy.integrate import solve_ivp

import attnverify.stability as st


def state(seed):
    """Random unit tokens, some of them close to the first, and causal weights of one to three heads."""
    rng = np.random.default_rng(seed)
    N, d, heads = int(rng.integers(2, 8)), int(rng.integers(2, 6)), int(rng.integers(1, 4))
    Y = rng.normal(size=(N, d))
    Y[1:] = Y[0] + rng.choice([0.05, 0.5, 5.0]) * Y[1:]
    Y = st.models.onto_ellipsoid(Y)
    return Y, st.models.head_weights(Y, 2 * rng.normal(size=(heads, d, d)), causal=True)


@settings(max_examples=300, deadline=None, database=None)
@given(some.integers(0, 2**32))
def test_terms_and_input_bound_at_random_states(seed):
    Y, A = state(seed)
    gain, d = st.decrease.cascade_terms(Y, A)
    c = st.decrease.cosines(Y)
    assert np.allclose(st.models.velocity(Y, A) @ Y[0], gain * (1 - c * c) + d, atol=1e-12)
    assert np.all(st.decrease.cascade_slacks(Y, A) >= -1e-12)
    farthest = max(float(np.linalg.norm(y - Y[0])) for y in Y[:-1])
    assert st.decrease.cascade_slacks(Y, A)[-1] == pytest.approx(
        gain[-1] * st.decrease.input_size(farthest) - abs(d[-1])
    )


def solved(c, field, end):
    return solve_ivp(field, (0, end), [c], rtol=1e-10, atol=1e-12, max_step=0.05)


@pytest.mark.parametrize(("c", "delta"), [(-0.6, 0.5), (0.0, 0.3), (0.2, 0.9), (-0.95, 0.05)])
def test_the_bound_is_attained_by_the_worst_input(c, delta):
    solution = solved(c, lambda t, y: 2 * (1 - y**2) - 2 * delta, 4.0)
    for t, value in zip(solution.t, solution.y[0], strict=True):
        assert value == pytest.approx(st.decrease.iss_bound(c, delta, 2 * t), abs=1e-7)


@settings(max_examples=60, deadline=None, database=None)
@given(some.integers(0, 2**32))
def test_random_inputs_stay_above_the_bound(seed):
    rng = np.random.default_rng(seed)
    delta = rng.uniform(0, 0.9)
    c = rng.uniform(-np.sqrt(1 - delta) + 0.02, 1)
    knots = rng.uniform(-1, 1, 20)
    solution = solved(c, lambda t, y: (1 - y**2) + delta * knots[min(int(4 * t), 19)], 4.0)
    assert all(v >= st.decrease.iss_bound(c, delta, t) - 1e-6 for t, v in zip(solution.t, solution.y[0], strict=True))


def wedge_trajectory(z):
    """Samples of the model with P = 0 from y_2 = e_2 and tan(zeta/2) = z of the third token."""

    def field(_, state):
        Y = st.models.onto_ellipsoid(state.reshape(3, 2))
        return st.models.velocity(Y, st.models.head_weights(Y, np.zeros((2, 2)), causal=True)).ravel()

    start = st.decrease.wedge_tokens(1.0, z).ravel()
    states = solve_ivp(field, (0, 20), start, rtol=1e-12, atol=1e-14, max_step=0.1).y.T.reshape(-1, 3, 2)
    return st.models.onto_ellipsoid(states)


def test_the_entry_shows_where_the_cascade_argument_breaks():
    trapped, free = wedge_trajectory(0.2329902088126059), wedge_trajectory(0.3)
    assert trapped[-1, 1] @ trapped[-1, 0] > 0.999
    assert trapped[-1, 2] @ trapped[-1, 0] < -0.999
    assert st.decrease.cascade_entry(trapped)[2] is None
    entry = st.decrease.cascade_entry(free)
    assert entry[:2] == [0, 0]
    assert entry[2] is not None
    assert entry[2] > 0
    assert free[-1, 2] @ free[-1, 0] > 0.9


def test_a_vanishing_input_holds_the_state_at_the_antipode():
    def gap(t):
        return 0.1 * np.exp(-0.3 * t)

    solution = solved(-0.9, lambda t, y: 2 * (1 - y**2) + st.decrease.holding_input(gap(t), 0.3, 2.0), 3.0)
    assert np.allclose(solution.y[0], -1 + gap(solution.t), atol=1e-3)
    assert abs(st.decrease.holding_input(gap(60.0), 0.3, 2.0)) < 1e-6


@pytest.mark.parametrize(("c", "delta", "dose"), [(-0.9, 0.5, 1.0), (0.5, 1.0, 1.0), (0.5, 0.5, -1.0)])
def test_no_bound_outside_the_region(c, delta, dose):
    with pytest.raises(ValueError, match="allowed are"):
        st.decrease.iss_bound(c, delta, dose)
