"""Trajectories that stay on the ellipsoid: adaptive and with a fixed step.

Off the ellipsoid I - y y^T W is no projector, and errors of the norm would grow or shrink with the sign of y^T W F. So
the field is evaluated at pi_W(y), its homogeneous extension, along which |y|_W is constant; what the integrator adds is
projected away and reported as drift.

Steps end where P(t) or U(t) jump, see `stability.motion.timetable`, and a field that is not finite, too fast for the
step, or too stiff to be followed to the end is an error that says so.

Source: "Consensus is all you get" (ICML 2025), equation (6); arXiv 2312.10794, (SA) and (USA).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from scipy.integrate import DOP853

from ..models.ellipsoid import inner, onto_ellipsoid, require_metric, require_on_ellipsoid
from ..models.flow import Flow
from ..models.sphere_flow import SphereFlow
from ..numbers import Array
from ..tables import Shown, Table, counted
from .timetable import Timetable, timetable

Field = Callable[[float, Array], Array]
System = Flow | SphereFlow | Callable[[Array], Array]
# The field at the beginning, the middle and the end of the step from a to b, as functions of the state.
Stages = Callable[[float, float], Sequence[Callable[[Array], Array]]]

# Real eigenvalues between -2.78/step and 0 do not grow under the classical Runge-Kutta method.
STABLE = 2.78
# Every so many fixed steps are tried for that, and so many adaptive ones are taken before the rest is estimated.
_TRIED, _WINDOW = 16, 256
# exp(3) times the time scale of the tokens is no stiff field.
_MILD = 3.0
MAX_STEPS = 100_000
_OVERFLOWS = "the field overflows: its matrices, or exp of its logits, are out of range"


@dataclass(frozen=True, repr=False)
class Trajectory(Shown):
    """States at given times, all on the ellipsoid.

    times : (K,).  states : (K, ..., N, d), states[0] is the initial one.
    drift : the largest ||y|_W^2 - 1| before a projection: accumulated for adaptive steps, of one step for fixed ones.
    resolution : a change of P(t) or U(t) that lasts this long is seen if it moves an entry by a millionth of the
        largest, or, while they move, by more than they bend between two looks; of shorter ones nothing is promised.
        0 where all are known, as for constants and for `sampled` and `switched` matrices.
    """

    times: Array
    states: Array
    drift: float
    resolution: float = 0.0

    def table(self) -> Table:
        """The distance of the two tokens farthest from each other, at some ten times."""
        *batch, N, d = self.states.shape[1:]
        shown = range(0, len(self.times), max(1, len(self.times) // 10))
        rows = tuple((f"{self.times[k]:.4g}", f"{_widest(self.states[k]):.4g}") for k in shown)
        systems = f", {' x '.join(map(str, batch))} systems" if batch else ""
        title = f"{counted(len(self.times), 'state')} of {counted(N, 'token')} in dimension {d}{systems}"
        title += f"; drift {self.drift:.1e}{believed(self.resolution)}"
        return Table(title, ("t", "largest distance of two tokens"), rows)


def believed(resolution: float) -> str:
    """What a result says of the changes of P(t) and U(t) that it rests on."""
    said = "; changes of P(t), U(t) that last less than {0:.2g} may be missed (st.models.timed says more of them)"
    return said.format(resolution) if resolution else ""


def trajectory(
    system: System,
    Y: Array,
    times: Array,
    step: float | None = None,
    *,
    rtol: float = 1e-10,
    atol: float = 1e-12,
    max_step: float = np.inf,
    max_steps: int = MAX_STEPS,
    hemisphere: Array | None = None,
) -> Trajectory:
    """Integrate from Y at times[0], with DOP853; a batch is one system, with the step that suits all of it.

    system : a Flow; a SphereFlow, of which exponential weights at a large beta are followed in rescaled time, see
        `stability.motion.rescaled`; or any Y -> Y' for unit tokens.
    Y : (..., N, d) floats on the ellipsoid.  times : (K,) increasing, K >= 2.
    step : where it is given, the method is the classical Runge-Kutta method of order 4 with a projection after every
        step; between two times, and two jumps of P(t) or U(t), all steps are equal and at most `step`.
    rtol, atol : the tolerances of DOP853.  max_step : of its steps, for a P(t) or U(t) that oscillates too fast to be
        looked at.  max_steps : it ends, with an estimate of what is left, where it would need more.
    hemisphere : v : (d,); the initial tokens must satisfy v^T y_i > 0.
    Raises ValueError for bad input, also at the time where P(t) or U(t) is bad or cannot be resolved, and for a step
    that is too long for the field to be stable; RuntimeError where the field is not finite or the integrator stops
    before times[-1]: it says why; there is no partial result.
    """
    W = _metric(system)
    Y, times = checked_start(W, Y, times, hemisphere)
    if step is not None:
        return _by_equal_steps(system, Y, times, step)
    if isinstance(system, SphereFlow) and system.weights == "exponential" and system.feed_forward is None:
        from .rescaled import exponent_bound, rescaled_states

        if exponent_bound(system.beta, system.P) > _MILD:
            return Trajectory(times, rescaled_states(system.beta, system.P, system.V, Y, times), 0.0)
    plan = timetable(system, Y.shape[-1], times[0], times[-1], max_step=max_step)
    found, drift, y, k = [Y], 0.0, Y.ravel(), 1
    patience = Patience(times[0], times[-1], max_steps)
    for begin, end, field in plan.parts():
        flat = _flat(field, W, Y.shape)
        for solver in adaptive_steps(flat, y, begin, end, rtol=rtol, atol=atol, plan=plan, patience=patience):
            y = solver.y
            if k < len(times) and times[k] <= solver.t:
                dense = solver.dense_output()
                while k < len(times) and times[k] <= solver.t:
                    state = (dense(times[k]) if times[k] < solver.t else y).reshape(Y.shape)
                    drift = max(drift, float(np.max(np.abs(inner(state, state, W) - 1))))
                    found.append(onto_ellipsoid(state, W))
                    k += 1
    return Trajectory(times, np.array(found), drift, plan.resolution)


def _by_equal_steps(system: System, Y: Array, times: Array, step: float) -> Trajectory:
    W = _metric(system)
    plan = timetable(system, Y.shape[-1], times[0], times[-1], step=step)
    parts = plan.parts()
    _, end, field = next(parts)

    def stages(a: float, b: float) -> Sequence[Callable[[Array], Array]]:
        nonlocal end, field
        while a >= end:
            _, end, field = next(parts)
        return [partial(at, t) for t in (a, (a + b) / 2, b)]

    def at(t: float, state: Array) -> Array:
        return field(t, onto_ellipsoid(state, W))

    states, drifts = zip(*march(stages, W, Y, times, step, knots=plan.knots), strict=True)
    return Trajectory(times, np.array(states), max(drifts), plan.resolution)


class Patience:
    """Counts the steps from `begin` to `end` and raises RuntimeError where far more than `most` would be needed."""

    def __init__(self, begin: float, end: float, most: int) -> None:
        self.end, self.most, self.done = end, most, 0
        self.marks = [(begin, time.process_time())]

    def step(self, t: float) -> None:
        """One more step, which ended at t."""
        self.done += 1
        if self.done % _WINDOW:
            return
        self.marks.append((t, time.process_time()))
        (before, _), (last, started), (now, ended) = [self.marks[0], *self.marks][-3:]
        left = _WINDOW * (self.end - now) / max(now - last, 1e-300)
        # Steps that grow are given time: the first ones are small where a transient is fast.
        grows = len(self.marks) < 4 or now - last > 1.2 * (last - before)
        if self.done >= self.most or (self.done + left > self.most and not grows):
            hours = left * (ended - started) / _WINDOW / 3600
            raise RuntimeError(
                f"the integration stopped after t = {now:.6g} of {self.end:.6g}: the field is stiff, about {left:.1e}"
                f" steps or {hours:.2g} hours are left, and max_steps = {self.most} are allowed"
            )


def adaptive_steps(
    field: Field, y: Array, begin: float, end: float, *, rtol: float, atol: float, plan: Timetable, patience: Patience
) -> Iterator[Any]:
    """The solver of SciPy after each of its steps from the flat state y. Errors as `trajectory`."""
    reached = begin
    try:
        with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
            solver = DOP853(field, begin, y, end, rtol=rtol, atol=atol, max_step=plan.longest(begin))
            while solver.status == "running":
                solver.max_step = plan.longest(solver.t)
                said = solver.step()
                reached = solver.t
                if said is not None:
                    where = f"where the field is up to {float(np.max(np.abs(solver.f))):.1e}"
                    raise RuntimeError(f"the integration stopped after t = {reached:.6g}, {where}: {said}")
                patience.step(reached)
                yield solver
            # The solver refers to itself: its stages would stay until cycles are collected.
            del solver.K, solver.K_extended
    except (ZeroDivisionError, FloatingPointError) as error:
        raise RuntimeError(f"the integration stopped after t = {reached:.6g}: {error}") from error


def march(
    stages: Stages, W: Array | None, Y: Array, times: Array, step: float, *, knots: Sequence[float] = ()
) -> Iterator[tuple[Array, float]]:
    """The projected states at `times`, one by one, each with the largest drift of a step since the one before.

    knots : increasing times at which steps end, too.
    Raises ValueError for a step that is not positive, or too long for the field, and RuntimeError for one not finite.
    """
    if not step > 0:
        raise ValueError(f"the step is {step}; allowed are positive numbers")
    yield Y, 0.0
    done, places = 0, np.asarray(knots, dtype=float)
    for start, end in pairwise(times):
        drift = 0.0
        for low, high in pairwise([start, *places[(places > start) & (places < end)], end]):
            grid = np.linspace(low, high, 1 + max(1, int(np.ceil((high - low) / step - 1e-9))))
            Y, drifted = _fixed_steps(stages, W, Y, grid, done)
            done, drift = done + len(grid) - 1, max(drift, drifted)
        yield Y, drift


def _fixed_steps(stages: Stages, W: Array | None, Y: Array, grid: Array, done: int) -> tuple[Array, float]:
    """The state at the end of the grid, after `done` steps before it, and the largest drift."""
    drift = 0.0
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        for k, (a, b) in enumerate(pairwise(grid)):
            h = float(b - a)
            fields = stages(float(a), float(b))
            try:
                moved, rate = _runge_kutta(fields, h, Y, W, tried=(done + k) % _TRIED == 0)
                Y = onto_ellipsoid(moved, W)
            except (ZeroDivisionError, OverflowError) as error:
                defined = isinstance(error, ZeroDivisionError) and np.all(np.isfinite(fields[0](Y)))
                why = error if defined else _OVERFLOWS
                raise RuntimeError(f"the integration stopped after t = {a:.6g}: {why}") from error
            if h * rate > STABLE:
                raise ValueError(
                    f"steps of {h:.3g} are too long at t = {a:.6g}, where the field has the rate {rate:.3g};"
                    f" allowed are steps up to {0.9 * STABLE / rate:.2g}, so that the method is stable"
                )
            drift = max(drift, float(np.max(np.abs(inner(moved, moved, W) - 1))))
    return Y, drift


def _metric(system: System) -> Array | None:
    return system.W if isinstance(system, Flow) else None


def _flat(field: Field, W: Array | None, shape: tuple[int, ...]) -> Field:
    """The field at pi_W(y), for flat y off the ellipsoid; FloatingPointError where it is not finite."""

    def at(t: float, y: Array) -> Array:
        try:
            rate = field(float(t), onto_ellipsoid(y.reshape(shape), W))
        except (ZeroDivisionError, OverflowError) as error:
            if isinstance(error, ZeroDivisionError) and np.all(np.isfinite(y)):
                raise
            raise FloatingPointError(_OVERFLOWS) from error
        if not np.all(np.isfinite(rate)):
            raise FloatingPointError(_OVERFLOWS)
        return rate.ravel()

    return at


def checked_start(W: Array | None, Y: Array, times: Array, hemisphere: Array | None) -> tuple[Array, Array]:
    """Y and times as float arrays; raises ValueError where they, the metric or the hemisphere do not fit."""
    given = np.asarray(Y)
    Y, times = np.asarray(Y, dtype=float), np.asarray(times, dtype=float)
    if Y.ndim < 2 or not np.all(np.isfinite(Y)):
        raise ValueError(f"the tokens have shape {Y.shape}; allowed are finite numbers of shape (..., N, d)")
    if times.ndim != 1 or len(times) < 2 or not np.all(np.isfinite(times)) or not np.all(np.diff(times) > 0):
        raise ValueError(f"the times {times} are not two or more increasing finite numbers")
    require_metric(W, Y.shape[-1])
    require_on_ellipsoid(given if given.dtype.kind == "f" else Y, W)
    if given.dtype.kind == "f" and given.dtype.itemsize < Y.dtype.itemsize:
        Y = onto_ellipsoid(Y, W)
    if hemisphere is not None:
        if np.shape(hemisphere) != Y.shape[-1:]:
            raise ValueError(f"the hemisphere has shape {np.shape(hemisphere)}; allowed is {Y.shape[-1:]}")
        heights = Y @ hemisphere
        if not np.all(heights > 0):
            index = np.unravel_index(int(np.argmin(heights)), heights.shape)
            where = ", ".join(map(str, index))
            raise ValueError(f"token [{where}] has v^T y = {heights[index]:.6g}; allowed is the open hemisphere, > 0")
    return Y, times


def _runge_kutta(
    stages: Sequence[Callable[[Array], Array]], h: float, Y: Array, W: Array | None, *, tried: bool
) -> tuple[Array, float]:
    """One step of the classical method, and the rate of the field where it is `tried`, else 0.

    The rate is the quotient of the differences of its two middle stages, at points of the ellipsoid, or such that no
    token moves by more than its length in a stable step.
    """
    start, middle, end = stages
    first = start(Y)
    second = middle(Y + h / 2 * first)
    third = middle(Y + h / 2 * second)
    fourth = end(Y + h * third)
    moved = np.asarray(Y + h / 6 * (first + 2 * (second + third) + fourth))
    if not tried:
        return moved, 0.0
    with np.errstate(over="ignore", invalid="ignore", divide="ignore"):
        apart = onto_ellipsoid(Y + h / 2 * second, W) - onto_ellipsoid(Y + h / 2 * first, W)
        gaps, changes = (np.sqrt(np.sum(x * x, axis=(-2, -1))) for x in (apart, third - second))
        # Below this the difference of the stages is rounding.
        rates = np.where(gaps > 1e-7, changes / np.maximum(gaps, 1e-7), 0.0)
        speed = np.sqrt(np.max(np.sum(first * first, axis=-1)))
    return moved, float(max(np.max(rates), STABLE * speed))


def _widest(Y: Array) -> float:
    """max |y_i - y_j| over the pairs, and over the systems of a batch."""
    return max(float(np.max(np.linalg.norm(Y - Y[..., i : i + 1, :], axis=-1))) for i in range(Y.shape[-2]))
