"""Helpers of the setting against floats: constants of the approximation, the printed tangent map, shapes."""

import numpy as np
import pytest
import sympy as sp

import stability as st
from proofs_checks.consensus import symbols
from proofs_checks.consensus.setting import approximation
from proofs_checks.consensus.setting.discrete_map import rational_point
from proofs_checks.consensus.setting.shapes import Shape
from proofs_checks.consensus.setting.tangent_map import printed


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


def test_the_printed_tangent_map_is_a_difference_quotient():
    rng = np.random.default_rng(0)
    B = rng.normal(size=(4, 4))
    W, x, X, e = B @ B.T + np.eye(4), rng.normal(size=4), rng.normal(size=4), 1e-6
    quotient = (st.onto_ellipsoid(x + e * X, W) - st.onto_ellipsoid(x - e * X, W)) / (2 * e)
    assert np.allclose(printed(x, X, W, np.sqrt(x @ W @ x)), quotient, atol=1e-8)
    assert not np.allclose(printed(x, X, W, np.sqrt(x @ W @ x), power=1), quotient, atol=1e-3)


def test_shapes_collect_what_they_need():
    a, b, c = sp.symbols("a b c")
    product = Shape("A", a, b) @ Shape("B", b, c)
    assert (product.rows, product.columns) == (a, c)
    assert dict(product.needs) == {"inner sizes of A B": (b, b)}
    wrong = Shape("A", a, b) @ Shape("B", c, b).T
    assert dict(wrong.needs)["inner sizes of A B^T"] == (b, b)
    assert (wrong.rows, wrong.columns) == (a, c)
    added = (Shape("A", a, b) + Shape("C", a, c)).is_(a, b)
    assert (b, c) in added.values()


def test_metrics_are_symmetric_with_the_stated_units():
    W = symbols.metric(3, units=2)
    assert np.all(W == W.T)
    assert W[0, 0] == W[1, 1] == 1
    assert W[2, 2] == sp.Symbol("W_2_2", real=True)


def test_rational_points_are_on_the_sphere():
    points = [rational_point(np.random.default_rng(seed)) for seed in range(20)]
    assert all(point @ point == 1 for point in points)
    assert len({tuple(point) for point in points}) == 20
