"""A point modulo a prime at which relations hold and polynomials are not zero: a quick way to show that one exists.

The relations replace a power of a variable, so that reducing by them divides by nothing but the denominators of their
coefficients. If some power of a polynomial reduced to zero over the rationals, it would do so modulo a prime that
divides none of these, and the polynomial would vanish at every point there.
"""

import random
from collections.abc import Iterable, Mapping, Sequence
from functools import cache

from attnverify.verify.referee.polynomials import Ring, Terms
from attnverify.verify.referee.work import spend

PRIME = 10_007
_DRAWN = 2_000
_TRIED = 10

# A variable, its power, and numerator and denominator of what that equals.
Tie = tuple[str, int, Terms, Terms]


def avoids(ring: Ring, ties: Sequence[Tie], polynomials: Sequence[Terms]) -> bool:
    """Whether a point was found at which the `ties` hold and no polynomial is zero; False decides nothing.

    ties : in an order in which what each one equals uses only variables that are free or tied before.
    """
    draw = random.Random(0)
    tied = {variable for variable, _, _, _ in ties}
    used = {name for terms in (*polynomials, *(t for tie in ties for t in tie[2:])) for name in _names(ring, terms)}
    free = sorted(used - tied)
    tried = 0
    try:
        for _ in range(_DRAWN):
            point = {name: draw.randrange(1, PRIME) for name in free}
            if not _completed(ring, ties, point, draw):
                continue
            if all(_at(ring, terms, point) for terms in polynomials):
                return True
            tried += 1
            if tried == _TRIED:
                break
    except ValueError:  # a coefficient has the prime in its denominator
        return False
    return False


def _completed(ring: Ring, ties: Iterable[Tie], point: dict[str, int], draw: random.Random) -> bool:
    """Whether every tied variable has a value at the point, which then gets it."""
    for variable, power, top, bottom in ties:
        divisor = _at(ring, bottom, point)
        roots = _roots(power).get(_at(ring, top, point) * pow(divisor, -1, PRIME) % PRIME) if divisor else None
        if roots is None:
            return False
        point[variable] = draw.choice(roots)
    return True


@cache
def _roots(power: int) -> Mapping[int, list[int]]:
    found: dict[int, list[int]] = {}
    for root in range(PRIME):
        found.setdefault(pow(root, power, PRIME), []).append(root)
    return found


def _names(ring: Ring, terms: Terms) -> Iterable[str]:
    return (name for name in ring.variables if any(ring.exponent(monomial, name) for monomial in terms))


def _at(ring: Ring, terms: Terms, point: Mapping[str, int]) -> int:
    total = 0
    spend(len(terms) * (1 + len(point)))
    for monomial, coefficient in terms.items():
        product = coefficient.numerator * pow(coefficient.denominator, -1, PRIME)
        for name, value in point.items():
            exponent = ring.exponent(monomial, name)
            if exponent:
                product = product * pow(value, exponent, PRIME) % PRIME
        total += product
    return total % PRIME
