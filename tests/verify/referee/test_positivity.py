"""Certificates of positivity: the step-size lemma as data, and every way to cheat."""

from typing import Any

import pytest

from attnverify.verify.referee.certificates import Status, recheck

from .conftest import changed

# 1 + alpha*lj > -(1 + alpha*l1) from alpha*(-ln - l1) < 2 and lj >= ln.
STEP: dict[str, Any] = {
    "kind": "positivity",
    "variables": ["alpha", "l1", "lj", "ln"],
    "hypotheses": [{"expr": "alpha", "sign": "positive"}, {"expr": "lj - ln", "sign": "nonnegative"},
        {"expr": "2 + alpha*(l1 + ln)", "sign": "positive"}],
    "goal": {"expr": "2 + alpha*l1 + alpha*lj", "sign": "positive"},
    "terms": [{"coefficient": "1", "factors": [2]}, {"coefficient": "1", "factors": [0, 1]}],
}  # fmt: skip
EQUAL: dict[str, Any] = {
    "kind": "positivity",
    "variables": ["x", "y"],
    "hypotheses": [{"expr": "x - y", "sign": "zero"}, {"expr": "y", "sign": "positive"}],
    "goal": {"expr": "x**2", "sign": "positive"},
    "terms": [
        {"coefficient": "-1", "factors": [0], "cofactor": "-x - y"},
        {"coefficient": "1", "factors": [1, 1], "squares": []},
    ],
}


def case(hypothesis: tuple[str, str], goal: tuple[str, str], terms: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "kind": "positivity", "variables": ["x"], "hypotheses": [{"expr": hypothesis[0], "sign": hypothesis[1]}],
        "goal": {"expr": goal[0], "sign": goal[1]}, "terms": terms,
    }  # fmt: skip


# x**3 + x >= 0 or x < 0 ... the goal x*x >= 0 by cases.
SPLIT: dict[str, Any] = {
    "kind": "split", "on": "x", "hypotheses": [], "goal": {"expr": "x**2", "sign": "nonnegative"},
    "nonnegative": case(("x", "nonnegative"), ("x**2", "nonnegative"), [{"coefficient": "1", "factors": [0, 0]}]),
    "negative": case(("-(x)", "positive"), ("x**2", "nonnegative"), [{"coefficient": "1", "factors": [0, 0]}]),
}  # fmt: skip


def test_confirmed() -> None:
    for certificate in (STEP, EQUAL, SPLIT):
        assert recheck(certificate).status is Status.CONFIRMED


@pytest.mark.parametrize("tampered", [
    changed(STEP, ("terms", 0, "coefficient"), "2"),
    changed(STEP, ("terms", 1, "factors"), [0, 2]),
    changed(STEP, ("goal", "expr"), "2 + alpha*l1 + alpha*ln"),
    changed(STEP, ("goal", "sign"), "zero"),
    changed(STEP, ("hypotheses", 2, "sign"), "nonnegative"),  # no strict term is left
    changed(STEP, ("hypotheses", 1, "expr"), "lj + ln"),
    changed(STEP, ("terms", 1, "factors"), [0, -1]),
    changed(STEP, ("terms", 1, "factors"), [0, True]),
    changed(STEP, ("terms", 1, "factors"), [0, 7]),
    changed(STEP, ("terms", 0, "squares"), ["1/lj"]),
    changed(STEP, ("multiplier",), [1]),  # only nonnegative
    changed(STEP, ("multiplier",), [0]),  # not the identity any more
    changed(STEP, ("terms", 0, "cofactor"), "1"),
    changed(EQUAL, ("terms", 0, "cofactor"), "x - y"),
    changed(EQUAL, ("terms", 0, "cofactor"), "1/x"),
    changed(EQUAL, ("hypotheses", 0, "sign"), "nonnegative"),
    changed(EQUAL, ("terms", 1, "coefficient"), "-1"),
    changed(EQUAL, ("terms", 1, "coefficient"), "sqrt(2)"),
    changed(SPLIT, ("on",), "x + 1"),
    changed(SPLIT, ("negative", "hypotheses", 0, "expr"), "x"),
    changed(SPLIT, ("negative", "goal", "expr"), "x**2 + 1"),
    changed(SPLIT, ("goal", "expr"), "x**2 - 1"),
    changed(SPLIT, ("goal", "sign"), "positive"),
    changed(SPLIT, ("negative",), SPLIT["nonnegative"]),
    changed(SPLIT, ("nonnegative", "terms"), []),
])  # fmt: skip
def test_tampering_fails(tampered: Any) -> None:
    assert recheck(tampered).status is Status.FAILED


def test_a_negative_coefficient_is_refused_even_where_the_sum_is_right() -> None:
    terms = [{"coefficient": "3", "factors": [0]}, {"coefficient": "-2", "factors": [0]}]
    assert recheck(case(("x", "positive"), ("x", "positive"), terms)).status is Status.FAILED


def test_a_square_alone_is_not_strict() -> None:
    square = [{"coefficient": "1", "factors": [], "squares": ["x"]}]
    assert recheck(case(("x", "nonnegative"), ("x**2", "nonnegative"), square)).status is Status.CONFIRMED
    assert recheck(case(("x", "nonnegative"), ("x**2", "positive"), square)).status is Status.FAILED


def test_a_multiplier_clears_a_denominator() -> None:
    certificate = case(("x", "positive"), ("1/x", "positive"), [{"coefficient": "1", "factors": []}])
    assert recheck({**certificate, "multiplier": [0]}).status is Status.CONFIRMED
    assert recheck(certificate).status is Status.FAILED


def test_a_case_may_end_in_a_contradiction_but_not_in_a_truth() -> None:
    contradiction = {
        "kind": "positivity",
        "variables": ["x"],
        "hypotheses": [{"expr": "x", "sign": "positive"}, {"expr": "-(x)", "sign": "positive"}],
        "goal": {"expr": "0", "sign": "positive"},
        "terms": [{"coefficient": "1", "factors": [0]}, {"coefficient": "1", "factors": [1]}],
    }
    whole = {
        "kind": "split",
        "on": "x",
        "hypotheses": [{"expr": "x", "sign": "positive"}],
        "goal": {"expr": "2*x", "sign": "positive"},
        "nonnegative": case(("x", "positive"), ("2*x", "positive"), [{"coefficient": "2", "factors": [0]}]),
        "negative": contradiction,
    }
    assert recheck(whole).status is Status.CONFIRMED
    truth = case(("x", "positive"), ("1", "positive"), [{"coefficient": "1", "factors": []}])
    assert recheck({**whole, "negative": truth}).status is Status.FAILED
    assert recheck(changed(whole, ("hypotheses",), [])).status is Status.FAILED


def test_a_case_split_at_a_pole_forgets_the_pole() -> None:
    # x**2 > 0 from the signs of 1/x and -1/x: neither case is there at x = 0, where the goal is false.
    absurd = ("-1", "nonnegative")
    goal = {"expr": "x**2", "sign": "positive"}
    above = case(("1/x", "nonnegative"), absurd, [{"coefficient": "1", "factors": [0, 1], "squares": ["x"]}])
    above["hypotheses"].append({"expr": "-1/x", "sign": "nonnegative"})
    below = case(("-(1/x)", "positive"), ("x**2", "positive"), [{"coefficient": "1", "factors": []}])
    inner = case(("-(-1/x)", "positive"), ("x**2", "positive"), [{"coefficient": "1", "factors": []}])
    below["multiplier"] = inner["multiplier"] = [0, 0]
    found = recheck(
        {
            "kind": "split", "on": "1/x", "hypotheses": [], "goal": goal,
            "nonnegative": {"kind": "split", "on": "-1/x", "nonnegative": above, "negative": inner}, "negative": below,
        }
    )  # fmt: skip
    assert found.status is Status.FAILED
    assert "denominator" in found.detail
