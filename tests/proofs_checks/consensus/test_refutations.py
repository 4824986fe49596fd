"""The rule for a refutation that needs a proof beside its witness."""

import pytest
import sympy as sp

import attnverify.verify.deciders as decide
from attnverify.proofs_checks.consensus.refutations import completed
from attnverify.verify.referee.judgement import judge
from attnverify.verify.verdict import Rung

x = sp.Symbol("x", real=True)


def witness(value):
    return decide.refutation({"x": value}, ["x > 0"], scope="x", method="x")


def proof(constant):
    return decide.identity({"square": ((x + 1) ** 2, x**2 + 2 * x + constant)}, scope="all x")


def test_a_witness_and_a_proof_refute_and_the_referee_agrees():
    found = completed(witness(1), proof(1), "says")
    assert found.rung is Rung.REFUTED
    assert judge(found.rung, found.certificate, found.method, ["x > 0"]).sound
    assert not judge(found.rung, found.certificate, found.method, ["x > 1"]).sound


@pytest.mark.parametrize(("value", "constant"), [(1, 2), (-1, 1), (-1, 2)])
def test_neither_refutes_alone(value, constant):
    found = completed(witness(value), proof(constant), "says")
    assert found.rung is Rung.OPEN
    assert found.reason
