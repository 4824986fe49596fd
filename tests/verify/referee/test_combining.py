import pytest

from verify.evidence import Evidence
from verify.referee.combining import Basis, carries, conclude, grounded, twin_fault, vouchers
from verify.verdict import Verdict


def found(verdict, **more):
    return Evidence(verdict, "all", "method", **more)


def test_a_claim_is_no_stronger_than_its_premises():
    bases = {
        "A": Basis((found(Verdict.PROVED),), ("B",)),
        "B": Basis((found(Verdict.PROVED),), ("C",)),
        "C": Basis((found(Verdict.CERTIFIED),)),
    }
    assert [item.verdict for item in conclude(bases).values()] == [Verdict.CERTIFIED] * 3
    bases["C"] = Basis((found(Verdict.REFUTED),))
    assert [item.verdict for item in conclude(bases).values()] == [Verdict.OPEN, Verdict.OPEN, Verdict.REFUTED]


def test_a_fault_of_the_check_leaves_the_claim_and_what_rests_on_it_open():
    bases = {"A": Basis((found(Verdict.PROVED),), ("B",)), "B": Basis((found(Verdict.PROVED),), (), "cannot fail")}
    combined = conclude(bases)
    assert combined["B"].reason == "cannot fail"
    assert combined["A"].verdict is Verdict.OPEN


@pytest.mark.parametrize("rests_on", [("A",), ("missing",)])
def test_circles_and_gaps_are_refused(rests_on):
    bases = {"A": Basis((), rests_on), "B": Basis(())}
    with pytest.raises(ValueError, match="'A' rests on itself or on a claim that is not decided"):
        conclude(bases)
    assert grounded(bases) == ["B"]


def test_a_long_chain_of_premises():
    bases = {str(n): Basis((found(Verdict.PROVED),), (str(n + 1),)) for n in range(5000)}
    bases["5000"] = Basis((found(Verdict.TESTED),))
    assert conclude(bases)["0"].verdict is Verdict.TESTED


def test_only_the_evidence_that_carries_the_verdict_speaks_for_it():
    evidence = [
        found(Verdict.PROVED, checked_by="referee"),
        found(Verdict.PROVED, checked_by="z3's word"),
        found(Verdict.TESTED, checked_by="sampling"),
        found(Verdict.PROVED, checked_by="a part", covers=False),
        found(Verdict.OPEN),
    ]
    assert vouchers(evidence, Verdict.PROVED) == "referee; z3's word"
    assert vouchers(evidence, Verdict.TESTED) == "referee; z3's word; sampling"
    assert vouchers(evidence, Verdict.OPEN) == ""
    assert not carries(found(Verdict.REFUTED), Verdict.PROVED)
    assert carries(found(Verdict.REFUTED, covers=False), Verdict.REFUTED)


@pytest.mark.parametrize("expected", list(Verdict))
@pytest.mark.parametrize("verdict", list(Verdict))
def test_which_verdict_of_the_twin_is_a_rejection(expected, verdict):
    if expected is Verdict.REFUTED:
        accepted = verdict is Verdict.REFUTED
    else:
        accepted = verdict in (Verdict.PROVED, Verdict.CERTIFIED, Verdict.TESTED)
    assert bool(twin_fault("wrong sign", verdict, expected)) is accepted
    assert "it crashed" in twin_fault("wrong sign", verdict, expected, "it crashed")
