"""Many trajectories with U = I in high dimension, in coordinates of the span of their tokens.

For U = I every velocity is a combination of tokens, so span{y_1, ..., y_N} is invariant. With a basis Q of the span of
the initial tokens, Q^T W Q = I, the state is Y(t) = C(t) Q^T with C : (N, N); the metric of C is Euclidean and the
logits are C M_h(t) C^T, M_h(t) = Q^T P_h(t) Q. For N much smaller than d this is far less work than the full state, and
M_h(t) is needed once per time, not per evaluation. With the causal mask C stays lower triangular.

Tokens move on the time scale sqrt(d)/H. Where P(t) is faster, or has kinks, its moments over a step decide; so on every
step P(t) is replaced by the linear function nearest to it in the mean.

Source: "Consensus is all you get" (ICML 2025), equation (6), section 5.1.2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from ..batches.memory import keep_freed_memory
from ..blas_threads import one_blas_thread
from ..models.ellipsoid import onto_ellipsoid, tangent
from ..models.flow import Flow
from ..models.schedules import Modulated, as_schedule, nearest_linear
from ..numbers import Array
from .timetable import is_known
from .trajectories import checked_start, march

# Weights that are computed together: they should stay in the cache.
_TOGETHER = 2**15
# From how many tokens on the causal mask is used to compute two halves.
_HALVED = 16
# Logits below this need no shift by the row maximum before the exponential.
_SAFE_LOGIT = 300.0


@dataclass(frozen=True)
class SpanTrajectory:
    """times : (K,).  values : (K, B, ...), what was observed.  drift, resolution : as in `Trajectory`."""

    times: Array
    values: Array
    drift: float
    resolution: float = 0.0


def span_coordinates(Y: Array, W: Array | None = None) -> tuple[Array, Array]:
    """C : (..., N, r) and Q : (..., d, r) with Y = C Q^T, Q^T W Q = I, r = min(N, d).

    Y : (..., N, d).  C is lower triangular with a diagonal that is not negative; Gram matrices of tokens and distances
    in the metric W are the Euclidean ones of C.
    """
    root = None if W is None else np.linalg.cholesky(W)
    Z = Y if root is None else Y @ root
    Q, R = np.linalg.qr(np.swapaxes(Z, -1, -2))
    # The sign of the diagonal is the library's whim.
    signs = np.where(np.diagonal(R, axis1=-2, axis2=-1) < 0, -1.0, 1.0)
    C, Q = np.swapaxes(R * signs[..., :, np.newaxis], -1, -2), Q * signs[..., np.newaxis, :]
    return C, Q if root is None else np.linalg.solve(root.T, Q)


def span_trajectory(
    flow: Flow,
    Y: Array,
    times: Array,
    step: float,
    *,
    observe: Callable[[Array], Array] | None = None,
    samples: int = 16,
    single: bool = False,
) -> SpanTrajectory:
    """Trajectories from B initial states, Runge-Kutta of order 4 with at most `step`, projected after every step.

    flow : U must be None.  Y : (B, N, d), on the ellipsoid.  times : (K,), increasing.
    observe : function of the coordinates C : (B, N, r) whose values (B, ...) are kept, for example `misalignment` on
        the sphere; None keeps C itself, and C @ Q^T with Q of `span_coordinates` are the tokens.
    samples : at how many points of a step P(t) is looked at. For P(t) = D(t) P' of `modulated` that costs little.
    single : project P(t) in single precision, which is half of the work: an error of about 1e-7 |P|. The rest is
        computed in double precision.
    Raises ValueError for bad input, also at the time where P(t) is bad.
    """
    if flow.U is not None:
        raise ValueError("span_trajectory: U is given; allowed is None, the identity, which keeps the span")
    Y, times = checked_start(flow.W, Y, times, None)
    if Y.ndim != 3:
        raise ValueError(f"span_trajectory: the tokens have shape {Y.shape}; allowed is (B, N, d)")
    C, Q = span_coordinates(Y, flow.W)
    matrices = _projected(flow, Q.astype(np.float32) if single else Q, samples)

    def stages(a: float, b: float) -> list[Callable[[Array], Array]]:
        return [partial(_field, M, Y.shape[-1], flow.causal) for M in matrices(a, b)]

    knots = [float(t) for t in flow.knots(times[0], times[-1])]
    seen, drift = [], 0.0
    keep_freed_memory()
    with one_blas_thread():
        for state, drifted in march(stages, None, C, times, step, knots=knots):
            seen.append(state if observe is None else observe(state))
            drift = max(drift, drifted)
    return SpanTrajectory(times, np.array(seen), drift, 0.0 if is_known(flow.P) else step / samples)


def _field(M: Array, d: int, causal: bool, C: Array) -> Array:
    """The field in coordinates C : (B, N, r) with M : (B, H, r, r)."""
    rate = np.empty_like(C)
    N = C.shape[1]
    small = float(np.max(np.einsum("bhkl,bhkl->bh", M, M))) < _SAFE_LOGIT**2
    # Under the mask the first half of the tokens knows neither the other tokens nor the coordinates that they span.
    parts = [slice(0, N // 2), slice(N // 2, N)] if causal and N >= _HALVED else [slice(0, N)]
    together = max(1, _TOGETHER // (M.shape[1] * N * N))
    for first in range(0, len(C), together):
        systems = slice(first, first + together)
        X = onto_ellipsoid(C[systems])
        for rows in parts:
            known = X[:, : rows.stop, : rows.stop] if causal else X
            side = known.shape[2]
            F = _drive(known[:, rows], known, M[systems, :, :side, :side], causal, small)
            rate[systems, rows, :side] = tangent(known[:, rows], F / np.sqrt(d))
            rate[systems, rows, side:] = 0.0
    return rate


def _drive(queries: Array, tokens: Array, M: Array, causal: bool, small: bool) -> Array:
    """sum_h sum_j A^h_ij x_j for the last tokens, `queries`, of `tokens`; the rows of A^h sum to 1."""
    n, N = queries.shape[1], tokens.shape[1]
    L = (queries[:, np.newaxis] @ M) @ np.swapaxes(tokens, -1, -2)[:, np.newaxis]
    past = np.tri(n, N, N - n) if causal else None
    if not small:
        if past is not None:
            L = np.where(past, L, -np.inf)
        L -= np.max(L, axis=-1, keepdims=True)
    np.exp(L, out=L)
    if past is not None:
        L *= past
    # A product with ones sums a row faster than a sum does.
    L *= 1 / (L @ np.ones((N, 1)))
    return np.asarray(np.sum(L, axis=1) @ tokens)


def _projected(flow: Flow, Q: Array, samples: int) -> Callable[[float, float], Array]:
    """(a, b) -> M_h = Q^T P_h Q at the beginning, the middle and the end of a step: (3, B, H, r, r)."""
    d, r = Q.shape[-2:]
    across = np.swapaxes(Q, -1, -2).copy()
    P = flow.P
    if not isinstance(P, Modulated):
        schedule = as_schedule(P, d, "P")
        return lambda a, b: _with_middle(
            np.array([across[:, np.newaxis] @ (p @ Q[:, np.newaxis]) for p in nearest_linear(schedule, a, b, samples)])
        )
    factors = as_schedule(P.P, d, "P'")(0.0).astype(Q.dtype) @ Q[:, np.newaxis]
    H, diagonals = factors.shape[1], P.diagonals

    def diagonal(t: float) -> Array:
        D = np.asarray(diagonals(t), dtype=float)
        if D.shape != (H, d) or not np.all(np.isfinite(D)):
            raise ValueError(f"D({t}) has shape {D.shape}; allowed are finite numbers of shape ({H}, {d})")
        return D

    def at(a: float, b: float) -> Array:
        D = np.swapaxes(nearest_linear(diagonal, a, b, samples), 0, 1)[:, :, np.newaxis].astype(Q.dtype)
        found = np.empty((2, len(Q), H, r, r), dtype=Q.dtype)
        for k, rows in enumerate(across):
            # Both times in one product, trajectory by trajectory: each factor is read from memory once.
            product = (rows * D).reshape(H, 2 * r, d) @ factors[k]
            found[:, k] = np.swapaxes(product.reshape(H, 2, r, r), 0, 1)
        return _with_middle(found)

    return at


def _with_middle(ends: Array) -> Array:
    """The values of a linear function at the beginning, the middle and the end, in double precision."""
    first, last = ends.astype(float)
    return np.stack([first, (first + last) / 2, last])
