"""Time: what moves, the slopes of terms, and how facts about time are opened at a moment."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from .derivatives import Derivatives
from .emit import R
from .facts import Almost, Place

_PAIRS = ("+", "*", "dot", "max2", "min2")
_SINGLE = ("exp", "tanh", "sin", "cos", "abs", "norm")
_POSITIVE = ("log", "sqrt")
_RANGED = ("sum", "max", "min")


class Motions(Derivatives):
    """Motions at a place."""

    def timeless(self, place: Place) -> Place:
        """What holds without the present moment."""
        if place.now is None:
            return place
        return place.once("timeless", "", lambda: self._timeless(place))

    def _timeless(self, place: Place) -> Place:
        now = place.time
        gone = {now, *(place.almost.used if place.almost else ())}

        def stays(k: int) -> bool:
            return now not in self.state.free[self.f(k)] and not any(
                now in self.state.free[h] or h in gone for h in self.hyps(k)
            )

        return Place(tuple(k for k in place.facts if stays(k)), place.scope)

    def closed(self, place: Place) -> Place:
        """What holds here and does not speak of the present moment; it may rest on what is assumed of the moment."""
        now = place.now
        if now is None:
            return place
        return Place(tuple(k for k in place.facts if now not in self.state.free[self.f(k)]), place.scope)

    # what moves
    def moves(self, place: Place, f: int) -> int | None:
        """moving f."""
        s = self.fresh(R, "s")
        body = self.ap(f, s)
        if s not in self.state.free[body]:
            return self.by("moving const", (body,))
        if body == s:
            return self.step("ax", "moving time")
        op, *args = self.node(body)
        parts = [self.lam(s, part) for part in args] if op in (*_PAIRS, *_SINGLE, *_POSITIVE, "inv") else []
        if op in (*_PAIRS, *_SINGLE):
            ks = [k for g in parts if (k := self.motion(place, g)) is not None]
            return self.by(f"moving {op}", parts, *ks) if len(ks) == len(parts) else None
        if op in (*_POSITIVE, "inv"):
            k = self.motion(place, parts[0])
            return None if k is None else self._divided_motion(place, op, parts[0], k)
        if op == "lin" and s not in self.state.free[args[0]]:
            g = self.lam(s, args[1])
            k = self.motion(place, g)
            return None if k is None else self.by("moving lin", (args[0], g), k)
        if op in _RANGED and s not in self.state.free[args[0]]:
            x = self.opening(place, *args)
            g = self.lam(s, self.ap(args[1], x))
            k = self.motion(place, g)
            return None if k is None else self.by(f"moving {op}", (args[0], self.lam(x, g)), self.gen(k, x))
        return None

    def motion(self, place: Place, f: int) -> int | None:
        """moving f, where it is known without the present moment."""
        place = self.timeless(place)
        return place.once("motions", f, lambda: self.instance(place, self.make("moving", f)) or self.moves(place, f))

    def _allows(self, op: str, value: int) -> int:
        """What must hold of a number for an inverse, a root or a logarithm of it to move."""
        return self.no(self.eq(value, self.zero)) if op == "inv" else self.lt(self.zero, value)

    def _divided_motion(self, place: Place, op: str, g: int, k: int) -> int | None:
        t = self.fresh(R, "t")
        h = self.assume(self.le(self.zero, t))
        inside = self.at_every(self.timeless(place), t, h)
        value = self.ap(g, t)
        found = self.known(inside, self._allows(op, value))
        if found is None:
            return None
        return self.by(f"moving {op}", (g,), k, self.gen(self.disch(found, self.le(self.zero, t)), t))

    # moments
    def at_every(self, place: Place, t: int, nonnegative: int) -> Place:
        """The place at a time t >= 0."""
        facts = [k for fact in place.facts for k in self.opened(fact, t, nonnegative, None)]
        return Place((*facts, nonnegative, *place.facts), place.scope, t)

    def at_almost_every(self, place: Place, t: int, positive: int) -> Place:
        """The place at almost every time t > 0."""
        almost = Almost(t)
        nonnegative = self.weak(positive)
        facts = [k for fact in place.facts for k in self.opened(fact, t, nonnegative, almost)]
        facts = [j for k in facts for j in (*self._with_rates(k), k)]
        return Place((*facts, positive, nonnegative, *place.facts), place.scope, t, almost)

    def _with_rates(self, k: int) -> list[int]:
        """The rates, where slopes are known."""
        found = []
        for piece in self.pieces(k):
            op, *args = self.node(piece.conclusion)
            if op != "slope" or piece.conditions:
                continue
            j = self.unconditional(piece, {x: x for x in piece.variables})
            found.append(self.gen(self.by("rate", args, j), *piece.variables))
        return found

    def opened(self, k: int, t: int, nonnegative: int, almost: Almost | None) -> list[int]:
        """What a fact about time says of the moment t."""
        found = list(self._open(k, t, nonnegative))
        if almost is not None:
            for j in self._lifted(k):
                p = self.ap(self.node(self.f(j))[1], t)
                almost.used[p] = j
                found += self.parts_of(self.assume(p))
        return found

    def _open(self, k: int, t: int, nonnegative: int) -> Iterator[int]:
        op, *args = self.node(self.f(k))
        if op == "and":
            yield from self._open(self.left(k), t, nonnegative)
            yield from self._open(self.right(k), t, nonnegative)
        elif op == "=>":
            if args[0] == self.f(nonnegative):
                return
            h = self.assume(args[0])
            for j in self._open(self.mp(k, h), t, nonnegative):
                yield self.disch(j, args[0])
        elif op == "all":
            sort = self.sort(args[0])[1]
            if sort == R:
                x = self.fresh(R, "x")
                body = self.node(self.ap(args[0], x))
                if body[0] == "=>" and body[1] == self.le(self.zero, x):
                    yield from self.parts_of(self.mp(self.inst(k, t), nonnegative))
                    return
            x = self.fresh(sort, "x")
            for j in self._open(self.inst(k, x), t, nonnegative):
                yield self.gen(j, x)

    def _lifted(self, k: int) -> Iterator[int]:
        """What a fact says at almost every time, as sequents of `ae`."""
        op, *args = self.node(self.f(k))
        if op == "ae":
            yield k
        elif op == "and":
            yield from self._lifted(self.left(k))
            yield from self._lifted(self.right(k))
        elif op == "all":
            sort = self.sort(args[0])[1]
            if sort != "N" and not str(sort).startswith("I:"):
                return
            x = self.fresh(sort, "x")
            for j in self._lifted(self.inst(k, x)):
                yield self.countable(j, x)
        elif op == "=>":
            h = self.assume(args[0])
            for j in self._lifted(self.mp(k, h)):
                yield self._under_condition(j, args[0])

    def countable(self, k: int, x: int) -> int:
        """ae(all x. P x t) from ae(P x t) for any index x."""
        predicate = self.lam(x, self.node(self.f(k))[1])
        return self.by("ae countable", (predicate,), self.gen(k, x))

    def _under_condition(self, k: int, p: int) -> int:
        """ae(p => P t) from ae(P t) under p."""
        predicate = self.node(self.f(k))[1]
        t = self.fresh(R, "t")
        goal = self.make("ae", self.lam(t, self.make("=>", p, self.ap(predicate, t))))

        def holds(_: int) -> int:
            j = self.disch(self.disch(self.assume(self.ap(predicate, t)), p), self.ap(predicate, t))
            j = self.almost_all(t, j)
            return self.by("ae mp", (predicate, self.lam(t, self.make("=>", p, self.ap(predicate, t)))), j, k)

        def fails(h: int) -> int:
            return self.almost_all(t, self.disch(self.anything(self.ap(predicate, t), self.assume(p), h), p))

        return self.either(self.excluded(p), goal, holds, fails)

    def almost_all(self, t: int, k: int) -> int:
        """ae(\\t. P) from P, wherever 0 < t."""
        return self.by("ae all", (self.lam(t, self.f(k)),), self.gen(self.disch(k, self.lt(self.zero, t)), t))

    def leave_almost(self, place: Place, k: int, positive: int) -> int:
        """ae(\\t. G) from G at the time t of the place."""
        almost = place.almost
        assert almost is not None
        t = almost.t
        ps = [p for p in almost.used if p in self.hyps(k)]
        goal = self.lam(t, self.f(k))
        chain = self.f(k)
        tails = []
        for p in reversed(ps):
            tails.append(self.lam(t, chain))
            chain = self.make("=>", p, chain)
        body = self.gen(self.disch(k, self.f(positive), *ps), t)
        k = self.by("ae all", (self.lam(t, chain),), body)
        for p, tail in zip(ps, reversed(tails), strict=True):
            k = self.by("ae mp", (self.lam(t, p), tail), k, almost.used[p])
        assert self.node(self.f(k))[1] == goal
        return k

    # slopes
    def slope(self, place: Place, f: int) -> tuple[int, int] | None:
        """v and `slope f t v` at the present time."""
        return place.once("slopes", f, lambda: self._slope(place, f))

    def _slope(self, place: Place, f: int) -> tuple[int, int] | None:
        t = place.time
        s = self.fresh(R, "s")
        body = self.ap(f, s)
        if s not in self.state.free[body]:
            return self._sloped(self.by("slope const", (body, t)))
        if body == s:
            return self._sloped(self.by("slope time", (t,)))
        op, *args = self.node(body)
        if op in ("+", "*", "dot", "exp", "tanh", "sin", "cos", "log", "sqrt", "inv"):
            parts = [self.lam(s, part) for part in args]
            found = [pair for g in parts if (pair := self.slope(place, g)) is not None]
            if len(found) < len(parts):
                return None
            more: list[int] = []
            if op in ("log", "sqrt", "inv"):
                value = self.ap(parts[0], t)
                k = self.nonzero(place, value) if op == "inv" else self.positive(place, value)
                k = self.known(place, self._allows(op, value)) if k is None else k
                if k is None:
                    return None
                more = [k]
            slopes, ks = zip(*found, strict=True)
            return self._sloped(self.by(f"slope {op}", (*parts, t, *slopes), *ks, *more))
        if op == "lin" and s not in self.state.free[args[0]]:
            g = self.lam(s, args[1])
            inner = self.slope(place, g)
            return None if inner is None else self._sloped(self.by("slope lin", (args[0], g, t, inner[0]), inner[1]))
        if op == "sum" and s not in self.state.free[args[0]]:
            return self._sum_slope(place, s, args[0], args[1])
        if op == "norm":
            found_norm = self._norm_slope(place, s, args[0])
            if found_norm is not None:
                return found_norm
        return self.own_slope(place, f)

    def _sloped(self, k: int) -> tuple[int, int]:
        return self.node(self.f(k))[3], k

    def _sum_slope(self, place: Place, s: int, where: int, values: int) -> tuple[int, int] | None:
        t = place.time
        x = self.opening(place, where, values)
        g = self.lam(s, self.ap(values, x))
        inside = self.inside(place, where, x)
        inner = self.slope(inside, g)
        if inner is None:
            return None
        each = self.gen(self.disch(inner[1], self.ap(where, x)), x)
        return self._sloped(self.by("slope sum", (where, self.lam(x, g), self.lam(x, inner[0]), t), each))

    def _norm_slope(self, place: Place, s: int, u: int) -> tuple[int, int] | None:
        """That of a length that is not zero now, as the root of a square."""
        t = place.time
        square = self.lam(s, self.make("dot", u, u))
        f, g = self.lam(s, self.make("norm", u)), self.lam(s, self.make("sqrt", self.make("dot", u, u)))
        positive = self.positive(place, self.ap(f, t))
        inner = self.slope(place, square) if positive is not None else None
        if positive is None or inner is None:
            return None
        value = self.ap(square, t)
        both = self.by("norm", (self.node(self.ap(f, t))[1],))
        inside = self.comb(self.lt(self.zero, value), [(1, [positive, positive])], [self.left(both)])
        k = self.by("slope sqrt", (square, t, inner[0]), inner[1], inside)
        same = self.root_of_square(u)
        same = self.gen(self.disch(same, self.le(self.zero, s)), s)
        zero_less = self.positive_time(place)
        if zero_less is None:
            return None
        k = self.by("slope local", (g, f, t, self._sloped(k)[0]), same, zero_less, k)
        x = self.fresh(R, "x")
        now = self.mp(self.inst(same, t), self.weak(zero_less))
        root = self.ap(g, t)
        value = self.mul(self.number(Fraction(1, 2)), self.make("inv", x), inner[0])
        if self.node(self.f(k))[3] != self.ap(self.lam(x, value), root):
            return self._sloped(k)
        return self._sloped(self.replace(now, k, self.lam(x, self.make("slope", f, t, value))))

    def positive_time(self, place: Place) -> int | None:
        """0 < t, at almost every time."""
        goal = self.lt(self.zero, place.time)
        return next((k for k in place.facts if self.f(k) == goal), None)

    def own_slope(self, place: Place, f: int) -> tuple[int, int] | None:
        """The slope that a motion has almost everywhere, assumed at this time for all indices in it."""
        k = self.motion(place, f)
        if k is None or place.almost is None:
            return None
        j = self.at_this_time(place, self.by("slope exists", (f,), k), (f,))
        return None if j is None else (self.make("rate", f, place.almost.t), j)

    def at_this_time(self, place: Place, k: int, terms: tuple[int, ...]) -> int | None:
        """P t from ae(P), assumed for all the indices that occur in the terms."""
        almost = place.almost
        if almost is None or any(almost.t in self.state.free[x] for x in terms):
            return None
        free = {x for term in terms for x in self.state.free[term]}
        letters = sorted(x for x in free if str(self.sort(x)).startswith("I:") or self.sort(x) == "N")
        letters = [x for x in letters if not any(x in self.state.free[h] for h in self.hyps(k))]
        for x in reversed(letters):
            k = self.countable(k, x)
        p = self.ap(self.node(self.f(k))[1], almost.t)
        almost.used[p] = k
        return self.inst(self.assume(p), *letters)

    def _of_rate(self, place: Place, a: int, f: int, t: int) -> int | None:
        """rate f t, by the slopes of what f is made of."""
        if place.now != t or place.almost is None:
            return None
        s = self.fresh(R, "s")
        body = self.ap(f, s)
        op, *args = self.node(body)
        if op == "ap" and args[1] == s and s not in self.state.free[args[0]]:
            return None
        found = self.slope(place, f)
        return None if found is None or found[0] == a else self.by("rate", (f, t, found[0]), found[1])
