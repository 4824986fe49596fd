"""The attention flow on the sphere, as what a rigorous trajectory needs to be fast: matrices in time, Taylor
polynomials with a bound of their defect, and bounds of the logarithmic norm over tubes.

Source: "Consensus is all you get" (ICML 2025), equation (6).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from flint import arb, arb_series, ctx

from attnverify.stability.float_balls import FloatBalls
from attnverify.stability.linearisation.assembly import mixing_jacobian, with_diagonal
from attnverify.stability.linearisation.verified_norms import log_norm_bound
from attnverify.stability.models.flow import Flow
from attnverify.stability.models.schedules import as_schedule
from attnverify.stability.motion.attention_layer import weights
from attnverify.stability.motion.ball_calculus import balls, working
from attnverify.stability.motion.enclosure import EnclosureError
from attnverify.stability.motion.flow_series import FlowSeries, Matrices
from attnverify.stability.numbers import Array
from attnverify.stability.tables import counted

_FLOAT_BITS = 64
_HOW = (
    "write its entries with st.numbers.cos, st.numbers.sin and arithmetic, such as"
    " lambda t: st.numbers.object_array([[st.numbers.sin(t), 0], [0, 2 * t]]), jumps as"
    " st.models.switched([P1, P2], [1]) and samples as st.models.sampled(times, values)"
)


@dataclass(frozen=True)
class AttentionField:
    """The field of a `Flow` with W = None, over floats, fractions and balls.

    counts : multiplicities of the tokens: the weight on a token is that on all its copies. (N,) whole numbers or None.
    Raises ValueError for a metric, and for counts with causal attention.
    """

    flow: Flow
    counts: Array | None = None

    def __post_init__(self) -> None:
        if self.flow.W is not None:
            raise ValueError("W is given; allowed is None, the sphere")
        if self.counts is not None and self.flow.causal:
            raise ValueError("causal attention with counts: copies of a token at different places see different pasts")

    def series(self, Y: Array, start: arb, length: arb, n: int) -> FlowSeries:
        """The Taylor polynomial of degree n through Y : (N, d) at time `start`, for steps up to `length`."""
        d = Y.shape[-1]
        P = _matrices(self.flow.P, d, "P", start, length, n)
        U = None if self.flow.U is None else _matrices(self.flow.U, d, "U", start, length, n)
        if U is not None and U.coefficients.shape[1] != P.coefficients.shape[1]:
            heads = U.coefficients.shape[1], P.coefficients.shape[1]
            raise ValueError(f"U has {counted(heads[0], 'head')} and P has {heads[1]}; allowed is the same number")
        return FlowSeries(Y, P, U, n=n, causal=self.flow.causal, counts=self.counts)

    def log_norms(self, times: list[arb], tubes: FloatBalls) -> Array:
        """Bounds of the logarithmic norm of the derivative, for all times in each of the balls `times`, on `tubes`.

        tubes : (m, N, d).  Returns m numbers, not finite where none is found.
        """
        d = tubes.shape[-1]
        P = _values(self.flow.P, d, "P", times)
        U = FloatBalls.exact(np.eye(d)) if self.flow.U is None else _values(self.flow.U, d, "U", times)
        with ctx.workprec(_FLOAT_BITS):
            scale = FloatBalls.of(1 / arb(d).sqrt())
        with np.errstate(all="ignore"):
            A = weights(tubes, P, causal=self.flow.causal, counts=self.counts)
            mixed = ((A @ tubes[:, np.newaxis]) @ U.swapaxes(-1, -2)).sum(axis=-3) * scale
            along = (tubes * mixed).sum(axis=-1, keepdims=True)
            projections = np.eye(d) - tubes[..., :, np.newaxis] * tubes[..., np.newaxis, :]
            U = U * np.ones((A.shape[-3], 1, 1))
            J = mixing_jacobian(tubes, A, P, U, scale, projections, skip=False)
            own = tubes[..., :, np.newaxis] * mixed[..., np.newaxis, :] + along[..., np.newaxis] * np.eye(d)
            J = with_diagonal(J, -own)
            m, size = tubes.shape[0], tubes.shape[1] * d
            J = FloatBalls(J.mid.reshape(m, size, size), J.rad.reshape(m, size, size))
            return log_norm_bound(J)


def _matrices(given: Any, d: int, name: str, start: arb, length: arb, n: int) -> Matrices:
    """P or U on a step: coefficients, and the remainder of Lagrange's formula on [start, start + length]."""
    if not callable(given):
        constant = balls(as_schedule(given, d, name)(0.0))
        none = np.zeros(constant.shape)
        return Matrices(constant[np.newaxis], lambda h: none)
    schedule = as_schedule(given, d, name)
    with working(cap=n + 1):
        coefficients = _coefficients(schedule, arb_series([start, 1]), n + 1, name)
    during = start.union(start + length)
    with working(cap=n + 2):
        last = _coefficients(schedule, arb_series([during, 1]), n + 2, name)[n + 1]
    _require_series(schedule, start, length, during, name)
    bound = np.array([float(x.abs_upper()) for x in last.flat]).reshape(last.shape) * (1 + 2.0**-40)
    return Matrices(coefficients, lambda h: bound * h ** (n + 1) * (1 + 2.0**-32))


def _coefficients(schedule: Callable[[Any], Array], t: arb_series, size: int, name: str) -> Array:
    values = schedule(t)
    found = np.full((size, *values.shape), arb(0), dtype=object)
    for index in np.ndindex(*values.shape):
        entry = values[index]
        if isinstance(entry, arb_series):
            for k in range(size):
                found[(k, *index)] = entry[k]
        else:
            found[(0, *index)] = entry if isinstance(entry, arb) else balls(entry).item()
    return found


def require_series_schedules(flow: Flow, d: int, begin: Any, end: Any) -> None:
    """Raise EnclosureError, saying how to write it, for a P(t) or U(t) that takes no power series t on [begin, end]."""
    ends = [arb(t.numerator) / t.denominator for t in (begin, end)]
    for name, given in (("P", flow.P), ("U", flow.U)):
        if not callable(given):
            continue
        try:
            _require_series(as_schedule(given, d, name), ends[0], ends[1] - ends[0], ends[0].union(ends[1]), name)
        except Exception as error:
            raise EnclosureError(
                f"t = {begin}: {name}(t) is no function of a power series t ({type(error).__name__}: {error}); {_HOW}"
            ) from error


def _require_series(schedule: Callable[[Any], Array], start: arb, length: arb, during: arb, name: str) -> None:
    """Refuse matrices whose series in t contradict their values, by the mean value theorem over the step.

    NumPy unpacks a series into its coefficients where an array is multiplied by it; the shape of that may fit.
    """
    with working(cap=2):
        before, after = (_coefficients(schedule, arb_series([t]), 1, name)[0] for t in (start, start + length))
        slope = _coefficients(schedule, arb_series([during, 1]), 2, name)
    for index in np.ndindex(*before.shape):
        if not after[index].overlaps(before[index] + length * slope[(1, *index)]):
            raise ValueError(f"{name}(t) is no power series in t; does it multiply a NumPy array by t?")


def _values(given: Any, d: int, name: str, times: list[arb]) -> FloatBalls:
    """P or U for all times in each of the balls, (m, H, d, d), or (H, d, d) where constant."""
    schedule = as_schedule(given, d, name)
    with ctx.workprec(_FLOAT_BITS):
        if not callable(given):
            return FloatBalls.of(balls(schedule(0.0)))
        with working(cap=1):
            return FloatBalls.of(np.array([_coefficients(schedule, arb_series([t]), 1, name)[0] for t in times]))
