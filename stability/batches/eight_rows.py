"""Eight rows of a product of small matrices, for compiled kernels: sums stay in registers. Needs numba."""

from __future__ import annotations

from typing import Any

from numba import njit

from attnverify.stability.batches.exponential import OPTIONS
from attnverify.stability.batches.vectors import fused, load, same, spread, store


@njit(forceinline=True, **OPTIONS)
def eight_rows(
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
