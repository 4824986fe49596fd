"""z3: unsat is a proof on its word, a model counts only when it is exact, everything else is open."""

from __future__ import annotations

import pytest
import sympy as sp
import z3

from attnverify.verify.deciders.solver import smt
from attnverify.verify.referee.certificates import Status, recheck
from attnverify.verify.verdict import Rung

x, y, alpha, l1, lj, ln = sp.symbols("x y alpha l1 lj ln", real=True)
STEP = [alpha > 0, l1 > 0, ln <= lj, alpha * (-ln - l1) < 2]
GOAL = sp.Abs(1 + alpha * lj) < 1 + alpha * l1


def test_the_step_size_lemma() -> None:
    proved = smt(GOAL, [*STEP, lj < l1], scope="all")
    assert proved.rung is Rung.PROVED
    assert recheck(proved.certificate).status is Status.WORD
    refuted = smt(GOAL, [*STEP, lj <= l1], scope="all")
    assert refuted.rung is Rung.REFUTED
    assert recheck(refuted.certificate).status is Status.CONFIRMED


def test_known_true() -> None:
    assert smt(sp.sqrt(1 + x**2) >= sp.Abs(x), [], scope="all").rung is Rung.PROVED
    assert smt([x**2 + y**2 >= 2 * x * y, sp.Ne(x, 0)], [x > 1], scope="all").rung is Rung.PROVED
    assert smt(1 / x > 0, [x > 0], scope="all").rung is Rung.PROVED
    assert smt(sp.Max(x, y) >= sp.Min(x, y), [], scope="all").rung is Rung.PROVED


def test_known_false() -> None:
    found = smt(1 / x > 0, [sp.Ne(x, 0)], scope="all")
    assert found.rung is Rung.REFUTED
    assert smt(x**2 > 2, [x > 0], scope="all").rung is Rung.REFUTED
    assert smt(x**2 < 2, [x**2 > sp.Rational(199, 100), x > 0], scope="all").rung is Rung.REFUTED


def test_an_algebraic_model_without_a_rational_neighbour_is_open() -> None:
    found = smt(sp.Ne(x**2, 2), [x > 0], scope="all")
    assert found.rung is Rung.OPEN
    assert "rational" in found.reason


def test_a_model_that_is_no_integer_is_open() -> None:
    n = sp.symbols("n", integer=True)
    assert smt(n**2 >= n, [], scope="integers").rung is Rung.OPEN


def test_out_of_resources_is_open() -> None:
    found = smt(x**2 * y**2 * (x**2 + y**2 - 3) + 1 >= 0, [], scope="all", rlimit=1000)
    assert found.rung is Rung.OPEN
    assert "unknown" in found.reason


def test_the_problem_text_depends_on_the_problem_alone() -> None:
    goal, given = sp.sqrt(1 + x**2) / (1 + y**2) > 0, [y > 0]
    assert smt(goal, given, scope="all").certificate == smt(goal, given, scope="all").certificate


def test_bad_input() -> None:
    with pytest.raises(ValueError, match="exp"):
        smt(sp.exp(x) > x, [], scope="all")
    with pytest.raises(ValueError, match="relation"):
        smt(x + 1, [], scope="all")


def test_the_written_problem_is_the_same_whatever_was_asked_before() -> None:
    def asked() -> list[str]:
        found = smt(1 / (1 + x**2) + sp.sqrt(y) >= sp.sqrt(y) / 2, [y > 1], scope="all")
        assert found.certificate is not None
        return [step["certificate"]["problem"] for step in found.certificate["steps"]]

    before = asked()
    smt(x**4 + y**4 + 1 > x * y, [], scope="all")
    assert asked() == before
    for problem in before:
        solver = z3.Solver()
        solver.from_string(problem)
        assert solver.check() == z3.unsat
