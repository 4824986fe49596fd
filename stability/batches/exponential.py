"""Exponentials for compiled kernels: without calls, so that a loop over them becomes vector instructions.

exp x = 2^k exp r with |r| <= log(2)/2: Taylor's polynomial for exp r, and k added to the exponent of the result. The
relative error is below 2e-15 for |x| <= 20 and below 5e-14 everywhere. Needs numba, the extra `kernels`.
"""

from __future__ import annotations

from math import factorial
from typing import Any

import numpy as np
from numba import njit

from attnverify.stability.batches.vectors import floor, fused, larger, same, times, two_to

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


@njit(forceinline=True, **OPTIONS)
def exp_eight(x: Any) -> Any:
    """`exp_double` of eight numbers, a vector of `stability.batches.vectors`."""
    x = larger(x, same(-708.0))
    whole = floor(fused(x, same(_LOG2E), same(0.5)))
    r = fused(whole, same(-_LOW), fused(whole, same(-_HIGH), x))
    p = same(_C[-1])
    for k in range(len(_C) - 2, -1, -1):
        p = fused(p, r, same(_C[k]))
    return times(p, two_to(whole))
