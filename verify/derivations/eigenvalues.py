"""Eigenvalues at an instance: where they are, by positive forms; stability of fixed points; what is not reached.

With z = a + ib and U a = r a - w b, U b = w a + r b a form q gives q(U a) + q(U b) = (r r + w w) (q(a) + q(b)), and the
like for r. So t0 + t1 r + t2 (r r + w w) is positive where the form that takes the place of it is positive definite.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any

from .discs import outside
from .emit import Failed, R, Whole
from .facts import Place
from .instances import Instances
from .maps import about, fixed_at, folded, lin_at, unfolded, unfolding
from .polynomials import Poly, plus, times
from .stability import Reached, started_near

_MARGINS = tuple(Fraction(1, 4**n) for n in range(1, 8))
_POWERS = 80
_ONE: Poly = {(): Fraction(1)}
_OPENED = ("teig", "tan")
Form = dict[tuple[int, int], Fraction]


@dataclass
class Side:
    """The coordinates of a real or imaginary part in normal form, and those of its images.

    turned, equal : what the images are, U a = r a - w b, and sequents of that. lengths : dot(a, a) by coordinates.
    """

    values: list[Poly] = field(default_factory=list)
    images: list[Poly] = field(default_factory=list)
    turned: list[int] = field(default_factory=list)
    equal: list[int] = field(default_factory=list)
    lengths: list[int] = field(default_factory=list)


class Eigenvalues(Instances):
    """What is said of eigenvalues, and of maps near a fixed point."""

    def _implied(self, place: Place, p: int, q: int) -> int:
        if self.is_op(p, "ex") and self.sort(self.node(p)[1])[1] in self.frames:  # that there is a vector
            with suppress(Failed):
                h, body = self.assume(p), partial(self._each_goal, place, q)
                return self.disch(self._opened_up([h], [], [], q, body), p)
        return super()._implied(place, p, q)

    def _each_goal(self, place: Place, goal: int, facts: list[int], letters: list[int]) -> int:
        """A goal about the eigenvalue of which facts speak."""
        equal = self._simpler(goal)
        if equal is not None:
            return self.convert(self.sym(equal), self._each_goal(place, self.node(self.f(equal))[2], facts, letters))
        op, *args = self.node(goal)
        if op == "and":
            return self.conj(*(self._each_goal(place, part, facts, letters) for part in args))
        if op not in ("<", "<="):
            raise Failed("not a bound of an eigenvalue")
        return self._by_form(place, facts, letters, goal)

    def _opened_up(
        self,
        ks: list[int],
        facts: list[int],
        letters: list[int],
        goal: int,
        body: Callable[[list[int], list[int]], int],
    ) -> int:
        """The goal from facts taken apart, and from letters for what there is."""
        if not ks:
            return body(facts, letters)
        k, *rest = ks
        op, *args = self.node(self.f(k))
        word = self.node(self.applied(self.f(k))[0])
        if word[0] == "word" and word[1] in _OPENED:
            return self._opened_up([unfolded(self, k), *rest], facts, letters, goal, body)
        if op == "and":
            return self._opened_up([self.left(k), self.right(k), *rest], facts, letters, goal, body)
        if op == "ex":
            x = self.fresh(self.sort(args[0])[1], "x")
            return self.obtain(k, x, goal, lambda h: self._opened_up([h, *rest], facts, [*letters, x], goal, body))
        if op == "all" and self.sort(args[0])[1] in self.members:
            each = [self.inst(k, x) for x in self.members[self.sort(args[0])[1]]]
            return self._opened_up([*each, *rest], facts, letters, goal, body)
        return self._opened_up(rest, [*facts, k], letters, goal, body)

    # maps at a fixed point
    def _shown_at(self, place: Place, p: int) -> int:
        name, *parts = self._said_of_map(p)
        if name == "asymptotically_stable":
            return self.by("indirect method, stable", parts, self._resting(place, parts), self._inside(place, parts))
        if name == "lyapunov":
            stable = about(self, "asymptotically_stable", parts[2], *parts)
            return self.left(unfolded(self, self.prove(place, stable)))
        if name == "inside_disc":
            return self._inside(place, parts)
        return super()._shown_at(place, p)

    def _refuted_at(self, place: Place, p: int) -> int:
        name, *parts = self._said_of_map(p)
        if name == "asymptotically_stable":
            no = self.refuted(place, about(self, "lyapunov", parts[2], *parts))
            return self.refute(p, lambda h: self.conflict(self.left(unfolded(self, h)), no))
        if name == "lyapunov":
            return self.by("indirect method, unstable", parts, self._resting(place, parts), self._outside(place, parts))
        if name == "outside_disc":
            return self._nothing_outside(place, p, parts)
        if name == "almost_all_reach":
            return self._not_reached(place, p, parts)
        return super()._refuted_at(place, p)

    def _said_of_map(self, p: int) -> list[Any]:
        """The word of a formula about a map, and what it is about."""
        head, *parts = self.applied(p)
        node = self.node(head)
        return [node[1] if node[0] == "word" else "", *parts]

    def _resting(self, place: Place, parts: Sequence[int]) -> int:
        f, _, state = parts
        predicate = self.bind("I:token", lambda i: self.eq(self.ap(f, state, i), self.ap(state, i)))
        return fixed_at(self, f, state, self.prove(place, self.make("all", predicate)))

    def _in_disc(self, place: Place, parts: Sequence[int], goal: Callable[[int, int], int]) -> int:
        """all r w. teig(F, S, r, w) => goal(r, w)."""
        f, _, state = parts
        found = self.differential_here(place, f, state)
        r, w = self.fresh(R, "r"), self.fresh(R, "w")
        teig, wanted = about(self, "teig", state, f, state, r, w), goal(r, w)

        def body(facts: list[int], letters: list[int]) -> int:
            linear, x = letters[0], self.fresh(self.sort(f), "L")
            same = self.by("diff unique", (f, state, linear, found[0]), facts[0], found[1])
            ks = [self.replace(same, k, self.lam(x, self._with(self.f(k), linear, x))) for k in facts[1:]]
            return self._by_form(place, ks, letters[1:], wanted)

        k = self._opened_up([self.assume(teig)], [], [], wanted, body)
        return self.gen(self.disch(k, teig), r, w)

    def _inside(self, place: Place, parts: Sequence[int]) -> int:
        f, on, state = parts
        every = self._in_disc(place, parts, lambda r, w: self.lt(self.add(self.mul(r, r), self.mul(w, w)), self.one))
        said = about(self, "inside_disc", state, *parts)
        return folded(self, said, self.conj(self._applies(place, f, on, state), every))

    def _units(self, place: Place, state: int) -> int:
        """The tokens of a state are unit vectors."""
        predicate = self.bind("I:token", lambda i: self.eq(self.make("dot", *[self.ap(state, i)] * 2), self.one))
        return self.prove(place, self.make("all", predicate))

    def _applies(self, place: Place, f: int, on: int, state: int) -> int:
        return lin_at(self, place.having(self._units(place, state)), f, on, state)

    def _nothing_outside(self, place: Place, p: int, parts: Sequence[int]) -> int:
        """not outside_disc, as no eigenvalue is beyond the circle."""
        every = self._in_disc(place, parts, lambda r, w: self.le(self.add(self.mul(r, r), self.mul(w, w)), self.one))
        r, w = self.fresh(R, "r"), self.fresh(R, "w")

        def at(h: int) -> int:
            return self.absurd(self.false, [self.mp(self.inst(every, r, w), self.left(h)), self.right(h)])

        def wrong(h: int) -> int:
            k = self.right(unfolded(self, h))
            return self.obtain(k, r, self.false, lambda j: self.obtain(j, w, self.false, at))

        return self.refute(p, wrong)

    def _outside(self, place: Place, parts: Sequence[int]) -> int:
        """outside_disc, by an eigenvector."""
        f, on, state = parts
        linear, smooth = self.differential_here(place, f, state)
        a, b = self.fresh(self.sort(state), "a"), self.fresh(self.sort(state), "b")
        tangents = [
            self.assume(self.eq(self.make("dot", self.ap(state, i), self.ap(a, i)), self.zero))
            for i in self.members["I:token"]
        ]
        slots = [self._slots(a)]
        space = self.sort(slots[0][0])
        inner, free = self._eliminated(place, tangents, slots)
        coordinates = self._coordinates(slots[0], space)
        images = [self.ap(linear, a, i) for i in self.members["I:token"]]
        values = [self.evaluated(place, u) for u in images]
        images = [u if k is None else self.node(self.f(k))[2] for u, k in zip(images, values, strict=True)]
        moved = self._coordinates(images, space)
        side = Side(self._all_reduced(inner, coordinates), self._all_reduced(inner, moved))
        r, w, real, turned = _eigenvector(self._matrix(side, free))
        atoms = [x for _, x in free]
        value = {a: dict(zip(atoms, real, strict=True)), b: dict(zip(atoms, turned, strict=True))}
        d = len(self.frames[space])

        def written(x: int) -> int:
            numbers = [self.number(sum((c * value[x][m[0]] for m, c in p.items()), Fraction(0))) for p in side.values]
            xs = self.members["I:token"]
            vectors = [self.vector_of(space, numbers[n * d : n * d + d]) for n in range(len(xs))]
            return self.family_of(xs, vectors)

        teig = about(self, "teig", state, f, state, self.number(r), self.number(w))
        predicate = self.node(self.node(self.f(unfolding(self, teig)))[2])[1]
        said = self.ap(predicate, linear)
        first = self.node(self.node(said)[2])[1]
        second = self.node(self.ap(first, written(a)))[1]
        k = self.witness(second, written(b), self.prove(place, self.ap(second, written(b))))
        k = folded(self, teig, self.witness(predicate, linear, self.conj(smooth, self.witness(first, written(a), k))))
        x, y = self.number(r), self.number(w)
        above = self.comb(self.lt(self.one, self.add(self.mul(x, x), self.mul(y, y))))
        said = about(self, "outside_disc", state, *parts)
        return outside(self, said, self._applies(place, f, on, state), x, y, k, above)

    # states that are not reached
    def _not_reached(self, place: Place, p: int, parts: Sequence[int]) -> int:
        """not almost_all_reach, as a state that is not wanted attracts what is near."""
        f, on, wanted = parts

        def attracting(state: int) -> int:
            no = self.refuted(place, self.ap(wanted, state))
            stable = self.prove(place, about(self, "asymptotically_stable", state, f, on, state))
            return self.refute(p, lambda h: self._attracts(place, h, state, stable, no))

        return self.needed(self.first(attracting, self._states()), "no state that attracts")

    def _states(self) -> list[int]:
        """States of the instance, and those whose tokens are all along one of its vectors or an axis."""
        xs, states = self.members["I:token"], [("fn", "I:token", space) for space in self.frames]
        found = [t for t in self.given_values() if self.sort(t) in states]
        vectors = [t for t in self.given_values() if self.sort(t) in self.frames]
        for u in dict.fromkeys([*vectors, *(e for es in self.frames.values() for e in es)]):
            for signs in product((1, -1), repeat=len(xs)):
                found.append(self.family_of(xs, [u if c > 0 else self.make("*", self.number(-1), u) for c in signs]))
        return found

    def given_values(self) -> list[int]:
        """What stands for the letters of the statement."""
        return []

    def _attracts(self, place: Place, h: int, state: int, stable: int, no: int) -> int:
        """false, as an orbit from near a state that attracts tends to it."""
        d, unit = self.fresh(R, "d"), folded(self, about(self, "sph", state, state), self._units(place, state))

        def near(j: int) -> int:  # 0 < d and what starts nearer tends to the state
            def along(y: int, began: int, reached: Reached) -> int:
                tends = self.mp(self.inst(self.right(j), y), began)
                return self.conflict(reached(state, self._limit(state, y, tends)), no)

            return started_near(self, h, state, unit, d, self.left(j), along)

        return self.obtain(self.right(unfolded(self, stable)), d, self.false, near)

    def _limit(self, state: int, y: int, tends: int) -> int:
        """limit_point(y, S) from tends_n(y, S)."""
        goal = about(self, "limit_point", state, y, state)
        e, m, k = self.fresh(R, "e"), self.fresh("N", "m"), self.fresh("N", "k")
        body = self.node(self.f(unfolding(self, goal)))[2]
        positive = self.assume(self.lt(self.zero, e))
        predicate = self.node(self.ap(self.node(self.node(self.ap(self.node(body)[1], e))[2])[1], m))[1]
        later = self.make("plusN", m, k)

        def at(h: int) -> int:
            total = self.by("real plus", (m, k))
            real = [self.by("real nonneg", (x,)) for x in (m, k)]
            below, above = (
                self.comb(self.le(self.make("real", x), self.make("real", later)), [o], [self.off(total)])
                for x, o in ((m, real[1]), (k, real[0]))
            )
            return self.witness(predicate, later, self.conj(below, self.mp(self.inst(h, later), above)))

        some = self.mp(self.inst(unfolded(self, tends), e), positive)
        found = self.obtain(some, k, self.make("ex", predicate), at)
        return folded(self, goal, self.gen(self.disch(self.gen(found, m), self.f(positive)), e))

    # the form
    def _by_form(self, place: Place, facts: list[int], letters: list[int], goal: int) -> int:
        relations = [k for k in facts if self.is_op(self.f(k), "=")]
        vectors = [x for x in letters if self.sort(x) in self.frames or isinstance(self.sort(x), tuple)]
        vectors = [x for x in vectors if self.sort(x)[0] != "lin" and not isinstance(self.sort(x)[1], tuple)]
        images = [k for k in relations if self.is_vector(self.node(self.f(k))[1])]
        orthogonal = [k for k in relations if self.sort(self.node(self.f(k))[1]) == R]
        if not 1 <= len(vectors) <= 2 or not images:
            raise Failed("no eigenvectors")
        slots = [self._slots(x) for x in vectors]
        space = self.sort(slots[0][0])
        real = self.vec(self.node(self.f(images[0]))[2]).get(slots[0][0], {})
        turning = self.vec(self.node(self.f(images[1]))[2]).get(slots[0][0], {}) if len(slots) == 2 else {}
        inner, free = self._eliminated(place, orthogonal, slots)
        sides: list[Side] = []
        for n, own in enumerate(slots):
            other = slots[1 - n] if len(slots) == 2 else []
            turn = self.term_of({m: -c if n == 0 else c for m, c in turning.items()})
            ks = images[n :: len(slots)]
            sides.append(self._side(place, inner, own, other, self.term_of(real), turn, ks, orthogonal, space))
        t = self._coefficients(place, goal, real, turning)
        forms: list[Form] = [{(n, n): Fraction(1) for n in range(len(sides[0].values))}]
        weights = _weights(self._matrix(sides[0], free), *t) if free else None
        if weights:
            forms.append({(free[i][0], free[j][0]): c for (i, j), c in weights.items()})
        some = self._some_length(facts, slots)
        for form in forms:
            found = self._positive_form(inner, goal, t, form, sides, some)
            if found is not None:
                return found
        raise Failed(f"no form that is positive: {self.state.show(goal)[:200]}")

    def _slots(self, x: int) -> list[int]:
        """A vector, or those of a state."""
        sort = self.sort(x)
        return [self.ap(x, i) for i in self.members[sort[1]]] if isinstance(sort, tuple) else [x]

    def _coordinates(self, vectors: Sequence[int], space: str) -> list[int]:
        return [self.make("dot", e, u) for u in vectors for e in self.frames[space]]

    def _eliminated(
        self, place: Place, orthogonal: list[int], slots: list[list[int]]
    ) -> tuple[Place, list[tuple[int, int]]]:
        """The place where what is orthogonal is solved for coordinates; the places and atoms of those that are left."""
        space = self.sort(slots[0][0])
        solved: list[int] = []
        gone: set[int] = set()
        for k in orthogonal:
            _, left, _ = self.node(self.f(k))
            p, used = self._reduced(place, left)
            pivots = sorted(((abs(c), m[0]) for m, c in p.items() if len(m) == 1 and m[0] not in gone), reverse=True)
            if not pivots:
                continue
            a = pivots[0][1]
            c = p[a,]
            rest = self.term_of({m: -d / c for m, d in p.items() if m != (a,)})
            eqs = [(self.mul(self.number(-1 / c), f), j) for f, j in used]
            solved.append(self.comb(self.eq(a, rest), (), [(self.number(1 / c), k), *eqs]))
            gone.add(a)
        atoms = [self.atom(c) for c in self._coordinates(slots[0], space)]
        return place.using(solved, []), [(n, a) for n, a in enumerate(atoms) if a not in gone]

    def _reduced(self, place: Place, t: int) -> tuple[Poly, list[tuple[int, int]]]:
        """A number in normal form p, and the equations with their cofactors f by which t = p + sum f (l - r)."""
        p, eqs = self.reduced(place, self.poly(t))
        return p, self._written(eqs)

    def _all_reduced(self, place: Place, ts: Sequence[int]) -> list[Poly]:
        return [self._reduced(place, t)[0] for t in ts]

    def _side(
        self,
        place: Place,
        inner: Place,
        own: list[int],
        other: list[int],
        real: int,
        turn: int,
        ks: list[int],
        orthogonal: list[int],
        space: str,
    ) -> Side:
        """U a = r a - w b, or U b = w a + r b, by coordinates."""
        side = Side()
        for n, (a, k) in enumerate(zip(own, ks, strict=True)):
            turned = self.make("*", real, a)
            if other:
                turned = self.add(turned, self.make("*", turn, other[n]))
            image = self._projected(place, k, turned, orthogonal)
            x = self.fresh(space)
            for e in self.frames[space]:
                equal = self.under(image, self.lam(x, self.make("dot", e, x)))
                _, left, right = self.node(self.f(equal))
                (m, one), (p, two) = self._reduced(inner, left), self._reduced(inner, right)
                eqs = [(self.one, equal), *((self.neg(f), j) for f, j in one), *two]
                side.images.append(m)
                side.turned.append(self.term_of(p))
                side.equal.append(self.comb(self.eq(self.term_of(m), side.turned[-1]), (), eqs))
                side.values.append(self._reduced(inner, self.make("dot", e, a))[0])
            span = self.inst(self._spans[space], a)
            side.lengths.append(self.under(span, self.lam(x, self.make("dot", a, x))))
        return side

    def _projected(self, place: Place, k: int, turned: int, orthogonal: list[int]) -> int:
        """U a - dot(v, U a)*v = r a - w b, from U a = r a - w b + p v, v a unit vector that is orthogonal to both."""
        value = self.evaluated(place, self.node(self.f(k))[1])
        if value is not None:
            k = self.comb(self.eq(*[self.node(self.f(j))[2] for j in (value, k)]), (), [k, self.off(value)])
        _, left, right = self.node(self.f(k))
        rest = self.vec(self.minus(right, turned))
        if not rest:
            return self.comb(self.eq(left, turned), (), [k])
        v = self.node(self.node(self.f(orthogonal[0]))[1])[1]
        along = self.vec(v)
        a, c = next(iter((a, q[()]) for a, q in along.items() if set(q) == {()}))
        p = self.term_of({m: d / c for m, d in rest[a].items()})
        unit = self.equal(place, self.eq(self.make("dot", v, v), self.one))
        if unit is None or self.vec(self.minus(self.minus(right, turned), self.make("*", p, v))):
            raise Failed("not beside a unit vector")
        value = self.make("dot", v, left)
        flat = [(self.vec(turned).get(u, {}), j) for j in orthogonal for u in [self.node(self.node(self.f(j))[1])[2]]]
        eqs = [(self.one, self.under(k, lambda x: self.make("dot", v, x))), (p, unit)]
        part = self.comb(self.eq(value, p), (), [*eqs, *((self.term_of(f), j) for f, j in flat if f)])
        goal = self.eq(self.minus(left, self.make("*", value, v)), turned)
        return self.comb(goal, (), [k, (self.neg(v), part)])

    def _coefficients(self, place: Place, goal: int, real: Poly, turning: Poly) -> tuple[Fraction, Fraction, Fraction]:
        """t0, t1, t2 where the goal is that t0 + t1 r + t2 (r r + w w) is above 0."""
        _, low, high = self.node(goal)
        p, _ = self._reduced(place, self.minus(high, low))
        if len(real) != 1 or len(turning) > 1:
            raise Failed("an eigenvalue that is not a letter")
        t0 = p.get((), Fraction(0))
        ((r, _),) = real.items()
        t1, t2 = p.get(r, Fraction(0)), p.get((*r, *r), Fraction(0))
        expected: Poly = {(): t0, r: t1, (*r, *r): t2}
        if turning:
            ((w, _),) = turning.items()
            expected[*w, *w] = t2
        if {m: c for m, c in expected.items() if c} != p:
            raise Failed("a bound of another form")
        return t0, t1, t2

    def _matrix(self, side: Side, free: list[tuple[int, int]]) -> list[list[Fraction]]:
        """The map in the coordinates that are left."""
        rows = []
        for n, _ in free:
            if not all(len(m) == 1 for m in side.images[n]):
                raise Failed("an image that is not computed")
            rows.append([side.images[n].get((a,), Fraction(0)) for _, a in free])
        return rows

    def _some_length(self, facts: list[int], slots: list[list[int]]) -> int:
        """0 < the squares of all lengths together, as some vector is not zero."""
        whole = self.add(*[self.make("dot", a, a) for own in slots for a in own])
        goal = self.lt(self.zero, whole)
        every = [a for own in slots for a in own]

        def by(k: int) -> int:
            if self.is_op(self.f(k), "or"):
                return self.either(k, goal, by, by)
            up, u = self._length_above(k), self.node(self.node(self.f(k))[1])[1]
            return self.comb(goal, [up, *(self.by("dot pos", (a,)) for a in every if a != u)])

        for k in facts:
            if self.node(self.f(k))[0] not in ("or", "not"):
                continue
            index = next((x for x in self.state.free[self.f(k)] if self.sort(x) in self.members), None)
            if index is None or index in self.members[self.sort(index)]:
                return by(k)
            said = self.lam(index, self.make("=>", self.f(k), goal))

            def at(x: int, said: int = said) -> int:
                p = self.node(self.ap(said, x))[1]
                return self.disch(by(self.assume(p)), p)

            return self.mp(self.inst(self.each(self.sort(index), said, at), index), k)
        raise Failed("vectors that may vanish")

    def _positive_form(
        self, place: Place, goal: int, t: tuple[Fraction, Fraction, Fraction], form: Form, sides: list[Side], some: int
    ) -> int | None:
        """The goal, as t times the form is a sum of squares and of a share of all lengths."""
        strict = self.is_op(goal, "<")
        shares = [self._share(t, form, side, strict) for side in sides]
        weights = [self._squares_of(_on(form, side.values, side.values)) for side in sides]
        if None in shares or None in weights:
            return None
        margin = min(share for share in shares if share is not None)
        parts: list[Whole] = []
        known: list[tuple[Poly, int]] = []
        whole: list[int] = []
        for side, squares in zip(sides, weights, strict=True):
            left = self._squares_of(plus(_image_form(t, form, side), _lengths(side.values), -margin))
            assert squares is not None
            if left is None:
                return None
            parts += [(c, [], [s]) for c, s in left]
            whole += [self.mul(self.number(c), s, s) for c, s in squares]
            known += [({(): margin}, k) for k in side.lengths]
            for k, equal in enumerate(side.equal):
                cofactor: Poly = {}
                for (i, j), c in form.items():
                    if j == k:
                        cofactor = plus(cofactor, side.values[i], t[1] * c)
                        cofactor = plus(cofactor, plus(side.images[i], self.poly(side.turned[i])), t[2] * c)
                if cofactor:
                    known.append((cofactor, equal))
        q = self.add(*whole)
        weak = self.comb(self.le(self.zero, q), [(c, [], [s]) for squares in weights for c, s in squares or ()])
        if margin:
            parts.append((margin, [some], []))

        def wrong(h: int) -> int:  # t <= 0, or t < 0
            k = weak if strict else self._strictly(place, q, some, sides)
            found = self.equal(place, self.lt(self.zero, self.zero), [(1, [h, k], []), *parts], known)
            return self.clash(goal, self.needed(found, f"a form: {self.left_over}"))

        return self.contrary(goal, wrong)

    def _strictly(self, place: Place, q: int, some: int, sides: list[Side]) -> int:
        """0 < q, which is all lengths together."""
        lengths = [(_ONE, k) for side in sides for k in side.lengths]
        found = self.equal(place, self.lt(self.zero, q), [(1, [some], [])], lengths)
        return self.needed(found, "a form that is not all lengths")

    def _share(self, t: tuple[Fraction, Fraction, Fraction], form: Form, side: Side, strict: bool) -> Fraction | None:
        """A share of the lengths by which the form is positive; none of them where it need not be."""
        whole, lengths = _image_form(t, form, side), _lengths(side.values)
        margins = _MARGINS if strict else (Fraction(0),)
        return next((c for c in margins if self._squares_of(plus(whole, lengths, -c)) is not None), None)


def _on(form: Form, x: Sequence[Poly], y: Sequence[Poly]) -> Poly:
    """The form at two lists of numbers."""
    total: Poly = {}
    for (i, j), c in form.items():
        total = plus(total, times(x[i], y[j]), c)
    return total


def _lengths(x: Sequence[Poly]) -> Poly:
    return _on({(n, n): Fraction(1) for n in range(len(x))}, x, x)


def _image_form(t: tuple[Fraction, Fraction, Fraction], form: Form, side: Side) -> Poly:
    """t0 q(a) + t1 q(a, U a) + t2 q(U a)."""
    whole: Poly = {}
    values, images = side.values, side.images
    for c, x, y in zip(t, (values, values, images), (values, images, images), strict=True):
        whole = plus(whole, _on(form, x, y), c)
    return whole


def _weights(matrix: list[list[Fraction]], t0: Fraction, t1: Fraction, t2: Fraction) -> Form | None:
    """A form q for which t0 q(a) + t1 q(a, M a) + t2 q(M a) is likely positive: a sum over powers of M in a disc."""
    if t2 >= 0 or t1 * t1 <= 4 * t0 * t2:
        return None
    n = range(len(matrix))
    middle = float(-t1 / (2 * t2))
    radius = (middle * middle - float(t0 / t2)) ** 0.5
    unit = [[(float(matrix[i][j]) - middle * (i == j)) / radius for j in n] for i in n]
    power = [[float(i == j) for j in n] for i in n]
    total = [[0.0 for _ in n] for _ in n]
    for _ in range(_POWERS):
        total = [[total[i][j] + sum(power[k][i] * power[k][j] for k in n) for j in n] for i in n]
        power = [[sum(power[i][k] * unit[k][j] for k in n) for j in n] for i in n]
    if max(abs(c) for row in total for c in row) > 1e6:
        return None
    rounded = {(i, j): Fraction(round(16 * total[min(i, j)][max(i, j)]), 16) for i, j in product(n, repeat=2)}
    return {ij: c for ij, c in rounded.items() if c}


def _eigenvector(matrix: list[list[Fraction]]) -> tuple[Fraction, Fraction, list[Fraction], list[Fraction]]:
    """r, w, a, b with M a = r a - w b, M b = w a + r b and r r + w w > 1. Raises Failed where none is rational."""
    n = len(matrix)
    for root in _roots(matrix):
        r, w = (Fraction(x).limit_denominator(1000) for x in (root.real, root.imag))
        if r * r + w * w <= 1:
            continue
        moved = [[matrix[i][j] - r * (i == j) for j in range(n)] for i in range(n)]
        rows = [[*moved[i], *(w * (i == j) for j in range(n))] for i in range(n)]
        rows += [[*(-w * (i == j) for j in range(n)), *moved[i]] for i in range(n)]
        found = _kernel(rows)
        if found is not None:
            return r, w, found[:n], found[n:]
    raise Failed("no rational eigenvalue outside")


def _rational(rows: list[list[Fraction]]) -> Any:
    from flint import fmpq, fmpq_mat

    return fmpq_mat([[fmpq(c.numerator, c.denominator) for c in row] for row in rows])


def _roots(matrix: list[list[Fraction]]) -> list[complex]:
    """The eigenvalues as floats, the largest first."""
    return sorted((complex(x) for x, _ in _rational(matrix).charpoly().complex_roots()), key=abs, reverse=True)


def _kernel(rows: list[list[Fraction]]) -> list[Fraction] | None:
    """A vector that is not zero and that all rows are orthogonal to."""
    whole, _ = _rational(rows).numer_denom()
    basis, count = whole.nullspace()
    return [Fraction(int(basis[k, 0])) for k in range(len(rows[0]))] if count else None
