import re
from dataclasses import replace

import pytest

from attnverify.verify.claim import Twin
from attnverify.verify.decision import decide
from attnverify.verify.ledger import build, fault, natural
from attnverify.verify.referee.tracked import counts, differences, lock, table, twin_word
from attnverify.verify.verdict import Verdict


@pytest.fixture
def claims(make, proved, refuted):
    def false(constant=1):
        yield refuted() if constant == 1 else proved()

    return [
        make(id="TST-10", title="Split | in\ntwo", rests_on=("TST-2",)),
        make(id="TST-2"),
        make(id="TST-3", check=false, expected=Verdict.ARGUED_FALSE),
        make(id="TST-3.repaired", repairs="TST-3"),
    ]


@pytest.fixture
def ledger(claims):
    return build(claims, {claim.id: decide(claim) for claim in claims}, seed=4)


def test_the_ledger_object(ledger):
    assert (ledger["format"], ledger["version"], ledger["seed"]) == ("attnverify-ledger", 2, 4)
    assert [entry["id"] for entry in ledger["claims"]] == ["TST-2", "TST-3", "TST-3.repaired", "TST-10"]
    assert [entry["verdict"] for entry in ledger["claims"]] == ["ARGUED", "ARGUED FALSE", "ARGUED", "ARGUED"]
    assert [entry["repaired_by"] for entry in ledger["claims"]] == ["", "TST-3.repaired", "", ""]
    assert {entry["checked_by"] for entry in ledger["claims"]} == {"referee"}
    needed = {"id", "paper", "title", "source", "verdict", "scope", "expected", "rests_on", "evidence"}
    assert all(needed <= entry.keys() for entry in ledger["claims"])
    needed = {"rung", "scope", "method", "checked_by", "certificate", "seconds"}
    assert all(needed <= item.keys() for entry in ledger["claims"] for item in entry["evidence"])
    assert {word: count for word, count in counts(ledger).items() if count} == {"ARGUED": 3, "ARGUED FALSE": 1}
    assert [entry["role"] for entry in ledger["claims"]] == ["printed", "printed", "repair", "printed"]
    assert [entry["as_printed"] for entry in ledger["claims"]] == ["true", "false", "", "true"]


def test_a_premise_must_be_decided_too(claims):
    with pytest.raises(ValueError, match="TST-10"):
        build(claims[:1], {"TST-10": decide(claims[0])}, seed=0)


def test_one_line_per_claim_without_anything_that_changes_by_itself(claims, ledger):
    text, said = table(ledger), "Lemma 1 | printed | true | ARGUED | referee | all x |"
    rows = [line for line in text.splitlines() if line.startswith("| TST")]
    assert rows[0] == f"| TST-2 | A square | {said}  |"
    assert rows[-1] == rf"| TST-10 | Split \| in two | {said} TST-2 |"
    assert "4 claims: 3 ARGUED, 1 ARGUED FALSE." in text
    again = build(claims[::-1], {claim.id: decide(claim) for claim in claims}, seed=4)
    again["versions"] = {}
    assert (table(again), lock(again)) == (text, lock(ledger))


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
    {"statement": "(x + 1)^2 = 0"},
    {"reading": "R1"},
    {"hypotheses": ("x > 0", "x < 1000")},
    {"instance": {"x": 2}},
    {"twin": Twin("a third constant", {"constant": 3})},
    {"rests_on": ("TST-3.repaired",)},
    {"role": "reading"},
    {"kind": "inequality"},
])  # fmt: skip
def test_a_changed_sentence_makes_the_tracked_table_stale(claims, ledger, change):
    changed = [replace(claim, **change) if claim.id == "TST-2" else claim for claim in claims]
    again = build(changed, {claim.id: decide(claim) for claim in changed}, seed=4)
    found = dict(differences(again, (table(ledger), lock(ledger))))
    assert found.keys() == {"TST-2"}
    assert "digest of what it says is" in found["TST-2"]


def test_what_is_said_of_a_claim_that_is_not_as_it_should_be(make, proved, refuted):
    def same(constant=1):
        yield refuted(reason="at x = 1/2")

    def of(**changes):
        claim = make(**changes)
        return build([claim], {claim.id: decide(claim)}, seed=0)["claims"][0]

    assert fault(of()) == ""
    assert fault(of(expected=Verdict.TESTED)) == "ARGUED, expected TESTED"
    # Its verdict is the pinned one, but the check refutes whatever it is asked.
    anything = of(check=same, expected=Verdict.ARGUED_FALSE)
    assert (anything["verdict"], twin_word(anything)) == ("ARGUED FALSE", "NOT REJECTED")
    assert "cannot fail" in fault(anything)


def test_numbers_sort_as_numbers():
    ids = ["POW-L10.b", "POW-L2", "POW-D1", "POW-L10", "CON-L3"]
    assert sorted(ids, key=natural) == ["CON-L3", "POW-D1", "POW-L2", "POW-L10", "POW-L10.b"]
