"""What is posed to the deciders implies what the user wrote."""

from fractions import Fraction

import pytest
import sympy as sp

from verify.statements.problems import algebraic, boxed, factored, integral, problem, ranges
from verify.statements.reading import read_table


def posed(show, variables, **more):
    statement = read_table({"variables": variables, "show": show, **more})
    return statement, problem(statement, statement.show[0])


def test_integers_sharpen_what_is_given_and_weaken_what_is_shown():
    statement, base = posed("n/2 >= 1/3", {"n": "integer"}, given="n > 1/2")
    found = integral(base, statement)
    n = sp.Symbol("n", real=True)
    assert [part.relation() for part in found.goals] == ["3*n - 1 > 0"]  # 3*n - 2 >= 0, of integers
    assert sp.expand(found.given[-1].expr - (2 * n - 2)) == 0


def test_reals_are_left_alone():
    statement, base = posed("x >= 1", {"x": "real", "n": "integer"}, given=["x > 0", "n*x > 1"])
    assert integral(base, statement).given == base.given
    assert integral(base, statement).goals == base.goals


def test_matrices_become_gram_matrices():
    statement, base = posed("det(P) >= 0", {"P": "psd 2"})
    found = factored(base, statement)
    assert found is not None
    assert found.given == ()
    assert sp.factor(found.goals[0].expr) == sp.Symbol("PL00", real=True) ** 2 * sp.Symbol("PL11", real=True) ** 2
    assert factored(*posed("x > 0", {"x": "real"})[::-1]) is None


@pytest.mark.parametrize(
    ("show", "given", "sign", "largest"),
    [
        ("x > 1", [], "positive", False),
        ("x >= 1", [], "nonnegative", False),
        ("x >= 1", ["y > x"], "nonnegative", True),
        ("x >= 1", ["y >= x"], "positive", True),
        ("x >= 1", ["y == x"], "positive", True),
        ("x >= 1", ["y != x", "x < 3"], "nonnegative", False),
    ],
)
def test_on_a_box_a_given_may_fail_instead(show, given, sign, largest):
    statement, base = posed(show, {"x": "[0, 2]", "y": "[0, 2]"}, given=given)
    (found,) = boxed(base, ranges(statement))
    assert found.sign == sign
    assert found.expr.has(sp.Max) is largest


def test_equations_cannot_be_certified_on_a_box():
    statement, base = posed("x == 1", {"x": "[0, 2]"})
    with pytest.raises(ValueError, match="only < <= > >="):
        boxed(base, ranges(statement))


def test_the_range_is_what_domain_and_box_share():
    statement, _ = posed("x > 0", {"x": "(0, 1]", "y": "real"}, box={"x": ["1/2", 3]})
    assert ranges(statement) == {"x": (Fraction(1, 2), Fraction(1))}


def test_without_functions_nothing_is_replaced():
    _, base = posed("x > 0", {"x": "real"})
    assert algebraic(base) is base
