"""Real roots of polynomials in one variable with exact coefficients, by Sturm's sequences."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from verify.kernel.duals import ONE, ZERO
from verify.kernel.signs import inverse, sign
from verify.kernel.values import Number, Undecided, number

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


def _monic(p: Polynomial) -> Polynomial:
    scale = inverse(p[0])
    return [scale * c for c in p]


def common(p: Polynomial, q: Polynomial) -> Polynomial:
    """The greatest common divisor."""
    while q:
        p, q = q, divided(p, q)[1]
        q = _monic(q) if q else q
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
        chain = sturm_chain(p)
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
        low, high = self.intervals[position]
        shared = common(self.p, q) if q else self.p
        if not q or (len(shared) > 1 and _count(shared, low, high)):
            return 0
        for _ in range(_MAX_BISECTIONS):
            if not _count(q, low, high) and sign(at(q, number(low))) != 0:
                return sign(at(q, number(low)))
            middle = _between(self.p, low, high)
            low, high = (low, middle) if _count(self.p, low, middle) else (middle, high)
        raise Undecided("roots too close to one another")


def sturm_chain(p: Polynomial) -> list[Polynomial]:
    """The polynomial, its derivative and the negative remainders."""
    chain = [p, _derivative(p)]
    while chain[-1]:
        chain.append([-c for c in divided(chain[-2], chain[-1])[1]])
    return chain[:-1]


def changes(chain: Sequence[Polynomial], x: Fraction) -> int:
    """The changes of sign along the chain at x."""
    signs = [s for s in (sign(at(p, number(x))) for p in chain) if s]
    return sum(a != b for a, b in pairwise(signs))


def _count(p: Polynomial, low: Fraction, high: Fraction) -> int:
    """How many distinct roots lie above `low` and not above `high`."""
    if len(p) < 2:
        return 0
    chain = sturm_chain(squarefree(p))
    return changes(chain, low) - changes(chain, high)


def _between(p: Polynomial, low: Fraction, high: Fraction) -> Fraction:
    """A number between, near the middle, that is no root."""
    for k in range(2, len(p) + 3):
        middle = low + (high - low) / k
        if sign(at(p, number(middle))) != 0:
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
