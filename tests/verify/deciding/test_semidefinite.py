import time
from fractions import Fraction

import pytest

from attnverify.verify.deciding.faces import Line, block
from attnverify.verify.deciding.rounding import ldl
from attnverify.verify.deciding.semidefinite import solve
from attnverify.verify.kernel.atoms import atom

X = atom("test", "x")
ONE, LINEAR, SQUARE = (), ((X, 1),), ((X, 2),)
BASIS = {(0, 0): {ONE: Fraction(1)}, (0, 1): {LINEAR: Fraction(2)}, (1, 1): {SQUARE: Fraction(1)}}


def later():
    return time.process_time() + 30


def total(found, size=2):
    """The polynomial that the squares of a solution are, by its coefficients."""
    sums = [Fraction(0)] * (2 * size - 1)
    for _, squares in found[1]:
        for d, v in squares:
            for i, a in enumerate(v):
                for j, b in enumerate(v):
                    sums[i + j] += d * a * b
    return sums


def test_ldl_gives_the_matrix_again():
    matrix = [[Fraction(4), Fraction(2)], [Fraction(2), Fraction(3)]]
    parts = ldl(matrix)
    assert [[sum(d * v[i] * v[j] for d, v in parts) for j in range(2)] for i in range(2)] == matrix
    assert ldl([[Fraction(1), Fraction(2)], [Fraction(2), Fraction(3)]]) is None
    assert ldl([[Fraction(0), Fraction(1)], [Fraction(1), Fraction(3)]]) is None


@pytest.mark.parametrize("coefficients", [(1, -2, 1), (5, 2, 3), (2, 0, 0)])
def test_a_square_is_found_exactly(coefficients):
    pytest.importorskip("clarabel")
    target = {m: Fraction(c) for m, c in zip((ONE, LINEAR, SQUARE), coefficients, strict=True) if c}
    found = solve(target, [], [block(0, 2, BASIS)], False, later())
    assert total(found) == [Fraction(c) for c in coefficients]


def test_what_is_negative_somewhere_is_not_found():
    pytest.importorskip("clarabel")
    target = {ONE: Fraction(-1, 100), SQUARE: Fraction(1)}
    assert solve(target, [], [block(0, 2, BASIS)], False, later()) is None


def test_a_strict_goal_needs_a_strict_column():
    pytest.importorskip("clarabel")
    target = {ONE: Fraction(1), SQUARE: Fraction(1)}
    one = Line(0, {ONE: Fraction(1)}, False, True)
    found = solve(target, [one], [block(0, 2, BASIS)], True, later())
    assert found[0][0][0] > 0
    assert solve({SQUARE: Fraction(1)}, [one], [block(0, 2, BASIS)], True, later()) is None
