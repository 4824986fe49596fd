"""Arrays of floating-point balls: NumPy's speed with a proved radius for every entry.

A number is a float `mid` and a float `rad`; it stands for every real within `rad` of `mid`. A rounded operation is off
by at most u = 2^-53 relatively, a sum of n terms in any order by n u/(1 - n u) times the sum of the absolute values;
the radius takes that and a little more for its own rounding, and `_TINY` covers underflow. Overflow and undefined
operations give a radius that is infinite or not a number, which no comparison accepts. The exponential alone is taken
from the ball library, entry by entry.

Proved bounds of norms and logarithmic norms, in floating point.

An approximate factor R of s I - S, from Cholesky's method, is not believed: for every real R the matrix R^T R is
positive semidefinite, so that no eigenvalue of S exceeds s by more than the norm of the residual s I - S - R^T R, which
one product shows, with the bound on its rounding errors that holds for every order of summation.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb, ctx

from .numbers import Array

UNIT = 2.0**-53
# The radius is computed in floats as well, from a handful of operations, each of them off by `UNIT` at most.
_SLACK = 1 + 64 * UNIT
_TINY = 1e-300
# The product of two numbers above this is no subnormal number, whose relative error is larger.
_SMALL = 1e-150
_BITS = 64


@dataclass(frozen=True)
class FloatBalls:
    """mid, rad : float arrays of one shape; rad is at least 0."""

    mid: Array
    rad: Array

    # NumPy shall leave `array * balls` to this class.
    __array_ufunc__ = None

    @classmethod
    def exact(cls, mid: Any) -> FloatBalls:
        """Floats as the numbers they are."""
        mid = np.asarray(mid, dtype=float)
        return cls(mid, np.zeros_like(mid))

    @classmethod
    def of(cls, entries: Any, radius: float = 0.0) -> FloatBalls:
        """An array of arb balls, each widened by `radius`."""
        entries = np.asarray(entries, dtype=object)
        mid = np.array([float(entry) for entry in entries.flat]).reshape(entries.shape)
        rad = np.array([float(entry.rad()) for entry in entries.flat]).reshape(entries.shape)
        return cls(mid, (rad + radius + 2 * UNIT * np.abs(mid)) * _SLACK + _TINY)

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the array."""
        return self.mid.shape

    @property
    def size(self) -> Array:
        """Upper bounds of the absolute values."""
        return np.asarray((np.abs(self.mid) + self.rad) * _SLACK)

    @property
    def least(self) -> Array:
        """Lower bounds of the absolute values; negative where a ball contains 0."""
        return np.asarray(np.abs(self.mid) * (1 - 4 * UNIT) - self.rad * _SLACK)

    def __getitem__(self, key: Any) -> FloatBalls:
        return FloatBalls(np.asarray(self.mid[key]), np.asarray(self.rad[key]))

    def __add__(self, other: FloatBalls | Array | float) -> FloatBalls:
        other = _balls(other)
        mid = self.mid + other.mid
        return _rounded(mid, self.rad + other.rad)

    __radd__ = __add__

    def __neg__(self) -> FloatBalls:
        return FloatBalls(-self.mid, self.rad)

    def __sub__(self, other: FloatBalls | Array | float) -> FloatBalls:
        return self + (-_balls(other))

    def __rsub__(self, other: Array | float) -> FloatBalls:
        return _balls(other) - self

    def __mul__(self, other: FloatBalls | Array | float) -> FloatBalls:
        other = _balls(other)
        rad = self.size * other.rad + self.rad * np.abs(other.mid)
        return _rounded(self.mid * other.mid, rad)

    __rmul__ = __mul__

    def __matmul__(self, other: FloatBalls | Array) -> FloatBalls:
        other = _balls(other)
        n = self.shape[-1]
        absolute = np.abs(self.mid)
        # One product for the rounding of the middle, n u/(1 - n u), and the other's radius, one for its own radius.
        rad = absolute @ (other.rad + 1.02 * (n + 4) * UNIT * np.abs(other.mid)) + self.rad @ other.size
        # These products of numbers that are not negative are themselves off by (n + 2) u at most.
        return _rounded(self.mid @ other.mid, rad * (1 + 4 * (n + 2) * UNIT) + n * _TINY)

    def __rmatmul__(self, other: Array) -> FloatBalls:
        return _balls(other) @ self

    def sum(self, axis: int, keepdims: bool = False) -> FloatBalls:
        """The sum along one axis."""
        n = self.shape[axis]
        mid = np.sum(self.mid, axis=axis, keepdims=keepdims)
        rad = np.sum(self.rad + 4 * (n + 2) * UNIT * np.abs(self.mid), axis=axis, keepdims=keepdims)
        return _rounded(mid, rad * (1 + 4 * (n + 2) * UNIT))

    def swapaxes(self, first: int, second: int) -> FloatBalls:
        """Two axes exchanged."""
        return FloatBalls(np.swapaxes(self.mid, first, second), np.swapaxes(self.rad, first, second))

    def reciprocal(self) -> FloatBalls:
        """1/x; the radius is infinite where a ball contains 0."""
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            low = np.where(self.least > _SMALL, self.least, 0.0)
            mid = 1 / self.mid
            rad = np.where(low > 0, self.rad / low / np.abs(self.mid), np.inf)
        return _rounded(np.where(low > 0, mid, 0.0), rad)

    def sqrt(self) -> FloatBalls:
        """The square root of positive balls; the radius is infinite where a ball is not proved positive."""
        with np.errstate(invalid="ignore"):
            fits = (self.mid > 0) & (self.least > 0)
            mid = np.sqrt(np.where(fits, self.mid, 1.0))
            # |sqrt(x) - sqrt(m)| = |x - m|/(sqrt(x) + sqrt(m)) <= |x - m|/sqrt(m)
            rad = np.where(fits, self.rad / (mid * (1 - 4 * UNIT)), np.inf)
        return _rounded(mid, rad)

    def exp(self) -> FloatBalls:
        """The exponential."""
        with ctx.workprec(_BITS):
            middle = FloatBalls.of([arb(x).exp() for x in self.mid.flat])
        with np.errstate(over="ignore", invalid="ignore"):
            # e^(m + r) is within e^m (e^r - 1) of e^m, and e^r - 1 <= r e^r.
            growth = self.rad * exp_above(self.rad)
            mid = middle.mid.reshape(self.shape)
            rad = middle.rad.reshape(self.shape) + (np.abs(mid) + middle.rad.reshape(self.shape)) * growth
        return _rounded(mid, rad)


def stacked_last(parts: Sequence[Any]) -> Any:
    """Arrays of one shape, of floats, objects or floating-point balls, along a new last axis."""
    if isinstance(parts[0], FloatBalls):
        return FloatBalls(*(np.stack([getattr(part, name) for part in parts], axis=-1) for name in ("mid", "rad")))
    return np.stack(parts, axis=-1)


def exp_above(x: Array) -> Array:
    """A number above e^x for x >= 0, without an exponential that nobody has bounded: (1 - x/k)^-k for k = 2^10.

    1 - y <= e^-y, so that (1 - x/k)^-k >= e^x for x < k; infinite beyond.
    """
    base = 1 - x * 2.0**-10 * _SLACK
    power = np.where(base > 0, base * (1 - 4 * UNIT), 0.0)
    for _ in range(10):
        power = power * power * (1 - 4 * UNIT)
    with np.errstate(divide="ignore"):
        return np.asarray(1 / power * _SLACK)


def _balls(values: FloatBalls | Array | float) -> FloatBalls:
    return values if isinstance(values, FloatBalls) else FloatBalls.exact(values)


def _rounded(mid: Array, rad: Array) -> FloatBalls:
    """The result of one rounded operation: `mid` is off by one rounding more than `rad` says."""
    return FloatBalls(mid, rad * _SLACK + 2 * UNIT * np.abs(mid) + _TINY)


# Where the factor does not exist for one margin, relative to the row sums, the next one is tried.
_MARGINS = (1e-12, 1e-9, 1e-6, 1e-2)
_LARGE = 100


def norm_bound(J: FloatBalls) -> Array:
    """Numbers that |J|_2 does not exceed for any matrix in J : (..., M, K) -> (...). Infinite or nan where J is."""
    tall = J.mid if J.shape[-2] >= J.shape[-1] else np.swapaxes(J.mid, -1, -2)
    top = top_bound(_symmetric(np.swapaxes(tall, -1, -2) @ tall)) + _product_error(tall)
    return _above(np.sqrt(np.maximum(top, 0.0)) + _radius_norm(J.rad), 4)


def log_norm_bound(J: FloatBalls) -> Array:
    """Numbers that the top eigenvalue of (J + J^T)/2 does not exceed for any matrix in J : (..., K, K) -> (...)."""
    rounding = 2 * UNIT * (np.abs(J.mid) + np.swapaxes(np.abs(J.mid), -1, -2))
    bound = top_bound(_symmetric(J.mid)) + _radius_norm(J.rad + rounding)
    return np.asarray(bound + 4 * UNIT * np.abs(bound))


def top_bound(S: Array) -> Array:
    """Numbers that no eigenvalue of the symmetric float matrices S : (..., n, n) exceeds; infinite if S is not finite.

    As tight as rounding allows where Cholesky's method succeeds; else the largest absolute row sum.
    """
    n = S.shape[-1]
    coarse = _above(np.max(np.sum(np.abs(S), axis=-1), axis=-1), n)
    found = np.where(np.isfinite(coarse), coarse, np.inf)
    flat, bounds = S.reshape(-1, n, n), found.reshape(-1)
    waiting = np.flatnonzero(np.isfinite(bounds))
    if len(waiting):
        guess = _top(flat[waiting])
        for margin in _MARGINS:
            try:
                better = _factored(flat[waiting], guess + (margin + 16 * n * UNIT) * bounds[waiting])
            except np.linalg.LinAlgError:
                continue
            bounds[waiting] = np.minimum(bounds[waiting], better)
            break
    return bounds.reshape(S.shape[:-2])


def _factored(S: Array, s: Array) -> Array:
    """Bounds a little above the numbers s. Raises LinAlgError where s I - S is not found positive definite."""
    n = S.shape[-1]
    shifted = s[:, np.newaxis, np.newaxis] * np.eye(n) - S
    factor = np.swapaxes(np.linalg.cholesky(shifted), -1, -2)
    residual = np.max(np.sum(np.abs(shifted - np.swapaxes(factor, -1, -2) @ factor), axis=-1), axis=-1)
    # The shift of the diagonal and the product were rounded; the rounding of the difference is a part of `residual`.
    shift = 4 * UNIT * (np.max(np.abs(S), axis=(-1, -2)) + np.abs(s))
    bound = s + _above(residual, n) + shift + _product_error(factor)
    return np.asarray(bound + 8 * UNIT * (np.abs(s) + np.abs(bound)))


def _top(S: Array) -> Array:
    """The largest eigenvalue of each symmetric matrix, approximately."""
    if S.shape[-1] <= _LARGE:
        return np.asarray(np.linalg.eigvalsh(S)[:, -1])
    from scipy.sparse.linalg import ArpackError, eigsh

    start = np.ones(S.shape[-1]) + 0.01 * np.sin(np.arange(S.shape[-1]))
    found = []
    for matrix in S:
        try:
            value = float(eigsh(matrix, k=1, which="LA", tol=1e-7, v0=start, return_eigenvectors=False)[0])
            found.append(value + 1e-6 * abs(value))
        except ArpackError:
            found.append(float(np.linalg.eigvalsh(matrix)[-1]))
    return np.array(found)


def _product_error(A: Array) -> Array:
    """A bound on |fl(A^T A) - A^T A| in the Frobenius norm: gamma_n times the square of that of A, and underflow."""
    n = A.shape[-2]
    return np.asarray(4 * (n + 2) * UNIT * _above(np.sum(A * A, axis=(-1, -2)), n * A.shape[-1]) + 1e-290)


def _radius_norm(rad: Array) -> Array:
    """A bound on the spectral norm of every matrix whose entries are at most `rad` in size."""
    sums = np.max(np.sum(rad, axis=-2), axis=-1) * np.max(np.sum(rad, axis=-1), axis=-1)
    squares = np.sum(rad * rad, axis=(-1, -2))
    return _above(np.sqrt(np.minimum(sums, squares)), rad.shape[-1] * rad.shape[-2]) + 1e-150


def _symmetric(S: Array) -> Array:
    """(S + S^T)/2, symmetric to the last bit."""
    return np.asarray((S + np.swapaxes(S, -1, -2)) / 2)


def _above(x: Array, n: int) -> Array:
    """x >= 0, computed as a sum of n floats that are not negative, moved above the true sum."""
    return np.asarray(x * (1 + 4 * (n + 4) * UNIT))
