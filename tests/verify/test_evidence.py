import pytest

from attnverify.verify.evidence import Evidence, combine, conjunction, open_
from attnverify.verify.verdict import Rung, Verdict


def found(rung, scope="all", **more):
    return Evidence(rung, scope, f"by {rung.value}", **more)


PROVED, CERTIFIED, TESTED, REFUTED = (found(rung) for rung in (Rung.PROVED, Rung.CERTIFIED, Rung.TESTED, Rung.REFUTED))
UNDECIDED = open_("all", "m", "too hard")


@pytest.mark.parametrize(("evidence", "verdict"), [
    ([], Verdict.OPEN),
    ([UNDECIDED], Verdict.OPEN),
    ([PROVED], Verdict.ARGUED),
    ([CERTIFIED], Verdict.ARGUED),
    ([TESTED, PROVED, CERTIFIED], Verdict.ARGUED),
    ([TESTED], Verdict.TESTED),
    ([TESTED, REFUTED], Verdict.ARGUED_FALSE),
    ([UNDECIDED, REFUTED], Verdict.ARGUED_FALSE),
    ([PROVED, REFUTED], Verdict.OPEN),
    ([REFUTED, CERTIFIED], Verdict.OPEN),
    ([PROVED.narrowed("N = 2")], Verdict.OPEN),
    ([PROVED.narrowed("N = 2"), TESTED], Verdict.TESTED),
    ([PROVED.narrowed("N = 2"), REFUTED], Verdict.ARGUED_FALSE),
    ([REFUTED.narrowed("N = 2"), PROVED], Verdict.OPEN),
    ([PROVED, found(Rung.OPEN, crashed=True)], Verdict.OPEN),
    ([REFUTED, found(Rung.OPEN, crashed=True)], Verdict.OPEN),
])  # fmt: skip
def test_the_combining_rule(evidence, verdict):
    assert combine(evidence).verdict is verdict
    assert combine(evidence[::-1]).verdict is verdict


@pytest.mark.parametrize("decided", [PROVED, CERTIFIED, TESTED])
def test_two_lemmas_of_which_one_was_never_decided_give_nothing(decided):
    combined = combine([decided, UNDECIDED])
    assert combined.verdict is Verdict.OPEN
    assert combined.reason == "too hard"
    beside = combine([decided, open_("N = 2", "m", "too hard", covers=False)])
    assert beside.verdict is decided.rung.argued


@pytest.mark.parametrize("rung", list(Rung))
def test_what_a_check_yields_is_never_the_last_word(rung):
    assert combine([found(rung)]).verdict not in (Verdict.PROVED, Verdict.CERTIFIED, Verdict.REFUTED)


@pytest.mark.parametrize("premise", list(Verdict))
def test_no_claim_is_stronger_than_its_premises(premise):
    combined = combine([PROVED], [("A", Verdict.PROVED), ("B", premise)])
    weaker = premise if premise.holds else Verdict.OPEN
    expected = min(Verdict.ARGUED, weaker, key=lambda verdict: verdict.strength)
    assert combined.verdict is expected
    refuted = combine([REFUTED], [("A", Verdict.PROVED), ("B", premise)])
    assert refuted.verdict is (Verdict.ARGUED_FALSE if premise.holds else Verdict.OPEN)
    if premise.strength < Verdict.ARGUED.strength:
        assert combined.reason == f"rests on B, which is {premise.value}"


def test_the_scope_is_that_of_the_deciding_evidence():
    assert combine([found(Rung.TESTED, "9 instances"), found(Rung.PROVED, "all N")]).scope == "all N"
    assert combine([found(Rung.REFUTED, "N = 3")]).scope == "N = 3"


def test_a_conjunction_is_as_good_as_its_weakest_part():
    whole = conjunction({"first": PROVED, "second": CERTIFIED}, scope="both")
    assert (whole.rung, whole.scope) == (Rung.CERTIFIED, "both")
    assert [step["says"] for step in whole.certificate["steps"]] == ["first", "second"]
    assert not conjunction({"first": PROVED, "second": PROVED.narrowed("N = 2")}, scope="both").covers


def test_a_conjunction_falls_with_one_part():
    witness = {"kind": "witness"}
    refuted = conjunction({"first": UNDECIDED, "second": found(Rung.REFUTED, certificate=witness)}, scope="both")
    assert refuted.rung is Rung.REFUTED
    assert refuted.certificate == witness
    assert refuted.reason.startswith("fails: second")
    undecided = conjunction({"first": PROVED, "second": UNDECIDED}, scope="both")
    assert undecided.rung is Rung.OPEN
    assert undecided.reason == "undecided: second: too hard"


def test_a_conjunction_of_nothing_proves_nothing():
    with pytest.raises(ValueError, match="no parts"):
        conjunction({}, scope="nothing")
