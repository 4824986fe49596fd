"""What is known at one place of a proof, as sequents of the core, and how a general one is taken at values."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

from ..kernel.scopes import Scope
from .emit import Emitter, Failed, Found

_MOST_PARTS, _LARGEST_SIZE = 6, 64
Prove = Callable[[int], "int | None"]


@dataclass(frozen=True)
class Piece:
    """A conjunct of a fact under its quantifiers: what stands at its end, and how one gets there from sequent k."""

    k: int
    trail: tuple[Any, ...]
    variables: tuple[int, ...]
    conditions: tuple[int, ...]
    conclusion: int


@dataclass
class Almost:
    """What is used at almost every time: formulas at that time that are assumed, with the sequents of their `ae`."""

    t: int
    used: dict[int, int] = field(default_factory=dict)


@dataclass(eq=False)
class Place:
    """Sequents that hold here, newest first; the time, if a moment was entered; the names that texts may use."""

    facts: tuple[int, ...]
    scope: Scope
    now: int | None = None
    almost: Almost | None = None
    use: tuple[int, ...] = ()
    lengths: tuple[int, ...] = ()
    kept: dict[Any, Any] = field(default_factory=dict, init=False)

    @property
    def time(self) -> int:
        """The moment that was entered. Raises Failed outside time."""
        if self.now is None:
            raise Failed("outside time")
        return self.now

    def once(self, name: str, key: Any, find: Callable[[], Found]) -> Found:
        """What is found of a thing at this place, which is looked for once."""
        kept: dict[Any, Found] = self.kept.setdefault(name, {})
        if key not in kept:
            kept[key] = find()
        return kept[key]

    def having(self, *ks: int) -> Place:
        new = tuple(k for k in ks if k not in self.facts)
        return replace(self, facts=(*new, *self.facts)) if new else self

    def anew(self) -> Place:
        """This place, nothing of what was found there kept."""
        return replace(self)

    def named(self, scope: Scope) -> Place:
        return replace(self, scope=scope, lengths=())

    def using(self, ks: list[int], lengths: list[int]) -> Place:
        """This place with equations that rewrite, and numbers that are claimed to be lengths."""
        if not ks and not lengths:
            return self
        return replace(self, use=(*self.use, *ks), lengths=(*self.lengths, *lengths))


class Facts(Emitter):
    """Facts taken apart, matched and instantiated."""

    def __init__(self, state: Any, library: Any = None) -> None:
        super().__init__(state, library)
        self._pieces: dict[int, tuple[Piece, ...]] = {}
        self.counted: dict[int, int] = {}  # numbers of elements, and what is assumed: that each is n + 1, n a letter

    def pieces(self, k: int) -> tuple[Piece, ...]:
        """The conjuncts of a fact."""
        if k not in self._pieces:
            self._pieces[k] = tuple(Piece(k, *rest) for rest in self._apart(self.f(k), (), (), ()))
        return self._pieces[k]

    def _apart(
        self, p: int, trail: tuple[Any, ...], variables: tuple[int, ...], conditions: tuple[int, ...]
    ) -> Iterator[tuple[Any, ...]]:
        op, *args = self.node(p)
        if op == "and":
            yield from self._apart(args[0], (*trail, "left"), variables, conditions)
            yield from self._apart(args[1], (*trail, "right"), variables, conditions)
        elif op == "=>":
            yield from self._apart(args[1], (*trail, "mp"), variables, (*conditions, args[0]))
        elif op == "all":
            x = self.fresh(self.sort(args[0])[1], "?")
            yield from self._apart(self.ap(args[0], x), (*trail, x), (*variables, x), conditions)
        else:
            yield trail, variables, conditions, p

    def all_pieces(self, place: Place) -> tuple[Piece, ...]:
        return place.once("pieces", "", lambda: tuple(piece for k in place.facts for piece in self.pieces(k)))

    def at(self, piece: Piece, values: Mapping[int, int], prove: Prove) -> int | None:
        """The conclusion of a piece at values; None where a condition is not proved."""
        k = piece.k
        for act in piece.trail:
            if act == "left":
                k = self.left(k)
            elif act == "right":
                k = self.right(k)
            elif act == "mp":
                condition = prove(self.node(self.f(k))[1])
                if condition is None:
                    return None
                k = self.mp(k, condition)
            else:
                k = self.inst(k, values[act])
        return k

    def unconditional(self, piece: Piece, values: Mapping[int, int] | None = None) -> int:
        """The conclusion of a piece without conditions."""
        return self.needed(self.at(piece, values or {}, lambda _: None), "a condition", piece.conclusion)

    def match(self, p: int, t: int, variables: frozenset[int], found: dict[int, int]) -> dict[int, int] | None:
        """What the variables stand for where p at them is t; scalar products match both ways."""
        if p == t:
            return found
        if p in variables:
            if self.sort(p) != self.sort(t) or self.state.loose[t] or found.get(p, t) != t:
                return None
            return {**found, p: t}
        if variables.isdisjoint(self.state.free[p]):
            return None
        (op, *ps), (other, *ts) = self.node(p), self.node(t)
        if op == "real" and ps[0] in variables and other in ("q", "+", "sum"):
            return self._size_said(ps[0], t, found)
        if op == "plusN" != other and self.sort(t) == "N":
            first = self._match_in_order(ps, self._base_and_steps(t), variables, found)
            return first or self._match_in_order(ps, [t, self.make("zero")], variables, found)
        if op == other == "and":
            return self._match_in_order(self.flat(p, op), self.flat(t, op), variables, found)
        if op != other or len(ps) != len(ts) or op in ("v", "b", "q"):
            return None
        if op in ("+", "*"):
            some, all_ = self.flat(p, op), self.flat(t, op)
            if len(some) == len(all_) <= _MOST_PARTS:
                return self._match_any(some, all_, variables, found)
        if op == "lam":
            return self.match(ps[1], ts[1], variables, found) if ps[0] == ts[0] else None
        for order in (ts, ts[::-1]) if op == "dot" else (ts,):
            result: dict[int, int] | None = found
            pairs = zip(ps, order, strict=True)
            for a, b in sorted(pairs, key=lambda pair: self.is_op(pair[0], "plusN")):  # last what is ambiguous
                result = None if result is None else self.match(a, b, variables, result)
            if result is not None:
                return result
        return None

    def _size_said(self, x: int, t: int, found: dict[int, int]) -> dict[int, int] | None:
        """A size that stands as a number: a literal, or a size and a literal."""
        size, base, more, steps = self.make("zero"), t, self.node(t), 0
        while more[0] == "+" and self.node(more[2])[0] == "q":
            above: Fraction = self.node(more[2])[1]
            if above.denominator != 1 or not 0 <= above <= _LARGEST_SIZE:
                return None
            steps += int(above)
            base, more = more[1], self.node(more[1])
        if more[0] == "real":
            size = more[1]
        elif self.counts(base):
            size = self.how_many(base)
        elif more[0] == "q" and more[1].denominator == 1 and 0 <= more[1] <= _LARGEST_SIZE:
            steps += int(more[1])
        else:
            return None
        size = self.above(size, steps)
        return {**found, x: size} if found.get(x, size) == size else None

    def counts(self, t: int) -> bool:
        """Whether a number is how many elements an index sort has."""
        op, *args = self.node(t)
        if op != "sum":
            return False
        sort = self.sort(args[0])[1]
        return args == [self.bind(sort, lambda _: self.make("true")), self.bind(sort, lambda _: self.one)]

    def how_many(self, t: int) -> int:
        """How many elements an index sort has, or a power of a literal, as a size."""
        if t not in self.counted:
            n = self.fresh("N", "n")
            size = n if self.is_op(t, "pow") else self.make("succ", n)
            self.counted[t] = self.assume(self.eq(t, self.make("real", size)))
        made: int = self.node(self.node(self.f(self.counted[t]))[2])[1]
        return made

    def uncounted(self, k: int) -> int:
        """The same without what is assumed of such sizes: there are some."""
        for t, h in self.counted.items():
            if self.f(h) in self.hyps(k):
                op, *args = self.node(t)
                size = self.how_many(t)
                n = size if op == "pow" else self.node(size)[1]
                card = op == "sum" and self.step("ax", "card", self.fresh(self.sort(args[0])[1]))
                some = card or self._whole_power(*args)
                k = self.obtain(some, n, self.f(k), lambda _, proof=k: proof)  # type: ignore[misc]
        return k

    def _whole_power(self, base: int, e: int) -> int:
        """ex n. pow(base, e) = real(n), by induction."""
        m, n = self.fresh("N", "m"), self.fresh("N", "n")

        def some(m: int) -> int:
            return self.lam(n, self.eq(self.make("pow", base, m), self.make("real", n)))

        one, product = self.make("succ", self.make("zero")), n
        eqs = [(self.one, self.by("pow zero", (base,))), (self.number(-1), self.by("real succ", (self.make("zero"),)))]
        eqs.append((self.number(-1), self.step("ax", "real zero")))
        first = self.witness(some(self.make("zero")), one, self.comb(self.ap(some(self.make("zero")), one), (), eqs))

        def after(h: int) -> int:
            nonlocal product
            sums = []
            for _ in range(int(self.node(base)[1]) - 1):
                sums.append((self.number(-1), self.by("real plus", (product, n))))
                product = self.make("plusN", product, n)
            sums += [(self.one, self.by("pow succ", (base, m))), (base, h)]
            return self.witness(
                some(self.make("succ", m)), product, self.comb(self.ap(some(self.make("succ", m)), product), (), sums)
            )

        p = self.make("ex", some(m))
        step = self.obtain(self.assume(p), n, self.make("ex", some(self.make("succ", m))), after)
        every = self.by("induction", (self.lam(m, p),), first, self.gen(self.disch(step, p), m))
        return self.inst(every, e)

    def _base_and_steps(self, t: int) -> list[int]:
        """m and n of a size m + n, n a literal."""
        steps = self.make("zero")
        while self.is_op(t, "succ"):
            t, steps = self.node(t)[1], self.make("succ", steps)
        return [t, steps]

    def _match_in_order(
        self, ps: list[int], ts: list[int], variables: frozenset[int], found: dict[int, int] | None
    ) -> dict[int, int] | None:
        if len(ps) != len(ts):
            return None
        for p, t in zip(ps, ts, strict=True):
            found = None if found is None else self.match(p, t, variables, found)
        return found

    def flat(self, t: int, op: str) -> list[int]:
        node = self.node(t)
        return [x for part in node[1:] for x in self.flat(part, op)] if node[0] == op else [t]

    def _match_any(
        self, ps: list[int], ts: list[int], variables: frozenset[int], found: dict[int, int]
    ) -> dict[int, int] | None:
        """Summands or factors in whatever order."""
        if not ps:
            return found
        for k, t in enumerate(ts):
            first = self.match(ps[0], t, variables, found)
            if first is not None:
                rest = self._match_any(ps[1:], ts[:k] + ts[k + 1 :], variables, first)
                if rest is not None:
                    return rest
        return None
