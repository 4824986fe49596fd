"""The heads add up to the layer matrix, and both conventions describe the same layer."""

import numpy as np
import pytest

from attnverify.stability import as_array
from attnverify.stability.layers import from_row_convention, head_matrices, layer_matrix, padded_values, row_layer
from attnverify.stability.models import mixed_values


def weights(seed, d, heads, size):
    rng = np.random.default_rng(seed)
    W_V = as_array(rng.integers(-3, 4, (d, heads * size)))
    W_O = as_array(rng.integers(-3, 4, (heads * size, d)))
    return W_V, W_O


@pytest.mark.parametrize(("d", "heads", "size"), [(4, 2, 2), (3, 3, 1), (2, 2, 3)])
def test_both_conventions_give_the_same_layer(d, heads, size):
    W_V, W_O = weights(d, d, heads, size)
    rng = np.random.default_rng(1)
    X = as_array(rng.integers(-2, 3, (5, d)))
    A = as_array(rng.integers(1, 9, (heads, 5, 5)))
    output, V_cat = from_row_convention(W_V, W_O)
    per_head = head_matrices(output, V_cat, heads)
    assert np.array_equal(row_layer(X, A, W_V, W_O), mixed_values(X, A, per_head))
    assert np.array_equal(np.sum(per_head, axis=0), layer_matrix(output, V_cat))
    assert np.array_equal(layer_matrix(output, V_cat), (W_V @ W_O).T)


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
    with pytest.raises(ValueError, match="W_V has shape"):
        from_row_convention(np.ones(3), np.eye(3))
    with pytest.raises(ValueError, match="3 columns"):
        row_layer(np.eye(2), np.ones((2, 2, 2)), np.ones((2, 3)), np.ones((3, 2)))
