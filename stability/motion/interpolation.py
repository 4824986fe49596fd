"""A smooth function of time from few of its values: polynomial interpolation at Chebyshev points, with its own test.

The points of 2n intervals contain those of n, so that the error of n intervals is seen at the new points, and no value
is computed twice. For a sum of waves up to the frequency w on an interval of length T, about w T/2 + 20 are enough.

Source: Trefethen, Approximation Theory and Approximation Practice (2013), chapters 2 and 5.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from attnverify.stability.numbers import Array

_FIRST, _MOST = 16, 1024


def interpolated(values: Callable[[float], Array], a: float, b: float, tolerance: float) -> Callable[[float], Array]:
    """`values` on [a, b] by interpolation, within about `tolerance` times their largest entry.

    Raises ValueError where 1024 intervals are not enough, as for a function with kinks.
    """
    n = _FIRST
    points = _points(a, b, n)
    known = np.array([values(float(t)) for t in points])
    while n < _MOST:
        finer = _points(a, b, 2 * n)
        fresh = np.array([values(float(t)) for t in finer[1::2]])
        guessed = np.array([_at(points, known, float(t)) for t in finer[1::2]])
        error = float(np.max(np.abs(fresh - guessed)))
        both = np.empty((2 * n + 1, *known.shape[1:]), dtype=known.dtype)
        both[::2], both[1::2] = known, fresh
        n, points, known = 2 * n, finer, both
        if error <= tolerance * float(np.max(np.abs(known))):
            return lambda t: _at(points, known, t)
    raise ValueError(f"P(t) is not smooth: {_MOST} intervals of [{a:g}, {b:g}] leave an error of {error:.1e}")


def _points(a: float, b: float, n: int) -> Array:
    return np.asarray((a + b) / 2 - (b - a) / 2 * np.cos(np.pi * np.arange(n + 1) / n))


def _at(points: Array, known: Array, t: float) -> Array:
    """The interpolating polynomial at t, by the second barycentric formula."""
    gaps = t - points
    place = int(np.argmin(np.abs(gaps)))
    if gaps[place] == 0:
        return np.asarray(known[place])
    weights = (-1.0) ** np.arange(len(points)) / gaps
    weights[[0, -1]] /= 2
    return np.asarray(np.tensordot((weights / np.sum(weights)).astype(known.dtype), known, 1))
