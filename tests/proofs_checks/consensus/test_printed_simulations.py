"""The printed data and what is derived from them, by an independent route: plain numerics."""

import re
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import stability as st
from proofs_checks.consensus.simulations import enclosed_runs, figures, norms, printed, random_placement
from proofs_checks.consensus.simulations.misalignment_decrease import STATE, state
from proofs_checks.consensus.simulations.observation import observed
from proofs_checks.consensus.simulations.value_spectrum import ROOTS
from verify.referee.grammar import holds
from verify.verdict import Rung


def test_the_printed_waves_are_cosines_and_sines():
    D = printed.diagonals((printed.D_1, printed.D_2))
    for t in (0.0, 0.013, 0.4):
        x = np.pi * t
        assert np.allclose(D(t)[0], 2 * np.array([np.cos(10 * x), np.sin(10 * x), np.cos(6 * x)]))
        assert np.allclose(D(t)[1], 2 * np.array([np.cos(6 * x), np.sin(6 * x), np.cos(4 * x)]))


@pytest.mark.parametrize(
    ("head", "least", "most"), [(0, 0.3567156526, 1.1284843474), (1, 0.1319788593, 0.6032)], ids=["P_1", "P_2"]
)
def test_the_norms_by_sampling(head, least, most):
    P = printed.simulation_1().P
    times = np.arange(0, 1, 1 / 8192)
    squares = np.array([np.sum(P(t)[head] ** 2) for t in times])
    assert squares.min() == pytest.approx(least, abs=1e-5)
    assert squares.max() == pytest.approx(most, abs=1e-5)
    assert np.allclose(squares[:4096], squares[4096:])
    assert not np.allclose(squares[:2048], squares[2048:4096], atol=1e-3)
    z = sp.Symbol("z")
    f = sp.lambdify(z, norms.in_z((printed.P_1, printed.P_2)[head], (printed.D_1, printed.D_2)[head], z))
    assert np.allclose(f(np.cos(4 * np.pi * times)), squares, atol=1e-12)


def test_the_spectrum_of_u_numerically():
    found = np.linalg.eigvalsh(printed.floats(printed.U_3))
    for value, (low, high) in zip(found, ROOTS, strict=True):
        assert float(low) < value < float(high)


def test_v_2_rises_numerically_where_the_balls_say_so():
    flow, v = printed.simulation_3(), printed.principal_direction()
    Y = np.array([[5, -14, -2], [-1, 4, 8]]) / np.array([[15.0], [9.0]])
    assert np.all(Y @ v > 0)
    rise = -(flow.velocity(0.0, Y) @ v)[1]
    evidence = enclosed_runs.rise_of_v_2()
    assert evidence.rung is Rung.CERTIFIED
    x = float(ROOTS[2][0])
    length = np.linalg.norm(np.cross(*(x * np.eye(3) - printed.floats(printed.U_3))[:2]))
    said = float(re.search(r"\[([\d.]+) ", evidence.reason)[1])
    assert said == pytest.approx(rise * length, rel=1e-4)


def test_e_rises_along_the_flow_at_the_exact_state():
    exact = state()
    assert all(holds(relation, exact) for relation in STATE)
    Y = np.array([[float(F(entry)) for entry in row] for row in exact["Y"]])
    flow = st.Flow(5 * np.log(2) * np.eye(4), causal=True)
    later = st.adaptive_trajectory(flow, Y, np.array([0.0, 1e-3])).states[-1]
    slope = (st.misalignment(later) - st.misalignment(Y)) / 1e-3
    assert slope == pytest.approx((27 / 410 - 9 / 25650) / 3, rel=1e-2)


@pytest.mark.parametrize("N", [3, 5, 7])
def test_sign_patterns_by_random_directions(N):
    rng = np.random.default_rng(N)
    Y = rng.integers(-50, 50, (N, 3))
    seen = {tuple(row) for row in np.sign(rng.normal(size=(40000, 3)) @ Y.T).astype(int).tolist()}
    patterns = random_placement.occurring_patterns(Y)
    assert seen <= patterns
    assert len(patterns) == N * (N - 1) + 2
    assert len(seen) > 0.8 * len(patterns)


def test_tokens_that_are_not_in_general_position_are_refused():
    with pytest.raises(ValueError, match="general position"):
        random_placement.occurring_patterns(np.array([[1, 0, 0], [0, 1, 0], [1, 1, 0]]))


def test_ten_uniform_tokens_by_chance():
    # In an open hemisphere exactly when some v = pole of a pair turns it to one side; count by brute force.
    rng = np.random.default_rng(1)
    hits = 0
    for _ in range(1500):
        Y = st.random_tokens(rng, 1, 10, 3)[0]
        i, j = np.triu_indices(10, 1)
        rays = np.cross(Y[i], Y[j])
        heights = rays @ Y.T
        heights[np.arange(len(i)), i] = heights[np.arange(len(i)), j] = 0
        hits += bool(np.any(np.all(heights >= 0, axis=1) | np.all(heights <= 0, axis=1)))
    assert hits / 1500 == pytest.approx(23 / 256, abs=0.03)


def test_a_negative_or_undefined_margin_is_open():
    good, bad = np.array([1.0, 0.5]), np.array([1.0, -1e-9])
    assert observed({"fine": good}, scope="two runs", seed=0).rung is Rung.TESTED
    assert observed({"fine": good, "not": bad}, scope="two runs", seed=0).rung is Rung.OPEN
    assert observed({"not a number": good * np.nan}, scope="two runs", seed=0).rung is Rung.OPEN


def test_figures_carry_their_data():
    assert np.max(figures.figure_1().panels["Frobenius norm of P_1"]) == pytest.approx(1.0623, abs=1e-3)
    V = figures.figure_3(0).panels["V"]
    assert np.all(np.diff(V) < 0)
    six = figures.figure_6(0)
    assert six.panels["V_1"].shape == six.times.shape
    assert "seed 0" in six.title


@pytest.mark.deep
def test_all_hundred_trajectories_of_figure_4():
    E = figures.figure_4(0).panels["misalignment E"]
    assert E.shape == (81, 100)
    assert E[0].min() > 0.5
    assert E[-1].max() < 0.01
    assert np.all(E[-1] < E[60] / 4)
