"""Rational enclosures of closed numbers: each bound a sequent `l <= a` or `a <= h`."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import isqrt, log

from .emit import Failed, Part, Whole
from .facts import Place
from .polynomials import Poly, atoms
from .signs import Sign
from .walk import Walk

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
        kept: dict[int, Sign | None] = place.kept.setdefault("closed signs", {})
        if t not in kept:
            kept[t] = None
            kept[t] = self._closed_sign(place, t)
        return kept[t] or super().sign(place, t)

    def _closed_sign(self, place: Place, t: int) -> Sign | None:
        if self.state.loose[t] or not self._ground(t):
            return None
        s, normal = self.settled(place, t)
        p = self.poly(s)
        found = self._polynomial(place, p) if all(map(self._bounded, atoms(p))) else None
        if found is None:
            return None
        (low, kl), (high, kh) = found
        sign = ">" if low > 0 else "<" if high < 0 else ">=" if not p else None
        if sign is None:
            return None
        parts = ([kh] if sign == "<" else [kl]) if atoms(p) else []
        return sign, self.comb(self.beside_zero(sign, t), parts, [k if sign == "<" else self.off(k) for k in normal])

    def _ground(self, t: int) -> bool:
        return not any(self.sort(x) == "R" for x in self.state.free[t])

    def _bounded(self, a: int) -> bool:
        op, *args = self.node(a)
        return op in ("norm", "pi") or (op in ("sqrt", "inv", "log", "exp") and self._ground(args[0]))

    def _polynomial(self, place: Place, p: Poly) -> Enclosure | None:
        """An enclosure of a polynomial, from those of its atoms."""
        low = high = Fraction(0)
        below: list[Whole] = []
        above: list[Whole] = []
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
        return self._between(self.term_of(p), low, high, below, above)

    def _between(
        self, t: int, low: Fraction, high: Fraction, below: Iterable[Part], above: Iterable[Part], same: int = 0
    ) -> Enclosure:
        """low <= t <= high, as sums of these parts and of an equation of t."""
        least = self.comb(self.le(self.number(low), t), below, [self.off(same)] if same else [])
        most = self.comb(self.le(t, self.number(high)), above, [same] if same else [])
        return (low, least), (high, most)

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
        below: list[Part] = [(1, [ka, kc]), (a, [kc]), (c, [ka])]
        # b d - x y = (b - x)(y - c) + b (d - y) + c (b - x), as b y - x y = (b - x) y
        above: list[Part] = [(1, [kb, kc]), (b, [kd]), (c, [kb])]
        return self._rounded(xy, *self._between(xy, a * c, b * d, below, above))

    def _rounded(self, t: int, low: Bound, high: Bound) -> Enclosure:
        """The same with fewer digits."""
        least, h = _down(low[0]), _up(high[0])
        if least != low[0]:
            low = least, self.comb(self.le(self.number(least), t), [low[1]])
        if h != high[0]:
            high = h, self.comb(self.le(t, self.number(h)), [high[1]])
        return low, high

    def enclosed(self, place: Place, a: int) -> Enclosure | None:
        """An enclosure of an atom."""
        op, *args = self.node(a)
        act = {"norm": self._root_in, "sqrt": self._root_in, "inv": self._inverse_in}
        act |= {"log": self._log_in, "exp": self._exp_in}
        return place.once("enclosures", a, lambda: act[op](place, a, args[0]) if op in act else None)

    def number_in(self, place: Place, t: int) -> Enclosure | None:
        """An enclosure of a number."""
        s, normal = self.settled(place, t)
        found = self._polynomial(place, self.poly(s))
        if found is None or not normal:
            return found
        (least, kl), (h, kh) = found
        return self._between(t, least, h, [kl], [kh], normal[0])

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
        # r < low: low low - r r > 0, as (low - r)(low + r)
        small = self.impossible(self.le(x, a), lambda k: [(1, [k, k]), (2, [k, weak]), kl], [self.off(square)])
        large = self.impossible(self.le(a, y), lambda k: [(1, [k, k]), (2 * high, [k]), kh], [square])
        return (low, small), (high, large)

    def _inverse_in(self, place: Place, a: int, d: int) -> Enclosure | None:
        inside = self.number_in(place, d)
        if inside is None:
            return None
        (least, kl), (h, kh) = inside
        if not least > 0:
            return None
        up = self.comb(self.lt(self.zero, d), [kl])
        whole = self.by("inv", (d,), self.unequal(d, (">", up)))
        weak = self.weak(self.by("inv pos", (d,), up))
        # a - 1/h = (1/h) (h - d) a, as d a = 1; 1/l - a = (1/l) (d - least) a
        x, y = 1 / h, 1 / least
        low = self.comb(self.le(self.number(x), a), [(x, [kh, weak])], [(self.number(-x), whole)])
        high = self.comb(self.le(a, self.number(y)), [(y, [kl, weak])], [(self.number(y), whole)])
        return self._rounded(a, (x, low), (y, high))

    def _exp_of(self, x: Fraction) -> Enclosure:
        """Of exp at a literal, by squaring at a small part of it."""
        y = x / 2**_HALVINGS
        if abs(y) >= 1:
            raise Failed("an exponential of a large number")
        one, other = self.number(y), self.number(-y)
        a = self.make("exp", one)
        low = self.by("exp tangent", (one,))
        # a b = 1 and 1 - y <= b, so that a (1 - y) <= 1
        whole = self.trans(self.sym(self.by("exp add", (one, other))), self._at_zero(self.add(one, other)))
        positive = self.weak(self.by("exp pos", (one,)))
        tangent = self.by("exp tangent", (other,))
        c = 1 / (1 - y)
        high = self.comb(self.le(a, self.number(c)), [(c, [tangent, positive])], [(self.number(c), whole)])
        found = (1 + y, self.comb(self.le(self.number(1 + y), a), [low])), (c, high)
        for _ in range(_HALVINGS):
            t = self.number(y)
            a = self.make("exp", t)
            y *= 2
            (least, kl), (h, kh) = self.needed(self._product(a, a, *[self._rounded(a, *found)] * 2), "a product", a)
            b, double = self.make("exp", self.number(y)), self.by("exp add", (t, t))
            found = self._between(b, least, h, [kl], [kh], double)
        return found

    def _exp_in(self, place: Place, a: int, t: int) -> Enclosure | None:
        inside = self.number_in(place, t)
        if inside is None:
            return None
        (least, kl), (h, kh) = inside
        (low, k_low), (high, k_high) = self._exp_of(least)[0], self._exp_of(h)[1]
        below, above = self.exp_less(self.number(least), t, kl), self.exp_less(t, self.number(h), kh)
        return self._between(a, low, high, [k_low, below], [k_high, above])

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

        # log t < low: t = exp log t < exp low <= h < t
        small = self.impossible(self.le(x, a), lambda k: [self.exp_less(a, x, k), k_high], [self.off(inverse)])
        large = self.impossible(self.le(a, y), lambda k: [self.exp_less(y, a, k), k_low], [inverse])
        return (low, small), (high, large)
