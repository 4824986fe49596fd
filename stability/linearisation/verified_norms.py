"""Proved bounds of norms and logarithmic norms, in floating point.

An approximate factor R of s I - S, from Cholesky's method, is not believed: for every real R the matrix R^T R is
positive semidefinite, so that no eigenvalue of S exceeds s by more than the norm of the residual s I - S - R^T R, which
one product shows, with the bound on its rounding errors that holds for every order of summation.
"""

from __future__ import annotations

import numpy as np

from attnverify.stability.float_balls import UNIT, FloatBalls
from attnverify.stability.numbers import Array

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
