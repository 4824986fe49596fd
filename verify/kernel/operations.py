"""What the operations of the language do with values: scalars, with or without a slope, and tuples of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import comb
from typing import Any

from . import linear
from .duals import ZERO, Scalar, elementary, extreme, inverse, plain, power
from .functions import pi
from .values import Undecided, number

Truth = bool | None


def every(results: Iterable[Truth]) -> Truth:
    """Kleene's conjunction: False as soon as one is, True if all are."""
    undecided = False
    for result in results:
        if result is False:
            return False
        undecided = undecided or result is None
    return None if undecided else True


def negated(result: Truth) -> Truth:
    """Kleene's negation."""
    return None if result is None else not result


def add(a: Any, b: Any) -> Any:
    """The sum of two numbers or two vectors."""
    return tuple(x + y for x, y in zip(a, b, strict=True)) if isinstance(a, tuple) else a + b


def scaled(factor: Scalar, a: Any) -> Any:
    """A number or vector times a number."""
    return tuple(factor * x for x in a) if isinstance(a, tuple) else factor * a


def _negative(a: Any) -> Any:
    return tuple(-x for x in a) if isinstance(a, tuple) else -a


def norm(u: Sequence[Scalar]) -> Scalar:
    """The Euclidean length."""
    return elementary("sqrt", linear.dot(u, u))


def natural(x: Scalar, most: int) -> int:
    """A size that is counted with. Raises Undecided for others."""
    q = plain(x).rational
    if q is None or q.denominator != 1 or not 0 <= q <= most:
        raise Undecided("no size that can be counted with")
    return int(q)


OPERATIONS: dict[str, Callable[..., Any]] = {
    "add": add,
    "sub": lambda a, b: add(a, _negative(b)),
    "neg": _negative,
    "mul": scaled,
    "div": lambda a, b: scaled(inverse(b), a),
    "pow": power,
    "sizepow": lambda a, n: power(a, natural(n, 1_000)),
    "dot": linear.dot,
    "lin": linear.apply,
    "norm": norm,
    "unit": lambda u: scaled(inverse(norm(u)), u),
    "max2": lambda a, b: extreme([a, b], 1),
    "min2": lambda a, b: extreme([a, b], -1),
    "binomial": lambda n, k: number(comb(natural(n, 10_000), natural(k, 10_000))),
    "pi": pi,
    "num": number,
    **{name: partial(elementary, name) for name in ("exp", "log", "sqrt", "tanh", "sin", "cos", "abs")},
}


def _sum(values: Sequence[Any]) -> Any:
    total = values[0]
    for x in values[1:]:
        total = add(total, x)
    return total


def _diameter(values: Sequence[Sequence[Scalar]]) -> Scalar:
    pairs = [(u, w) for k, u in enumerate(values) for w in values[:k]]
    return extreme([ZERO, *(norm(add(u, _negative(w))) for u, w in pairs)], 1)


COLLECTIONS: dict[str, Callable[[Sequence[Any]], Any]] = {
    "sum": _sum,
    "max": lambda values: extreme(values, 1),
    "min": lambda values: extreme(values, -1),
    "diam": _diameter,
}
