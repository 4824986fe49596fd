"""Linearisation: the exact derivative of the normalised maps, on all of R^d (ambient) and on the tangent spaces.

Along a perturbation D of the tokens, with f_i = y_i/|y_i|,

    df_i = (I - f_i f_i^T) dy_i / |y_i|,      dy_i = d_i + alpha sum_h V_h sum_j (A^h_ij d_j + dA^h_ij x_j),
    dA_ij = A_ij (dl_ij - sum_m A_im dl_im),  dl_ij = d_i^T P x_j + x_i^T P d_j.

On tangent D (d_i orthogonal to x_i) this is the intrinsic Jacobian, which decides stability; on all D it is the ambient
derivative of the normalised map, whose radial part depends on how the map is continued off the spheres.

Source: arXiv 2605.25619, Lemmas 2 and 10 (with the inverse norm exact instead of truncated).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from flint import arb

from attnverify.stability.models.maps import attention_step, mixed_values, oja_step
from attnverify.stability.numbers import Array, sqrt

Derivative = Callable[[Array], Array]


def weights_derivative(X: Array, D: Array, A: Array, P: Array) -> Array:
    """dA along D for full or causal attention A = A(X).

    X, D : (..., N, d).  A, P : (..., N, N) and (d, d), or (..., H, N, N) and (H, d, d).
    With multiplicities, all copies of a representative move together.
    """
    if P.ndim == 3:
        X, D = X[..., np.newaxis, :, :], D[..., np.newaxis, :, :]
    dlogits = (D @ P) @ np.swapaxes(X, -1, -2) + (X @ P) @ np.swapaxes(D, -1, -2)
    return np.asarray(A * (dlogits - np.sum(A * dlogits, axis=-1, keepdims=True)))


def attention_derivative(
    X: Array, A: Array, P: Array, V: Array, alpha: Any, *, norms: Array | None = None
) -> Derivative:
    """D -> df for the attention map at X, where A = A(X) are its weights.

    norms : (..., N), the values |y_i| where they are known in closed form; computed otherwise.
    """
    Y = attention_step(X, A, V, alpha)

    def derivative(D: Array) -> Array:
        moved = mixed_values(D, A, V) + mixed_values(X, weights_derivative(X, D, A, P), V)
        return normalised_derivative(Y, D + alpha * moved, norms=norms)

    return derivative


def oja_derivative(X: Array, V: Array, alpha: Any, *, norms: Array | None = None) -> Derivative:
    """D -> df for the Oja map at X. norms : (..., N) as in `attention_derivative`."""
    Y = oja_step(X, V, alpha)
    return lambda D: normalised_derivative(Y, oja_step(D, V, alpha), norms=norms)


def normalised_derivative(Y: Array, dY: Array, *, norms: Array | None = None) -> Array:
    """The derivative of y/|y| along dy, row by row: (dy - f (f.dy)) / |y|."""
    size = sqrt(np.sum(Y * Y, axis=-1)) if norms is None else norms
    size = size[..., np.newaxis]
    F = Y / size
    return np.asarray((dY - F * np.sum(F * dY, axis=-1, keepdims=True)) / size)


def tangent_basis(x: Array) -> Array:
    """Orthonormal basis of the tangent space at the unit vector x, as rows: (d-1, d), rational for rational x.

    The last d-1 rows of the Householder reflection that exchanges x and e_1, or for floats and balls -e_1 where that
    does not cancel. Entries of x must have a decided value, or be balls.
    """
    d, rounded = len(x), x.dtype.kind == "f" or isinstance(x[0], arb)
    identity = np.eye(d) if x.dtype.kind == "f" else np.eye(d, dtype=int).astype(object)
    w = x + identity[0] if rounded and float(x[0]) > 0 else x - identity[0]
    square = np.sum(w * w)
    if square == 0:
        return np.asarray(identity[1:])
    return np.asarray((identity - 2 * np.outer(w, w) / square)[1:])


def tangent_jacobian(derivative: Derivative, X: Array, F: Array | None = None) -> Array:
    """The intrinsic Jacobian as an (N(d-1), N(d-1)) matrix in orthonormal tangent bases.

    X : (N, d) the state, F : (N, d) its image, which defaults to X (a fixed point).
    """
    source = [tangent_basis(x) for x in X]
    target = source if F is None else [tangent_basis(f) for f in F]
    columns = []
    for i, basis in enumerate(source):
        for direction in basis:
            D = _zeros_like(X)
            D[i] = direction
            image = derivative(D)
            columns.append(np.concatenate([rows @ image[m] for m, rows in enumerate(target)]))
    return np.stack(columns, axis=1)


def ambient_jacobian(derivative: Derivative, X: Array) -> Array:
    """The derivative on all of R^(Nd) as an (Nd, Nd) matrix, token by token."""
    columns = []
    for i, a in np.ndindex(*X.shape):
        D = _zeros_like(X)
        D[i, a] = D[i, a] + 1
        columns.append(derivative(D).reshape(-1))
    return np.stack(columns, axis=1)


def _zeros_like(X: Array) -> Array:
    return np.asarray(X - X)
