"""The verdict on one claim: what earns each, what keeps a claim open, and hostile data that end soon."""

from __future__ import annotations

from typing import Any

import pytest

from attnverify.verify.kernel.claims import Proof
from attnverify.verify.kernel.judging import NO_INSTANCE, judge
from attnverify.verify.kernel.rules import Rule
from attnverify.verify.kernel.terms import Rejected

LEAF = {"leaf": "arithmetic"}
SQUARE = {"letters": ["x: number"], "given": ["x > 0"], "show": ["x^2 > 0"]}
WRONG = {"letters": ["x: number"], "given": ["x > 0"], "show": ["x^2 > x"]}
AT_HALF = {"letters": {"x": "1/2"}}
EVERY_HALF = [{"letters": {"x": f"{k}/2"}} for k in range(1, 11)]
BOXED = {"letters": ["x: number"], "given": ["0 <= x", "x <= 1"], "show": ["x*(1 - x) <= 1"]}
MOTION = {"letters": ["z: moving number"], "given": ["at_start(z == 0)"], "show": ["always(z == 0)"]}


def no_lemma(_: str) -> Rule:
    raise Rejected("no lemma is cited here")


def said(data: Any) -> tuple[str, str]:
    found = judge(data, no_lemma)
    return found.verdict, found.reason


def test_a_proof_proves() -> None:
    found = judge({"statement": SQUARE, "proof": LEAF, "instance": AT_HALF}, no_lemma)
    assert (found.verdict, found.reason, found.undecided, found.twin) == ("PROVED", "", (), "none")


DEEP = "forall y in number: exp(y) + y^2 >= x - x"
VACUOUS: list[tuple[dict[str, Any], str, str, str]] = [  # what is added, the id, the verdict, the reason
    ({"instance": AT_HALF}, "", "PROVED", ""),
    ({}, "", "OPEN", f"may be vacuous: {NO_INSTANCE}"),
    ({}, "LEM-square", "PROVED", ""),
    ({}, "MY-LEM-square", "OPEN", f"may be vacuous: {NO_INSTANCE}"),
    ({"statement": {**SQUARE, "given": [], "show": ["x^2 >= 0"]}}, "", "PROVED", ""),
    ({"statement": {**SQUARE, "given": ["x > 0", DEEP]}, "instance": AT_HALF}, "", "OPEN", f"at the instance {DEEP!r}"),
    ({"statement": {**SQUARE, "given": ["x > 0", DEEP]}, "instance": AT_HALF}, "LEM-square", "PROVED", ""),
    ({"statement": {**SQUARE, "given": ["x > 0", "x < 0"]}}, "", "OPEN", "may be vacuous"),
    ({"statement": {**SQUARE, "given": ["x > 0", "x < 0"]}, "instance": AT_HALF}, "LEM-square", "OPEN", "is false"),
]


@pytest.mark.parametrize(("more", "id", "verdict", "reason"), VACUOUS)
def test_what_nothing_shows_to_hold_is_not_proved(more: dict[str, Any], id: str, verdict: str, reason: str) -> None:
    found = judge({"statement": SQUARE, "proof": LEAF, **more}, no_lemma, id=id)
    assert found.verdict == verdict
    assert reason in found.reason
    assert bool(reason) == bool(found.reason)


def test_a_bisection_certifies() -> None:
    proof = {"boxes": ["x", None, None], "letters": {"x": ["0", "1"]}}
    assert said({"statement": BOXED, "proof": proof, "instance": AT_HALF})[0] == "CERTIFIED"


def test_a_counterexample_refutes() -> None:
    verdict, reason = said({"statement": WRONG, "refuted": {"instance": AT_HALF}})
    assert verdict == "REFUTED"
    assert reason == "at the counterexample 'x^2 > x' is false"


def test_a_proof_of_the_negation_refutes_where_the_hypotheses_hold() -> None:
    statement = {"letters": ["x: number"], "given": ["x > 0"], "show": ["x < 0"]}
    contradiction = {"rule": "contradiction", "with": {"P": "x < 0", "C": "1 <= 0"}}
    with_rule = {"intro": "", "then": {**contradiction, "premises": [{"known": True}, {"intro": "", "then": FALSUM}]}}
    found = judge({"statement": statement, "refuted": {"proof": with_rule}, "instance": AT_HALF}, no_lemma)
    assert found.verdict == "REFUTED", found.reason
    assert judge({"statement": statement, "refuted": {"proof": with_rule}}, no_lemma).verdict == "OPEN"


FALSUM = {
    "have": "x*1 > 0",
    "by": LEAF,
    "then": {"have": "1/x > 0", "by": LEAF, "then": {**LEAF, "terms": [{"c": "1", "facts": ["x < 0", "1/x > 0"]}]}},
}


def test_a_motion_refutes() -> None:
    motion = {
        "frame": ["e"],
        "letters": {"z": "time"},
        "given": [{"enter": "start", "then": LEAF}],
        "show": {"intro": "", "then": {"rule": "time goes on", "with": {"T": "1", "C": "1 <= 0"}, "premises": [LATER]}},
    }
    assert said({"statement": MOTION, "refuted": {"motion": motion}})[0] == "REFUTED"


LATER = {"enter": "every", "then": {"have": "time == 0", "then": {"leaf": "arithmetic", "use": ["time == 0"]}}}


def test_true_at_drawn_instances_is_tested() -> None:
    assert said({"statement": SQUARE, "tested": EVERY_HALF}) == ("TESTED", "true at 10 drawn instances")


OPEN: list[tuple[dict[str, Any], str]] = [
    ({}, "has a statement"),
    ({"statement": SQUARE}, "has a proof, or a refutation"),
    ({"statement": SQUARE, "proof": LEAF, "tested": EVERY_HALF}, "has a proof, or a refutation"),
    ({"statement": SQUARE, "proof": LEAF, "verdict": "PROVED"}, "no field 'verdict'"),
    ({"statement": WRONG, "proof": LEAF}, "leaf"),
    ({"statement": SQUARE, "proof": LEAF, "instance": {"letters": {"x": 0}}}, "at the instance 'x > 0' is false"),
    ({"statement": WRONG, "proof": LEAF, "instance": AT_HALF}, "everything given holds and 'x^2 > x' is false"),
    ({"statement": SQUARE, "refuted": {"instance": AT_HALF}}, "nothing that is claimed is false"),
    ({"statement": WRONG, "refuted": {"instance": {"letters": {"x": -1}}}}, "'x > 0' is false"),
    ({"statement": {**WRONG, "given": ["1/(x - x) > 0"]}, "refuted": {"instance": AT_HALF}}, "is undecided"),
    ({"statement": WRONG, "refuted": {"instance": AT_HALF, "proof": LEAF}}, "a refutation is"),
    ({"statement": WRONG, "refuted": {"example": AT_HALF}}, "a refutation is"),
    ({"statement": WRONG, "refuted": []}, "a refutation is"),
    ({"statement": WRONG, "refuted": {"proof": {"intro": "", "then": LEAF}}, "instance": AT_HALF}, "leaf"),
    ({"statement": SQUARE, "tested": EVERY_HALF[1:]}, "at least 10 instances"),
    ({"statement": SQUARE, "tested": [*EVERY_HALF[1:], EVERY_HALF[1]]}, "tested twice"),
    ({"statement": WRONG, "tested": EVERY_HALF}, "'x^2 > x' is false"),
    ({"statement": SQUARE, "tested": [*EVERY_HALF[1:], {"letters": {"x": -1}}]}, "'x > 0' is false"),
    ({"statement": {**SQUARE, "show": ["1/(x - x) > 0"]}, "tested": EVERY_HALF}, "is undecided"),
    ({"statement": {**SQUARE, "show": []}, "proof": []}, "'show' is empty"),
    ({"statement": SQUARE, "proof": [LEAF, LEAF]}, "2 proofs for 1 goals"),
    ({"statement": SQUARE, "proof": {"lemma": "L"}}, "no lemma is cited here"),
]


@pytest.mark.parametrize(("data", "reason"), OPEN, ids=lambda part: part if isinstance(part, str) else None)
def test_a_claim_stays_open(data: dict[str, Any], reason: str) -> None:
    verdict, found = said(data)
    assert verdict == "OPEN"
    assert reason in found


TWINS: list[tuple[Any, str, str]] = [
    ({"replace": {"x^2 > 0": "x^2 > x"}, "instance": AT_HALF}, "refuted", ""),
    ({"replace": {"x > 0": "x >= 0"}, "instance": {"letters": {"x": 0}}}, "refuted", ""),
    ({"replace": {"x^2 > 0": "x^2 > x"}, "instance": {"letters": {"x": 2}}}, "not refuted", ""),
    ({"replace": {"x^2 > 0": "x^2 > x"}, "instance": {"letters": {"x": -2}}}, "not refuted", ""),
    ({"replace": {"x^2 > 0": "x^2 > x"}}, "not refuted", ""),
    ({"replace": {"x^2 > 0": "x^2 > x"}, "instance": {"letters": {"y": 2}}}, "not refuted", "the twin's instance"),
    ({"replace": {"x^2": "x^4"}}, "not refuted", "accepted for the false twin as well"),
    ({"replace": {"y": "x"}}, "not refuted", "does not occur"),
    ({"replace": {"": "x"}}, "not refuted", "does not occur"),
    ({"replace": {"x^2 > 0": "x^2 > q"}}, "not refuted", "not declared"),
    ({"replace": {}}, "not refuted", "which texts"),
    ({"replace": {"x": 7}}, "not refuted", "which texts"),
    ({}, "not refuted", "which texts"),
    ("x", "not refuted", "which texts"),
]


@pytest.mark.parametrize(("twin", "found", "fault"), TWINS)
def test_a_twin_is_judged_by_its_own_hypotheses(twin: Any, found: str, fault: str) -> None:
    judgement = judge({"statement": SQUARE, "proof": LEAF, "twin": twin, "instance": AT_HALF}, no_lemma)
    assert judgement.verdict == "PROVED"
    assert judgement.twin == found
    assert fault in judgement.twin_fault
    assert bool(fault) == bool(judgement.twin_fault)


def test_no_negation_is_accepted_where_the_statement_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second line of defence, so that the proof is taken for granted here."""
    monkeypatch.setattr("attnverify.verify.kernel.judging.check", lambda *_: Proof(frozenset(), frozenset(), 0))
    data = {"statement": SQUARE, "refuted": {"proof": LEAF}, "instance": AT_HALF}
    assert said(data) == ("OPEN", "at the instance everything given holds and 'not the statement' is false")
    assert said({**data, "statement": WRONG})[0] == "REFUTED"


def test_the_twin_of_a_tested_claim() -> None:
    twin = {"replace": {"x^2 > 0": "x^2 > x"}, "instance": AT_HALF}
    assert judge({"statement": SQUARE, "tested": EVERY_HALF, "twin": twin}, no_lemma).twin == "refuted"


def test_a_twin_that_grows_without_bound() -> None:
    """Every letter replaced by a megabyte."""
    statement = {"letters": ["x: number"], "show": [" + ".join(["x"] * 30) + " == 30*x"]}
    found = judge({"statement": statement, "proof": LEAF, "twin": {"replace": {"x": "y" * 1_000_000}}}, no_lemma)
    assert found.twin == "not refuted"
    assert "longer than" in found.twin_fault


def test_a_proof_that_is_nested_too_deeply() -> None:
    proof: Any = LEAF
    for _ in range(300):
        proof = {"have": "x > 0", "then": proof}
    assert "nested" in said({"statement": SQUARE, "proof": proof})[1]
