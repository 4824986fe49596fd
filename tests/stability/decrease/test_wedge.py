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


def test_tokens_over_rationals_are_exact_unit_vectors():
    Y = st.decrease.wedge_tokens(Fraction(1, 2), Fraction(1, 5))
    assert (st.models.inner(Y, Y) == 1).all()
    assert list(Y[1]) == [Fraction(3, 5), Fraction(4, 5)]


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


@pytest.mark.parametrize(("start", "terms"), [(Fraction(0), 4), (Fraction(2), 4), (Fraction(1), 0)])
def test_data_outside_the_ranges(start, terms):
    with pytest.raises(ValueError, match="allowed are"):
        st.decrease.exceptional_bracket(start, terms)
