"""Trajectories of the continuous model (6) that stay on the ellipsoid: adaptive and with a fixed step.

Off the ellipsoid I - y y^T W is no projector, and errors of the norm would grow or shrink with the sign of y^T W F. So
the field is evaluated at pi_W(y), its homogeneous extension, along which |y|_W is constant; what the integrator adds is
projected away and reported as drift.

Source: "Consensus is all you get" (ICML 2025), equation (6).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

import numpy as np
from scipy.integrate import solve_ivp

from stability.models.ellipsoid import inner, onto_ellipsoid, require_metric, require_on_ellipsoid
from stability.models.flow import Flow
from stability.numbers import Array
from stability.tables import Shown, Table

Field = Callable[[float, Array], Array]
# The field at the beginning, the middle and the end of the step from a to b, as functions of the state.
Stages = Callable[[float, float], Sequence[Callable[[Array], Array]]]


@dataclass(frozen=True, repr=False)
class Trajectory(Shown):
    """States at given times, all on the ellipsoid.

    times : (K,).  states : (K, ..., N, d), states[0] is the initial one.
    drift : the largest ||y|_W^2 - 1| before a projection: accumulated for adaptive steps, of one step for fixed ones.
    """

    times: Array
    states: Array
    drift: float

    def table(self) -> Table:
        """The distance of the two tokens farthest from each other, at some ten times."""
        *batch, N, d = self.states.shape[1:]
        shown = range(0, len(self.times), max(1, len(self.times) // 10))
        rows = tuple((f"{self.times[k]:.4g}", f"{_widest(self.states[k]):.4g}") for k in shown)
        systems = f", {' x '.join(map(str, batch))} systems" if batch else ""
        title = f"{len(self.times)} states of {N} tokens in dimension {d}{systems}; drift {self.drift:.1e}"
        return Table(title, ("t", "largest distance of two tokens"), rows)


def adaptive_trajectory(
    flow: Flow,
    Y: Array,
    times: Array,
    *,
    rtol: float = 1e-10,
    atol: float = 1e-12,
    max_step: float = np.inf,
    hemisphere: Array | None = None,
) -> Trajectory:
    """Integrate from Y at times[0] with DOP853; a batch is one system, with the step that suits all of it.

    Y : (..., N, d) floats on the ellipsoid.  times : (K,) increasing, K >= 2.
    max_step : bound it where P(t) oscillates faster than the tokens move.
    hemisphere : v : (d,); the initial tokens must satisfy v^T y_i > 0.
    Raises ValueError for bad input, also at the time where P(t) or U(t) is bad, and RuntimeError where the integrator
    stops before times[-1]; there is no partial result.
    """
    Y, times = checked_start(flow, Y, times, hemisphere)
    extended = extension(flow, Y.shape[-1])

    def flat(t: float, y: Array) -> Array:
        return extended(float(t), y.reshape(Y.shape)).ravel()

    found = solve_ivp(
        flat,
        (times[0], times[-1]),
        Y.ravel(),
        method="DOP853",
        t_eval=times,
        rtol=rtol,
        atol=atol,
        max_step=max_step,
    )
    if not found.success:
        reached = found.t[-1] if len(found.t) else times[0]
        raise RuntimeError(f"the integration stopped after t = {reached}: {found.message}")
    states = found.y.T.reshape(len(times), *Y.shape)
    drift = float(np.max(np.abs(inner(states, states, flow.W) - 1)))
    return Trajectory(times, np.concatenate([Y[np.newaxis], onto_ellipsoid(states[1:], flow.W)]), drift)


def fixed_step_trajectory(
    flow: Flow, Y: Array, times: Array, step: float, *, hemisphere: Array | None = None
) -> Trajectory:
    """Integrate with the classical Runge-Kutta method of order 4 and a projection after every step.

    Y, times, hemisphere : as in `adaptive_trajectory`.  Between two times all steps are equal and at most `step`: put
    the kinks of P(t) into `times`, or the order is lower there.
    Raises ValueError for bad input, also at the time where P(t) or U(t) is bad.
    """
    Y, times = checked_start(flow, Y, times, hemisphere)
    extended = extension(flow, Y.shape[-1])

    def stages(a: float, b: float) -> Sequence[Callable[[Array], Array]]:
        return [partial(extended, t) for t in (a, (a + b) / 2, b)]

    states, drifts = zip(*march(stages, flow.W, Y, times, step), strict=True)
    return Trajectory(times, np.array(states), max(drifts))


def extension(flow: Flow, d: int) -> Field:
    """The field of `flow` at pi_W(y), for y off the ellipsoid."""
    field = flow.field(d)
    return lambda t, Y: field(t, onto_ellipsoid(Y, flow.W))


def march(stages: Stages, W: Array | None, Y: Array, times: Array, step: float) -> Iterator[tuple[Array, float]]:
    """The projected states at `times`, one by one, each with the largest drift of a step since the one before.

    Raises ValueError for a step that is not positive.
    """
    if not step > 0:
        raise ValueError(f"the step is {step}; allowed are positive numbers")
    yield Y, 0.0
    for start, end in pairwise(times):
        drift = 0.0
        grid = np.linspace(start, end, 1 + int(np.ceil((end - start) / step - 1e-9)))
        for a, b in pairwise(grid):
            moved = _runge_kutta(stages(float(a), float(b)), float(b - a), Y)
            drift = max(drift, float(np.max(np.abs(inner(moved, moved, W) - 1))))
            Y = onto_ellipsoid(moved, W)
        yield Y, drift


def checked_start(flow: Flow, Y: Array, times: Array, hemisphere: Array | None) -> tuple[Array, Array]:
    """Y and times as float arrays; raises ValueError where they, the metric or the hemisphere do not fit."""
    given = np.asarray(Y)
    Y, times = np.asarray(Y, dtype=float), np.asarray(times, dtype=float)
    if Y.ndim < 2 or not np.all(np.isfinite(Y)):
        raise ValueError(f"the tokens have shape {Y.shape}; allowed are finite numbers of shape (..., N, d)")
    if times.ndim != 1 or len(times) < 2 or not np.all(np.isfinite(times)) or not np.all(np.diff(times) > 0):
        raise ValueError(f"the times {times} are not two or more increasing finite numbers")
    require_metric(flow.W, Y.shape[-1])
    require_on_ellipsoid(given if given.dtype.kind == "f" else Y, flow.W)
    if given.dtype.kind == "f" and given.dtype.itemsize < Y.dtype.itemsize:
        Y = onto_ellipsoid(Y, flow.W)
    if hemisphere is not None:
        if np.shape(hemisphere) != Y.shape[-1:]:
            raise ValueError(f"the hemisphere has shape {np.shape(hemisphere)}; allowed is {Y.shape[-1:]}")
        heights = Y @ hemisphere
        if not np.all(heights > 0):
            index = np.unravel_index(int(np.argmin(heights)), heights.shape)
            where = ", ".join(map(str, index))
            raise ValueError(f"token [{where}] has v^T y = {heights[index]:.6g}; allowed is the open hemisphere, > 0")
    return Y, times


def _runge_kutta(stages: Sequence[Callable[[Array], Array]], h: float, Y: Array) -> Array:
    """One step of the classical method."""
    start, middle, end = stages
    first = start(Y)
    second = middle(Y + h / 2 * first)
    third = middle(Y + h / 2 * second)
    fourth = end(Y + h * third)
    return np.asarray(Y + h / 6 * (first + 2 * (second + third) + fourth))


def _widest(Y: Array) -> float:
    """max |y_i - y_j| over the pairs, and over the systems of a batch."""
    return max(float(np.max(np.linalg.norm(Y - Y[..., i : i + 1, :], axis=-1))) for i in range(Y.shape[-2]))
