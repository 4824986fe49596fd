"""The exact increment of the energy."""

from fractions import Fraction

import numpy as np
import pytest

import attnverify.stability as st


@pytest.mark.parametrize(("N", "d"), [(1, 2), (2, 2), (3, 2), (5, 4)])
def test_increment_is_the_difference_of_energies(N, d):
    rng = np.random.default_rng(N * 10 + d)
    X = st.random_tokens(rng, 50, N, d)
    V = rng.normal(size=(d, d))
    V = V + V.T
    found = st.decrease.energy_increment(X, V, 0.7).total
    assert np.max(np.abs(found - (st.energy(st.oja_map(X, V, 0.7), V) - st.energy(X, V)))) < 1e-11


def test_energy_increases_below_the_bound_and_may_fall_above():
    V = np.diag([Fraction(1), Fraction(-2)])
    assert st.decrease.ascent_bound([Fraction(1), Fraction(-2)]) == Fraction(1, 2)
    # Four tokens at v_d and one at -v_d: above alpha = 5/6 the four change sides and join the fifth.
    X = np.array([[0, 1]] * 4 + [[0, -1]], dtype=object) * Fraction(1)
    after = st.oja_map(X, V, Fraction(1))
    assert st.energy(X, V) == Fraction(-9, 5)
    assert st.energy(after, V) == -5
    assert st.decrease.energy_increment(X, V, Fraction(1)).total == Fraction(-16, 5)
    counts = np.array([Fraction(4), Fraction(1)], dtype=object)
    assert st.energy(X[[0, 4]], V, counts=counts) == Fraction(-9, 5)


def test_asymmetric_matrix_is_refused():
    with pytest.raises(ValueError, match=r"V is not symmetric: entry \(0, 1\)"):
        st.decrease.energy_increment(np.eye(2), np.array([[1.0, 2.0], [0.0, 1.0]]), 0.1)
