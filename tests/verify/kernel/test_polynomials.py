"""Laurent polynomials by themselves: quotients, factors, the order of their parts."""

import random
from fractions import Fraction

import pytest

from attnverify.verify.kernel.atoms import Atom, Poly, accumulate, atom, joined
from attnverify.verify.kernel.polynomials import Work, add, divided, monic, mul, proportional, rename, scaled
from attnverify.verify.kernel.terms import TOKEN, Letter

WORK = Work(10**6)
ATOMS = [atom("probe", f"letter {k}") for k in range(3)]


def drawn(draw: random.Random, atoms: list[Atom], terms: int) -> Poly:
    """A polynomial that is not zero."""
    found: Poly = {}
    while not found:
        for _ in range(terms):
            monomial = joined((a, draw.randint(-2, 2)) for a in draw.sample(atoms, draw.randint(0, len(atoms))))
            accumulate(found, monomial, Fraction(draw.choice([-3, -1, 1, 2]), draw.choice([1, 1, 2])))
    return found


def test_equal_factors_become_one_with_the_sum_of_their_exponents() -> None:
    a, b, _ = ATOMS
    assert joined([(b, 2), (a, 1), (a, 2), (b, Fraction(1, 2))]) == ((a, 3), (b, Fraction(5, 2)))
    assert joined([(a, 1), (a, -1)]) == ()
    assert joined([(a, 1), (b, 1), (a, -1)]) == ((b, 1),)


def test_letters_that_become_one_are_squared() -> None:
    """x[i]*x[j] at j = i is x[i]^2, in a normal form that is renamed as well as in one that is made anew."""
    x = Letter("x", ("fn", TOKEN, ("number",)))
    i, j = Letter("i", TOKEN), Letter("j", TOKEN)
    first, second = atom("l", x, i), atom("l", x, j)
    assert rename({joined([(first, 1), (second, 1)]): Fraction(1)}, {j: i}) == {((first, 2),): Fraction(1)}


def test_a_product_is_divided_by_its_factors_and_by_nothing_else() -> None:
    draw = random.Random(1)
    refused = 0
    for _ in range(150):
        p, q = drawn(draw, ATOMS, draw.randint(1, 4)), drawn(draw, ATOMS[: draw.randint(1, 3)], draw.randint(1, 3))
        assert divided(mul(p, q, WORK), q, WORK) == p
        more = add(mul(p, q, WORK), drawn(draw, ATOMS, 1))
        found = divided(more, q, WORK)
        refused += found is None
        assert found is None or mul(found, q, WORK) == more
    assert 50 < refused < 150


def test_a_divisor_with_a_letter_of_its_own() -> None:
    a, b = ({((x, 1),): Fraction(1)} for x in ATOMS[:2])
    one: Poly = {(): Fraction(1)}
    quotient: Poly = {joined(((ATOMS[0], 1), (ATOMS[1], -1))): Fraction(1)}
    assert divided(a, add(a, b), WORK) is None
    assert divided(add(mul(a, a, WORK), a), mul(b, add(a, one), WORK), WORK) == quotient


@pytest.mark.parametrize("factor", [Fraction(1), Fraction(-2), Fraction(1, 3)])
def test_multiples_of_one_another(factor: Fraction) -> None:
    draw = random.Random(2)
    for _ in range(20):
        p = drawn(draw, ATOMS, 3)
        assert proportional(scaled(p, factor), p) == factor
        c, q = monic(p)
        assert scaled(q, c) == p
        assert Fraction(1) in q.values()
        other = add(scaled(p, factor), drawn(draw, ATOMS, 1))
        found = proportional(other, p)
        assert found is None or scaled(p, found) == other


def test_zero_is_no_multiple() -> None:
    p: Poly = {((ATOMS[0], 1),): Fraction(1)}
    assert proportional({}, {}) is proportional(p, {}) is proportional({}, p) is None
    assert proportional(p, {((ATOMS[1], 1),): Fraction(1)}) is None
