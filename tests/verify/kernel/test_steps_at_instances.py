"""Families over steps at an instance: one value at every step, and what is said of all steps."""

from __future__ import annotations

from typing import Any

import pytest

from verify.kernel.refutation import judge_instance
from verify.kernel.statements import read
from verify.kernel.terms import Rejected

LETTERS = ["x[step, token]: vector; a[step]: number; f: size -> number; i: token"]
AT_REST: dict[str, Any] = {
    "tokens": 2,
    "dim": 2,
    "letters": {"x": {"always": [[1, 0], [0, 2]]}, "a": {"always": 3}, "f": "fn(n in size: n^2)", "i": 0},
}


def truths(*formulas: str, **letters: Any) -> list[bool | None]:
    """Their truth at AT_REST with other letters."""
    statement = read({"letters": LETTERS, "show": list(formulas)})
    report = judge_instance(statement, {**AT_REST, "letters": {**AT_REST["letters"], **letters}})
    return [truth for _, truth in report.show]


def test_a_constant_family_is_known_at_every_step() -> None:
    assert truths(
        "forall n in step, j: x[n + 1, j] == x[n, j]",
        "forall n in step: a[n] == 3 and dot(x[n, i], x[n, i]) == 1",
        "forall n in step: a[n] == 4",
        "a[7] == 3",
    ) == [True, True, False, True]


def test_what_fails_for_some_number_is_not_refuted_for_sizes() -> None:
    assert truths("forall n in size: n*(n - 1) >= 0", "forall n in size, m in size: (n - m)^2 != 1/4") == [None, None]


def test_what_holds_for_all_numbers_holds_for_sizes_and_what_fails_at_a_size_fails() -> None:
    assert truths("forall n in size: n^2 + 1 > 0", "forall n in size: f(n) >= 0", "forall n in size: n < 3") == [
        True,
        True,
        False,
    ]


def test_a_family_over_steps_is_no_list() -> None:
    with pytest.raises(Rejected, match="a value of size -> number cannot be written"):
        truths("a[0] == 1", a=[1, 2])
    with pytest.raises(Rejected, match="a value of size -> number cannot be written"):
        truths("a[0] == 1", a={"always": 1, "after": 2})
