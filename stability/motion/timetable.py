"""Where the steps of an integrator must end, and how long they may be: the knots and the changes of P(t) and U(t)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np

from attnverify.stability.models.flow import Flow
from attnverify.stability.models.sphere_flow import SphereFlow
from attnverify.stability.motion.changes import Changes, UnresolvedError, changes_of
from attnverify.stability.numbers import Array

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
