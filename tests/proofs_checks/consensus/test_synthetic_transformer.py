"""The looped surrogate against a plain loop over tokens, and what normalisation does."""

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.proofs_checks.consensus.simulations import synthetic


def plain_pass(X, given, feed_forward):
    for P, V, W_1, W_2 in zip(*(given[name] for name in ("P", "V", "W_1", "W_2")), strict=True):
        Z = np.array([(x - x.mean()) / x.std() for x in X])
        after = X.copy()
        for i in range(len(X)):
            for P_h, V_h in zip(P, V, strict=True):
                odds = np.array([np.exp(Z[i] @ P_h @ Z[j]) for j in range(i + 1)])
                after[i] += sum(w * (V_h @ Z[j]) for j, w in enumerate(odds / odds.sum()))
        if feed_forward:
            after = np.array([x + np.maximum((x - x.mean()) / x.std() @ W_1, 0) @ W_2 for x in after])
        X = after
    return np.array([(x - x.mean()) / x.std() for x in X])


@pytest.mark.parametrize("feed_forward", [False, True])
def test_a_pass_is_the_definition(feed_forward):
    rng = np.random.default_rng(0)
    shape = synthetic.Shape(prompts=2, tokens=4, d=6, heads=2, layers=2)
    X, given = rng.normal(size=(2, 4, 6)), synthetic.weights(rng, shape, 1.0)
    found = synthetic.one_pass(X, given, feed_forward=feed_forward)
    for prompt in range(2):
        assert np.allclose(found[prompt], plain_pass(X[prompt], given, feed_forward), atol=1e-12)


def test_equal_tokens_stay_equal():
    rng = np.random.default_rng(1)
    shape = synthetic.Shape()
    X = np.repeat(rng.normal(size=(1, 1, shape.d)), 5, axis=1)
    found = synthetic.one_pass(X, synthetic.weights(rng, shape, 1.0), feed_forward=True)
    assert st.misalignment(found).max() < 1e-25


def test_drawing_anew_and_positions_change_the_run():
    base = synthetic.misalignment(3, seed=0)
    assert base.shape == (4, 12)
    for other in ({"redrawn": True}, {"positions": 0.3}, {"feed_forward": True}, {"scale": 2.0}):
        assert not np.allclose(base[-1], synthetic.misalignment(3, seed=0, **other)[-1])
    assert np.array_equal(base, synthetic.misalignment(3, seed=0))
