"""The printed data and what is derived from them, by an independent route: plain numerics."""

import re

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.proofs_checks.consensus.simulations import enclosed_runs, figures, printed
from attnverify.proofs_checks.consensus.simulations.observation import observed
from attnverify.proofs_checks.consensus.simulations.value_spectrum import ROOTS
from attnverify.verify.verdict import Rung


def test_the_printed_waves_are_cosines_and_sines():
    D = printed.diagonals((printed.D_1, printed.D_2))
    for t in (0.0, 0.013, 0.4):
        x = np.pi * t
        assert np.allclose(D(t)[0], 2 * np.array([np.cos(10 * x), np.sin(10 * x), np.cos(6 * x)]))
        assert np.allclose(D(t)[1], 2 * np.array([np.cos(6 * x), np.sin(6 * x), np.cos(4 * x)]))


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
