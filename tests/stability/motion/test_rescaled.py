"""Exponential attention at every beta against quadratures of 40 digits and against Taylor steps of 200 bits."""

import mpmath as mp
import numpy as np
import pytest
from flint import arb, arb_series, ctx

import attnverify.stability as st
from attnverify.stability.models import SphereFlow
from attnverify.stability.motion import rescaled, trajectory
from attnverify.stability.motion.ball_calculus import working

BETAS = [1, 10, 30, 100, 300, 1000, -1000]


def usa(beta, Y, T, *, P=None, V=None):
    return trajectory(SphereFlow(float(beta), "exponential", P, V), Y, np.array([0.0, float(T)])).states[-1]


def time_of(beta, n, first, last):
    """When the common product of n equiangular tokens has come from `first` to `last`: arXiv 2312.10794, (6.10)."""
    with mp.workdps(40):
        speed = lambda g: 2 * (1 - g) * ((n - 1) * g + 1) * mp.exp(beta * g) / n  # noqa: E731
        return mp.quad(lambda g: 1 / speed(g), mp.linspace(first, last, 1 + int(abs(beta) * abs(last - first) / 5 + 2)))


def equiangular(n, gamma):
    """n unit tokens in R^n with equal inner products."""
    return np.linalg.cholesky((1 - gamma) * np.eye(n) + gamma).astype(float)


@pytest.mark.parametrize("beta", BETAS)
@pytest.mark.parametrize(("n", "first"), [(2, -0.25), (2, 0.3), (3, -0.1), (8, 0.0), (32, 0.25)])
def test_equiangular_tokens_follow_their_equation(beta, n, first):
    # Later than some 6/beta the product depends on T more than floats can say: it explodes as log(1/(T* - T))/beta.
    last = first + (min(0.3, 6 / beta) if beta > 0 else 0.02)
    T = time_of(beta, n, first, last)
    assert 1e-300 < T < 1e300
    found = usa(beta, equiangular(n, first), T)
    assert np.allclose(found @ found.T, (1 - last) * np.eye(n) + last, atol=2e-7)


@pytest.mark.parametrize("beta", [100, 300, 1000])
@pytest.mark.parametrize("first", [0.2, -0.3])
def test_what_follows_a_meeting_is_that_of_the_multiplicities(beta, first):
    """Two tokens that mirror each other meet at once; with the third they then obey c' = e^(beta c) (1 - c^2)."""
    near, last = np.sqrt(1 - 0.01**2), first + 6 / beta
    third = [first, np.sqrt(1 - first**2), 0]
    found = usa(beta, np.array([[near, 0, 0.01], [near, 0, -0.01], third]), time_of(beta, 2, first, last))
    assert np.array_equal(found[0], found[1])
    assert found[0] @ found[2] == pytest.approx(last, abs=2e-7)


@pytest.mark.parametrize("beta", [20, 300, 720, 1000, 5000, 100000])
@pytest.mark.parametrize("N", [2, 3])
def test_tokens_in_a_cone_are_one_long_before(beta, N):
    Y = np.array([[1, 0, 0], [0.8, 0.6, 0], [0.8, 0, 0.6]])[:N]
    assert st.misalignment(usa(beta, Y, 1.0)) == 0


@pytest.mark.parametrize("beta", [-300, -1000, -100000])
def test_near_tokens_rest_where_the_weights_are_tiny(beta):
    Y = np.array([[1, 0, 0], [0.8, 0.6, 0]])
    assert np.allclose(usa(beta, Y, 1.0), Y, atol=1e-12)


def test_heads_values_and_batches_agree_with_plain_steps():
    rng = np.random.default_rng(0)
    P, V = rng.normal(size=(2, 3, 3)), rng.normal(size=(2, 3, 3))
    Y = st.draws.random_tokens(rng, 3, 4, 3)
    times = np.array([0.0, 0.05, 0.1])
    flow = SphereFlow(2.0, "exponential", P, V)
    assert rescaled.exponent_bound(2.0, P) > 3
    found = trajectory(flow, Y, times).states
    plain = trajectory(flow.velocity, Y, times).states
    assert np.allclose(found, plain, atol=1e-9)
    identities = np.stack([np.eye(3)] * 2)
    one, two = (rescaled.rescaled_states(4.0, P, U, Y, times) for U in (None, identities))
    assert np.allclose(one, two, atol=1e-9)
    assert np.allclose(
        one, trajectory(SphereFlow(4.0, "exponential", P, identities).velocity, Y, times).states, atol=1e-8
    )


def test_what_cannot_be_followed_ends_with_a_reason(monkeypatch):
    monkeypatch.setattr(rescaled, "MOST_STEPS", 300)
    Y = st.draws.random_tokens(np.random.default_rng(1), 1, 8, 3)[0]
    for beta, V in ((-1000, None), (100, np.diag([2.0, 1.0, 0.0]))):
        with pytest.raises(RuntimeError, match=r"stopped after .* % of the time 1, .* the field is stiff"):
            usa(beta, Y, 1.0, V=V)


def reference(beta, Y, T):
    """The state at T by Taylor polynomials of degree 20 in rescaled time, in 200 bits: another method, more digits."""
    X, owner, order, t = np.frompyfunc(arb, 1, 1)(Y), np.arange(len(Y)), 20, arb(0)
    N = len(Y)

    def rates(X, shift, counts):
        logits = beta * (X @ X.T) - shift
        W = np.frompyfunc(lambda x: x.exp(), 1, 1)(logits) * counts * (1 - np.eye(len(X), dtype=int))
        F = W @ X
        total = np.sum(W, axis=(0, 1), keepdims=True)
        return (F - np.sum(X * F, axis=1)[:, None] * X) / total, (N / total)[0, 0]

    def value(p, s):
        return sum((p[k] * s**k for k in range(order + 1)), arb(0)).mid()

    while True:
        counts = np.bincount(owner)
        if len(X) == 1:
            return X.astype(float)[owner]
        off = ~np.eye(len(X), dtype=bool)
        shift = max((beta * (X @ X.T))[off], key=float)
        S, clock = X, None
        for k in range(1, order + 1):
            ctx.cap = k + 1
            F, speed = rates(S, shift, counts)
            S = np.frompyfunc(lambda x, f: arb_series([x]) + arb_series(f).integral(), 2, 1)(X, F)
            clock = arb_series(speed).integral() * (-shift).exp()
        last = [*(x[order] for x in S.flat), clock[order] / clock[1]]
        worst = max(abs(float(x)) + 1e-300 for x in last)
        h = arb(min(0.5, (1e-22 / worst) ** (1 / order)))
        last = not t + value(clock, h) < T
        if last:
            low, high = arb(0), h
            for _ in range(100):
                middle = ((low + high) / 2).mid()
                low, high = (middle, high) if t + value(clock, middle) < T else (low, middle)
            h = low
        t, X = t + value(clock, h), np.frompyfunc(value, 2, 1)(S, h)
        X = np.frompyfunc(arb.mid, 1, 1)(X / np.frompyfunc(arb.sqrt, 1, 1)(np.sum(X * X, axis=1))[:, None])
        if last:
            return X.astype(float)[owner]
        gaps = {(i, j): float(np.sum((X[i] - X[j]) ** 2)) for i in range(len(X)) for j in range(i)}
        (i, j), gap = min(gaps.items(), key=lambda item: item[1])
        if gap < 1e-40:
            X, owner = np.delete(X, i, axis=0), np.where(owner == i, j, owner)
            owner = owner - (owner > i)


@pytest.mark.deep
@pytest.mark.parametrize("beta", [10, 30, 100, 300, 1000, -10, -30])
@pytest.mark.parametrize(("N", "seed"), [(3, 0), (4, 1), (6, 2)])
@pytest.mark.parametrize("T", [1e-3, 1.0])
def test_random_tokens_agree_with_many_digits(beta, N, seed, T):
    Y = st.draws.random_tokens(np.random.default_rng(seed), 1, N, 3)[0]
    with working(200, cap=ctx.cap):
        expected = reference(beta, Y, T)
    assert np.allclose(usa(beta, Y, T), expected, atol=1e-7)


@pytest.mark.deep
@pytest.mark.parametrize("beta", BETAS)
@pytest.mark.parametrize("N", [2, 3, 5, 8, 16, 32])
def test_every_size_ends(beta, N):
    Y = st.draws.random_tokens(np.random.default_rng(N), 1, N, 3)[0]
    said = "stiff"
    try:
        assert np.allclose(np.linalg.norm(usa(beta, Y, 1.0), axis=1), 1)
    except RuntimeError as error:
        said = str(error)
    assert "stiff" in said
