"""Certificates are found with as few products as needed, and none is found for what is false."""

import sympy as sp

from attnverify.verify.deciders.positive import Problem, prove
from attnverify.verify.deciders.translate import Signed
from attnverify.verify.referee.certificates import Status, recheck

x, y = sp.symbols("x y")
POSITIVE = [Signed(x, "positive"), Signed(y, "positive")]


def test_a_factor_of_the_denominator_gets_its_own_proof() -> None:
    found = prove(Problem(Signed(x / (x + 2 * y), "positive"), POSITIVE), 1)
    assert found is not None
    assert recheck(found).status is Status.CONFIRMED
    assert found["steps"][0]["says"] == "x + 2*y > 0"


def test_the_contrary_is_a_split_into_the_goal_and_an_absurdity() -> None:
    problem = Problem(Signed(x - 1, "positive"), [Signed(x**2 - 1, "positive"), Signed(x, "positive")])
    assert prove(problem, 3) is None
    found = prove(problem, 3, deep=True)
    assert found is not None
    assert found["kind"] == "split"
    assert recheck(found).status is Status.CONFIRMED
    assert {entry["expr"] for entry in found["hypotheses"]} == {"x**2 - 1", "x"}


def test_nothing_is_found_for_false_statements() -> None:
    for expr in (x - y, -x, x * y - 1, 1 / (x - y)):
        assert prove(Problem(Signed(expr, "nonnegative"), POSITIVE), 3, deep=True) is None


def test_strict_and_weak_are_told_apart() -> None:
    weak = [Signed(x, "nonnegative")]
    assert prove(Problem(Signed(x, "nonnegative"), weak), 2, deep=True) is not None
    assert prove(Problem(Signed(x, "positive"), weak), 2, deep=True) is None
