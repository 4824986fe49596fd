"""Boundary cases of the step bound, decided by the code that decides Lemma 4."""

from __future__ import annotations

import pytest
import sympy as sp

import verify.deciders as decide
from proofs_checks.power_method.consensus import consensus_step_size as steps
from proofs_checks.power_method.consensus.consensus_all_steps import all_steps
from proofs_checks.power_method.symbols import symbols
from verify.referee.grammar import holds
from verify.verdict import Rung


@pytest.mark.parametrize("decider", ["inequality", "smt"])
def test_a_repeated_principal_eigenvalue_is_not_stable(decider):
    s = symbols()
    given = [s.lambda_1 > 0, s.lambda_j <= s.lambda_1, s.lambda_d <= s.lambda_j, steps.within_bound(2)]
    goal = sp.Abs(1 + s.alpha * s.lambda_j) < 1 + s.alpha * s.lambda_1
    found = getattr(decide, decider)(goal, given, scope="lambda_j = lambda_1 allowed")
    assert found.rung is Rung.REFUTED
    assert holds("lambda_j == lambda_1", found.certificate["values"])


@pytest.mark.parametrize("decider", ["inequality", "smt"])
def test_equal_moduli_need_no_step_bound(decider):
    s = symbols()
    goal = sp.Abs(1 - s.alpha * s.lambda_1) < 1 + s.alpha * s.lambda_1
    assert getattr(decide, decider)(goal, [s.lambda_1 > 0], scope="lambda_d = -lambda_1").rung is Rung.PROVED


@pytest.mark.parametrize("decider", ["inequality", "smt"])
def test_the_bound_itself_is_not_inside(decider):
    s = symbols()
    given = [*steps.ordered(s.lambda_j), s.alpha * (-s.lambda_d - s.lambda_1) <= 2]
    goal = sp.Abs(1 + s.alpha * s.lambda_j) < 1 + s.alpha * s.lambda_1
    found = getattr(decide, decider)(goal, given, scope="alpha up to and including the bound")
    assert found.rung is Rung.REFUTED
    assert holds("alpha*(-lambda_d - lambda_1) == 2", found.certificate["values"])


def test_the_complex_example_is_refuted_for_another_factor():
    verdicts = [item.rung for item in all_steps(factor=1) if item.covers]
    assert verdicts == [Rung.REFUTED, Rung.REFUTED]
