"""The compiled field of `stability.motion.span_flow`: one trajectory at a time in the first two caches.

Under the causal mask token i has i coordinates and sees i tokens, so that a third of the products is left; rows are cut
at whole vectors. Needs numba, the extra `kernels`.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from stability.batches.exponential import OPTIONS, exp_double

_VECTOR = 8


@njit(**OPTIONS)
def span_field(C: Any, M: Any, causal: Any, scale: Any, rate: Any) -> None:
    """Fill rate : (B, N, r) with the field at C : (B, N, r), M : (B, H, r, r); the weights of a token sum to `scale`.

    With `causal`, C is lower triangular. The logits must be far from the range of exp.
    """
    B, N, r = C.shape
    H = M.shape[1]
    X, across = np.empty((N, r)), np.empty((r, N))
    query, odds, weights = np.empty(r), np.empty(N), np.empty(N)
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
        for i in range(N):
            seen = i + 1 if causal else N
            deep = min(seen, r)
            # What token i sees and where its coordinates end, both rounded up: behind it are zeros, or odds not used.
            ahead = (seen + _VECTOR - 1) // _VECTOR * _VECTOR
            tokens, width = min(N, ahead), min(r, ahead)
            weights[:] = 0.0
            for h in range(H):
                _combined(query[:width], X[i], M[b, h], deep)
                _combined(odds[:tokens], query, across, deep)
                total = 0.0
                for j in range(tokens):
                    odds[j] = exp_double(odds[j])
                for j in range(seen):
                    total += odds[j]
                share = scale / total
                for j in range(tokens):
                    weights[j] += share * odds[j]
            F = rate[b, i]
            F[width:] = 0.0
            _combined(F[:width], weights, X, seen)
            radial = 0.0
            for k in range(width):
                radial += F[k] * X[i, k]
            for k in range(width):
                F[k] -= radial * X[i, k]


@njit(**OPTIONS)
def _combined(to: Any, factors: Any, rows: Any, count: int) -> None:
    """to = sum of the first `count` rows times their factors, four at a time: one store for five loads."""
    size = to.shape[0]
    to[:] = 0.0
    fours = count // 4 * 4
    for k in range(0, fours, 4):
        p, q, r, s = factors[k], factors[k + 1], factors[k + 2], factors[k + 3]
        P, Q, R, S = rows[k], rows[k + 1], rows[k + 2], rows[k + 3]
        for i in range(size):
            to[i] += (p * P[i] + q * Q[i]) + (r * R[i] + s * S[i])
    for k in range(fours, count):
        p, P = factors[k], rows[k]
        for i in range(size):
            to[i] += p * P[i]
