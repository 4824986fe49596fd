"""V = max (1 - v.y_i), its rates and its Dini derivative against difference quotients and exact ties."""

from fractions import Fraction as F

import numpy as np
import pytest

import attnverify.stability as st


def random_state(rng, d=4, N=6, heads=2):
    A = rng.normal(size=(d, d))
    W, v = A @ A.T + 0.2 * np.eye(d), rng.normal(size=d)
    Y = st.models.onto_ellipsoid(rng.normal(size=(N, d)), W)
    Y *= np.sign(Y @ v)[:, np.newaxis]
    return st.Flow(rng.normal(size=(heads, d, d)), None, W), Y, v


def test_rates_are_the_derivatives_of_the_heights():
    rng = np.random.default_rng(0)
    for _ in range(20):
        flow, Y, v = random_state(rng)
        rates = st.decrease.height_rates(Y, flow.weights(0.0, Y), v, flow.W)
        assert np.allclose(rates, flow.velocity(0.0, Y) @ v, atol=1e-12)


def test_dini_derivative_is_the_limit_of_quotients_and_obeys_the_bound():
    rng = np.random.default_rng(1)
    for _ in range(20):
        flow, Y, v = random_state(rng)
        A = flow.weights(0.0, Y)
        slope, step = st.dini_derivative(Y, A, v, flow.W), 1e-7
        later = st.models.onto_ellipsoid(Y + step * flow.velocity(0.0, Y), flow.W)
        assert (st.decrease.max_lyapunov(later, v) - st.decrease.max_lyapunov(Y, v)) / step == pytest.approx(
            slope, abs=1e-5
        )
        assert -slope >= st.decrease.decrease_bound(Y, A, v, flow.W) - 1e-12


def test_values_other_than_the_identity_count():
    """With U the slope is another one, and it is that of the flow with this U."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        plain, Y, v = random_state(rng)
        flow = st.Flow(plain.P, rng.normal(size=plain.P.shape), plain.W)
        slope, step = st.dini_derivative(Y, flow, v), 1e-7
        later = st.models.onto_ellipsoid(Y + step * flow.velocity(0.0, Y), flow.W)
        assert (st.decrease.max_lyapunov(later, v) - st.decrease.max_lyapunov(Y, v)) / step == pytest.approx(
            slope, abs=1e-5
        )
        A = flow.weights(0.0, Y)
        assert slope == st.dini_derivative(Y, A, v, flow.W, U=flow.U)
        assert abs(slope - st.dini_derivative(Y, A, v, flow.W)) > 1e-9
        assert st.dini_derivative(Y, plain, v) == pytest.approx(st.dini_derivative(Y, A, v, flow.W), abs=1e-12)


def test_the_matrices_of_a_flow_are_not_given_twice():
    Y = np.eye(2)
    with pytest.raises(ValueError, match="beside a flow"):
        st.dini_derivative(Y, st.Flow(np.eye(2)), np.ones(2), U=np.eye(2))


def test_an_exact_tie_takes_the_largest_slope():
    # Tokens 0 and 1 share the least height 3/5; token 1 puts no weight on token 2 and is slower.
    Y = st.as_array([[F(3, 5), F(4, 5)], [F(3, 5), F(-4, 5)], [F(1), F(0)]])
    v = st.as_array([F(1), F(0)])
    A = st.as_array([[F(1, 3)] * 3, [F(0), F(1), F(0)], [F(1, 3)] * 3])
    assert st.decrease.active_set(Y, v).tolist() == [True, True, False]
    rates = st.decrease.height_rates(Y, A, v)
    assert rates[0] > 0
    assert rates[1] == 0
    assert st.dini_derivative(Y, A, v) == 0
    # Token 1 has the spread 0: only the heights bound the decrease where it is active.
    assert st.decrease.decrease_bound(Y, A, v) == 0
    # 3/5 is above its nearest float: a float tolerance would leave no token active.
    assert F(3, 5) > 0.6


def test_the_bound_needs_the_hemisphere():
    with pytest.raises(ValueError, match="not positive"):
        st.decrease.decrease_bound(np.array([[0.0, 1.0], [1.0, 0.0]]), np.full((2, 2), 0.5), np.array([1.0, 0.0]))
