"""Nothing false is proved, and what is true beside it is: one corpus of claims with their proofs, a row a claim."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from .cases import Case, case, named, readable
from .corpus import by_part, holes, numbered, short, theorems

# steps, moments, rules and theorems where they do not apply; nodes that are odd data
STEPS = json.loads((Path(__file__).parent / "corpus" / "steps.json").read_text())
FALSE = [*({"match": "", **case} for case in STEPS["false"])]
FALSE += [*by_part.FALSE, *numbered.FALSE, *holes.FALSE, *theorems.FALSE, *short.FALSE]
TRUE = [*by_part.TRUE, *holes.TRUE, *theorems.TRUE, *short.TRUE, *map(case, holes.TRUE_ROWS + short.TRUE_ROWS)]

HUGE: list[Any] = [
    {"leaf": "arithmetic", "terms": [{"c": float("nan")}]},
    {"leaf": "arithmetic", "terms": [{"c": "1" * 2_000}]},
    {"leaf": "arithmetic", "terms": [{"c": 10**5_000}]},
    {True: True},
    {"rule": "x" * 10**5},
    {"have": "(" * 90 + "x > 0" + ")" * 90, "then": {}},
    {"have": "(" * 500 + "x > 0" + ")" * 500, "then": {}},
    {"have": "x" + "+x" * 5_000 + " > 0", "then": {"known": True}},
    {"have": "not " * 5_000 + "x > 0", "then": {"known": True}},
    {"have": "9" * 999 + "^64 > 0", "then": {"known": True}},
    {"have": "(x+1)^64*(x+2)^64*(x+3)^64 > 0", "then": {"known": True}},
]


def name(case: Case) -> str:
    return str(case.get("says") or f"{case['given']} {case['show'][0]}")


@pytest.mark.parametrize("case", FALSE, ids=name)
def test_refused(case: Case, refused: Callable[[Case], None]) -> None:
    refused(case)


@pytest.mark.parametrize("row", short.FALSE_ROWS, ids=named)
def test_what_is_false_in_one_line_is_read_and_refused(row: Any, refused: Callable[[Case], None]) -> None:
    made = case(row)
    refused(made if made["match"] else readable(made))


@pytest.mark.parametrize("case", TRUE, ids=name)
def test_accepted(case: Case, accepted: Callable[[Case], Any]) -> None:
    """A case may say on which axioms its proof rests."""
    assert accepted(case).axioms == case.get("axioms", accepted(case).axioms)


@pytest.mark.parametrize("node", [*STEPS["odd"], *HUGE], ids=lambda node: type(node).__name__)
def test_odd_data_are_refused_in_one_line(node: Any, refused: Callable[[Case], None]) -> None:
    refused({"letters": ["x: number"], "show": ["x > 0"], "proof": node, "match": r"^[^\n]{1,2000}$"})
