"""Rational enclosures of closed numbers: each bound a sequent `l <= a` or `a <= h`."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt, log

from attnverify.verify.derivations.emit import Failed
from attnverify.verify.derivations.facts import Place
from attnverify.verify.derivations.polynomials import Poly, atoms
from attnverify.verify.derivations.signs import Sign
from attnverify.verify.derivations.walk import Walk

_DIGITS = 10**20
_HALVINGS = 20
Bound = tuple[Fraction, int]
Enclosure = tuple[Bound, Bound]  # l and `l <= a`, h and `a <= h`


def _down(x: Fraction) -> Fraction:
    return Fraction(x.numerator * _DIGITS // x.denominator, _DIGITS)


def _up(x: Fraction) -> Fraction:
    return -_down(-x)


class Enclosures(Walk):
    """Signs of numbers without letters, by enclosures where nothing shorter is found."""

    def sign(self, place: Place, t: int) -> Sign | None:
        kept = place.kept.setdefault("closed signs", {})
        if t not in kept:
            kept[t] = None
            kept[t] = self._closed_sign(place, t)
        found: Sign | None = kept[t]
        return found or super().sign(place, t)

    def _closed_sign(self, place: Place, t: int) -> Sign | None:
        if self.state.loose[t] or not self._ground(t):
            return None
        normal = self.normal(place, t)
        s = t if normal is None else self.node(self.f(normal))[2]
        p = self.poly(s)
        if any(not self._bounded(a) for a in atoms(p)):
            return None
        eqs = [] if normal is None else [(self.number(-1), normal)]
        c = p.get((), Fraction(0))
        if set(p) <= {()}:
            if c > 0:
                return ">", self.comb(self.lt(self.zero, t), (), eqs)
            if c < 0:
                return "<", self.comb(self.lt(t, self.zero), (), [(self.one, k) for _, k in eqs])
            return ">=", self.comb(self.le(self.zero, t), (), eqs)
        found = self._polynomial(place, p)
        if found is None:
            return None
        (low, kl), (high, kh) = found
        if low > 0:
            return ">", self.comb(self.lt(self.zero, t), [(1, [kl], [])], eqs)
        if high < 0:
            return "<", self.comb(self.lt(t, self.zero), [(1, [kh], [])], [(self.one, k) for _, k in eqs])
        return None

    def _ground(self, t: int) -> bool:
        return not any(self.sort(x) == "R" for x in self.state.free[t])

    def _bounded(self, a: int) -> bool:
        op, *args = self.node(a)
        return op in ("norm", "pi") or (op in ("sqrt", "inv", "log", "exp") and self._ground(args[0]))

    def _polynomial(self, place: Place, p: Poly) -> Enclosure | None:
        """An enclosure of a polynomial, from those of its atoms."""
        low = high = Fraction(0)
        below: list[tuple[Fraction, list[int], list[int]]] = []
        above: list[tuple[Fraction, list[int], list[int]]] = []
        for m, c in p.items():
            if not m:
                low, high = low + c, high + c
                continue
            found = self._monomial(place, m)
            if found is None:
                return None
            (least, kl), (h, kh) = found
            low, high = low + (c * least if c > 0 else c * h), high + (c * h if c > 0 else c * least)
            below.append((abs(c), [kl if c > 0 else kh], []))
            above.append((abs(c), [kh if c > 0 else kl], []))
        t = self.term_of(p)
        return (
            (low, self.comb(self.le(self.number(low), t), below)),
            (high, self.comb(self.le(t, self.number(high)), above)),
        )

    def _monomial(self, place: Place, m: tuple[int, ...]) -> Enclosure | None:
        """An enclosure of a product of atoms."""
        total = self.enclosed(place, m[0])
        done = m[0]
        for a in m[1:]:
            own = self.enclosed(place, a)
            if total is None or own is None:
                return None
            total = self._product(done, a, total, own)
            done = self.mul(done, a)
        return total

    def _product(self, x: int, y: int, one: Enclosure, two: Enclosure) -> Enclosure | None:
        (a, ka), (b, kb) = one
        (c, kc), (d, kd) = two
        xy = self.mul(x, y)
        if a < 0 or c < 0:
            return None
        # x y - a c = (x - a)(y - c) + a (y - c) + c (x - a)
        low = self.comb(self.le(self.number(a * c), xy), self._parts((1, [ka, kc]), (a, [kc]), (c, [ka])))
        # b d - x y = (b - x)(y - c) + b (d - y) + c (b - x), as b y - x y = (b - x) y
        high = self.comb(self.le(xy, self.number(b * d)), self._parts((1, [kb, kc]), (b, [kd]), (c, [kb])))
        return self._rounded(xy, (a * c, low), (b * d, high))

    def _parts(self, *parts: tuple[Fraction | int, list[int]]) -> list[tuple[Fraction, list[int], list[int]]]:
        return [(Fraction(c), ks, []) for c, ks in parts if c]

    def _rounded(self, t: int, low: Bound, high: Bound) -> Enclosure:
        """The same with fewer digits."""
        least, h = _down(low[0]), _up(high[0])
        if least != low[0]:
            low = least, self.comb(self.le(self.number(least), t), [(1, [low[1]], [])])
        if h != high[0]:
            high = h, self.comb(self.le(t, self.number(h)), [(1, [high[1]], [])])
        return low, high

    def enclosed(self, place: Place, a: int) -> Enclosure | None:
        """An enclosure of an atom."""
        kept = place.kept.setdefault("enclosures", {})
        if a not in kept:
            op, *args = self.node(a)
            act = {"norm": self._root_in, "sqrt": self._root_in, "inv": self._inverse_in}
            act |= {"log": self._log_in, "exp": self._exp_in}
            kept[a] = act[op](place, a, args[0]) if op in act else None
        found: Enclosure | None = kept[a]
        return found

    def number_in(self, place: Place, t: int) -> Enclosure | None:
        """An enclosure of a number."""
        normal = self.normal(place, t)
        s = t if normal is None else self.node(self.f(normal))[2]
        found = self._polynomial(place, self.poly(s))
        if found is None or normal is None:
            return found
        (least, kl), (h, kh) = found
        return (
            (least, self.comb(self.le(self.number(least), t), [(1, [kl], [])], [(self.number(-1), normal)])),
            (h, self.comb(self.le(t, self.number(h)), [(1, [kh], [])], [(self.one, normal)])),
        )

    def _root_in(self, place: Place, a: int, u: int) -> Enclosure | None:
        """Of r with r r = s and 0 <= r."""
        root = self._root(place, a)
        s = self.make("dot", u, u) if self.is_op(a, "norm") else u
        inside = self.number_in(place, s)
        if root is None or inside is None or inside[0][0] < 0:
            return None
        square, weak = self.left(root), self.right(root)
        (least, kl), (h, kh) = inside
        low = Fraction(isqrt(least.numerator * _DIGITS**2 // least.denominator), _DIGITS)
        high = Fraction(isqrt(-(-h.numerator * _DIGITS**2 // h.denominator)) + 1, _DIGITS)
        x, y = self.number(low), self.number(high)
        falsity = self.lt(self.zero, self.zero)

        def small(k: int) -> int:  # r < low: low low - r r > 0, as (low - r)(low + r)
            parts = self._parts((1, [k, k]), (2, [k, weak]), (1, [kl]))
            return self.clash(self.le(x, a), self.comb(falsity, parts, [(self.number(-1), square)]))

        def large(k: int) -> int:  # high < r
            parts = self._parts((1, [k, k]), (2 * high, [k]), (1, [kh]))
            return self.clash(self.le(a, y), self.comb(falsity, parts, [(self.one, square)]))

        return (
            (low, self.cases(x, a, self.le(x, a), lambda k: k, small)),
            (high, self.cases(a, y, self.le(a, y), lambda k: k, large)),
        )

    def _inverse_in(self, place: Place, a: int, d: int) -> Enclosure | None:
        inside = self.number_in(place, d)
        if inside is None:
            return None
        (least, kl), (h, kh) = inside
        if not least > 0:
            return None
        up = self.comb(self.lt(self.zero, d), [(1, [kl], [])])
        whole = self.by("inv", (d,), self.unequal(d, (">", up)))
        weak = self.weak(self.by("inv pos", (d,), up))
        # a - 1/h = (1/h) (h - d) a, as d a = 1; 1/l - a = (1/l) (d - least) a
        low = self.comb(self.le(self.number(1 / h), a), [(1 / h, [kh, weak], [])], [(self.number(-1 / h), whole)])
        high = self.comb(
            self.le(a, self.number(1 / least)), [(1 / least, [kl, weak], [])], [(self.number(1 / least), whole)]
        )
        return self._rounded(a, (1 / h, low), (1 / least, high))

    def _exp_of(self, x: Fraction) -> Enclosure:
        """Of exp at a literal, by squaring at a small part of it."""
        y = x / 2**_HALVINGS
        if abs(y) >= 1:
            raise Failed("an exponential of a large number")
        one, other = self.number(y), self.number(-y)
        a, b = self.make("exp", one), self.make("exp", other)
        low = self.by("exp tangent", (one,))
        # a b = 1 and 1 - y <= b, so that a (1 - y) <= 1
        whole = self.trans(self.sym(self.by("exp add", (one, other))), self._at_zero(self.add(one, other)))
        positive = self.weak(self.by("exp pos", (one,)))
        tangent = self.by("exp tangent", (other,))
        c = 1 / (1 - y)
        high = self.comb(self.le(a, self.number(c)), [(c, [tangent, positive], [])], [(self.number(c), whole)])
        found = (1 + y, self.comb(self.le(self.number(1 + y), a), [(1, [low], [])])), (c, high)
        del b
        for _ in range(_HALVINGS):
            t = self.number(y)
            a = self.make("exp", t)
            found_ = self._product(a, a, *[self._rounded(a, *found)] * 2)
            assert found_ is not None
            y *= 2
            k = self.by("exp add", (t, t))
            b = self.make("exp", self.number(y))
            double = self.under(self.step("ring", self.number(y), self.add(t, t)), self._exp_function())
            k = self.trans(double, k)
            (least, kl), (h, kh) = found_
            found = (
                (least, self.comb(self.le(self.number(least), b), [(1, [kl], [])], [(self.number(-1), k)])),
                (h, self.comb(self.le(b, self.number(h)), [(1, [kh], [])], [(self.one, k)])),
            )
        return found

    def _exp_function(self) -> int:
        x = self.fresh("R")
        return self.lam(x, self.make("exp", x))

    def _exp_in(self, place: Place, a: int, t: int) -> Enclosure | None:
        inside = self.number_in(place, t)
        if inside is None:
            return None
        (least, kl), (h, kh) = inside
        (low, k_low), (high, k_high) = self._exp_of(least)[0], self._exp_of(h)[1]
        below, above = self.exp_at_most(self.number(least), t, kl), self.exp_at_most(t, self.number(h), kh)
        return (
            (low, self.comb(self.le(self.number(low), a), [(1, [k_low], []), (1, [below], [])])),
            (high, self.comb(self.le(a, self.number(high)), [(1, [k_high], []), (1, [above], [])])),
        )

    def exp_at_most(self, a: int, b: int, k: int) -> int:
        """exp a <= exp b from a <= b: exp b - exp a >= exp a (b - a)."""
        one, other = self.make("exp", a), self.make("exp", b)
        d = self.minus(b, a)
        whole = self.by("exp add", (a, d))
        same = self.under(self.step("ring", b, self.add(a, d)), self._exp_function())
        positive, tangent = self.weak(self.by("exp pos", (a,))), self.by("exp tangent", (d,))
        # exp b = exp a exp d, and exp d >= 1 + d
        parts = self._parts((1, [positive, tangent]), (1, [positive, k]))
        return self.comb(self.le(one, other), parts, [(self.number(-1), whole), (self.number(-1), same)])

    def _log_in(self, place: Place, a: int, t: int) -> Enclosure | None:
        """Of the logarithm of a literal: l <= log t as exp least <= t."""
        p = self.poly(t)
        if not set(p) <= {()} or not p.get((), 0) > 0:
            return None
        q = p[()]
        guess = Fraction(log(q.numerator) - log(q.denominator))  # nothing rests on it
        guess = guess.limit_denominator(10**6)
        up = self.comb(self.lt(self.zero, t))
        inverse = self.by("log", (t,), up)
        step = Fraction(1, 10**5)
        low, high = guess - step, guess + step
        (_, k_high), (_, k_low) = self._exp_of(low)[1], self._exp_of(high)[0]
        x, y = self.number(low), self.number(high)

        def small(k: int) -> int:  # log t < low: t = exp log t < exp low <= h < t
            less = self.exp_less(a, x, k)
            return self.clash(
                self.le(x, a),
                self.comb(
                    self.lt(self.zero, self.zero), self._parts((1, [less]), (1, [k_high])), [(self.number(-1), inverse)]
                ),
            )

        def large(k: int) -> int:
            less = self.exp_less(y, a, k)
            return self.clash(
                self.le(a, y),
                self.comb(self.lt(self.zero, self.zero), self._parts((1, [less]), (1, [k_low])), [(self.one, inverse)]),
            )

        return (
            (low, self.cases(x, a, self.le(x, a), lambda k: k, small)),
            (high, self.cases(a, y, self.le(a, y), lambda k: k, large)),
        )
