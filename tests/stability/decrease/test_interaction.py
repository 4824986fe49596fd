"""The energy grows along both flows; its metric; its least and largest values; worst margins are recorded."""

from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as hs

import attnverify.stability as st

BOTH = pytest.mark.parametrize("weights", ["softmax", "exponential"])


def tokens(rng, n=5, d=3, batch=()):
    return st.models.normalise(rng.normal(size=(*batch, n, d)))


def symmetric(rng, d=3):
    M = rng.normal(size=(d, d))
    return (M + M.T) / 2


@BOTH
@settings(max_examples=60, deadline=None)
@given(hs.integers(0, 2**32 - 1), hs.integers(1, 9), hs.integers(1, 6), hs.floats(-6, 6))
def test_the_rate_is_a_sum_of_squares(weights, seed, n, d, beta):
    rng = np.random.default_rng(seed)
    X, V = tokens(rng, n, d), symmetric(rng, d)
    for flow in (st.models.SphereFlow(beta, weights), st.models.SphereFlow(beta, weights, V, V)):
        rate = st.decrease.energy_rate(X, flow.velocity(X), beta, flow.P)
        squares = st.decrease.dissipation(flow, X)
        assert squares >= 0
        assert rate == pytest.approx(squares, rel=1e-9, abs=1e-12 * np.exp(abs(beta) * (1 + np.abs(V).sum())))


def test_it_is_not_monotone_for_a_value_matrix_that_does_not_fit():
    """So that the property above can fail: P = I and V a rotation by more than a right angle."""
    turned = -np.array([[np.cos(1), -np.sin(1)], [np.sin(1), np.cos(1)]])
    flow = st.models.SphereFlow(1.0, V=turned)
    drawn = tokens(np.random.default_rng(0), 4, 2, batch=(50,))
    rates = [st.decrease.energy_rate(X, flow.velocity(X), 1.0) for X in drawn]
    assert min(rates) < -1e-2
    with pytest.raises(ValueError, match="P = V symmetric"):
        st.decrease.dissipation(flow, np.eye(2))


@settings(max_examples=40, deadline=None)
@given(hs.integers(0, 2**32 - 1), hs.floats(-4, 4))
def test_exponential_attention_is_the_gradient(seed, beta):
    rng = np.random.default_rng(seed)
    X, V = tokens(rng), symmetric(rng)
    Y = st.models.tangent(X, rng.normal(size=X.shape))
    surrogate = st.models.SphereFlow(beta, "exponential", V, V).velocity(X)
    rate = len(X) * st.decrease.energy_rate(X, Y, beta, V)
    assert rate == pytest.approx(np.sum(Y * surrogate), rel=1e-8, abs=1e-8)


@pytest.mark.parametrize("d", [2, 3, 4, 7])
def test_the_exponential_is_the_sum_of_its_coefficients(d):
    """With exp(beta t) = sum_k f_k ((k+l)/l) C_k(t), by the recurrence of the polynomials."""
    beta, t, order = arb(3) / 2, arb(-7) / 10, arb(d - 2) / 2
    before, now, total = arb(0), arb(1), arb(0)
    for k in range(60):
        f = st.decrease.ultraspherical_coefficient(k, d, beta)
        assert f > 0
        if d == 2:
            total += f * now * (1 if k == 0 else 2)
            before, now = now, t if k == 0 else 2 * t * now - before
        else:
            total += f * (k + order) / order * now
            before, now = now, (2 * (k + order) * t * now - (k + 2 * order - 1) * before) / (k + 1)
    assert abs(total - (beta * t).exp()) < 1e-12


@pytest.mark.parametrize("d", [2, 3, 5])
def test_one_point_is_the_most_and_the_uniform_measure_the_least(d, record_property):
    rng, worst = np.random.default_rng(d), np.inf
    for beta in (0.5, 2.0, 5.0):
        ends = st.decrease.uniform_energy(d, arb(beta)), st.decrease.dirac_energy(arb(beta))
        least, most = (float(end.mid()) for end in ends)
        for n in (1, 2, 30):
            masses = rng.dirichlet(np.ones(n))
            energy = float(st.decrease.interaction_energy(tokens(rng, n, d), beta, masses=masses))
            worst = min(worst, energy - least, most - energy)
        many = float(st.decrease.interaction_energy(tokens(rng, 1500, d), beta))
        assert 0 < many - least < 0.02 * most
        assert st.decrease.interaction_energy(np.eye(d)[:1], beta) == pytest.approx(most)
    record_property("worst margin", float(worst))
    assert worst >= -1e-13
    equal = st.decrease.interaction_energy(np.eye(d), 2.0)
    assert equal == pytest.approx(st.decrease.interaction_energy(np.eye(d), 2.0, masses=np.full(d, 1 / d)))


# Tokens in a cone collapse, at no less than the sharp rates; random inputs, the worst margin recorded.
def in_a_cone(rng, n, d, batch):
    """Tokens with nonnegative products and tokens in open half-spaces, one kind in each half."""
    X = st.models.normalise(rng.normal(size=(batch, n, d)))
    return st.models.normalise(np.abs(X)), st.models.normalise(X * np.sign(X[..., :1]) + 0.0)


@BOTH
def test_the_sharp_rates_hold_at_random_states(weights, record_property):
    rng, worst = np.random.default_rng(0), np.inf
    for _ in range(60):
        n, d, beta = int(rng.integers(2, 9)), int(rng.integers(2, 7)), float(rng.uniform(0, 6))
        X, _ = in_a_cone(rng, n, d, 300)
        margin = st.decrease.least_product_margin(X, beta, weights)
        scale = 1 if weights == "softmax" else np.exp(beta)
        worst = min(worst, float(np.min(margin)) / scale)
    record_property("worst margin", float(worst))
    assert worst >= -1e-12


@BOTH
def test_the_rates_are_sharp_near_consensus(weights):
    """Equal products: the bound is their rate for USA, and for both flows the rate near 1 is that of the bound."""
    n, beta = 4, 2.0
    for gamma in (0.0, 0.3, 0.999):
        G = np.full((n, n), gamma) + (1 - gamma) * np.eye(n)
        X = np.linalg.cholesky(G)
        margin = float(st.decrease.least_product_margin(X, beta, weights))
        bound = float(st.decrease.least_product_rate(gamma, n, beta, weights))
        odds = np.exp(beta * (1 - gamma)) + n - 1 if weights == "softmax" else n * np.exp(-beta * gamma)
        rate = 2 * (1 - gamma) * ((n - 1) * gamma + 1) / odds
        assert margin == pytest.approx(rate - bound, abs=1e-12)
        assert abs(margin) < 1e-12 or weights == "softmax"
        assert abs(margin) < 0.01 * rate or gamma < 0.9
    limit = 2 * (1 if weights == "softmax" else np.exp(beta))
    assert float(st.decrease.least_product_rate(1 - 1e-9, n, beta, weights)) / 1e-9 == pytest.approx(limit, rel=1e-6)


@BOTH
def test_a_bound_that_is_too_good_fails(weights):
    """A tenth more is too much, so that the test above can fail."""
    rng = np.random.default_rng(1)
    X = st.models.normalise(np.abs(rng.normal(size=(4000, 2, 2))))
    G = np.sum(X[:, 0] * X[:, 1], axis=-1)
    margin = st.decrease.least_product_margin(X, 1.0, weights)
    assert np.min(margin - 0.1 * st.decrease.least_product_rate(G, 2, 1.0, weights)) < -1e-3


# The exact increment of the energy.


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
