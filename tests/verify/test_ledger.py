"""What is written of a run, and how a proof is told."""

import re
from dataclasses import replace

import pytest

from attnverify.verify import outline as module
from attnverify.verify.argument import Argument
from attnverify.verify.claim import Twin
from attnverify.verify.decision import decide
from attnverify.verify.evidence import open_
from attnverify.verify.kernel.claims import as_rule
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Rejected, steps
from attnverify.verify.ledger import build, fault, natural
from attnverify.verify.outline import Telling, judged, printed
from attnverify.verify.referee.tracked import by_the_core, counts, differences, lock, table, twin_word
from attnverify.verify.search.build import KNOWN, absurd, define, enter, have, intro, leaf, obtain, rule, split, witness
from attnverify.verify.verdict import Verdict


@pytest.fixture
def claims(make, tested):
    def enclosed(constant=1):
        found = tested(verdict=Verdict.ARGUED, scope="all x", method="python-flint: balls")
        return found if constant == 1 else open_("all x", "python-flint: balls", "too wide")

    computed = {"check": enclosed, "expected": Verdict.ARGUED}
    argued = {"check": None, "twin": Twin("none", {}), "argument": Argument(("TST-2",), "why", false=True)}
    return [
        make(id="TST-10", title="Split | in\ntwo", rests_on=("TST-2",), **computed),
        make(id="TST-2", **computed),
        make(id="TST-3", rests_on=("TST-2",), expected=Verdict.ARGUED_FALSE, **argued),
        make(id="TST-3.repaired", repairs="TST-3", **computed),
    ]


@pytest.fixture
def ledger(claims):
    return build(claims, {claim.id: decide(claim) for claim in claims}, seed=4)


def test_the_ledger_object(ledger):
    assert (ledger["format"], ledger["version"], ledger["seed"]) == ("attnverify-ledger", 3, 4)
    assert [entry["id"] for entry in ledger["claims"]] == ["TST-2", "TST-3", "TST-3.repaired", "TST-10"]
    assert [entry["verdict"] for entry in ledger["claims"]] == ["ARGUED", "ARGUED FALSE", "ARGUED", "ARGUED"]
    assert [entry["repaired_by"] for entry in ledger["claims"]] == ["", "TST-3.repaired", "", ""]
    word = "python-flint's word"
    assert [entry["checked_by"] for entry in ledger["claims"]] == [word, "argument", word, word]
    needed = {"id", "paper", "title", "source", "verdict", "scope", "expected", "rests_on", "evidence"}
    assert all(needed <= entry.keys() for entry in ledger["claims"])
    assert [entry["form"] for entry in ledger["claims"]] == ["computed", "argued", "computed", "computed"]
    assert [entry["argument"] for entry in ledger["claims"]] == ["", "false by TST-2: why", "", ""]
    needed = {"verdict", "scope", "method", "reason", "crashed", "seconds"}
    assert all(entry["evidence"].keys() == needed for entry in ledger["claims"] if entry["form"] == "computed")
    assert {word: count for word, count in counts(ledger).items() if count} == {"ARGUED": 3, "ARGUED FALSE": 1}
    assert [entry["role"] for entry in ledger["claims"]] == ["printed", "printed", "repair", "printed"]
    assert [entry["as_printed"] for entry in ledger["claims"]] == ["true", "false", "", "true"]


def test_a_premise_must_be_decided_too(claims):
    with pytest.raises(ValueError, match="TST-10"):
        build(claims[:1], {"TST-10": decide(claims[0])}, seed=0)


def test_one_line_per_claim_without_anything_that_changes_by_itself(claims, ledger):
    text, said = table(ledger), "Lemma 1 | printed | true | ARGUED | python-flint's word | all x |"
    rows = [line for line in text.splitlines() if line.startswith("| TST")]
    assert rows[0] == f"| TST-2 | A square | {said}  |"
    assert rows[-1] == rf"| TST-10 | Split \| in two | {said} TST-2 |"
    assert "4 claims: 3 ARGUED, 1 ARGUED FALSE." in text
    again = build(claims[::-1], {claim.id: decide(claim) for claim in claims}, seed=4)
    again["versions"] = {}
    assert (table(again), lock(again)) == (text, lock(ledger))


def test_the_lock_says_what_the_core_accepts(ledger):
    assert by_the_core(lock(ledger)) == set()
    first, *others = ledger["claims"]
    by = lock({**ledger, "claims": [{**first, "checked_by": "core"}, *others]})
    assert by_the_core(by) == {first["id"]}
    assert f"{first['id']} {first['verdict']} core " in by


def test_what_differs_from_the_tracked_table(ledger):
    shown, locked = table(ledger), lock(ledger)

    def found(old, new):
        assert old in locked
        return dict(differences(ledger, (shown, locked.replace(old, new, 1))))

    assert list(differences(ledger, (shown, locked))) == []
    last = re.findall(r"; TST-10 ARGUED \w+ \w+", locked)[0]
    assert found(last, "") == {"TST-10": "is not in the tracked ledger"}
    assert found(last, last + last) == {"TST-10": "occurs twice in the tracked ledger"}
    assert found("TST-2", "TST-7").keys() == {"TST-2", "TST-7"}
    assert found("TST-3 ARGUED FALSE", "TST-3 ARGUED") == {"TST-3": "verdict is 'ARGUED FALSE', tracked was 'ARGUED'"}
    assert found(last, "; TST-10").keys() == {"TST-10"}
    assert found("papers ", "paper ").keys() == {"the table"}
    for old, new in (("4 claims", "5 claims"), ("| false | ARGUED FALSE", "| true | ARGUED")):
        assert old in shown
        assert dict(differences(ledger, (shown.replace(old, new), locked))).keys() == {"the table"}


@pytest.mark.parametrize("change", [
    {"statement": "(x + 1)^2 = 0"}, {"reading": "R1"}, {"title": "Squares"},
    {"twin": Twin("a third constant", {"constant": 3})}, {"rests_on": ("TST-3.repaired",)}, {"role": "reading"},
    {"kind": "inequality"},
])  # fmt: skip
def test_a_changed_sentence_makes_the_tracked_table_stale(claims, ledger, change):
    changed = [replace(claim, **change) if claim.id == "TST-2" else claim for claim in claims]
    again = build(changed, {claim.id: decide(claim) for claim in changed}, seed=4)
    found = dict(differences(again, (table(ledger), lock(ledger))))
    assert found.keys() == {"TST-2"}
    assert "digest of what it says is" in found["TST-2"]


def test_what_is_said_of_a_claim_that_is_not_as_it_should_be(make, tested):
    def of(**changes):
        claim = make(**changes)
        return build([claim], {claim.id: decide(claim)}, seed=0)["claims"][0]

    assert fault(of()) == ""
    assert fault(of(expected=Verdict.ARGUED)) == "TESTED, expected ARGUED: worst margin 1"
    anything = of(check=lambda constant=1: tested())
    assert (anything["verdict"], twin_word(anything)) == ("OPEN", "NOT REJECTED")
    assert "cannot fail" in fault(anything)


def test_numbers_sort_as_numbers():
    ids = ["POW-L10.b", "POW-L2", "POW-D1", "POW-L10", "CON-L3"]
    assert sorted(ids, key=natural) == ["CON-L3", "POW-D1", "POW-L2", "POW-L10", "POW-L10.b"]


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


@pytest.mark.parametrize("proof", [
    {"leaf": "arithmetic", "terms": 7}, {"leaf": "arithmetic", "use": [None]}, {"rule": []}, {"have": {}, "by": 1}
], ids=str)  # fmt: skip
def test_whoever_listens_to_what_is_no_proof_does_not_fall(proof):
    statement = {"letters": ["x: number"], "given": ["x > 0"], "show": ["x > 1"]}
    assert judge({"statement": statement, "proof": proof})[0].verdict == "OPEN"


def test_telling_costs_the_judge_nothing(monkeypatch):
    statement = {"letters": ["x: number"], "where": ["y := x*x*x + x"], "given": ["x > 1"], "show": ["y > 1"]}
    square = [("x*x > 1", leaf("1: x > 1; x > 1", "2: x > 1"))]
    proof = have(square, leaf("1: x*x > 1; x > 1", "2: x > 1", "1: x*x > 1", "1:"))
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
