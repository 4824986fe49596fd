"""Certified regions against trajectories."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from math import comb

import numpy as np
import pytest
import sympy as sp
from flint import arb
from hypothesis import given
from hypothesis import strategies as some
from scipy.optimize import linprog

import attnverify.stability as st
from attnverify.stability.decrease.circle_cuts import bounds_of_g


def _tangents(X):
    return np.max(np.linalg.norm(X[..., 1:], axis=-1) / np.abs(X[..., 0]), axis=-1)


def test_consensus_cone_contracts_for_any_attention():
    rng = np.random.default_rng(3)
    V = np.diag([1.0, 0.7, -0.9])
    X = st.draws.random_tokens(rng, 200, 5, 3)
    X[..., 0] = np.abs(X[..., 0]) + 0.01
    X /= np.linalg.norm(X, axis=-1, keepdims=True)
    for causal in (False, True):
        for alpha in (0.1, 1.0, 20.0):
            after = st.attention_map(X, 5 * rng.normal(size=(3, 3)), V, alpha, causal=causal)
            assert np.all(_tangents(after) <= (1 + alpha * 0.9) / (1 + alpha) * _tangents(X) * (1 + 1e-12))


def test_caps_contract_at_the_certified_rate():
    rng = np.random.default_rng(4)
    beta, cosine, signs = 2.5, 0.6, np.array([1, 1, 1, -1, -1])
    P, V = beta * np.diag([1.0, 0.0, 0.0]), np.diag([1.0, 0.2, -0.15])
    w = st.decrease.opposite_weight(3, 2, np.exp(2 * beta * cosine**2))
    X = st.draws.random_tokens(rng, 300, 5, 3)
    heights = rng.uniform(cosine, 1, size=(300, 5))
    X[..., 1:] *= (np.sqrt(1 - heights**2) / np.linalg.norm(X[..., 1:], axis=-1))[..., np.newaxis]
    X[..., 0] = signs * heights
    for alpha in (0.05, 1.0, 50.0):
        rate = st.decrease.cap_rate(1.0, 0.2, w, cosine, alpha)
        assert rate is not None
        assert rate < 1
        after = st.attention_map(X, P, V, alpha)
        assert np.all(np.sign(after[..., 0]) == signs)
        assert np.all(_tangents(after) <= rate * _tangents(X) * (1 + 1e-12))
    assert st.decrease.cap_rate(1.0, 0.9, w, cosine, 1.0) is None
    # With lambda_1 < 0 the product lambda_1 (1 - w - w/c) can be large and says nothing.
    with pytest.raises(ValueError, match="lambda_1 = -1"):
        st.decrease.cap_rate(-1.0, 0.2, 0.9, cosine, 1.0)


def test_first_entry_with_balls_is_certain():
    V = np.array([[arb(1), arb(0)], [arb(0), arb(1) / 2]], dtype=object)
    X = np.array([[arb(3) / 5, arb(4) / 5], [-arb(5) / 13, arb(12) / 13], [arb(4) / 5, arb(3) / 5]], dtype=object)
    v = np.array([arb(1), arb(0)], dtype=object)
    found = st.decrease.first_entry(X, lambda Z: st.oja_map(Z, V, arb(1)), st.decrease.basin(v), 50)
    assert found is not None
    assert found > 0
    assert st.decrease.first_entry(X, lambda Z: Z, st.decrease.basin(v), 5) is None
    # A ball around zero is on no side.
    unsure = np.array([[arb(0, 1e-3), arb(1)]], dtype=object)
    assert not st.decrease.basin(v)(unsure)


def test_caps_need_both_poles():
    inside = st.decrease.basin(np.array([Fraction(1), Fraction(0)]), Fraction(1, 2))
    up, down = [Fraction(3, 5), Fraction(4, 5)], [Fraction(-3, 5), Fraction(4, 5)]
    out = [Fraction(0), Fraction(1)]
    assert inside(np.array([up, down]))
    assert not inside(np.array([up, up]))
    assert not inside(np.array([up, down, out]))


# The hemisphere decision against its certificates, SciPy's linear programming, and the counting formula.
def scipy_says(Y):
    """max t with Y v >= t, |v| <= 1 entrywise: positive exactly if there is a hemisphere."""
    N, d = Y.shape
    limits = {"b_ub": np.zeros(N), "bounds": [(-1, 1)] * d + [(None, 1)]}
    found = linprog([0.0] * d + [-1.0], A_ub=np.hstack([-Y, np.ones((N, 1))]), **limits)
    return -found.fun > 1e-9


@pytest.mark.parametrize("seed", range(40))
def test_a_certificate_comes_with_every_answer_and_scipy_agrees(seed):
    rng = np.random.default_rng(seed)
    N, d = int(rng.integers(1, 9)), int(rng.integers(1, 5))
    Y = rng.integers(-4, 5, size=(N, d))
    found = st.hemisphere(st.numbers.as_array(Y))
    assert found.exists == scipy_says(Y.astype(float))
    exact = st.numbers.as_array(Y)
    if found.exists:
        assert found.combination is None
        assert all(height > 0 for height in exact @ found.normal)
    else:
        assert all(weight >= 0 for weight in found.combination)
        assert sum(found.combination) == 1
        assert not np.any(found.combination @ exact)


def test_tokens_a_hair_inside_and_exactly_on_the_boundary():
    tiny = 2.0**-60
    assert st.hemisphere(np.array([[1.0, 0.0], [-1.0, tiny]])).exists
    assert not st.hemisphere(np.array([[1.0, 0.0], [-1.0, 0.0]])).exists
    assert not st.hemisphere(np.array([[0.0, 0.0], [1.0, 0.0]])).exists


def dichotomies(Y):
    """How many sign patterns put the rows of Y into one open hemisphere; those that begin with +, twice."""
    patterns = product((1, -1), repeat=len(Y) - 1)
    return 2 * sum(st.hemisphere(Y * np.array([[1], *([e] for e in rest)])).exists for rest in patterns)


@pytest.mark.parametrize(("N", "d"), [(N, d) for N in range(1, 9) for d in range(1, 7)])
def test_counting_generic_vectors(N, d):
    # Points of a moment curve are in general position.
    Y = st.numbers.as_array([[(i + 1) ** k for k in range(d)] for i in range(N)])
    assert dichotomies(Y) == st.decrease.cover_count(N, d) == 2 * sum(comb(N - 1, k) for k in range(d))


def test_vectors_that_are_not_generic_have_fewer_patterns():
    assert dichotomies(st.numbers.as_array([[1, 0], [2, 0], [0, 1]])) == 4 < st.decrease.cover_count(3, 2)


def test_probability_agrees_with_drawing():
    rng = np.random.default_rng(7)
    inside = [st.hemisphere(rng.normal(size=(4, 2))).exists for _ in range(400)]
    exact = st.decrease.hemisphere_probability(4, 2)
    assert exact == Fraction(1, 2)
    assert abs(np.mean(inside) - float(exact)) < 0.1


# The search for states on the circle without an arc of negative cut, against sampled states and SymPy's g.
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
