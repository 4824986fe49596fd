"""The arithmetic of the referee: fractions, intervals, roots, polynomials, matrices, work that is counted."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from attnverify.verify.referee import matrices
from attnverify.verify.referee.budget import MAX_WORK, Budget, digits, numbers
from attnverify.verify.referee.findings import MalformedError
from attnverify.verify.referee.intervals import Interval, UndecidedError, elementary, ends, largest, sign
from attnverify.verify.referee.points import PRIME, avoids
from attnverify.verify.referee.polynomials import MAX_EXPONENT, Ring
from attnverify.verify.referee.rational import Field
from attnverify.verify.referee.roots import disjoint, is_characteristic, product, radius, scaled
from attnverify.verify.referee.syntax import GrammarError


# Rational functions modulo relations: zero exactly when they vanish.
def vanishes(field: Field, text: str) -> bool:
    return field.is_zero(field.read(text))


def test_rational_identities() -> None:
    field = Field(["x", "y"])
    assert vanishes(field, "1/(x - y) - 1/(x + y) - 2*y/(x**2 - y**2)")
    assert vanishes(field, "(x/y)**-2 - y**2/x**2")
    assert vanishes(field, "1/(1 + 1/(1 + 1/x)) - (x + 1)/(2*x + 1)")
    assert not vanishes(field, "1/(x - y) - 1/(x + y) - 3*y/(x**2 - y**2)")
    assert not vanishes(field, "x")


def test_relations_are_used_and_chained() -> None:
    field = Field(["r", "s", "x"], [("s**2", "r + x"), ("r**2", "1/(1 + x)")])
    assert vanishes(field, "s**4 - 2*r*x - x**2 - 1/(1 + x)")
    assert not vanishes(field, "s**4 - 2*r*x - x**2")
    assert not vanishes(field, "s - r")


def test_either_root_is_meant() -> None:
    # r**2 = x**2 does not make r equal to x.
    assert not vanishes(Field(["r", "x"], [("r**2", "x**2")]), "r - x")


@pytest.mark.parametrize("relations", [
    [("a**2", "b"), ("b**2", "a")],
    [("a**2", "a + b")],
    [("a**2", "b"), ("a**3", "b")],
    [("a + b", "1")],
    [("a**2", "1/(b - b)")],
    [("a**-2", "b")],
])  # fmt: skip
def test_relations_that_do_not_end_are_refused(relations: list[tuple[str, str]]) -> None:
    with pytest.raises(GrammarError):
        Field(["a", "b"], relations)


@pytest.mark.parametrize(
    "text", ["sqrt(x)", "exp(x)", "Abs(x)", "x**y", "x**(1/2)", "x < y", "[x]", "x @ y", "1/(x - x)", "z", "x**9999"]
)
def test_outside_the_rational_functions(text: str) -> None:
    with pytest.raises(GrammarError):
        Field(["x", "y"]).read(text)


def test_division_by_zero_modulo_relations_is_refused() -> None:
    with pytest.raises(GrammarError, match="identically zero"):
        Field(["r", "x"], [("r**2", "x")]).read("1/(r**2 - x)")


# Interval operations contain the operation on every pair of points.
def interval(low: int | Fraction, high: int | Fraction, bits: int = 6) -> Interval:
    return Interval(Fraction(low), Fraction(high), bits)


def test_operations_contain_the_points() -> None:
    left, right = interval(Fraction(-1, 3), Fraction(5, 7)), interval(Fraction(2, 9), Fraction(13, 11))
    found = {"+": left + right, "-": left - right, "*": left * right, "/": left / right}
    for x in ends(left):
        for y in ends(right):
            for symbol, exact in {"+": x + y, "-": x - y, "*": x * y, "/": x / y}.items():
                assert found[symbol].low <= exact <= found[symbol].high


def test_powers() -> None:
    assert ends(interval(-2, 1) ** 2) == (0, 4)
    assert ends(interval(-2, 1) ** 3) == (-8, 1)
    assert ends(interval(2, 4) ** -1) == (Fraction(1, 4), Fraction(1, 2))
    assert ends(interval(-2, 1) ** 0) == (1, 1)


def test_division_by_an_interval_around_zero_is_undecided() -> None:
    with pytest.raises(UndecidedError):
        Fraction(1) / interval(-1, 1)
    with pytest.raises(GrammarError, match="division by zero"):
        Fraction(1) / interval(0, 0)


def test_sign_is_never_guessed() -> None:
    assert [sign(interval(1, 2)), sign(interval(-2, -1)), sign(Fraction(0))] == [1, -1, 0]
    for doubtful in (interval(0, 1), interval(-1, 1)):
        with pytest.raises(UndecidedError):
            sign(doubtful)


def test_domains() -> None:
    for name, bad in (("sqrt", Fraction(-1)), ("log", Fraction(0)), ("log", interval(-2, -1))):
        with pytest.raises(GrammarError):
            elementary(name, bad, 64)
    for name in ("sqrt", "log"):
        with pytest.raises(UndecidedError):
            elementary(name, interval(-1, 1), 64)


def test_absolute_value_and_largest() -> None:
    assert ends(abs(interval(-3, 1))) == (0, 3)
    assert ends(largest([Fraction(1), interval(0, 5)], 6)) == (1, 5)


# roots
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


# Sparse polynomials agree with SymPy and refuse unbounded work.
def test_ring_operations() -> None:
    ring = Ring(["x", "y"])
    x, y = ring.variable("x"), ring.variable("y")
    total = ring.add(x, y)
    square = ring.multiply(total, total)
    assert square == ring.add(
        ring.add(ring.power(x, 2), ring.power(y, 2)), ring.multiply(ring.multiply(x, y), ring.constant(2))
    )
    assert ring.add(square, square, -1) == {}
    assert ring.multiply(square, {}) == {}
    assert ring.power(total, 0) == ring.constant(1)


def test_primitive_part() -> None:
    ring = Ring(["x"])
    x = ring.variable("x")
    content, part = ring.primitive(ring.add(ring.constant(Fraction(2, 3)), x, Fraction(-4, 9)))
    assert content == Fraction(-2, 9)
    assert part == ring.add(ring.constant(-3), x, 2)


def test_coefficients_in_one_variable() -> None:
    ring = Ring(["x", "y"])
    x, y = ring.variable("x"), ring.variable("y")
    polynomial = ring.add(ring.multiply(ring.power(x, 3), y), y, 5)
    assert ring.coefficients(polynomial, "x") == {3: y, 0: ring.multiply(ring.constant(5), y)}
    assert ring.coefficients(polynomial, "y") == {1: ring.add(ring.power(x, 3), ring.constant(5))}


def test_an_exponent_never_runs_into_its_neighbour() -> None:
    ring = Ring(["x", "y"])
    power = ring.power(ring.variable("x"), MAX_EXPONENT)
    square = ring.multiply(power, power)
    assert ring.coefficients(square, "x") == {2 * MAX_EXPONENT: ring.constant(1)}
    with pytest.raises(GrammarError, match="exponent"):
        ring.multiply(square, square)


def test_work_is_limited() -> None:
    ring = Ring([f"x{i}" for i in range(8)])
    total: dict[int, int | Fraction] = {}
    for name in ring.variables:
        total = ring.add(total, ring.variable(name))
    with pytest.raises(GrammarError, match="products of terms"):
        ring.power(total, 60)


def test_names_are_declared_once() -> None:
    with pytest.raises(GrammarError, match="twice"):
        Ring(["x", "x"])
    with pytest.raises(GrammarError, match="not declared"):
        Ring(["x"]).variable("y")


# Points modulo a prime: found where they exist, never where a polynomial vanishes on the relations.
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


# Exact matrices: products, rank and determinant, and shapes that do not match.
def exact(rows: list[list[int]]) -> Any:
    return tuple(tuple(Fraction(entry) for entry in row) for row in rows)


def test_determinant_and_rank() -> None:
    assert matrices.determinant(exact([[0, 1], [1, 0]])) == -1
    assert matrices.determinant(exact([[0, 0, 2], [3, 0, 0], [0, 5, 0]])) == 30
    assert matrices.determinant(exact([[1, 2, 3], [4, 5, 6], [7, 8, 9]])) == 0
    assert matrices.rank(exact([[0, 0, 1], [0, 0, 2]])) == 1
    assert matrices.rank(exact([[1, 2], [3, 4], [5, 6]])) == 2


def test_products() -> None:
    m, v = exact([[1, 2], [3, 4]]), exact([[5, 6]])[0]
    assert matrices.product(m, v) == (17, 39)
    assert matrices.product(v, m) == (23, 34)
    assert matrices.product(v, v) == 61
    assert matrices.product(m, m) == exact([[7, 10], [15, 22]])
    assert matrices.trace(matrices.plus(m, matrices.identity(2))) == 7  # type: ignore[arg-type]


def test_shapes_must_match() -> None:
    m, v = exact([[1, 2, 3], [4, 5, 6]]), exact([[5, 6]])[0]
    for wrong in (
        lambda: matrices.product(m, v),
        lambda: matrices.plus(m, v),
        lambda: matrices.square(m, "det"),
        lambda: matrices.matrix(v, "transpose"),
        lambda: matrices.checked([]),
        lambda: matrices.checked([v, Fraction(1)]),
    ):
        with pytest.raises(GrammarError):
            wrong()


# The limit on arithmetic: small work passes, long numbers cost more.
def test_the_budget_is_limited() -> None:
    budget = Budget()
    budget.spend(MAX_WORK)
    with pytest.raises(GrammarError, match="operations"):
        budget.spend(1)
    with pytest.raises(GrammarError, match="operations"):
        Budget().spend(MAX_WORK // 4, bits=1_000)


def test_sizes() -> None:
    matrix = ((Fraction(1), Fraction(7, 2)), (Fraction(0), Interval(Fraction(1), Fraction(255), 8)))
    assert numbers(matrix) == 4
    assert numbers(matrix[0]) == 2
    assert digits(matrix) == 9
