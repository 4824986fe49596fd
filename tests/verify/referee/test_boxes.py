"""Certificates of boxes: every leaf is evaluated again."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from attnverify.verify.referee.certificates import Status, recheck

BOXES: dict[str, Any] = {
    "kind": "boxes", "variables": ["x"], "box": {"x": ["1", "2"]},
    "goal": {"expr": "exp(x) - x - 1", "sign": "positive"}, "tree": ["x", "3/2", "ok", "ok"],
}  # fmt: skip


def test_confirmed() -> None:
    assert recheck(BOXES).status is Status.CONFIRMED


@pytest.mark.parametrize("change", [
    {"box": {"x": ["0", "2"]}},
    {"box": {"x": ["2", "1"]}},
    {"box": {"x": ["1"]}},
    {"box": {"x": [1.0, 2.0]}},
    {"box": {}},
    {"box": {"x": ["1", "2"], "y": ["0", "1"]}},
    {"goal": {"expr": "exp(x) - 3*x", "sign": "positive"}},
    {"goal": {"expr": "exp(x) - y", "sign": "positive"}},
    {"goal": {"expr": "1/(x - 3/2)**2", "sign": "positive"}},
    {"goal": {"expr": "exp(x)", "sign": "zero"}},
    {"tree": "fine"},
    {"tree": None},
    {"tree": ["x", "5/2", "ok", "ok"]},
    {"tree": ["x", "1", "ok", "ok"]},
    {"tree": ["x", "3/2", "ok"]},
    {"tree": ["y", "3/2", "ok", "ok"]},
    {"tree": ["x", "3/2", "ok", None]},
])  # fmt: skip
def test_tampering_fails(change: dict[str, Any]) -> None:
    assert recheck({**copy.deepcopy(BOXES), **change}).status is Status.FAILED


def test_a_strict_goal_is_not_met_by_zero() -> None:
    touching = {**BOXES, "goal": {"expr": "x - 1", "sign": "positive"}, "tree": "ok"}
    assert recheck(touching).status is Status.FAILED
    assert recheck({**touching, "goal": {"expr": "x - 1", "sign": "nonnegative"}}).status is Status.CONFIRMED
