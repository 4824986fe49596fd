"""Whether a formula follows at once: a fact, an instance of one, a sign, an equation, the same thing otherwise said."""

from __future__ import annotations

from ..core.terms import LEAVES, is_index, is_value
from .arithmetic import Arithmetic
from .emit import Equality, R
from .facts import Piece, Place
from .polynomials import Poly, proportional

_DEEPEST = 6


class Knowing(Arithmetic):
    """What is known at a place."""

    _depth = 0

    def known(self, place: Place, goal: int) -> int | None:
        """A sequent of the goal; None where it does not follow at once."""
        kept: dict[int, int | None] = place.kept.setdefault("known", {})
        if goal in kept:
            return kept[goal]
        formulas = place.once("formulas", "", lambda: {self.f(k): k for k in reversed(place.facts)})
        if goal in formulas:
            return formulas[goal]
        if self._depth > _DEEPEST:
            self._blocked = True
            return None
        self._depth += 1
        kept[goal] = None
        try:
            result = self._known(place, goal)
        finally:
            self._depth -= 1
            del kept[goal]
        if result is not None or self._depth == 0:
            kept[goal] = result
        return result

    def _known(self, place: Place, goal: int) -> int | None:
        op, *args = self.node(goal)
        found: int | None = None
        if op == "true":
            return self.truth
        if op == "and":
            a = self.known(place, args[0])
            b = None if a is None else self.known(place, args[1])
            return None if a is None or b is None else self.conj(a, b)
        if op == "not" and self.is_op(args[0], "="):
            found = self._unequal(place, *self.node(args[0])[1:])
        elif op == "or":
            for position, name in ((0, "or left"), (1, "or right")):
                k = self.known(place, args[position])
                if k is not None:
                    return self.by(name, args, k)
        elif op in ("<", "<=", "="):
            sort = self.sort(args[0])
            if is_index(sort):
                found = self._index_relation(place, op, *args)
            elif is_value(sort):
                found = self.instance(place, goal, exactly=True) or self.relation(place, goal)
            elif op == "=" and args[0] == args[1]:
                return self.refl(args[0])
        elif op == "moving":
            found = self.moves(place, args[0])
        if found is None:
            found = self.instance(place, goal)
        if found is None and op == "=" and self.sort(args[0]) == "N":
            real = self.known(place, self.eq(self.make("real", args[0]), self.make("real", args[1])))
            found = None if real is None else self.by("real injective", args, real)
        if found is None and op in ("all", "=>", "ex", "ae"):
            found = self._converted(place, goal)
        if found is None and op in ("all", "ae"):
            found = self.throughout(place, goal)
        if found is None and op == "all":
            found = self._generalised(place, goal)
        if found is None and op == "=>":
            h = self.assume(args[0])
            k = self.known(place.having(*self.parts_of(h)), args[1])
            found = None if k is None else self.disch(k, args[0])
        if found is None and op == "not" and not self.is_op(args[0], "="):
            found = self._refuted(place, args[0])
        if found is None and op == "ap":
            found = self._converted(place, goal)
        if found is None and self._depth == 1 and op in ("<", "<=", "="):
            found = self.contradiction(place, goal)
        return found

    def contradiction(self, place: Place, goal: int) -> int | None:
        """The goal, where a fact says of a sum that it has not the sign that all its terms have."""
        for piece, sign, t in self._signed(place):
            if piece.variables or sign == "!=" or not self.poly(t):
                continue
            own = self.sign(place, t)
            if own is None or own[0][0] != "<" or not (sign == ">" or own[0] == "<"):
                continue
            k = self.at(piece, {}, lambda p: self.known(place, p))
            if k is None:
                continue
            return self.absurd(goal, [k, own[1]])
        return None

    def _generalised(self, place: Place, goal: int) -> int | None:
        predicate = self.node(goal)[1]
        x = self.opening(place, predicate)
        k = self.known(place, self.ap(predicate, x))
        return None if k is None or any(x in self.state.free[h] for h in self.hyps(k)) else self.gen(k, x)

    def _refuted(self, place: Place, p: int) -> int | None:
        """not P, where P and what is known besides are said not to hold together."""
        if self.is_op(p, "not"):
            k = self.known(place, self.node(p)[1])
            return None if k is None else self.refute(p, lambda h: self.conflict(k, h))
        for piece in self.all_pieces(place):
            if not self.is_op(piece.conclusion, "not"):
                continue
            both, *_ = self.node(piece.conclusion)[1:]
            if not self.is_op(both, "and"):
                continue
            sides = self.node(both)[1:]
            for n in (0, 1):
                found = self.match(sides[n], p, frozenset(piece.variables), {})
                if found is None or len(found) < len(piece.variables):
                    continue
                apart = self.at(piece, found, lambda goal: self.known(place, goal))
                if apart is None:
                    continue
                other = self.known(place, self.node(self.node(self.f(apart))[1])[2 - n])
                if other is not None:
                    return self.refute(p, lambda h: self.conflict(self.conj(*((h, other), (other, h))[n]), apart))  # noqa: B023
        return None

    def _index_relation(self, place: Place, op: str, a: int, b: int) -> int | None:
        if a == b and op != "<":
            return self.reflexive(a) if op == "<=" else self.refl(a)
        if op == "<=":
            k = self.known(place, self.lt(a, b))
            return None if k is None else self.by("weaken", (a, b), k)
        return None

    def _unequal(self, place: Place, a: int, b: int) -> int | None:
        sort = self.sort(a)
        goal = self.eq(a, b)
        if is_index(sort):
            for low, high in ((a, b), (b, a)):
                k = self.known(place, self.lt(low, high))
                if k is not None:
                    return self.distinct(k, goal)
            return self._turned(place, a, b)
        if sort == R:
            t = self.minus(b, a)
            k = self.nonzero(place, t)
            zero = self.eq(t, self.zero)
            return k and self.refute(goal, lambda h: self.conflict(self.comb(zero, (), [self.off(h)]), k))
        if self.is_vector(a):
            return self._said_unequal(place, a, b)
        return None

    def _turned(self, place: Place, a: int, b: int) -> int | None:
        other = self.no(self.eq(b, a))
        k = next((k for k in place.facts if self.f(k) == other), 0)
        return self.refute(self.eq(a, b), lambda h: self.conflict(self.sym(h), k)) if k else None

    def _said_unequal(self, place: Place, a: int, b: int) -> int | None:
        """not a = b of vectors, from a fact about a multiple of the difference."""
        v = self._flat(self.minus(b, a))
        for piece in self.all_pieces(place):
            if piece.variables or piece.conditions or not self.is_op(piece.conclusion, "not"):
                continue
            inner = self.node(piece.conclusion)[1]
            if not (self.is_op(inner, "=") and self.is_vector(self.node(inner)[1])):
                continue
            c, d = self.node(inner)[1:]
            q = self._flat(self.minus(d, c))
            factor = proportional(q, v)
            if factor is None:
                continue
            k, scale = self.unconditional(piece), factor

            def body(h: int) -> int:
                return self.conflict(self.comb(inner, (), [(self.number(scale), h)]), k)  # noqa: B023

            return self.refute(self.eq(a, b), body)
        return None

    def _flat(self, t: int) -> Poly:
        """A vector as one table."""
        return {(a, *m): c for a, p in self.vec(t).items() for m, c in p.items()}

    # relations
    def relation(self, place: Place, goal: int) -> int | None:
        """A relation of numbers, or an equation of vectors."""
        op, a, b = self.node(goal)
        if op == "=":
            return self.equal(place, goal) or self._said_equal(place, goal, a, b)
        t = self.minus(b, a)
        found = self._above(place, op, t)
        if found is not None:
            return self.comb(goal, [found])
        if a == self.zero and op == "<=":
            found = self.visible(place, b)
            if found is not None:
                return found
        k = self.normal(place, t)
        if k is None:
            return None
        s = self.node(self.f(k))[2]
        found = self._above(place, op, s)
        if found is None and op == "<=":
            found = self.visible(place, s)
        return None if found is None else self.comb(goal, [found], [self.off(k)])

    def _above(self, place: Place, op: str, t: int) -> int | None:
        """0 < t or 0 <= t by its sign."""
        sign = self.sign(place, t)
        if sign is None or sign[0] not in ((">",) if op == "<" else (">", ">=")):
            return None
        return self.weak(sign[1]) if op == "<=" else sign[1]

    def visible(self, place: Place, t: int) -> int | None:
        """0 <= t, as it is written: squares, lengths, sums and products of such."""
        op, *args = self.node(t)
        goal = self.le(self.zero, t)
        if op == "*" and self.sort(t) == R and args[0] == args[1]:
            return self.comb(goal, [(1, [], [args[0]])])
        if op in ("+", "*") and self.sort(t) == R:
            ks = [k for part in args for k in [self.visible(place, part)] if k is not None]
            if len(ks) == 2:
                return self.comb(goal, [(1, ks, [])] if op == "*" else [(1, [k], []) for k in ks])
        if op == "dot" and args[0] == args[1]:
            return self.by("dot pos", (args[0],))
        if op == "sum":
            x = self.opening(place, *args)
            inside = self.inside(place, args[0], x)
            k = self.visible(inside, self.ap(args[1], x))
            if k is None:
                return None
            return self.by("sum mono", args, self.gen(self.disch(k, self.ap(args[0], x)), x))
        return self.nonnegative(place, t)

    def _said_equal(self, place: Place, goal: int, a: int, b: int) -> int | None:
        """An equation of which a fact says a multiple."""
        vector = self.is_vector(a)
        t = self.minus(b, a)
        forms = [(None, self._flat(t) if vector else self.poly(t))]
        k = self.normal(place, t)
        if k is not None:
            s = self.node(self.f(k))[2]
            forms.append((k, self._flat(s) if vector else self.poly(s)))  # type: ignore[arg-type]
        for piece in self.all_pieces(place):
            if not self.is_op(piece.conclusion, "=") or self.sort(self.node(piece.conclusion)[1]) != self.sort(a):
                continue
            for used, p in forms:
                for values in self._equal_choices(piece, p, vector):
                    found = self._multiple_of(place, goal, piece, values, used, p)
                    if found is not None:
                        return found
        return None

    def _equal_choices(self, piece: Piece, p: Poly, vector: bool) -> list[dict[int, int]]:
        """What the letters of a general equation can stand for, by one atom that has them all."""
        if not piece.variables:
            return [{}]
        _, left, right = self.node(piece.conclusion)
        difference = self.minus(right, left)
        q = self._flat(difference) if vector else self.poly(difference)
        return self.matched(piece, q, p)

    def _multiple_of(
        self, place: Place, goal: int, piece: Piece, values: dict[int, int], used: int | None, p: Poly
    ) -> int | None:
        """The goal, of which a fact at these values says a multiple, perhaps in its normal form."""
        _, left, right = self.node(self.said_at(piece, values))
        difference = self.minus(right, left)
        vector = self.is_vector(left)
        for normal in (None, None if piece.variables else self.normal(place, difference)):
            s = difference if normal is None else self.node(self.f(normal))[2]
            c = proportional(p, self._flat(s) if vector else self.poly(s))
            if c is None:
                continue
            k = self.at(piece, values, lambda condition: self.known(place, condition))
            if k is None:
                return None
            eqs = [(self.number(c), j) for j in (k, normal) if j is not None]
            return self.comb(goal, (), eqs + ([(self.number(-1), used)] if used is not None else []))
        return None

    # instances
    def instance(self, place: Place, goal: int, exactly: bool = False) -> int | None:
        """The goal as an instance of a general fact, or of one that says this very formula."""
        op = self.node(goal)[0]
        for piece in self.all_pieces(place):
            head = piece.conclusion if exactly else self.applied(piece.conclusion)[0]
            other = self.node(piece.conclusion)[0] != op and head not in piece.variables
            if other or (exactly and not piece.variables):
                continue
            found = self.match(piece.conclusion, goal, frozenset(piece.variables), {})
            if found is not None and not set(piece.variables) <= set(found):
                found = None if exactly else self._completed(place, piece, found)
            if found is None or (exactly and self.said_at(piece, found) != goal):
                continue
            k = self.at(piece, found, lambda condition: self.known(place, condition))
            k = None if k is None else self.prove_same(place, goal, k)
            if k is not None:
                return k
        return None

    def _completed(self, place: Place, piece: Piece, found: dict[int, int]) -> dict[int, int] | None:
        """Times that the conclusion does not name are the present one."""
        missing = [x for x in piece.variables if x not in found]
        if place.now is None or any(self.sort(x) != R for x in missing):
            return None
        return {**found, **dict.fromkeys(missing, place.now)}

    # otherwise said
    def _converted(self, place: Place, goal: int) -> int | None:
        op = self.node(goal)[0]
        for k in place.facts:
            if self.node(self.f(k))[0] == op:
                equal = self.same_formula(place, self.f(k), goal)
                if equal is not None:
                    return self.convert(equal, k)
        return None

    def same_formula(self, place: Place, p: int, q: int) -> int | None:
        """P = Q, the same by the normal form."""
        if p == q:
            return self.refl(p)
        (op, *ps), (other, *qs) = self.node(p), self.node(q)
        sort = self.sort(p)
        if sort != self.sort(q):
            return None
        if is_value(sort):
            return self.equal(place, self.eq(p, q))
        if op != other or len(ps) != len(qs):
            return None
        if op == "and":
            return self._same_parts(place, p, q)
        if op == "=>" and ps[0] == qs[0]:
            return self._same_conclusion(place, p, q)
        if op in ("<", "<=", "=") and is_value(self.sort(ps[0])) and self.sort(ps[0]) == self.sort(qs[0]):
            return self._same_relation(place, p, q)
        if op == "lam":
            if ps[0] != qs[0]:
                return None
            x = self.opening(place, p, q)
            k = self.same_formula(place, self.ap(p, x), self.ap(q, x))
            return None if k is None or any(x in self.state.free[h] for h in self.hyps(k)) else self.step("ext", k, x)
        if op in LEAVES:
            return None
        total: int | None = None
        current = list(ps)
        for position, (a, b) in enumerate(zip(ps, qs, strict=True)):
            if a == b:
                continue
            if self.sort(a) != self.sort(b):
                return None
            k = self.same_formula(place, a, b)
            if k is None:
                return None
            step = self.of_part(op, current, position, k)
            current[position] = b
            total = step if total is None else self.trans(total, step)
        return total

    def _same_conclusion(self, place: Place, p: int, q: int) -> int | None:
        """(P => Q) = (P => Q'), the conclusions the same under P."""
        _, premise, said = self.node(p)
        h = self.assume(premise)
        k = self.same_formula(place.having(*self.parts_of(h)), said, self.node(q)[2])
        if k is None:
            return None
        return self.iff(
            p,
            q,
            lambda j: self.disch(self.convert(k, self.mp(j, h)), premise),
            lambda j: self.disch(self.convert(self.sym(k), self.mp(j, h)), premise),
        )

    def _same_parts(self, place: Place, p: int, q: int) -> int | None:
        """P = Q for conjunctions of the same parts, in whatever brackets."""
        equal = [self.same_formula(place, a, b) for a, b in zip(self.flat(p, "and"), self.flat(q, "and"), strict=False)]
        if None in equal or len(self.flat(p, "and")) != len(self.flat(q, "and")):
            return None
        ks = [k for k in equal if k is not None]

        def other(goal: int, h: int, ks: list[int]) -> int:
            return self.joined(goal, list(map(self.convert, ks, self.parts_of(h))))

        return self.iff(p, q, lambda h: other(q, h, ks), lambda h: other(p, h, list(map(self.sym, ks))))

    def joined(self, p: int, parts: list[int]) -> int:
        """A conjunction from its parts; these are used up."""
        if not self.is_op(p, "and"):
            return parts.pop(0)
        a, b = self.node(p)[1:]
        k = self.joined(a, parts)
        return self.conj(k, self.joined(b, parts))

    def _same_relation(self, place: Place, p: int, q: int) -> int | None:
        """P = Q for relations with the same difference of their sides."""
        (op, a, b), (_, c, d) = self.node(p), self.node(q)
        found = self.equal(place, self.eq(self.minus(b, a), self.minus(d, c)))
        if found is None:
            return None

        def other(goal: int, h: int, equal: Equality) -> int:
            return self.comb(goal, (), [h, equal]) if op == "=" else self.comb(goal, [h], [equal])

        there, back = found, self.off(found)
        return self.iff(p, q, lambda h: other(q, h, there), lambda h: other(p, h, back))

    def prove_same(self, place: Place, goal: int, k: int) -> int | None:
        """The goal from a sequent that says the same by the normal form."""
        if self.f(k) == goal:
            return k
        equal = self.same_formula(place, self.f(k), goal)
        return None if equal is None else self.convert(equal, k)
