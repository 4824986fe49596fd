"""Looks for the bisection of a box on which an inequality holds: floating point guesses, exact bounds decide."""

import math
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product
from typing import Any

from ..kernel.boxes import MAX_DEPTH, Box, Interval, interval, rational
from ..kernel.contexts import Context
from ..kernel.terms import Letter, Rejected, Term, make, steps

Pair = tuple[float, float]
NOTHING: Pair = (-math.inf, math.inf)
_ROUNDING = 1e-12
_NODES = 8  # that are evaluated count as one step


class FloatIntervals:
    """The lower bound of one number on boxes; its common parts are evaluated once for each box."""

    def __init__(self, term: Term) -> None:
        self._nodes: list[Term] = []
        self._places: dict[Term, int] = {}
        self._collect(term)

    def _collect(self, term: Term) -> None:
        if term in self._places:
            return
        for part in term.args:
            if isinstance(part, Term):
                self._collect(part)
        self._places[term] = len(self._nodes)
        self._nodes.append(term)

    def sign(self, box: Mapping[Letter, Interval]) -> int:
        """1 where the number seems to be positive on the box, -1 where its lower bound is negative, 0 otherwise."""
        low, size = self.low(box)
        if low == -math.inf:
            return -1
        margin = _ROUNDING * size * size
        return 1 if low > margin else -1 if low < -margin else 0

    def low(self, box: Mapping[Letter, Interval]) -> Pair:
        """The lower bound, and the size of the numbers on the way to it."""
        steps.spend(1 + len(self._nodes) // _NODES)
        values: list[Pair] = []
        size = 1.0
        for node in self._nodes:
            parts = [values[self._places[part]] for part in node.args if isinstance(part, Term)]
            value = self._value(node, parts, box)
            values.append(value)
            size = max(size, abs(value[0]), abs(value[1]))
        return values[-1][0], size

    def _value(self, node: Term, parts: list[Pair], box: Mapping[Letter, Interval]) -> Pair:
        if isinstance(node, Letter):
            low, high = box[node]
            return float(low), float(high)
        if node.op == "num":
            number = _float(node.args[0])
            return number, number
        if node.op == "pi":
            return math.pi, math.pi
        try:
            found = _power(parts[0], node.args[1]) if node.op == "pow" else _OPERATIONS[node.op](*parts)
        except (KeyError, ValueError, OverflowError, ZeroDivisionError):
            return NOTHING
        return NOTHING if math.isnan(found[0]) or math.isnan(found[1]) else found


def _float(number: Fraction) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf if number > 0 else -math.inf


def _products(x: Pair, y: Pair) -> Pair:
    found = [a * b for a, b in product(x, y)]
    return min(found), max(found)


def _quotient(x: Pair, y: Pair) -> Pair:
    if y[0] <= 0 <= y[1]:
        return NOTHING
    return _products(x, (1 / y[1], 1 / y[0]))


def _power(x: Pair, exponent: int) -> Pair:
    low, high = x[0] ** exponent, x[1] ** exponent
    if exponent % 2 == 0:
        return (0.0 if x[0] <= 0 <= x[1] else min(low, high)), max(low, high)
    return low, high


def _absolute(x: Pair) -> Pair:
    return (0.0 if x[0] <= 0 <= x[1] else min(abs(x[0]), abs(x[1]))), max(abs(x[0]), abs(x[1]))


def _increasing(function: Callable[[float], float]) -> Callable[[Pair], Pair]:
    return lambda x: (function(x[0]), function(x[1]))


def _wave(function: Callable[[float], float]) -> Callable[[Pair], Pair]:
    def bounds(x: Pair) -> Pair:
        middle, radius = function((x[0] + x[1]) / 2), (x[1] - x[0]) / 2
        return max(middle - radius, -1.0), min(middle + radius, 1.0)

    return bounds


_OPERATIONS: dict[str, Callable[..., Pair]] = {
    "add": lambda x, y: (x[0] + y[0], x[1] + y[1]), "sub": lambda x, y: (x[0] - y[1], x[1] - y[0]),
    "neg": lambda x: (-x[1], -x[0]), "mul": _products, "div": _quotient, "abs": _absolute,
    "max2": lambda x, y: (max(x[0], y[0]), max(x[1], y[1])), "min2": lambda x, y: (min(x[0], y[0]), min(x[1], y[1])),
    "sin": _wave(math.sin), "cos": _wave(math.cos),
    **{name: _increasing(getattr(math, name)) for name in ("exp", "log", "sqrt", "tanh")},
}  # fmt: skip


_MOST = 4_000


def bisected(
    letters: Mapping[str, Any],
    goal: Term,
    context: Context,
    number: Callable[[str], Term],
    late: Callable[[], bool] = lambda: False,
) -> dict[str, Any]:
    """The leaf that decides `goal` on the box `letters` (pairs of texts by name); raises Rejected if none is found.

    late : says when to give up.
    """
    box: dict[Letter, tuple[Fraction, Fraction]] = {}
    names: dict[Letter, str] = {}
    for name, (low, high) in letters.items():
        letter = context.scope.names[name]
        box[letter] = (rational(number(low), context), rational(number(high), context))
        names[letter] = name
    difference = make("sub", goal.args[1], goal.args[0])
    search = _Search(difference, goal.op == "<", names, late)
    return {"boxes": search.split(box, 0), "letters": dict(letters)}


class _Search:
    """One bisection, and how many boxes it has so far."""

    def __init__(self, difference: Term, strict: bool, names: Mapping[Letter, str], late: Callable[[], bool]) -> None:
        self._difference, self._strict, self._names, self._late = difference, strict, names, late
        self._guess = FloatIntervals(difference)
        self._count = 0

    def split(self, box: dict[Letter, tuple[Fraction, Fraction]], depth: int) -> Any:
        """The bisection of one box: None where the goal holds on the whole of it."""
        self._count += 1
        if self._count > _MOST or depth > MAX_DEPTH or self._late():
            raise Rejected(f"no bisection into {_MOST} boxes decides the goal")
        if self._holds(box, depth):
            return None
        if not box:
            raise Rejected("the numbers are too near to each other")
        letter = max(box, key=lambda x: box[x][1] - box[x][0])
        low, high = box[letter]
        middle = (low + high) / 2
        halves = [self.split({**box, letter: half}, depth + 1) for half in ((low, middle), (middle, high))]
        return [self._names[letter], *halves]

    def _holds(self, box: Box, depth: int) -> bool:
        sign = self._guess.sign(box)
        if sign:
            return sign > 0
        try:
            low, _ = interval(self._difference, box, depth)
        except (Rejected, OverflowError):
            return False
        return low > 0 or (low == 0 and not self._strict)
