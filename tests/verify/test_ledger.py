import pytest

from verify.decision import decide
from verify.ledger import build, counts, first_difference, markdown, natural
from verify.verdict import Verdict


@pytest.fixture
def claims(make, proved, refuted):
    def false(constant=1):
        yield refuted() if constant == 1 else proved()

    return [
        make(id="TST-10", title="Split | in\ntwo", rests_on=("TST-2",)),
        make(id="TST-2"),
        make(id="TST-3", check=false, expected=Verdict.REFUTED),
        make(id="TST-3.repaired", repairs="TST-3"),
    ]


@pytest.fixture
def ledger(claims):
    return build(claims, {claim.id: decide(claim) for claim in claims}, seed=4)


def test_the_ledger_object(ledger):
    assert (ledger["format"], ledger["version"], ledger["seed"]) == ("attnverify-ledger", 1, 4)
    assert [entry["id"] for entry in ledger["claims"]] == ["TST-2", "TST-3", "TST-3.repaired", "TST-10"]
    assert [entry["verdict"] for entry in ledger["claims"]] == ["PROVED", "REFUTED", "PROVED", "PROVED"]
    assert [entry["repaired_by"] for entry in ledger["claims"]] == ["", "TST-3.repaired", "", ""]
    assert {entry["checked_by"] for entry in ledger["claims"]} == {"referee"}
    needed = {"id", "paper", "title", "source", "verdict", "scope", "expected", "rests_on", "evidence"}
    assert all(needed <= entry.keys() for entry in ledger["claims"])
    needed = {"verdict", "scope", "method", "checked_by", "certificate", "seconds"}
    assert all(needed <= item.keys() for entry in ledger["claims"] for item in entry["evidence"])
    assert counts(ledger) == {"PROVED": 3, "CERTIFIED": 0, "TESTED": 0, "REFUTED": 1, "OPEN": 0}


def test_a_premise_must_be_decided_too(claims):
    with pytest.raises(ValueError, match="TST-10"):
        build(claims[:1], {"TST-10": decide(claims[0])}, seed=0)


def test_one_line_per_claim_without_anything_that_changes_by_itself(claims, ledger):
    text = markdown(ledger)
    rows = [line for line in text.splitlines() if line.startswith("| TST")]
    assert rows[0] == "| TST-2 | A square | Lemma 1 | PROVED | referee | all x |  |"
    assert rows[-1] == r"| TST-10 | Split \| in two | Lemma 1 | PROVED | referee | all x | TST-2 |"
    assert "4 claims: 3 PROVED, 1 REFUTED." in text
    again = build(claims[::-1], {claim.id: decide(claim) for claim in claims}, seed=4)
    again["versions"] = {}
    assert markdown(again) == text


def test_the_first_difference():
    assert first_difference("a\nb\n", "a\nb\n") == ""
    assert first_difference("a\nb\n", "a\nc\n") == "line 2 is 'b', decided was 'c'"
    assert first_difference("a\n", "a\nc\n") == "line 2 is '(nothing)', decided was 'c'"


def test_numbers_sort_as_numbers():
    ids = ["POW-L10.b", "POW-L2", "POW-D1", "POW-L10", "CON-L3"]
    assert sorted(ids, key=natural) == ["CON-L3", "POW-D1", "POW-L2", "POW-L10", "POW-L10.b"]
