"""The compiled kernel of phase diagrams: attention with V = P = I, the step and the statistic `near` in one pass.

One system at a time stays in the first cache. Tokens are columns, eight of them are one vector. For eight tokens at a
time: their inner products with all tokens, the weights from these, the sums of tokens with these weights. Needs numba,
the extra `kernels`; `stability.batches.observing` does the same without.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from attnverify.stability.batches.eight_rows import eight_rows
from attnverify.stability.batches.exponential import OPTIONS, exp_eight
from attnverify.stability.batches.vectors import (
    LANES,
    fused,
    load,
    plus,
    quotient,
    root,
    same,
    smaller,
    spread,
    store,
    times,
    where_above,
)

_LOOK = 16


@njit(**OPTIONS)
def near_pairs(
    X: Any, beta: Any, size: Any, soft: Any, threshold: Any, margin: Any, angle: Any, every: Any, values: Any
) -> None:
    """Fill values : (K, B) with the share of ordered pairs of tokens with an inner product above the threshold.

    X : (B, d, N) doubles, unit tokens as columns.  beta, size : (B,).
    soft : whether the weights are normalised by rows; otherwise they are exp(beta g)/N.
    A system in which all inner products are above threshold + margin > 0 stays so for ever and is left at 1.
    angle : tokens nearer than this are taken together; 0 for never.
    """
    B, d, N = X.shape
    room = (N + LANES - 1) // LANES * LANES
    # A row of zeros makes the number of rows even.
    x, y = np.zeros((d + d % 2, room)), np.zeros((d + d % 2, room))
    counts, total, weights = np.empty(room), np.empty(room), np.empty(room * LANES)
    steps = (values.shape[0] - 1) * every
    least_cosine = 1 - angle * angle / 2
    for b in range(B):
        x[:d, :N] = X[b]
        counts[:N] = 1.0
        m = _padded(x, counts, N)
        together, above = False, 0.0
        for step in range(steps + 1):
            # Where only the N tokens themselves were near in the last layer, a smaller angle has nothing to merge.
            if angle > 0 and step % _LOOK == _LOOK - 1 and (above > N or least_cosine < threshold):
                m = _padded(x, counts, _merged(x, counts, y, total, m, least_cosine))
            above, least = _layer(x, y, counts, weights, m, beta[b], size[b], 0.0 if soft else N, threshold)
            if step % every == 0:
                values[step // every, b] = (above - N) / (N * (N - 1.0))
                together = above == N * N
            # Looked at once all pairs were near at a record.
            if together and least > threshold + margin:
                values[(step + every - 1) // every :, b] = 1.0
                break
            x, y = y, x


@njit(**OPTIONS)
def _layer(
    x: Any, y: Any, counts: Any, weights: Any, m: int, rate: float, alpha: float, divisor: float, threshold: float
) -> tuple[float, float]:
    """Fill y : (d, room), d even, with the layer at x; how many pairs are above the threshold, and the least product.

    divisor : of the weights exp(rate g); 0 for their sum.
    """
    d, room = x.shape
    tokens, moved = x.reshape(-1), y.reshape(-1)
    shift = same(0.0 if divisor else -rate)
    pairs, least = same(0.0), same(2.0)
    for i in range(0, m, LANES):
        for j in range(0, m, LANES):
            eight_rows(weights, j * LANES, LANES, tokens, j, 1, room, tokens, i, room, d)
        sums, near = same(0.0), same(0.0)
        for j in range(m):
            product, count = load(weights, j * LANES), spread(counts, j)
            near = plus(near, where_above(product, same(threshold), count))
            least = smaller(least, product)
            weight = times(count, exp_eight(fused(product, same(rate), shift)))
            sums = plus(sums, weight)
            store(weights, j * LANES, weight)
        pairs = fused(near, load(counts, i), pairs)
        for k in range(0, d - LANES + 1, LANES):
            eight_rows(moved, k * room + i, room, tokens, k * room, room, 1, weights, 0, LANES, m)
        for k in range(d // LANES * LANES, d, 2):
            _two_rows(moved, k * room + i, room, tokens, k * room, room, 1, weights, 0, LANES, m)
        own = same(divisor) if divisor else sums
        squares = same(0.0)
        for k in range(d):
            to = fused(load(moved, k * room + i), same(alpha), times(load(tokens, k * room + i), own))
            squares = fused(to, to, squares)
            store(moved, k * room + i, to)
        inverse = quotient(same(1.0), root(squares))
        for k in range(d):
            store(moved, k * room + i, times(load(moved, k * room + i), inverse))
    store(weights, 0, pairs)
    store(weights, LANES, least)
    return np.sum(weights[:LANES]), np.min(weights[LANES : 2 * LANES])


@njit(forceinline=True, **OPTIONS)
def _two_rows(
    to: Any,
    place: int,
    stride: int,
    factors: Any,
    first: int,
    across: int,
    along: int,
    rows: Any,
    start: int,
    step: int,
    count: int,
) -> None:
    """`eight_rows` for two rows."""
    a = b = same(0.0)
    for t in range(count):
        row = load(rows, start + t * step)
        a = fused(spread(factors, first + t * along), row, a)
        b = fused(spread(factors, first + t * along + across), row, b)
    store(to, place, a)
    store(to, place + stride, b)


@njit(**OPTIONS)
def _merged(x: Any, counts: Any, means: Any, total: Any, m: int, threshold: float) -> int:
    """Tokens of x : (d, m) above the threshold with an earlier one that was kept join it; how many are kept."""
    d = x.shape[0]
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
    """The next multiple of 8, where copies of the first token without a count fill the room."""
    full = (m + LANES - 1) // LANES * LANES
    for j in range(m, full):
        counts[j] = 0.0
        for k in range(x.shape[0]):
            x[k, j] = x[k, 0]
    return full
