"""How a callable P(t) or U(t) changes over time, from its values: where it jumps, and how far a step may go.

An integrator that controls its error sees only the times at which it asks: while the field rests, its steps grow, and a
pulse that is shorter than a step does not exist for it. So the callable is looked at first, at times that fit no
period; where its values differ, intervals are halved until the difference is that of a smooth function, or a jump
between two neighbouring floats. What is shorter than the distance of the times can still be missed: `resolution`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from attnverify.stability.models.schedules import Modulated, Sampled, Switched, as_schedule
from attnverify.stability.numbers import Array

# Values that are looked at, first and with all halvings, and numbers that these values have together.
_LOOKS, _MOST, _NUMBERS = 512, 40_000, 10**7
# Neighbouring values that differ by less, in parts of the largest, are equal; by more, too far apart to be believed.
_EQUAL, _FAR = 1e-6, 0.3
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
    largest value.  resolution : a change that is undone within this time may have been missed.
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
    count = int(np.clip(_NUMBERS // max(np.size(at(a)), 1), 32, _LOOKS))
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
    looks = [start, *map(float, start + length * np.sort((np.arange(1, count) * _GOLDEN) % 1.0)), start + length]
    values = [*map(at, looks)]
    size = max(float(np.max(np.abs(value), initial=0.0)) for value in values)
    times, passed, jumps, left_over = [start], [0.0], [], _MOST
    waiting = [(looks[k], looks[k + 1], values[k], values[k + 1], True) for k in range(len(looks) - 2, -1, -1)]
    while waiting:
        low, high, left, right, whole = waiting.pop()
        middle, change = (low + high) / 2, _largest(left - right)
        if whole or change > _EQUAL * size:
            if not low < middle < high:
                jumps.append(high)
            else:
                left_over -= 1
                if not left_over:
                    raise UnresolvedError(
                        f"{name}(t) changes too often for {_MOST} looks at {length:.6g} units of time: give max_step, a"
                        " part of the shortest time in which it changes, or its period: st.models.timed(P, period=...)"
                    )
                value = at(middle)
                worst = max(_largest(left - value), _largest(value - right))
                # Halving an interval halves the change of a smooth function, and not that of a jump or a turn.
                if worst > _EQUAL * size and (worst > 0.75 * change or change > _FAR * size):
                    waiting += [(middle, high, value, right, False), (low, middle, left, value, False)]
                    continue
        here = max(_largest(left), _largest(right), _EQUAL * size)
        times.append(high)
        passed.append(passed[-1] + (change / here if here else 0.0))
    return Changes(start, length, tuple(jumps), np.array(times), np.array(passed), max(np.diff(looks)) / 2)


def _largest(x: Array) -> float:
    return float(np.max(np.abs(x), initial=0.0))
