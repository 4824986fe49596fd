"""Signs of numbers that are enclosed: powers of intervals around zero, roots of other orders, inverses of negatives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

DECIDED = {
    "exp(log(2)/3) < 3/2": True,
    "exp(log(2)/3) > 3/2": False,
    "exp(2*log(3)/5) > 155/100": True,
    "exp(2*log(3)/5) > 156/100": False,
    "exp(-log(2)/3) < 4/5": True,
    "1/sin(4) < 0": True,
    "1/sin(4) > -1": False,
    "sin(4)*(1/sin(4)) == 1": True,
    "1/(sin(4) - 1) < -1/2": True,
}


@pytest.mark.parametrize(("formula", "truth"), DECIDED.items())
def test_decided(truths: Callable[..., list[bool | None]], formula: str, truth: bool) -> None:
    assert truths(formula) == [truth]


@pytest.mark.parametrize(
    ("goal", "low", "high"),
    [("x^2 >= 1/4", "-1/2", "1/2"), ("x^2 >= 1/16", "-1/4", "1/2"), ("x^4 >= 1/16", "-1/2", "3/4")],
)
def test_an_even_power_around_zero_reaches_zero(
    refused: Callable[[dict[str, Any]], None], goal: str, low: str, high: str
) -> None:
    proof = {"boxes": None, "letters": {"x": [low, high]}}
    given = [f"{low} <= x", f"x <= {high}"]
    refused({"letters": ["x: number"], "given": given, "show": [goal], "proof": proof, "match": "not above|false|box"})
