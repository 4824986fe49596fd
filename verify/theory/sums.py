"""Sums between whole numbers in a name for a term: written out on reading, their numbers computed."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from functools import cache, reduce
from math import factorial
from typing import Any

from ..kernel.terms import Rejected
from ..lemmas.trees import replaced

Tree = tuple[Any, ...]
_MARKED, _FACTORIAL = "sum, written out", ("name", "factorial, computed")
_TERMS = 1000  # that a sum is written out as


def marked(tree: Tree) -> Tree:
    """The tree of a name with the sums marked whose upper end is a number as it stands there, and factorials.

    Elsewhere `factorial` may be a letter of the statement.
    """
    kind = tree[0]
    if kind in ("name", "num"):
        return tree
    if kind in ("call", "index"):
        head = _FACTORIAL if tree[1] == ("name", "factorial") else marked(tree[1])
        return (kind, head, tuple(map(marked, tree[2])))
    if kind != "bind":
        return (kind, *map(marked, tree[1:]))
    (_, where), *more = tree[2]
    out = tree[1] == "sum" and not more and where and where[0] == "span" and where[2][0] == "num"
    return (kind, _MARKED if out else tree[1], tree[2], marked(tree[3]))


def summed(tree: Tree) -> Tree:
    """The tree with marked sums written out, `sum(k in 0..2: y^k/factorial(k))` as 1 + y + y^2/2."""
    kind = tree[0]
    if kind in ("name", "num"):
        return tree
    if kind in ("call", "index"):
        return _called(kind, summed(tree[1]), tuple(map(summed, tree[2])))
    if kind != "bind":
        return (kind, *map(summed, tree[1:]))
    if tree[1] != _MARKED:
        return (kind, tree[1], tuple((name, ranged(where, summed)) for name, where in tree[2]), summed(tree[3]))
    return _written_out(tree)


@cache
def _written_out(tree: Tree) -> Tree:
    """A marked sum as the sum of its terms."""
    ((name, (_, *ends)),) = tree[2]
    low, high = (_rational(_computed(summed(end))) for end in ends)
    if low is None or high is None or low.denominator != 1 or high.denominator != 1:
        raise Rejected(f"a sum is written out between whole numbers, and {name} begins at none")
    if high - low >= _TERMS:
        raise Rejected(f"a sum of {high - low + 1} terms; at most {_TERMS} are written out")
    numbers = range(int(low), int(high) + 1)
    terms = (_computed(summed(replaced(tree[3], {name: _fraction(Fraction(k))}))) for k in numbers)
    return reduce(lambda left, term: _joined("+", left, term), terms, _fraction(Fraction(0)))


def _computed(tree: Tree) -> Tree:
    """The tree with its parts that name no letter as numbers, as far as they are rational."""
    if tree[0] in ("name", "num", "bind"):
        return tree
    if tree[0] in ("call", "index"):
        return _called(tree[0], tree[1], tuple(map(_computed, tree[2])))
    return _joined(tree[0], *map(_computed, tree[1:]))


def _called(kind: str, head: Tree, arguments: tuple[Tree, ...]) -> Tree:
    """A call, or the number that it is: `factorial(5)`."""
    if head != _FACTORIAL:
        return (kind, head, arguments)
    value = _rational(_computed(arguments[0])) if len(arguments) == 1 else None
    if value is None or value.denominator != 1 or not 0 <= value <= 1000:
        raise Rejected("factorial is of one whole number from 0 to 1000, as in  sum(k in 0..3: t^k/factorial(k))")
    return _fraction(Fraction(factorial(int(value))))


def _joined(kind: str, *parts: Tree) -> Tree:
    """An operation on trees, computed where they are rational numbers; where it changes nothing, it is left out."""
    values = [_rational(part) for part in parts]
    if None not in values and (value := _value(kind, *values)) is not None:
        return _fraction(value)
    if kind == "^" and values[1] == 0:
        return _fraction(Fraction(1))
    if kind in ("+", "*", "/", "^") and values[1] == (kind != "+"):
        return parts[0]
    return parts[1] if kind in ("+", "*") and values[0] == (kind != "+") else (kind, *parts)


def _value(kind: str, *values: Any) -> Fraction | None:
    if kind == "/":
        return values[0] / values[1] if values[1] else None
    if kind == "^":
        base, power = values
        return base**power if power.denominator == 1 and (base or power > 0) and abs(power) < 1000 else None
    operations: dict[str, Any] = {"+": operator.add, "-": operator.sub, "*": operator.mul, "neg": operator.neg}
    found: Fraction | None = operations[kind](*values) if kind in operations else None
    return found


def _rational(tree: Tree) -> Fraction | None:
    if tree[0] == "num":
        return Fraction(tree[1])
    parts = [_rational(part) for part in tree[1:]] if tree[0] in ("/", "neg") else [None]
    return None if None in parts else _value(tree[0], *parts)


def _fraction(value: Fraction) -> Tree:
    size = ("num", Fraction(abs(value.numerator)))
    whole = size if value.denominator == 1 else ("/", size, ("num", Fraction(value.denominator)))
    return ("neg", whole) if value < 0 else whole


def ranged(where: Tree | None, change: Callable[[Tree], Tree]) -> Tree | None:
    """A range with its ends changed."""
    return where if where is None or where[0] == "sort" else (where[0], *map(change, where[1:]))
