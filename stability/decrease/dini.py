"""The max-Lyapunov function V(y) = max_i (1 - v^T y_i) and its upper Dini derivative along the flow.

With c_i = v^T y_i, F_i = sum_h sum_j A^h_ij U_h y_j the heights obey c_i' = v^T F_i - c_i <y_i, F_i>_W. For U = I
that is sum_j a_ij (c_j - c_i g_ij) with g_ij = <y_i, y_j>_W and a_ij the sum of A^h_ij over the heads. V is a
maximum of smooth functions: D+V is the largest -c_i' over the active set (Danskin).

Source: "Consensus is all you get" (ICML 2025), equation (7), Theorem 3.2.
"""

from __future__ import annotations

import numpy as np

from ..models.ellipsoid import gram, inner, require_metric, require_on_ellipsoid
from ..models.flow import Flow, drive
from ..models.schedules import as_schedule
from ..numbers import Array, sign


def heights(Y: Array, v: Array) -> Array:
    """c_i = v^T y_i : (..., N). The Euclidean product, whatever W is. Y : (..., N, d), v : (d,)."""
    return np.asarray(Y @ v)


def height_rates(Y: Array, A: Array, v: Array, W: Array | None = None, *, U: Array | None = None) -> Array:
    """c_i', the rates of the heights along the flow : (..., N).

    A : (..., N, N), or (..., H, N, N) for several heads.  U : (d, d), or (H, d, d) alike; None for the identity.
    """
    if U is not None:
        F = drive(Y, A, U)
        return np.asarray(F @ v - heights(Y, v) * inner(Y, F, W))
    total = A.sum(axis=-3) if A.ndim > Y.ndim else A
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


def dini_derivative(
    Y: Array,
    A: Array | Flow,
    v: Array,
    W: Array | None = None,
    *,
    U: Array | None = None,
    t: float = 0.0,
    tolerance: float = 0,
) -> Array:
    """D+V(y) = the largest -c_i' over the active set, exact ties included: (...).

    A : the weights of a flow, with its W and its U where that is not the identity; or the `Flow` itself, whose
        weights, values and metric at time t are then taken. Floats or exact numbers.
    tolerance : see `active_set`.
    Raises ValueError for floats that are no data of the theorem, see `_require_data`, and for W or U beside a flow.
    """
    if isinstance(A, Flow):
        if W is not None or U is not None:
            raise ValueError("W or U is given beside a flow; allowed are those of the flow")
        flow, d = A, Y.shape[-1]
        W, U = flow.W, None if flow.U is None else as_schedule(flow.U, d, "U")(t)
        A = flow.weights(t, Y)
    _require_data(Y, A, v, W)
    rates = -height_rates(Y, A, v, W, U=U)
    active = active_set(Y, v, tolerance=tolerance)
    lowest = np.min(rates, axis=-1, keepdims=True)
    return np.asarray(np.max(np.where(active, rates, lowest), axis=-1))


def decrease_bound(Y: Array, A: Array, v: Array, W: Array | None = None) -> Array:
    """A lower bound on -D+V in the open hemisphere: (m/2) min over active i of sum_j a_ij |y_i - y_j|_W^2, m = min c.

    For the flow with U = I, and for no other.
    Shapes as in `dini_derivative`. Raises ValueError outside the open hemisphere, where it is no bound.
    """
    c = heights(Y, v)
    if not all(sign(height) == 1 for height in c.flat):
        raise ValueError("decrease_bound: some height v^T y_i is not positive; allowed is the open hemisphere")
    total = A.sum(axis=-3) if A.ndim > Y.ndim else A
    spread = np.sum(total * (1 - gram(Y, W)), axis=-1)
    highest = np.max(spread, axis=-1, keepdims=True)
    least = np.min(np.where(active_set(Y, v), spread, highest), axis=-1)
    return np.asarray(np.min(c, axis=-1) * least)


def _require_data(Y: Array, A: Array, v: Array, W: Array | None) -> None:
    """Raise ValueError unless floats are finite, W is a metric, v is not zero and the tokens lie on the ellipsoid."""
    if Y.dtype.kind != "f":
        return
    for name, values in (("A", A), ("v", v), ("the tokens", Y)):
        if not np.all(np.isfinite(values.astype(float))):
            raise ValueError(f"{name}: contains a value that is not finite; allowed are finite numbers")
    if v.shape != Y.shape[-1:] or not np.any(v):
        raise ValueError(f"v = {v}; allowed is a vector of length {Y.shape[-1]} that is not zero")
    require_metric(W, Y.shape[-1])
    require_on_ellipsoid(Y, W, tolerance=1e-6)
