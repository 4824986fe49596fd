"""Guesses at bounds agree with the kernel's."""

import math
from fractions import Fraction

import pytest

from attnverify.verify.kernel.boxes import interval
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Letter, Term
from attnverify.verify.search.bisection import FloatIntervals

TERMS = [
    "x*y - y^2/(1 + x^2)",
    "exp(x - y)*cos(2*x + y) - sin(y)^3",
    "max(x, y) - min(x^2, abs(y))",
    "log(2 + x)*sqrt(3 + y) - tanh(x*y) + pi",
]


def number(text: str) -> tuple[Term, list[Letter]]:
    """A number in x and y, and these letters."""
    statement = read({"letters": ["x, y: number"], "show": [f"0 < {text}"]})
    goal = statement.show[0]
    assert goal.op == "<"
    return goal.args[1], list(statement.letters)


@pytest.mark.parametrize("text", TERMS)
def test_guesses_are_the_bounds_of_the_kernel(text: str) -> None:
    term, (x, y) = number(text)
    guess = FloatIntervals(term)
    for step in range(1, 20):
        box = {x: (Fraction(-step, 13), Fraction(step, 17)), y: (Fraction(-1, step), Fraction(step, 7 + step))}
        low, size = guess.low(box)
        assert size >= 1
        assert low == pytest.approx(float(interval(term, box, 0)[0]), abs=1e-9 * size)


def test_what_may_be_undefined_has_no_bound() -> None:
    term, (x, y) = number("1/x")
    box = {x: (Fraction(-1), Fraction(1)), y: (Fraction(0), Fraction(1))}
    assert FloatIntervals(term).low(box)[0] == -math.inf
    assert FloatIntervals(term).sign(box) == -1
