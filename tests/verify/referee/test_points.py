"""Points modulo a prime: found where they exist, never where a polynomial vanishes on the relations."""

from __future__ import annotations

from fractions import Fraction

from verify.referee.points import PRIME, avoids
from verify.referee.polynomials import Ring

RING = Ring(["c", "x"])
C, X, ONE = RING.variable("c"), RING.variable("x"), RING.constant(1)
UNIT = ("c", 2, ONE, ONE)  # c**2 equals 1


def test_a_point_is_found_where_there_is_one() -> None:
    assert avoids(RING, [UNIT], [RING.add(C, ONE)])
    assert avoids(RING, [("c", 2, X, ONE)], [C, RING.add(RING.multiply(C, C), ONE)])
    assert avoids(RING, [("c", 1, ONE, X)], [RING.add(C, X)])


def test_no_point_is_found_where_there_is_none() -> None:
    assert not avoids(RING, [UNIT], [RING.add(C, ONE), RING.add(C, ONE, -1)])
    assert not avoids(RING, [("c", 2, {}, ONE)], [C])
    assert not avoids(RING, [("c", 1, ONE, {})], [X])


def test_coefficients_that_the_prime_divides_decide_nothing() -> None:
    assert not avoids(RING, [UNIT], [RING.constant(Fraction(1, PRIME))])
