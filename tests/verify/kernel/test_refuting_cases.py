"""Refutations by the proof of the negation in a case, and those about the laws of random states."""

from __future__ import annotations

from typing import Any

import pytest

from verify.kernel.judging import judge
from verify.kernel.rules import Rule
from verify.kernel.terms import Rejected
from verify.tactics.build import KNOWN, intro, leaf

# False, but its negation follows for negative numbers only.
SQUARES = {"letters": ["a: number"], "given": ["a < 3"], "show": ["a^2 >= 5*a + 6"]}
NEGATION = intro("", leaf("1/6: a^2 >= 5*a + 6", "1/6: a > 0; a < 2", "1/2: a > 0"))
LAW = {"letters": {"y": "uniform_on_sphere"}}
SAME = {"letters": ["y[token]: random vector"], "given": ["independent(y)", "uniform_on_sphere(y)"]}


def nothing(id: str) -> Rule:
    raise Rejected(f"no claim {id}")


def verdict(statement: Any, refuted: Any, instance: Any) -> str:
    return judge({"statement": statement, "refuted": refuted, "instance": instance}, nothing).verdict


def test_the_negation_holds_in_the_case() -> None:
    refuted = {"case": ["a > 0", "a < 2"], "proof": NEGATION}
    assert verdict(SQUARES, refuted, {"letters": {"a": 1}}) == "REFUTED"


@pytest.mark.parametrize(("case", "a"), [
    ([], 1),  # the negation is not proved
    (["a > 0", "a < 2"], 2),  # the case does not hold at the instance
    (["a > 0", "a < 2", "a > 5"], 1),  # nothing is in the case
    (["a > 0", "a < 2", "forall x in number: sin(x) <= 1"], 1),  # nobody knows whether anything is
    ("a > 0", 1), (["b > 0"], 1),
])  # fmt: skip
def test_cases_that_refute_nothing(case: Any, a: int) -> None:
    assert verdict(SQUARES, {"case": case, "proof": NEGATION}, {"letters": {"a": a}}) == "OPEN"


def test_an_empty_case_is_refused() -> None:
    empty = {"case": ["1 <= 0"], "proof": intro("", KNOWN)}
    assert verdict({**SQUARES, "show": ["a == a"]}, empty, {"letters": {"a": 1}}) == "OPEN"


@pytest.mark.parametrize(("given", "instance", "expected"), [
    ([], {"tokens": 1, "dim": 1, **LAW}, "REFUTED"),
    ([], {"tokens": 1, "dim": 1}, "OPEN"),
    ([], {"tokens": 1, **LAW}, "OPEN"),
    ([], {"tokens": 1, "dim": 0, **LAW}, "OPEN"),
    (["almost_surely(exists w in vector: forall i: dot(w, y[i]) > 2)"], {"tokens": 1, "dim": 1, **LAW}, "OPEN"),
    (["standard_normal(y)"], {"tokens": 1, "dim": 1, **LAW}, "OPEN"),
])  # fmt: skip
def test_independent_uniform_states_exist(given: list[str], instance: Any, expected: str) -> None:
    statement = {**SAME, "given": [*SAME["given"], *given], "show": ["1 <= 0"]}
    assert verdict(statement, {"proof": intro("", leaf("1: 1 <= 0"))}, instance) == expected
