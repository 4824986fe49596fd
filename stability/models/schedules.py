"""Matrices that depend on time: constants, callables, samples and printed forms, checked at every time.

A schedule is a callable t -> (H, d, d).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from stability.numbers import Array, object_array

Schedule = Callable[[float], Array]


def as_schedule(matrices: Array | Schedule, d: int, name: str) -> Schedule:
    """`matrices` as a schedule whose values are checked.

    matrices : (d, d) or (H, d, d), constant; or a callable t -> one of these, for example `sampled` or `modulated`.
    Raises ValueError at once for a constant, otherwise at the time t where its shape is wrong or it is not finite.
    """
    if callable(matrices):
        given = matrices
        return lambda t: _checked(np.asarray(given(t)), d, f"{name}({t})")
    constant = _checked(np.asarray(matrices), d, name)
    return lambda t: constant


def sampled(times: Array, values: Array) -> Schedule:
    """Linear interpolation between samples.

    times : (K,), increasing.  values : (K, ..., d, d).
    Raises ValueError for times that do not increase or do not match, and at a time outside [times[0], times[-1]].
    """
    times, values = np.asarray(times, dtype=float), np.asarray(values)
    if times.ndim != 1 or len(times) < 2 or len(times) != len(values):
        raise ValueError(f"sampled: {times.shape} times and {len(values)} values; allowed are two or more, one each")
    if not (np.all(np.isfinite(times)) and np.all(np.diff(times) > 0)):
        raise ValueError("sampled: the times are not finite or do not increase")
    if values.dtype.kind == "f" and not np.all(np.isfinite(values)):
        raise ValueError("sampled: a value is not finite; allowed are finite numbers")

    def at(t: float) -> Array:
        if not times[0] <= t <= times[-1]:
            raise ValueError(f"sampled: t = {t} is outside [{times[0]}, {times[-1]}]")
        k = int(np.clip(np.searchsorted(times, t) - 1, 0, len(times) - 2))
        share = (t - times[k]) / (times[k + 1] - times[k])
        return np.asarray((1 - share) * values[k] + share * values[k + 1])

    return at


@dataclass(frozen=True)
class Modulated:
    """The schedule t -> D_h(t) P'_h with diagonal D_h; its two factors stay visible to what can use them.

    diagonals : t -> (H, d).  P : (H, d, d).
    """

    diagonals: Callable[[float], Array]
    P: Array

    def __call__(self, t: float) -> Array:
        given = self.diagonals(t)
        D = object_array(given) if self.P.dtype.kind == "O" else np.asarray(given)
        return np.asarray(D[..., :, np.newaxis] * self.P)


def modulated(diagonals: Callable[[Any], Any], P: Array) -> Schedule:
    """The printed form P_h(t) = D_h(t) P'_h with diagonal D_h.

    diagonals : t -> (H, d), an array or nested lists; for a rigorous trajectory t is a power series, to be used through
        `stability.numbers.cos`, `stability.numbers.sin` and arithmetic.  P : (H, d, d), the constant factors P', then
        of balls.
    """
    return Modulated(diagonals, P)


def nearest_linear(values: Callable[[float], Array], a: float, b: float, samples: int = 16) -> Array:
    """The linear function nearest to `values` on [a, b] in the mean, at a and b: (2, ...).

    It has the mean and the first moment of `values`, which is all that a method of order 4 needs on one step: what is
    left acts on the state by a term of order (b - a)^5. Where a quantity oscillates or has kinks within a step, its
    values at single points would say less. samples : how many equidistant inner points stand for the interval, at
    least 4; for cubic polynomials they give the mean and the moment exactly.
    """
    inner = (np.arange(samples) + 0.5) / samples
    # The linear functions nearest to 1, x, x^2, x^3 on [0, 1], at 0 and at 1.
    ends = np.array([[1.0, 0.0, -1 / 6, -1 / 5], [1.0, 1.0, 5 / 6, 7 / 10]])
    weights = ends @ np.linalg.pinv(inner[:, np.newaxis] ** np.arange(4))
    return np.asarray(np.tensordot(weights, np.array([values(float(a + (b - a) * x)) for x in inner]), 1))


def _checked(value: Array, d: int, name: str) -> Array:
    if value.ndim not in (2, 3) or value.shape[-2:] != (d, d):
        raise ValueError(
            f"{name} has shape {value.shape}; with tokens in R^{d}, allowed are ({d}, {d}) and (H, {d}, {d})"
        )
    if value.dtype.kind == "f" and not np.all(np.isfinite(value)):
        raise ValueError(f"{name} contains a value that is not finite; allowed are finite numbers")
    return value[np.newaxis] if value.ndim == 2 else value
