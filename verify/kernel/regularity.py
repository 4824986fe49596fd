"""What a term is as a function of time, and whether a formula may be stated at a moment."""

from __future__ import annotations

from fractions import Fraction

from verify.kernel.contexts import EVERY, START, TIMELESS, Context
from verify.kernel.facts import membership
from verify.kernel.levels import level
from verify.kernel.terms import CONSTANT, MEASURABLE, MOVING, Letter, Rejected, Term, fresh, make, opened, range_sort


def absolutely_continuous(term: Term, context: Context) -> bool:
    """Whether a term is locally absolutely continuous in time.

    It is if it is built from moving letters and divides only by what never vanishes. Divisors and arguments of log and
    sqrt are judged by what holds at every time.
    """
    return _continuous(term, context.at(EVERY))


def _continuous(term: Term, context: Context) -> bool:
    op, args = term.op, term.args
    if level(term) == CONSTANT:
        return True
    if isinstance(term, Letter):
        return term.level == MOVING
    if op == "ap":
        head = term
        while head.op == "ap":
            if level(head.args[1]) != CONSTANT:
                return False
            head = head.args[0]
        return isinstance(head, Letter) and head.level == MOVING
    if op == "time":
        return True
    if op in ("add", "sub", "neg", "mul", "dot", "norm", "exp", "abs", "max2", "min2", "tanh", "sin", "cos"):
        return all(_continuous(part, context) for part in args)
    if op == "pow":
        return _continuous(args[0], context)
    if op == "div":
        return all(_continuous(part, context) for part in args) and context.known(
            make("!=", args[1], make("num", Fraction(0)))
        )
    if op in ("log", "sqrt"):
        return _continuous(args[0], context) and context.known(make("<", make("num", Fraction(0)), args[0]))
    if op == "lin":
        return level(args[0]) == CONSTANT and _continuous(args[1], context)
    if op in ("sum", "max", "min", "diam", "fn"):
        x = fresh("x", range_sort(args[0]))
        inside = context.having(membership(x, args[0])) if op != "fn" else context
        return x.sort[0] == "index" and _continuous(opened(term, x), inside)
    return False


def speaks_of_rates(term: Term) -> bool:
    """Whether a rate of this moment occurs: outside every operator that closes time."""
    if term.op == "rate":
        return True
    if term.op in ("always", "almost_always", "at_start", "start", "timed"):
        return False
    return any(speaks_of_rates(part) for part in term.args if isinstance(part, Term))


def admissible(term: Term, moment: str) -> None:
    """Insist that a formula may be stated at a moment."""
    lev = level(term)
    if moment == TIMELESS and lev != CONSTANT:
        raise Rejected("speaks of a moment, but no moment was entered")
    if lev > MEASURABLE:
        raise Rejected("speaks of something random outside probability")
    if moment in (EVERY, START) and speaks_of_rates(term):
        raise Rejected("speaks of rates, which exist at almost every time only")
