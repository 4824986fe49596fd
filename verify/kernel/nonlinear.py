"""Roots, exponentials, absolute values, powers with a size, and extrema, in normal form."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

from verify.kernel.atoms import Atom, Poly, atom, frozen, placeholder, renamed
from verify.kernel.polynomials import ONE, add, constant, monic, scaled, single
from verify.kernel.sums import Sums
from verify.kernel.terms import SIZE, Term, final_sort, fresh, opened, range_sort


class Nonlinear(Sums):
    """Functions of numbers: what is known of the sign of an argument decides their form."""

    # functions
    def root(self, square: Poly) -> Poly:
        """The nonnegative root of `square`, which is known not to be negative."""
        if not square:
            return {}
        if len(square) == 1 and square.get((), 0) > 0:
            c = square[()]
            n, d = isqrt(c.numerator), isqrt(c.denominator)
            if n * n == c.numerator and d * d == c.denominator:
                return constant(Fraction(n, d))
        for claimed in self.norms:
            r = self.scalar(claimed)
            if self.knowledge.sign(r) in (">", ">=") and self.is_zero(add(self.times(r, r), square, -1)):
                return r
        return self._atomic(atom("root", frozen(square)))

    def _exponential(self, p: Poly) -> Poly:
        result = ONE
        for m, c in p.items():
            k = int(c) if c.denominator == 1 else c
            factor = self._atomic(atom("exp", m))
            if factor == single(atom("exp", m)):
                factor = single(atom("exp", m), k)
            elif isinstance(k, int):
                factor = self.power(factor, k) if k > 0 else self.power(self.inverse(factor), -k)
            else:
                factor = single(atom("exp", m), k)
            result = self.times(result, factor)
        return result

    def _absolute(self, p: Poly) -> Poly:
        if not p:
            return {}
        sign = self.knowledge.sign(p)
        if sign in (">", ">="):
            return p
        if sign in ("<", "<="):
            return scaled(p, Fraction(-1))
        c, q = monic(p)
        return scaled(self._atomic(atom("abs", frozen(q))), abs(c))

    def _size_power(self, base: Poly, size: Poly) -> Poly:
        whole = size.get((), Fraction(0))
        rest = {m: c for m, c in size.items() if m}
        if whole < 0 or whole.denominator != 1 or whole > 64 or not _is_size(rest):
            return self._atomic(atom("sizepow", frozen(base), frozen(size)))
        power = self._atomic(atom("sizepow", frozen(base), frozen(rest))) if rest else ONE
        return self.times(power, self.power(base, int(whole)))

    def _extremum(self, term: Term) -> Poly:
        """A maximum, minimum or diameter over a range, or a sum over sizes: an atom with its body in normal form."""
        scope = term.args[0]
        if scope.op == "span":
            where: Any = ("span", frozen(self.scalar(scope.args[0])), frozen(self.scalar(scope.args[1])))
        else:
            where = ("over", scope.args[0]) if scope.op == "over" else (scope.op, scope.args[0])
        x = fresh("x", range_sort(scope))
        body = opened(term, x)
        if term.op == "diam":
            value: Any = tuple(
                sorted(((a, frozen(p)) for a, p in self.vector(body).items()), key=lambda v: v[0].number)
            )
        else:
            value = frozen(self.scalar(body))
        probe = atom("probe", value)
        named = placeholder(range_sort(scope), 1 + probe.deepest)
        return self._atomic(atom(term.op, named, where, renamed(value, {x: named})))


def _is_size(p: Poly) -> bool:
    """Whether what is left of a size without its constant is a size by itself: an equation may write n as y + 1."""
    return all(c > 0 and c.denominator == 1 and all(k > 0 and _sized(a) for a, k in m) for m, c in p.items())


def _sized(a: Atom) -> bool:
    return bool(a.key[0] == "dim" or (a.key[0] == "l" and final_sort(a.key[1], len(a.key) - 2) == SIZE))
