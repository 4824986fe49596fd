"""Derivatives by syntax, of terms as they are written; nothing is rewritten first.

A quotient is differentiated only where its divisor is known to be nonzero: `safediv` asks for that in the normal form,
and `saferate` that what may have corners is made of what has a rate.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from .moments import LAW, NOW, OPERATIONS, OVER, level, operation
from .terms import (
    CONSTANT,
    Letter,
    Rejected,
    Term,
    abstract,
    applied,
    contains,
    final_sort,
    fresh,
    last,
    make,
    opened,
    range_sort,
)

Slope = Callable[[Term], Term | None]
CORNERS = tuple(op for op, known in OPERATIONS.items() if known.slope == "corner")
_TIME = frozenset(("time",))
_ZERO, _ONE = make("num", Fraction(0)), make("num", Fraction(1))


def derivative(term: Term, slope: Slope) -> Term:
    """The derivative of `term`.

    slope : gives that of a letter, of a member of a family, and of a term that may have corners; None for a constant.
    """
    found = _derivative(term, slope)
    if found is not None:
        return found
    space = vector_space(term)
    return _ZERO if space is None else make("zero", space)


def _derivative(term: Term, slope: Slope) -> Term | None:
    """The derivative; None where it is zero."""
    op, args, known = term.op, term.args, operation(term)
    if known.slope == "zero" and known.time == NOW:
        return None
    if known.slope == "own":
        own = slope(term)
        if own is None and op == "ap":
            _constant_arguments(term, slope)
        return own
    if known.slope == "corner" or known.time in (OVER, LAW):
        return slope(term)
    if known.slope == "constant" and all(_derivative(part, slope) is None for part in args):
        return None
    if known.slope != "rule":
        raise Rejected(f"no rule for the derivative of {op}")
    if op in ("add", "sub"):
        return _sum(_derivative(args[0], slope), _derivative(args[1], slope), op)
    if op == "neg":
        inner = _derivative(args[0], slope)
        return None if inner is None else make("neg", inner)
    if op == "mul":
        left, right = _derivative(args[0], slope), _derivative(args[1], slope)
        return _sum(_times(left, args[1]), _times(args[0], right), "add")
    if op in ("div", "safediv"):
        return _quotient(term, slope)
    if op == "pow":
        inner, k = _derivative(args[0], slope), args[1]
        if inner is None or k == 0:
            return None
        outer = make("mul", make("num", Fraction(k)), make("pow", args[0], k - 1))
        return make("mul", outer, inner)
    if op == "dot":
        left, right = _derivative(args[0], slope), _derivative(args[1], slope)
        first = None if left is None else make("dot", left, args[1])
        second = None if right is None else make("dot", args[0], right)
        return _sum(first, second, "add")
    if op == "lin":
        if slope(applied(args[0])[0]) is not None:
            raise Rejected("the derivative of a linear map that moves")
        _constant_arguments(args[0], slope)
        inner = _derivative(args[1], slope)
        return None if inner is None else make("lin", args[0], inner)
    if op == "sum":
        x, body = member(term, slope)
        inner = _derivative(body, slope)
        return None if inner is None else make("sum", args[0], abstract(inner, x))
    return _function(term, slope)


def member(term: Term, slope: Slope) -> tuple[Letter, Term]:
    """What is summed or compared over a range, at a new letter; the range is finite and does not move."""
    scope = term.args[0]
    if scope.op == "span":
        raise Rejected("the derivative of something over sizes")
    if level(scope) != CONSTANT or _has_slope(scope, slope):
        raise Rejected("the derivative of something over a range that moves")
    x = fresh("x", range_sort(scope))
    return x, opened(term, x)


def _function(term: Term, slope: Slope) -> Term | None:
    op, u = term.op, term.args[0]
    inner = _derivative(u, slope)
    if inner is None:
        return None
    if op == "exp":
        return make("mul", term, inner)
    if op == "tanh":
        return make("mul", make("sub", _ONE, make("pow", term, 2)), inner)
    if op == "sin":
        return make("mul", make("cos", u), inner)
    if op == "cos":
        return make("neg", make("mul", make("sin", u), inner))
    if op == "unit":  # (u' - <e, u'> e)/|u| with e = u/|u|
        length = make("norm", u)
        e = make("safediv", u, length)
        return make("safediv", make("sub", inner, make("mul", make("dot", e, inner), e)), length)
    if op == "log":
        return make("safediv", inner, make("positive", u))
    return make("safediv", inner, make("mul", make("num", Fraction(2)), make("sqrt", make("positive", u))))


def _quotient(term: Term, slope: Slope) -> Term | None:
    a, b = term.args
    above, below = _derivative(a, slope), _derivative(b, slope)
    if above is None and below is None:
        return None
    first = None if above is None else make("safediv", above, b)
    if below is None:
        return first
    second = make("safediv", _scaled(below, a), make("pow", b, 2))
    return make("neg", second) if first is None else make("sub", first, second)


def _scaled(number: Term, value: Term) -> Term:
    return make("mul", number, value)


def _constant_arguments(term: Term, slope: Slope) -> None:
    """A member of a family is constant only if its arguments are."""
    head, arguments = applied(term)
    for argument in arguments:
        if argument.op in ("fn", "map", "flow", "cases"):
            moves = contains(argument, _TIME) or _has_slope(argument, slope)
        else:
            moves = _derivative(argument, slope) is not None
        if moves:
            raise Rejected("the derivative of a function of something that moves")
    if not isinstance(head, Letter) and (level(head) != CONSTANT or _has_slope(head, slope)):
        raise Rejected("the derivative of a function that moves")


def _has_slope(term: Term, slope: Slope) -> bool:
    """Whether one of the letters has a slope; they are asked in the order in which they were made."""
    return any(slope(letter) is not None for letter in sorted(term.letters, key=lambda x: x.serial))


def _sum(a: Term | None, b: Term | None, op: str) -> Term | None:
    if a is None:
        return b if op == "add" or b is None else make("neg", b)
    return a if b is None else make(op, a, b)


def _times(a: Term | None, b: Term | None) -> Term | None:
    return None if a is None or b is None else make("mul", a, b)


def vector_space(term: Term) -> str | None:
    """The space of a vector; None for a number."""
    op, args = term.op, term.args
    if op == "zero":
        return str(args[0])
    if op == "D" and args[0].op in ("map", "flow"):
        return str(range_sort(args[0].args[0].args[0])[2][1])
    if op in ("lin", "D"):
        head, _ = applied(args[0])
        assert isinstance(head, Letter)
        return str(last(head.sort)[1 if op == "D" else -1])
    head, arguments = applied(term)
    if isinstance(head, Letter):
        sort = final_sort(head, len(arguments))
        return str(sort[1]) if sort is not None and sort[0] == "vector" else None
    if arguments:
        return vector_space(head.args[1]) if head.op == "cases" else None
    if op == "sum":
        return vector_space(opened(term, fresh("x", range_sort(args[0]))))
    if op == "unit" or operation(term).kind == "either":
        return vector_space(args[1 if op == "mul" else 0])
    return None
