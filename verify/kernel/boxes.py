"""The leaf for compact sets: a relation between numbers, decided on boxes of a bisection in outward-rounded intervals.

A claim whose proof uses it is CERTIFIED: it speaks of a stated compact set, which is part of the statement.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from .contexts import Context
from .elementary import (
    cos_bounds,
    exp_bounds,
    log_bounds,
    pi_bounds,
    round_down,
    round_up,
    sin_bounds,
    sqrt_bounds,
    tanh_bounds,
)
from .terms import CONSTANT, Letter, Rejected, Term, make

BITS = 64
MAX_LEAVES, MAX_DEPTH = 20_000, 60
_WORK = 200
_MAX_BITS = 20_000
Interval = tuple[Fraction, Fraction]
Box = Mapping[Letter, Interval]
_MONOTONE: dict[str, Callable[[Fraction, int], Interval]] = {"exp": exp_bounds, "tanh": tanh_bounds}
_ARITHMETIC = ("add", "sub", "mul", "div", "neg")
_KNOWN = frozenset((*_ARITHMETIC, *_MONOTONE, "pow", "abs", "max2", "min2", "log", "sqrt", "sin", "cos"))


def decided(node: Mapping[str, Any], goal: Term, context: Context, number: Callable[[str], Term]) -> None:
    """Accept `goal`, a strict or weak inequality, on the box that `node` names; raises Rejected otherwise.

    letters : bounds of every letter of the goal, each known here, as pairs of texts. boxes : the bisection, null for a
        box to be evaluated, or [letter, left, right] for one to be halved.
    """
    if goal.op not in ("<", "<="):
        raise Rejected("boxes decide inequalities")
    given = node.get("letters")
    if not isinstance(given, Mapping):
        raise Rejected("'letters' is an object")
    box: dict[Letter, Interval] = {}
    names: dict[str, Letter] = {}
    for name, pair in given.items():
        letter, bounds = _bounded(name, pair, context, number)
        box[letter], names[name] = bounds, letter
    missing = [letter.name for letter in sorted(goal.letters, key=lambda x: x.serial) if letter not in box]
    if missing:
        raise Rejected(f"no bounds are given for {missing[0]}")
    try:
        _walk(goal, box, node["boxes"], names, context, [0], 0)
    except OverflowError as error:
        raise Rejected(f"out of range: {error}") from error


def _bounded(name: Any, pair: Any, context: Context, number: Callable[[str], Term]) -> tuple[Letter, Interval]:
    letter = context.scope.names.get(name)
    if not isinstance(letter, Letter) or letter.sort[0] not in ("number", "size") or letter.level != CONSTANT:
        raise Rejected(f"{str(name)[:40]!r} is no constant number")
    if not isinstance(pair, (list, tuple)) or len(pair) != 2:
        raise Rejected(f"the bounds of {name} are two texts")
    bounds = []
    for text in pair:
        value = number(text)
        bounds.append(rational(value, context))
    low, high = bounds
    if low > high:
        raise Rejected(f"the bounds of {name} are in the wrong order")
    for fact in (make("<=", make("num", low), letter), make("<=", letter, make("num", high))):
        if not context.known(fact):
            raise Rejected(f"the bounds of {name} are not known here")
    return letter, (low, high)


def rational(value: Term, context: Context) -> Fraction:
    """The rational number that a term without letters is."""
    found = context.normaliser().scalar(value)
    if any(found):
        raise Rejected("a bound is no rational number")
    return found.get((), Fraction(0))


def _walk(
    goal: Term,
    box: dict[Letter, Interval],
    tree: Any,
    names: Mapping[str, Letter],
    context: Context,
    counter: list[int],
    depth: int,
) -> None:
    counter[0] += 1
    context.work.spend(max(_WORK, 4 * goal.size))
    if counter[0] > MAX_LEAVES or depth > MAX_DEPTH:
        raise Rejected(f"work: more than {MAX_LEAVES} boxes, or halved more than {MAX_DEPTH} times")
    if tree is None:
        low, _ = interval(make("sub", goal.args[1], goal.args[0]), box, depth)
        if low < 0 or (goal.op == "<" and low == 0):
            where = ", ".join(f"{letter.name} in [{_shown(a)}, {_shown(b)}]" for letter, (a, b) in box.items())
            raise Rejected(f"undecided on the box {where}")
        return
    if not (isinstance(tree, list) and len(tree) == 3 and isinstance(tree[0], str) and tree[0] in names):
        raise Rejected("a bisection is null or [letter, left, right]")
    letter = names[tree[0]]
    low, high = box[letter]
    middle = (low + high) / 2
    for part, bounds in ((tree[1], (low, middle)), (tree[2], (middle, high))):
        _walk(goal, {**box, letter: bounds}, part, names, context, counter, depth + 1)


def interval(term: Term, box: Box, depth: int) -> Interval:
    """Bounds of a number on a box, rounded outwards; raises Rejected where it may be undefined or is no number here."""
    op, args = term.op, term.args
    if op == "num":
        return args[0], args[0]
    if isinstance(term, Letter):
        return box[term]
    if op == "pi":
        return pi_bounds(BITS)
    if op not in _KNOWN:
        raise Rejected(f"boxes do not know {op}")
    parts = [interval(a, box, depth) for a in args if isinstance(a, Term)]
    if op in _ARITHMETIC:
        return _rounded(_arithmetic(op, parts))
    if op == "pow":
        return _rounded(_power(parts[0], args[1]))
    if op == "abs":
        return _absolute(parts[0])
    if op in ("max2", "min2"):
        pick = max if op == "max2" else min
        return pick(parts[0][0], parts[1][0]), pick(parts[0][1], parts[1][1])
    return _function(op, parts[0])


def _function(op: str, x: Interval) -> Interval:
    low, high = x
    if op in _MONOTONE:
        return _MONOTONE[op](low, BITS)[0], _MONOTONE[op](high, BITS)[1]
    if op in ("log", "sqrt"):
        if low < 0 or (op == "log" and low == 0):
            raise Rejected(f"{op} of what may not be positive on the box")
        bounds = log_bounds if op == "log" else sqrt_bounds
        return bounds(low, BITS)[0], bounds(high, BITS)[1]
    # sin or cos: a Lipschitz bound about the middle needs no case of the quadrant
    middle, radius = (low + high) / 2, (high - low) / 2
    a, b = (sin_bounds if op == "sin" else cos_bounds)(middle, BITS)
    return max(a - radius, Fraction(-1)), min(b + radius, Fraction(1))


def _arithmetic(op: str, parts: list[Interval]) -> Interval:
    if op == "neg":
        return -parts[0][1], -parts[0][0]
    (a, b), (c, d) = parts
    if op == "add":
        return a + c, b + d
    if op == "sub":
        return a - d, b - c
    if op == "div":
        if c <= 0 <= d:
            raise Rejected("a divisor may be zero on the box")
        c, d = 1 / d, 1 / c
    products = (a * c, a * d, b * c, b * d)
    return min(products), max(products)


def _absolute(x: Interval) -> Interval:
    low, high = x
    return max(Fraction(0), low, -high), max(-low, high)


def _power(x: Interval, exponent: int) -> Interval:
    low, high = _absolute(x) if exponent % 2 == 0 else x
    return low**exponent, high**exponent


def _rounded(x: Interval) -> Interval:
    if any(max(abs(q.numerator), q.denominator).bit_length() > _MAX_BITS for q in x):
        raise Rejected(f"out of range: a number of more than {_MAX_BITS} binary digits")
    return round_down(x[0], BITS), round_up(x[1], BITS)


def _shown(q: Fraction) -> str:
    try:
        return f"{float(q):.6g}"
    except OverflowError:
        return "-inf" if q < 0 else "inf"
