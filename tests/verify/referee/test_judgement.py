import pytest

from attnverify.verify.referee.certificates import Status
from attnverify.verify.referee.judgement import judge
from attnverify.verify.verdict import Rung


@pytest.mark.parametrize(("rung", "status", "checked_by"), [
    (Rung.PROVED, Status.WORD, "SymPy's word"),
    (Rung.CERTIFIED, Status.WORD, "SymPy's word"),
    (Rung.TESTED, Status.SAMPLED, "sampling"),
    (Rung.OPEN, None, ""),
])  # fmt: skip
def test_evidence_without_a_certificate(rung, status, checked_by):
    judgement = judge(rung, None, "SymPy, expansion", ["x > 0"])
    assert judgement.sound
    assert (judgement.status, judgement.checked_by) == (status, checked_by)


def test_a_refutation_without_a_certificate_is_unsound():
    assert not judge(Rung.REFUTED, None, "search", ["x > 0"]).sound


def test_every_tool_behind_a_conjunction_is_named():
    steps = [{"says": "a", "certificate": None}, {"says": "b", "certificate": None}]
    judgement = judge(Rung.PROVED, {"kind": "all", "steps": steps}, "SymPy: expansion; flint: roots", [])
    assert judgement.status is Status.WORD
    assert judgement.checked_by == "SymPy and python-flint's word"


@pytest.mark.parametrize("certificate", [[], "proof", 3, {}, {"kind": "all"}, {"kind": "all", "steps": [3]}])
@pytest.mark.parametrize("rung", [Rung.PROVED, Rung.REFUTED, Rung.TESTED])
def test_malformed_certificates_are_unsound(rung, certificate):
    judgement = judge(rung, certificate, "m", ["x > 0"])
    assert not judgement.sound
    assert judgement.detail


def test_the_witness_must_know_every_name_of_the_hypotheses(refuted):
    witness = refuted().certificate
    assert judge(Rung.REFUTED, witness, "search", ["x > 0", "x < 1"]).sound
    judgement = judge(Rung.REFUTED, witness, "search", ["x > 0", "integer(N)"])
    assert not judgement.sound
    assert "integer(N)" in judgement.detail
