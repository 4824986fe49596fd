"""Rigorous trajectories of an ordinary differential equation: steps along a Taylor polynomial with a proved remainder.

The attention flow on the sphere is known as such and takes long steps, see `stability.motion.attention_field`. For any
other field one step from t to t + h, for every solution that starts within `error` of the centre, is:

1. a tube: a box B with centre + [0, h] f([t, t + h], B) in its interior contains all these solutions (Picard);
2. the solution through the centre is its Taylor polynomial plus h^p times coefficient p over the tube (Lagrange);
3. the others stay within exp(mu h) error of it, mu being a bound of the logarithmic norm of Df over the tube.

Coefficients come from power series with ball coefficients, so that the field is the same function that is simulated and
differentiated symbolically elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from typing import Any

import numpy as np
from flint import arb, arb_series

from ..decrease.dini import heights
from ..models.flow import Flow
from ..numbers import Array, entrywise
from .attention_field import (
    AttentionField,
    StepError,
    Steps,
    agrees_with_series,
    coefficient,
    default_order,
    defect_step,
    require_series_schedules,
)
from .ball_calculus import (
    Enclosure,
    EnclosureError,
    all_positive,
    balls,
    bits_of,
    diameter,
    enclosed,
    jacobian,
    log_norm_bound,
    recentred,
    total_radius,
    working,
)

Field = Callable[[arb_series, Array], Array]
_SMALLEST = Fraction(1, 2**20)  # of the largest step
_WIDENINGS = 6


@dataclass(frozen=True)
class Segment:
    """One proved step: the solution lies in the box `tube` : (N, d) during [begin, end], and in `state` at the end."""

    begin: Fraction
    end: Fraction
    tube: Array
    state: Enclosure

    def in_hemisphere(self, v: Array) -> bool:
        """Whether v^T y_i > 0 is proved for every token at every time of the step. False is no disproof."""
        return all_positive(heights(self.tube, balls(v)))

    def diameter(self, W: Array | None = None) -> arb:
        """An upper bound of max |y_i - y_j|_W during the step."""
        return diameter(self.tube, W)


def enclose_flow(
    field: Field | Flow | AttentionField,
    start: Array | Enclosure,
    end: Fraction | int,
    *,
    begin: Fraction | int = 0,
    step: Fraction | None = None,
    order: int | None = None,
    tolerance: float = 1e-15,
    prec: int | None = None,
) -> Iterator[Segment]:
    """The solution of y' = field(t, y) from `begin` to `end`, enclosed: segments that follow each other without a gap.

    field : a `Flow` or its `velocity`, or an `AttentionField` where tokens have multiplicities; on the sphere these are
        fastest. Or any (t, Y) -> Y over series of balls, analytic in t and y on the tube. Steps of a Flow end at the
        jumps that `sampled`, `switched` and `timed` matrices know. Any other P(t) and U(t) must be analytic functions
        of a power series t: entries by `st.numbers.cos`, `st.numbers.sin` and arithmetic, in `st.numbers.object_array`.
    start : (N, d), floats or fractions taken exactly, or an enclosure.  step : largest step, 1 for an attention flow
        and 1/32 otherwise; shorter where no tube is found or the step would add more than `tolerance` per unit of time
        to the error.
    order : of the Taylor polynomial; by default it follows the tolerance, 16 for other fields.  prec : bits of the ball
        arithmetic; by default they follow the tolerance, 128 for other fields.
    Raises EnclosureError, naming the time, where no step is possible or P(t) or U(t) is no function of a power series,
    and ValueError for a step or order that is not positive or an end before the beginning.
    """
    known = _attention(field)
    whole = field.flow if isinstance(field, AttentionField) else _flow_of(field)
    if step is None:
        step = Fraction(1) if known else Fraction(1, 32)
    time, last, step = Fraction(begin), Fraction(end), Fraction(step)
    order = order if order is not None else default_order(tolerance) if known else 16
    prec = prec or (max(64, bits_of(tolerance) + 32) if known else 128)
    if not (time <= last and step > 0 and order >= 1 and tolerance > 0):
        raise ValueError(f"begin = {begin}, end = {end}, step = {step}; needed: begin <= end, all others positive")
    state = enclosed(start, prec)
    inside = [] if whole is None else whole.knots(time, last)
    steps = Steps(step, order, tolerance, prec)
    for begin_part, end_part in pairwise([time, *inside, last]):
        part: Any = field.velocity if isinstance(field, Flow) else field
        if whole is not None:
            flow = whole.between(begin_part, end_part)
            with working(prec):
                require_series_schedules(flow, state.centre.shape[-1], begin_part, end_part)
            part = replace(known, flow=flow) if known else flow.velocity
        segments = _attention_segments if known else _general
        for segment in segments(part, state, begin_part, end_part, steps):
            yield segment
            state = segment.state


def _attention_segments(
    field: AttentionField, state: Enclosure, time: Fraction, last: Fraction, asked: Steps
) -> Iterator[Segment]:
    """The trajectory of an attention flow on the sphere, without knots inside."""
    size, smallest = min(asked.largest, Fraction(1, 4)), asked.largest * _SMALLEST
    while time < last:
        left = last - time
        try:
            found = defect_step(field, state, time, min(size, left), min(smallest, left), asked)
        except (ZeroDivisionError, ValueError, StepError) as error:
            raise _no_step(time, smallest, error) from error
        yield Segment(time, time + found.length, found.tube, found.state)
        time, state, size = time + found.length, found.state, min(found.next, asked.largest)


def _flow_of(field: Any) -> Flow | None:
    """The flow whose field this is, as it is defined in `Flow`; None for any other function."""
    flow = field if isinstance(field, Flow) else getattr(field, "__self__", None)
    same = isinstance(flow, Flow) and type(flow).velocity is Flow.velocity and type(flow).weights is Flow.weights
    return flow if same and (field is flow or getattr(field, "__func__", None) is Flow.velocity) else None


def _attention(field: Any) -> AttentionField | None:
    """The field as an attention flow on the sphere, where it is one."""
    if isinstance(field, AttentionField):
        return field
    flow = _flow_of(field)
    return AttentionField(flow) if flow is not None and flow.W is None else None


def _general(field: Field, state: Enclosure, time: Fraction, last: Fraction, asked: Steps) -> Iterator[Segment]:
    """The trajectory of any field."""
    size = asked.largest
    while time < last:
        size = min(size, last - time)
        try:
            with working(asked.prec):
                segment, added = _attempt(field, state, time, size, asked.order)
            if added > asked.tolerance * size:
                raise StepError(f"it would add {added:.1e} to the error")
        except (ZeroDivisionError, ValueError, StepError) as error:
            size /= 2
            if size < asked.largest * _SMALLEST:
                raise _no_step(time, size, error) from error
            continue
        yield segment
        time, state = segment.end, segment.state
        if added * 2 ** (asked.order + 2) <= asked.tolerance * size:
            size = min(2 * size, asked.largest)


def _no_step(time: Fraction, size: Fraction, why: Exception) -> EnclosureError:
    return EnclosureError(f"t = {time}: no step down to {float(size):.1e} is proved: {why}")


def _attempt(field: Field, state: Enclosure, begin: Fraction, h: Fraction, order: int) -> tuple[Segment, float]:
    """One step of size h and what it adds to the error."""
    start = arb(begin.numerator) / begin.denominator
    length = arb(h.numerator) / h.denominator
    during = start + length * arb(0.5, 0.5)
    if not agrees_with_series(lambda t: field(t, state.centre), start, length):
        raise StepError("the field is no power series in t; does it multiply a NumPy array by t?")
    tube = _tube(field, state, during, length)
    growth = log_norm_bound(jacobian(lambda Y: field(arb_series([during]), Y), tube))
    polynomial = _taylor(field, state.centre, start, order)
    remainder = _taylor(field, tube, during, order + 1)
    image = [
        arb(sum(whole[k] * length**k for k in range(order + 1))) + rest[order + 1] * length ** (order + 1)
        for whole, rest in zip(polynomial.reshape(-1), remainder.reshape(-1), strict=True)
    ]
    Y = np.array(image, dtype=object).reshape(tube.shape)
    found = recentred(Y, (growth * length).exp() * state.error)
    if not found.error.is_finite():
        raise StepError("the error is not bounded")
    return Segment(begin, begin + h, tube, found), float(total_radius(Y))


def _tube(field: Field, state: Enclosure, during: arb, length: arb) -> Array:
    """A box that contains the solutions during the step.

    Where centre + error + [0, h] f(box) lies in the interior of a box, the solutions cannot leave that box; then they
    lie in centre + error + [0, h] f(box), which is smaller.
    """
    t, whole, constant = arb_series([during]), length * arb(0.5, 0.5), partial(coefficient, k=0)
    moved = entrywise(constant, field(t, state.box())) * length
    for _ in range(_WIDENINGS):
        room = entrywise(arb.upper, 2 * abs(moved) + 2 * state.error + arb(2) ** -100)
        speed = entrywise(constant, field(t, state.centre + room * arb(0, 1)))
        moved = speed * length
        if np.all(state.error + abs(moved) < room):
            return np.asarray(state.box() + speed * whole, dtype=object)
    raise StepError("no box was found that the solutions cannot leave")


def _taylor(field: Field, Y0: Array, start: arb, order: int) -> Array:
    """Series of the solution through Y0 at time `start`, to x^order, one more coefficient by each Picard iteration."""
    Y = Y0
    for k in range(1, order + 1):
        with working(cap=k + 1):
            F = field(arb_series([start, 1]), Y)
            Y = entrywise(lambda y, f: arb_series([y]) + arb_series(f).integral(), Y0, F)
    return Y
