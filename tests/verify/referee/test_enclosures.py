"""An enclosure contains the values at points, and the mean value form sharpens it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.referee.enclosures import enclosure
from verify.referee.grammar import evaluate
from verify.referee.intervals import Interval, UndecidedError, ends
from verify.referee.syntax import GrammarError, parse

TEXTS = [
    "x*y - x/(y + 3)", "exp(x)/(exp(x) + exp(y))", "tanh(x*y) + sqrt(y + 2)", "Abs(x) - Max(x, y, 0) + Min(x, 1/2)",
    "log(x + 2)**3 - (y + 2)**-2", "-x**2 + (x - y)**3",
]  # fmt: skip


def box(*sides: tuple[int | Fraction, int | Fraction]) -> dict[str, Interval]:
    return {name: Interval(Fraction(a), Fraction(b), 64) for name, (a, b) in zip("xy", sides, strict=False)}


@pytest.mark.parametrize("text", TEXTS)
def test_contains_the_values_at_points(text: str) -> None:
    here = box((Fraction(-1, 2), Fraction(1, 3)), (Fraction(-1, 4), Fraction(3, 4)))
    found = enclosure(parse(text), here, 64)
    for i in range(5):
        for j in range(5):
            at = {n: s.low + Fraction(k, 4) * (s.high - s.low) for (n, s), k in zip(here.items(), (i, j), strict=True)}
            low, high = ends(evaluate(text, at))  # type: ignore[arg-type]
            assert found.low <= high
            assert low <= found.high


def test_the_mean_value_form_sees_cancellation() -> None:
    found = enclosure(parse("x - x**2"), box((Fraction(4, 10), Fraction(6, 10))), 64)
    assert found.low > Fraction(1, 5)  # plain evaluation gives 4/10 - 36/100


def test_kinks_and_edges() -> None:
    assert enclosure(parse("Abs(x)"), box((-1, 1)), 64).low == 0
    assert enclosure(parse("sqrt(x)"), box((0, 1)), 64).low == 0
    with pytest.raises(UndecidedError):
        enclosure(parse("1/x"), box((-1, 1)), 64)
    with pytest.raises(GrammarError):
        enclosure(parse("det([[x]])"), box((0, 1)), 64)
