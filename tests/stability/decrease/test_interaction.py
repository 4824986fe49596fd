"""The energy grows along both flows; its metric; its least and largest values; worst margins are recorded."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from flint import arb
from hypothesis import given, settings
from hypothesis import strategies as hs

import attnverify.stability as st

BOTH = pytest.mark.parametrize("weights", ["softmax", "exponential"])


def tokens(rng, n=5, d=3, batch=()):
    return st.normalise(rng.normal(size=(*batch, n, d)))


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


@BOTH
@pytest.mark.parametrize("sign", [1, -1])
def test_the_energy_is_monotone_along_trajectories(weights, sign, record_property):
    """Up for V = I and down for V = -I, for beta of either sign: 400 random systems, 50 steps each."""
    rng, worst = np.random.default_rng(7), np.inf
    for beta in (-6.0, -1.0, -0.1, 0.1, 1.0, 6.0):
        n, d = int(rng.integers(2, 8)), int(rng.integers(2, 6))
        X = tokens(rng, n, d, batch=(70,))
        flow = st.models.SphereFlow(beta, weights, None, sign * np.eye(d))
        size, before = np.exp(abs(beta)) / (2 * abs(beta)), st.decrease.interaction_energy(X, beta)
        for _ in range(50):
            X = st.models.sphere_step(flow.velocity, X, 0.05 / (1 + np.exp(abs(beta))))
            after = st.decrease.interaction_energy(X, beta)
            worst = min(worst, float(np.min(sign * (after - before))) / size)
            before = after
    record_property("worst margin", float(worst))
    assert worst >= -1e-13


def test_it_is_not_monotone_for_a_value_matrix_that_does_not_fit():
    """So that the property above can fail: P = I and V a rotation by more than a right angle."""
    turned = -np.array([[np.cos(1), -np.sin(1)], [np.sin(1), np.cos(1)]])
    flow = st.models.SphereFlow(1.0, V=turned)
    rates = [
        st.decrease.energy_rate(X, flow.velocity(X), 1.0) for X in tokens(np.random.default_rng(0), 4, 2, batch=(50,))
    ]
    assert min(rates) < -1e-2
    with pytest.raises(ValueError, match="P = V symmetric"):
        st.decrease.dissipation(flow, np.eye(2))


@settings(max_examples=40, deadline=None)
@given(hs.integers(0, 2**32 - 1), hs.floats(-4, 4))
def test_softmax_attention_is_a_gradient_for_the_modified_metric(seed, beta):
    rng = np.random.default_rng(seed)
    X, V = tokens(rng), symmetric(rng)
    Y = st.models.tangent(X, rng.normal(size=X.shape))
    flow = st.models.SphereFlow(beta, P=V, V=V)
    n = len(X)
    inner = st.decrease.modified_inner(X, Y, flow.velocity(X), beta, V)
    assert n**2 * st.decrease.energy_rate(X, Y, beta, V) == pytest.approx(inner, rel=1e-8, abs=1e-8)
    surrogate = st.models.SphereFlow(beta, "exponential", V, V).velocity(X)
    assert n * st.decrease.energy_rate(X, Y, beta, V) == pytest.approx(np.sum(Y * surrogate), rel=1e-8, abs=1e-8)


def test_it_is_not_a_gradient_without_symmetry():
    rng = np.random.default_rng(1)
    X, M = tokens(rng), rng.normal(size=(3, 3))
    Y = st.models.tangent(X, rng.normal(size=X.shape))
    inner = st.decrease.modified_inner(X, Y, st.models.SphereFlow(1.0, P=M, V=M).velocity(X), 1.0, M)
    assert abs(25 * st.decrease.energy_rate(X, Y, 1.0, M) - inner) > 0.1


def test_the_number_types_agree():
    X = [[Fraction(3, 5), Fraction(4, 5)], [Fraction(1), Fraction(0)]]
    wanted = st.decrease.interaction_energy(np.array(X, dtype=float), 0.5)
    symbols = np.array([[sp.Rational(x.numerator, x.denominator) for x in row] for row in X], dtype=object)
    exact = st.decrease.interaction_energy(symbols, sp.Rational(1, 2))
    assert sp.simplify(exact - (2 * sp.exp(sp.Rational(1, 2)) + 2 * sp.exp(sp.Rational(3, 10))) / 4) == 0
    balls = np.array([[arb(x.numerator) / x.denominator for x in row] for row in X], dtype=object)
    assert st.decrease.interaction_energy(balls, arb(0.5)).contains(float(exact)) or abs(float(exact) - wanted) < 1e-15
    rate = st.decrease.energy_rate(st.as_array(X), st.as_array([[4, -3], [0, 5]]), 0)
    assert rate == Fraction(4 + 4, 4)


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
        least, most = (
            float(st.decrease.uniform_energy(d, arb(beta)).mid()),
            float(st.decrease.dirac_energy(arb(beta)).mid()),
        )
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


@pytest.mark.parametrize(("call", "said"), [
    (lambda: st.decrease.interaction_energy(np.eye(2), 0), "beta is 0"),
    (lambda: st.decrease.interaction_energy(np.ones(2), 1.0), r"tokens have shape \(2,\)"),
    (lambda: st.decrease.energy_rate(np.eye(2), np.eye(3), 1.0), r"velocities have shape \(3, 3\)"),
    (lambda: st.decrease.modified_inner(np.eye(2), np.eye(2), np.eye(3), 1.0), "all must agree"),
    (lambda: st.decrease.ultraspherical_coefficient(-1, 3, 1), "k is -1"),
    (lambda: st.decrease.ultraspherical_coefficient(1, 1, 1), "d is 1"),
    (lambda: st.decrease.ultraspherical_coefficient(1, 3, -1), "beta is -1"),
    (lambda: st.decrease.uniform_energy(3, 0), "beta is 0"),
    (lambda: st.decrease.dirac_energy(0), "beta is 0"),
])  # fmt: skip
def test_bad_input(call, said):
    with pytest.raises(ValueError, match=said):
        call()
