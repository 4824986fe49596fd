import random
from fractions import Fraction

import pytest

from verify.referee.findings import MalformedError
from verify.referee.roots import disjoint, is_characteristic, product, radius, scaled

# x^3 - 2 and its companion matrix; the identity, which no vector generates; a nilpotent block.
COMPANION = ((0, 0, 2), (1, 0, 0), (0, 1, 0))
IDENTITY = ((1, 0, 0), (0, 1, 0), (0, 0, 1))


def test_characteristic_polynomials():
    assert is_characteristic(COMPANION, (-2, 0, 0, 1))
    assert not is_characteristic(COMPANION, (-3, 0, 0, 1))
    assert not is_characteristic(COMPANION, (-2, 0, 1))


def test_matrices_without_a_cyclic_vector():
    assert is_characteristic(IDENTITY, (-1, 3, -3, 1))
    # (x - 1)^2 (x - 2) also annihilates the identity, and is not its characteristic polynomial.
    assert not is_characteristic(IDENTITY, (-2, 5, -4, 1))
    assert is_characteristic(((0, 0), (0, 0)), (0, 0, 1))


def test_repeated_blocks_agree_with_the_product_of_their_polynomials():
    draw = random.Random(1)
    for _ in range(20):
        a, b, c, d = (draw.randrange(-9, 10) for _ in range(4))
        block = (a * d - b * c, -(a + d), 1)
        double = ((a, b, 0, 0), (c, d, 0, 0), (0, 0, a, b), (0, 0, c, d))
        assert is_characteristic(double, product([(block, 2)]))
        assert not is_characteristic(double, product([(block, 1), ((block[0] + 1, block[1], 1), 1)]))


def test_radii_hold_a_root_and_vanish_at_one():
    square = (-2, 0, 1)  # x^2 - 2
    r = radius(square, round(2**0.5 * 2**40), 0, 40)
    assert 0 < r < Fraction(1, 2**38)
    assert radius((-4, 0, 1), 2, 0, 0) == 0
    for point in (-3, -1, 1, 2, 5):
        assert abs(point - 2**0.5) <= radius(square, point, 0, 0) or abs(point + 2**0.5) <= radius(square, point, 0, 0)
    with pytest.raises(MalformedError):
        radius(square, 0, 0, 0)


def test_touching_discs_are_not_disjoint():
    zero, one = Fraction(0), Fraction(1)
    assert disjoint([(zero, zero, one / 3), (one, zero, one / 3)])
    assert not disjoint([(zero, zero, one / 2), (one, zero, one / 2)])


def test_scaling_and_its_limits():
    assert scaled([[Fraction(1, 2), Fraction(0)], [Fraction(1, 3), Fraction(1)]]) == (((3, 0), (2, 6)), 6)
    for matrix in ([], [[Fraction(1), Fraction(2)]], [[Fraction(2) ** 30_000]]):
        with pytest.raises(MalformedError):
            scaled(matrix)
