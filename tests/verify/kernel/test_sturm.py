"""Polynomials with rational coefficients are handled as integers; every other one in the general way. Both agree."""

import random
from fractions import Fraction
from itertools import pairwise

import pytest

from attnverify.verify.kernel import sturm
from attnverify.verify.kernel.functions import sqrt
from attnverify.verify.kernel.signs import sign
from attnverify.verify.kernel.values import MAX_WORK, Exhausted, Number, Undecided, meter, number

sympy = pytest.importorskip("sympy")

ROOT = sqrt(number(2))  # a positive factor that keeps a polynomial from being handled as integers


@pytest.fixture(autouse=True)
def _work() -> None:
    meter.start()


def drawn(draw: random.Random, degree: int) -> list[Number]:
    lead = Fraction(draw.choice([-3, -1, 1, 2]), draw.randint(1, 4))
    return [number(lead), *(number(Fraction(draw.randint(-4, 4), draw.choice([1, 1, 2, 3]))) for _ in range(degree))]


def times(p: list[Number], q: list[Number]) -> list[Number]:
    result = [number(0)] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for k, b in enumerate(q):
            result[i + k] = result[i + k] + a * b
    return result


def general(p: list[Number]) -> list[Number]:
    return [ROOT * c for c in p]


def in_sympy(p: list[Number]) -> sympy.Poly:
    return sympy.Poly([sympy.Rational(str(c.rational)) for c in p], sympy.Symbol("x"))


def test_greatest_common_divisors_are_those_of_another_algebra_system() -> None:
    draw = random.Random(3)
    for _ in range(40):
        shared = drawn(draw, draw.randint(0, 2))
        p, q = times(shared, drawn(draw, draw.randint(1, 4))), times(shared, drawn(draw, draw.randint(1, 4)))
        found = sturm.common(p, q)
        assert in_sympy(found).monic() == sympy.gcd(in_sympy(p), in_sympy(q)).monic()
        assert len(sturm.common(general(p), general(q))) == len(found)


def test_chains_change_sign_as_often_in_both_ways_and_as_often_as_there_are_roots() -> None:
    draw = random.Random(4)
    for _ in range(40):
        p = drawn(draw, draw.randint(2, 6))
        if len(sturm.common(p, [number(k) * c for k, c in zip(range(len(p) - 1, 0, -1), p, strict=False)])) > 1:
            continue
        whole, other = sturm.sturm_chain(p), sturm.sturm_chain(general(p))
        places = sorted(Fraction(draw.randint(-40, 40), 7) for _ in range(4))
        for x in places:
            assert sturm.changes(whole, x) == sturm.changes(other, x)
        for low, high in pairwise(places):
            if low < high and sturm.sign_at(p, low):
                between = in_sympy(p).count_roots(sympy.Rational(str(low)), sympy.Rational(str(high)))
                assert sturm.changes(whole, low) - sturm.changes(whole, high) == between


def test_signs_at_rational_numbers() -> None:
    draw = random.Random(5)
    for _ in range(60):
        p, x = drawn(draw, draw.randint(0, 5)), Fraction(draw.randint(-9, 9), draw.randint(1, 5))
        assert sturm.sign_at(p, x) == sturm.sign_at(general(p), x) == sign(sturm.at(p, number(x)))
    assert sturm.sign_at([number(0), number(2), number(-3)], Fraction(3, 2)) == 0
    assert sturm.sign_at([], Fraction(1)) == 0


def test_signs_at_roots_are_found_once() -> None:
    roots = sturm.Roots([number(1), number(0), number(-2)])
    q = [number(1), number(-1)]
    assert [roots.sign_at(k, q) for k in (0, 1)] == [-1, 1]
    left = meter.left
    assert [roots.sign_at(k, q) for k in (0, 1)] == [-1, 1]
    assert meter.left == left


def test_integers_that_grow_too_long_are_undecided() -> None:
    long = [number(Fraction(1, 7**8000)), number(1)]
    with pytest.raises(Undecided, match="too many digits"):
        sturm.sign_at(long, Fraction(1, 3))
    with pytest.raises(Undecided, match="too many digits"):
        sturm.sign_at([number(1)] * 30, Fraction(1, 3**2000))


def test_the_work_is_counted() -> None:
    meter.left = 40
    with pytest.raises(Exhausted):
        sturm.common([number(k + 1) for k in range(30)], [number(k * k + 2) for k in range(29)])
    meter.start()
    sturm.sign_at([number(1)] * 10, Fraction(1, 3))
    assert meter.left < MAX_WORK
