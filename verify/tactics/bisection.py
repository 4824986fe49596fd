"""Looks for the bisection of a box on which an inequality holds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from verify.kernel.boxes import MAX_DEPTH, Box, interval, rational
from verify.kernel.contexts import Context
from verify.kernel.terms import Letter, Rejected, Term, make

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
    count = [0]
    return {"boxes": _split(difference, goal.op == "<", box, names, count, 0, late), "letters": dict(letters)}


def _split(
    difference: Term,
    strict: bool,
    box: dict[Letter, tuple[Fraction, Fraction]],
    names: Mapping[Letter, str],
    count: list[int],
    depth: int,
    late: Callable[[], bool],
) -> Any:
    count[0] += 1
    if count[0] > _MOST or depth > MAX_DEPTH or late():
        raise Rejected(f"no bisection into {_MOST} boxes decides the goal")
    if _holds(difference, strict, box, depth):
        return None
    if not box:
        raise Rejected("the numbers are too near to each other")
    letter = max(box, key=lambda x: box[x][1] - box[x][0])
    low, high = box[letter]
    middle = (low + high) / 2
    halves = [
        _split(difference, strict, {**box, letter: half}, names, count, depth + 1, late)
        for half in ((low, middle), (middle, high))
    ]
    return [names[letter], *halves]


def _holds(difference: Term, strict: bool, box: Box, depth: int) -> bool:
    try:
        low, _ = interval(difference, box, depth)
    except (Rejected, OverflowError):
        return False
    return low > 0 or (low == 0 and not strict)
