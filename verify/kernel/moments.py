"""How every operation depends on time and on what it is built from: one table, which every such question reads.

An operation that is not in the table is refused by all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from .terms import CONSTANT, MEASURABLE, MOVING, Letter, Rejected, Term, fresh, make, opened, range_sort, rebuilt

# What an operation does with time.
NOW = "now"  # its value at a moment is made from those of its parts at that moment
OVER = "over"  # it reads its parts at other times than now, and depends on no moment itself
LAW = "law"  # it reads what is random, which does not move, and depends on no moment
RATE = "rate"  # it reads its parts around the moment, and is measurable
STATIC = "static"  # its parts do not move
CLOCK = "clock"  # the time itself


@dataclass(frozen=True)
class Operation:
    """What is known of one operation.

    time : one of the words above. moment : which one a fact under it is opened at.
    kind : "number", "vector", "either" (a number or a vector, as its parts are), "formula", "connective", "range",
        "function" or "open" (as its letter is).
    continuous : where it is locally absolutely continuous in time: "parts" if its parts are, "divisor" if the second
        never vanishes besides, "positive" if the part is positive, "linear" if the map is constant; "" is nowhere.
    slope : its derivative: "zero", "own" (the letter's), "rule" (`derivatives`), "corner" (by what it is made of),
        "constant" (zero if that of all parts is); "" where there is no rule.
    analytic : where it is analytic in the state: "parts" if its parts are, "divisor" if the second is not zero besides,
        "long" if the vector is not zero besides, "inner" if the map is constant; "" is nowhere.
    """

    time: str = NOW
    kind: str = "number"
    continuous: str = ""
    slope: str = ""
    analytic: str = ""
    moment: str = ""


_FORMULA = Operation(kind="formula")
_CONNECTIVE = Operation(kind="connective")
_RANGE = Operation(kind="range")
_STATIC = Operation(STATIC, "formula")
_LAW = Operation(LAW, "formula")
_FIXED = Operation(continuous="parts", slope="zero", analytic="parts")
_ENTIRE = Operation(continuous="parts", slope="rule", analytic="parts")
_LINEAR = Operation(kind="either", continuous="parts", slope="rule", analytic="parts")
_CORNER = Operation(continuous="parts", slope="corner")
_COUNTED = Operation(slope="constant")

OPERATIONS: dict[str, Operation] = {
    # letters, and what they are applied to
    **dict.fromkeys(("letter", "ap"), Operation(kind="open", slope="own")),
    "b": Operation(kind="open"),
    "fn": Operation(kind="function", continuous="parts"),
    **dict.fromkeys(("cases", "map", "flow"), Operation(kind="function")),
    # numbers and vectors
    **dict.fromkeys(("num", "pi", "dim"), _FIXED),
    "zero": Operation(kind="vector", continuous="parts", slope="zero", analytic="parts"),
    **dict.fromkeys(("add", "sub", "neg", "mul", "sum"), _LINEAR),
    **dict.fromkeys(("pow", "dot", "exp", "tanh", "sin", "cos"), _ENTIRE),
    "div": Operation(kind="either", continuous="divisor", slope="rule", analytic="divisor"),
    **dict.fromkeys(("log", "sqrt"), Operation(continuous="positive", slope="rule")),
    "lin": Operation(kind="vector", continuous="linear", slope="rule", analytic="linear"),
    "unit": Operation(kind="vector", slope="rule", analytic="long"),
    "norm": Operation(continuous="parts", slope="corner", analytic="long"),
    **dict.fromkeys(("abs", "max", "min", "diam", "max2", "min2"), _CORNER),
    **dict.fromkeys(("sizepow", "binomial"), _COUNTED),
    **dict.fromkeys(("value", "D"), Operation(kind="vector")),
    # time
    "time": Operation(CLOCK, continuous="parts", slope="own"),
    "start": Operation(OVER, "either", "parts", "zero"),
    "rate": Operation(RATE, "either"),
    "always": Operation(OVER, "formula", moment="every"),
    "almost_always": Operation(OVER, "formula", moment="ae"),
    "at_start": Operation(OVER, "formula", moment="start"),
    **dict.fromkeys(("timed", "one_solution"), Operation(OVER, "formula")),
    # chance
    "probability": Operation(LAW, "number", "parts", "zero"),
    **dict.fromkeys(("independent", "uniform_on_sphere", "standard_normal", "normal"), _LAW),
    # formulas and ranges
    **dict.fromkeys(("and", "or", "not", "implies"), _CONNECTIVE),
    **dict.fromkeys(("forall", "exists", "==", "!=", "<", "<=", "on", "positive_definite"), _FORMULA),
    **dict.fromkeys(("over", "before", "upto", "span"), _RANGE),
    **dict.fromkeys(
        ("def", "spectrum", "token_spectrum", "group_spectrum", "matrix_spectrum", "inside_disc", "outside_disc"),
        _STATIC,
    ),
    **dict.fromkeys(("lyapunov", "asymptotically_stable", "almost_all_reach", "almost_all_converge"), _STATIC),
    # what derivatives are written in
    "safediv": Operation(kind="either", slope="rule"),
    "positive": Operation(),
    "saferate": Operation(RATE),
}
_CACHE_LIMIT = 200_000
_levels: dict[int, tuple[Term, int]] = {}  # with the term, which lives as long as its number is looked up


def operation(term: Term) -> Operation:
    """What is known of the operation of `term`; raises Rejected for one that is not in the table."""
    found = OPERATIONS.get(term.op)
    if found is None:
        raise Rejected(f"nothing is known of the operation {term.op}")
    return found


def parts(term: Term) -> list[Term]:
    """The parts of `term` that are terms."""
    return [part for part in term.args if isinstance(part, Term)]


def level(term: Term) -> int:
    """The highest level in `term`; what is closed in time is constant, a rate is measurable.

    A defined predicate is closed by its definition: what it is applied to is checked when it is written.
    """
    if isinstance(term, Letter):
        return term.level
    time = operation(term).time
    if time in (OVER, LAW):
        return CONSTANT
    if time == CLOCK:
        return MOVING
    if time == RATE:
        return MEASURABLE
    if not term.args:
        return CONSTANT
    found = _levels.get(id(term))
    if found is not None:
        return found[1]
    result = max(map(level, parts(term)), default=CONSTANT)
    if len(_levels) > _CACHE_LIMIT:
        _levels.clear()
    _levels[id(term)] = (term, result)
    return result


def moves(term: Term) -> bool:
    """Whether a term depends on time, though it may be random too."""
    if isinstance(term, Letter):
        return term.level in (MOVING, MEASURABLE)
    time = operation(term).time
    return time in (CLOCK, RATE) or (time not in (OVER, LAW) and any(map(moves, parts(term))))


def speaks_of_time(term: Term) -> bool:
    """Whether a word of time, or a letter that moves, occurs anywhere."""
    if isinstance(term, Letter):
        return term.level in (MOVING, MEASURABLE)
    return operation(term).time in (OVER, RATE, CLOCK) or any(map(speaks_of_time, parts(term)))


def speaks_of_rates(term: Term) -> bool:
    """Whether a rate of this moment occurs."""
    time = operation(term).time
    return time == RATE or (time not in (OVER, LAW) and any(map(speaks_of_rates, parts(term))))


def read_at_times(term: Term) -> bool:
    """Whether something is read at other times than now."""
    return operation(term).time in (OVER, RATE) or any(map(read_at_times, parts(term)))


def binds_time(term: Term) -> bool:
    """Whether a formula reads its letters over time, so that nothing chosen at a moment may enter it."""
    return operation(term).time in (OVER, LAW, RATE) or any(map(binds_time, parts(term)))


def under_time(term: Term, letter: Letter) -> bool:
    """Whether `letter` stands under what reads it at other times, or wants it not to move."""
    if letter not in term.letters:
        return False
    return operation(term).time not in (NOW, CLOCK) or any(under_time(part, letter) for part in parts(term))


def reads_over_time(function: Term) -> bool:
    """Whether a written function has its argument under a rate, an operator of time or what is said of a law."""
    if function.op != "fn":
        return False
    x = fresh("x", range_sort(function.args[0]))
    body = opened(function, x)
    return under_time(body, x) or reads_over_time(body)


def at_start(term: Term, initial: Callable[[Letter], Term]) -> Term:
    """`term` at the time 0, where `initial` gives moving letters; what depends on no moment stays as it is."""
    if isinstance(term, Letter):
        if term.level == MEASURABLE:
            raise Rejected(f"{term.name} is only measurable in time: it has no value at the start")
        return initial(term) if term.level == MOVING else term
    time = operation(term).time
    if time in (OVER, LAW):
        return term
    if time == CLOCK:
        return make("num", Fraction(0))
    if time == RATE or (time == STATIC and level(term) != CONSTANT):
        raise Rejected(f"{term.op} of something that moves, at the start")
    return rebuilt(term, lambda part, _: at_start(part, initial))
