"""Derivatives and norms in ball arithmetic, for any function written over the number types.

Derivatives come from power series of length two with ball coefficients; norms of matrices of balls are bounded in
floats with proved radii, see `stability.linearisation.verified_norms`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import numpy as np
from flint import arb, arb_series, ctx

from attnverify.stability.float_balls import FloatBalls
from attnverify.stability.linearisation import verified_norms
from attnverify.stability.linearisation.verified_norms import norm_bound
from attnverify.stability.numbers import Array

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

    return np.asarray(np.frompyfunc(ball, 1, 1)(np.asarray(values)), dtype=object)


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
    return _finite_or_infinite(verified_norms.log_norm_bound(FloatBalls.of(J)))


def total_radius(X: Array) -> arb:
    """The Euclidean norm of the radii of all entries, as an upper bound."""
    return arb(np.sum(_map(X, lambda entry: arb(entry.rad()) ** 2)).sqrt().upper())


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


def _map(X: Array, function: Callable[[arb], object]) -> Array:
    return np.asarray(np.frompyfunc(function, 1, 1)(X), dtype=object)
