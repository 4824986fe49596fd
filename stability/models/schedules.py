"""Matrices that depend on time: constants, callables, samples, switches and printed forms, checked at every time.

A schedule is a callable t -> (H, d, d). Those of this module know the times at which they jump or bend, `knots`, and
what they are between two of them, `piece`, which is analytic there: integrators stop at the ones and follow the other.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import floor, isfinite
from typing import Any

import numpy as np
from flint import arb, arb_series

from ..numbers import Array, entrywise, object_array

Schedule = Callable[[float], Array]


def as_schedule(matrices: Array | Schedule, d: int, name: str) -> Schedule:
    """`matrices` as a schedule whose values are checked.

    matrices : (d, d) or (H, d, d), constant; or a callable t -> one of these, for example `sampled` or `switched`.
    Raises ValueError at once for a constant, otherwise at the time t where its shape is wrong or it is not finite.
    """
    if callable(matrices):
        given = matrices
        return lambda t: _checked(np.asarray(given(t)), d, f"{name}({t})")
    constant = _checked(np.asarray(matrices), d, name)
    return lambda t: constant


def knots_of(matrices: Any, a: Any, b: Any) -> list[Fraction]:
    """The times in the open interval (a, b) at which `matrices`, a constant or a schedule, is known to jump or bend."""
    known = getattr(matrices, "knots", None)
    return [] if known is None else sorted({t for t in known(Fraction(a), Fraction(b)) if a < t < b})


def piece_of(matrices: Any, a: Any, b: Any) -> Any:
    """What `matrices` is on [a, b], an interval without knots inside: a constant, or a callable."""
    known = getattr(matrices, "piece", None)
    return matrices if known is None else known(Fraction(a), Fraction(b))


@dataclass(frozen=True)
class Sampled:
    """Linear interpolation, see `sampled`."""

    times: Array
    values: Array

    def __call__(self, t: Any) -> Array:
        return _line(t, *self._ends(t))

    def knots(self, a: Fraction, b: Fraction) -> list[Fraction]:
        """The times of the samples inside (a, b)."""
        return [Fraction(float(t)) for t in self.times if a < t < b]

    def piece(self, a: Fraction, b: Fraction) -> Schedule:
        """The linear function on [a, b], also of a power series t."""
        ends = self._ends(float((a + b) / 2))
        return lambda t: _line(t, *ends)

    def _ends(self, t: float) -> tuple[float, float, Array, Array]:
        if not self.times[0] <= t <= self.times[-1]:
            raise ValueError(f"sampled: t = {t} is outside [{self.times[0]}, {self.times[-1]}]")
        k = int(np.clip(np.searchsorted(self.times, t) - 1, 0, len(self.times) - 2))
        return float(self.times[k]), float(self.times[k + 1]), self.values[k], self.values[k + 1]


def sampled(times: Array, values: Array) -> Sampled:
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
    return Sampled(times, values)


def _line(t: Any, start: float, end: float, first: Array, last: Array) -> Array:
    if not isinstance(t, arb | arb_series):
        share = (t - start) / (end - start)
        return np.asarray((1 - share) * first + share * last)
    part = (t - arb(start)) / (arb(end) - arb(start))

    def between(x: Any, y: Any) -> Any:
        low, high = (arb(entry) if isinstance(entry, float | int) else entry for entry in (x, y))
        return low + part * (high - low)

    return entrywise(between, first, last)


@dataclass(frozen=True)
class Switched:
    """Pieces that follow each other, see `switched`."""

    pieces: tuple[Any, ...]
    times: tuple[Fraction, ...]
    period: Fraction | None

    def __call__(self, t: Any) -> Array:
        piece = self.pieces[self._place(Fraction(t))]
        return np.asarray(piece(t) if callable(piece) else piece)

    def knots(self, a: Fraction, b: Fraction) -> list[Fraction]:
        """The times inside (a, b) at which a piece begins, and the knots of the pieces."""
        found = list(self.times)
        if self.period is not None:
            turns = range(floor(a / self.period), floor(b / self.period) + 1)
            found = [n * self.period + t for n in turns for t in (Fraction(0), *self.times)]
        inside = sorted(t for t in found if a < t < b)
        inner = [k for one, end in pairwise([a, *inside, b]) for k in knots_of(self._during(one, end), one, end)]
        return inside + inner

    def piece(self, a: Fraction, b: Fraction) -> Any:
        """The piece on [a, b]."""
        return piece_of(self._during(a, b), a, b)

    def _during(self, a: Fraction, b: Fraction) -> Any:
        return self.pieces[self._place((a + b) / 2)]

    def _place(self, t: Fraction) -> int:
        if self.period is not None:
            t = t - self.period * floor(t / self.period)
        return sum(t >= knot for knot in self.times)


def switched(pieces: Sequence[Any], times: Sequence[Any], *, period: Any = None) -> Switched:
    """Matrices that jump: the first piece before times[0], the next from times[0] on, and so on.

    pieces : K + 1 constants or schedules of the true time.  times : K, increasing.  period : the whole is repeated with
    this period; the times then lie between 0 and it.
    Raises ValueError for numbers that do not match, are not finite or do not increase.

    >>> P = switched([np.eye(2), np.zeros((2, 2))], [0.5], period=1)
    >>> float(P(7.25)[0, 0]), float(P(7.5)[0, 0]), P.knots(Fraction(0), Fraction(2))
    (1.0, 0.0, [Fraction(1, 2), Fraction(1, 1), Fraction(3, 2)])
    """
    given = [*times] if period is None else [*times, period]
    if len(pieces) != len(times) + 1 or not all(isfinite(t) for t in given):
        raise ValueError(f"switched: {len(pieces)} pieces at the times {given}; allowed are K + 1 and K finite times")
    knots = [Fraction(t) for t in given]
    if not all(a < b for a, b in pairwise(knots if period is None else [Fraction(0), *knots])):
        raise ValueError(f"switched: the times {given} do not increase" + ("" if period is None else " from 0 on"))
    kept = tuple(piece if callable(piece) else np.asarray(piece) for piece in pieces)
    return Switched(kept, tuple(knots[: len(times)]), None if period is None else knots[-1])


@dataclass(frozen=True)
class Timed:
    """A callable with what is known of its times, see `timed`."""

    function: Callable[[Any], Any]
    kinks: tuple[Fraction, ...]
    period: float | None
    shortest: float | None = None

    def __call__(self, t: Any) -> Array:
        return np.asarray(self.function(t))

    def knots(self, a: Fraction, b: Fraction) -> list[Fraction]:
        """The given ones."""
        return [t for t in self.kinks if a < t < b]


def timed(
    function: Callable[[Any], Any],
    *,
    knots: Sequence[Any] = (),
    period: float | None = None,
    shortest: float | None = None,
) -> Timed:
    """Any callable t -> matrices, with what the integrators should know of its times.

    knots : where it jumps or bends.  period : it is repeated.  shortest : the shortest time that a change lasts; the
    callable is looked at as often as that needs, where it would be some 8 000 times by default.
    Raises ValueError for knots that are not finite, and for a period or a shortest time that is not positive.
    """
    lengths = [None if x is None else float(x) for x in (period, shortest)]
    if not all(isfinite(t) for t in knots) or not all(x is None or (x > 0 and isfinite(x)) for x in lengths):
        raise ValueError(
            f"timed: knots {list(knots)}, period {period}, shortest {shortest}; allowed are finite numbers, positive"
            " ones for the period and the shortest time"
        )
    return Timed(function, tuple(sorted(Fraction(t) for t in knots)), *lengths)


@dataclass(frozen=True)
class Modulated:
    """The schedule t -> D_h(t) P'_h with diagonal D_h; its two factors stay visible to what can use them.

    diagonals : t -> (H, d).  P : (H, d, d).
    """

    diagonals: Callable[[float], Array]
    P: Array

    def __call__(self, t: float) -> Array:
        given, P = self.diagonals(t), self.P
        if isinstance(t, arb_series) and P.dtype.kind == "f":
            P = entrywise(lambda entry: arb(float(entry)), P)
        D = object_array(given) if P.dtype.kind == "O" else np.asarray(given)
        return np.asarray(D[..., :, np.newaxis] * P)

    def knots(self, a: Fraction, b: Fraction) -> list[Fraction]:
        """Those of the diagonals, where they know them."""
        return knots_of(self.diagonals, a, b)

    def piece(self, a: Fraction, b: Fraction) -> Any:
        """The printed form with the diagonals of [a, b]."""
        during = piece_of(self.diagonals, a, b)
        return Modulated(during, self.P) if callable(during) else during[..., :, np.newaxis] * self.P


def modulated(diagonals: Callable[[Any], Any], P: Array) -> Modulated:
    """The printed form P_h(t) = D_h(t) P'_h with diagonal D_h.

    diagonals : t -> (H, d), an array or nested lists; for a rigorous trajectory t is a power series, to be used through
        `stability.numbers.cos`, `stability.numbers.sin` and arithmetic.  P : (H, d, d), the constant factors P'.
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
    if value.dtype.kind == "O" and all(isinstance(entry, float | int) for entry in value.flat):
        # What was written for a power series t, at a floating time.
        value = value.astype(float)
    if value.dtype.kind == "f" and not np.all(np.isfinite(value)):
        raise ValueError(f"{name} contains a value that is not finite; allowed are finite numbers")
    return value[np.newaxis] if value.ndim == 2 else value
