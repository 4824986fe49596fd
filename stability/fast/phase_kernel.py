"""The compiled kernel of phase diagrams: attention with V = P = I, the step and the statistic `near` in one pass.

One system at a time stays in the first cache. Tokens are columns, eight of them are one vector. For eight tokens at a
time: their inner products with all tokens, the weights from these, the sums of tokens with these weights. Needs numba,
the extra `kernels`; `stability.batches.observing` does the same without.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

from attnverify.stability.fast.vectors import (
    LANES,
    OPTIONS,
    exp_eight,
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


@njit(**OPTIONS)
def near_pairs(X: Any, beta: Any, size: Any, soft: Any, threshold: Any, margin: Any, every: Any, values: Any) -> None:
    """Fill values : (K, B) with the share of ordered pairs of tokens with an inner product above the threshold.

    X : (B, d, N) doubles, unit tokens as columns.  beta, size : (B,).
    soft : whether the weights are normalised by rows; otherwise they are exp(beta g)/N.
    A system in which all inner products are above threshold + margin > 0 stays so for ever and is left at 1.
    """
    B, d, N = X.shape
    room = (N + LANES - 1) // LANES * LANES
    # A row of zeros makes the number of rows even; copies of the first token fill the room behind the others.
    x, y = np.zeros((d + d % 2, room)), np.zeros((d + d % 2, room))
    there, weights = np.zeros(room), np.empty(room * LANES)
    there[:N] = 1.0
    for b in range(B):
        x[:d, :N] = X[b]
        for j in range(N, room):
            x[:d, j] = X[b, :, 0]
        together = False
        for step in range((values.shape[0] - 1) * every + 1):
            above, least = layer(x, y, there, weights, N, beta[b], size[b], 0.0 if soft else N, threshold)
            if step % every == 0:
                values[step // every, b] = (above - N) / (N * (N - 1.0))
                together = above == N * N
            # Looked at once all pairs were near at a record.
            if together and least > threshold + margin:
                values[(step + every - 1) // every :, b] = 1.0
                break
            x, y = y, x


@njit(**OPTIONS)
def layer(
    x: Any, y: Any, there: Any, weights: Any, N: int, rate: float, alpha: float, divisor: float, threshold: float
) -> tuple[float, float]:
    """Fill y : (d, room), d even, with the layer at x; how many pairs are above the threshold, and the least product.

    there : (room,), 1 for each of the N tokens and 0 behind them.  divisor : of the weights; 0 for their sum.
    """
    d, room = x.shape
    tokens, moved = x.reshape(-1), y.reshape(-1)
    shift = same(0.0 if divisor else -rate)
    pairs, least = same(0.0), same(2.0)
    for i in range(0, room, LANES):
        for j in range(0, room, LANES):
            _eight_rows(weights, j * LANES, LANES, tokens, j, 1, room, tokens, i, room, d)
        sums, near = same(0.0), same(0.0)
        for j in range(N):
            product = load(weights, j * LANES)
            near = plus(near, where_above(product, same(threshold), same(1.0)))
            least = smaller(least, product)
            weight = exp_eight(fused(product, same(rate), shift))
            sums = plus(sums, weight)
            store(weights, j * LANES, weight)
        pairs = fused(near, load(there, i), pairs)
        for k in range(0, d - LANES + 1, LANES):
            _eight_rows(moved, k * room + i, room, tokens, k * room, room, 1, weights, 0, LANES, N)
        for k in range(d // LANES * LANES, d, 2):
            _two_rows(moved, k * room + i, room, tokens, k * room, room, 1, weights, 0, LANES, N)
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
def _eight_rows(
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
    """to[place + r stride + lane] = sum_t factors[first + r across + t along] rows[start + t step + lane], r < 8."""
    a = b = c = d = e = f = g = h = same(0.0)
    for t in range(count):
        row = load(rows, start + t * step)
        here = first + t * along
        a = fused(spread(factors, here), row, a)
        b = fused(spread(factors, here + across), row, b)
        c = fused(spread(factors, here + 2 * across), row, c)
        d = fused(spread(factors, here + 3 * across), row, d)
        e = fused(spread(factors, here + 4 * across), row, e)
        f = fused(spread(factors, here + 5 * across), row, f)
        g = fused(spread(factors, here + 6 * across), row, g)
        h = fused(spread(factors, here + 7 * across), row, h)
    store(to, place, a)
    store(to, place + stride, b)
    store(to, place + 2 * stride, c)
    store(to, place + 3 * stride, d)
    store(to, place + 4 * stride, e)
    store(to, place + 5 * stride, f)
    store(to, place + 6 * stride, g)
    store(to, place + 7 * stride, h)


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
    """`_eight_rows` for two rows."""
    a = b = same(0.0)
    for t in range(count):
        row = load(rows, start + t * step)
        a = fused(spread(factors, first + t * along), row, a)
        b = fused(spread(factors, first + t * along + across), row, b)
    store(to, place, a)
    store(to, place + stride, b)
