"""Rank-one steering: exact effect on the layer matrix and on each token."""

from fractions import Fraction

import numpy as np
import pytest

from attnverify.stability import as_array
from attnverify.stability.layers import head_matrices, layer_matrix, output_row, steered_output, token_scalars
from attnverify.stability.models import mixed_values


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


def test_errors_name_the_argument():
    with pytest.raises(ValueError, match="V_cat is not invertible"):
        output_row(as_array([[1, 0], [0, 0]]), as_array([1, 1]))
    with pytest.raises(ValueError, match="V_cat has shape"):
        output_row(np.eye(2), np.ones(3))
