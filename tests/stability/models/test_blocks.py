"""Attention in blocks against the plain definition, at sizes that fit the blocks and sizes that do not."""

import tracemalloc

import numpy as np
import pytest

import stability as st
from stability.batches import dynamics
from stability.models import blocks, maps

# N, d, heads, beta, causal; a tile has seven tokens a side.
CASES = [
    (1, 1, 1, 1.0, False),
    (1, 3, 1, 700.0, True),
    (7, 1, 1, -3.0, False),
    (8, 2, 1, 0.0, False),
    (8, 2, 1, 0.0, True),
    (20, 3, 1, 1.0, False),
    (21, 3, 3, 1.0, True),
    (22, 2, 2, -40.0, True),
    (50, 4, 2, 900.0, False),
    (50, 3, 1, -900.0, True),
    (13, 2, 1, 1e300, False),
]


def drawn(N, d, H):
    rng = np.random.default_rng(N)
    X = st.random_tokens(rng, 1, N, d)[0]
    if N > 9:
        X[5] = X[2]  # a tie
    return X, rng.normal(size=(H, d, d)), rng.normal(size=(H, d, d)), rng.integers(1, 5, N).astype(float)


@pytest.fixture
def small(monkeypatch):
    for module, name in ((maps, "WHOLE"), (dynamics, "WHOLE"), (dynamics, "WHOLE_CAUSAL")):
        monkeypatch.setattr(module, name, 0)
    plain = blocks.attended
    for module in (maps, dynamics):
        monkeypatch.setattr(module, "attended", lambda *given, **named: plain(*given, **named, block=7))


@pytest.mark.parametrize(("N", "d", "H", "beta", "causal"), CASES)
def test_every_route_is_the_plain_definition(small, N, d, H, beta, causal):
    X, P, V, counts = drawn(N, d, H)
    if beta == 1e300:
        # The largest logit of a row takes all its weight, so that rounding does not matter; ties share it.
        P = np.eye(d)[np.newaxis]
    A = st.attention_weights(X, beta * P, causal=causal)
    expected = maps.mixed_values(X, A, V)
    moved = st.normalise(X + 0.3 * expected)
    assert np.allclose(maps.attended_values(X, beta * P, V, causal=causal), expected, rtol=0, atol=1e-12)
    assert np.allclose(st.attention_map(X, beta * P, V, 0.3, causal=causal), moved, rtol=0, atol=1e-12)
    batch = st.batches.Dynamics("softmax", P, V, beta, causal=causal)
    columns = np.stack([X.T, X[::-1].T])
    assert np.allclose(batch.drive(columns)[0].T, expected, rtol=0, atol=1e-12)
    assert np.allclose(batch.step(columns, np.array([0.3, 0.1]))[0].T, moved, rtol=0, atol=1e-12)
    for U in (None, V):
        velocity = st.velocity(X, A / np.sqrt(d), np.tile(np.eye(d), (H, 1, 1)) if U is None else U)
        assert np.allclose(st.Flow(beta * P, U, causal=causal).velocity(0.0, X), velocity, rtol=0, atol=1e-12)
    if not causal:
        many = maps.mixed_values(X, st.attention_weights(X, beta * P, counts=counts), V)
        assert np.allclose(maps.attended_values(X, beta * P, V, counts=counts), many, rtol=0, atol=1e-12)
        assert np.allclose(batch.drive(columns, np.stack([counts] * 2))[0].T, many, rtol=0, atol=1e-12)


@pytest.mark.parametrize(("N", "d", "H", "beta", "causal"), [case for case in CASES if abs(case[3]) <= 40])
def test_weights_that_are_not_normalised(small, N, d, H, beta, causal):
    X, P, V, counts = drawn(N, d, H)
    for n in (None, None if causal else counts):
        weights = np.exp(beta * maps.logits(X, P)) * (np.tri(N) if causal else 1.0) * (1.0 if n is None else n)
        expected = maps.mixed_values(X, weights / (N if n is None else n.sum()), V)
        batch = st.batches.Dynamics("exponential", P, V, beta, causal=causal)
        found = batch.drive(X.T[np.newaxis], None if n is None else n[np.newaxis])[0].T
        assert np.allclose(found, expected, rtol=1e-12, atol=1e-12)


def test_weights_beyond_the_range_are_an_error(small):
    X = drawn(20, 3, 1)[0].T[np.newaxis]
    for beta in (720.0, 1e300):
        with pytest.raises(OverflowError, match=r"weights .* reach e\^"):
            st.batches.Dynamics("exponential", beta=beta).drive(X)


def test_memory_does_not_grow_with_the_square():
    X = st.random_tokens(np.random.default_rng(0), 1, 20_000, 3)
    tracemalloc.start()
    st.attention_map(X[0, :5000], np.eye(3), np.eye(3), 0.1)
    st.batches.Dynamics().step(np.repeat(np.swapaxes(X[:, :3000], 1, 2), 5, axis=0), 0.1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20e6
