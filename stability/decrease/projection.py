"""The central projection q_i = y_i/(v^T y_i): in these coordinates the flow with U = I is linear consensus.

On {v^T y_i > 0 for all i}, with a_ij the sum of A^h_ij over the heads and c_i = v^T y_i,

    q_i' = sum_j b_ij (q_j - q_i),   b_ij = a_ij c_j/c_i > 0,

for every metric W. The tokens q_i move in the hyperplane v^T q = 1, their convex hull shrinks, and the range of every
linear functional over the tokens decays at least at `projected_rate`.

Source: "Consensus is all you get" (ICML 2025), Theorem 3.2, whose conclusion follows from this equation.
"""

from __future__ import annotations

import numpy as np

from attnverify.stability.decrease.dini import heights
from attnverify.stability.numbers import Array, exp, sign


def central_projection(Y: Array, v: Array) -> Array:
    """q_i = y_i/(v^T y_i) : (..., N, d). Y : (..., N, d), v : (d,).

    Raises ValueError where some v^T y_i is known not to be positive.
    """
    c = heights(Y, v)
    if any(sign(height) in (0, -1) for height in c.flat):
        raise ValueError("central_projection: some height v^T y_i is not positive; allowed is the open hemisphere")
    return np.asarray(Y / c[..., np.newaxis])


def projected_weights(Y: Array, A: Array, v: Array) -> Array:
    """b_ij = a_ij c_j/c_i : (..., N, N). A : (..., N, N), or (..., H, N, N) for several heads."""
    total = A.sum(axis=-3) if A.ndim > Y.ndim else A
    c = heights(Y, v)
    return np.asarray(total * c[..., np.newaxis, :] / c[..., :, np.newaxis])


def projected_velocity(Y: Array, A: Array, v: Array) -> Array:
    """q_i' = sum_j b_ij (q_j - q_i) : (..., N, d), for the flow with U = I and any W."""
    b, q = projected_weights(Y, A, v), central_projection(Y, v)
    return np.asarray(b @ q - np.sum(b, axis=-1)[..., np.newaxis] * q)


def spread(Q: Array, f: Array) -> Array:
    """max_i f^T q_i - min_i f^T q_i : (...). Q : (..., N, d), f : (d,). Zero for every f exactly at consensus."""
    values = Q @ f
    return np.asarray(np.max(values, axis=-1) - np.min(values, axis=-1))


def greatest_height(v: Array, W: Array | None = None) -> float:
    """C = max of v^T y over the ellipsoid y^T W y = 1, which is sqrt(v^T W^-1 v). Floats; v : (d,), W : (d, d)."""
    return float(np.sqrt(v @ v if W is None else v @ np.linalg.solve(W, v)))


def projected_rate(Y: Array, v: Array, logit_bounds: Array, W: Array | None = None) -> float:
    """The guaranteed rate (m/C) sum_h exp(-2 M_h)/sqrt(d), m = min_i v^T y_i, C = `greatest_height`. Floats.

    Y : (N, d) in the open hemisphere.  logit_bounds : (H,), M_h >= |y_i^T P_h(t) y_j| for all points of the ellipsoid
    and all later t.  Since m never decreases, the range of every functional of q decays at least at this rate for ever.
    """
    least, d = np.min(heights(Y, v)), Y.shape[-1]
    if not least > 0:
        raise ValueError(f"projected_rate: the least height is {least}; allowed is the open hemisphere")
    return float(least / greatest_height(v, W) * np.sum(exp(-2 * np.asarray(logit_bounds, dtype=float))) / np.sqrt(d))
