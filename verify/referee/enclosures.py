"""Enclosing a scalar expression over a box: natural interval evaluation, sharpened by the mean value form."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from attnverify.verify.referee.intervals import Interval, Number, UndecidedError, elementary, ends, largest
from attnverify.verify.referee.syntax import GrammarError, Node
from attnverify.verify.referee.work import spend

MAX_EXPONENT = 1_000


@dataclass(frozen=True, slots=True)
class _Slope:
    """A number and the enclosures of its partial derivatives, empty when they are not asked for."""

    number: Number
    partials: tuple[Number, ...]


def enclosure(node: Node, box: Mapping[str, Interval], bits: int) -> Interval:
    """An interval that contains the expression's value at every point of the box.

    Raises UndecidedError when the expression cannot be enclosed there (a divisor that may be zero, the edge of a
    domain), GrammarError for matrices and for variables outside the box.
    """
    plain = {name: _Slope(side, ()) for name, side in box.items()}
    low, high = ends(_of(node, plain, bits).number)
    centre = {name: (side.low + side.high) / 2 for name, side in box.items()}
    try:
        tilted = _mean_value(node, box, centre, bits)
    except (UndecidedError, GrammarError):  # a slope without bound, as of sqrt at 0; the value itself is defined
        return Interval(low, high, bits)
    tilted_low, tilted_high = ends(tilted)
    return Interval(max(low, tilted_low), min(high, tilted_high), bits)


def _mean_value(node: Node, box: Mapping[str, Interval], centre: Mapping[str, Fraction], bits: int) -> Number:
    """f(centre) + sum of f_i(box) * (x_i - centre_i), which contains f(box) for a Lipschitz f."""
    unit = Fraction(1)
    slopes = {
        name: _Slope(side, tuple(unit if other == name else Fraction(0) for other in box)) for name, side in box.items()
    }
    partials = _of(node, slopes, bits).partials
    total = _of(node, {name: _Slope(at, ()) for name, at in centre.items()}, bits).number
    for (name, side), partial in zip(box.items(), partials or (Fraction(0),) * len(box), strict=True):
        total = total + partial * (side - centre[name])
    return total


def _of(node: Node, at: Mapping[str, _Slope], bits: int) -> _Slope:
    spend(80 * (1 + len(at)) if node.args else 1)
    if node.kind == "number":
        return _Slope(node.value, ())
    if node.kind == "name":
        if node.name not in at:
            raise GrammarError(f"variable {node.name!r} is not in the box; it has {', '.join(at)}")
        return at[node.name]
    parts = [_of(part, at, bits) for part in node.args]
    if node.kind == "negative":
        return _chain(parts[0], -parts[0].number, Fraction(-1))
    if node.kind == "sum":
        total = parts[0]
        for operator, part in zip(node.operators, parts[1:], strict=True):
            total = _plus(total, part if operator == "+" else _chain(part, -part.number, Fraction(-1)))
        return total
    if node.kind == "product" and "@" not in node.operators:
        total = parts[0]
        for operator, part in zip(node.operators, parts[1:], strict=True):
            total = _times(total, part if operator == "*" else _inverse(part))
        return total
    if node.kind == "power":
        return _power(parts[0], parts[1].number)
    if node.kind == "call" and node.name in ("Max", "Min"):
        return _extreme(parts, Fraction(1 if node.name == "Max" else -1), bits)
    if node.kind == "call" and node.name in ("exp", "log", "sqrt", "tanh", "Abs"):
        return _elementary(node.name, parts[0], bits)
    raise GrammarError(f"{node.name or node.kind} has no enclosure over a box")


def _chain(inner: _Slope, number: Number, slope: Number) -> _Slope:
    return _Slope(number, tuple(slope * partial for partial in inner.partials))


def _plus(left: _Slope, right: _Slope) -> _Slope:
    number = left.number + right.number
    if not left.partials or not right.partials:
        return _Slope(number, left.partials or right.partials)
    return _Slope(number, tuple(x + y for x, y in zip(left.partials, right.partials, strict=True)))


def _times(left: _Slope, right: _Slope) -> _Slope:
    number = left.number * right.number
    both = _plus(_chain(left, number, right.number), _chain(right, Fraction(0), left.number))
    return _Slope(number, both.partials)


def _inverse(inner: _Slope) -> _Slope:
    if inner.number == 0:
        raise GrammarError("division by zero")
    inverse = Fraction(1) / inner.number
    return _chain(inner, inverse, -(inverse * inverse)) if inner.partials else _Slope(inverse, ())


def _power(base: _Slope, exponent: Number) -> _Slope:
    if not isinstance(exponent, Fraction) or exponent.denominator != 1 or abs(exponent) > MAX_EXPONENT:
        raise GrammarError(f"an exponent must be an integer of size at most {MAX_EXPONENT}")
    n = int(exponent)
    if n < 0:
        return _power(_inverse(base), Fraction(-n))
    if n == 0 or not base.partials:
        return _Slope(base.number**n, ())
    return _chain(base, base.number**n, Fraction(n) * base.number ** (n - 1))


def _elementary(name: str, inner: _Slope, bits: int) -> _Slope:
    number = elementary(name, inner.number, bits)
    if not inner.partials:
        return _Slope(number, ())
    if name == "exp":
        slope: Number = number
    elif name == "log":
        slope = Fraction(1) / inner.number
    elif name == "tanh":
        slope = Fraction(1) - number**2
    elif name == "sqrt":
        slope = _inverse(_Slope(Fraction(2) * number, ())).number
    else:
        low, high = ends(inner.number)
        slope = Fraction(1) if low >= 0 else Fraction(-1) if high <= 0 else Interval(Fraction(-1), Fraction(1), bits)
    return _chain(inner, number, slope)


def _extreme(parts: list[_Slope], turn: Fraction, bits: int) -> _Slope:
    """The largest (turn 1) or smallest (turn -1); its slope lies in the hull of all slopes."""
    number = turn * largest([turn * part.number for part in parts], bits)
    count = max(len(part.partials) for part in parts)
    hulls = []
    for i in range(count):
        sides = [ends(part.partials[i]) if part.partials else (Fraction(0), Fraction(0)) for part in parts]
        hulls.append(Interval(min(low for low, _ in sides), max(high for _, high in sides), bits))
    return _Slope(number, tuple(hulls))
