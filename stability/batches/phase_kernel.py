"""The compiled kernel of phase diagrams: attention with V = P = I, the step and the statistic `near` in one pass.

One system at a time stays in the first cache. E = exp(beta G) is symmetric, so that its rows are added up as columns,
four rows at once: no sum is horizontal. Needs numba, the extra `kernels`; `stability.batches.observing` does the same
without.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from stability.batches.exponential import OPTIONS, exp_double

_LOOK = 16


@njit(**OPTIONS)
def near_pairs(
    X: Any,
    beta: Any,
    size: Any,
    soft: Any,
    threshold: Any,
    margin: Any,
    angle: Any,
    every: Any,
    values: Any,
) -> None:
    """Fill values : (K, B) with the share of ordered pairs of tokens with an inner product above the threshold.

    X : (B, d, N) doubles, unit tokens as columns; it is used up.  beta, size : (B,).
    soft : whether the weights are normalised by rows; otherwise they are exp(beta g)/N.
    A system in which all inner products are above threshold + margin > 0 stays so for ever and is left at 1.
    angle : tokens nearer than this are taken together; 0 for never.
    """
    B, d, N = X.shape
    room = N + 3
    # A row of zeros makes the number of rows even.
    x, moved = np.zeros((d + 1, room)), np.empty((d, room))
    counts, sums = np.empty(room), np.empty(room)
    e0, e1, e2, e3 = np.empty(room), np.empty(room), np.empty(room), np.empty(room)
    steps = (values.shape[0] - 1) * every
    for b in range(B):
        rate, alpha = beta[b], size[b]
        shift = rate if soft else 0.0
        x[:d, :N] = X[b]
        counts[:N] = 1.0
        m = _padded(x, counts, N)
        together = False
        for step in range(steps + 1):
            if angle > 0 and step % _LOOK == _LOOK - 1:
                m = _padded(x, counts, _merged(x, counts, moved, sums, m, 1 - angle * angle / 2))
            sums[:m] = 0.0
            moved[:, :m] = 0.0
            above, least = 0.0, 2.0
            for j in range(0, m, 4):
                e0[:m] = 0.0
                e1[:m] = 0.0
                e2[:m] = 0.0
                e3[:m] = 0.0
                for k in range(0, d, 2):
                    row, low = x[k], x[k + 1]
                    a0, a1, a2, a3 = row[j], row[j + 1], row[j + 2], row[j + 3]
                    b0, b1, b2, b3 = low[j], low[j + 1], low[j + 2], low[j + 3]
                    for i in range(m):
                        e0[i] += a0 * row[i] + b0 * low[i]
                        e1[i] += a1 * row[i] + b1 * low[i]
                        e2[i] += a2 * row[i] + b2 * low[i]
                        e3[i] += a3 * row[i] + b3 * low[i]
                c0, c1, c2, c3 = counts[j], counts[j + 1], counts[j + 2], counts[j + 3]
                if step % every == 0:
                    for i in range(m):
                        near = c0 if e0[i] > threshold else 0.0
                        near += c1 if e1[i] > threshold else 0.0
                        near += c2 if e2[i] > threshold else 0.0
                        near += c3 if e3[i] > threshold else 0.0
                        above += counts[i] * near
                if together:
                    for i in range(m):
                        least = min(least, min(min(e0[i], e1[i]), min(e2[i], e3[i])))
                for i in range(m):
                    e0[i] = c0 * exp_double(rate * e0[i] - shift)
                    e1[i] = c1 * exp_double(rate * e1[i] - shift)
                    e2[i] = c2 * exp_double(rate * e2[i] - shift)
                    e3[i] = c3 * exp_double(rate * e3[i] - shift)
                for i in range(m):
                    sums[i] += (e0[i] + e1[i]) + (e2[i] + e3[i])
                for k in range(d):
                    row, to = x[k], moved[k]
                    a0, a1, a2, a3 = row[j], row[j + 1], row[j + 2], row[j + 3]
                    for i in range(m):
                        to[i] += (a0 * e0[i] + a1 * e1[i]) + (a2 * e2[i] + a3 * e3[i])
            if step % every == 0:
                values[step // every, b] = (above - N) / (N * (N - 1.0))
                together = above == N * N
            # Looked at once all pairs were near at a record.
            if together and least > threshold + margin:
                values[(step + every - 1) // every :, b] = 1.0
                break
            if not soft:
                sums[:m] = N
            e0[:m] = 0.0
            for k in range(d):
                row, to = x[k], moved[k]
                for i in range(m):
                    to[i] = row[i] * sums[i] + alpha * to[i]
                    e0[i] += to[i] * to[i]
            for i in range(m):
                e0[i] = 1.0 / np.sqrt(e0[i])
            for k in range(d):
                row, to = x[k], moved[k]
                for i in range(m):
                    row[i] = to[i] * e0[i]


@njit(**OPTIONS)
def _merged(x: Any, counts: Any, means: Any, total: Any, m: int, threshold: float) -> int:
    """Tokens of x : (d, m) above the threshold with an earlier one that was kept join it; how many are kept."""
    d = means.shape[0]
    kept = 0
    for i in range(m):
        if counts[i] == 0.0:
            continue
        place = -1
        for j in range(kept):
            product = 0.0
            for k in range(d):
                product += x[k, i] * x[k, j]
            if product > threshold:
                place = j
                break
        if place < 0:
            place, kept = kept, kept + 1
            total[place] = 0.0
            for k in range(d):
                x[k, place] = x[k, i]
                means[k, place] = 0.0
        total[place] += counts[i]
        for k in range(d):
            means[k, place] += counts[i] * x[k, i]
    for j in range(kept):
        square = 0.0
        for k in range(d):
            square += means[k, j] * means[k, j]
        for k in range(d):
            x[k, j] = means[k, j] / np.sqrt(square)
        counts[j] = total[j]
    return kept


@njit(**OPTIONS)
def _padded(x: Any, counts: Any, m: int) -> int:
    """The next multiple of 4, where copies of the first token without a count fill the room."""
    full = (m + 3) // 4 * 4
    for j in range(m, full):
        counts[j] = 0.0
        for k in range(x.shape[0]):
            x[k, j] = x[k, 0]
    return full
