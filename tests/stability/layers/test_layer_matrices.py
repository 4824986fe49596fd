"""The heads add up to the layer matrix."""

import numpy as np
import pytest

from attnverify.stability import as_array
from attnverify.stability.layers import head_matrices, layer_matrix, padded_values
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
