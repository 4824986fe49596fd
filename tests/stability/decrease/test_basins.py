"""Certified regions against trajectories."""

from fractions import Fraction

import numpy as np
import pytest
from flint import arb

import attnverify.stability as st


def _tangents(X):
    return np.max(np.linalg.norm(X[..., 1:], axis=-1) / np.abs(X[..., 0]), axis=-1)


def test_consensus_cone_contracts_for_any_attention():
    rng = np.random.default_rng(3)
    V = np.diag([1.0, 0.7, -0.9])
    X = st.random_tokens(rng, 200, 5, 3)
    X[..., 0] = np.abs(X[..., 0]) + 0.01
    X /= np.linalg.norm(X, axis=-1, keepdims=True)
    for causal in (False, True):
        for alpha in (0.1, 1.0, 20.0):
            after = st.attention_map(X, 5 * rng.normal(size=(3, 3)), V, alpha, causal=causal)
            assert np.all(_tangents(after) <= st.decrease.consensus_rate(1.0, 0.9, alpha) * _tangents(X) * (1 + 1e-12))


def test_caps_contract_at_the_certified_rate():
    rng = np.random.default_rng(4)
    beta, cosine, signs = 2.5, 0.6, np.array([1, 1, 1, -1, -1])
    P, V = beta * np.diag([1.0, 0.0, 0.0]), np.diag([1.0, 0.2, -0.15])
    w = st.decrease.opposite_weight(3, 2, np.exp(2 * beta * cosine**2))
    X = st.random_tokens(rng, 300, 5, 3)
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


def test_a_rate_needs_its_hypotheses():
    with pytest.raises(ValueError, match="rest = 1"):
        st.decrease.consensus_rate(1, 1, 1)
