"""The max-Lyapunov function V(y) = max_i (1 - v^T y_i) and its upper Dini derivative along the flow with U = I.

With c_i = v^T y_i and g_ij = <y_i, y_j>_W the heights obey c_i' = sum_j a_ij (c_j - c_i g_ij), where a_ij is the sum of
alpha^h_ij over the heads. V is a maximum of smooth functions: D+V is the largest -c_i' over the active set (Danskin).

Source: "Consensus is all you get" (ICML 2025), equation (7), Theorem 3.2.
"""

from __future__ import annotations

import numpy as np

from stability.models.ellipsoid import gram, require_metric, require_on_ellipsoid
from stability.numbers import Array, sign


def heights(Y: Array, v: Array) -> Array:
    """c_i = v^T y_i : (..., N). The Euclidean product, whatever W is. Y : (..., N, d), v : (d,)."""
    return np.asarray(Y @ v)


def height_rates(Y: Array, alpha: Array, v: Array, W: Array | None = None) -> Array:
    """c_i' = sum_j a_ij (c_j - c_i g_ij) : (..., N), for the flow with U = I.

    alpha : (..., N, N), or (..., H, N, N) for several heads.
    """
    total = alpha.sum(axis=-3) if alpha.ndim > Y.ndim else alpha
    c = heights(Y, v)
    terms = c[..., np.newaxis, :] - c[..., :, np.newaxis] * gram(Y, W)
    return np.asarray(np.sum(total * terms, axis=-1))


def max_lyapunov(Y: Array, v: Array) -> Array:
    """V(y) = max_i (1 - v^T y_i) : (...), for floats, rationals, or symbols of decided order."""
    return np.asarray(1 - np.min(heights(Y, v), axis=-1))


def active_set(Y: Array, v: Array, *, tolerance: float = 0) -> Array:
    """Where V_i = 1 - v^T y_i attains the maximum: booleans (..., N).

    tolerance : heights this close to the least count as ties. The integer 0 keeps exact numbers exact; a float would
        round the least one, and no height might reach it.
    """
    c = heights(Y, v)
    return np.asarray(c <= np.min(c, axis=-1, keepdims=True) + tolerance, dtype=bool)


def dini_derivative(Y: Array, alpha: Array, v: Array, W: Array | None = None, *, tolerance: float = 0) -> Array:
    """D+V(y) = the largest -c_i' over the active set, exact ties included: (...).

    Floats or exact numbers. tolerance : see `active_set`.
    Raises ValueError for floats that are no data of the theorem: see `_require_data`.
    """
    _require_data(Y, alpha, v, W)
    rates = -height_rates(Y, alpha, v, W)
    active = active_set(Y, v, tolerance=tolerance)
    lowest = np.min(rates, axis=-1, keepdims=True)
    return np.asarray(np.max(np.where(active, rates, lowest), axis=-1))


def decrease_bound(Y: Array, alpha: Array, v: Array, W: Array | None = None) -> Array:
    """A lower bound on -D+V in the open hemisphere: (m/2) min over active i of sum_j a_ij |y_i - y_j|_W^2, m = min c.

    Shapes as in `dini_derivative`. Raises ValueError outside the open hemisphere, where it is no bound.
    """
    c = heights(Y, v)
    if not all(sign(height) == 1 for height in c.flat):
        raise ValueError("decrease_bound: some height v^T y_i is not positive; allowed is the open hemisphere")
    total = alpha.sum(axis=-3) if alpha.ndim > Y.ndim else alpha
    spread = np.sum(total * (1 - gram(Y, W)), axis=-1)
    highest = np.max(spread, axis=-1, keepdims=True)
    least = np.min(np.where(active_set(Y, v), spread, highest), axis=-1)
    return np.asarray(np.min(c, axis=-1) * least)


def _require_data(Y: Array, alpha: Array, v: Array, W: Array | None) -> None:
    """Raise ValueError unless floats are finite, W is a metric, v is not zero and the tokens lie on the ellipsoid."""
    if Y.dtype.kind != "f":
        return
    for name, values in (("alpha", alpha), ("v", v), ("the tokens", Y)):
        if not np.all(np.isfinite(values.astype(float))):
            raise ValueError(f"{name}: contains a value that is not finite; allowed are finite numbers")
    if v.shape != Y.shape[-1:] or not np.any(v):
        raise ValueError(f"v = {v}; allowed is a vector of length {Y.shape[-1]} that is not zero")
    require_metric(W, Y.shape[-1])
    require_on_ellipsoid(Y, W, tolerance=1e-6)
