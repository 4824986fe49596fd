"""The limit on arithmetic: small work passes, long numbers cost more."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.referee.budget import MAX_WORK, Budget, digits, numbers
from verify.referee.intervals import Interval
from verify.referee.syntax import GrammarError


def test_work_is_limited() -> None:
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
