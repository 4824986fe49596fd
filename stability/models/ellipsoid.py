"""The ellipsoid {x : x^T W x = 1}: metric, projection and tangent map. W = None is the sphere.

Source: "Consensus is all you get" (ICML 2025), section 2.1, equations (2) and (3).
"""

from __future__ import annotations

import numpy as np
from flint import arb

from ..numbers import Array, sign, sqrt


def inner(X: Array, Y: Array, W: Array | None = None) -> Array:
    """<x, y>_W = x^T W y over the last axis: X, Y : (..., d), W : (d, d) or None for the identity. Returns (...)."""
    return np.asarray(np.sum((X if W is None else X @ W) * Y, axis=-1))


def onto_ellipsoid(X: Array, W: Array | None = None) -> Array:
    """pi_W(x) = x / |x|_W for every row of X : (..., d), equation (2).

    Of floats the rows may have any size: those whose squares leave the range of floats are divided by it before.
    Raises ZeroDivisionError where a row is zero or not finite, ValueError where |x|_W is not of the exact type.
    """
    with np.errstate(over="ignore", under="ignore"):
        squares = np.asarray(inner(X, X, W))[..., np.newaxis]
    if squares.dtype.kind == "f":
        least = np.finfo(squares.dtype).smallest_normal / np.finfo(squares.dtype).eps
        if not np.all((squares > least) & (squares < 1 / least)):
            sizes = np.max(np.abs(X), axis=-1, keepdims=True)
            if not np.all((sizes > 0) & (sizes < np.inf)):
                raise ZeroDivisionError("the map is undefined: the norm of some token is 0 or not a number")
            X = X / sizes
            squares = np.asarray(inner(X, X, W))[..., np.newaxis]
            if not np.all(squares > 0):
                raise ZeroDivisionError("pi_W is undefined: the metric is too small for floats")
    return np.asarray(X / sqrt(squares))


def tangent(Y: Array, Z: Array, W: Array | None = None) -> Array:
    """(I - y y^T W) z, the tangent part of z at the point y of the ellipsoid, equation (3) with |y|_W = 1.

    Y, Z : (..., d).  The matrix is a projector only where |y|_W = 1.
    """
    return np.asarray(Z - np.asarray(inner(Y, Z, W))[..., np.newaxis] * Y)


def gram(Y: Array, W: Array | None = None) -> Array:
    """<y_i, y_j>_W for all tokens: (..., N, N)."""
    return np.asarray((Y if W is None else Y @ W) @ np.swapaxes(Y, -1, -2))


def require_metric(W: Array | None, d: int) -> None:
    """Raise ValueError unless W is None or a symmetric positive definite (d, d) matrix: floats, exact numbers or balls.

    Pivots decide for exact entries and balls, a Cholesky factor for floats. Balls are symmetric where they overlap.
    """
    if W is None:
        return
    if W.shape != (d, d):
        raise ValueError(f"W has shape {W.shape}; with tokens in R^{d}, allowed is ({d}, {d})")
    if not all(a.overlaps(b) if isinstance(a, arb) else a == b for a, b in zip(W.flat, W.T.flat, strict=True)):
        raise ValueError("W is not symmetric; allowed are symmetric positive definite matrices")
    if W.dtype.kind == "f":
        try:
            np.linalg.cholesky(W)
        except np.linalg.LinAlgError as error:
            raise ValueError("W is not positive definite") from error
    elif not is_positive_definite(W):
        raise ValueError("W is not positive definite (a pivot is not proved positive)")


def require_on_ellipsoid(Y: Array, W: Array | None = None, *, tolerance: float = 1e-9) -> None:
    """Raise ValueError naming the first token with |y|_W^2 != 1, exactly, or beyond `tolerance` for floats.

    Floats of fewer digits than the tolerance has may be off by what their rounding is.
    """
    squares = np.asarray(inner(Y, Y, W))
    if squares.dtype.kind == "f":
        tolerance = max(tolerance, 4 * Y.shape[-1] * float(np.finfo(Y.dtype if Y.dtype.kind == "f" else float).eps))
    if squares.dtype.kind == "f":
        wrong = ~(abs(squares - 1) <= tolerance)
    else:
        wrong = ~np.array([bool(square - 1 == 0) for square in squares.flat], dtype=bool).reshape(squares.shape)
    if np.any(wrong):
        index = tuple(np.argwhere(wrong)[0])
        where = ", ".join(map(str, index))
        raise ValueError(f"token [{where}] is not on the ellipsoid: |y|_W^2 = {squares[index]}; allowed is 1")


def is_positive_definite(S: Array) -> bool:
    """Whether elimination of the symmetric matrix S of exact numbers or balls meets only pivots proved positive."""
    rest = S.copy()
    for k in range(len(rest)):
        if sign(rest[k, k]) != 1:
            return False
        rest[k + 1 :] = rest[k + 1 :] - np.outer(rest[k + 1 :, k] / rest[k, k], rest[k])
    return True
