"""Many trajectories with U = I in high dimension, in coordinates of the span of their tokens.

For U = I every velocity is a combination of tokens, so span{y_1, ..., y_N} is invariant. With a basis Q of the span of
the initial tokens, Q^T W Q = I, the state is Y(t) = C(t) Q^T with C : (N, N); the metric of C is Euclidean and the
logits are C M_h(t) C^T, M_h(t) = Q^T P_h(t) Q. For N much smaller than d this is far less work than the full state, and
M_h(t) is needed once per time, not per evaluation. With the causal mask C stays lower triangular.

Tokens move on the time scale sqrt(d)/H. Where P(t) is faster, or has kinks, its moments over a step decide; so on every
step P(t) is replaced by the quadratic polynomial nearest to it in the mean.

Source: "Consensus is all you get" (ICML 2025), equation (6), section 5.1.2.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from stability.models.ellipsoid import onto_ellipsoid
from stability.models.flow import Flow, velocity
from stability.models.maps import normalise_rows, softmax
from stability.models.schedules import Modulated, as_schedule, nearest_quadratic
from stability.motion.trajectories import checked_start, march
from stability.numbers import Array, exp

# Trajectories whose weights are computed together: they should stay in the cache.
_TOGETHER = 10
# Logits below this need no shift by the row maximum before the exponential.
_SAFE_LOGIT = 300.0


@dataclass(frozen=True)
class SpanTrajectory:
    """times : (K,).  values : (K, B, ...), what was observed.  drift : as in `Trajectory`."""

    times: Array
    values: Array
    drift: float


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
) -> SpanTrajectory:
    """Trajectories from B initial states, Runge-Kutta of order 4 with at most `step`, projected after every step.

    flow : U must be None.  Y : (B, N, d), on the ellipsoid.  times : (K,), increasing.
    observe : function of the coordinates C : (B, N, r) whose values (B, ...) are kept, for example `misalignment` on
        the sphere; None keeps C itself, and C @ Q^T with Q of `span_coordinates` are the tokens.
    samples : at how many points of a step P(t) is looked at. For P(t) = D(t) P' of `modulated` that costs little.
    Raises ValueError for bad input, also at the time where P(t) is bad.
    """
    if flow.U is not None:
        raise ValueError("span_trajectory: U is given; allowed is None, the identity, which keeps the span")
    Y, times = checked_start(flow, Y, times, None)
    if Y.ndim != 3:
        raise ValueError(f"span_trajectory: the tokens have shape {Y.shape}; allowed is (B, N, d)")
    C, Q = span_coordinates(Y, flow.W)
    matrices = _projected(flow, Q, samples)

    def stages(a: float, b: float) -> list[Callable[[Array], Array]]:
        return [partial(_field, M, Y.shape[-1], flow.causal) for M in matrices(a, b)]

    seen, drift = [], 0.0
    for state, drifted in march(stages, None, C, times, step):
        seen.append(state if observe is None else observe(state))
        drift = max(drift, drifted)
    return SpanTrajectory(times, np.array(seen), drift)


def _field(M: Array, d: int, causal: bool, C: Array) -> Array:
    """The field in coordinates C : (B, N, r) with M : (B, H, r, r)."""
    rate = np.empty_like(C)
    small = float(np.max(np.sum(M * M, axis=(-1, -2)))) < _SAFE_LOGIT**2
    for first in range(0, len(C), _TOGETHER):
        part = slice(first, first + _TOGETHER)
        X = onto_ellipsoid(C[part])
        tokens = X[:, np.newaxis]
        # A copy: a product with a view of itself takes a slower route.
        L = (tokens @ M[part]) @ np.swapaxes(tokens, -1, -2).copy()
        A = normalise_rows(exp(L), causal=causal) if small else softmax(L, causal=causal)
        rate[part] = velocity(X, A / np.sqrt(d))
    return rate


def _projected(flow: Flow, Q: Array, samples: int) -> Callable[[float, float], Array]:
    """(a, b) -> M_h = Q^T P_h Q at the beginning, the middle and the end of a step: (3, B, H, r, r)."""
    d, r = Q.shape[-2:]
    across = np.swapaxes(Q, -1, -2).copy()
    P = flow.P
    if not isinstance(P, Modulated):
        schedule = as_schedule(P, d, "P")
        return lambda a, b: np.array(
            [across[:, np.newaxis] @ (p @ Q[:, np.newaxis]) for p in nearest_quadratic(schedule, a, b, samples)]
        )
    factors = as_schedule(P.P, d, "P'")(0.0) @ Q[:, np.newaxis]
    H, diagonals = factors.shape[1], P.diagonals

    def diagonal(t: float) -> Array:
        D = np.asarray(diagonals(t), dtype=float)
        if D.shape != (H, d) or not np.all(np.isfinite(D)):
            raise ValueError(f"D({t}) has shape {D.shape}; allowed are finite numbers of shape ({H}, {d})")
        return D

    def at(a: float, b: float) -> Array:
        D = np.swapaxes(nearest_quadratic(diagonal, a, b, samples), 0, 1)[:, :, np.newaxis]
        found = np.empty((3, len(Q), H, r, r))
        for k, rows in enumerate(across):
            # The three times in one product, trajectory by trajectory: each factor is read from memory once.
            product = (rows * D).reshape(H, 3 * r, d) @ factors[k]
            found[:, k] = np.swapaxes(product.reshape(H, 3, r, r), 0, 1)
        return found

    return at
