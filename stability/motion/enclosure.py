"""A proved set around a state: a centre and one bound on the Euclidean distance from it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import reduce
from itertools import combinations

import numpy as np
from flint import arb

from attnverify.stability.decrease.dini import heights
from attnverify.stability.models.ellipsoid import inner
from attnverify.stability.motion.ball_calculus import balls, total_radius, working
from attnverify.stability.numbers import Array, sign
from attnverify.stability.tables import Shown, Table


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
    centre = np.asarray(np.frompyfunc(lambda entry: entry.mid(), 1, 1)(Y), dtype=object)
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


def all_positive(values: Array) -> bool:
    """Whether every entry is proved positive."""
    return all(sign(entry) == 1 for entry in np.asarray(values).flat)


def diameter(Y: Array, W: Array | None = None) -> arb:
    """An upper bound of max |y_i - y_j|_W over the box Y : (N, d) of balls."""
    gaps = [Y[i] - Y[j] for i, j in combinations(range(len(Y)), 2)]
    bounds = [inner(gap, gap, W).item().upper() for gap in gaps]
    return reduce(arb.max, bounds, arb(0)).sqrt().upper()
