"""Derivatives and norms in ball arithmetic, for any function written over the number types.

Derivatives come from power series of length two with ball coefficients; norms of matrices of balls are bounded in
floats with proved radii, see `stability.float_balls`.

A proved set around a state: a centre and one bound on the Euclidean distance from it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import reduce
from itertools import combinations

import numpy as np
from flint import arb, arb_series, ctx

from .. import float_balls
from ..decrease.dini import heights
from ..float_balls import FloatBalls, norm_bound
from ..models.ellipsoid import inner
from ..numbers import Array, entrywise, sign
from ..tables import Shown, Table

_SMALL = arb(0, 1e-300)


@contextmanager
def working(prec: int | None = None, *, cap: int | None = None) -> Iterator[None]:
    """Within the block, python-flint computes with `prec` bits and series of length `cap`; both are global to it."""
    before = ctx.prec, ctx.cap
    try:
        ctx.prec = before[0] if prec is None else prec
        ctx.cap = before[1] if cap is None else cap
        yield
    finally:
        ctx.prec, ctx.cap = before


def balls(values: Array, radius: arb | float = 0) -> Array:
    """The entries of `values` (floats, integers, fractions, balls) as balls, widened by `radius`. Same shape."""

    def ball(entry: object) -> arb:
        exact = entry if isinstance(entry, arb) else _quotient(entry)
        return exact if radius == 0 else exact + arb(0, radius)

    return entrywise(ball, np.asarray(values))


def jacobian(f: Callable[[Array], Array], X: Array) -> Array:
    """Balls that contain the derivative of f at every point of the box X: (M, K) for f: K entries -> M entries.

    f : takes and returns object arrays over the number types.  X : balls, any shape.
    Raises ValueError where the number of entries depends on the length of the series: NumPy takes a series for a list
    of its coefficients, so that an array times an entry of X would go wrong unnoticed. Whole arrays do not.
    """
    with working(cap=3):
        longer = np.frompyfunc(lambda entry: arb_series([entry, 1, _SMALL]), 1, 1)(X)
        rows = f(np.asarray(longer, dtype=object)).size
    with working(cap=2):
        columns = []
        for k in range(X.size):
            moved = X.reshape(-1).copy()
            moved[k] = arb_series([moved[k], 1])
            columns.append([_slope(entry) for entry in f(moved.reshape(X.shape)).reshape(-1)])
            if len(columns[-1]) != rows:
                raise ValueError(f"f has {len(columns[-1])} or {rows} entries; does it multiply an array by a series?")
    return np.array(columns, dtype=object).T


def spectral_norm_bound(J: Array) -> arb:
    """An upper bound of |J|_2 for every matrix in the ball matrix J : (M, K). Infinite where a ball is."""
    return _finite_or_infinite(norm_bound(FloatBalls.of(J)))


def log_norm_bound(J: Array) -> arb:
    """An upper bound of the Euclidean logarithmic norm, the top eigenvalue of (J + J^T)/2, over the ball matrix J."""
    return _finite_or_infinite(float_balls.log_norm_bound(FloatBalls.of(J)))


def total_radius(X: Array) -> arb:
    """The Euclidean norm of the radii of all entries, as an upper bound."""
    return arb(np.sum(entrywise(lambda entry: arb(entry.rad()) ** 2, X)).sqrt().upper())


def _finite_or_infinite(bound: Array) -> arb:
    """A bound as a ball; what is not a number bounds nothing."""
    return arb(float(bound)) if np.isfinite(bound) else arb("inf")


def _slope(entry: arb | arb_series) -> arb:
    return entry[1] if isinstance(entry, arb_series) else arb(0)


def _quotient(entry: object) -> arb:
    if isinstance(entry, float):
        return arb(entry)
    numerator, denominator = entry.as_integer_ratio()  # type: ignore[attr-defined]
    return arb(int(numerator)) / int(denominator)


class EnclosureError(ArithmeticError):
    """The trajectory cannot be enclosed further; the message says where. Nothing is returned for the rest of it."""


@dataclass(frozen=True, repr=False)
class Enclosure(Shown):
    """A set that is proved to contain the state: everything within the Euclidean distance `error` of `centre`.

    centre : (N, d), exact numbers (balls of radius zero).  error : over all tokens together.
    """

    centre: Array
    error: arb

    def table(self) -> Table:
        """The centre, a token a row, and the radius of the proved ball around it."""
        rows = tuple(tuple(f"{float(entry.mid()):.6g}" for entry in token) for token in self.centre)
        columns = tuple(f"x_{k + 1}" for k in range(self.centre.shape[-1]))
        return Table(f"within {float(self.error.upper()):.2e} of these tokens, proved", columns, rows)

    def box(self) -> Array:
        """Balls around every coordinate: (N, d)."""
        return balls(self.centre, self.error)

    def in_hemisphere(self, v: Array) -> bool:
        """Whether v^T y_i > 0 is proved for every token. False is no disproof."""
        return all_positive(heights(self.box(), balls(v)))

    def diameter(self, W: Array | None = None) -> arb:
        """An upper bound of max |y_i - y_j|_W."""
        return diameter(self.box(), W)


def enclosed(start: Array | Enclosure, prec: int) -> Enclosure:
    """`start` as an enclosure: its coordinates rounded to `prec` bits, the rounding in the error.

    Raises ValueError where an entry is not finite.
    """
    if isinstance(start, Enclosure):
        return start
    with working(prec):
        Y = balls(start)
        if not all(entry.is_finite() for entry in Y.flat):
            raise ValueError("the start contains a value that is not finite; allowed are finite numbers")
        return recentred(Y)


def recentred(Y: Array, error: arb | int = 0) -> Enclosure:
    """The enclosure with the midpoints of the balls Y as its centre: `error` and the radii together."""
    centre = entrywise(lambda entry: entry.mid(), Y)
    return Enclosure(centre, (total_radius(Y) + error).upper())


def bits_of(error: arb | float) -> int:
    """How many bits after the point are right: -log2 of the error, rounded down; 0 where it is not finite.

    An error of zero counts as the smallest that matters, 2^-(2^20).
    """
    bound = arb(error).abs_upper()
    if not bound.is_finite():
        return 0
    if bound == 0:
        return 1 << 20
    mantissa, exponent = bound.man_exp()
    return -(int(exponent) + int(mantissa).bit_length())


def float_above(x: arb) -> float:
    """A float above |x|."""
    return float(x.abs_upper()) * (1 + 2.0**-50) + 1e-300


def all_positive(values: Array) -> bool:
    """Whether every entry is proved positive."""
    return all(sign(entry) == 1 for entry in np.asarray(values).flat)


def diameter(Y: Array, W: Array | None = None) -> arb:
    """An upper bound of max |y_i - y_j|_W over the box Y : (N, d) of balls."""
    gaps = [Y[i] - Y[j] for i, j in combinations(range(len(Y)), 2)]
    bounds = [inner(gap, gap, W).item().upper() for gap in gaps]
    return reduce(arb.max, bounds, arb(0)).sqrt().upper()
