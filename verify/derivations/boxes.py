"""The node `boxes`: relations on boxes of a bisection, each by the enclosure of a difference."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from ..core.terms import State
from ..kernel.terms import Term
from .emit import Failed
from .enclosures import Bound, Enclosure, Enclosures
from .facts import Place
from .polynomials import atoms
from .signs import Sign
from .statement import Declined
from .walk import Walk

Box = dict[int, Enclosure]


class Boxes(Enclosures):
    """Walks the tree of a claim that may speak of boxes."""

    def __init__(self, state: State, library: Any, lemma: Any) -> None:
        super().__init__(state, library, lemma)
        self._box: Box = {}  # of the goal that is being decided

    def sign(self, place: Place, t: int) -> Sign | None:
        return Walk.sign(self, place, t)

    def on_boxes(self, node: Mapping[str, Any], goal: Term, place: Place) -> int:
        names = {name: self.value(place, name) for name in node["letters"]}
        box: Box = {}
        for name, pair in node["letters"].items():
            low, high = (self.value(place, text) for text in pair)
            least = self._literal(place, low, self.sure(place, self.le(low, names[name])), -1)
            box[names[name]] = least, self._literal(place, high, self.sure(place, self.le(names[name], high)), 1)
        return self._on_box(place, self.core(goal, place), box, node["boxes"], names)

    def _literal(self, place: Place, t: int, k: int, sign: int) -> Bound:
        """A bound as a literal."""
        s, normal = self.settled(place, t)
        value = self.poly(s).get((), Fraction(0))
        if atoms(self.poly(s)):
            raise Failed("a bound that is no literal")
        _, a, b = self.node(self.f(k))
        goal = self.le(a, self.number(value)) if a != t else self.le(self.number(value), b)
        return value, self.comb(goal, [k], [(self.number(sign), j) for j in normal])

    def _on_box(self, place: Place, p: int, box: Box, tree: Any, names: Mapping[str, int]) -> int:
        if tree is None:
            return self._decided(place.anew(), p, box)
        x = names[tree[0]]
        low, high = box[x]
        middle = (low[0] + high[0]) / 2
        return self.cases(
            x,
            self.number(middle),
            p,
            lambda k: self._on_box(place, p, {**box, x: (low, (middle, k))}, tree[1], names),
            lambda k: self._on_box(place, p, {**box, x: ((middle, self.weak(k)), high)}, tree[2], names),
        )

    def _decided(self, place: Place, p: int, box: Box) -> int:
        op, a, b = self.node(p)
        t = self.minus(b, a)
        if not box:
            sign = self._closed_sign(place, t)
            if sign is None or sign[0] != ">":
                raise Failed("a number that is not enclosed")
            return self.comb(p, [sign[1]])
        self._box = box
        found = self.number_in(place, t)
        if found is None:
            raise Declined("boxes: an operation")
        least, k = found[0]
        if least < 0 or (least == 0 and op == "<"):
            raise Failed("undecided on a box")
        return self.comb(p, [k])

    def number_in(self, place: Place, t: int) -> Enclosure | None:
        """An enclosure of a number on the box, as it is written; outside of boxes by its normal form."""
        if not self._box:
            return super().number_in(place, t)
        return place.once("on the box", t, lambda: self._box.get(t) or self._as_written_in(place, t))

    def _as_written_in(self, place: Place, t: int) -> Enclosure | None:
        op, *args = self.node(t)
        if op == "q":
            both = self.comb(self.le(t, t))
            return (args[0], both), (args[0], both)
        if op not in ("+", "*"):
            return self._tanh_in(place, t, args[0]) if op == "tanh" else self.enclosed(place, t)
        parts = [self.number_in(place, part) for part in args]
        one, two = parts
        if one is None or two is None:
            return None
        if op == "+":
            low, high = one[0][0] + two[0][0], one[1][0] + two[1][0]
            return self._rounded(t, *self._between(t, low, high, [one[0][1], two[0][1]], [one[1][1], two[1][1]]))
        if not self.is_op(args[0], "q"):
            return self._product(args[0], args[1], one, two)
        c, (least, kl), (most, kh) = one[0][0], *two
        if c < 0:
            least, kl, most, kh = most, kh, least, kl
        return self._between(t, c * least, c * most, [(abs(c), [kl])], [(abs(c), [kh])])

    def _tanh_in(self, place: Place, a: int, t: int) -> Enclosure | None:
        """tanh t = 1 - 2/(e + 1), e = exp(2 t), which rises with e."""
        e = self.make("exp", self.mul(self.number(2), t))
        inside = self.number_in(place, e)
        if inside is None:
            return None
        d = self.add(e, self.one)
        up = self.comb(self.lt(self.zero, d), [self.by("exp pos", self.node(e)[1:])])
        whole, weak = self.by("inv", (d,), self.unequal(d, (">", up))), self.weak(self.by("inv pos", (d,), up))
        equal = self.by("tanh", (t,))

        def bound(n: int) -> Bound:
            value, k = inside[n]
            s, sign = 1 / (value + 1), 2 * n - 1
            c = self.number(1 - 2 * s)
            goal = self.le(a, c) if n else self.le(c, a)
            eqs = [(self.number(sign), equal), (self.number(sign * (1 - 2 * s)), whole)]
            return 1 - 2 * s, self.comb(goal, [(2 * s, [k, weak])], eqs)

        return self._rounded(a, bound(0), bound(1))
