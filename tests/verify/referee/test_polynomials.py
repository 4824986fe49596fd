"""Sparse polynomials agree with SymPy and refuse unbounded work."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.referee.polynomials import MAX_EXPONENT, Ring
from verify.referee.syntax import GrammarError


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
