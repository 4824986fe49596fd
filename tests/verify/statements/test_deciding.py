"""Verdicts of whole statements, and what keeps a proof from being one of nothing."""

import pytest

from verify.evidence import combine
from verify.statements.deciding import decide_statement
from verify.statements.reading import read_table


def verdict(show, given=(), instance=None, **variables):
    table = {"variables": variables, "given": list(given), "show": show, "instance": instance or {}}
    return combine(decide_statement(read_table(table)).evidence)


@pytest.mark.parametrize(
    ("show", "found"),
    [
        (["x**2 >= 0", "x**2 + 1 > 0"], "ARGUED"),
        (["x**2 >= 0", "x > 0"], "ARGUED FALSE"),
        (["x**2 >= 0", "x**2 != 2"], "OPEN"),
        (["x >= 0", "sqrt(x) >= 0"], "ARGUED FALSE"),
        (["sqrt(x - x - 1)**2 == -1"], "OPEN"),
        (["1/(x - x) == 1/(x - x)"], "OPEN"),
        (["log(-x**2) == log(-x**2)"], "OPEN"),
        (["1/x == 1/x"], "ARGUED"),
    ],
)
def test_a_conjunction_is_as_good_as_its_parts(show, found):
    assert verdict(show, x="real").verdict.value == found


def test_contradictory_givens_prove_nothing():
    found = verdict("x > 5", ["x > 1", "x < 1"], x="real")
    assert found.verdict.value == "OPEN"
    assert "nowhere" in found.reason


def test_an_instance_opens_the_way_to_a_proof():
    given = ["exp(x) == 1 + y", "y**3 < y", "x*y > 5000"]
    assert verdict("x**2 >= 0", given, x="real", y="real").verdict.value == "OPEN"
    shown = verdict("x + 1 > 1", ["exp(y) == x", "x >= 1"], {"x": 1, "y": 0}, x="real", y="real")
    assert shown.verdict.value == "ARGUED"


def test_a_wrong_instance_is_said():
    found = verdict("x > 0", ["x > 1"], {"x": 1}, x="real")
    assert (found.verdict.value, found.reason) == ("OPEN", "at the given instance 'x > 1' does not hold")


def test_a_counterexample_is_completed_in_variables_that_it_leaves_free():
    found = verdict("(97*x - 1037)**2 > 1", ["y > 3"], x="real", y="positive")
    assert found.verdict.value == "ARGUED FALSE"
    assert "y = " in found.reason
