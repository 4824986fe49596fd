"""The cascade of Theorem 4.5 in the tangents r_i = tan(angle of y_i and v), with its explicit gain.

U is symmetric with U v = lam v, |v| = 1; g is lam less the largest other eigenvalue and rho the largest modulus of the
others. With b_i = v^T y_i > 0, p_i = y_i / b_i - v (orthogonal to v, |p_i| = r_i) and B_ij = A_ij b_j / b_i, tokens
j before i,

    p_i'  = sum_{j <= i} B_ij (U p_j - lam p_i)
    D+r_i <= -(g A_ii + lam sum_{j < i} B_ij) r_i + rho sum_{j < i} B_ij r_j,

so that for lam > 0 token i is input-to-state stable with gain rho/lam from the tangents of the earlier tokens.

Source: "Consensus is all you get" (ICML 2025), Theorem 4.5; the inequality is the claim CON-B4.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from attnverify.stability.decrease.dini import heights
from attnverify.stability.models.flow import velocity
from attnverify.stability.numbers import Array, sign


@dataclass(frozen=True)
class TangentCascade:
    """The constants of one value matrix U : (d, d) and its unit eigenvector v : (d,), as floats.

    lam : the eigenvalue of v.  gap : lam less the largest other eigenvalue.  rho : the largest modulus of the others.
    """

    U: Array
    v: Array
    lam: float
    gap: float
    rho: float

    @property
    def gain(self) -> float:
        """rho/lam, from the largest tangent before a token to its own. Raises ValueError unless lam > 0."""
        if not self.lam > 0:
            raise ValueError(f"the eigenvalue of v is {self.lam}; a gain exists for positive ones")
        return self.rho / self.lam

    def bounds(self, start: Array) -> Array:
        """R_i with r_i(t) <= R_i for all t >= 0, from the tangents at t = 0.

        start : (..., N), nonnegative.  R_i = max(r_i(0), gain max_{j < i} R_j).  Raises ValueError unless lam > 0 and
        gap >= 0.
        """
        if not self.gap >= 0:
            raise ValueError(f"the gap is {self.gap}: v is no leading eigenvector; allowed are nonnegative gaps")
        found = np.array(start, dtype=float)
        gain = self.gain
        for i in range(1, found.shape[-1]):
            found[..., i] = np.maximum(found[..., i], gain * np.max(found[..., :i], axis=-1))
        return found

    def slacks(self, Y: Array, A: Array) -> Array:
        """r_i times (right side of the inequality - rate of r_i) for each token: (..., N), nonnegative by the theorem.

        Y : (..., N, d) unit tokens with v^T y_i > 0.  A : (..., N, N), causal weights of one head.
        Raises ValueError outside the hemisphere.
        """
        p, b = deviations(Y, self.v), heights(Y, self.v)
        r = np.linalg.norm(p, axis=-1)
        change = velocity(Y, A, self.U)
        rate = change / b[..., np.newaxis] - Y * (change @ self.v / b**2)[..., np.newaxis]
        earlier = np.tril(A * b[..., np.newaxis, :] / b[..., :, np.newaxis], -1)
        decay = self.gap * np.diagonal(A, axis1=-2, axis2=-1) + self.lam * np.sum(earlier, axis=-1)
        forcing = self.rho * np.sum(earlier * r[..., np.newaxis, :], axis=-1)
        return np.asarray(-decay * r**2 + forcing * r - np.sum(p * rate, axis=-1))

    def bound_slacks(self, states: Array) -> Array:
        """min over time of R_i - r_i along a trajectory, for each token: (N,), nonnegative by the theorem.

        states : (T, N, d), the first one at t = 0.  Raises ValueError where a state leaves the hemisphere.
        """
        r = np.linalg.norm(deviations(states, self.v), axis=-1)
        return np.asarray(np.min(self.bounds(r[0]) - r, axis=0))


def tangent_cascade(U: Array, v: Array, *, tolerance: float = 1e-9) -> TangentCascade:
    """The constants of a symmetric U : (d, d), d >= 2, and its unit eigenvector v : (d,); floats.

    v need not be the leading one: `lam`, `gap` and `rho` are what they are; `gain` and `bounds` need lam > 0, gap >= 0.
    Raises ValueError when U is not symmetric or v is no unit eigenvector, beyond `tolerance`, or not finite.

    >>> cascade = tangent_cascade(np.diag([2.0, 1.0, -3.0]), np.array([1.0, 0.0, 0.0]))
    >>> cascade.lam, cascade.gap, cascade.rho, cascade.gain
    (2.0, 1.0, 3.0, 1.5)
    """
    d = len(v)
    if U.shape != (d, d) or d < 2:
        raise ValueError(f"U has shape {U.shape} and v {v.shape}; allowed are (d, d) and (d,) with d >= 2")
    if not (np.all(np.isfinite(U)) and np.all(np.isfinite(v))):
        raise ValueError("U or v contains a value that is not finite; allowed are finite numbers")
    if np.max(np.abs(U - U.T)) > tolerance:
        raise ValueError("U is not symmetric; allowed are symmetric matrices")
    lam = float(v @ U @ v)
    if abs(v @ v - 1) > tolerance or np.max(np.abs(U @ v - lam * v)) > tolerance * max(1.0, abs(lam)):
        raise ValueError("v is no unit eigenvector of U")
    # The complement of v: the other columns of an orthogonal matrix whose first column is v.
    frame = np.linalg.qr(np.column_stack([v, np.eye(d)]))[0][:, 1:]
    others = np.linalg.eigvalsh(frame.T @ U @ frame)
    return TangentCascade(U, v, lam, float(lam - others[-1]), float(np.max(np.abs(others))))


def deviations(Y: Array, v: Array) -> Array:
    """p_i = y_i / (v^T y_i) - v : (..., N, d), for Y : (..., N, d) of any number type; |p_i| is the tangent.

    Raises ValueError unless every v^T y_i is positive, exactly or by the assumptions on its symbols.
    """
    b = heights(Y, v)
    if not all(sign(height) == 1 for height in b.flat):
        raise ValueError("deviations: some height v^T y_i is not positive; allowed is the open hemisphere of v")
    return np.asarray(Y / b[..., np.newaxis] - v)
