"""The layer matrix F = O V_cat of a transformer layer and its heads.

Column convention (tokens are columns): head h has a value matrix W_h : (d_h, d); V_cat : (H d_h, d) stacks them, and
O : (d, H d_h) is the output matrix. Head h acts on a token by V_h = O V~_h, where V~_h keeps the rows of head h in
V_cat and is zero elsewhere; F = sum_h V_h = O V_cat. Row convention (tokens are rows, as in most programs):
W_V = V_cat^T, W_O = O^T, so that W_V W_O = F^T. In the standard layout H d_h = d.

Source: arXiv 2605.25619, Section 2 and Appendix A.
"""

from __future__ import annotations

import numpy as np

from attnverify.stability.numbers import Array


def padded_values(V_cat: Array, heads: int) -> Array:
    """V~_h for every head : (H, H d_h, d), the rows of head h of V_cat in their place and zeros elsewhere.

    V_cat : (H d_h, d).  heads : H, at least 1, dividing the number of rows.  Raises ValueError naming the argument.
    """
    _require_matrix("V_cat", V_cat)
    rows = V_cat.shape[0]
    if heads < 1 or rows % heads:
        raise ValueError(
            f"heads is {heads} and V_cat has {rows} rows; a number of heads that divides the rows is needed"
        )
    owner = np.arange(rows) // (rows // heads)
    return np.stack([np.where((owner == h)[:, np.newaxis], V_cat, 0 * V_cat) for h in range(heads)])


def head_matrices(output: Array, V_cat: Array, heads: int) -> Array:
    """V_h = O V~_h for every head : (H, d, d), what head h adds per attended token.

    output : O, (d, H d_h).  V_cat : (H d_h, d).
    """
    _require_chain(output, V_cat)
    return np.asarray(output @ padded_values(V_cat, heads))


def layer_matrix(output: Array, V_cat: Array) -> Array:
    """F = O V_cat : (d, d), the sum of the heads.

    >>> layer_matrix(np.array([[1.0, 2.0], [0.0, 1.0]]), np.eye(2)).tolist()
    [[1.0, 2.0], [0.0, 1.0]]
    """
    _require_chain(output, V_cat)
    return np.asarray(output @ V_cat)


def _require_matrix(name: str, matrix: Array) -> None:
    if matrix.ndim != 2:
        raise ValueError(f"{name} has shape {matrix.shape}; a matrix is needed")


def _require_chain(output: Array, V_cat: Array) -> None:
    _require_matrix("output", output)
    _require_matrix("V_cat", V_cat)
    if output.shape != V_cat.shape[::-1]:
        raise ValueError(f"output has shape {output.shape} and V_cat {V_cat.shape}; allowed are (d, m) and (m, d)")
