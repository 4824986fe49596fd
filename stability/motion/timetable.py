"""Where the steps of an integrator must end, and how long they may be: the knots and the changes of P(t) and U(t).

How a callable P(t) or U(t) changes over time, from its values: where it jumps, and how far a step may go.

An integrator that controls its error sees only the times at which it asks: while the field rests, its steps grow, and a
pulse that is shorter than a step does not exist for it. So the callable is looked at first, at times that fit no
period; where it is no smooth function of them, intervals are halved until it is, or a jump lies between two
neighbouring floats. What is shorter than the distance of the times can still be missed: `resolution`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise, permutations
from math import ceil
from typing import Any

import numpy as np

from ..models.flow import Flow
from ..models.schedules import Modulated, Sampled, Switched, as_schedule
from ..models.sphere_flow import SphereFlow
from ..numbers import Array

# Two knots nearer than this, in parts of the whole time, are one.
_SAME = 1e-13


@dataclass(frozen=True)
class Timetable:
    """What an integrator must know of the times from `begin` to `end`.

    knots : inside, increasing.  resolution : as in `Trajectory`.
    """

    system: Any
    d: int
    begin: float
    end: float
    knots: tuple[float, ...]
    changes: tuple[Changes, ...]
    max_step: float
    resolution: float

    def parts(
        self, field_of: Callable[[Flow], Callable[[float, Array], Array]] | None = None
    ) -> Iterator[tuple[float, float, Callable[[float, Array], Array]]]:
        """The time between neighbouring knots, each with the field that is continuous there, ends included.

        field_of : which function of (t, Y) a flow without knots stands for; by default its velocity.
        """
        for a, b in pairwise([self.begin, *self.knots, self.end]):
            if not isinstance(self.system, Flow):
                velocity = self.system.velocity if isinstance(self.system, SphereFlow) else self.system
                yield a, b, partial(_constant, velocity)
                continue
            flow = self.system.between(Fraction(a), Fraction(b))
            own = flow.field(self.d) if type(flow).velocity is Flow.velocity else flow.velocity
            field = own if field_of is None else field_of(flow)
            # A callable may have its value of before or after a jump at the jump itself.
            near = _SAME * (self.end - self.begin)
            low = a + near if a > self.begin else np.nextafter(a, b)
            yield a, b, partial(_inside, field, float(low), float(np.nextafter(b, a)))

    def longest(self, t: float) -> float:
        """How long a step from t may be."""
        ends = min((changes.step_end(t) for changes in self.changes), default=np.inf)
        return float(max(min(ends - t, self.max_step), 1e-12 * (self.end - self.begin)))


def timetable(
    system: Any, d: int, begin: Any, end: Any, *, max_step: float = np.inf, step: float | None = None
) -> Timetable:
    """The timetable of a system for tokens in R^d.

    max_step, step : the largest step that is allowed, or the fixed one; where one is given, a P(t) or U(t) that changes
    too often to be looked at is left to it. Raises ValueError as `changes_of`.
    """
    begin, end = float(begin), float(end)
    if not isinstance(system, Flow):
        return Timetable(system, d, begin, end, (), (), max_step, 0.0)
    given = max_step if step is None else step / 2
    knots, found, resolution = {float(t) for t in system.knots(begin, end)}, [], 0.0
    for name, matrices in (("P", system.P), ("U", system.U)):
        try:
            changes = changes_of(matrices, d, begin, end, name)
        except UnresolvedError:
            if not np.isfinite(given):
                raise
            resolution = max(resolution, given)
            continue
        if changes is not None:
            knots.update(changes.knots(begin, end))
            found.append(changes)
            resolution = max(resolution, min(changes.resolution, given))
    near, kept = _SAME * (end - begin), [begin]
    for knot in sorted(knots):
        if knot - kept[-1] > near and end - knot > near:
            kept.append(knot)
    return Timetable(system, d, begin, end, tuple(kept[1:]), tuple(found), max_step, resolution)


def _inside(field: Callable[[float, Array], Array], low: float, high: float, t: float, Y: Array) -> Array:
    return field(min(max(float(t), low), high), Y)


def _constant(field: Callable[[Array], Array], t: float, Y: Array) -> Array:
    """A field that does not depend on time."""
    return field(Y)


# Values that are looked at, first and with all halvings, and numbers that these values have together.
_LOOKS, _MOST, _NUMBERS = 4181, 40_000, 10**7
# Neighbouring values that differ by less, in parts of the largest, are equal; by more, too far apart to be believed.
_EQUAL, _FAR, _HALVED = 1e-6, 0.3, 0.4
# How much a matrix may change within a step, in parts of its size there, added up over ups and downs.
_PASSED = 0.5
_SKETCH = 8
_GOLDEN = (5**0.5 - 1) / 2


class UnresolvedError(ValueError):
    """A schedule changes more often than it can be looked at."""


@dataclass(frozen=True)
class Changes:
    """What was found on [start, start + length], which is repeated where it is a period.

    jumps : times after a jump.  times, passed : (M,), the change that is added up until each time, in parts of the
    largest value.  resolution : the widest gap between two looks; see `Trajectory`.
    """

    start: float
    length: float
    jumps: tuple[float, ...]
    times: Array
    passed: Array
    resolution: float

    def knots(self, a: float, b: float) -> list[float]:
        """The jumps in (a, b)."""
        turns = range(int((a - self.start) // self.length), int((b - self.start) // self.length) + 1)
        found = [jump + n * self.length for n in turns for jump in self.jumps]
        return [jump for jump in found if a < jump < b]

    def step_end(self, t: float) -> float:
        """Until when a step from t may go."""
        turn = np.floor((t - self.start) / self.length)
        place = t - turn * self.length
        # Inside a piece between two looks the change is taken to be even.
        target = float(np.interp(place, self.times, self.passed)) + _PASSED
        k = int(np.searchsorted(self.passed, target))
        if k == len(self.times):
            rest = self.passed[-1] - float(np.interp(place, self.times, self.passed))
            return np.inf if self.passed[-1] == 0 else self.start + (turn + 1) * self.length + self._after(rest)
        low, high = self.passed[k - 1], self.passed[k]
        end = self.times[k - 1] + (target - low) / (high - low) * (self.times[k] - self.times[k - 1])
        return float(end + turn * self.length)

    def _after(self, rest: float) -> float:
        """How far into the next period the rest of the allowed change goes; some way where a period has less."""
        k = int(np.searchsorted(self.passed, _PASSED - rest))
        return float(self.times[min(k, len(self.times) - 1)] - self.start)


def changes_of(matrices: Any, d: int, a: float, b: float, name: str) -> Changes | None:
    """The changes of a constant or a schedule on [a, b]; None where all of them are known.

    Raises UnresolvedError where 40 000 values do not resolve them, and ValueError as `as_schedule` does.
    """
    if is_known(matrices):
        return None
    inner = matrices.diagonals if isinstance(matrices, Modulated) else matrices
    period = getattr(inner, "period", None)
    length = min(float(period), b - a) if period else b - a
    at = inner if isinstance(matrices, Modulated) else as_schedule(inner, d, name)
    shortest = getattr(inner, "shortest", None)
    # The widest gap of `count` such times is below 1.9/count, and its middle is looked at, too.
    wanted = _LOOKS if shortest is None else max(32, ceil(0.95 * length / shortest))
    count = wanted if shortest else int(np.clip(_NUMBERS // max(np.size(at(a)), 1), 32, wanted))
    return _looked_at(_sketched(at, name), a, length, count, name)


def is_known(matrices: Any) -> bool:
    """Whether a constant or a schedule has no other changes than its knots and lines between them."""
    if isinstance(matrices, Switched):
        return all(is_known(piece) for piece in matrices.pieces)
    inner = matrices.diagonals if isinstance(matrices, Modulated) else matrices
    return not callable(inner) or isinstance(inner, Sampled) or (inner is not matrices and is_known(inner))


def _sketched(function: Callable[[float], Any], name: str) -> Callable[[float], Array]:
    """The entries of a small matrix, eight random sums of those of a large one."""
    signs: list[Array] = []

    def at(t: float) -> Array:
        values = np.asarray(function(t), dtype=float).ravel()
        if not signs:
            few = values.size <= 8 * _SKETCH
            random = np.random.default_rng(0).choice([-1.0, 1.0], (_SKETCH, 1 if few else values.size))
            signs.append(np.eye(values.size) if few else random / np.sqrt(values.size))
        if values.size != signs[0].shape[1] or not np.all(np.isfinite(values)):
            raise ValueError(f"{name}({t}) has another shape or is not finite; allowed are finite numbers")
        return np.asarray(signs[0] @ values)

    return at


def _looked_at(at: Callable[[float], Array], start: float, length: float, count: int, name: str) -> Changes:
    first = np.concatenate([[0.0], np.sort((np.arange(1, count) * _GOLDEN) % 1.0), [1.0]])
    looks = start + length * np.sort(np.concatenate([first, (first[1:] + first[:-1]) / 2]))
    looks[-1] = start + length
    values = np.array([at(t) for t in looks.tolist()])
    sizes = np.max(np.abs(values), axis=1)
    size = float(np.max(sizes))
    equal = _EQUAL * size
    changes = np.max(np.abs(values[2::2] - values[:-2:2]), axis=1)
    bends = np.max(np.abs(values[2::2] + values[:-2:2] - 2 * values[1::2]), axis=1)
    here = np.maximum(np.maximum(sizes[:-2:2], sizes[2::2]), equal)
    steps = np.divide(changes, here, out=np.zeros_like(changes), where=here > 0)
    # Between two looks, or two of the halvings between them, the change is taken to be even.
    pieces = [([high], [step]) for high, step in zip(looks[2::2].tolist(), steps.tolist(), strict=True)]
    jumps, left_over = [], _MOST
    for k in np.flatnonzero(~(_unlike_cubics(looks, values, bends) <= equal) | (changes > _FAR * size)).tolist():
        (a, b, c), (u, v, w) = looks[2 * k : 2 * k + 3].tolist(), values[2 * k : 2 * k + 3]
        waiting, times, passed = [(b, c, v, w, bends[k]), (a, b, u, v, bends[k])], [], []
        while waiting:
            low, high, left, right, before = waiting.pop()
            middle, change = (low + high) / 2, _largest(left - right)
            if not low < middle < high:
                jumps += [high] if change > equal else []
            else:
                left_over -= 1
                if not left_over:
                    raise UnresolvedError(
                        f"{name}(t) changes too often for {_MOST} looks at {length:.6g} units of time: give max_step, a"
                        " part of the shortest time in which it changes, or its period: st.models.timed(P, period=...)"
                    )
                value = at(middle)
                bend = _largest(left + right - 2 * value)
                # Halving an interval leaves a quarter of the bend of a smooth function, and all of that of a jump.
                if bend > max(equal, _HALVED * before) or change > _FAR * size:
                    waiting += [(middle, high, value, right, bend), (low, middle, left, value, bend)]
                    continue
            times.append(high)
            passed.append(change / max(_largest(left), _largest(right), equal))
        pieces[k] = (times, passed)
    ends = np.array([start, *(t for piece in pieces for t in piece[0])])
    added = np.cumsum([0.0, *(step for piece in pieces for step in piece[1])])
    return Changes(start, length, tuple(jumps), ends, added, float(np.max(np.diff(looks))))


def _unlike_cubics(looks: Array, values: Array, bends: Array) -> Array:
    """How far each middle value is off the cubic through the two before and the two after it; at the ends, the bend."""
    x = np.stack([looks[1:-4:2], looks[2:-3:2], looks[4:-1:2], looks[5::2]])
    y = np.stack([values[1:-4:2], values[2:-3:2], values[4:-1:2], values[5::2]])
    middle, weights = looks[3:-2:2], np.ones_like(x)
    with np.errstate(divide="ignore", invalid="ignore"):
        for i, j in permutations(range(4), 2):
            weights[i] *= (middle - x[j]) / (x[i] - x[j])
        off = np.max(np.abs(values[3:-2:2] - np.sum(weights[..., np.newaxis] * y, axis=0)), axis=1)
    return np.concatenate([bends[:1], off, bends[-1:]])


def _largest(x: Array) -> float:
    return float(np.max(np.abs(x), initial=0.0))
