"""Where many starts of the attention map go, each left as soon as its limit is certain.

V symmetric, lambda_1 > l = max |lambda_j|, j >= 2; u_i = v_1^T x_i, z_i = x_i/u_i - v_1.

Consensus: once all u_i have one sign they keep it, and max |z_i| contracts, for every attention matrix
(`stability.decrease.basins`).

Bipartite: on the set where the signs of u are s and |z_i| <= rho k_s(i), with k <= 1 one number for each side, let
c = 1/sqrt(1 + rho^2), p = v_1^T P v_1 and e = |P| (2 rho + rho^2). A logit is c_i c_j s_i s_j times a number within e
of p, so for p > e a token of a side with n of its kind and n' of the other gives the other side at most
w = 1/(1 + (n/n') exp(2 c^2 (p - e))) of its attention. With m = c (1 - w) - w > 0 its height grows by alpha lambda_1 m
at least, and its |z| becomes at most

    (1 + alpha l c (1 - w))/(1 + alpha lambda_1 m) of its side's + alpha l w/(c + alpha lambda_1 m) of the other's.

If the 2 x 2 matrix of these factors has spectral radius below 1, its positive eigenvector k makes the set invariant,
all z_i tend to 0, and the state to s v_1. This is the bound of the caps for any P, with one norm for each side.

The certificates are evaluated in floating point with a margin, for the computed trajectory; `limits` encloses.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from importlib.util import find_spec

import numpy as np

from ..blas_threads import one_blas_thread
from ..models.ellipsoid import require_on_ellipsoid
from ..models.maps import normalise
from ..numbers import Array
from .dynamics import Dynamics, require_finite
from .memory import keep_freed_memory

# What a bound must clear, relative to 1: far more than the rounding of a few hundred operations.
_MARGIN = 1e-9
_LOOK = 3
_TOGETHER = 192
_RADII = np.geomspace(4.0, 1e-3, 160)


@dataclass(frozen=True)
class CertifiedLimits:
    """Where each of B starts goes.

    signs : (B, N), s with limit x_i = s_i v_1, from the certificate or else the signs after all steps.
    certified : (B,).  steps : (B,), how many were taken.  states : (B, N, d), the last computed ones.
    """

    signs: Array
    certified: Array
    steps: Array
    states: Array


def certified_limits(
    X: Array, P: Array, V: Array, alpha: float, *, steps: int = 500, causal: bool = False, compiled: bool | None = None
) -> CertifiedLimits:
    """The limits of the starts X : (B, N, d), unit tokens, under the attention map with P, V : (d, d) and step alpha.

    steps : how many are taken at most.  compiled : with the kernel of the extra `kernels`; by default where it can.
    Raises ValueError unless V is symmetric with lambda_1 > |lambda_j| for all others, alpha > 0, P is finite, tokens
    have norm 1 to six digits, and steps and shapes fit; ZeroDivisionError where the map is undefined.
    """
    # The certificates are those of unit vectors in double precision, and the kernel is compiled for it.
    P, V = P.astype(float), V.astype(float)
    v, bounds, doubt = _principal(V, alpha)
    if X.ndim != 3 or X.shape[2:] != v.shape or P.shape != V.shape or steps < 0 or not np.all(np.isfinite(P)):
        raise ValueError(
            f"tokens {X.shape}, P {P.shape}, V {V.shape}, steps {steps}; needed: (B, N, d), (d, d), (d, d), steps >= 0,"
            " and P finite"
        )
    require_on_ellipsoid(X, tolerance=1e-6)
    B, N, d = X.shape
    X = normalise(X.astype(float))
    regions = None if causal else _regions(N, v, P, *bounds, alpha, doubt)
    fits = not causal and float(np.linalg.norm(P)) < 300 and find_spec("numba") is not None
    if compiled and not fits:
        raise ValueError("compiled: the kernel needs numba, full attention and |P| < 300")
    advance = partial(_by_kernel if (fits if compiled is None else compiled) else _by_arrays, P, V, alpha, causal)
    signs, certified = np.zeros((B, N), dtype=np.int8), np.zeros(B, dtype=bool)
    taken, states = np.full(B, steps), np.empty((B, d, N))
    keep_freed_memory()
    # What is not a number is found and named below.
    with one_blas_thread(), np.errstate(all="ignore"):
        # What is not certain yet: which starts they are, and their states, tokens as columns.
        places, part = np.arange(B), np.array(np.swapaxes(X, 1, 2), dtype=float, order="C")
        for step in (*range(0, steps, _LOOK), steps):
            heights = np.matmul(v, part).T.copy()
            found = _certain(heights, regions, doubt)
            left = found if step < steps else np.ones_like(found)
            done = places[left]
            states[done], signs[done] = part[left], np.sign(heights.T[left])
            certified[done], taken[done] = found[left], step
            places, part = places[~left], part[~left]
            if not len(places):
                break
            part = advance(part, min(_LOOK, steps - step))
    require_finite(states, "on the way")
    return CertifiedLimits(signs, certified, taken, np.swapaxes(states, 1, 2))


def _principal(V: Array, alpha: float) -> tuple[Array, tuple[float, float], float]:
    """v_1, lambda_1 and max |lambda_j| of the others, and how far v_1 may be off: more where they are close."""
    if V.ndim != 2 or V.shape[0] != V.shape[1] or not np.array_equal(V, V.T):
        raise ValueError("V is not symmetric; allowed are symmetric matrices (d, d)")
    values, vectors = np.linalg.eigh(V)
    rest = float(np.max(np.abs(values[:-1]), initial=0.0))
    if not (values[-1] > rest * (1 + _MARGIN) and alpha > 0):
        raise ValueError(
            f"lambda_1 = {values[-1]:.6g}, others up to {rest:.6g}, alpha = {alpha}; needed: the first above"
        )
    rounding = 16 * len(V) * np.finfo(float).eps * values[-1]
    doubt = float(rounding / np.min(values[-1] - values[:-1], initial=np.inf))
    return vectors[:, -1], (float(values[-1]), rest), doubt


def _regions(N: int, v: Array, P: Array, lambda_1: float, rest: float, alpha: float, doubt: float) -> Array:
    """The largest rho k_s that is certified, by the number of tokens at +v_1: (N + 1, 2), sides -, +; 0 if none."""
    size = float(np.linalg.norm(P, 2))
    p = float(v @ P @ v) - 2 * size * doubt
    found = np.zeros((N + 1, 2))
    for plus in range(1, N):
        for rho in _RADII:
            gap = p - size * (2 * rho + rho * rho)
            bounds = _invariant(np.array([N - plus, plus]), rho, gap, lambda_1, rest, alpha)
            if bounds is not None:
                found[plus] = bounds
                break
    return found


def _invariant(sizes: Array, rho: float, gap: float, lambda_1: float, rest: float, alpha: float) -> Array | None:
    """rho k for both sides where the set is invariant; None where that is not certain."""
    if gap <= 0:
        return None
    c = 1 / np.sqrt(1 + rho * rho)
    w = 1 / (1 + sizes / sizes[::-1] * np.exp(min(2 * c * c * gap, 700.0)))
    m = c * (1 - w) - w
    if not np.all(m > _MARGIN):
        return None
    own = (1 + alpha * rest * c * (1 - w)) / (1 + alpha * lambda_1 * m)
    other = alpha * rest * w / (c + alpha * lambda_1 * m)
    factors = np.array([[own[0], other[0]], [other[1], own[1]]])
    values, vectors = np.linalg.eig(factors)
    place = int(np.argmax(values.real))
    if not values[place].real < 1 - _MARGIN:
        return None
    k = np.abs(vectors[:, place].real)
    k = k / np.max(k)
    return rho * k if np.all(factors @ k <= k * (1 - _MARGIN / 2)) else None


def _certain(heights: Array, regions: Array | None, doubt: float) -> Array:
    """Whether the limit of each state is certain. heights : (N, B), each off by `doubt` at most."""
    positive = heights > 0
    plus = np.sum(positive, axis=0)
    size = np.maximum(np.abs(heights) - doubt, 0.0)
    certain = ((plus == 0) | (plus == len(heights))) & (np.min(size, axis=0) > _MARGIN)
    if regions is not None:
        bounds = regions * (1 - _MARGIN)
        # |z|^2 = 1/u^2 - 1 for a unit token; written without a quotient, which would need u != 0.
        least = 1 / ((1 + bounds * bounds) * (1 - _MARGIN))
        inside = np.all(size * size >= np.where(positive, least[plus, 1], least[plus, 0]), axis=0)
        certain |= inside & (regions[plus, 0] > 0)
    return np.asarray(certain)


def _by_arrays(P: Array, V: Array, alpha: float, causal: bool, X: Array, steps: int) -> Array:
    dynamics = Dynamics("softmax", P, V, causal=causal)
    moved = np.empty_like(X)
    for first in range(0, len(X), _TOGETHER):
        part = X[first : first + _TOGETHER]
        for _ in range(steps):
            part = dynamics.step(part, alpha)
        moved[first : first + _TOGETHER] = part
    return moved


def _by_kernel(P: Array, V: Array, alpha: float, causal: bool, X: Array, steps: int) -> Array:
    from ..fast.kernels import layers

    layers(X, P, alpha * V, steps)
    return X
