import pytest

from attnverify.verify import outline as module
from attnverify.verify.kernel.claims import as_rule
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Rejected, steps
from attnverify.verify.outline import Telling, judged, printed
from attnverify.verify.tactics.build import (
    KNOWN,
    absurd,
    define,
    enter,
    have,
    intro,
    leaf,
    obtain,
    rule,
    split,
    witness,
)

LEMMA = as_rule("LEM-x", read({"letters": ["a: number"], "given": ["a > 1"], "show": ["exists m in number: m > a"]}))


def judge(data):
    return judged("LEM-told", data, lambda id: LEMMA)


def told(statement, proof, refuted=None):
    """The steps as lines "number says [reason]", however deep."""

    def lines(found):
        for step in found:
            yield f"{step['number']} {step['says']}" + (f" [{step['reason']}]" if "reason" in step else "")
            yield from lines(step.get("steps", ()))

    data = {"statement": statement, "proof": proof}
    if refuted is not None:
        data = {"statement": statement, "refuted": {"proof": proof}, "instance": refuted}
    found, telling = judge(data)
    assert found.verdict != "OPEN", found.reason
    return [*lines(printed(data, found.verdict, telling))]


def test_a_closing_step_becomes_the_reason_of_what_it_shows():
    statement = {"letters": ["x: number"], "given": ["x > 1"], "show": ["x*x > 1"]}
    proof = have([("x > 0", leaf("1: x > 1", "1:"))], leaf("1: x > 1; x > 0", "1: x > 1"))
    assert told(statement, proof) == ["1 `x > 0` [arithmetic (2 products)]", "2 `x*x > 1` [arithmetic (2 products)]"]


def test_the_setting_of_a_single_step_goes_into_its_reason():
    statement = {"letters": ["z[token]: moving number"], "given": [], "show": ["always(forall i: z[i]*z[i] >= 0)"]}
    assert told(statement, enter("every", intro("p", leaf()))) == [
        "1 `always(forall i: z[i]*z[i] >= 0)` [at every time, for any token `p`: arithmetic]"
    ]


def test_letters_and_moments_are_introduced_in_one_sentence():
    statement = {
        "letters": ["z[token]: moving number"],
        "given": ["always(forall i: z[i] > 1)"],
        "show": ["always(forall i, j: z[i]*z[j] > 1)"],
    }
    by = have([("z[p] > 0", leaf("1: z[p] > 1", "1:"))], leaf("1: z[p] > 0; z[q] > 1", "1: z[p] > 1"))
    assert told(statement, enter("every", intro("p,q", by)))[:2] == [
        "1 At every time, let `p`, `q` be any tokens.",
        "2 `z[p] > 0` [arithmetic (2 products)]",
    ]


def test_names_of_the_statement_are_used_in_what_the_kernel_expands():
    statement = {
        "letters": ["y[token]: vector; v: vector"],
        "where": ["c(i) := dot(v, y[i])", "total := sum(j: c(j))"],
        "given": ["forall i: c(i) >= 0"],
        "show": ["total >= 0"],
    }
    assert told(statement, rule("positive sum", e="fn(i: c(i))")) == ["1 `total >= 0` [rule: positive sum]"]
    proof = rule("positive sum", leaf("1: c(x) >= 0"), e="fn(i: c(i))")
    assert told(statement, proof)[1:] == ["1.1 For any token `x`: `c(x) >= 0` [arithmetic (1 product)]"]


def test_two_cases_and_a_contradiction():
    statement = {"letters": ["x: number"], "given": ["x == 1 or x == 3", "x > 2"], "show": ["x == 3"]}
    proof = split("x == 1 or x == 3", absurd(leaf("1: x > 2", "eq 1: x == 1")), {"known": True})
    lines = told(statement, proof)
    assert lines[0] == "1 `x == 3` [two cases]"
    assert lines[1].startswith("1.1 If `x == 1`:")
    assert "a contradiction [arithmetic" in lines[2]
    assert lines[3] == "1.2 If `x == 3`: [evident]"


def test_what_a_lemma_gives_is_said_once():
    statement = {"letters": ["a: number"], "given": ["a > 1"], "show": ["exists n in number: n > 1"]}
    proof = have(
        [("exists m in number: m > a", {"lemma": "LEM-x", "with": {}})],
        obtain("exists m in number: m > a", "m", witness("m", leaf("1: m > a", "1: a > 1"))),
    )
    assert told(statement, proof) == [
        "1 There is a number `m` with `a < m`. [by LEM-x]",
        "2 Choose `m`.",
        "3 `m > 1` [arithmetic (2 products)]",
    ]


def test_abbreviations_and_the_negation():
    statement = {"letters": ["x: number"], "given": ["x == 3"], "show": ["x < 2"]}
    proof = define(["s := x + 1"], intro("", leaf("1: x < 2", "eq -1: x == 3")))
    lines = told(statement, proof, refuted={"letters": {"x": 3}})
    assert lines[:2] == ["1 Write `s := x + 1`.", "2 Suppose `x < 2`."]
    assert lines[2].startswith("3 a contradiction")


def test_a_proof_that_is_not_accepted_has_no_steps():
    data = {"statement": {"letters": ["x: number"], "given": ["x > 0"], "show": ["x > 1"]}, "proof": leaf("1: x > 0")}
    found, telling = judge(data)
    assert found.verdict == "OPEN"
    assert printed(data, found.verdict, telling) == []


@pytest.mark.parametrize(
    "proof",
    [{"leaf": "arithmetic", "terms": 7}, {"leaf": "arithmetic", "use": [None]}, {"rule": []}, {"have": {}, "by": 1}],
    ids=str,
)
def test_whoever_listens_to_what_is_no_proof_does_not_fall(proof):
    statement = {"letters": ["x: number"], "given": ["x > 0"], "show": ["x > 1"]}
    assert judge({"statement": statement, "proof": proof})[0].verdict == "OPEN"


def test_telling_costs_the_judge_nothing(monkeypatch):
    statement = {"letters": ["x: number"], "where": ["y := x*x*x + x"], "given": ["x > 1"], "show": ["y > 1"]}
    proof = have(
        [("x*x > 1", leaf("1: x > 1; x > 1", "2: x > 1"))], leaf("1: x*x > 1; x > 1", "2: x > 1", "1: x*x > 1", "1:")
    )
    data = {"statement": statement, "proof": proof}
    before = steps.done
    found, telling = judge(data)
    taken = steps.done - before
    monkeypatch.setattr(Telling, "begins", lambda *_: None)
    monkeypatch.setattr(Telling, "ends", lambda *_: None)
    before = steps.done
    assert judge(data)[0] == found
    assert steps.done - before == taken
    assert len(printed(data, found.verdict, telling)) == 2


def test_what_cannot_be_written_is_said(monkeypatch):
    monkeypatch.setattr(module, "TELLING_STEPS", 0)
    statement = {"letters": ["x: number"], "where": ["y := x*x + x*x"], "given": ["x > 1"], "show": ["y + y + y > 1"]}
    data = {"statement": statement, "proof": leaf("6: x > 1; x > 1", "12: x > 1", "5:")}
    found, telling = judge(data)
    assert found.verdict == "PROVED", found.reason
    with pytest.raises(Rejected, match="the steps of the proof cannot be written: work"):
        printed(data, found.verdict, telling)


def test_a_motion_is_shown_to_be_a_counterexample_step_by_step():
    statement = {"letters": ["v: vector; K: number"], "given": ["K > 3", "dot(v, v) == 1"], "show": ["dot(v, v) > K"]}
    motion = {
        "frame": ["e1"],
        "letters": {"v": "e1", "K": "4"},
        "first": [["dot(e1, e1) == 1", KNOWN]],
        "given": [leaf("1:"), leaf(use=["dot(e1,e1) == 1"])],
        "show": intro([""], leaf("1: dot(e1, e1) > 4", "2:", use=["dot(e1, e1) == 1"])),
    }
    data = {"statement": statement, "refuted": {"motion": motion}}
    judgement, telling = judge(data)
    assert judgement.verdict == "REFUTED", judgement.reason
    assert [(step["says"], step.get("reason")) for step in printed(data, "REFUTED", telling)] == [
        ("`dot(e1, e1) == 1`", "evident"),
        ("`K > 3` along the motion", "arithmetic (1 product)"),
        ("`dot(v, v) == 1` along the motion", "arithmetic, with the equations of the basis"),
        ("Not so: `dot(v, v) > K`", None),
    ]
    broken = {**data, "refuted": {"motion": {**motion, "given": [leaf("1:")]}}}
    assert "1 proofs for 2 formulas" in judge(broken)[0].reason


def test_a_formula_that_nobody_reads_is_counted(monkeypatch):
    monkeypatch.setattr(module, "MAX_SAID", 12)
    statement = {"letters": ["v: vector"], "given": ["dot(v, v) == 1"], "show": ["dot(v, v) > 2"]}
    motion = {
        "frame": ["e1"],
        "letters": {"v": "e1"},
        "given": [leaf(use=["dot(e1, e1) == 1"])],
        "show": intro([""], leaf("1: dot(e1, e1) > 2", use=["dot(e1, e1) == 1"])),
    }
    data = {"statement": statement, "refuted": {"motion": motion}}
    found, telling = judge(data)
    assert printed(data, found.verdict, telling)[0]["says"] == "What is to be shown, written out in 33 characters"
