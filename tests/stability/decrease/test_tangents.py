"""The cascade of tangents against finite differences, trajectories and arbitrary inputs."""

from fractions import Fraction

import numpy as np
import pytest

import attnverify.stability as st


def _system(seed, N=4, d=4, lowest=-4.0):
    rng = np.random.default_rng(seed)
    frame = np.linalg.qr(rng.normal(size=(d, d)))[0]
    U = (frame * np.array([1.0, *rng.uniform(lowest, 0.9, d - 1)])) @ frame.T
    U = (U + U.T) / 2
    Y = st.random_tokens(rng, 1, N, d)[0]
    Y *= np.sign(Y @ frame[:, 0])[:, np.newaxis]
    return rng, U, frame[:, 0], Y


def _tangents(Y, v):
    b = Y @ v
    return np.linalg.norm(Y - b[..., np.newaxis] * v, axis=-1) / b


def test_constants_are_those_of_the_spectrum():
    _, U, v, _ = _system(0)
    cascade = st.decrease.tangent_cascade(U, v)
    others = np.sort(np.linalg.eigvalsh(U))[:-1]
    assert cascade.lam == pytest.approx(1)
    assert cascade.gap == pytest.approx(1 - others[-1])
    assert cascade.rho == pytest.approx(np.max(np.abs(others)))
    assert cascade.gain == pytest.approx(cascade.rho)


def test_slack_is_the_bound_less_the_rate_of_the_tangent():
    for seed in range(20):
        rng, U, v, Y = _system(seed)
        A = st.models.head_weights(Y, 2 * rng.normal(size=(4, 4)), causal=True)
        cascade = st.decrease.tangent_cascade(U, v)
        r, b, h = _tangents(Y, v), Y @ v, 1e-7
        rate = (
            _tangents(Y + h * st.models.velocity(Y, A, U), v) - _tangents(Y - h * st.models.velocity(Y, A, U), v)
        ) / (2 * h)
        for i in range(len(Y)):
            earlier = [A[i, j] * b[j] / b[i] for j in range(i)]
            bound = -(cascade.gap * A[i, i] + cascade.lam * sum(earlier)) * r[i]
            bound += cascade.rho * sum(share * r[j] for j, share in enumerate(earlier))
            size = 1 + cascade.rho * np.max(r) ** 3
            assert cascade.slacks(Y, A)[i] / size == pytest.approx((bound - rate[i]) * r[i] / size, abs=1e-5)


def test_slacks_are_nonnegative_and_attained():
    worst = np.inf
    for seed in range(300):
        rng, U, v, Y = _system(seed)
        Y = st.models.onto_ellipsoid(Y + v / 10)
        cascade = st.decrease.tangent_cascade(U, v)
        slack = cascade.slacks(Y, st.models.head_weights(Y, 3 * rng.normal(size=(4, 4)), causal=True))
        worst = min(worst, np.min(slack / (1 + cascade.rho * np.max(_tangents(Y, v)) ** 3)))
    assert worst >= -1e-12
    U, v = np.diag([1.0, 0.5, -3.0]), np.array([1.0, 0.0, 0.0])
    cascade = st.decrease.tangent_cascade(U, v)
    Y, alone = np.array([[0.6, 0.8, 0.0]]), np.array([[1 / np.sqrt(3)]])
    assert cascade.slacks(Y, alone)[0] == pytest.approx(0, abs=1e-14)
    assert st.decrease.TangentCascade(U, v, 1.0, 0.6, 3.0).slacks(Y, alone)[0] < 0


def test_bounds_hold_along_trajectories_with_time_varying_logits():
    for seed in range(5):
        rng, U, v, Y = _system(seed, N=3, d=3)
        Y = st.models.onto_ellipsoid(Y + v)
        P = 3 * rng.normal(size=(3, 3))
        flow = st.Flow(P=lambda t, P=P: np.sin(3 * t) * P, U=U, causal=True)
        states = st.trajectory(flow, Y, np.linspace(0.0, 6.0, 13), 0.1).states
        assert np.min(st.decrease.tangent_cascade(U, v).bound_slacks(states)) >= -1e-6


def test_gain_from_arbitrary_inputs():
    # Token 2 alone follows the model; token 1 is any moving point with tangent at most m.
    rng = np.random.default_rng(5)
    U, v, m = np.diag([1.0, 0.3, -2.0]), np.array([1.0, 0.0, 0.0]), 0.7
    cascade = st.decrease.tangent_cascade(U, v)
    y, h, largest = np.array([0.1, 0.3, np.sqrt(0.9)]), 0.01, 0.0
    for k in range(8000):
        turn, own = rng.uniform(0, 2 * np.pi), rng.uniform(0.05, 1)
        p = m * np.array([0.0, np.cos(turn), np.sin(turn)])
        first = (v + p) / np.sqrt(1 + m**2)
        A = np.array([[1.0, 0.0], [1 - own, own]]) / np.sqrt(3)
        y = st.models.onto_ellipsoid(y + h * st.models.velocity(np.stack([first, y]), A, U)[1])
        assert y @ v > 0
        if k > 4000:
            largest = max(largest, _tangents(y, v))
    assert 0 < largest <= cascade.gain * m


def test_deviations_are_exact_for_rationals():
    Y = st.as_array([[Fraction(3, 5), Fraction(4, 5)]])
    v = st.as_array([Fraction(1), Fraction(0)])
    assert np.array_equal(st.decrease.deviations(Y, v), st.as_array([[Fraction(0), Fraction(4, 3)]]))
    with pytest.raises(ValueError, match="not positive"):
        st.decrease.deviations(-Y, v)


def test_bad_input_is_named():
    v = np.array([1.0, 0.0])
    with pytest.raises(ValueError, match="not symmetric"):
        st.decrease.tangent_cascade(np.array([[1.0, 1.0], [0.0, 0.0]]), v)
    with pytest.raises(ValueError, match="no unit eigenvector"):
        st.decrease.tangent_cascade(np.array([[1.0, 1.0], [1.0, 0.0]]), v)
    with pytest.raises(ValueError, match="allowed are"):
        st.decrease.tangent_cascade(np.eye(3), v)
    with pytest.raises(ValueError, match="positive ones"):
        _ = st.decrease.tangent_cascade(np.diag([-1.0, -2.0]), v).gain
    with pytest.raises(ValueError, match="no leading eigenvector"):
        st.decrease.tangent_cascade(np.diag([1.0, 2.0]), v).bounds(np.array([1.0]))
