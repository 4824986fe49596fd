"""Whether the theorems' inequalities hold along a trajectory, in one call.

The trajectory is any list of states at times. From each of them the flow is integrated to the next time, together with
what the inequalities need between the two: doses, largest inputs, gains. The distances of the states from the ends of
these pieces say how far the trajectory is from a solution, and bound what that can do to each inequality: its `error`.
A flow that the theorems speak about has no counterexample, so that what is found at fault is the trajectory; this is
said only where ball arithmetic encloses the solution and shows that the next state is elsewhere.

Source: "Consensus is all you get" (ICML 2025), Theorems 3.2, 4.2, 4.5. A metric W = L L^T is the sphere in the
coordinates L^T y, with the matrices L^-1 P L^-T and L^T U L^-T; U_h = a_h I with a_h >= 0 is U = I with the weights
a_h A^h; for symmetric U_h with one eigenvector v, the largest of the gains counts.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, Literal

import numpy as np

from ..models.ellipsoid import inner, onto_ellipsoid, require_metric
from ..models.flow import Flow, head_weights, velocity
from ..models.schedules import as_schedule, knots_of, piece_of
from ..motion.timetable import timetable
from ..motion.trajectories import MAX_STEPS, Patience, Trajectory, adaptive_steps, believed
from ..numbers import Array
from ..tables import Shown, Table
from . import cascade
from .dini import decrease_bound, dini_derivative, heights

Verdict = Literal["holds", "fails", "undecided"]
TOLERANCE = 1e-3
# Of the integrator between two states, and of floats in one inequality.
_RTOL, _ATOL, _PIECE, _ROUNDING = 1e-11, 1e-13, 1e-10, 1e-11
# At how many points of a step largest inputs are looked for, and what they may be above them, in parts of the bend.
_POINTS, _BETWEEN = 9, 1 / 4
_OFF, _ENCLOSED, _SEGMENTS = 1e-6, 32, 400


@dataclass(frozen=True)
class Margin:
    """One inequality along a trajectory.

    margin : the least of left minus right side, 0 where `error` is larger; t : where.  error : how far the margin of
        the solution may be from it, an estimate.
    verdict : "holds" where no margin is below minus its error, and these are small; "fails" only where an enclosure
        shows it; else "undecided", with the reason.
    """

    margin: float
    t: float
    error: float
    verdict: Verdict
    reason: str = ""


@dataclass(frozen=True, repr=False)
class Margins(Shown):
    """found : every inequality that applies, by name.  resolution : as in `Trajectory`."""

    found: dict[str, Margin]
    resolution: float = 0.0

    @property
    def worst(self) -> float:
        """The smallest margin of all."""
        return min(row.margin for row in self.found.values())

    @property
    def verdict(self) -> Verdict:
        """That of all together."""
        verdicts = {row.verdict for row in self.found.values()}
        return "fails" if "fails" in verdicts else "undecided" if "undecided" in verdicts else "holds"

    def table(self) -> Table:
        """An inequality a row."""
        rows = tuple(
            (name, row.verdict, f"{row.margin:.3g}", f"{row.error:.1e}", f"{row.t:.4g}", row.reason)
            for name, row in self.found.items()
        )
        columns = ("inequality", "verdict", "least margin", "error", "at t =", "why")
        return Table(f"{self.verdict}; worst margin {self.worst:.3g}{believed(self.resolution)}", columns, rows)


def worst_margins(flow: Flow, trajectory: Trajectory, v: Array, *, tolerance: float = TOLERANCE) -> Margins:
    """The margins of the inequalities of Theorems 3.2, 4.2 and 4.5 that apply to the flow, for the pole v : (d,).

    Every flow: the tokens stay on the ellipsoid; the states follow the flow, within `tolerance` added up over all.
    U = I, tokens in the hemisphere of v: the least height does not fall; -D+V is at least its bound.
    U = I, causal: the input of the cascade is at most its bound; cosines are at least the ISS bound.
    U symmetric with the unit eigenvector v, causal: the tokens stay in the hemisphere, the tangents below their
    bounds, measured by the heights that belong to them.
    W, heads, P(t) and U(t), jumps too, are any; U = I may be written out, also as nonnegative multiples of I.
    Raises ValueError for a batch, and where no theorem applies, saying why; RuntimeError where the flow is too stiff.

    >>> from attnverify.stability.motion import trajectory
    >>> flow = Flow(np.zeros((2, 2)))
    >>> path = trajectory(flow, np.array([[0.6, 0.8], [0.8, -0.6]]), np.linspace(0, 2, 9), 0.05)
    >>> worst_margins(flow, path, np.array([1.0, 0.0])).verdict
    'holds'
    """
    v = np.asarray(v, dtype=float)
    times, on_sphere, Z, v = _prepared(flow, trajectory, v)
    off = np.max(np.abs(inner(trajectory.states, trajectory.states, flow.W) - 1), axis=-1)
    pieces = _Pieces.along(on_sphere, times, Z, v)
    jumps = np.concatenate([[0.0], np.cumsum(pieces.jumps + _PIECE)])
    follows = _followed(flow, trajectory, pieces, jumps, tolerance)
    astray = follows.verdict == "fails"
    error = np.full(len(times), _ROUNDING) if astray else jumps + _ROUNDING

    def row(values: Array, errors: Array) -> Margin:
        return _row(times, values, errors, tolerance, astray)

    found: dict[str, Margin] = {}
    c, size = heights(Z, v), float(np.linalg.norm(v))
    low = np.min(c, axis=-1)
    inside, rounding = low > 0, np.full(len(times), _ROUNDING * max(1.0, size))
    if pieces.scalar and inside[0]:
        found["the least height does not fall"] = row(low - np.maximum.accumulate(low), error * size)
        drops = [
            float(-dini_derivative(Y, A, v) - decrease_bound(Y, A, v)) if good else np.inf
            for Y, A, good in zip(Z, pieces.weights, inside, strict=True)
        ]
        found["-D+V is at least its bound"] = row(np.array(drops), rounding)
    if pieces.scalar and flow.causal:
        slacks = np.array([np.min(cascade.cascade_slacks(Y, A)) for Y, A in zip(Z, pieces.weights, strict=True)])
        found["the input is at most its bound"] = row(slacks, rounding)
        bounds, growth = _lower_bounds(Z, pieces)
        found["cosines are at least the ISS bound"] = row(
            np.min(cascade.cosines(Z) - bounds, axis=-1), 2 * growth * error
        )
    why = "" if flow.causal else "the flow is not causal"
    if not pieces.scalar and flow.causal and inside[0]:
        why = pieces.why or ("" if pieces.gap >= 0 else "v is no leading eigenvector of U")
        if not why:
            unit = v / size
            found["the tokens stay in the hemisphere"] = row(np.min(Z @ unit, axis=-1), error)
            found["tangents are at most their bounds"] = row(*_tangents(Z, unit, pieces.gain, error))
    if not found:
        raise ValueError(
            "no inequality applies; needed: U = I and tokens in the hemisphere of v, or a causal flow with"
            f" U = I or symmetric U with the eigenvector v{f'; {why}' if why else ''}"
        )
    k = int(np.argmax(off))
    on = Margin(_OFF - off[k], float(times[k]), _ROUNDING, "holds" if off[k] <= _OFF else "fails")
    always = {"the tokens stay on the ellipsoid": on, "the states follow the flow": follows}
    return Margins({**always, **found}, pieces.resolution)


@dataclass
class _Pieces:
    """Solutions from each state to the next time, and what was carried along.

    jumps : (K - 1,), distances of the states from the ends.  doses : (K, N).  inputs : (K, N), the largest from each
    state to the next.  weights : the sums over heads at each state, with the factors of U.
    scalar : whether all U_h(t) are nonnegative multiples of I.  gain, gap : the largest and least of the cascades.
    """

    jumps: Array
    doses: Array
    inputs: Array
    weights: list[Array]
    scalar: bool = True
    gain: float = 0.0
    gap: float = np.inf
    why: str = ""
    resolution: float = 0.0
    known: set[int] = field(default_factory=set)

    @classmethod
    def along(cls, flow: Flow, times: Array, Z: Array, v: Array) -> _Pieces:
        """Integrate `flow`, on the sphere, from every state of Z : (K, N, d)."""
        K, N, d = Z.shape
        pieces = cls(np.zeros(K - 1), np.zeros((K, N)), np.array([cascade.earlier_inputs(Y) for Y in Z]), [])
        unit = v / np.linalg.norm(v)
        plan = timetable(flow, d, times[0], times[-1], max_step=np.inf)
        pieces.resolution = plan.resolution
        patience = Patience(float(times[0]), float(times[-1]), MAX_STEPS + 4 * K)
        k, y = 0, np.append(Z[0].ravel(), np.zeros(N))

        def field_of(part: Flow) -> Callable[[float, Array], Array]:
            logits = as_schedule(part.P, d, "P")
            values = None if part.U is None else as_schedule(part.U, d, "U")

            def at(t: float, flat: Array) -> Array:
                Y = onto_ellipsoid(flat[: N * d].reshape(N, d))
                U = None if values is None else values(t)
                A = head_weights(Y, logits(t), causal=part.causal)
                rate = velocity(Y, A, U).ravel()
                return np.append(rate, np.sum(np.tril(pieces.summed(A, U, unit), -1), axis=-1))

            return at

        for begin, end, rates in plan.parts(field_of):
            while True:
                if len(pieces.weights) == k:
                    pieces.weights.append(pieces.weights_at(flow, float(times[k]), Z[k], unit))
                stop = min(end, float(times[k + 1]))
                steps = adaptive_steps(rates, y, begin, stop, rtol=_RTOL, atol=_ATOL, plan=plan, patience=patience)
                for solver in steps:
                    y = solver.y
                    if flow.causal:
                        pieces.inputs[k] = np.maximum(pieces.inputs[k], _largest_inputs(solver, N, d))
                begin = stop
                if stop < times[k + 1]:
                    break
                pieces.jumps[k] = np.linalg.norm(onto_ellipsoid(y[: N * d].reshape(N, d)) - Z[k + 1])
                pieces.doses[k + 1] = pieces.doses[k] + y[N * d :]
                k, y = k + 1, np.append(Z[k + 1].ravel(), np.zeros(N))
                if k == K - 1 or begin >= end:
                    break
            if k == K - 1:
                break
        pieces.weights.append(pieces.weights_at(flow, float(times[-1]), Z[-1], unit))
        return pieces

    def weights_at(self, flow: Flow, t: float, Y: Array, v: Array) -> Array:
        """The weights of the state Y at time t."""
        U = None if flow.U is None else as_schedule(flow.U, Y.shape[-1], "U")(t)
        return self.summed(flow.weights(t, Y), U, v)

    def summed(self, A: Array, U: Array | None, v: Array) -> Array:
        """sum_h a_h A^h for U_h = a_h I; otherwise the cascades of U are noted, and the plain sum is returned."""
        if U is None:
            return np.asarray(A.sum(axis=-3))
        factors = U[:, 0, 0]
        if np.all(factors >= 0) and _multiples(U) is not None:
            # U_h = 0 moves no token; otherwise no token leads or lags, so that the gain is one.
            if np.any(factors > 0):
                self.gain, self.gap = max(self.gain, 1.0), min(self.gap, 0.0)
            return np.asarray(np.tensordot(factors, A, 1))
        self.scalar = False
        if not self.why and hash(U.tobytes()) not in self.known:
            self.known.add(hash(U.tobytes()))
            try:
                for matrix in U[np.any(U != 0, axis=(-2, -1))]:
                    found = cascade.tangent_cascade(matrix, v)
                    self.gain, self.gap = max(self.gain, found.gain), min(self.gap, found.gap)
            except ValueError as error:
                self.why = str(error)
        return np.asarray(A.sum(axis=-3))


def _largest_inputs(solver: Any, N: int, d: int) -> Array:
    """The largest inputs in a step : (N,), a little above those at some points of it."""
    dense = solver.dense_output()
    points = np.linspace(solver.t_old, solver.t, _POINTS)
    inputs = cascade.earlier_inputs(onto_ellipsoid(np.moveaxis(dense(points)[: N * d], -1, 0).reshape(-1, N, d)))
    # Between two points a smooth function is above them by an eighth of its second difference at most.
    bend = np.max(np.abs(np.diff(inputs, 2, axis=0)), axis=0)
    return np.asarray(np.max(inputs, axis=0) + _BETWEEN * bend)


def _prepared(flow: Flow, trajectory: Trajectory, v: Array) -> tuple[Array, Flow, Array, Array]:
    """The times, and the flow, the states and the pole in coordinates in which the metric is the identity."""
    times, states = np.asarray(trajectory.times, dtype=float), np.asarray(trajectory.states, dtype=float)
    if states.ndim != 3 or len(times) != len(states) or len(times) < 2:
        raise ValueError(f"the states have shape {states.shape}; allowed is one system, (K, N, d), K >= 2")
    if not np.all(np.isfinite(states)) or not np.all(np.diff(times) > 0):
        raise ValueError("the states are not finite or the times do not increase; allowed are finite numbers")
    if type(flow).velocity is not Flow.velocity or type(flow).weights is not Flow.weights:
        raise ValueError("the flow has a field of its own; allowed is a Flow as it is, of which the theorems speak")
    d = states.shape[-1]
    if v.shape != (d,) or not np.any(v):
        raise ValueError(f"v = {v}; allowed is a vector of length {d} that is not zero")
    require_metric(flow.W, d)
    if flow.W is None:
        return times, flow, onto_ellipsoid(states), v
    L = np.linalg.cholesky(flow.W)
    inverse = np.linalg.inv(L)
    P = _Congruent(flow.P, inverse, inverse.T) if callable(flow.P) else inverse @ flow.P @ inverse.T
    U: Any = flow.U
    if U is not None and not callable(U) and _multiples(U) is None:
        U = L.T @ U @ inverse.T
    elif callable(U):
        U = _Congruent(U, L.T, inverse.T)
    return times, replace(flow, P=P, U=U, W=None), onto_ellipsoid(states @ L), inverse @ v


def _multiples(U: Array) -> Array | None:
    """a_h with U_h = a_h I, for U : (d, d) or (H, d, d); None where U is another matrix."""
    U = np.asarray(U).reshape(-1, *np.shape(U)[-2:])
    return U[:, 0, 0] if np.array_equal(U, U[:, :1, :1] * np.eye(U.shape[-1])) else None


@dataclass(frozen=True)
class _Congruent:
    """t -> left M(t) right for a schedule M, with its knots; multiples of I stay what they are where left right = I."""

    schedule: Any
    left: Array
    right: Array

    def __call__(self, t: float) -> Array:
        M = np.asarray(self.schedule(t))
        similar = np.allclose(self.left @ self.right, np.eye(len(self.left)), rtol=0, atol=1e-9)
        return M if similar and _multiples(M) is not None else self.left @ M @ self.right

    def knots(self, a: Fraction, b: Fraction) -> list[Fraction]:
        return knots_of(self.schedule, a, b)

    def piece(self, a: Fraction, b: Fraction) -> Any:
        part = piece_of(self.schedule, a, b)
        return replace(self, schedule=part if callable(part) else lambda t: part)


def _lower_bounds(Z: Array, pieces: _Pieces) -> tuple[Array, Array]:
    """The bounds (K, N), and by what an error of the cosine may grow until each state : (K,)."""
    c, inputs = cascade.cosines(Z), pieces.inputs
    later = np.maximum.accumulate(inputs[::-1], axis=0)[::-1]
    bounds, growth = np.full(c.shape, -1.0), np.ones(len(c))
    for i in range(1, c.shape[1]):
        start = next((k for k in range(len(c)) if cascade.in_iss_region(c[k, i], later[k, i])), None)
        if start is not None:
            first, delta = float(np.clip(c[start, i], -1, 1)), float(later[start, i])
            for k in range(start, len(c)):
                dose = max(float(pieces.doses[k, i] - pieces.doses[start, i]), 0.0)
                bounds[k, i] = cascade.iss_bound(first, delta, dose)
            # The bound moves with its first value by (k^2 - z^2)/(k^2 - c^2) at most, k^2 = 1 - delta.
            grown = (1 - delta) / (1 - delta - first * first) if first < 0 else 1.0
            growth[start:] = np.maximum(growth[start:], grown)
    return bounds, growth


def _tangents(Z: Array, v: Array, gain: float, error: Array) -> tuple[Array, Array]:
    """How far the heights of the tokens are above those of their bounds of the tangent (K,), and the error (K,).

    A tangent of at most R = tan b is a height of at least cos b. Along solutions no angle exceeds the largest of its
    first value and arctan(gain tan a) for the angles a of earlier tokens; jumps of the states add up on top of that.
    """
    jumps = 2 * np.arcsin(np.minimum(np.append(0.0, error) / 2, 1))
    angles = np.arctan(np.linalg.norm(cascade.deviations(Z[0], v), axis=-1)) + jumps[:, np.newaxis]
    for i in range(1, Z.shape[1]):
        earlier = np.minimum(np.max(angles[:, :i], axis=-1), np.pi / 2)
        angles[:, i] = np.maximum(angles[:, i], np.arctan(gain * np.tan(earlier)) + jumps)
    bounds, *lower = np.cos(np.minimum(angles, np.pi))
    return np.min(Z @ v - bounds, axis=-1), np.max(bounds - np.array(lower), axis=-1) + _ROUNDING


def _row(times: Array, values: Array, errors: Array, tolerance: float, astray: bool) -> Margin:
    below = values + errors
    k = int(np.argmin(below if np.min(below) < 0 else values))
    value, error = float(values[k]), float(errors[k])
    margin = value if abs(value) > error else 0.0
    if np.min(below) >= 0:
        large = float(np.max(errors[values < errors], initial=0.0))
        reason = f"the error of {large:.1e} is above {tolerance:g}" if large > tolerance else ""
        return Margin(margin, float(times[k]), error, "undecided" if reason else "holds", reason)
    reason = "the states are no solution of the flow" if astray else "no enclosure shows it"
    return Margin(margin, float(times[k]), error, "fails" if astray else "undecided", reason)


def _followed(flow: Flow, trajectory: Trajectory, pieces: _Pieces, jumps: Array, tolerance: float) -> Margin:
    """Whether the states are those of a solution, up to the tolerance."""
    k, times = int(np.argmax(pieces.jumps)), trajectory.times
    margin, t, error = tolerance - float(jumps[-1]), float(times[k]), _PIECE * len(pieces.jumps)
    if margin >= 0:
        return Margin(margin, t, error, "holds")
    shown, reason = 0.0, f"{_ENCLOSED} enclosures show less"
    for k in np.argsort(-pieces.jumps)[:_ENCLOSED]:
        apart, why = _apart(flow, trajectory, int(k))
        shown += max(apart, 0.0)
        if shown > tolerance:
            return Margin(margin, t, error, "fails", f"enclosures are {shown:.2g} off the states")
        reason = why or reason
        if why:
            break
    return Margin(margin, t, error, "undecided", reason)


def _apart(flow: Flow, trajectory: Trajectory, k: int) -> tuple[float, str]:
    """A lower bound of the distance of state k + 1 from the solution through state k, in the metric; 0 and a reason."""
    from ..motion.ball_flow import enclose_flow

    first, second = (np.asarray(trajectory.states[j], dtype=float) for j in (k, k + 1))
    begin, end = (Fraction(float(trajectory.times[j])) for j in (k, k + 1))
    start = onto_ellipsoid(first, flow.W)
    try:
        state = None
        for count, segment in enumerate(enclose_flow(flow, start, end, begin=begin, tolerance=1e-9)):
            state = segment.state
            if count > _SEGMENTS:
                return 0.0, f"the enclosure takes too long at t = {float(segment.end):.4g}"
    except (ArithmeticError, ValueError, TypeError) as error:
        return 0.0, f"there is no enclosure: {error}"
    assert state is not None
    gap = np.linalg.norm(state.centre.astype(float) - onto_ellipsoid(second, flow.W)) - float(state.error.upper())
    least = 1.0 if flow.W is None else float(np.linalg.svd(np.linalg.cholesky(flow.W))[1][-1])
    return (float(gap) * (1 - 1e-12) - 1e-12) * least, ""
