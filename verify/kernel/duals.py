"""Numbers with a slope, so that a term that is evaluated is differentiated on the way; the operations of both kinds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from . import functions, signs
from .signs import sign
from .values import Number, Undecided, number


class Dual:
    """value + slope*h for an infinitesimal h."""

    __slots__ = ("slope", "value")

    def __init__(self, value: Number, slope: Number) -> None:
        self.value, self.slope = value, slope

    def __add__(self, other: Scalar) -> Dual:
        return Dual(self.value + plain(other), self.slope + slope(other))

    __radd__ = __add__

    def __neg__(self) -> Dual:
        return Dual(-self.value, -self.slope)

    def __sub__(self, other: Scalar) -> Dual:
        return self + -other

    def __mul__(self, other: Scalar) -> Dual:
        return Dual(self.value * plain(other), self.value * slope(other) + self.slope * plain(other))

    __rmul__ = __mul__


Scalar = Number | Dual
ZERO, ONE = number(0), number(1)


def plain(x: Scalar) -> Number:
    """The value without its slope."""
    return x.value if isinstance(x, Dual) else x


def slope(x: Scalar) -> Number:
    """The slope; zero for a number that has none."""
    return x.slope if isinstance(x, Dual) else ZERO


def inverse(x: Scalar) -> Scalar:
    """1/x; Undecided at zero."""
    if isinstance(x, Dual):
        q = signs.inverse(x.value)
        return Dual(q, -(q * q * x.slope))
    return signs.inverse(x)


def power(x: Scalar, exponent: int) -> Scalar:
    """The power to a natural exponent."""
    if isinstance(x, Dual):
        if exponent == 0:
            return ONE
        low = x.value.power(exponent - 1)
        return Dual(low * x.value, number(exponent) * low * x.slope)
    return x.power(exponent)


# The derivative at y, given f(y) as well.
_SLOPES: dict[str, Callable[[Number, Number], Number]] = {
    "exp": lambda y, f: f,
    "log": lambda y, f: signs.inverse(y),
    "sqrt": lambda y, f: signs.inverse(f) * number(Fraction(1, 2)),
    "tanh": lambda y, f: ONE - f * f,
    "sin": lambda y, f: functions.cos(y),
    "cos": lambda y, f: -functions.sin(y),
}
_FUNCTIONS: dict[str, Callable[[Number], Number]] = {name: getattr(functions, name) for name in _SLOPES}


def elementary(name: str, x: Scalar) -> Scalar:
    """exp, log, sqrt, tanh, sin, cos or abs; Undecided off the domain, and where a slope is asked for at a corner."""
    if name == "abs":
        s = sign(plain(x))
        if s == 0 and isinstance(x, Dual):
            raise Undecided("the derivative of abs at zero")
        return -x if s < 0 else x
    if isinstance(x, Dual):
        f = _FUNCTIONS[name](x.value)
        return Dual(f, _SLOPES[name](x.value, f) * x.slope)
    return _FUNCTIONS[name](x)


def extreme(numbers: Sequence[Scalar], side: int) -> Scalar:
    """The greatest (side 1) or least (side -1) of some numbers; Undecided where a slope is asked for at a tie."""
    best = numbers[0]
    for other in numbers[1:]:
        s = sign(plain(other) - plain(best)) * side
        if s == 0 and (isinstance(other, Dual) or isinstance(best, Dual)):
            raise Undecided("the derivative of a maximum or minimum at a tie")
        if s > 0:
            best = other
    return best
