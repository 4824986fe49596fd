"""Helpers of the setting against floats: constants of the approximation, the printed tangent map, shapes."""

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st
from attnverify.proofs_checks.consensus import symbols
from attnverify.proofs_checks.consensus.setting import approximation


@pytest.mark.parametrize("seed", range(5))
def test_the_constants_bound_drive_and_field(seed):
    """F and L of a random system, against drives and difference quotients at random pairs of states."""
    flow, Y, F, L = approximation.random_system(seed)
    rng = np.random.default_rng(seed)
    for size in (1e-3, 0.3, 3.0):
        Z = st.onto_ellipsoid(Y + size * rng.normal(size=Y.shape), flow.W)
        drives = st.models.drive(Y, flow.weights(0.0, Y), flow.U)
        assert np.sqrt(np.max(st.models.inner(drives, drives, flow.W))) <= F * (1 + 1e-12)
        change, moved = flow.velocity(0.0, Y) - flow.velocity(0.0, Z), Y - Z
        quotient = np.sqrt(
            np.max(st.models.inner(change, change, flow.W)) / np.max(st.models.inner(moved, moved, flow.W))
        )
        assert quotient <= L * (1 + 1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_one_step_stays_within_the_sharp_remainder(seed):
    """tau^2 F^2/(sqrt(3)(1 - tau F)^2) for one token with |f| = F, both signs of tau; nearly attained."""
    rng = np.random.default_rng(seed)
    worst = 0.0
    for _ in range(2000):
        y, f = st.normalise(rng.normal(size=(2, 3)))
        tau = rng.choice([-1, 1]) * rng.uniform(1e-3, 0.5)
        gap = st.normalise((y + tau * f)[np.newaxis])[0] - y - tau * st.models.tangent(y, f)
        worst = max(worst, np.linalg.norm(gap) / (tau**2 / (np.sqrt(3) * (1 - abs(tau)) ** 2)))
    assert 0.8 < worst <= 1


def test_errors_halve_as_the_orders_say():
    flow, Y, F, _ = approximation.random_system(3)
    local = [approximation.local_error(flow, Y, tau / F) for tau in (0.02, 0.01)]
    overall = [approximation.global_error(flow, Y, 1 / F, steps) for steps in (50, 100)]
    assert local[0] / local[1] == pytest.approx(4, rel=0.05)
    assert overall[0] / overall[1] == pytest.approx(2, rel=0.05)


def test_metrics_are_symmetric_with_the_stated_units():
    W = symbols.metric(3, units=2)
    assert np.all(W == W.T)
    assert W[0, 0] == W[1, 1] == 1
    assert W[2, 2] == sp.Symbol("W_2_2", real=True)
