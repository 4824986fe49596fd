import pytest

from verify.evidence import Evidence, combine, conjunction, open_
from verify.verdict import Verdict


def found(verdict, scope="all", **more):
    return Evidence(verdict, scope, f"by {verdict.value}", **more)


PROVED, CERTIFIED, TESTED, REFUTED = (
    found(verdict) for verdict in (Verdict.PROVED, Verdict.CERTIFIED, Verdict.TESTED, Verdict.REFUTED)
)
UNDECIDED = open_("all", "m", "too hard")


@pytest.mark.parametrize(
    ("evidence", "verdict"),
    [
        ([], Verdict.OPEN),
        ([UNDECIDED], Verdict.OPEN),
        ([TESTED, PROVED, CERTIFIED], Verdict.PROVED),
        ([TESTED, UNDECIDED], Verdict.TESTED),
        ([TESTED, REFUTED], Verdict.REFUTED),
        ([PROVED, REFUTED], Verdict.OPEN),
        ([REFUTED, CERTIFIED], Verdict.OPEN),
        ([PROVED.narrowed("N = 2")], Verdict.OPEN),
        ([PROVED.narrowed("N = 2"), TESTED], Verdict.TESTED),
        ([PROVED.narrowed("N = 2"), REFUTED], Verdict.REFUTED),
        ([REFUTED.narrowed("N = 2"), PROVED], Verdict.OPEN),
        ([PROVED, found(Verdict.OPEN, crashed=True)], Verdict.OPEN),
        ([REFUTED, found(Verdict.OPEN, crashed=True)], Verdict.OPEN),
    ],
)
def test_the_combining_rule(evidence, verdict):
    assert combine(evidence).verdict is verdict
    assert combine(evidence[::-1]).verdict is verdict


@pytest.mark.parametrize("premise", list(Verdict))
def test_no_claim_is_stronger_than_its_premises(premise):
    combined = combine([PROVED], [("A", Verdict.PROVED), ("B", premise)])
    assert combined.verdict is (premise if premise.holds else Verdict.OPEN)
    refuted = combine([REFUTED], [("A", Verdict.PROVED), ("B", premise)])
    assert refuted.verdict is (Verdict.REFUTED if premise.holds else Verdict.OPEN)
    if premise is not Verdict.PROVED:
        assert combined.reason == f"rests on B, which is {premise.value}"


def test_the_scope_is_that_of_the_deciding_evidence():
    assert combine([found(Verdict.TESTED, "9 instances"), found(Verdict.PROVED, "all N")]).scope == "all N"
    assert combine([found(Verdict.REFUTED, "N = 3")]).scope == "N = 3"


def test_a_conjunction_is_as_good_as_its_weakest_part():
    whole = conjunction({"first": PROVED, "second": CERTIFIED}, scope="both")
    assert (whole.verdict, whole.scope) == (Verdict.CERTIFIED, "both")
    assert [step["says"] for step in whole.certificate["steps"]] == ["first", "second"]
    assert not conjunction({"first": PROVED, "second": PROVED.narrowed("N = 2")}, scope="both").covers


def test_a_conjunction_falls_with_one_part():
    witness = {"kind": "witness"}
    refuted = conjunction({"first": UNDECIDED, "second": found(Verdict.REFUTED, certificate=witness)}, scope="both")
    assert refuted.verdict is Verdict.REFUTED
    assert refuted.certificate == witness
    assert refuted.reason.startswith("fails: second")
    undecided = conjunction({"first": PROVED, "second": UNDECIDED}, scope="both")
    assert undecided.verdict is Verdict.OPEN
    assert undecided.reason == "undecided: second: too hard"


def test_a_conjunction_of_nothing_proves_nothing():
    with pytest.raises(ValueError, match="no parts"):
        conjunction({}, scope="nothing")
