"""The search for states on the circle without an arc of negative cut, against sampled states and SymPy's g."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
import sympy as sp
from flint import arb
from hypothesis import given
from hypothesis import strategies as some

import attnverify.stability as st
from attnverify.stability.decrease.circle_cuts import bounds_of_g


def sampled_least_cuts(gaps: st.Array, beta: st.Array) -> st.Array:
    """The least cut of an arc of every state, from the definition, in floats: (states,)."""
    n = gaps.shape[-1]
    places = np.cumsum(gaps, axis=-1)
    apart = places[:, :, np.newaxis] - places[:, np.newaxis, :]
    strength = beta[:, np.newaxis, np.newaxis]
    g = np.exp(strength * np.cos(apart)) * (np.cos(apart) - strength * np.sin(apart) ** 2)
    cuts = [g[:, a:b, [*range(a), *range(b, n)]].sum(axis=(1, 2)) for a, b in combinations(range(n), 2)]
    return np.asarray(np.min(cuts, axis=0))


@pytest.mark.parametrize(("n", "low", "high"), [(3, 0, 2), (4, 0, 4), (5, 0, 7), (6, 1, 10), (7, 1, 4), (8, 2, 5)])
def test_every_state_in_no_half_circle_has_a_negative_cut(n: int, low: int, high: int) -> None:
    assert st.decrease.arc_cuts(n, Fraction(low), Fraction(high)).left is None
    rng = np.random.default_rng(n)
    gaps = 2 * np.pi * rng.dirichlet(np.full(n, 2.0), 20_000)
    gaps = gaps[gaps.max(axis=-1) <= np.pi]
    assert len(gaps) > 5_000
    assert np.max(sampled_least_cuts(gaps, rng.uniform(low, high, len(gaps)))) < 0


@pytest.mark.parametrize("n", [4, 5, 6, 7])
def test_wider_gaps_leave_a_state_without(n: int) -> None:
    found = st.decrease.arc_cuts(n, Fraction(3, 2), Fraction(2), widest=Fraction(7, 4))
    assert found.left is not None
    gaps, beta = found.left
    assert sum(gaps) == 2 * 512
    assert max(gaps) <= 7 * 512 // 4
    assert st.decrease.least_arc_cut(gaps, beta) > 0
    floats = sampled_least_cuts(np.array([gaps]) * np.pi / 512, np.array([float(beta)]))
    assert float(st.decrease.least_arc_cut(gaps, beta)) == pytest.approx(float(floats[0]))


@given(some.integers(0, 64), some.integers(0, 64), some.fractions(0, 8, max_denominator=9))
def test_g_is_bounded_by_the_table_between_its_points(k: int, m: int, beta: Fraction) -> None:
    """The bound on an interval is the larger of those at its ends, since g falls and then rises with the cosine."""
    table = [*bounds_of_g(64, beta, beta + Fraction(1, 4))]
    near, far = sorted((k, m))
    for strength in (float(beta), float(beta) + 0.1, float(beta) + 0.25):
        s = np.linspace(near, far, 50) * np.pi / 64
        g = np.exp(strength * np.cos(s)) * (np.cos(s) - strength * np.sin(s) ** 2)
        assert np.max(g) * 2**24 <= max(table[near], table[far]) + 1


def test_the_derivative_of_g_by_the_cosine() -> None:
    c, beta = sp.symbols("c beta")
    g = sp.exp(beta * c) * (c - beta * (1 - c**2))
    slope = sp.exp(beta * c) * (beta**2 * c**2 + 3 * beta * c + 1 - beta**2)
    assert sp.simplify(sp.diff(g, c) - slope) == 0


def test_two_opposite_tokens() -> None:
    assert st.decrease.least_arc_cut((512, 512), Fraction(2)).contains(-(arb(-2).exp()))


@pytest.mark.parametrize(
    ("n", "low", "high", "widest"),
    [(2, 0, 1, 1), (4, 1, 0, 1), (4, -1, 1, 1), (4, 0, 1, Fraction(1, 4)), (4, 0, 1, Fraction(1, 3)), (4, 0, 30, 1)],
)
def test_bad_input_is_refused(n: int, low: int, high: int, widest: Fraction) -> None:
    with pytest.raises(ValueError, match="allowed"):
        st.decrease.arc_cuts(n, Fraction(low), Fraction(high), widest=Fraction(widest))


def test_gaps_that_do_not_close_are_refused() -> None:
    with pytest.raises(ValueError, match="sum 1000"):
        st.decrease.least_arc_cut((500, 500), Fraction(1))
    with pytest.raises(ValueError, match="gaps >= 0"):
        st.decrease.least_arc_cut((1025, -1), Fraction(1))


@pytest.mark.parametrize("most", [0, 1, 10, 100, 1000])
def test_a_search_that_takes_too_long_leaves_a_state(most: int) -> None:
    found = st.decrease.arc_cuts(8, Fraction(0), Fraction(1), most=most)
    assert found.left is not None
    assert found.boxes > most
    gaps, _ = found.left
    assert len(gaps) == 8
    assert sum(gaps) == 2 * 512
    assert min(gaps) >= 0
    assert max(gaps) <= 512


@pytest.mark.deep
def test_ten_tokens() -> None:
    assert st.decrease.arc_cuts(10, Fraction(3, 2), Fraction(8034, 1000)).left is None
