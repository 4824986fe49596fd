"""The last of the numbered attacks: those about what words mean, and about instances."""

from __future__ import annotations

from typing import Any

import pytest

from verify.kernel.judging import judge
from verify.kernel.rules import Rule
from verify.kernel.terms import Rejected


def no_lemma(_: str) -> Rule:
    raise Rejected("no lemma is cited here")


INSTANCES: list[tuple[str, dict[str, Any], dict[str, Any], str]] = [
    ("51 an operator that is not symmetric", {"letters": ["V: operator; u, w: vector"],
     "show": ["dot(u, V(w)) == dot(w, V(u))"]}, {"dim": 2,
     "letters": {"V": [[0, 1], [2, 0]], "u": [1, 0], "w": [0, 1]}}, "not symmetric in row 1, column 0"),
    ("52 a quotient by zero is not false", {"letters": ["x: number"], "show": ["1/x >= 0 or 1/x < 0"]},
     {"letters": {"x": 0}}, "nothing that is claimed is false"),
    ("52b nor is a logarithm off its domain", {"letters": ["x: number"], "show": ["log(x) == 7"]},
     {"letters": {"x": -1}}, "nothing that is claimed is false"),
    ("57 no tokens at all", {"letters": ["a[token]: number"], "show": ["sum(i: 1) > 0"]},
     {"tokens": 0, "letters": {"a": []}}, "tokens"),
    ("57b a group without tokens", {"groups": ["A", "B"], "letters": ["x: number"], "show": ["sum(i in A: 1) > 0"]},
     {"tokens": {"A": 0, "B": 1}, "letters": {"x": 1}}, "tokens of A"),
    ("57c no heads", {"letters": ["x: number"], "show": ["sum(h in heads: 1) > 0"]}, {"heads": 0, "letters": {"x": 1}},
     "heads"),
]  # fmt: skip


@pytest.mark.parametrize(("says", "statement", "instance", "why"), INSTANCES, ids=[row[0] for row in INSTANCES])
def test_an_instance_that_refutes_nothing(
    says: str, statement: dict[str, Any], instance: dict[str, Any], why: str
) -> None:
    found = judge({"statement": statement, "refuted": {"instance": instance}}, no_lemma)
    assert found.verdict == "OPEN"
    assert why in found.reason
