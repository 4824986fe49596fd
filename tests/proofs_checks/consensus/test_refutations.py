"""What a refutation needs beside its witness: a proof, and values for every letter."""

import pytest
import sympy as sp

import attnverify.verify.deciders as decide
from attnverify.proofs_checks.consensus.refutations import completed
from attnverify.proofs_checks.consensus.whole_instance import at_instance
from attnverify.verify.referee.grammar import evaluate
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


# A refuted step is said at a whole instance: the values of its witness stay, the others are filled in.
x, y = sp.symbols("x y", real=True)
HYPOTHESES = ("integer(n)", "n >= 1", "x > 0", "z == x - 1")


def sound(evidence):
    return judge(evidence.rung, evidence.certificate, evidence.method, HYPOTHESES).sound


def test_the_missing_values_are_filled_in():
    step = decide.inequality(x > 1, [x > 0], scope="a step")
    whole = at_instance(step, n=2, z="({x}) - 1")
    assert step.rung is whole.rung is Rung.REFUTED
    assert not sound(step)
    assert sound(whole)
    assert not sound(at_instance(step, n=0, z="({x}) - 1"))


def test_values_of_the_witness_take_precedence():
    step = decide.inequality(x > 1, [x > 0], scope="a step")
    filled = at_instance(step, x=5, n=2, z=0).certificate["values"]
    assert filled["x"] == step.certificate["values"]["x"]
    assert filled["n"] == 2
    assert evaluate("z - x", at_instance(step, n=2, z="({x}) - 1").certificate["values"]) == -1


def test_other_evidence_is_left_alone():
    proved = decide.inequality(x + y > 0, [x > 0, y > 0], scope="a step")
    assert proved.rung is Rung.PROVED
    assert at_instance(proved, n=2) is proved
