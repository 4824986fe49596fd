"""The scalar cascade of the causal flow with U = I: c_i = y_1.y_i with the earlier tokens as input, and its ISS gain.

With A_i = sum of a_ij over j < i, c_i obeys c' = A (1 - c^2) + d, where |d| <= A delta, delta = e + e^2/2 and e the
largest |y_j - y_1| over j < i. Hence, for delta <= sup delta < 1 and k = sqrt(1 - delta),

    region   c(t_0) > -k                                                    (nothing is claimed at or below -k)
    gain     liminf c >= k, so limsup (1 - c) <= 1 - k <= delta
    rate     (k - c)/(k + c) <= exp(-2 k (A integrated)) (k - c(t_0))/(k + c(t_0)) while c < k.

The system is not input-to-state stable on [-1, 1]: c = -1 is an equilibrium for d = 0, and some input that tends to
zero keeps c next to -1 for ever.

Source: "Consensus is all you get" (ICML 2025), proof of Theorem 4.2; region, gain and rate are derived in this project.

The cascade of Theorem 4.5 in the tangents r_i = tan(angle of y_i and v), with its explicit gain.

U is symmetric with U v = lam v, |v| = 1; g is lam less the largest other eigenvalue and rho the largest modulus of the
others. With b_i = v^T y_i > 0, p_i = y_i / b_i - v (orthogonal to v, |p_i| = r_i) and B_ij = A_ij b_j / b_i, tokens
j before i,

    p_i'  = sum_{j <= i} B_ij (U p_j - lam p_i)
    D+r_i <= -(g A_ii + lam sum_{j < i} B_ij) r_i + rho sum_{j < i} B_ij r_j,

so that for lam > 0 token i is input-to-state stable with gain rho/lam from the tangents of the earlier tokens.

Source: "Consensus is all you get" (ICML 2025), Theorem 4.5; the inequality is the claim CON-B4.

Tracking of a moving eigenvector by the first token (Remark 4.7): x = tan(angle of y_1 and v(t)).

U(t) is symmetric with simple largest eigenvalue, gap at least g, unit eigenvector v(t) and |v'| <= w. The first token
obeys  D+x <= w (1 + x^2) - (g/sqrt(d)) x.  Below the critical speed g/(2 sqrt(d)) the right side has the roots x_- < 1
and x_+ = 1/x_-: from x(0) < x_+ follows limsup x <= x_- = tan(asin(w/critical)/2). At a uniform rotation in the plane
this is an equality.

Source: "Consensus is all you get" (ICML 2025), Remark 4.7; the bound is the claim CON-B6.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from ..models.ellipsoid import gram, inner
from ..models.flow import velocity
from ..numbers import Array, sign
from .dini import heights


def cosines(Y: Array) -> Array:
    """c_i = y_1.y_i : (..., N), for Y : (..., N, d)."""
    return np.asarray(inner(Y, Y[..., :1, :]))


def cascade_terms(Y: Array, A: Array) -> tuple[Array, Array]:
    """(A, d) with c_i' = A_i (1 - c_i^2) + d_i, both (..., N), for unit tokens Y : (..., N, d) and U = I.

    A : (..., N, N), or (..., H, N, N) for several heads; causal, that is zero above the diagonal.
    """
    total = A.sum(axis=-3) if A.ndim > Y.ndim else A
    earlier = total * np.tri(Y.shape[-2], k=-1, dtype=int)
    c = cosines(Y)
    off = c[..., np.newaxis, :] - c[..., :, np.newaxis] * gram(Y) - (1 - c * c)[..., :, np.newaxis]
    return np.asarray(np.sum(earlier, axis=-1)), np.asarray(np.sum(earlier * off, axis=-1))


def input_size(distance: Any) -> Any:
    """delta = e + e^2/2, the bound on |d|/A for earlier tokens within the distance e of y_1."""
    return distance + distance * distance / 2


def cascade_slacks(Y: Array, A: Array) -> Array:
    """A_i delta_i - |d_i| : (..., N), nonnegative for unit tokens; shapes as in `cascade_terms`, floats."""
    gain, d = cascade_terms(Y, A)
    return np.asarray(gain * earlier_inputs(Y) - np.abs(d))


def earlier_inputs(Y: Array) -> Array:
    """delta_i : (..., N), from the largest distance of an earlier token to the first; 0 for the first token."""
    farthest = np.maximum.accumulate(np.linalg.norm(Y - Y[..., :1, :], axis=-1), axis=-1)
    before = np.concatenate([0 * farthest[..., :1], farthest[..., :-1]], axis=-1)
    return np.asarray(input_size(before))


def in_iss_region(c: Any, delta: Any) -> bool:
    """Whether c > -sqrt(1 - delta), decided without a root; False where delta >= 1. For floats and exact numbers.

    >>> in_iss_region(-0.5, 0.5), in_iss_region(-0.8, 0.5), in_iss_region(1, 1)
    (True, False, False)
    """
    return bool(_in_region(c, delta))


def _in_region(c: Any, delta: Any) -> Any:
    """c > -sqrt(1 - delta) and 0 <= delta < 1, entry by entry for arrays."""
    return (delta >= 0) & (delta < 1) & ((c > 0) | (c * c < 1 - delta))


def iss_bound(c: float, delta: float, dose: float) -> float:
    """A lower bound on the cosine after the integral of A has grown by `dose` >= 0, from c in the ISS region.

    delta : sup of the input size over that time.  Raises ValueError outside the region, where no bound holds.
    """
    if not in_iss_region(c, delta) or not dose >= 0:
        raise ValueError(
            f"c = {c}, delta = {delta}, dose = {dose}; allowed are c > -sqrt(1 - delta), 0 <= delta < 1 and dose >= 0"
        )
    k = float(np.sqrt(1 - delta))
    if c >= k:
        return k
    # (k - c)/(k + c), whose denominator would be rounding next to -k.
    ratio = (k - c) ** 2 / float(1 - Fraction(delta) - Fraction(c) ** 2) * np.exp(-2 * k * dose)
    return float(k * (1 - ratio) / (1 + ratio))


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


def tangent_cascade(U: Array, v: Array, *, tolerance: float = 1e-9) -> TangentCascade:
    """The constants of a symmetric U : (d, d), d >= 2, and its unit eigenvector v : (d,); floats.

    v need not be the leading one: `lam`, `gap` and `rho` are what they are; `gain` and `bounds` need lam > 0, gap >= 0.
    Raises ValueError when U is not symmetric or v is no unit eigenvector, beyond `tolerance` times the largest entry,
    or not finite.

    >>> cascade = tangent_cascade(np.diag([2.0, 1.0, -3.0]), np.array([1.0, 0.0, 0.0]))
    >>> cascade.lam, cascade.gap, cascade.rho, cascade.gain
    (2.0, 1.0, 3.0, 1.5)
    """
    d = len(v)
    if U.shape != (d, d) or d < 2:
        raise ValueError(f"U has shape {U.shape} and v {v.shape}; allowed are (d, d) and (d,) with d >= 2")
    if not (np.all(np.isfinite(U)) and np.all(np.isfinite(v))):
        raise ValueError("U or v contains a value that is not finite; allowed are finite numbers")
    off = tolerance * np.max(np.abs(U))
    if np.max(np.abs(U - U.T)) > off:
        raise ValueError("U is not symmetric; allowed are symmetric matrices")
    lam = float(v @ U @ v)
    if abs(v @ v - 1) > tolerance or np.max(np.abs(U @ v - lam * v)) > off:
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


def critical_speed(gap: float, d: int) -> float:
    """g/(2 sqrt(d)), the speed of v from which on tracking may fail. Raises ValueError unless gap > 0, d >= 2."""
    if not gap > 0 or d < 2:
        raise ValueError(f"gap = {gap}, d = {d}; allowed are gap > 0 and d >= 2")
    return float(gap / (2 * np.sqrt(d)))


def tracking_tangents(speed: float, gap: float, d: int) -> tuple[float, float]:
    """(x_-, x_+): the tangent within which v is finally tracked, and the one from below which it is.

    Raises ValueError unless 0 < speed < critical_speed(gap, d).
    """
    critical = critical_speed(gap, d)
    if not 0 < speed < critical:
        raise ValueError(f"speed = {speed}; allowed is 0 < speed < gap/(2 sqrt(d)) = {critical}")
    ratio = speed / critical
    inner = float(ratio / (1 + np.sqrt(1 - ratio**2)))
    return inner, 1 / inner
