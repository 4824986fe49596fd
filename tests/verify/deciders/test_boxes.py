"""Balls on boxes: certified, refuted, or open with the box that resists."""

from __future__ import annotations

import pytest
import sympy as sp

from attnverify.verify.deciders.boxes import on_box
from attnverify.verify.referee.certificates import Status, recheck
from attnverify.verify.verdict import Rung

x, y = sp.symbols("x y")
softmax = sp.exp(x) / (sp.exp(x) + sp.exp(y))


@pytest.mark.parametrize(("goal", "box"), [
    (sp.exp(x) > 1 + x, {x: (1, 2)}),
    (softmax + sp.exp(y) / (1 + sp.exp(y)) > sp.Rational(1, 5), {x: (-2, 2), y: (-2, 2)}),
    (sp.tanh(x) <= x, {x: (sp.Rational(1, 10), 3)}),
    ([sp.sqrt(x) < 2, sp.log(2 + x) >= 0], {x: (0, 1)}),
    (sp.Abs(x) + sp.Max(x, y) - sp.Min(x, y) >= -1, {x: (-1, 1), y: (-1, 1)}),
])  # fmt: skip
def test_known_true(goal: object, box: dict[object, tuple[object, object]]) -> None:
    found = on_box(goal, box, scope="the box")
    assert found.rung is Rung.CERTIFIED
    assert recheck(found.certificate).status is Status.CONFIRMED


@pytest.mark.parametrize(("goal", "box"), [
    (sp.exp(x) > 1 + 2 * x, {x: (0, 2)}),
    (sp.exp(x) > 1 + x, {x: (0, 1)}),  # equality at the corner
    (softmax < sp.Rational(4, 5), {x: (-1, 1), y: (-1, 1)}),
])  # fmt: skip
def test_known_false(goal: object, box: dict[object, tuple[object, object]]) -> None:
    found = on_box(goal, box, scope="the box")
    assert found.rung is Rung.REFUTED
    assert recheck(found.certificate).status is Status.CONFIRMED


def test_a_goal_that_touches_its_bound_is_open_with_the_box() -> None:
    found = on_box(sp.exp(x) >= 1 + x, {x: (-1, 2)}, scope="the box")
    assert found.rung is Rung.OPEN
    assert "<= x <=" in found.reason


def test_too_few_boxes_is_open() -> None:
    found = on_box(softmax < sp.Rational(9, 10), {x: (-1, 1), y: (-1, 1)}, scope="the box", max_boxes=2)
    assert found.rung is Rung.OPEN


def test_undefined_somewhere_is_never_certified() -> None:
    for goal in (1 / x**2 > 0, sp.log(x) < 5, sp.sqrt(x) >= 0):
        assert on_box(goal, {x: (-1, 1)}, scope="the box").rung is Rung.OPEN


def test_bad_input() -> None:
    with pytest.raises(ValueError, match="no range for y"):
        on_box(x + y > 0, {x: (0, 1)}, scope="the box")
    with pytest.raises(ValueError, match="lower end"):
        on_box(x > 0, {x: (2, 1)}, scope="the box")
    with pytest.raises(ValueError, match="exact"):
        on_box(x > 0, {x: (0.5, 1)}, scope="the box")


def test_a_range_beyond_what_is_assumed_of_the_symbol_is_refused() -> None:
    # SymPy has written sqrt(p**2) as p, which is wrong on half of the range.
    p = sp.Symbol("p", positive=True)
    with pytest.raises(ValueError, match="assumed"):
        on_box(sp.sqrt(p**2) * sp.exp(x) <= p * sp.exp(x) + 1, {p: (-1, 1), x: (0, 1)}, scope="the box")
    assert on_box(p * sp.exp(x) < 3, {p: (0, 1), x: (0, 1)}, scope="the box").rung is Rung.CERTIFIED
