"""Bisection of a box, where every letter of the goal lies between two known rational numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verify.deciding.parts_of import bounds
from verify.deciding.terms_of import CURVED, Names, subterms
from verify.kernel.contexts import Context
from verify.kernel.terms import Rejected, Term
from verify.tactics.bisection import bisected

if TYPE_CHECKING:
    from verify.deciding.proving import Prover


def by_boxes(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The leaf that decides the goal on the box; None where there is none."""
    if goal.op == "==":
        return None
    letters: dict[str, Any] = {}
    for letter in goal.letters:
        low, high = bounds(letter, context)
        if low is None or high is None or context.scope.names.get(letter.name) is not letter:
            return None
        letters[letter.name] = [str(low), str(high)]
    if subterms([goal], ("sum", "max", "min", "dot", "norm")):
        return None
    try:
        return bisected(letters, goal, context, Names(context).number, prover.late)
    except (Rejected, KeyError, RecursionError):
        return None


def by_curved_boxes(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The same for goals that are no polynomials."""
    return by_boxes(prover, goal, context, depth) if subterms([goal], CURVED) else None
