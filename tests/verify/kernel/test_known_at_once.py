"""What is known at once, and what only looks so: conditions, opened facts, empty differences; and odd claims."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.kernel.judging import judge
from verify.kernel.rules import Rule
from verify.kernel.terms import Rejected
from verify.tactics.build import KNOWN, lemma

STATEMENT = {"letters": ["x: number"], "given": ["x > 0"], "show": ["x < 0"]}


def _nothing(id: str) -> Rule:
    raise Rejected(f"no claim {id}")


@pytest.mark.parametrize("wrong", [[1], "x > 1", {"x > 1": 1}, [["x > 1"]]], ids=str)
def test_the_case_of_a_negation_is_a_list_of_texts(wrong: Any) -> None:
    found = judge({"statement": STATEMENT, "refuted": {"proof": KNOWN, "case": wrong}}, _nothing)
    assert found.verdict == "OPEN"
    assert "'case' is a list of texts" in found.reason


def test_whatever_runs_out_of_memory_leaves_the_claim_open() -> None:
    def exhausted(id: str) -> Rule:
        raise MemoryError

    found = judge({"statement": STATEMENT, "proof": lemma("LEM")}, exhausted)
    assert (found.verdict, found.reason) == ("OPEN", "too large or nested too deeply (MemoryError)")


TURNED = {
    "letters": ["V: operator; v: vector; S, d, e: state; i: token; u: vector"],
    "maps": ["F(X, k) = unit(X[k] + V(X[k])) on fn(X: forall j: dot(X[j], X[j]) == 1)"],
    "match": "not known here",
}


@pytest.mark.parametrize("said", ["eigenvector(V, v, dot(D(F, S, {}, i), u))", "eigenvector(V, D(F, S, {}, i), 1)"])
def test_derivatives_that_may_not_exist_are_not_compared(said: str, refused: Callable[[dict[str, Any]], None]) -> None:
    refused({**TURNED, "given": [said.format("d")], "show": [said.format("e")], "proof": KNOWN})


def test_a_definition_of_a_family_in_another_space(accepted: Callable[[dict[str, Any]], Any]) -> None:
    said = "exists w in vector F: w != 0 and dot(v, w) == 0 and U[h](w) == m*w"
    given = {"letters": ["U[head]: operator F; v: vector F; m: number; h: head"], "spaces": ["E", "F"]}
    proof = {"unfold": "goal", "then": KNOWN}
    accepted({**given, "given": [said], "show": ["eigenvalue(U[h], v, m)"], "proof": proof})


def test_a_member_of_a_state_by_groups_is_a_vector(accepted: Callable[[dict[str, Any]], Any]) -> None:
    given = {"groups": ["A", "B"], "letters": ["u, w, p: vector; i: token"], "states": ["s: A -> u, B -> w"]}
    said = "forall a in vector: dot(a, p) == 1"
    accepted({**given, "given": [said], "show": ["dot(s[i], p) == 1"], "proof": KNOWN})
