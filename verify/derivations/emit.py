"""Steps of the core, and the small patterns of steps that everything else is made of. Nothing here is trusted."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, TypeVar

from ..core.files import arguments
from ..core.steps import Derivation
from ..core.terms import State, is_value
from .statement import N, O, R, Translator

Factor = Fraction | int
Whole = tuple[Factor, Sequence[int], Sequence[int]]  # c * prod(relations) * prod(squares)
Part = int | tuple[Factor, Sequence[int]] | Whole  # one relation, or without squares
Equality = int | tuple[int, int]  # an equation, or a term times it
Found = TypeVar("Found")
Body = int | Callable[[int], int]  # a function, or what it is at a letter


class Failed(Exception):  # noqa: N818
    """No derivation was found; the message says of what."""


class Emitter(Translator):
    """Writes a derivation. No step is made again, and of steps that make the same sequent the first one is used."""

    def __init__(self, state: State, library: Any = None) -> None:
        super().__init__(state)
        self.derivation = Derivation(state, library or {})
        self.steps: list[tuple[str, tuple[Any, ...]]] = []
        self._made: dict[Any, int] = {}
        self._earliest: dict[Any, int] = {}
        self.left_to_do = 400_000
        self.step("ax", "true")  # so that no sequent that is found has the number 0

    def needed(self, found: Found | None, why: str, *about: int) -> Found:
        """What was found. Raises Failed where nothing was, saying why, and the terms that it is about."""
        if found is None:
            raise Failed(": ".join([why, *(self.state.show(t)[:300] for t in about)]))
        return found

    # steps
    def step(self, rule: str, *args: Any) -> int:
        """The number of the sequent that a step makes."""
        key = (rule, args)
        if key not in self._made:
            self.left_to_do -= 1
            if self.left_to_do < 0:
                raise Failed("work")
            plain = (args[0], dict(args[1])) if rule == "cite" else args
            made = getattr(self.derivation, "define" if rule == "def" else rule)(*plain)
            self.steps.append((rule, args))
            self._made[key] = self._earliest.setdefault(self.derivation.sequent(made), made)
        return self._made[key]

    def f(self, k: int) -> int:
        """The formula of a sequent."""
        return self.derivation.sequent(k)[1]

    def hyps(self, k: int) -> frozenset[int]:
        """The hypotheses of a sequent."""
        return self.derivation.sequent(k)[0]

    def assume(self, p: int) -> int:
        return self.step("assume", p)

    def mp(self, k: int, *js: int) -> int:
        return self.step("mp", k, *js) if js else k

    def by(self, name: str, args: Sequence[Any], *js: int) -> int:
        """A schema at arguments, and its premises."""
        return self.mp(self.step("ax", name, *args), *js)

    def disch(self, k: int, *ps: int) -> int:
        return self.step("disch", k, *reversed(ps)) if ps else k

    def inst(self, k: int, *ts: int) -> int:
        return self.step("inst", k, *ts) if ts else k

    def gen(self, k: int, *xs: int) -> int:
        return self.step("gen", k, *reversed(xs)) if xs else k

    def comb(self, goal: int, parts: Iterable[Part] = (), eqs: Iterable[Equality] = ()) -> int:
        """A relation as the sum of these parts and equations."""
        whole = (part if isinstance(part, tuple) else (1, [part]) for part in parts)
        made = tuple((Fraction(c), tuple(ks), tuple(*squares)) for c, ks, *squares in whole if c)
        return self.step("comb", goal, made, tuple(e if isinstance(e, tuple) else (self.one, e) for e in eqs))

    def off(self, k: int) -> Equality:
        """An equation that is taken off."""
        return self.number(-1), k

    def absurd(self, goal: int, parts: Iterable[Part] = (), eqs: Iterable[Equality] = ()) -> int:
        """The goal, as the sum of these parts and equations is 0 < 0."""
        return self.clash(goal, self.comb(self.lt(self.zero, self.zero), parts, eqs))

    # terms
    def node(self, t: int) -> tuple[Any, ...]:
        return self.state.nodes[t]

    def sort(self, t: int) -> Any:
        return self.state.sort(t)

    def ap(self, f: int, *xs: int) -> int:
        return self.state.apply(f, *xs)

    def applied(self, t: int) -> list[int]:
        """A function and its arguments."""
        parts: list[int] = []
        while self.is_op(t, "ap"):
            t, last = self.node(t)[1:]
            parts.insert(0, last)
        return [t, *parts]

    def lam(self, x: int, t: int) -> int:
        return self.state.lam(x, t)

    @property
    def zero(self) -> int:
        return self.number(0)

    @property
    def one(self) -> int:
        return self.number(1)

    def nothing(self, sort: Any) -> int:
        """Zero, of numbers or of a space."""
        return self.state.null_of(sort)

    def add(self, *ts: int) -> int:
        return self.state.plus(*ts)

    def mul(self, *ts: int) -> int:
        return self.state.times(*ts)

    def neg(self, t: int) -> int:
        return self.make("*", self.number(-1), t)

    def minus(self, a: int, b: int) -> int:
        return self.add(a, self.neg(b))

    def eq(self, a: int, b: int) -> int:
        return self.make("=", a, b)

    def le(self, a: int, b: int) -> int:
        return self.make("<=", a, b)

    def lt(self, a: int, b: int) -> int:
        return self.make("<", a, b)

    def no(self, p: int) -> int:
        return self.make("not", p)

    def is_op(self, t: int, op: str) -> bool:
        return bool(self.node(t)[0] == op)

    @property
    def false(self) -> int:
        return self.make("false")

    @property
    def truth(self) -> int:
        return self.step("ax", "true")

    # logic
    def left(self, k: int) -> int:
        _, a, b = self.node(self.f(k))
        return self.by("left", (a, b), k)

    def right(self, k: int) -> int:
        _, a, b = self.node(self.f(k))
        return self.by("right", (a, b), k)

    def conj(self, j: int, k: int) -> int:
        return self.by("and", (self.f(j), self.f(k)), j, k)

    def parts_of(self, k: int) -> list[int]:
        """The sequents of the parts of a conjunction."""
        if self.is_op(self.f(k), "and"):
            return [*self.parts_of(self.left(k)), *self.parts_of(self.right(k))]
        return [k]

    def anything(self, goal: int, pos: int, neg: int) -> int:
        """The goal, from P and not P."""
        return self.by("not elim", (self.f(pos), goal), neg, pos)

    def conflict(self, pos: int, neg: int) -> int:
        """false, from P and not P."""
        return self.anything(self.false, pos, neg)

    def refute(self, p: int, body: Callable[[int], int]) -> int:
        """not P, from false under P."""
        return self.by("not", (p,), self.disch(body(self.assume(p)), p))

    def either(self, k: int, goal: int, low: Callable[[int], int], high: Callable[[int], int]) -> int:
        """The goal from `A or B` and the goal under each."""
        _, p, q = self.node(self.f(k))
        one = self.disch(low(self.assume(p)), p)
        two = self.disch(high(self.assume(q)), q)
        return self.by("or elim", (p, q, goal), one, two, k)

    def any_of(self, k: int, goal: int, count: int, body: Callable[[int, int], int], n: int = 0) -> int:
        """The goal from `P0 or (P1 or ...)`, so many, and the goal under each."""
        if n == count - 1:
            return body(n, k)
        return self.either(k, goal, lambda h: body(n, h), lambda h: self.any_of(h, goal, count, body, n + 1))

    def cases(self, a: int, b: int, goal: int, low: Callable[[int], int], high: Callable[[int], int]) -> int:
        """The goal under a <= b and under b < a."""
        return self.either(self.step("ax", "total", a, b), goal, low, high)

    def contrary(self, goal: int, wrong: Callable[[int], int]) -> int:
        """a <= b or a < b, from itself under the contrary."""
        op, a, b = self.node(goal)
        if op == "<":
            return self.cases(b, a, goal, wrong, lambda h: h)
        return self.cases(a, b, goal, lambda h: h, wrong)

    def impossible(self, goal: int, parts: Callable[[int], Iterable[Part]], eqs: Iterable[Equality] = ()) -> int:
        """a <= b or a < b, as these parts of the contrary and these equations are 0 < 0."""
        return self.contrary(goal, lambda h: self.absurd(goal, parts(h), eqs))

    def excluded(self, p: int) -> int:
        """P or not P."""
        q = self.no(p)

        def body(k: int) -> int:
            inner = self.refute(p, lambda j: self.conflict(self.by("or left", (p, q), j), k))
            return self.by("or right", (p, q), inner)

        return self.classical(self.make("or", p, q), body)

    def classical(self, goal: int, body: Callable[[int], int]) -> int:
        """The goal from itself under its negation."""
        p = self.no(goal)
        return self.by("classical", (goal,), self.disch(body(self.assume(p)), p))

    def witness(self, predicate: int, value: int, k: int) -> int:
        return self.by("ex", (predicate, value), k)

    def obtain(self, k: int, x: int, goal: int, body: Callable[[int], int]) -> int:
        """The goal from `ex P`, and from P x for the new letter x."""
        predicate = self.node(self.f(k))[1]
        p = self.ap(predicate, x)
        inner = self.gen(self.disch(body(self.assume(p)), p), x)
        return self.by("ex elim", (predicate, goal), inner, k)

    # order and equality
    def weak(self, k: int) -> int:
        """<= from <."""
        op, a, b = self.node(self.f(k))
        return self.by("weaken", (a, b), k) if op == "<" else k

    def clash(self, goal: int, k: int) -> int:
        """The goal, from a sequent x < x."""
        x = self.node(self.f(k))[1]
        return self.anything(goal, k, self.step("ax", "irrefl", x))

    def refl(self, a: int) -> int:
        return self.step("ring", a, a)

    def sym(self, k: int) -> int:
        """b = a from a = b."""
        _, a, b = self.node(self.f(k))
        if a == b:
            return k
        if is_value(self.sort(a)):
            return self.comb(self.eq(b, a), (), [(self.number(-1), k)])
        return self.replace(k, self.refl(a), lambda x: self.eq(x, a))

    def trans(self, j: int, k: int) -> int:
        """a = c from a = b and b = c."""
        _, a, b = self.node(self.f(j))
        _, b2, c = self.node(self.f(k))
        if a == b:
            return k
        if b2 == c:
            return j
        return self.replace(k, j, lambda x: self.eq(a, x))

    def function(self, k: int, body: Body) -> int:
        """A function of the sides of an equation, if need be from its value at a letter."""
        return body if isinstance(body, int) else self.bind(self.sort(self.node(self.f(k))[1]), body)

    def under(self, k: int, body: Body) -> int:
        """f(a) = f(b) from a = b."""
        f = self.function(k, body)
        value = self.ap(f, self.node(self.f(k))[1])
        return self.replace(k, self.refl(value), lambda x: self.eq(value, self.ap(f, x)))

    def of_part(self, op: str, args: Sequence[int], n: int, k: int) -> int:
        """op(..., a, ...) = op(..., b, ...) from a = b, the part of number n."""
        make = self.ap if op == "ap" else partial(self.make, op)
        return self.under(k, lambda x: make(*args[:n], x, *args[n + 1 :]))

    def replace(self, k: int, j: int, body: Body) -> int:
        """P(b) from a = b and P(a)."""
        return self.step("same", k, j, self.function(k, body))

    def distinct(self, less: int, p: int) -> int:
        """not P, where P is a = b or b = a, from a < b."""
        _, a, b = self.node(self.f(less))

        def wrong(h: int) -> int:
            equal = h if self.node(p)[1] == a else self.sym(h)
            return self.conflict(self.replace(equal, less, lambda x: self.lt(x, b)), self.step("ax", "irrefl", b))

        return self.refute(p, wrong)

    def taken(self, where: int, values: int, x: int, member: int) -> tuple[int, int]:
        """sum e = e x + the sum over the rest of a range, and this rest."""
        k = self.by("sum take", (where, values, x), member)
        return k, self.node(self.node(self.node(self.f(k))[2])[2])[1]

    def convert(self, k_eq: int, j: int) -> int:
        """Q from P = Q and P."""
        return self.replace(k_eq, j, lambda x: x)

    def iff(self, p: int, q: int, there: Callable[[int], int], back: Callable[[int], int]) -> int:
        """P = Q from both directions."""
        one = self.disch(there(self.assume(p)), p)
        two = self.disch(back(self.assume(q)), q)
        return self.by("iff", (p, q), one, two)

    def pruned(self, k: int) -> list[tuple[str, tuple[Any, ...]]]:
        """The steps that sequent k needs, renumbered; k is the last one."""
        needed, stack = set(), [k]
        while stack:
            top = stack.pop()
            if top not in needed:
                needed.add(top)
                mapped(*self.steps[top], stack.append, lambda t: t)
        place = {old: new for new, old in enumerate(sorted(needed))}
        steps = map(self.steps.__getitem__, place)
        return [(rule, mapped(rule, args, place.__getitem__, lambda t: t)) for rule, args in steps]


def mapped(
    rule: str, args: tuple[Any, ...], sequent: Callable[[int], Any], term: Callable[[int], Any]
) -> tuple[Any, ...]:
    """The arguments of a step, with something else in the place of every sequent and every term."""

    def one(kind: str, x: Any) -> Any:
        match kind:
            case "s":
                return sequent(x)
            case "t":
                return term(x)
            case "p":
                return tuple((c, tuple(map(sequent, ks)), tuple(map(term, squares))) for c, ks, squares in x)
            case "e":
                return tuple((term(f), sequent(k)) for f, k in x)
        return x

    return tuple(map(one, arguments(rule, len(args)), args))


__all__ = ["Emitter", "Failed", "N", "O", "Part", "R"]
