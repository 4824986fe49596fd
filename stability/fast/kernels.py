"""Compiled kernels of the attention map for many small systems. All need numba, the extra `kernels`; `Dynamics.step`
and `stability.batches.observing` do the same without.

Exponentials come without calls: exp x = 2^k exp r with |r| <= log(2)/2, Taylor's polynomial for exp r, and k added to
the exponent of the result. The relative error is below 2e-15 for |x| <= 20 and below 5e-14 everywhere.

`layers` has one system in each lane of the vector unit. `near_pairs` is the map of phase diagrams, attention with
V = P = I, the step and the statistic `near` in one pass; one system at a time stays in the first cache.
"""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np
import scipy.linalg  # noqa: F401  (of its library numba takes matrix products)
from numba import njit

_LOG2E = 1.4426950408889634
# log 2 as a number with few digits and the rest, so that the product with an integer is exact.
_HIGH, _LOW = 0.693147180369123816490, 1.90821492927058770002e-10
_C = tuple(1 / factorial(k) for k in range(14))
OPTIONS: dict[str, Any] = {"fastmath": {"contract", "nsz", "reassoc"}, "error_model": "numpy", "cache": True}


@njit(forceinline=True, **OPTIONS)
def exp_double(x: Any) -> Any:
    """exp x in double precision, for x in [-708, 700]; what is below counts as -708."""
    x = max(x, -708.0)
    whole = np.floor(x * _LOG2E + 0.5)
    r = (x - whole * _HIGH) - whole * _LOW
    p = _C[-1]
    for k in range(len(_C) - 2, -1, -1):
        p = p * r + _C[k]
    # 1.5 * 2^52 puts the integer k into the last bits of a double: no conversion, which has no vector form.
    bits = np.float64(whole + 6755399441055744.0).view(np.int64)
    return p * np.int64((bits + 1023) << 52).view(np.float64)


_LANES = 64


@njit(**OPTIONS)
def layers(X: Any, P: Any, V: Any, steps: Any) -> None:
    """Replace X : (B, d, N), unit tokens as columns, by its image under `steps` layers. P, V : (d, d), V times alpha.

    The squares of the weights must be far from the ends of the floating-point range: |P| < 300.
    """
    B, d, N = X.shape
    x, y = np.zeros((d, N, _LANES)), np.zeros((d, N, _LANES))
    query, mean = np.zeros((d, _LANES)), np.zeros((d, _LANES))
    e, total = np.zeros(_LANES), np.zeros(_LANES)
    for first in range(0, B, _LANES):
        used = min(_LANES, B - first)
        for k in range(d):
            for i in range(N):
                for lane in range(_LANES):
                    x[k, i, lane] = X[first + min(lane, used - 1), k, i]
        for _ in range(steps):
            for i in range(N):
                _one_token(x, y, P, V, i, query, mean, e, total)
            x, y = y, x
        for k in range(d):
            for i in range(N):
                for lane in range(used):
                    X[first + lane, k, i] = x[k, i, lane]


@njit(**OPTIONS)
def _one_token(x: Any, y: Any, P: Any, V: Any, i: int, query: Any, mean: Any, e: Any, total: Any) -> None:
    """The next token i of every lane."""
    d, N = x.shape[0], x.shape[1]
    for k in range(d):
        q = query[k]
        q[:] = 0.0
        mean[k, :] = 0.0
        for r in range(d):
            own, entry = x[r, i], P[r, k]
            for lane in range(_LANES):
                q[lane] += entry * own[lane]
    total[:] = 0.0
    for j in range(N):
        e[:] = 0.0
        for k in range(d):
            q, other = query[k], x[k, j]
            for lane in range(_LANES):
                e[lane] += q[lane] * other[lane]
        for lane in range(_LANES):
            e[lane] = exp_double(e[lane])
        for lane in range(_LANES):
            total[lane] += e[lane]
        for k in range(d):
            m, other = mean[k], x[k, j]
            for lane in range(_LANES):
                m[lane] += e[lane] * other[lane]
    e[:] = 0.0
    for k in range(d):
        to, own = y[k, i], x[k, i]
        # The direction does not change by the factor `total`.
        for lane in range(_LANES):
            to[lane] = total[lane] * own[lane]
        for r in range(d):
            m, entry = mean[r], V[k, r]
            for lane in range(_LANES):
                to[lane] += entry * m[lane]
        for lane in range(_LANES):
            e[lane] += to[lane] * to[lane]
    for lane in range(_LANES):
        e[lane] = 1.0 / np.sqrt(e[lane])
    for k in range(d):
        to = y[k, i]
        for lane in range(_LANES):
            to[lane] *= e[lane]


@njit(**OPTIONS)
def near_pairs(X: Any, beta: Any, size: Any, soft: Any, threshold: Any, margin: Any, every: Any, values: Any) -> None:
    """Fill values : (K, B) with the share of ordered pairs of tokens with an inner product above the threshold.

    X : (B, d, N) doubles, unit tokens as columns.  beta, size : (B,).
    soft : whether the weights are normalised by rows; otherwise they are exp(beta g)/N.
    A system in which all inner products are above threshold + margin > 0 stays so for ever and is left at 1.
    """
    B, d, N = X.shape
    x, room = np.empty((d, N)), scratch(d, N)
    for b in range(B):
        x[:] = X[b]
        together = False
        for step in range((values.shape[0] - 1) * every + 1):
            above = layer(x, room, beta[b], size[b], soft, threshold)
            if step % every == 0:
                values[step // every, b] = (above - N) / (N * (N - 1.0))
                together = above == N * N
            # Looked at once all pairs were near at a record.
            if together and np.min(room[0]) > threshold + margin:
                values[(step + every - 1) // every :, b] = 1.0
                break


@njit(**OPTIONS)
def scratch(d: int, N: int) -> Any:
    """Room for the inner products, the weights, the tokens as rows, their means, the sums of weights, and squares."""
    return np.empty((N, N)), np.empty((N, N)), np.empty((N, d)), np.empty((d, N)), np.empty(N), np.empty(N)


@njit(**OPTIONS)
def layer(x: Any, room: Any, rate: float, alpha: float, soft: bool, threshold: float) -> float:
    """Replace x : (d, N) by its image; how many inner products, which are left in room[0], are above the threshold."""
    d, N = x.shape
    products, weights, rows, mean, total, squares = room
    rows[:] = x.T
    np.dot(rows, x, products)
    total[:], squares[:], above, shift = 0.0, 0.0, 0.0, -rate if soft else 0.0
    for j in range(N):
        g, w = products[j], weights[j]
        for i in range(N):
            w[i] = exp_double(rate * g[i] + shift)
        for i in range(N):
            total[i] += w[i]
        for i in range(N):
            above += 1.0 if g[i] > threshold else 0.0
    if not soft:
        total[:] = N
    np.dot(x, weights, mean)
    for k in range(d):
        to, own = mean[k], x[k]
        # The direction does not change by the factor `total`.
        for i in range(N):
            own[i] = alpha * to[i] + total[i] * own[i]
        for i in range(N):
            squares[i] += own[i] * own[i]
    for i in range(N):
        squares[i] = 1.0 / np.sqrt(squares[i])
    for k in range(d):
        own = x[k]
        for i in range(N):
            own[i] *= squares[i]
    return above
