"""The rule "one solution", and that a field is measurable in time, from what it is written with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from .emit import Equality, Failed, N, O, Part, R
from .facts import Place
from .maps import folded, unfolded, unfolding
from .rules import Premises, Rules, Values, tactic

_HALF = Fraction(1, 2)
Close = tuple[int, int, int]  # a limit, how near to it, and that this is above 0
Sum = tuple[Sequence[Part], Sequence[Equality]]  # the parts and equations of a sum
Ends = Callable[[int, list[int]], int]  # abs(y n - z) < e, from what is near its limit


class Measurable:
    """What is measurable in time, by the definition: motions g n tend to it at almost every time.

    Sums, products, exp, and 1/x where x > 0; each lemma is derived once, for letters.
    """

    def __init__(self, s: Rules) -> None:
        self.s = s
        self._lemmas: dict[Any, int] = {}

    def said(self, z: int) -> int:
        return self.s.ap(self.s.make("word", "measurable"), z)

    # absolute values
    def sides(self, close: int) -> tuple[int, int]:
        """u < d and -d < u from abs(u) < d."""
        s = self.s
        _, size, d = s.node(s.f(close))
        u = s.node(size)[1]
        up, low = (s.absolute(u, s.le(part, size)) for part in (u, s.neg(u)))
        above = s.comb(s.lt(u, d), [close, up])
        return above, s.comb(s.lt(s.neg(d), u), [close, low])

    def within(self, goal: int, up: Sum, low: Sum) -> int:
        """abs(w) < e, from what e - w and e + w are the sums of."""
        s = self.s
        w = s.node(s.node(goal)[1])[1]

        def side(equal: int, k: int) -> int:
            parts, eqs = up if s.node(s.f(k))[1] == s.zero else low
            return s.comb(goal, parts, [equal, *eqs])

        return s.by_sign(w, goal, side)

    def size(self, t: int) -> tuple[int, int, int]:
        """t <= abs(t), -t <= abs(t), 0 <= abs(t)."""
        s, a = self.s, self.s.make("abs", t)
        up, low = s.absolute(t, s.le(t, a)), s.absolute(t, s.le(s.neg(t), a))
        return up, low, s.comb(s.le(s.zero, a), [(_HALF, [up]), (_HALF, [low])])

    def share(self, e: int, up: int, divisor: int, above: int) -> tuple[int, int, int]:
        """d = e/divisor, 0 < d, and d*divisor = e, from 0 < e and 0 < divisor."""
        s, inverse = self.s, self.s.make("inv", divisor)
        d = s.mul(e, inverse)
        one = s.by("inv", (divisor,), s.unequal(divisor, (">", above)))
        positive = s.comb(s.lt(s.zero, d), [(1, [up, s.by("inv pos", (divisor,), above)])])
        return d, positive, s.comb(s.eq(s.mul(d, divisor), e), (), [(e, one)])

    # limits
    def tends(self, limits: Sequence[Close], wanted: int, ends: Ends) -> int:
        """ex k. all n. real k <= real n => P n."""
        s, n = self.s, self.s.fresh(N, "n")
        predicate = s.node(wanted)[1]

        def act(rest: Sequence[Close], found: list[tuple[int, int]]) -> int:
            if rest:
                (limit, d, positive), k = rest[0], s.fresh(N, "k")
                some = s.mp(s.inst(limit, d), positive)
                return s.obtain(some, k, wanted, lambda h: act(rest[1:], [*found, (k, h)]))
            top, sums = found[0][0], list[Equality]()
            for k, _ in found[1:]:
                sums.append(s.off(s.by("real plus", (top, k))))
                top = s.make("plusN", top, k)
            _, late, goal = s.node(s.ap(s.node(s.ap(predicate, top))[1], n))
            h, close = s.assume(late), []
            for k, j in found:
                others = [s.by("real nonneg", (m,)) for m, _ in found if m != k]
                own = s.comb(s.le(s.make("real", k), s.make("real", n)), [h, *others], sums)
                close.append(s.mp(s.inst(j, n), own))
            return s.witness(predicate, top, s.gen(s.disch(ends(goal, close), late), n))

        return act(limits, [])

    def limit(self, z: int, g: int, moving: int, limits: Sequence[int], near: Callable[..., int]) -> int:
        """measurable(z), from motions g n and what almost always holds of their limits.

        near : ex k. all n. real k <= real n => abs(g n t - z t) < e, from that, e, 0 < e and what holds at t.
        """
        s, e = self.s, self.s.fresh(R, "e")
        predicate = s.node(s.node(s.f(unfolding(s, self.said(z))))[2])[1]
        almost = s.node(s.node(s.ap(predicate, g))[2])[1]

        def body(inner: Place) -> int:
            t = inner.time
            here = [s.assume(s.ap(s.node(s.f(k))[1], t)) for k in limits]
            _, positive, wanted = s.node(s.ap(s.node(s.ap(almost, t))[1], e))
            k = near(wanted, t, e, s.assume(positive), *here)
            return s.gen(s.disch(k, positive), e)

        k = s.conj(moving, s.almost_every_time(Place(tuple(limits), s.nowhere), body))
        return folded(s, self.said(z), s.witness(predicate, g, k))

    # lemmas, each derived once
    def lemma(self, name: Any, make: Callable[[], int]) -> int:
        if name not in self._lemmas:
            self._lemmas[name] = make()
        return self._lemmas[name]

    def composed(
        self,
        count: int,
        value: Callable[..., int],
        moves: Callable[..., int],
        near: Callable[..., int],
        *,
        positive: bool = False,
    ) -> int:
        """all a ... measurable(a) => ... => measurable(\\t. value(a t, ...)); if `positive`, almost always 0 < a t.

        moves : a motion, from n and motions. near : as in `limit`, with the values for t.
        """
        s, t, n = self.s, self.s.fresh(R, "t"), self.s.fresh(N, "n")
        letters = [s.fresh(("fn", R, R), "a") for _ in range(count)]
        ks = [s.assume(self.said(a)) for a in letters]
        asked = [s.assume(s.make("ae", s.lam(t, s.lt(s.zero, s.ap(a, t))))) for a in letters if positive]
        z = s.lam(t, value(*[s.ap(a, t) for a in letters]))

        def body(hs: list[int]) -> int:
            motion = moves(n, *[s.inst(s.left(h), n) for h in hs])
            g = s.lam(n, s.node(s.f(motion))[1])

            def at(wanted: int, t: int, e: int, up: int, *here: int) -> int:
                return near(wanted, e, up, *[s.ap(a, t) for a in letters], *here)

            return self.limit(z, g, s.gen(motion, n), [*map(s.right, hs), *asked], at)

        def opened(rest: list[int], hs: list[int]) -> int:
            if not rest:
                return body(hs)
            g = s.fresh(("fn", N, ("fn", R, R)), "g")
            return s.obtain(unfolded(s, rest[0]), g, self.said(z), lambda h: opened(rest[1:], [*hs, h]))

        return s.gen(s.disch(opened(ks, []), *map(s.f, (*ks, *asked))), *letters)

    def moves(self, op: str) -> Callable[..., int]:
        """That what is made of motions by an operation moves."""
        return lambda _, *ks: self.s.by(f"moving {op}", [self.s.node(self.s.f(k))[1] for k in ks], *ks)

    def sums(self) -> int:
        s = self.s

        def near(wanted: int, e: int, up: int, a: int, b: int, j: int, k: int) -> int:
            half = s.mul(s.number(_HALF), e)
            small = s.comb(s.lt(s.zero, half), [(_HALF, [up])])

            def ends(goal: int, close: list[int]) -> int:
                (above, below), (over, under) = map(self.sides, close)
                return self.within(goal, ([above, over], []), ([below, under], []))

            return self.tends([(j, half, small), (k, half, small)], wanted, ends)

        return self.composed(2, s.add, self.moves("+"), near)

    def products(self) -> int:
        """x y - a b = u v + a v + b u for u = x - a and v = y - b, both within d = e/(1 + e + abs(a) + abs(b))."""
        s = self.s

        def near(wanted: int, e: int, up: int, a: int, b: int, j: int, k: int) -> int:
            (a_up, a_low, a_size), (b_up, b_low, b_size) = self.size(a), self.size(b)
            divisor = s.add(s.one, e, s.make("abs", a), s.make("abs", b))
            above = s.comb(s.lt(s.zero, divisor), (s.unit, up, a_size, b_size))
            d, small, whole = self.share(e, up, divisor, above)
            less = s.comb(s.le(d, e), [(1, [small, h]) for h in (up, a_size, b_size)], [whole])

            def ends(goal: int, close: list[int]) -> int:
                (u_up, u_low), (v_up, v_low) = map(self.sides, close)

                # d + d(e - d) + (d d - u v) + (d A - a v) + (d B - b u)
                def side(p: int, q: int, r: int, o: int) -> Sum:
                    pairs = [[u_up, p], [u_low, q], [a_up, p], [a_low, q], [b_up, r], [b_low, o]]
                    return [small, (1, [small, less]), *[(_HALF, pair) for pair in pairs]], [whole]

                return self.within(goal, side(v_low, v_up, u_low, u_up), side(v_up, v_low, u_up, u_low))

            return self.tends([(j, d, small), (k, d, small)], wanted, ends)

        return self.composed(2, s.mul, self.moves("*"), near)

    def exponentials(self) -> int:
        """For u = x - a: exp(x)(1 - u) <= exp(a), and exp(a)(1 + u) <= exp(x); u is below 1/2 and e/(2 exp(a))."""
        s = self.s

        def near(wanted: int, e: int, up: int, a: int, j: int) -> int:
            value, above = s.make("exp", a), s.by("exp pos", (a,))
            twice = s.mul(s.number(2), value)
            d, small, whole = self.share(e, up, twice, s.comb(s.lt(s.zero, twice), [(2, [above])]))
            half = s.number(_HALF)

            def ends(goal: int, close: list[int]) -> int:
                (u_half, _), (u_up, u_low) = map(self.sides, close)
                x = s.node(s.node(s.node(s.node(goal)[1])[1])[1])[1]
                power, u = s.by("exp pos", (x,)), s.minus(x, a)
                back, there = s.minus(a, x), s.make("exp", x)

                def beside(relation: int, k: int, z: int, d: int) -> int:
                    parts = [k, s.by("exp tangent", (d,))]
                    return s.comb(relation, [(1, parts)], [s.sym(s.by("exp add", (z, d)))])

                most = beside(s.le(s.mul(there, s.minus(s.one, u)), value), power, x, back)
                least = beside(s.le(s.mul(value, s.add(s.one, u)), there), above, a, u)
                high: list[Part] = [most, (2, [small, most]), (2, [small, power, u_half]), (1, [power, u_up])]
                return self.within(goal, (high, [whole]), ([(1, [above, small]), (1, [above, u_low]), least], [whole]))

            return self.tends([(j, half, s.comb(s.lt(s.zero, half))), (j, d, small)], wanted, ends)

        return self.composed(1, lambda a: s.make("exp", a), self.moves("exp"), near)

    def floor(self, n: int) -> tuple[int, int, int]:
        """1/(n + 1), that it is positive, and that n + 1 is."""
        s, size = self.s, self.s.make("real", self.s.make("succ", n))
        above = s.comb(s.lt(s.zero, size), [s.by("real nonneg", (n,)), s.unit], [s.off(s.by("real succ", (n,)))])
        return s.make("inv", size), s.by("inv pos", (size,), above), above

    def vanishing(self) -> int:
        """all e. 0 < e => ex k. all n. real k <= real n => abs(1/(n + 1) - 0) < e."""
        s, e, k, n = self.s, self.s.fresh(R, "e"), self.s.fresh(N, "k"), self.s.fresh(N, "n")
        up, late = s.assume(s.lt(s.zero, e)), s.assume(s.le(s.make("real", k), s.make("real", n)))
        c, above, size_above = self.floor(n)
        size, inverse = s.node(c)[1], s.make("inv", e)
        goal = s.lt(s.make("abs", s.minus(c, s.zero)), e)
        predicate = s.lam(k, s.make("all", s.lam(n, s.make("=>", s.f(late), goal))))
        one = s.by("inv", (size,), s.unequal(size, (">", size_above)))
        eqs = [(s.neg(c), s.by("inv", (e,), s.unequal(e, (">", up)))), (e, one)]

        def found(h: int) -> int:  # 1/e < real k
            less = s.comb(s.lt(inverse, size), [h, late, s.unit], [s.off(s.by("real succ", (n,)))])
            j = self.within(goal, ([(1, [above, up, less])], eqs), ([above, up], []))
            return s.witness(predicate, k, s.gen(s.disch(j, s.f(late)), n))

        some = s.obtain(s.by("Archimedes", (inverse,)), k, s.make("ex", predicate), found)
        return s.gen(s.disch(some, s.f(up)), e)

    def inverses(self) -> int:
        """1/max(x, 1/(n + 1)); x and 1/(n + 1) are within a/2 of a and 0, and x within d = e a a/2 of a."""
        s = self.s

        def moves(n: int, k: int) -> int:
            t, f = s.fresh(R, "t"), s.node(s.f(k))[1]
            c, above, _ = self.floor(n)
            low = s.lam(t, c)
            larger = s.by("moving max2", (f, low), k, s.by("moving const", (c,)))
            value = s.make("max2", s.ap(f, t), c)
            up = s.comb(s.lt(s.zero, value), [above, s.beside_two(value, s.le(c, value))])
            other = s.disch(s.unequal(value, (">", up)), s.le(s.zero, t))
            return s.by("moving inv", (s.lam(t, value),), larger, s.gen(other, t))

        def near(wanted: int, e: int, up: int, a: int, j: int, above: int) -> int:
            half, b = s.mul(s.number(_HALF), a), s.make("inv", a)
            d = s.mul(half, a, e)
            small = s.comb(s.lt(s.zero, d), [(_HALF, [above, above, up])])
            low = s.comb(s.lt(s.zero, half), [(_HALF, [above])])
            one, b_above = s.by("inv", (a,), s.unequal(a, (">", above))), s.by("inv pos", (a,), above)

            def ends(goal: int, close: list[int]) -> int:
                (_, x_low), (c_up, _), (u_up, u_low) = map(self.sides, close)
                larger = s.node(s.node(s.node(s.node(goal)[1])[1])[1])[1]
                x, c = s.node(larger)[1:]
                twice = s.comb(s.lt(a, s.mul(s.number(2), x)), [(2, [x_low])])
                x_above = s.comb(s.lt(s.zero, x), [(_HALF, [twice]), (_HALF, [above])])
                least = s.comb(s.le(c, x), [x_low, c_up])
                i, i_above = s.make("inv", x), s.by("inv pos", (x,), x_above)
                unit = s.by("inv", (x,), s.unequal(x, (">", x_above)))
                more = s.comb(
                    s.lt(i, s.mul(s.number(2), b)),
                    [(1, [i_above, b_above, twice])],
                    [(s.neg(i), one), (s.mul(s.number(2), b), unit)],
                )
                y = s.fresh(R)
                replaced = s.lam(y, s.lt(s.make("abs", s.minus(s.make("inv", y), b)), e))
                square = s.mul(e, s.add(s.one, s.mul(a, b)))

                def side(near: int, first: int, second: int) -> Sum:
                    return [(1, [b_above, small, more]), (1, [i_above, b_above, near])], [(first, one), (second, unit)]

                high, under = side(u_low, s.minus(square, i), b), side(u_up, s.add(square, i), s.neg(b))
                k = self.within(s.ap(replaced, x), high, under)
                return s.replace(s.sym(s.by("max2 first", (x, c), least)), k, replaced)

            vanishing = self.lemma("vanishing", self.vanishing)
            return self.tends([(j, half, low), (vanishing, half, low), (j, d, small)], wanted, ends)

        return self.composed(1, lambda a: s.make("inv", a), moves, near, positive=True)

    def motions(self) -> int:
        """all a. moving(a) => measurable(a)."""
        s, a, n, m = self.s, self.s.fresh(("fn", R, R), "a"), self.s.fresh(N, "n"), self.s.fresh(N, "m")
        k = s.assume(s.make("moving", a))

        def near(wanted: int, t: int, e: int, up: int) -> int:
            late, goal = s.node(s.ap(s.node(s.ap(s.node(wanted)[1], n))[1], m))[1:]
            j = self.within(goal, ([up], []), ([up], []))
            return s.witness(s.node(wanted)[1], n, s.gen(s.disch(j, late), m))

        return s.gen(s.disch(self.limit(a, s.lam(n, a), s.gen(k, n), [], near), s.f(k)), a)

    def finite_sums(self, sort: str) -> int:
        """all A a. (all i. measurable(a i)) => measurable(\\t. sum(A, \\i. a i t)), each within e/(1 + sum(A, 1))."""
        s, fresh = self.s, self.s.fresh
        i, t, n, m = fresh(sort, "i"), fresh(R, "t"), fresh(N, "n"), fresh(N, "m")
        where, a = s.fresh(("fn", sort, O), "A"), s.fresh(("fn", sort, ("fn", R, R)), "a")
        k = s.assume(s.make("all", s.lam(i, self.said(s.ap(a, i)))))
        z = s.lam(t, s.make("sum", where, s.lam(i, s.ap(a, i, t))))
        each = unfolded(s, s.inst(k, i))
        f = s.fresh(("fn", sort, ("fn", N, ("fn", R, R))), "f")

        def chosen(h: int) -> int:
            h = s.inst(h, i)
            motions = s.lam(i, s.ap(f, i, n))
            motion = s.by("moving sum", (where, motions), s.gen(s.inst(s.left(h), n), i))
            limits = s.countable(s.right(h), i)

            def near(wanted: int, t: int, e: int, up: int, here: int) -> int:
                ones = s.make("sum", where, s.lam(i, s.one))
                count = s.by("sum mono", (where, s.lam(i, s.one)), s.gen(s.disch(s.weak(s.unit), s.ap(where, i)), i))
                divisor = s.add(s.one, ones)
                above = s.comb(s.lt(s.zero, divisor), [count, s.unit])
                d, small, whole = self.share(e, up, divisor, above)
                some = s.mp(s.inst(here, i, d), small)
                q = s.fresh(("fn", sort, N), "k")

                def bounded(j: int) -> int:
                    every, sizes = s.bind(sort, lambda _: s.make("true")), s.lam(i, s.make("real", s.ap(q, i)))
                    top = s.make("max", every, sizes)
                    late, goal = s.node(s.ap(s.node(s.ap(s.node(wanted)[1], m))[1], n))[1:]

                    def found(g: int) -> int:  # the largest of all k is below real m
                        parts = s.by("max above", (every, sizes, i), s.truth), g, s.assume(late)
                        own = s.comb(s.le(s.ap(sizes, i), s.make("real", n)), parts)
                        close = self.sides(s.mp(s.inst(j, i, n), own))
                        sides = []
                        for side in close:
                            _, low, high = s.node(s.f(side))
                            rest = s.lam(i, s.minus(high, low))
                            weak = s.comb(s.le(s.zero, s.ap(rest, i)), [side])
                            sides.append(s.by("sum mono", (where, rest), s.gen(s.disch(weak, s.ap(where, i)), i)))
                        last = self.within(goal, *(([small, side], [whole]) for side in sides))
                        return s.witness(s.node(wanted)[1], m, s.gen(s.disch(last, late), n))

                    return s.obtain(s.by("Archimedes", (top,)), m, wanted, found)

                relation = s.lam(i, s.node(s.f(some))[1])
                return s.obtain(s.by("choice", (relation,), s.gen(some, i)), q, wanted, bounded)

            return self.limit(z, s.lam(n, s.node(s.f(motion))[1]), s.gen(motion, n), [limits], near)

        relation = s.lam(i, s.node(s.f(each))[1])
        made = s.obtain(s.by("choice", (relation,), s.gen(each, i)), f, self.said(z), chosen)
        return s.gen(s.disch(made, s.f(k)), where, a)

    # terms
    def number(self, place: Place, z: int) -> int:
        """measurable(z), for a number that is a function of time, operation by operation."""
        s, t = self.s, self.s.fresh(R, "t")
        body = s.ap(z, t)
        op, *args = s.node(body)
        if t not in s.state.free[body]:
            return self.motion(place, z)
        made = {"+": self.sums, "*": self.products, "exp": self.exponentials, "inv": self.inverses}.get(op)
        if made is not None:
            parts, lemma = [s.lam(t, part) for part in args], self.lemma(op, made)
            divisor = op == "inv"
            above = [s.almost_every_time(place, lambda inner: self.above(inner, parts[0]))] if divisor else []
            return s.mp(s.inst(lemma, *parts), *[self.number(place, part) for part in parts], *above)
        if op == "sum" and t not in s.state.free[args[0]]:
            sort = s.sort(args[0])[1]
            i = s.fresh(sort, "i")
            terms = s.bind(sort, lambda i: s.lam(t, s.ap(args[1], i)))
            lemma = self.lemma(sort, lambda: self.finite_sums(sort))
            return s.mp(s.inst(lemma, args[0], terms), s.gen(self.number(place, s.ap(terms, i)), i))
        found = self.along(place, t, *args) if op == "dot" else None
        if found is not None:
            return found
        k = s.known(place, self.said(z))
        return self.motion(place, z) if k is None else k

    def motion(self, place: Place, z: int) -> int:
        """measurable(z) of what moves."""
        return self.s.mp(self.s.inst(self.lemma("motions", self.motions), z), self.s.moving_here(place, z))

    def above(self, place: Place, value: int) -> int:
        """0 < a divisor."""
        k = self.s.known(place, self.s.lt(self.s.zero, self.s.ap(value, place.time)))
        return self.s.needed(k, "a divisor that is not known to be positive")

    def along(self, place: Place, t: int, u: int, w: int) -> int | None:
        """measurable(\\t. dot(u, w)), one of the vectors without time, from the parts of the other."""
        s, whole = self.s, self.s.make("dot", u, w)
        if t in s.state.free[u]:
            u, w = w, u
        op, *args = s.node(w)
        if t in s.state.free[u]:
            raise Failed("a scalar product of two vectors that depend on time")
        if op == "+":
            equal = s.add(*[s.make("dot", u, part) for part in args])
        elif op == "*":
            equal = s.mul(args[0], s.make("dot", u, args[1]))
        elif op == "sum":
            equal = s.make("sum", args[0], s.bind(s.sort(args[0])[1], lambda i: s.make("dot", u, s.ap(args[1], i))))
        elif op == "lin" and t not in s.state.free[args[0]]:
            symmetric = s.symmetric_here(place, args[0])
            k = s.trans(s.step("ring", whole, s.make("dot", u, w)), s.inst(symmetric, u, args[1]))
            return self.said_of(t, k, place)
        else:
            return None
        return self.said_of(t, s.step("ring", whole, equal), place)

    def said_of(self, t: int, k: int, place: Place) -> int:
        """measurable(\\t. a) from a = b."""
        s = self.s
        made = self.number(place, s.lam(t, s.node(s.f(k))[2]))
        return s.replace(s.sym(s.step("ext", k, t)), made, self.said)


@tactic("one solution")
def _one_solution(s: Rules, place: Place, c: int, premise: Premises, v: Values) -> int:
    """Letters of the premises are functions of a token and the time, those of the schema of the time and a token."""
    _, f, on, state = s.applied(c)
    form, sort = v("Q"), s.sort(state)
    x, i, u, t = s.fresh(sort, "X"), s.fresh("I:token", "i"), s.fresh(sort[2], "v"), s.fresh(R, "t")
    k = s.step("ax", "one solution", f, on, state, form, v("B"), v("L"))
    k = s.mp(k, premise(0), s.gen(s.refl(s.ap(on, x)), x), premise(1))
    asked = s.node(s.ap(s.node(s.node(s.f(k))[1])[1], x))[1]
    made = Measurable(s).number(s.closed(place), s.lam(t, s.make("dot", u, s.ap(f, t, x, i))))
    k = s.mp(k, s.gen(s.disch(s.gen(made, i, u), asked), x))
    motions = [s.fresh(("fn", R, sort), name) for name in "xy"]
    turned = [s.lam(i, s.lam(t, s.ap(y, t, i))) for y in motions]
    bound, number = s.fresh(R, "T"), s.fresh(("fn", R, R), "c")
    k = s.mp(k, s.gen(s.inst(premise(2), turned[0], bound), motions[0], bound))
    return s.mp(k, s.gen(s.inst(premise(3), *turned, number, bound), *motions, number, bound))
