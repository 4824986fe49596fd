"""Goals with absolute values and maxima of two numbers: every piece on which they are plain, by quick methods."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from verify.deciding.enriching import KINDS, enriched
from verify.deciding.terms_of import Names, subterms
from verify.kernel.contexts import Context
from verify.kernel.terms import Term, make, number
from verify.tactics.build import cases

if TYPE_CHECKING:
    from verify.deciding.proving import Prover

_MOST = 5
ZERO = number(0)


def by_pieces(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal on every piece; None where one of them resists."""
    found = [t for t in subterms([goal], ("abs", "max2", "min2")) if not t.loose]
    if len(found) < 2 or len(found) > _MOST or goal.op == "==":
        return None
    return _split(prover, goal, context, [t.args[0] if t.op == "abs" else make("sub", *t.args) for t in found])


def _split(prover: Prover, goal: Term, context: Context, values: list[Term]) -> Any:
    if prover.late():
        return None
    if not values:
        return prover.after(enriched(goal, context, KINDS, prover.small()), goal, context, 0)
    value, *rest = values
    here, below = make("<=", ZERO, value), make("<", value, ZERO)
    if context.known(here) or context.known(below):
        return _split(prover, goal, context, rest)
    first = _split(prover, goal, context.having([here]), rest)
    second = None if first is None else _split(prover, goal, context.having([below]), rest)
    return None if second is None else cases(Names(context).text(value), first, second)
