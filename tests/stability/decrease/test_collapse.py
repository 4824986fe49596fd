"""Tokens in a cone collapse, at no less than the sharp rates; random inputs, the worst margin recorded."""

import numpy as np
import pytest

import attnverify.stability as st

BOTH = pytest.mark.parametrize("weights", ["softmax", "exponential"])


def in_a_cone(rng, n, d, batch):
    """Tokens with nonnegative products and tokens in open half-spaces, one kind in each half."""
    X = st.normalise(rng.normal(size=(batch, n, d)))
    return st.normalise(np.abs(X)), st.normalise(X * np.sign(X[..., :1]) + 0.0)


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
    X = st.normalise(np.abs(rng.normal(size=(4000, 2, 2))))
    G = np.sum(X[:, 0] * X[:, 1], axis=-1)
    assert (
        np.min(
            st.decrease.least_product_margin(X, 1.0, weights) - 0.1 * st.decrease.least_product_rate(G, 2, 1.0, weights)
        )
        < -1e-3
    )


@BOTH
def test_the_least_height_rises_in_a_cone(weights, record_property):
    rng, worst = np.random.default_rng(2), np.inf
    for _ in range(40):
        n, d, beta = int(rng.integers(1, 9)), int(rng.integers(2, 6)), float(rng.uniform(-3, 6))
        P = rng.normal(size=(d, d))
        _, X = in_a_cone(rng, n, d, 200)
        for flow in (st.models.SphereFlow(beta, weights), st.models.SphereFlow(beta, weights, P)):
            rates = st.decrease.least_height_rate(X, np.eye(d)[0], flow)
            scale = 1 if weights == "softmax" else np.exp(abs(beta) * (1 + np.linalg.norm(P, 2)))
            worst = min(worst, float(np.min(rates)) / scale)
    record_property("worst margin", float(worst))
    assert worst >= -1e-13


def compared(bound, h, n, beta, weights):
    """One Runge-Kutta step of order 4 of the bound on the least product."""

    def rate(m):
        return st.decrease.least_product_rate(np.clip(m, 0, 1), n, beta, weights)

    first = rate(bound)
    second = rate(bound + h / 2 * first)
    third = rate(bound + h / 2 * second)
    return bound + h / 6 * (first + 2 * (second + third) + rate(bound + h * third))


@BOTH
def test_cones_collapse(weights, record_property):
    """One cluster from every start in a half-space, and from a least product m >= 0 no later than its bound says."""
    rng, n, d, beta, h = np.random.default_rng(3), 6, 3, 1.0, 0.02
    apart, halves = in_a_cone(rng, n, d, 100)
    flow, worst = st.models.SphereFlow(beta, weights), np.inf
    bound = np.min((apart @ np.swapaxes(apart, -1, -2)).reshape(100, -1), axis=-1)
    for _ in range(1500):
        apart, halves = (st.models.sphere_step(flow.velocity, X, h) for X in (apart, halves))
        bound = compared(bound, h, n, beta, weights)
        least = np.min((apart @ np.swapaxes(apart, -1, -2)).reshape(100, -1), axis=-1)
        worst = min(worst, float(np.min(least - bound)))
    record_property("worst margin", float(worst))
    assert worst > -1e-8
    for X in (apart, halves):
        assert np.min(X @ np.swapaxes(X, -1, -2)) > 1 - 1e-9


@pytest.mark.parametrize(("call", "said"), [
    (lambda: st.decrease.least_product_rate(0.5, 1, 1.0), "n is 1"),
    (lambda: st.decrease.least_product_rate(0.5, 3, -1.0), "beta is -1.0"),
    (lambda: st.decrease.least_product_rate(-0.1, 3, 1.0), "m from -0.1"),
    (lambda: st.decrease.least_product_margin(np.array([[1.0, 0], [-1, 0]]), 1.0), "m from -1.0"),
    (lambda: st.decrease.least_product_margin(np.array([[1.0, 0]]), 1.0), "n is 1"),
    (lambda: st.decrease.least_height_rate(np.eye(2), np.ones(3), st.models.SphereFlow(1.0)), r"w has shape \(3,\)"),
])  # fmt: skip
def test_bad_input(call, said):
    with pytest.raises(ValueError, match=said):
        call()
