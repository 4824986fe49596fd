"""Interval arithmetic with rational endpoints, rounded outward to a fixed number of binary digits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from attnverify.verify.kernel.elementary import exp_bounds, log_bounds, round_down, round_up, sqrt_bounds, tanh_bounds
from attnverify.verify.referee.syntax import GrammarError


class UndecidedError(Exception):
    """The enclosure at this precision is too wide to go on; more digits may help."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A closed interval that contains the true value.

    low, high : its end points, low <= high.
    bits : significant binary digits kept by each operation.

    >>> third = Interval(Fraction(1), Fraction(1), 8) / Fraction(3)
    >>> third.low < Fraction(1, 3) < third.high
    True
    """

    low: Fraction
    high: Fraction
    bits: int

    def _outward(self, low: Fraction, high: Fraction) -> Interval:
        return Interval(round_down(low, self.bits), round_up(high, self.bits), self.bits)

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low, self.bits)

    def __add__(self, other: Number) -> Interval:
        low, high = ends(other)
        return self._outward(self.low + low, self.high + high)

    __radd__ = __add__

    def __sub__(self, other: Number) -> Interval:
        return self + -other

    def __rsub__(self, other: Number) -> Interval:
        return -self + other

    def __mul__(self, other: Number) -> Interval:
        low, high = ends(other)
        corners = (self.low * low, self.low * high, self.high * low, self.high * high)
        return self._outward(min(corners), max(corners))

    __rmul__ = __mul__

    def __truediv__(self, other: Number) -> Interval:
        low, high = ends(other)
        if low <= 0 <= high:
            if low == high:
                raise GrammarError("division by zero")
            raise UndecidedError("the divisor may be zero")
        return self * Interval(1 / high, 1 / low, self.bits)

    def __rtruediv__(self, other: Number) -> Interval:
        return Interval(*ends(other), self.bits) / self

    def __pow__(self, exponent: int) -> Interval:
        if exponent < 0:
            return Fraction(1) / self**-exponent
        low, high = self.low**exponent, self.high**exponent
        if exponent % 2 == 0 and exponent > 0:
            low, high = (Fraction(0) if self.low <= 0 <= self.high else min(low, high)), max(low, high)
        return self._outward(low, high)

    def __abs__(self) -> Interval:
        if self.low >= 0:
            return self
        return -self if self.high <= 0 else Interval(Fraction(0), max(-self.low, self.high), self.bits)


Number = Fraction | Interval


def ends(x: Number) -> tuple[Fraction, Fraction]:
    """Lower and upper end of a number; equal for an exact one."""
    return (x.low, x.high) if isinstance(x, Interval) else (x, x)


def sign(x: Number) -> int:
    """-1, 0 or 1; raises UndecidedError when the enclosure does not tell."""
    low, high = ends(x)
    if low > 0:
        return 1
    if high < 0:
        return -1
    if low == high == 0:
        return 0
    raise UndecidedError("the sign is not determined by the enclosure")


def _increasing(bounds: Callable[[Fraction, int], tuple[Fraction, Fraction]], x: Number, bits: int) -> Number:
    low, high = ends(x)
    try:
        lower, upper = bounds(low, bits)
        if low != high:
            upper = bounds(high, bits)[1]
    except OverflowError as error:
        raise UndecidedError(str(error)) from error
    return lower if lower == upper else Interval(lower, upper, bits)


def _sqrt(x: Number, bits: int) -> Number:
    low, high = ends(x)
    if high < 0:
        raise GrammarError("sqrt of a negative number")
    if low < 0:
        raise UndecidedError("the argument of sqrt may be negative")
    return _increasing(sqrt_bounds, x, bits)


def _log(x: Number, bits: int) -> Number:
    low, high = ends(x)
    if high <= 0:
        raise GrammarError("log of a number that is not positive")
    if low <= 0:
        raise UndecidedError("the argument of log may be zero or negative")
    return _increasing(log_bounds, x, bits)


def elementary(name: str, x: Number, bits: int) -> Number:
    """sqrt, exp, log, tanh or Abs of a number: exact where the result is known to be rational.

    >>> elementary("sqrt", Fraction(9, 4), 64), elementary("exp", Fraction(0), 64)
    (Fraction(3, 2), Fraction(1, 1))

    Raises GrammarError outside the domain, UndecidedError when the enclosure straddles its edge.
    """
    if name == "sqrt":
        return _sqrt(x, bits)
    if name == "log":
        return _log(x, bits)
    if name == "exp":
        return _increasing(exp_bounds, x, bits)
    if name == "tanh":
        return _increasing(tanh_bounds, x, bits)
    return x.__abs__()


def largest(numbers: list[Number], bits: int) -> Number:
    """The maximum; the negative of `largest` of the negatives is the minimum."""
    low = max(ends(x)[0] for x in numbers)
    high = max(ends(x)[1] for x in numbers)
    return low if low == high else Interval(low, high, bits)
