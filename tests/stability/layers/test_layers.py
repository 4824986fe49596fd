"""Layers: their matrices, steering, indicators, layer normalisation."""

import statistics
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from flint import arb, fmpq

import attnverify.stability as st
from attnverify.stability import as_array, attention_map
from attnverify.stability.layers import (
    alignment,
    eigendirections,
    head_matrices,
    increment_probability,
    layer_indicators,
    layer_matrix,
    mean_increment,
    output_row,
    padded_values,
    real_basis,
    steered_output,
    token_scalars,
)
from attnverify.stability.models import mixed_values


@pytest.mark.parametrize(("d", "heads", "size"), [(4, 2, 2), (3, 3, 1), (2, 2, 3)])
def test_tokens_as_rows_give_the_same_layer(d, heads, size):
    """[A^1 X W_V^1, ..., A^H X W_V^H] W_O, as most programs have it, with W_V = V_cat^T and W_O = O^T."""
    rng = np.random.default_rng(d)
    W_V, W_O = (as_array(rng.integers(-3, 4, shape)) for shape in ((d, heads * size), (heads * size, d)))
    X, A = as_array(rng.integers(-2, 3, (5, d))), as_array(rng.integers(1, 9, (heads, 5, 5)))
    rows = np.concatenate([a @ X @ w for a, w in zip(A, np.split(W_V, heads, axis=1), strict=True)], axis=1) @ W_O
    per_head = head_matrices(W_O.T, W_V.T, heads)
    assert np.array_equal(rows, mixed_values(X, A, per_head))
    assert np.array_equal(np.sum(per_head, axis=0), layer_matrix(W_O.T, W_V.T))


def test_padded_values_keep_one_block_of_rows_each():
    V_cat = as_array(np.arange(8).reshape(4, 2) + 1)
    padded = padded_values(V_cat, 2)
    assert np.array_equal(np.sum(padded, axis=0), V_cat)
    assert not np.any(padded[0][2:])
    assert not np.any(padded[1][:2])


def test_errors_name_the_argument():
    with pytest.raises(ValueError, match="heads is 3 and V_cat has 4 rows"):
        padded_values(np.eye(4), 3)
    with pytest.raises(ValueError, match=r"output has shape \(2, 3\) and V_cat \(2, 2\)"):
        layer_matrix(np.ones((2, 3)), np.eye(2))


# Rank-one steering: exact effect on the layer matrix and on each token.
def exact(seed, *shape):
    return as_array(np.random.default_rng(seed).integers(-4, 5, shape))


def test_the_layer_matrix_changes_by_rank_one_and_each_token_by_its_scalar():
    output, V_cat = exact(1, 4, 4), exact(2, 4, 4)
    u, w, rho = exact(3, 4), exact(4, 4), Fraction(7, 2)
    steered = steered_output(output, V_cat, u, w, rho)
    assert np.array_equal(layer_matrix(steered, V_cat), layer_matrix(output, V_cat) + rho * np.outer(u, w))
    X, A = exact(5, 3, 4), exact(6, 2, 3, 3)
    before = mixed_values(X, A, head_matrices(output, V_cat, 2))
    after = mixed_values(X, A, head_matrices(steered, V_cat, 2))
    g = token_scalars(X, A, V_cat, output_row(V_cat, w))
    assert np.array_equal(after - before, rho * np.outer(g, u))


def test_equal_attention_in_all_heads_needs_only_w():
    V_cat, w, X, A = exact(2, 4, 4), exact(4, 4), exact(5, 3, 4), exact(6, 1, 3, 3)
    both = np.concatenate([A, A])
    assert np.array_equal(token_scalars(X, both, V_cat, output_row(V_cat, w)), A[0] @ X @ w)


def test_errors_of_steering_name_the_argument():
    with pytest.raises(ValueError, match="V_cat is not invertible"):
        output_row(as_array([[1, 0], [0, 0]]), as_array([1, 1]))
    with pytest.raises(ValueError, match="V_cat has shape"):
        output_row(np.eye(2), np.ones(3))


# Alignments and increments against values known by hand.
ROTATION = np.array([[1.0, -2.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.5]])


def test_alignment_ignores_sign_and_length():
    X = np.array([[3.0, 4.0], [-3.0, -4.0], [0.3, -0.4]])
    assert np.allclose(alignment(X, np.array([1.0, 0.0])), 0.6)
    assert np.allclose(alignment(X, np.array([-1.0, 0.0])), 0.6)


def test_plane_of_a_complex_pair():
    directions = eigendirections(ROTATION)
    assert [U.shape for U in directions] == [(3, 2), (3, 1)]
    X = np.array([[1.0, 1.0, 1.0], [0.0, 2.0, 0.0], [0.0, 0.0, 5.0]])
    assert np.allclose(alignment(X, directions[0]), [np.sqrt(2 / 3), 1, 0])


def test_order_of_the_eigenvalues():
    F = np.diag([1.0, -2.0])
    assert np.allclose(np.abs(eigendirections(F)[0][:, 0]), [1, 0])
    assert np.allclose(np.abs(eigendirections(F, "modulus")[0][:, 0]), [0, 1])
    with pytest.raises(ValueError, match="allowed are real part, modulus"):
        eigendirections(F, "size")


def test_a_complex_eigenvector_up_to_a_phase_is_a_real_direction():
    v = np.array([0.6, 0.8]) * np.exp(0.7j)
    assert np.allclose(np.abs(real_basis(v)[:, 0]), [0.6, 0.8])


def test_ties_do_not_count_as_growth():
    before = np.array([[0.6, 0.8], [1.0, 0.0], [0.8, 0.6]])
    after = np.array([[0.8, 0.6], [1.0, 0.0], [0.6, 0.8]])
    v = np.array([1.0, 0.0])
    assert increment_probability(before, after, v) == pytest.approx(1 / 3)
    assert mean_increment(before, after, v) == pytest.approx(0)


def test_squared_alignments_of_a_symmetric_matrix_add_up_to_one():
    rng = np.random.default_rng(0)
    S = rng.normal(size=(4, 4))
    X = rng.normal(size=(6, 4))
    total = sum(alignment(X, U) ** 2 for U in eigendirections(S + S.T))
    assert np.allclose(total, 1)


def test_indicators_of_a_run():
    V = np.diag([1.0, 0.3, -0.2])
    rng = np.random.default_rng(1)
    states = [rng.normal(size=(8, 3))]
    states[0] /= np.linalg.norm(states[0], axis=1, keepdims=True)
    for _ in range(4):
        states.append(attention_map(states[-1], np.zeros((3, 3)), V, 1.0))
    found = layer_indicators(states, [V] * 4)
    assert len(found) == 4
    assert found[0].increment == pytest.approx(np.mean(np.abs(states[1][:, 0])) - np.mean(np.abs(states[0][:, 0])))
    assert 0 <= found[0].mean_probability <= 1


def test_errors_of_indicators_name_the_argument():
    with pytest.raises(ValueError, match="not orthonormal"):
        alignment(np.eye(2), np.array([[1.0, 0.6], [0.0, 0.8]]))
    with pytest.raises(ValueError, match="U has shape"):
        alignment(np.eye(2), np.array([1.0, 0.0, 0.0]))
    with pytest.raises(ValueError, match="a token that is zero"):
        alignment(np.zeros((2, 2)), np.array([1.0, 0.0]))
    with pytest.raises(ValueError, match="F has shape"):
        eigendirections(np.ones((2, 3)))
    with pytest.raises(ValueError, match="2 states and 2 layer matrices"):
        layer_indicators([np.eye(2)] * 2, [np.eye(2)] * 2)


# Layer normalisation over floats, rationals, SymPy and balls, against the statistics module; and its errors.
TOKEN = (1, 1, 5, 5)  # mean 3, standard deviation 2
GAMMA, BETA = (1, 2, -1, 3), (0, 1, 0, -2)
EXPECTED = [-1, -1, -1, 1]  # (-1, -1, 1, 1) * gamma + beta


def cast(values, kind):
    return np.array([kind(value) for value in values], dtype=float if kind is float else object)


@pytest.mark.parametrize("kind", [float, Fraction, sp.Integer, arb])
def test_every_number_type_gives_the_same_value(kind):
    found = st.layers.layer_norm(cast(TOKEN, kind), cast(GAMMA, kind), cast(BETA, kind))
    for entry, expected in zip(found, EXPECTED, strict=True):
        assert entry.contains(expected) if kind is arb else entry == expected


@pytest.mark.parametrize("sample", [False, True])
def test_against_the_statistics_module(sample):
    rng = np.random.default_rng(0)
    X, gamma, beta = rng.normal(size=(3, 4, 5)), rng.normal(size=5), rng.normal(size=5)
    found = st.layers.layer_norm(X, gamma, beta, sample=sample)
    deviation = statistics.stdev if sample else statistics.pstdev
    for index in np.ndindex(3, 4):
        token = X[index].tolist()
        mean, spread = statistics.fmean(token), deviation(token)
        expected = [(x - mean) / spread * g + b for x, g, b in zip(token, gamma, beta, strict=True)]
        assert found[index] == pytest.approx(expected, abs=1e-12)


def test_tokens_do_not_see_each_other():
    X = np.random.default_rng(1).normal(size=(4, 6))
    alone = np.stack([st.layers.layer_norm(x, np.ones(6), np.zeros(6)) for x in X])
    assert np.allclose(st.layers.layer_norm(X, np.ones(6), np.zeros(6)), alone, atol=1e-14)


def test_shift_and_positive_scale_of_a_token_are_removed_a_negative_one_turns_it():
    x, one, zero = np.array([1.0, -2.0, 4.0]), np.ones(3), np.zeros(3)
    assert np.allclose(st.layers.layer_norm(7 * x + 3, one, zero), st.layers.layer_norm(x, one, zero))
    assert np.allclose(st.layers.layer_norm(-x, one, zero), -st.layers.layer_norm(x, one, zero))


def test_centred_and_variance_in_exact_arithmetic():
    x = cast((1, 2, 6), Fraction)
    assert st.layers.centred(x).tolist() == [-2, -1, 3]
    assert st.layers.token_variance(x) == Fraction(14, 3)
    assert st.layers.token_variance(x, sample=True) == 7


@pytest.mark.parametrize("kind", [float, Fraction, sp.Integer, arb])
def test_equal_entries_are_refused(kind):
    with pytest.raises(ZeroDivisionError, match="sigma"):
        st.layers.layer_norm(cast((2, 2, 2), kind), cast((1, 1, 1), kind), cast((0, 0, 0), kind))


def test_a_token_that_is_not_a_number_is_refused():
    with pytest.raises(ZeroDivisionError, match="not a number"):
        st.layers.layer_norm(np.array([1.0, np.nan]), np.ones(2), np.zeros(2))


def test_an_irrational_deviation_of_a_rational_token_is_refused():
    with pytest.raises(ValueError, match="not rational"):
        st.layers.layer_norm(cast((1, 2, 6), Fraction), cast((1, 1, 1), Fraction), cast((0, 0, 0), Fraction))


def test_shapes_are_named():
    with pytest.raises(ValueError, match=r"gamma has shape \(3,\).*allowed is \(2,\)"):
        st.layers.layer_norm(np.array([1.0, 2.0]), np.ones(3), np.zeros(2))
    with pytest.raises(ValueError, match="beta"):
        st.layers.layer_norm(np.array([1.0, 2.0]), np.ones(2), np.zeros(1))
    with pytest.raises(ValueError, match="d - 1 = 0"):
        st.layers.token_variance(np.array([1.0]), sample=True)


def test_balls_enclose_the_rational_value():
    x = np.array([arb(fmpq(1, 3)), arb(fmpq(2, 3)), arb(2)], dtype=object)
    value = st.layers.token_variance(x).item()
    assert value.contains(fmpq(14, 27))
