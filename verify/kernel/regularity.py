"""What a term is as a function of time, and whether a formula may be stated at a moment."""

from __future__ import annotations

from fractions import Fraction

from .contexts import EVERY, START, TIMELESS, Context
from .facts import membership
from .moments import level, operation, parts, speaks_of_rates
from .terms import (
    BINDERS,
    CONSTANT,
    MEASURABLE,
    MOVING,
    Letter,
    Rejected,
    Term,
    applied,
    fresh,
    make,
    opened,
    range_sort,
)


def absolutely_continuous(term: Term, context: Context) -> bool:
    """Whether a term is locally absolutely continuous in time.

    It is if it is built from moving letters and divides only by what never vanishes. Divisors and arguments of log and
    sqrt are judged by what holds at every time.
    """
    return _continuous(term, context.at(EVERY))


def _continuous(term: Term, context: Context) -> bool:
    if level(term) == CONSTANT:
        return True
    if isinstance(term, Letter):
        return term.level == MOVING
    args, where = term.args, operation(term).continuous
    if term.op == "ap":
        head, arguments = applied(term)
        still = all(level(argument) == CONSTANT for argument in arguments)
        return still and isinstance(head, Letter) and head.level == MOVING
    if term.op in BINDERS:
        x = fresh("x", range_sort(args[0]))
        inside = context.having(membership(x, args[0])) if term.op != "fn" else context
        still = x.sort[0] == "index" and level(args[0]) == CONSTANT
        return bool(where) and still and _continuous(opened(term, x), inside)
    zero = make("num", Fraction(0))
    if where == "linear":
        return level(args[0]) == CONSTANT and _continuous(args[1], context)
    if where == "divisor" and not context.known(make("!=", args[1], zero)):
        return False
    if where == "positive" and not context.known(make("<", zero, args[0])):
        return False
    return bool(where) and all(_continuous(part, context) for part in parts(term))


def measurable(term: Term) -> bool:
    """Whether a term is a measurable function of time whatever functions its constant letters are.

    It is built from letters that are measurable by operations that are Borel functions of their parts.
    """
    if level(term) == CONSTANT:
        return True
    if isinstance(term, Letter):
        return term.level in (MOVING, MEASURABLE)
    if term.op == "ap":
        head, arguments = applied(term)
        return measurable(head) and head.op == "letter" and all(level(argument) == CONSTANT for argument in arguments)
    if term.op in BINDERS:
        x = fresh("x", range_sort(term.args[0]))
        countable = x.sort[0] in ("index", "size") and level(term.args[0]) == CONSTANT
        return countable and operation(term).continuous == "parts" and measurable(opened(term, x))
    return operation(term).continuous in ("parts", "divisor", "linear") and all(map(measurable, parts(term)))


def admissible(term: Term, moment: str) -> None:
    """Insist that a formula may be stated at a moment."""
    lev = level(term)
    if moment == TIMELESS and lev != CONSTANT:
        raise Rejected("speaks of a moment, but no moment was entered")
    if lev > MEASURABLE:
        raise Rejected("speaks of something random outside probability")
    if moment in (EVERY, START) and speaks_of_rates(term):
        raise Rejected("speaks of rates, which exist at almost every time only")
