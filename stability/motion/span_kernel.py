"""The compiled field of `stability.motion.span_flow`: one trajectory at a time in the first two caches.

Eight tokens are computed together, in vectors of eight numbers. Under the causal mask token i has i coordinates and
sees i tokens, both rounded up to whole vectors, so that some third of the products is left. Needs numba, the extra
`kernels`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from attnverify.stability.batches.eight_rows import eight_rows
from attnverify.stability.batches.exponential import OPTIONS, exp_eight
from attnverify.stability.batches.vectors import LANES, fused, load, plus, same, store


@njit(**OPTIONS)
def span_field(C: Any, M: Any, causal: Any, scale: Any, rate: Any) -> None:
    """Fill rate : (B, N, r) with the field at C : (B, N, r), M : (B, H, r, r); the weights of a token sum to `scale`.

    With `causal`, C is lower triangular. The logits must be far from the range of exp.
    """
    B, N, r = C.shape
    H = M.shape[1]
    # Rooms of whole vectors, with zeros behind tokens and coordinates.
    n, d = (N + LANES - 1) // LANES * LANES, (r + LANES - 1) // LANES * LANES
    X, across, forms = np.zeros((n, d)), np.zeros((d, n)), np.zeros((H, d, d))
    tokens, turned, logits = X.reshape(-1), across.reshape(-1), forms.reshape(-1)
    query, odds, weights = np.empty(LANES * d), np.empty(LANES * n), np.empty(LANES * n)
    F, part = np.empty((LANES, d)), np.empty(LANES)
    moved = F.reshape(-1)
    for b in range(B):
        for i in range(N):
            square = 0.0
            for k in range(r):
                square += C[b, i, k] * C[b, i, k]
            inverse = 1.0 / np.sqrt(square)
            for k in range(r):
                X[i, k] = C[b, i, k] * inverse
        for k in range(r):
            for i in range(N):
                across[k, i] = X[i, k]
        forms[:, :r, :r] = M[b]
        for i in range(0, N, LANES):
            ahead, deep = (i + LANES, min(i + LANES, d)) if causal else (n, d)
            weights[:] = 0.0
            for h in range(H):
                for k in range(0, deep, LANES):
                    eight_rows(query, k, d, tokens, i * d, d, 1, logits, h * d * d + k, d, deep)
                for j in range(0, ahead, LANES):
                    eight_rows(odds, j, n, query, 0, d, 1, turned, j, n, deep)
                for row in range(LANES):
                    _shared(weights, odds, part, row * n, ahead, min(i + row + 1, N) if causal else N, scale)
            for k in range(0, deep, LANES):
                eight_rows(moved, k, d, weights, 0, n, 1, tokens, k, d, ahead)
            width = min(deep, r)
            for row in range(min(LANES, N - i)):
                radial = 0.0
                for k in range(width):
                    radial += F[row, k] * X[i + row, k]
                for k in range(width):
                    rate[b, i + row, k] = F[row, k] - radial * X[i + row, k]
                for k in range(width, r):
                    rate[b, i + row, k] = 0.0


@njit(forceinline=True, **OPTIONS)
def _shared(weights: Any, odds: Any, part: Any, first: int, ahead: int, seen: int, scale: float) -> None:
    """Add scale times the softmax of the first `seen` numbers from odds[first] on to the weights at the same place."""
    for j in range(first, first + ahead, LANES):
        store(odds, j, exp_eight(load(odds, j)))
    for j in range(first + seen, first + ahead):
        odds[j] = 0.0
    total = same(0.0)
    for j in range(first, first + ahead, LANES):
        total = plus(total, load(odds, j))
    store(part, 0, total)
    share = same(scale / np.sum(part))
    for j in range(first, first + ahead, LANES):
        store(weights, j, fused(share, load(odds, j), load(weights, j)))
