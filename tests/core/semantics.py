"""A model in which formulas of the core have values: few tokens, few outcomes, the plane, numbers at sample points.

Quantifiers over index sorts, outcomes and formulas are exact; numbers, sizes, vectors and functions are sampled, so
that `all` may be true by accident and `ex` false: letters are made for each group of schemas so that this does not
happen. Derivatives are difference quotients.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from attnverify.verify.core.terms import R, Sort, State, is_function, is_index, is_space

NUMBERS = (-2.0, -1.0, -0.5, 0.0, 0.01, 0.5, 1.0, 2.0, 3.0)
SIZES = range(7)
OUTCOMES = range(4)
CLOSE, STEP = 1e-4, 1e-5


def close(a: Any, b: Any) -> bool:
    """Equality of values, of numbers up to rounding."""
    if isinstance(a, tuple):
        return all(close(x, y) for x, y in zip(a, b, strict=True))
    return bool(a == b or (isinstance(a, float) and abs(a - b) <= CLOSE * (1 + abs(a) + abs(b))))


def plus(a: Any, b: Any) -> Any:
    return a + b if isinstance(a, float) else tuple(x + y for x, y in zip(a, b, strict=True))


def times(c: float, a: Any) -> Any:
    return c * a if isinstance(a, float) else tuple(c * x for x in a)


def _unary(f: Callable[[float], float], model: Any, x: float) -> float:
    try:
        return f(x)
    except (ValueError, OverflowError, ZeroDivisionError):
        return 7.0


UNARY: Mapping[str, Callable[[float], float]] = {
    "inv": lambda x: 1 / x if x else 0.0, "exp": math.exp, "log": math.log, "sqrt": math.sqrt, "tanh": math.tanh,
    "sin": math.sin, "cos": math.cos, "abs": abs,
}  # fmt: skip


class Model:
    """Values of the terms of one state, at one choice of sizes."""

    def __init__(self, state: State, seed: int) -> None:
        self.state, self.random = state, random.Random(seed)
        self.tokens, self.dimension = 1 + seed % 3, 1 + seed % 2

    # ---- random elements of sorts

    def some(self, sort: Sort) -> Any:
        """An element; functions are tables of what they were asked, so that they are functions."""
        rng = self.random
        if sort == R:
            return rng.choice((0.0, 0.0, *NUMBERS, rng.uniform(-2, 2)))
        if sort == "N":
            return rng.choice(SIZES)
        if sort == "O":
            return rng.random() < 0.6
        if sort == "W":
            return rng.choice(OUTCOMES)
        if is_index(sort):
            return rng.randrange(self.tokens)
        if is_space(sort):
            return tuple(self.some(R) for _ in range(self.dimension))
        if sort[0] == "lin":
            return tuple(self.some(sort[1]) for _ in range(self.dimension))
        table: dict[Any, Any] = {}
        probes = self._probes(sort[1])

        def function(x: Any) -> Any:
            key = tuple(x(p) for p in probes) if callable(x) else x
            if key not in table:
                table[key] = self.some(sort[2])
            return table[key]

        return function

    def _probes(self, sort: Sort) -> list[Any]:
        return list(self.domain(sort[1]) or []) if is_function(sort) else []

    def domain(self, sort: Sort) -> Any:
        """What a quantifier runs over."""
        if sort == "O":
            return (False, True)
        if sort in ("R", "N", "W"):
            return {"R": NUMBERS, "N": SIZES, "W": OUTCOMES}[sort]
        return range(self.tokens) if is_index(sort) else [self.some(sort) for _ in range(6)]

    # ---- values

    def value(self, t: int, env: Mapping[int, Any], stack: tuple[Any, ...] = ()) -> Any:
        state = self.state
        op, *a = state.nodes[t]
        if op == "q":
            return float(a[0])
        if op == "v":
            return env[t]
        if op == "b":
            return stack[-1 - a[0]]
        if op == "lam":
            return lambda x: self.value(a[1], env, (*stack, x))
        if op == "zeroV":
            return (0.0,) * self.dimension
        if op == "dim":
            return float(self.dimension)
        if op == "word":
            return WORDS[a[0]](self) if a[0] in WORDS else self.value(state.bodies[t], {})
        if op in ("true", "false", "zero", "pi"):
            return {"true": True, "false": False, "zero": 0, "pi": math.pi}[op]
        if op == "=>":
            return not self.value(a[0], env, stack) or self.value(a[1], env, stack)
        v = [self.value(x, env, stack) for x in a]
        if op in ("all", "ex"):
            sort = state.sort(a[0])[1]
            return (all if op == "all" else any)(v[0](x) for x in self.domain(sort))
        if op in ("=", "<", "<="):
            return self.relation(op, v[0], v[1], state.sort(a[0]))
        return OPERATIONS[op](self, *v)

    def relation(self, op: str, a: Any, b: Any, sort: Sort) -> bool:
        """Strict relations between numbers are kept away from rounding on the side of false."""
        if op != "=":
            margin = -CLOSE * 1e-3 * (1 + abs(a) + abs(b)) if sort == R and op == "<=" else 0
            return bool(a + margin <= b if op == "<=" else a < b)
        if is_function(sort):
            return all(self.relation("=", a(x), b(x), sort[2]) for x in self.domain(sort[1]))
        return close(a, b)

    def over(self, A: Any, e: Any) -> list[Any]:
        return [e(x) for x in range(self.tokens) if A(x)]

    def add(self, values: list[Any], e: Any) -> Any:
        if not values:
            return times(0.0, e(0))
        total = values[0]
        for x in values[1:]:
            total = plus(total, x)
        return total

    def slope(self, f: Any, t: float) -> Any:
        return times(1 / (2 * STEP), plus(f(t + STEP), times(-1.0, f(t - STEP))))

    def derivative(self, f: Any, S: Any, d: Any) -> Any:
        """Of f(S + s*d) at s = 0, a number, a vector or a state."""

        def moved(s: float) -> Any:
            return f(lambda i: plus(S(i), times(s, d(i))))

        if callable(moved(0.0)):
            return lambda i: self.slope(lambda s: moved(s)(i), 0.0)
        return self.slope(moved, 0.0)

    def is_derivative(self, f: Any, S: Any, k: Any) -> bool:
        for _ in range(3):
            table = [tuple(self.random.uniform(-1, 1) for _ in range(self.dimension)) for _ in range(self.tokens)]
            found, wanted = self.derivative(f, S, table.__getitem__), k(table.__getitem__)
            pairs = [(found(i), wanted(i)) for i in range(self.tokens)] if callable(found) else [(found, wanted)]
            if not all(close(x, y) for x, y in pairs):
                return False
        return True


WORDS: Mapping[str, Callable[[Model], Any]] = dict.fromkeys(
    ("diff", "diffR", "diffV"), lambda m: lambda f: lambda S: lambda k: m.is_derivative(f, S, k)
)
OPERATIONS: Mapping[str, Callable[..., Any]] = {
    **{op: partial(_unary, f) for op, f in UNARY.items()}, "+": lambda m, a, b: plus(a, b),
    "*": lambda m, c, a: times(c, a), "max2": lambda m, a, b: max(a, b), "min2": lambda m, a, b: min(a, b),
    "and": lambda m, p, q: p and q, "or": lambda m, p, q: p or q, "not": lambda m, p: not p,
    "ite": lambda m, p, a, b: a if p else b, "ap": lambda m, f, x: f(x), "succ": lambda m, n: n + 1,
    "plusN": lambda m, n, k: n + k, "real": lambda m, n: float(n), "pow": lambda m, a, n: a**n,
    "binomial": lambda m, n, k: float(math.comb(n, k)),
    "dot": lambda m, u, v: math.fsum(x * y for x, y in zip(u, v, strict=True)),
    "norm": lambda m, u: math.hypot(*u),
    "lin": lambda m, U, u: tuple(math.fsum(x * y for x, y in zip(r, u, strict=True)) for r in U),
    "sum": lambda m, A, e: m.add(m.over(A, e), e),
    "sumto": lambda m, n, e: m.add([e(k) for k in range(n + 1)], e),
    "max": lambda m, A, e: max(m.over(A, e), default=0.0), "min": lambda m, A, e: min(m.over(A, e), default=0.0),
    "prod": lambda m, A, e: float(math.prod(m.over(A, e))), "prob": lambda m, Q: sum(map(Q, OUTCOMES)) / 4,
    "ae": lambda m, P: all(P(t) for t in NUMBERS if t > 0), "moving": lambda m, f: True,
    "slope": lambda m, f, t, v: close(m.slope(f, t), v), "rate": lambda m, f, t: m.slope(f, t),
}  # fmt: skip
