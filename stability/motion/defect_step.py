"""One proved step of an attention flow: a polynomial, a bound of its defect, and the logarithmic norm along it.

While a solution y stays in a tube around the polynomial p, its distance r = |y - p| obeys

    D+ r <= mu(t) r + defect,

mu being a bound of the logarithmic norm on the tube: the mean of the derivative between p and y multiplies y - p. The
tube is cut into parts, each with its own mu. As long as the distance that follows is smaller than the tube's radius, no
solution can leave the tube, so that it exists during the whole step.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import arb

from attnverify.stability.float_balls import FloatBalls
from attnverify.stability.motion.attention_field import AttentionField
from attnverify.stability.motion.ball_calculus import working
from attnverify.stability.motion.enclosure import Enclosure, bits_of, recentred
from attnverify.stability.motion.flow_series import FlowSeries
from attnverify.stability.numbers import Array

_PARTS = 8
# A tube of this radius is as good as none: what the derivative varies by over it does not count.
_THIN = 1e-10
_TUBES = 6


class StepError(ArithmeticError):
    """A step of this size is not proved."""


@dataclass(frozen=True)
class Step:
    """Solutions lie in `tube` : (N, d) for the time `length`, in `state` at its end; `next` is worth trying then."""

    length: Fraction
    tube: Array
    state: Enclosure
    next: Fraction


def defect_step(
    field: AttentionField,
    state: Enclosure,
    begin: Fraction,
    largest: Fraction,
    *,
    order: int,
    tolerance: float,
    smallest: Fraction,
    prec: int,
) -> Step:
    """The longest step up to `largest`, by halves and less, whose defect is at most `tolerance`.

    Raises StepError where no step down to `smallest` is proved, and what the field raises.
    """
    length = largest
    with working(prec):
        start = _ball(begin)
        series = field.series(state.centre, start, _ball(largest), order)
        sizes = series.majorants()
        why = "the defect is too large"
        while length >= smallest:
            defect = series.defect(sizes, _above(length))
            if defect > tolerance:
                length = _shorter(length, defect, tolerance, order)
                continue
            found = _along(field, series, state, start, length, defect)
            if found is not None:
                tube, error = found
                centre = recentred(_value(series.Y, _ball(length)), error)
                if centre.error.is_finite():
                    return Step(length, tube, centre, _longer(length, defect, tolerance, order))
            why = "no tube was found that the solutions cannot leave"
            length = length / 2
    raise StepError(why)


def default_order(tolerance: float) -> int:
    """A degree at which steps are long and terms few, for defects of this size."""
    return max(6, (9 * bits_of(tolerance)) // 20)


def _along(
    field: AttentionField, series: FlowSeries, state: Enclosure, start: arb, length: Fraction, defect: float
) -> tuple[Array, arb] | None:
    """A tube that the solutions do not leave, and the distance from the polynomial at the end; None if not found."""
    part = _ball(length) / _PARTS
    middles = [part * j + part / 2 for j in range(_PARTS)]
    s = FloatBalls.of(np.array([middle + arb(0, part / 2) for middle in middles]))[:, np.newaxis, np.newaxis]
    path = FloatBalls.of(series.Y)
    range_ = FloatBalls.exact(np.zeros((_PARTS, *series.Y.shape[1:])))
    for coefficient in range(len(series.Y) - 1, -1, -1):
        range_ = range_ * s + path[coefficient]
    times = [start + middle + arb(0, part / 2) for middle in middles]
    radius = max(_THIN, 4 * _float_above(state.error + arb(defect) * _ball(length)))
    for _ in range(_TUBES):
        tubes = FloatBalls(range_.mid, (range_.rad + radius) * (1 + 2.0**-50))
        if not np.all(np.isfinite(tubes.rad)):
            return None
        error, most = state.error, state.error
        for mu in field.log_norms(times, tubes):
            if not np.isfinite(mu):
                return None
            growth = (arb(float(mu)) * part).exp().upper()
            above = arb.max(growth, arb(1))
            added = arb(defect) * part * above
            most = arb.max(most, (above * error + added).upper())
            error = (growth * error + added).upper()
        if most < arb(radius):
            return _union(tubes), error
        radius *= 16
    return None


def _union(tubes: FloatBalls) -> Array:
    """One box around all parts: (N, d)."""
    low, high = np.min(tubes.mid - tubes.rad, axis=0), np.max(tubes.mid + tubes.rad, axis=0)
    middle, radius = (low + high) / 2, (high - low) / 2
    radius = radius * (1 + 2.0**-48) + 2.0**-48 * (np.abs(low) + np.abs(high)) + 1e-300
    return np.asarray(np.frompyfunc(lambda m, r: arb(float(m), float(r)), 2, 1)(middle, radius), dtype=object)


def _value(coefficients: Array, x: arb) -> Array:
    """A polynomial at x, by Horner's rule."""
    value = coefficients[-1]
    for coefficient in coefficients[-2::-1]:
        value = value * x + coefficient
    return np.asarray(value)


def _shorter(length: Fraction, defect: float, tolerance: float, order: int) -> Fraction:
    factor = (tolerance / defect) ** (1 / order) if np.isfinite(defect) else 0.5
    return length * Fraction(int(32 * min(max(0.9 * factor, 0.25), 0.95)), 32)


def _longer(length: Fraction, defect: float, tolerance: float, order: int) -> Fraction:
    factor = (tolerance / max(defect, 1e-300)) ** (1 / order)
    rounded = length * Fraction(int(16 * min(max(0.95 * factor, 1.0), 2.0)), 16)
    # Few digits, so that times stay short fractions.
    return Fraction(int(rounded * 2**12), 2**12) or length


def _ball(x: Fraction) -> arb:
    return arb(x.numerator) / x.denominator


def _above(x: Fraction) -> float:
    return float(x) * (1 + 2.0**-50)


def _float_above(x: arb) -> float:
    return float(x.abs_upper()) * (1 + 2.0**-50) + 1e-300
