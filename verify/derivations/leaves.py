"""Arithmetic leaves: sums of products of facts, equations with cofactors, equations that rewrite."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from .arithmetic import Equations
from .emit import Whole
from .facts import Place
from .motions import Motions


class Leaves(Motions):
    """The node `leaf`."""

    fact: Callable[[Place, Any], int]  # what a text says
    value: Callable[[Place, Any], int]

    def leaf(self, node: Mapping[str, Any], goal: int, place: Place) -> int:
        """The goal by its certificate."""
        formula, number = partial(self.fact, place), partial(self.value, place)
        uses = []
        for text in node.get("use", []):
            uses.append(self.needed(self.known(place, formula(text)), f"leaf: not known: {text}"))
        for k in uses:
            for equal in (k, self.sym(k)) if self.is_op(self.f(k), "=") else ():
                _, old, new = self.node(self.f(equal))
                x = self.fresh(self.sort(old))
                there = self.lam(x, self._with(goal, old, x))
                if self.within(new, old) and self.ap(there, new) != goal:  # a rule that would lead back to itself
                    rest = {**node, "use": [t for t, j in zip(node["use"], uses, strict=True) if j != k]}
                    return self.replace(self.sym(equal), self.leaf(rest, self.ap(there, new), place), there)
        plain = place
        place = place.using(uses, [number(text) for text in node.get("norms", [])])
        factors = [number(text) for text in node.get("times", [])]
        positive = []
        for text, d in zip(node.get("times", []), factors, strict=True):
            up = self.relation(place, self.lt(self.zero, d))
            positive.append(self.needed(up, f"leaf: not known to be positive: {text}"))
        parts: list[Whole] = []
        known: Equations = []
        for term in node.get("terms", []):
            if "eq" in term:
                k = self._fact((plain, place), formula(term["eq"]), term["eq"])
                known.append((self.poly(number(term.get("by", "1"))), k))
            else:
                ks = [self._fact((plain, place), formula(text), text) for text in term.get("facts", [])]
                parts.append((Fraction(term.get("c", "1")), ks, [number(text) for text in term.get("squares", [])]))
        if factors:
            return self._multiplied(place, goal, factors, positive, parts, known)
        found = self._shown(place, goal, parts, known)
        if found is None:
            found = self.harder(lambda: self._shown(place.anew(), goal, parts, known))
        return self.needed(found, f"leaf, {self.left_over or 'nothing'} is left", goal)

    def _fact(self, places: tuple[Place, ...], p: int, text: str) -> int:
        """A fact, if need be by the equations that rewrite."""
        for place in places:
            k = self.known(place, p)
            if k is not None:
                return k
        return self.needed(self.harder(lambda: self.known(places[-1].anew(), p)), f"leaf: not known: {text}")

    def _shown(self, place: Place, goal: int, parts: list[Whole], known: Equations) -> int | None:
        op = self.node(goal)[0]
        if op == "not":
            return self.known(place, goal)
        if not parts and not known and op in ("<", "<="):
            found = self.relation(place, goal)
            if found is not None:
                return found
        return self.equal(place, goal, parts, known)

    def _multiplied(
        self, place: Place, goal: int, factors: list[int], positive: list[int], parts: list[Whole], known: Equations
    ) -> int:
        op, a, b = self.node(goal) if not self.is_op(goal, "not") else ("not", *self.node(self.node(goal)[1])[1:])
        d = self.mul(*factors)
        product = self.mul(d, self.minus(b, a))
        up = self.comb(self.lt(self.zero, d), [(1, positive)])
        if op == "not":
            zero = self.eq(self.zero, product)
            k = self.needed(self.known(place, self.no(zero)), "leaf: times", goal)
            return self.refute(self.eq(a, b), lambda h: self.conflict(self.comb(zero, (), [(d, h)]), k))
        inner = self.needed(self._shown(place, self.make(op, self.zero, product), parts, known), "leaf: times", goal)
        if op == "=":
            inverse = self.by("inv", (d,), self.unequal(d, (">", up)))
            return self.comb(goal, (), [(self.make("inv", d), inner), (self.minus(b, a), inverse)])
        return self.cancelled(goal, up, inner)
