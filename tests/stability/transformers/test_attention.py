"""The sublayer as {P_h, c_h, V_h, b, mask}: exact values, invariances, and the map of the paper as its special case."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.transformers.attention import (
    FactoredAttention,
    Mask,
    masked_softmax,
    nonuniformity,
    reduced_step,
)

D, H, N = 12, 3, 7


def drawn(seed=0, *, d=D, heads=H, mask=None, biases=True):
    rng = np.random.default_rng(seed)
    W_q, W_k, W_v, W_o = rng.normal(size=(4, d, d)) / np.sqrt(d)
    b_q, b_v, b_o = rng.normal(size=(3, d)) if biases else (None,) * 3
    return FactoredAttention(W_q, W_k, W_v, W_o, heads, 0.7, mask or Mask(), b_q, b_v, b_o), rng.normal(size=(2, N, d))


def same(first, second):
    assert np.max(np.abs(first - second)) < 1e-12


@pytest.mark.parametrize("mask", [Mask(), Mask(True), Mask(True, 3), Mask(False, 2)])
def test_both_forms_are_the_definition_written_out(mask):
    attention, X = drawn(mask=mask)
    size, seen = D // H, mask.seen(N)
    wanted = np.zeros_like(X)
    for batch in range(2):
        q, k, v = (X[batch] @ W.T for W in (attention.W_q, attention.W_k, attention.W_v))
        q, v = q + attention.b_q, v + attention.b_v
        for i in range(N):
            mixed = []
            for h in range(H):
                rows = slice(h * size, (h + 1) * size)
                keys = [j for j in range(N) if seen[i, j]]
                odds = np.exp([0.7 * q[i, rows] @ k[j, rows] for j in keys])
                mixed.append(odds / odds.sum() @ v[keys][:, rows])
            wanted[batch, i] = attention.W_o @ np.concatenate(mixed) + attention.b_o
    same(attention.output(X), wanted)
    same(attention.whole().output(X), wanted)
    same(attention.weights(X), attention.whole().weights(X))


def test_masks():
    assert Mask().seen(3).tolist() == [[True] * 3] * 3
    assert Mask(True).seen(3).tolist() == np.tri(3, dtype=bool).tolist()
    assert Mask(True, 2).seen(4).sum(axis=1).tolist() == [1, 2, 2, 2]
    assert np.array_equal(Mask(True, N).seen(N), Mask(True).seen(N))
    A = masked_softmax(np.zeros((4, 4)), Mask(True, 2))
    assert A.tolist() == [[1, 0, 0, 0], [0.5, 0.5, 0, 0], [0, 0.5, 0.5, 0], [0, 0, 0.5, 0.5]]
    assert nonuniformity(A, Mask(True, 2)) == 0
    assert nonuniformity(np.array([[1.0, 0.0], [0.25, 0.75]]), Mask(True)) == 0.5


def test_the_matrices_are_exact_over_fractions():
    """Integer weights, head dimension 4: the scale 1/2 is dyadic, and so is all else."""
    rng = np.random.default_rng(1)
    W_q, W_k, W_v, W_o = st.numbers.as_array(rng.integers(-3, 4, size=(4, 8, 8)).tolist())
    b_q, b_v, b_o = st.numbers.as_array(rng.integers(-3, 4, size=(3, 8)).tolist())
    exact = FactoredAttention(W_q, W_k, W_v, W_o, 2, Fraction(1, 2), Mask(), b_q, b_v, b_o)
    whole = exact.whole()
    for h in range(2):
        rows = slice(4 * h, 4 * h + 4)
        assert (whole.P[h] == Fraction(1, 2) * W_q[rows].T @ W_k[rows]).all()
        assert (whole.c[h] == Fraction(1, 2) * W_k[rows].T @ b_q[rows]).all()
        assert (whole.V[h] == W_o[:, rows] @ W_v[rows]).all()
    assert (whole.V.sum(axis=0) == exact.F).all()
    assert (whole.b == W_o @ b_v + b_o).all()
    assert all(isinstance(entry, Fraction) for entry in whole.P.flat)


def test_without_queries_attention_is_the_mean_and_the_output_rational():
    rng = np.random.default_rng(2)
    W_k, W_v, W_o = st.numbers.as_array(rng.integers(-3, 4, size=(3, 4, 4)).tolist())
    X = st.numbers.as_array(rng.integers(-3, 4, size=(3, 4)).tolist())
    exact = FactoredAttention(0 * W_k, W_k, W_v, W_o, 2, Fraction(1), Mask())
    mean = X.sum(axis=0) / Fraction(3)
    assert (exact.output(X) == W_o @ W_v @ mean).all()
    causal = replace(exact, mask=Mask(True))
    assert (causal.output(X)[1] == W_o @ W_v @ (X[0] + X[1]) / 2).all()
    assert (causal.whole().output(X) == causal.output(X)).all()


def test_norms_fold_into_the_sublayer():
    attention, X = drawn(5)
    rng = np.random.default_rng(6)
    gain, shift = 1 + 0.3 * rng.normal(size=D), rng.normal(size=D)
    wanted = attention.output(X * gain + shift)
    same(attention.folded(gain, shift).output(X), wanted)
    same(attention.folded(gain, shift).F, attention.F * gain)


@pytest.mark.parametrize("causal", [False, True])
def test_the_reduced_model_is_the_map_of_the_paper(causal):
    attention, X = drawn(7, mask=Mask(causal), biases=False)
    X = X / np.linalg.norm(X, axis=-1, keepdims=True)
    whole = attention.whole()
    same(reduced_step(attention, X), st.attention_map(X, whole.P, whole.V, 1.0, causal=causal))
    same(reduced_step(attention, -X), -reduced_step(attention, X))
    one = X[:, :1]
    same(reduced_step(attention, one), st.models.normalise(one + one @ attention.F.T))


def test_biases_go_when_they_are_to_go():
    attention, X = drawn(8)
    bare = attention.without_biases().whole()
    assert not bare.c.any()
    assert not bare.b.any()
    assert np.array_equal(bare.P, attention.whole().P)
    assert np.max(np.abs(bare.output(X) - attention.output(X))) > 1e-2


def test_a_token_that_vanishes_is_an_error():
    minus = FactoredAttention(*np.zeros((2, 2, 2)), -np.eye(2), np.eye(2), 1, 1.0, Mask())
    with pytest.raises(ZeroDivisionError, match="the map is undefined"):
        reduced_step(minus, np.array([[1.0, 0.0]]))


def test_a_layer_matrix_that_overflows_is_named():
    attention, _ = drawn()
    huge = replace(attention, W_o=1e200 * attention.W_o, W_v=1e200 * attention.W_v)
    with np.errstate(all="ignore"), pytest.raises(OverflowError, match="W_o W_v is beyond the floating-point range"):
        _ = huge.F
