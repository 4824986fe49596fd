"""Real roots of polynomials in one variable with exact coefficients, by Sturm's sequences."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from math import gcd, lcm
from typing import Any

from .duals import ONE, ZERO
from .signs import inverse, sign
from .values import MAX_BITS, Number, Undecided, meter, number

Polynomial = list[Number]  # highest coefficient first, which is not zero; empty for zero
_MAX_BISECTIONS = 200


def trimmed(p: Sequence[Number]) -> Polynomial:
    """Without leading zeros."""
    start = next((k for k, c in enumerate(p) if sign(c) != 0), len(p))
    return list(p[start:])


def at(p: Sequence[Number], x: Number) -> Number:
    """The value at x."""
    total = ZERO
    for c in p:
        total = total * x + c
    return total


def sign_at(p: Sequence[Number], x: Fraction) -> int:
    """The sign of the value at a rational number."""
    whole = _integers(p)
    if whole is None:
        return sign(at(p, number(x)))
    total, power = 0, 1
    for c in whole:
        total = total * x.numerator + c * power
        power *= x.denominator
    _account([total, power])
    return (total > 0) - (total < 0)


def _derivative(p: Polynomial) -> Polynomial:
    n = len(p) - 1
    return [number(n - k) * c for k, c in enumerate(p[:-1])]


def divided(p: Polynomial, q: Polynomial) -> tuple[Polynomial, Polynomial]:
    """Quotient and remainder."""
    left, scale, quotient = list(p), inverse(q[0]), []
    while len(left) >= len(q):
        c = left[0] * scale
        quotient.append(c)
        left = [a - c * b for a, b in zip(left, [*q, *[ZERO] * (len(left) - len(q))], strict=True)][1:]
    return quotient, trimmed(left)


def _integers(p: Sequence[Number]) -> list[int] | None:
    """Coprime integers, a positive multiple of the coefficients; None where one of these is not visibly rational."""
    fractions = [c.rational for c in p]
    if None in fractions:
        return None
    found = [c for c in fractions if c is not None]
    bottom = lcm(*(c.denominator for c in found))
    return _coprime([c.numerator * (bottom // c.denominator) for c in found])


def _coprime(p: list[int]) -> list[int]:
    """Without the zeros in front and without the common factor."""
    start = next((k for k, c in enumerate(p) if c), len(p))
    factor = gcd(*p) or 1
    _account(p)
    return [c // factor for c in p[start:]]


def _account(p: Sequence[int]) -> None:
    """Spend the work of making these integers. Raises Undecided for one with too many digits."""
    bits = max((c.bit_length() for c in p), default=0)
    if bits > MAX_BITS:
        raise Undecided("a number with too many digits")
    meter.spend(1 + len(p) * (1 + (bits // 256) ** 2))


def _rest(p: Polynomial, q: Polynomial) -> Polynomial:
    """A positive multiple of the remainder of p by q: of coprime integers, where all coefficients are rational."""
    left, by = _integers(p), _integers(q)
    if left is None or by is None:
        return divided(p, q)[1]
    lead, tail = by[0], by[1:]
    while len(left) >= len(by):
        factor = gcd(left[0], lead)
        a, b = abs(lead) // factor, (left[0] if lead > 0 else -left[0]) // factor
        left = [a * c for c in left[1:]]
        for k, c in enumerate(tail):
            left[k] -= b * c
        left = _coprime(left) if left else left
    return [number(c) for c in left]


def common(p: Polynomial, q: Polynomial) -> Polynomial:
    """The greatest common divisor."""
    while q:
        p, q = q, _rest(p, q)
        if q and _integers(q) is None:
            scale = inverse(q[0])
            q = [scale * c for c in q]
    return p


def squarefree(p: Polynomial) -> Polynomial:
    """The polynomial with the same roots, all of them simple."""
    slope = _derivative(p)
    return divided(p, common(p, slope))[0] if slope else p


class Roots:
    """The real roots of a squarefree polynomial of degree at least 1.

    intervals : disjoint and ascending; each contains one root, and no end is a root.
    """

    def __init__(self, p: Polynomial) -> None:
        self.p = p
        self.intervals: list[tuple[Fraction, Fraction]] = []
        self._signs: dict[Any, int] = {}
        self._chains: dict[Any, list[Polynomial]] = {}
        chain = self._chains[_key(p)] = sturm_chain(p)
        bound = _bound(p)
        stack = [(-bound, bound)]
        while stack:
            low, high = stack.pop()
            found = changes(chain, low) - changes(chain, high)
            if found == 1:
                self.intervals.append((low, high))
            elif found:
                middle = _between(p, low, high)
                stack += [(middle, high), (low, middle)]

    def samples(self) -> list[Fraction]:
        """One rational number in every open interval between roots, and beyond the outer ones."""
        if not self.intervals:
            return [Fraction(0)]
        return [self.intervals[0][0], *(high for _, high in self.intervals)]

    def sign_at(self, position: int, q: Polynomial) -> int:
        """The sign of another polynomial at one of the roots."""
        key = position, _key(q)
        if key not in self._signs:
            self._signs[key] = self._sign_at(*self.intervals[position], q)
        return self._signs[key]

    def _sign_at(self, low: Fraction, high: Fraction, q: Polynomial) -> int:
        if self._count(common(self.p, q), low, high):
            return 0
        for _ in range(_MAX_BISECTIONS):
            if not self._count(q, low, high) and sign_at(q, low) != 0:
                return sign_at(q, low)
            middle = _between(self.p, low, high)
            low, high = (low, middle) if self._count(self.p, low, middle) else (middle, high)
        raise Undecided("roots too close to one another")

    def _count(self, p: Polynomial, low: Fraction, high: Fraction) -> int:
        """How many distinct roots of a polynomial lie above `low` and not above `high`."""
        if len(p) < 2:
            return 0
        key = _key(p)
        if key not in self._chains:
            self._chains[key] = sturm_chain(squarefree(p))
        return changes(self._chains[key], low) - changes(self._chains[key], high)


def _key(p: Polynomial) -> Any:
    return tuple(c.key() for c in p)


def sturm_chain(p: Polynomial) -> list[Polynomial]:
    """The polynomial, its derivative and the negative remainders, up to positive factors."""
    chain = [p, _derivative(p)]
    while chain[-1]:
        chain.append([-c for c in _rest(chain[-2], chain[-1])])
    return chain[:-1]


def changes(chain: Sequence[Polynomial], x: Fraction) -> int:
    """The changes of sign along the chain at x."""
    signs = [s for s in (sign_at(p, x) for p in chain) if s]
    return sum(a != b for a, b in pairwise(signs))


def _between(p: Polynomial, low: Fraction, high: Fraction) -> Fraction:
    """A number between, near the middle, that is no root."""
    for k in range(2, len(p) + 3):
        middle = low + (high - low) / k
        if sign_at(p, middle) != 0:
            return middle
    raise Undecided("no point between roots")


def _bound(p: Polynomial) -> Fraction:
    """A power of two beyond all real roots (Cauchy: 1 + the greatest quotient with the highest coefficient)."""
    scale = inverse(p[0])
    bound = Fraction(1)
    for c in p[1:]:
        quotient = scale * c
        while sign(number(bound) - ONE - quotient) <= 0 or sign(number(bound) - ONE + quotient) <= 0:
            bound *= 2
    return bound
