import pytest

from verify.referee.certificates import Status
from verify.referee.judgement import judge
from verify.verdict import Verdict


@pytest.mark.parametrize(
    ("verdict", "status", "checked_by"),
    [
        (Verdict.PROVED, Status.WORD, "SymPy's word"),
        (Verdict.CERTIFIED, Status.WORD, "SymPy's word"),
        (Verdict.TESTED, Status.SAMPLED, "sampling"),
        (Verdict.OPEN, None, ""),
    ],
)
def test_evidence_without_a_certificate(verdict, status, checked_by):
    judgement = judge(verdict, None, "SymPy, expansion", ["x > 0"])
    assert judgement.sound
    assert (judgement.status, judgement.checked_by) == (status, checked_by)


def test_a_refutation_without_a_certificate_is_unsound():
    assert not judge(Verdict.REFUTED, None, "search", ["x > 0"]).sound


def test_every_tool_behind_a_conjunction_is_named():
    smt = {"kind": "smt", "solver": "z3 5.4.0", "logic": "QF_NRA", "problem": "(check-sat)", "answer": "unsat"}
    steps = [{"says": "a", "certificate": smt}, {"says": "b", "certificate": None}]
    judgement = judge(Verdict.PROVED, {"kind": "all", "steps": steps}, "SymPy: expansion; flint: roots", [])
    assert judgement.status is Status.WORD
    assert judgement.checked_by == "z3 and SymPy and flint's word"


@pytest.mark.parametrize("certificate", [[], "proof", 3, {}, {"kind": "all"}, {"kind": "all", "steps": [3]}])
@pytest.mark.parametrize("verdict", [Verdict.PROVED, Verdict.REFUTED, Verdict.TESTED])
def test_malformed_certificates_are_unsound(verdict, certificate):
    judgement = judge(verdict, certificate, "m", ["x > 0"])
    assert not judgement.sound
    assert judgement.detail


def test_the_witness_must_know_every_name_of_the_hypotheses(refuted):
    witness = refuted().certificate
    assert judge(Verdict.REFUTED, witness, "search", ["x > 0", "x < 1"]).sound
    judgement = judge(Verdict.REFUTED, witness, "search", ["x > 0", "integer(N)"])
    assert not judgement.sound
    assert "integer(N)" in judgement.detail
