"""SymPy to the referee's language: the same value, or refused."""

from fractions import Fraction

import pytest
import sympy as sp

from attnverify.verify.deciders.translate import (
    assumed,
    conditions,
    exact,
    integral,
    plain,
    relation_text,
    text,
    variables,
)
from attnverify.verify.referee.grammar import evaluate

x, y = sp.symbols("x y")


@pytest.mark.parametrize(
    "expr",
    [x**2 / 3 - sp.Rational(1, 7) * y, (x + y) ** -3, sp.Max(x, y, 2) - sp.Min(x, y), sp.Abs(x - y) / 2, -(x**2)],
)
def test_the_text_has_the_same_value(expr: sp.Expr) -> None:
    values = {x: sp.Rational(5, 3), y: sp.Rational(-7, 2)}
    expected = expr.subs(values)
    assert evaluate(text(expr), plain(values)) == Fraction(int(expected.p), int(expected.q))


@pytest.mark.parametrize("bad", [0.5 * x, sp.I * x, sp.oo, sp.nan, sp.zoo])
def test_inexact_or_complex_is_refused(bad: sp.Expr) -> None:
    with pytest.raises(ValueError, match=r"float|real"):
        text(bad)


def test_constants_do_not_become_variables() -> None:
    assert text(sp.E + sp.Symbol("E")) == "E + exp(1)"
    for constant in (sp.pi, sp.GoldenRatio, sp.EulerGamma):
        with pytest.raises(ValueError, match="referee's language"):
            text(constant + x)


def test_half_powers_are_roots() -> None:
    assert [text(x ** sp.Rational(p, 2)) for p in (1, 3, -3)] == ["sqrt(x)", "sqrt(x)**3", "sqrt(x)**-3"]
    assert evaluate(text(y / (x + y) ** sp.Rational(3, 2)), {"x": 1, "y": 3}) == Fraction(3, 8)


def test_relations() -> None:
    assert [part.relation() for part in conditions([sp.Abs(x) <= y, sp.Eq(x, 1), sp.Ne(y, 0)])] == [
        "-x + y >= 0", "x + y >= 0", "x - 1 == 0", "y != 0",
    ]  # fmt: skip
    assert [part.negated().relation() for part in conditions(x > y)] == ["-x + y >= 0"]
    assert conditions(sp.true) == []
    assert [part.relation() for part in conditions([sp.false])] == ["-1 >= 0"]
    assert relation_text(x < y) == "x < y"
    assert relation_text(sp.Ne(x, y)) == "x != y"
    with pytest.raises(ValueError, match="not a relation"):
        conditions(x)
    with pytest.raises(ValueError, match="not a relation"):
        conditions([sp.Or(x > 0, y > 0)])


def test_assumptions_of_symbols() -> None:
    p, m, n = sp.symbols("p", positive=True), sp.symbols("m", negative=True), sp.symbols("n", integer=True)
    assert [part.relation() for part in assumed([p + m + n])] == ["-m > 0", "p > 0"]
    assert integral([p + n]) == ["integer(n)"]


def test_one_name_one_symbol() -> None:
    with pytest.raises(ValueError, match="two different"):
        variables([x, sp.Symbol("x", positive=True)])


def test_exact_values() -> None:
    assert plain({x: sp.Rational(1, 2), "M": sp.eye(1), "v": [1, Fraction(2, 3)], "w": sp.sqrt(2)}) == {
        "x": "1/2", "M": [[1]], "v": [1, "2/3"], "w": "sqrt(2)",
    }  # fmt: skip
    for bad in (0.5, True, sp.Float(1)):
        with pytest.raises(ValueError, match=r"exact|float"):
            exact(bad)
