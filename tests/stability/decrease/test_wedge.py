"""The wedge: its reduced equations against the model, exact exits, and the bracket against an integrated separatrix."""

from fractions import Fraction

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import attnverify.stability as st

UNIFORM = np.array([[1.0, 0, 0], [0.5, 0.5, 0], [1 / 3, 1 / 3, 1 / 3]])


def separatrix(start):
    """z of the exceptional token, integrated from its series at u = 0.001 in the direction in which it attracts."""

    def slope(u, z):
        return -(4 * z - 2 * u * (1 - z**2)) / (3 * u * (1 + u**2))

    low = 1e-3
    first = 2 * low / 7 - 50 * low**3 / 637
    return solve_ivp(slope, (low, start), [first], rtol=1e-12, atol=1e-14).y[0, -1]


@pytest.mark.parametrize("seed", range(5))
def test_the_reduced_equations_are_the_model(seed):
    rng = np.random.default_rng(seed)
    u, z = rng.uniform(0.1, 2, 2)
    A = np.tril(rng.uniform(0.1, 1, (3, 3)))
    rates, step = st.decrease.wedge_rates(u, z, A), 1e-6
    moved = (st.decrease.wedge_tokens(u + step * rates[0], z + step * rates[1]) - st.decrease.wedge_tokens(u, z)) / step
    assert np.allclose(moved, st.models.velocity(st.decrease.wedge_tokens(u, z), A), atol=1e-5)


@pytest.mark.parametrize("start", [Fraction(1, 4), Fraction(2, 3), Fraction(1)])
def test_the_bracket_contains_the_separatrix(start):
    low, high = st.decrease.exceptional_bracket(start, 6).heights
    assert low < separatrix(float(start)) < high
    assert 0 < high - low < Fraction(1, 1000)


def test_more_terms_give_a_narrower_bracket_inside_the_arc():
    widths = []
    for terms in (1, 3, 6):
        found = st.decrease.exceptional_bracket(Fraction(1), terms)
        low, high = found.heights
        widths.append(high - low)
        assert 0 < low < high < 1
        assert all(st.models.inner(token, token) == 1 for token in found.tokens)
    assert widths == sorted(widths, reverse=True)


def test_solutions_from_the_two_ends_leave_in_opposite_directions():
    found = st.decrease.exceptional_bracket(Fraction(1), 3)

    def field(_, state):
        return st.decrease.wedge_rates(*state, UNIFORM)

    ends = [solve_ivp(field, (0, 30), [1.0, float(z)], rtol=1e-10).y[:, -1] for z in found.heights]
    assert ends[0][1] < 0 < ends[0][0]
    assert ends[1][1] > ends[1][0] > 0


def test_a_curve_that_the_separatrix_crosses_has_no_direction():
    assert st.decrease.exit_direction([Fraction(1, 4)], Fraction(1)) is None
    assert st.decrease.exit_direction([Fraction(2, 7), Fraction(-50, 637)], Fraction(1)) == -1
    assert st.decrease.exit_direction([Fraction(2, 7), Fraction(-50, 637), Fraction(3550, 84721)], Fraction(1)) == 1


def test_the_exit_polynomial_is_the_crossing_rate():
    u, slope = Fraction(3, 5), Fraction(1, 6)
    alpha = np.array([[6, 0, 0], [3, 3, 0], [2, 2, 2]], dtype=object) * Fraction(1)
    du, dz = st.decrease.wedge_rates(u, slope * u, alpha)
    R = st.decrease.exit_polynomial([slope])
    assert Fraction(str(R.eval(u**2))) * u / (1 + u**2) == dz - slope * du


# The tracking bounds against simulations of a uniformly rotating value matrix.
def _final_tangents(speed, start, end, gap=1.0):
    """tan of the angle of y_1 and v(t) in the plane at the end, v turning away from y_1."""

    def U(t):
        turn = np.array([[np.cos(speed * t), -np.sin(speed * t)], [np.sin(speed * t), np.cos(speed * t)]])
        return turn @ np.diag([gap, 0.0]) @ turn.T

    Y = np.array([[1.0, -start]]) / np.sqrt(1 + start**2)
    states = st.trajectory(st.Flow(P=np.zeros((2, 2)), U=U), Y, np.linspace(0.0, end, 41), 0.05).states
    v = np.stack([np.cos(speed * np.linspace(0.0, end, 41)), np.sin(speed * np.linspace(0.0, end, 41))], axis=-1)
    b = np.sum(states[:, 0] * v, axis=-1)
    return np.sqrt(1 - np.minimum(b**2, 1)) / b


def test_critical_speed_and_roots():
    critical = st.decrease.critical_speed(1.0, 2)
    assert critical == pytest.approx(1 / (2 * np.sqrt(2)))
    inner, outer = st.decrease.tracking_tangents(0.3 * critical, 1.0, 2)
    assert inner * outer == pytest.approx(1)
    assert np.sin(2 * np.arctan(inner)) == pytest.approx(0.3)


def test_uniform_rotation_attains_the_bound():
    critical = st.decrease.critical_speed(1.0, 2)
    inner, outer = st.decrease.tracking_tangents(0.8 * critical, 1.0, 2)
    for start in (0.0, 0.5 * (inner + outer)):
        assert _final_tangents(0.8 * critical, start, 60.0)[-1] == pytest.approx(inner, rel=1e-5)
    assert np.min(_final_tangents(0.8 * critical, 1.2 * outer, 20.0)) < 0  # the angle passes 90 degrees


def test_tracking_is_lost_above_the_critical_speed():
    assert np.min(_final_tangents(1.1 * st.decrease.critical_speed(1.0, 2), 0.0, 40.0)) < 0


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
