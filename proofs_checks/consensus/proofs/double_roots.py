"""Polynomials in z = cos(4 pi t) that are nonnegative from -1 to 1, as squares times 1 - z and 1 + z."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

Polynomial = list[Fraction]  # coefficients, that of 1 first
Z = "cos(4*pi*t)"
BELOW, ABOVE = f"{Z} <= 1", f"-{Z} <= 1"


def _divided(polynomial: Polynomial, root: Fraction) -> tuple[Polynomial, Polynomial]:
    """Quotient and remainder by the square of z - root."""
    rest, quotient = list(polynomial), [Fraction(0)] * (len(polynomial) - 2)
    for power in reversed(range(len(quotient))):
        top = quotient[power] = rest[power + 2]
        for step, number in enumerate((root**2, -2 * root, Fraction(1))):
            rest[power + step] -= top * number
    return quotient, rest[:2]


def terms(polynomial: Polynomial, roots: Sequence[str], more: str = "") -> list[str]:
    """A polynomial as squares times 1 - z and 1 + z, by division by the squares of z - root; `more` is a factor."""
    made: list[str] = []
    squared = ""
    for root in (*roots, None):
        if root is not None:
            polynomial, line = _divided(polynomial, Fraction(root))
        else:
            line = (polynomial + [Fraction(0)] * 2)[:2]
        for side, number in ((BELOW, line[0] - line[1]), (ABOVE, line[0] + line[1])):
            if number:
                made.append(f"{number / 2}: {side}{more}{squared}")
        squared += f"; sq {Z} - ({root})"
    return made
