import pytest

from attnverify.verify.evidence import Evidence
from attnverify.verify.referee.combining import Basis, carries, conclude, grounded, twin_fault, vouchers
from attnverify.verify.verdict import Rung, Verdict


def found(rung, **more):
    return Evidence(rung, "all", "method", **more)


def test_a_claim_is_no_stronger_than_its_premises():
    bases = {
        "A": Basis((found(Rung.PROVED),), ("B",)),
        "B": Basis((found(Rung.PROVED),), ("C",)),
        "C": Basis((found(Rung.TESTED),)),
    }
    assert [item.verdict for item in conclude(bases).values()] == [Verdict.TESTED] * 3
    bases["C"] = Basis((found(Rung.REFUTED),))
    assert [item.verdict for item in conclude(bases).values()] == [Verdict.OPEN, Verdict.OPEN, Verdict.ARGUED_FALSE]


def test_a_fault_of_the_check_leaves_the_claim_and_what_rests_on_it_open():
    bases = {"A": Basis((found(Rung.PROVED),), ("B",)), "B": Basis((found(Rung.PROVED),), (), "cannot fail")}
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
    bases = {str(n): Basis((found(Rung.PROVED),), (str(n + 1),)) for n in range(5000)}
    bases["5000"] = Basis((found(Rung.TESTED),))
    assert conclude(bases)["0"].verdict is Verdict.TESTED


def test_only_the_evidence_that_carries_the_verdict_speaks_for_it():
    evidence = [
        found(Rung.PROVED, checked_by="referee"),
        found(Rung.PROVED, checked_by="z3's word"),
        found(Rung.TESTED, checked_by="sampling"),
        found(Rung.PROVED, checked_by="a part", covers=False),
        found(Rung.OPEN),
    ]
    assert vouchers(evidence, Verdict.ARGUED) == "referee; z3's word"
    assert vouchers(evidence, Verdict.TESTED) == "referee; z3's word; sampling"
    assert vouchers(evidence, Verdict.OPEN) == ""
    assert not carries(found(Rung.REFUTED), Verdict.ARGUED)
    assert carries(found(Rung.REFUTED, covers=False), Verdict.ARGUED_FALSE)


@pytest.mark.parametrize("expected", list(Verdict))
@pytest.mark.parametrize("verdict", list(Verdict))
def test_which_verdict_of_the_twin_is_a_rejection(expected, verdict):
    if expected in (Verdict.REFUTED, Verdict.ARGUED_FALSE):
        accepted = verdict in (Verdict.REFUTED, Verdict.ARGUED_FALSE)
    else:
        accepted = verdict in (Verdict.PROVED, Verdict.CERTIFIED, Verdict.ARGUED, Verdict.TESTED)
    assert bool(twin_fault("wrong sign", verdict, expected)) is accepted
    assert "it crashed" in twin_fault("wrong sign", verdict, expected, "it crashed")
