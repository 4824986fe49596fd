"""The continuous model (6) on an ellipsoid and the discrete model (1), full and auto-regressive, for every number type.

    y_i' = (I - y_i y_i^T W) sum_h sum_j A^h_ij U_h y_j
    y_i+ = pi_W(y_i + tau sum_h sum_j A^h_ij U_h y_j)
    A^h_ij = exp(y_i^T P_h y_j) / (sqrt(d) sum_l exp(y_i^T P_h y_l))

The weights enter only through `head_weights`; the rest is algebraic in tokens and weights, so that what holds for all
positive weights is proved as such. Tokens are rows; the paper's n + 1 is d, its l is N.

Source: "Consensus is all you get" (ICML 2025), equations (1) and (6), sections 2.3 and 4.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp
from flint import arb, arb_series

from ..blas_threads import small_products
from ..numbers import Array, sqrt
from ..tables import counted
from .ellipsoid import onto_ellipsoid, require_metric, tangent
from .maps import attended_values, attention_weights, in_blocks, mixed_values, step_size
from .schedules import Schedule, as_schedule, knots_of, piece_of


def head_weights(Y: Array, P: Array, *, causal: bool = False) -> Array:
    """A^h_ij : (..., H, N, N) for Y : (..., N, d) and P : (H, d, d), or (..., N, N) for P : (d, d).

    Every row sums to 1/sqrt(d), with or without the causal mask. Raises ValueError for rationals with irrational root.
    """
    A = attention_weights(Y, P, causal=causal)
    return np.asarray(A / _root(Y.shape[-1], A))


def drive(Y: Array, A: Array, U: Array | None = None) -> Array:
    """F_i = sum_h sum_j A^h_ij U_h y_j : (..., N, d), before projection.

    Y : (..., N, d).  A : (..., N, N), or (..., H, N, N).  U : (d, d) or (H, d, d) alike, None for the identity.
    """
    if U is None:
        return np.asarray((A.sum(axis=-3) if A.ndim > Y.ndim else A) @ Y)
    if A.ndim > Y.ndim and U.ndim == 2:
        raise ValueError(f"U has shape {U.shape}, the weights {A.shape}; give U as (H, d, d), one matrix per head")
    return mixed_values(Y, A, U)


def velocity(Y: Array, A: Array, U: Array | None = None, W: Array | None = None) -> Array:
    """The right-hand side of (6) for given weights: (..., N, d). Algebraic; polynomial in tokens and weights."""
    return tangent(Y, drive(Y, A, U), W)


def flow_step(Y: Array, A: Array, tau: Any, U: Array | None = None, W: Array | None = None) -> Array:
    """The map (1) with W_h V_h = tau U_h, for given weights: (..., N, d).

    Raises ZeroDivisionError where some y_i + tau F_i = 0.
    """
    return onto_ellipsoid(Y + step_size(tau, Y) * drive(Y, A, U), W)


@dataclass(frozen=True)
class Flow:
    """The data of one system: logit and value matrices, possibly time-varying, metric, and the mask.

    P : (d, d), (H, d, d), or a callable t -> one of these (see `stability.models.schedules`).
    U : alike, None for the identity.  W : (d, d) symmetric positive definite, None for the sphere.
    causal : auto-regressive weights, j <= i only.
    """

    P: Array | Schedule
    U: Array | Schedule | None = None
    W: Array | None = None
    causal: bool = False

    def knots(self, a: Any, b: Any) -> list[Fraction]:
        """The times inside (a, b) at which P(t) or U(t) is known to jump or bend."""
        return sorted({*knots_of(self.P, a, b), *knots_of(self.U, a, b)})

    def between(self, a: Any, b: Any) -> Flow:
        """The system on [a, b], an interval without knots inside: P(t) and U(t) continue analytically over its ends."""
        return replace(self, P=piece_of(self.P, a, b), U=piece_of(self.U, a, b))

    def weights(self, t: float, Y: Array) -> Array:
        """A at time t: (..., H, N, N)."""
        return head_weights(Y, as_schedule(self.P, Y.shape[-1], "P")(t), causal=self.causal)

    def velocity(self, t: float, Y: Array) -> Array:
        """The right-hand side of (6) at time t: (..., N, d).

        Raises ValueError for a P(t) or U(t) of wrong shape or not finite, and for a W that is no metric.
        """
        return self.field(Y.shape[-1])(t, Y)

    def field(self, d: int) -> Callable[[float, Array], Array]:
        """`velocity` as a function of (t, Y) for tokens in R^d; constants are checked once, P(t) and U(t) at each t.

        Raises ValueError at once for a constant or a metric, at its time for a value of a schedule.
        """
        require_metric(self.W, d)
        matrices = self._matrices(d)

        def at(t: float, Y: Array) -> Array:
            P, U = matrices(t)
            with small_products(*Y.shape[-2:]):
                return tangent(Y, self._drive(Y, P, U), self.W)

        return at

    def step(self, t: float, Y: Array, tau: Any) -> Array:
        """One layer of the map (1) with the matrices of time t: (..., N, d). Errors as in `velocity`."""
        require_metric(self.W, Y.shape[-1])
        P, U = self._matrices(Y.shape[-1])(t)
        with small_products(*Y.shape[-2:]):
            return onto_ellipsoid(Y + step_size(tau, Y) * self._drive(Y, P, U), self.W)

    def _drive(self, Y: Array, P: Array, U: Array | None) -> Array:
        """`drive`; the weights of many tokens are not held at once."""
        if in_blocks(Y, P):
            values = np.broadcast_to(np.eye(Y.shape[-1], dtype=Y.dtype), P.shape) if U is None else U
            return np.asarray(attended_values(Y, P, values, causal=self.causal) / np.sqrt(Y.shape[-1]))
        return drive(Y, head_weights(Y, P, causal=self.causal), U)

    def _matrices(self, d: int) -> Callable[[float], tuple[Array, Array | None]]:
        logits = as_schedule(self.P, d, "P")
        values = None if self.U is None else as_schedule(self.U, d, "U")

        def at(t: float) -> tuple[Array, Array | None]:
            P = logits(t)
            if values is None:
                return P, None
            U = values(t)
            if len(U) != len(P):
                raise ValueError(f"U has {counted(len(U), 'head')} and P has {len(P)}; allowed is the same number")
            return P, U

        return at


def _root(d: int, like: Array) -> Any:
    """sqrt(d) in the number type of the array `like`."""
    if like.dtype.kind == "f":
        return np.sqrt(d)
    sample = like.flat[0]
    kind = arb if isinstance(sample, arb | arb_series) else sp.Integer if isinstance(sample, sp.Expr) else type(sample)
    return sqrt(np.array([kind(d)], dtype=object))[0]
