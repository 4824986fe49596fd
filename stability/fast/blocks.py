"""Attention of many tokens without the matrix of all weights: in blocks, with memory O(N d + block^2).

A row of weights is a quotient of sums over tokens, so tiles of logits are enough: each adds
sum_j e^(l_ij - m_i) (x_j, 1) to the row i, where m_i is the largest logit met so far; what was added before a larger
one is rescaled.

Source of the running maximum: Milakov and Gimelshein, arXiv 1805.02867.
"""

from __future__ import annotations

from math import isqrt, log, prod
from typing import Any

import numpy as np

# Up to so many weights are held as one array. A tile is what a processor keeps near itself; where half of the tiles are
# not needed, smaller ones leave out more, and pay from fewer weights on.
WHOLE, WHOLE_CAUSAL = 2**22, 2**15
_TILE, _CAUSAL_SIDE = 2**18, 128


def attended(
    Q: Any,
    X: Any,
    *,
    counts: Any = None,
    causal: bool = False,
    soft: bool = True,
    shifted: bool = True,
    block: int | None = None,
    xp: Any = np,
) -> Any:
    """sum_j A_ij x_j : (..., M, d) with A_ij = e^(q_i.x_j) / sum_l e^(q_i.x_l), or e^(q_i.x_j) / N where not `soft`.

    Q : (..., M, d), floats.  X : (..., N, d), of leading axes that broadcast.  counts : (..., N) multiplicities.
    causal : only j <= i, for M = N.  shifted : False where e^|q_i.x_j| is known to be far from the ends of the range.
    block : tokens a side of a tile.  xp : the array library.
    Raises OverflowError for exponentials beyond the floating-point range that are not normalised.
    """
    M, N, d = Q.shape[-2], X.shape[-2], X.shape[-1]
    block = block or max(64, min(isqrt(_TILE // max(1, prod(Q.shape[:-2]))), _CAUSAL_SIDE if causal else N))
    weighted = xp.concat([X, xp.ones((*X.shape[:-1], 1), dtype=X.dtype)], axis=-1)
    if counts is not None:
        weighted = weighted * counts[..., None]
    place = xp.arange(M)
    rows = []
    for i in range(0, M, block):
        q: Any = Q[..., i : i + block, :]
        top: Any = None
        sums: Any = None
        for j in range(0, min(i + block, N) if causal else N, block):
            tile = xp.matmul(q, xp.matrix_transpose(X[..., j : j + block, :]))
            if causal and i == j:
                here = place[i : i + block]
                tile = xp.where(here[:, None] >= here[None, :], tile, -xp.inf)
            if shifted:
                last, top = top, xp.max(tile, axis=-1, keepdims=True)
                if last is not None:
                    top = xp.maximum(last, top)
                    sums = sums * xp.exp(last - top)
                tile = tile - top
            tile = np.exp(tile, out=tile) if xp is np else xp.exp(tile)
            part = xp.matmul(tile, weighted[..., j : j + block, :])
            sums = part if sums is None else sums + part
        if soft:
            rows.append(sums[..., :d] / sums[..., d:])
            continue
        if top is not None:
            require_in_range(float(xp.max(top)), N, float(xp.finfo(X.dtype).max))
            sums = sums * xp.exp(top)
        rows.append(sums[..., :d] / (N if counts is None else xp.sum(counts, axis=-1)[..., None, None]))
    return xp.concat(rows, axis=-2)


def require_in_range(highest: float, N: int, end: float) -> None:
    """Raise OverflowError where N weights up to e^highest add up to more than `end`."""
    if highest + log(N) > log(end):
        raise OverflowError(f"the weights exp(beta x_i^T P x_j) reach e^{highest:.6g}, beyond the floating-point range")
