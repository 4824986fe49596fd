"""The scalar cascade of the causal flow with U = I: c_i = y_1.y_i with the earlier tokens as input, and its ISS gain.

With A_i = sum of a_ij over j < i, c_i obeys c' = A (1 - c^2) + d, where |d| <= A delta, delta = e + e^2/2 and e the
largest |y_j - y_1| over j < i. Hence, for delta <= sup delta < 1 and k = sqrt(1 - delta),

    region   c(t_0) > -k                                                    (nothing is claimed at or below -k)
    gain     liminf c >= k, so limsup (1 - c) <= 1 - k <= delta
    rate     (k - c)/(k + c) <= exp(-2 k (A integrated)) (k - c(t_0))/(k + c(t_0)) while c < k.

The system is not input-to-state stable on [-1, 1]: c = -1 is an equilibrium for d = 0, and `holding_input` is an input
that tends to zero and keeps c next to -1 for ever.

Source: "Consensus is all you get" (ICML 2025), proof of Theorem 4.2; region, gain and rate are derived in this project.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from attnverify.stability.models.ellipsoid import gram, inner
from attnverify.stability.numbers import Array


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


def cascade_entry(states: Array) -> list[int | None]:
    """For each token the first sample from which the cascade argument applies; None where it never does.

    states : (T, N, d), samples of one trajectory of unit tokens, floats.  It applies at a sample where c_i lies in the
    region for the largest input size from there to the last sample. A token next to -y_1 may never get there, although
    its inputs tend to zero.
    """
    c = cosines(states)
    worst = np.maximum.accumulate(earlier_inputs(states)[::-1], axis=0)[::-1]
    inside = _in_region(c, worst)
    return [int(np.argmax(column)) if column.any() else None for column in inside.T]


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
    """c > -sqrt(1 - delta) and delta < 1, entry by entry for arrays."""
    return (delta < 1) & ((c > 0) | (c * c < 1 - delta))


def iss_bound(c: float, delta: float, dose: float) -> float:
    """A lower bound on the cosine after the integral of A has grown by `dose` >= 0, from c in the ISS region.

    delta : sup of the input size over that time.  Raises ValueError outside the region, where no bound holds.
    """
    if not in_iss_region(c, delta) or not dose >= 0:
        raise ValueError(f"c = {c}, delta = {delta}, dose = {dose}; allowed are c > -sqrt(1 - delta) and dose >= 0")
    k = float(np.sqrt(1 - delta))
    if c >= k:
        return k
    ratio = (k - c) / (k + c) * np.exp(-2 * k * dose)
    return float(k * (1 - ratio) / (1 + ratio))


def holding_input(gap: Any, decay: Any, A: Any) -> Any:
    """The d for which c = -1 + gap moves as gap' = -decay gap: it keeps c near -1, and tends to 0 with the gap."""
    return -decay * gap - A * gap * (2 - gap)
