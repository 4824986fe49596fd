"""Inequalities: proved with a certificate, refuted at a rational point, or open."""

from __future__ import annotations

import pytest
import sympy as sp

from attnverify.verify.deciders.inequalities import inequality
from attnverify.verify.referee.certificates import Status, recheck
from attnverify.verify.verdict import Rung

x, y, t, alpha, l1, lj, ln = sp.symbols("x y t alpha l1 lj ln", real=True)
p, q, E = sp.symbols("p q E", positive=True)
STEP = [alpha > 0, l1 > 0, ln <= lj, alpha * (-ln - l1) < 2]
gamma = p * E / (p * E + q) - q / (p * E + q)


def test_the_step_size_lemma_needs_a_strict_inequality() -> None:
    goal = sp.Abs(1 + alpha * lj) < 1 + alpha * l1
    proved = inequality(goal, [*STEP, lj < l1], scope="all")
    assert proved.rung is Rung.PROVED
    assert recheck(proved.certificate).status is Status.CONFIRMED
    refuted = inequality(goal, [*STEP, lj <= l1], scope="all")
    assert refuted.rung is Rung.REFUTED
    assert refuted.certificate is not None
    assert refuted.certificate["values"]["lj"] == refuted.certificate["values"]["l1"]


@pytest.mark.parametrize(("goal", "given", "options"), [
    ([gamma < 1, gamma > -1], [], {}),
    ((1 + alpha * lj) / (1 + alpha * l1) < 1, [*STEP, lj < l1], {}),
    (1 / x > 0, [x >= 1], {}),
    (x < y, [x / y < 1, y > 0], {}),
    (x > 0, [sp.Ne(x, 0), x >= 0], {}),
    (x > 1, [x**2 > 1, x > 0], {}),
    (x > -1, [sp.Eq(y, x), y > 0], {}),
    (sp.sqrt(1 + x**2) >= sp.Abs(x), [], {}),
    (sp.Abs(x) * y >= x * y, [y > 0], {}),
    (sp.Max(x, y) >= x, [], {}),
    (sp.Eq(x, y), [x <= y, x >= y], {}),
    (x**4 + y**4 >= 2 * x**2 * y**2, [], {"squares": (x**2 - y**2,)}),
    (x * y <= (x**2 + y**2) / 2, [], {"squares": (x - y,)}),
    (x**3 * y >= 0, [x * y >= 0], {"split": (x,)}),
])  # fmt: skip
def test_known_true(goal: object, given: list[object], options: dict[str, object]) -> None:
    found = inequality(goal, given, scope="all", **options)  # type: ignore[arg-type]
    assert found.rung is Rung.PROVED, found.reason
    assert recheck(found.certificate).status is Status.CONFIRMED


@pytest.mark.parametrize(("goal", "given"), [
    ([gamma < 1, gamma > -sp.Rational(1, 2)], []),
    (x**2 > 2, [x > 1]),
    (x * y > 0, [x > 0]),
    (1 / x > 0, [sp.Ne(x, 0)]),
    (sp.Eq(x, y), [x <= y]),
    (sp.Ne(x, y), [x <= y]),
    (x >= 1, [x > 0]),
    (sp.sqrt(1 + x**2) > sp.Abs(x) + 1, []),
])  # fmt: skip
def test_known_false(goal: object, given: list[object]) -> None:
    found = inequality(goal, given, scope="all")
    assert found.rung is Rung.REFUTED
    assert recheck(found.certificate).status is Status.CONFIRMED


def test_sums_of_squares_are_beyond_the_products_and_stay_open() -> None:
    assert inequality(x**2 - 2 * x * y + y**2 >= 0, [], scope="all").rung is Rung.OPEN


def test_a_witness_respects_integers() -> None:
    n = sp.symbols("n", integer=True)
    assert inequality(n**2 >= n, [], scope="integers").rung is Rung.OPEN  # false over the reals only


def test_nothing_to_show_is_not_a_proof() -> None:
    assert inequality(E > 0, [], scope="all").rung is Rung.OPEN


def test_a_contradiction_in_what_is_given_is_found_by_the_certificate_only() -> None:
    found = inequality(x > 5, [x > 0, x < 0], scope="nothing")
    assert found.rung is not Rung.REFUTED


def test_bad_input() -> None:
    with pytest.raises(ValueError, match="relation"):
        inequality(x, [], scope="all")
    with pytest.raises(ValueError, match="float"):
        inequality(x > 0.5, [x > 1], scope="all")
    with pytest.raises(ValueError, match="denominator"):
        inequality(x**2 - 2 * x * y + y**2 >= 0, [], scope="all", split=(1 / x,))


def test_contradictory_hypotheses_prove_nothing() -> None:
    x = sp.Symbol("x")
    found = inequality(x > 5, [x > 1, x < 0], scope="nowhere")
    assert found.rung is Rung.OPEN
    assert "contradict" in found.reason
    assert inequality(sp.false, [x > 1, x < 0], scope="nowhere").rung is Rung.PROVED


def test_a_goal_without_a_value_is_not_proved() -> None:
    for goal, given in ((1 / x > 5, [sp.Eq(x, 0)]), (sp.sqrt(x) > 5, [x < -1])):
        found = inequality(goal, given, scope="all")
        assert found.rung is Rung.OPEN
        assert "defined nowhere" in found.reason


def test_a_comparison_of_forms_is_no_relation() -> None:
    with pytest.raises(ValueError, match="Eq"):
        inequality((x + 1) ** 2 == x**2 + 2 * x + 1, [], scope="all")
    with pytest.raises(ValueError, match="Eq"):
        inequality(x > 1, [x > 2, x == y], scope="all")


def test_every_assumption_of_a_symbol_binds_the_witness() -> None:
    n = sp.Symbol("n", nonpositive=True)
    z = sp.Symbol("z")  # real only to the decider, so that SymPy leaves the relation alone
    assert inequality(n**3 + n * z**2 - 1 + n < 0, [], scope="all").rung is Rung.PROVED
    even = sp.Symbol("n", even=True)
    found = inequality((even - 1) ** 2 > y**2, [sp.Eq(y, 0)], scope="all")
    assert found.rung is Rung.OPEN
