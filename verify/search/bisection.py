"""Looks for the bisection of a box on which an inequality holds."""

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from attnverify.verify.kernel.boxes import MAX_DEPTH, Box, interval, rational
from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.terms import Letter, Rejected, Term, make
from attnverify.verify.search.float_intervals import FloatIntervals

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
