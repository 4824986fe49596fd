"""Interval operations contain the operation on every pair of points."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.referee.intervals import Interval, UndecidedError, elementary, ends, largest, sign
from verify.referee.syntax import GrammarError


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
