"""Angles are tokens on the circle; at beta = 0 they are the Kuramoto model."""

import numpy as np
import pytest
import sympy as sp
from flint import arb

import attnverify.stability as st

BOTH = pytest.mark.parametrize("weights", ["softmax", "exponential"])
THETA = np.array([0.3, 1.1, -2.0, 2.9])


@BOTH
def test_the_number_types_agree(weights):
    symbols = np.array([sp.pi / 3, sp.Integer(0), -sp.pi / 4], dtype=object)
    wanted = st.models.circle_velocity(np.array([np.pi / 3, 0, -np.pi / 4]), 0.5, weights)
    exact = st.models.circle_velocity(symbols, sp.Rational(1, 2), weights)
    assert np.allclose([float(entry) for entry in exact], wanted, atol=1e-14)
    balls = np.array([arb.pi() / 3, arb(0), -arb.pi() / 4], dtype=object)
    enclosed = st.models.circle_velocity(balls, arb(0.5), weights)
    assert np.allclose([float(ball.mid()) for ball in enclosed], wanted, atol=1e-14)


@BOTH
def test_kuramoto_is_the_limit(weights):
    assert np.allclose(st.models.circle_velocity(THETA, 0.0, weights), st.models.kuramoto_velocity(THETA), atol=1e-15)
    assert np.max(np.abs(st.models.circle_velocity(THETA, 1e-6, weights) - st.models.kuramoto_velocity(THETA))) < 1e-5
    turning = st.models.kuramoto_velocity(THETA, coupling=2, omega=np.ones(4))
    assert np.allclose(turning, 1 + 2 * st.models.kuramoto_velocity(THETA), atol=1e-15)


def test_the_jacobian_is_symmetric_for_one_of_the_flows():
    """So USA is a gradient flow of the round metric; SA with three tokens is not, with two it is up to a factor."""

    def asymmetry(theta, weights):
        found = st.linearise(
            lambda Z: st.models.circle_velocity(Z[:, 0], 1.0, weights)[:, np.newaxis],
            theta[:, np.newaxis],
            manifold="torus",
            time="continuous",
        )
        return np.max(np.abs(found.jacobian - found.jacobian.T))

    assert asymmetry(THETA[:3], "exponential") < 1e-12
    assert asymmetry(THETA[:3], "softmax") > 1e-2
    assert asymmetry(THETA[:2], "softmax") < 1e-12


def test_stable_and_unstable_states():
    def stability(theta, beta):
        found = st.linearise(
            lambda Z: st.models.circle_velocity(Z[:, 0], beta)[:, np.newaxis],
            np.array(theta)[:, np.newaxis],
            manifold="torus",
            time="continuous",
        )
        return sum(value.real > 1e-8 for value, _ in found.eigenvalues)

    third = 2 * np.pi / 3
    assert stability([0.0, 0.0, 0.0], 1.0) == 0
    assert stability([0.0, 0.0, np.pi], 1.0) == 1
    assert stability([0.0, 0.0, np.pi], -0.4) == 2
    assert stability([0.0, third, 2 * third], 1.0) == 2
    assert stability([0.0, third, 2 * third], -0.7) == 0


@pytest.mark.parametrize(("call", "said"), [
    (lambda: st.models.circle_velocity(np.zeros(0), 1.0), r"angles have shape \(0,\)"),
    (lambda: st.models.circle_velocity(np.array([np.nan]), 1.0), "not finite"),
    (lambda: st.models.circle_velocity(np.zeros(2), 1.0, "uniform"), "weights is 'uniform'"),
    (lambda: st.models.circle_velocity(np.zeros(2), np.nan), "beta is nan; a finite number is needed"),
])  # fmt: skip
def test_bad_input(call, said):
    with pytest.raises(ValueError, match=said):
        call()


@BOTH
def test_one_angle_rests(weights):
    assert st.models.circle_velocity(np.array([0.3]), -2.0, weights).tolist() == [0.0]
