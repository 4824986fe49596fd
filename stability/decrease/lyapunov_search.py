"""A search for states where a maximum of one's own functions increases along one's own field.

V = max_k V_k of smooth functions has the upper Dini derivative D+V = max over active k of grad V_k . f (Danskin). The
search draws states, climbs from the worst ones, and shows a counterexample as a trajectory along which V rises. It
finds or it does not: that nothing was found is no proof. For pieces and fields that can be written as formulas,
`attnverify decide` proves it or refutes it at an exact state (docs/lemmas.md, "A maximum along a field").
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

from ..numbers import Array
from ..tables import Shown, Table, counted

Pieces = Callable[[Array], Any] | Sequence[Callable[[Array], Any]]
Field = Callable[[Array], Array]
_STEP = 1e-4
_CLIMBS, _TRIES = 4, 200


@dataclass(frozen=True, repr=False)
class Counterexample(Shown):
    """A state where V rises, and what shows it.

    state : the start.  derivative : D+V there.  active : the pieces that attain the maximum.
    times, states, values : the trajectory from it as far as V rises, and V on it; values[-1] > values[0].
    """

    state: Array
    derivative: float
    active: tuple[int, ...]
    times: Array
    states: Array
    values: Array

    def table(self) -> Table:
        """V along the trajectory, at some ten times."""
        shown = range(0, len(self.times), max(1, len(self.times) // 10))
        rows = tuple((f"{self.times[k]:.4g}", f"{self.values[k]:.6g}") for k in shown)
        return Table(f"D+V = {self.derivative:.4g}, attained by {len(self.active)} pieces", ("t", "V"), rows)


@dataclass(frozen=True, repr=False)
class LyapunovSearch(Shown):
    """What a search saw.

    tried : states that satisfied `within`; rejected : the others.  worst : the largest D+V, at `where`.
    counterexample : None where V rises nowhere by more than the tolerance.
    """

    tried: int
    rejected: int
    worst: float
    where: Array | None
    counterexample: Counterexample | None

    def table(self) -> Table:
        """What was tried and the largest D+V; with a counterexample, V along it."""
        if self.counterexample is None:
            return Table(self.verdict())
        found = self.counterexample.table()
        return Table(self.verdict(), found.columns, found.rows)

    def verdict(self) -> str:
        """The finding in one line."""
        drawn = f"{counted(self.tried, 'state')}, largest D+V = {self.worst:.3g}"
        if self.counterexample is None:
            return f"no counterexample among {drawn}"
        found = self.counterexample
        rise = found.values[-1] - found.values[0]
        return f"V rises by {rise:.3g} until t = {found.times[-1]:.3g} from a state with D+V = {found.derivative:.3g}"


def lyapunov(
    pieces: Pieces,
    field: Callable[[Array], Array],
    given: Callable[[np.random.Generator], Array],
    *,
    within: Callable[[Array], bool] | None = None,
    states: int = 1_000,
    seed: int = 0,
    tolerance: float = 1e-6,
    horizon: float = 1.0,
) -> LyapunovSearch:
    """Whether V = max of the pieces decreases along y' = field(y), searched on states drawn by `given`.

    pieces : one function y -> (m,) values, or several y -> number.  field : y -> y', of the shape of y.
    given : a random generator -> a state that satisfies the hypotheses.
    within : whether a state satisfies them; with it, the search climbs from the worst draws and stays inside.
    tolerance : what D+V may exceed 0 by; differences, and ties of the pieces, are as exact.
    horizon : how long a counterexample is followed.
    A counterexample is reported only where V is also seen to rise along the integrated trajectory.
    Raises ValueError where no draw satisfies `within`, or a value is not finite, naming the state.

    >>> found = lyapunov(lambda y: [y[0] ** 2], lambda y: -y, lambda rng: rng.normal(size=1), states=50)
    >>> found.counterexample is None, found.tried
    (True, 50)
    """
    if states < 1 or not (horizon > 0 and tolerance >= 0):
        raise ValueError(
            f"states is {states}, horizon {horizon}, tolerance {tolerance}; needed: 1 or more, above 0, at least 0"
        )
    values = _values(pieces)
    rng = np.random.default_rng(seed)
    seen: list[tuple[float, Array]] = []
    rejected = 0
    for _ in range(states):
        y = np.asarray(given(rng), dtype=float)
        if within is not None and not within(y):
            rejected += 1
        else:
            seen.append((_dini(values, field, y, tolerance), y))
    if not seen:
        raise ValueError(f"none of {states} drawn states satisfies `within`")
    seen.sort(key=lambda pair: -pair[0])
    if within is not None:
        climbed = [_climbed(values, field, y, slope, within, rng, tolerance) for slope, y in seen[:_CLIMBS]]
        seen = sorted(climbed + seen, key=lambda pair: -pair[0])
    worst, where = seen[0]
    rising = ((slope, y) for slope, y in seen if slope > tolerance + _rounding(values, field, y))
    followed = (_followed(values, field, y, slope, horizon, tolerance) for slope, y in islice(rising, _CLIMBS))
    counterexample = next((found for found in followed if found is not None), None)
    return LyapunovSearch(states - rejected, rejected, worst, where, counterexample)


def _values(pieces: Pieces) -> Callable[[Array], Array]:
    def at(y: Array) -> Array:
        found = pieces(y) if callable(pieces) else [piece(y) for piece in pieces]
        values = np.atleast_1d(np.asarray(found, dtype=float)).reshape(-1)
        if not (len(values) and np.all(np.isfinite(values))):
            raise ValueError(f"the pieces are {values} at {y.tolist()}; allowed are finite numbers, at least one")
        return values

    return at


def _rates(values: Field, field: Field, y: Array) -> Array:
    """grad V_k . f for every piece, by differences of fourth order along the field."""
    f = np.asarray(field(y), dtype=float)
    if f.shape != y.shape or not np.all(np.isfinite(f)):
        raise ValueError(f"the field has shape {f.shape} at {y.tolist()}; allowed are finite rates of shape {y.shape}")
    h = _step(f)
    near, far = (values(y + k * h * f) - values(y - k * h * f) for k in (1, 2))
    return np.asarray((8 * near - far) / (12 * h))


def _step(f: Array) -> float:
    return _STEP / max(1.0, float(np.linalg.norm(f)))


def _rounding(values: Field, field: Field, y: Array) -> float:
    """What rounding of the pieces may add to a rate."""
    return float(64 * np.finfo(float).eps * np.max(np.abs(values(y))) / _step(np.asarray(field(y), dtype=float)))


def _dini(values: Field, field: Field, y: Array, tolerance: float) -> float:
    at = values(y)
    return float(np.max(_rates(values, field, y)[at >= np.max(at) - tolerance]))


def _climbed(
    values: Field, field: Field, y: Array, slope: float, within: Callable[[Array], bool], rng: Any, tolerance: float
) -> tuple[float, Array]:
    """A state near y with a larger derivative, by random steps whose size follows their success."""
    size = 0.5 * (1 + float(np.max(np.abs(y))))
    for _ in range(_TRIES):
        trial = y + size * rng.standard_normal(y.shape)
        if within(trial):
            better = _dini(values, field, trial, tolerance)
            if better > slope:
                y, slope, size = trial, better, 1.5 * size
                continue
        size *= 0.95
    return slope, y


def _followed(
    values: Field, field: Field, y: Array, slope: float, horizon: float, tolerance: float
) -> Counterexample | None:
    """The trajectory while V rises; None where the integration does not confirm that it does."""

    def flat(t: float, z: Array) -> Array:
        return np.asarray(field(z.reshape(y.shape)), dtype=float).reshape(-1)

    for length in (horizon, horizon / 10, horizon / 100, horizon / 1000):
        times = np.linspace(0, length, 51)
        found = solve_ivp(flat, (0, length), y.reshape(-1), method="DOP853", t_eval=times, rtol=1e-10, atol=1e-12)
        states = found.y.T.reshape(-1, *y.shape)
        along = np.array([np.max(values(state)) for state in states])
        rising = np.flatnonzero(np.diff(along) <= 0)
        last = int(rising[0]) if len(rising) else len(along) - 1
        # Far above what the integrator may be wrong by, which is relative to the state.
        least = max(1e-8, 0.1 * min(slope, 1.0) * tolerance) * max(1.0, float(np.max(np.abs(along))))
        if last > 0 and along[last] - along[0] > least:
            at = values(y)
            active = tuple(int(k) for k in np.flatnonzero(at >= np.max(at) - tolerance))
            return Counterexample(y, slope, active, found.t[: last + 1], states[: last + 1], along[: last + 1])
    return None
