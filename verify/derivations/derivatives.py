"""Derivatives of written maps of states, operation by operation, each with the sequent that it is one."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from .facts import Place
from .knowing import Knowing

Slope = tuple[int, int]  # a linear function of directions, and the sequent that it is the derivative
_SMOOTH = ("exp", "tanh", "sin", "cos")
_POSITIVE = ("log", "sqrt")


class Derivatives(Knowing):
    """Derivatives at a place."""

    def __init__(self, state: Any, library: Any = None) -> None:
        super().__init__(state, library)
        self.smooth_at: dict[int, list[Place]] = {}  # by states, where it was known that a map has a derivative

    # the letter of a statement for all derivatives
    def member_equation(self, place: Place, a: int) -> int | None:
        """That of a derivative by its value: D F S d i = L d i, where F has the derivative L at S."""
        head, *parts = self.applied(a)
        if head not in self.derivatives.values() or len(parts) != 4:
            return super().member_equation(place, a)
        f, state, direction, token = parts
        k = self.derivative_is(place, f, state, token)
        return None if k is None else self.under(k, lambda x: self.ap(x, direction, token))

    def derivative_is(self, place: Place, f: int, state: int, token: int | None = None) -> int | None:
        """D F S = L, for a map that is written out."""
        found = self.differential(place, f, state, token)
        if found is None:
            return None
        every = self.assume(self.differentiates(self.derivative(self.sort(state)[2])))
        return self.mp(self.inst(every, f, state, found[0]), found[1])

    def smooth(self, place: Place, f: int, state: int) -> tuple[int, Place]:
        """diff(F, S, D F S), and where that is known: here, or where it was needed."""
        places = (place, *reversed(self.smooth_at.get(state, [])), place.using(self.equations(place), []))
        found = next((at for at in places if self.differential(at, f, state) is not None), place)
        return self._smooth(found, f, state), found

    def equations(self, place: Place) -> list[int]:
        """The equations that are known with a literal, with zero, or of an image: none leads back to itself."""

        def plain(p: int) -> bool:
            op, *sides = self.node(p)
            return op == "=" and (self.node(sides[1])[0] in ("q", "zeroV") or self.is_op(sides[0], "lin"))

        return [p.k for p in self.all_pieces(place) if plain(p.conclusion) and not p.conditions]

    def _smooth(self, place: Place, f: int, state: int) -> int:
        k = self.needed(self.derivative_is(place, f, state), "a map that is not known to have a derivative")
        found = self.differential_here(place, f, state)
        word = self.make("word", "diff", *self.sort(state)[1:])
        return self.replace(self.sym(k), found[1], lambda linear: self.ap(word, f, state, linear))

    def some_derivative(self, derivative: int) -> int:
        """ex D. D is the derivative of a map at a state wherever there is one: it is unique, and chosen."""
        _, dynamics, (_, states, _) = self.sort(derivative)
        f, x, linear, m = (self.fresh(sort) for sort in (dynamics, states, dynamics, dynamics))
        diff = self.make("word", "diff", *states[1:])

        def said(m: int) -> int:
            p = self.ap(diff, f, x, linear)
            return self.make("all", self.lam(linear, self.make("=>", p, self.eq(m, linear))))

        relation = self.lam(m, said(m))
        has = self.lam(linear, self.ap(diff, f, x, linear))

        def one(h: int) -> int:
            other = self.fresh(dynamics)

            def unique(j: int) -> int:
                p = self.ap(diff, f, x, linear)
                k = self.by("diff unique", (f, x, other, linear), j, self.assume(p))
                return self.witness(relation, other, self.gen(self.disch(k, p), linear))

            return self.obtain(h, other, self.make("ex", relation), unique)

        def none(h: int) -> int:
            p = self.ap(diff, f, x, linear)
            k = self.anything(self.eq(m, linear), self.witness(has, linear, self.assume(p)), h)
            return self.witness(relation, m, self.gen(self.disch(k, p), linear))

        k = self.either(self.excluded(self.make("ex", has)), self.make("ex", relation), one, none)
        k = self.by("choice", (self.lam(x, relation),), self.gen(k, x))
        g = self.fresh(("fn", states, dynamics))
        chosen = self.lam(g, self.make("all", self.lam(x, said(self.ap(g, x)))))
        return self.by("choice", (self.lam(f, chosen),), self.gen(k, f))

    # maps
    def differential(self, place: Place, f: int, state: int, token: int | None = None) -> Slope | None:
        """The derivative of a map at a state, token by token: at a new one, or at one of which nothing is assumed."""
        kept: dict[tuple[int, int], Slope | None] = place.kept.setdefault("differentials", {})
        if kept.get((f, state)) is None:
            kept[f, state] = self._differential(place, f, state, self.fresh(self.sort(state)[1], "i"))
            if kept[f, state] is None and token is not None and self.is_op(token, "v"):
                kept[f, state] = self._differential(place, f, state, token)
            if kept[f, state] is not None:
                self.smooth_at.setdefault(state, []).append(place)
        return kept[f, state]

    def _differential(self, place: Place, f: int, state: int, i: int) -> Slope | None:
        x, d = self.fresh(self.sort(state), "X"), self.fresh(self.sort(state), "d")
        if i in self.state.free[f] | self.state.free[state]:
            return None
        found = self._slope_of(place, self.lam(x, self.ap(f, x, i)), state)
        if found is None or any(i in self.state.free[h] for h in self.hyps(found[1])):
            return None
        linear = self.lam(d, self.lam(i, self.ap(found[0], d)))
        return linear, self.by("diff state", (f, state, linear), self.gen(found[1], i))

    def differential_here(self, place: Place, f: int, state: int) -> Slope:
        """The same. Raises Failed where it is not known."""
        return self.needed(self.differential(place, f, state), "a map that is not known to have a derivative")

    # functions of states
    def _schema(self, name: str, *args: int, premises: tuple[int, ...] = ()) -> Slope:
        k = self.by(f"diff {name}", args, *premises)
        return self.node(self.f(k))[2], k

    def _slope_of(self, place: Place, f: int, state: int) -> Slope | None:
        """The derivative of a function of states, into numbers or vectors, at a state."""
        x = self.fresh(self.sort(state), "X")
        body = self.ap(f, x)
        vector = self.is_vector(body)
        kind = " vector" if vector else ""
        if x not in self.state.free[body]:
            return self._schema(f"const{kind}", state, body)
        op, *args = self.node(body)
        if op == "ap":
            return self._schema("token", state, args[1]) if args[0] == x else None
        if op == "sum" and x not in self.state.free[args[0]]:
            return self._sum_slope_of(place, x, args, state)
        maps = args[:1] if op == "lin" else []
        if op not in ("+", "*", "dot", "lin", "norm", *_SMOOTH, *_POSITIVE, "inv") or any(
            x in self.state.free[U] for U in maps
        ):
            return None
        parts = [self.lam(x, part) for part in args[len(maps) :]]
        found = [slope for part in parts if (slope := self._slope_of(place, part, state)) is not None]
        if len(found) < len(parts):
            return None
        if op == "norm":
            return self._length_slope_of(place, parts[0], found[0], state)
        more: list[int] = []
        if op in (*_POSITIVE, "inv"):
            condition = self._condition(place, op, self.ap(parts[0], state))
            if condition is None:
                return None
            more = [condition]
        slopes, ks = zip(*found, strict=True)
        name = op + kind if op in ("+", "*") else op
        return self._schema(name, *maps, *parts, state, *slopes, premises=(*ks, *more))

    def _condition(self, place: Place, op: str, value: int) -> int | None:
        """That a divisor is not zero, or what stands under a root or a logarithm positive."""
        kind, *args = self.node(value)
        if op != "inv":
            square = kind == "dot" and args[0] == args[1]
            return self.positive_length(place, args[0]) if square else self.positive(place, value)
        if kind not in ("norm", "sqrt"):
            return self.known(place, self.no(self.eq(value, self.zero)))
        inside = self.positive_length(place, args[0]) if kind == "norm" else self.positive(place, args[0])
        if inside is None:
            return None
        both = self.by(kind, args, *([self.weak(inside)] if kind == "sqrt" else []))
        return self.unequal(value, (">", self._positive_root(value, self.right(both), self.left(both), inside)))

    def _sum_slope_of(self, place: Place, x: int, args: list[int], state: int) -> Slope | None:
        where, values = args
        j = self.fresh(self.sort(where)[1], "j")
        f = self.lam(x, self.ap(values, j))
        inside = self.inside(place, where, j)
        found = self._slope_of(inside, f, state)
        if found is None:
            return None
        each = self.gen(self.disch(found[1], self.ap(where, j)), j)
        kind = "sum vector" if self.is_vector(self.ap(f, x)) else "sum"
        return self._schema(kind, where, self.lam(j, f), state, self.lam(j, found[0]), premises=(each,))

    def _length_slope_of(self, place: Place, u: int, slope: Slope, state: int) -> Slope | None:
        """That of a length that is not zero, as the root of a square."""
        x, d = self.fresh(self.sort(state), "X"), self.fresh(self.sort(state), "d")
        positive = self.positive_length(place, self.ap(u, state))
        if positive is None:
            return None
        square = self._schema("dot", u, u, state, slope[0], slope[0], premises=(slope[1], slope[1]))
        inside = self.lam(x, self.make("dot", self.ap(u, x), self.ap(u, x)))
        _, k = self._schema("sqrt", inside, state, square[0], premises=(square[1], positive))
        word = self.node(self.node(self.f(k))[1])[1]

        def half(y: int) -> int:
            return self.lam(d, self.mul(self.number(Fraction(1, 2)), self.make("inv", y), self.ap(square[0], d)))

        k = self.replace(self.root_of_square(self.ap(u, state)), k, lambda y: self.ap(word, state, half(y)))
        said, value = self.node(self.node(self.f(k))[1])[1], self.node(self.f(k))[2]
        lengths = self.step("ext", self.root_of_square(self.ap(u, x)), x)
        k = self.replace(lengths, k, lambda f: self.ap(self.node(said)[1], f, state, value))
        return self.node(self.f(k))[2], k

    def positive_length(self, place: Place, u: int) -> int | None:
        """0 < dot(u, u)."""
        square, length = self.make("dot", u, u), self.make("norm", u)
        k = self.known(place, self.lt(self.zero, length))
        if k is None:
            return self.positive(place, square)
        return self.comb(self.lt(self.zero, square), [(1, [k, k])], [self.left(self.by("norm", (u,)))])

    def positive(self, place: Place, t: int) -> int | None:
        """0 < t, for every token in it: group by group, or in either of two cases, where it is not known at once."""
        return place.once(
            "positive", t, lambda: self._positive_here(place, t) or next(self._positive_in_cases(place, t), None)
        )

    def _positive_here(self, place: Place, t: int) -> int | None:
        """At once, or as the square of what is not zero."""
        goal = self.lt(self.zero, t)
        k = self.known(place, goal)
        if k is not None:
            return k
        for s, unequal in self._said_unequal_to_zero(place, t):
            equal = self.equal(place, self.eq(t, self.mul(s, s)))
            if equal is not None:
                return self.comb(goal, [self.positive_square(s, unequal)], [self.off(equal)])
        return None

    def _positive_in_cases(self, place: Place, t: int) -> Iterator[int]:
        goal = self.lt(self.zero, t)

        def under(p: int) -> int | None:
            h = self.assume(p)
            k = self._positive_here(place.having(h).using([h] if self.is_op(p, "=") else [], []), t)
            return None if k is None else self.disch(k, p)

        for x in sorted(self.tokens(t)):
            groups = [under(self.ap(self.group(name), x)) for name in self.groups]
            if groups and None not in groups:
                ks = [k for k in groups if k is not None]
                yield self.by_groups(x, goal, lambda n, h, ks=ks: self.mp(ks[n], h))  # type: ignore[misc]
            for piece in self.all_pieces(place):
                if not self.is_op(piece.conclusion, "or") or len(piece.variables) != 1 or piece.conditions:
                    continue
                if self.sort(piece.variables[0]) != "I:token":
                    continue
                k = self.unconditional(piece, {piece.variables[0]: x})
                one, two = self.node(self.f(k))[1:]
                first, second = under(one), under(two)
                if first is not None and second is not None:
                    yield self.by("or elim", (one, two, goal), first, second, k)

    def _said_unequal_to_zero(self, place: Place, t: int) -> Iterator[tuple[int, int]]:
        """Numbers of which a fact says that they are not zero, of all tokens or of none: at those that t names."""
        for piece, sign, s in self._signed(place):
            if piece.conditions or len(piece.variables) > 1 or sign not in (">", "!="):
                continue
            found = [self._put(s, y, x) for y in piece.variables for x in sorted(self.tokens(t, self.sort(y)))]
            for value in found if piece.variables else [s]:
                unequal = self.nonzero(place, value)
                if unequal is not None:
                    yield value, unequal

    def tokens(self, t: int, sort: Any = "I:token") -> list[int]:
        """The letters of an index sort in a term."""
        return [x for x in self.state.free[t] if self.sort(x) == sort == "I:token"]
