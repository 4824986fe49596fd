"""More attacks in short: steps, moments, rules and theorems where they do not apply, and nodes that are odd data."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

DATA = json.loads(Path(__file__).with_name("attacks.json").read_text())
KNOWN = {"known": True}
HUGE: list[Any] = [
    {"leaf": "arithmetic", "terms": [{"c": float("nan")}]},
    {"leaf": "arithmetic", "terms": [{"c": "1" * 2_000}]},
    {"leaf": "arithmetic", "terms": [{"c": 10**5_000}]},
    {True: True},
    {"rule": "x" * 10**5},
    {"have": "(" * 90 + "x > 0" + ")" * 90, "then": {}},
    {"have": "(" * 500 + "x > 0" + ")" * 500, "then": {}},
    {"have": "x" + "+x" * 5_000 + " > 0", "then": KNOWN},
    {"have": "not " * 5_000 + "x > 0", "then": KNOWN},
    {"have": "9" * 999 + "^64 > 0", "then": KNOWN},
    {"have": "(x+1)^64*(x+2)^64*(x+3)^64 > 0", "then": KNOWN},
]


@pytest.mark.parametrize("case", DATA["false"], ids=lambda case: case["says"])
def test_refused(case: dict[str, Any], refused: Callable[[dict[str, Any]], None]) -> None:
    refused({"match": "", **case})


@pytest.mark.parametrize("node", [*DATA["odd"], *HUGE], ids=lambda node: type(node).__name__)
def test_odd_data_are_refused_in_one_line(node: Any, refused: Callable[[dict[str, Any]], None]) -> None:
    refused({"letters": ["x: number"], "show": ["x > 0"], "proof": node, "match": r"^[^\n]{1,2000}$"})
