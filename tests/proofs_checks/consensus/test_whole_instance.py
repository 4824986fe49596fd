"""A refuted step is said at a whole instance: the values of its witness stay, the others are filled in."""

import sympy as sp

import attnverify.verify.deciders as decide
from attnverify.proofs_checks.consensus.whole_instance import at_instance
from attnverify.verify.referee.grammar import evaluate
from attnverify.verify.referee.judgement import judge
from attnverify.verify.verdict import Rung

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
