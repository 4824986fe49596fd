"""The two rules about right and acute angles: what follows from them, and where they must not be used."""

from __future__ import annotations

from fractions import Fraction

import pytest

from verify.kernel.elementary import cos_bounds, pi_bounds
from verify.kernel.judging import judge
from verify.kernel.refutation import judge_instance
from verify.kernel.rules import Rule
from verify.kernel.statements import read
from verify.kernel.terms import Rejected

BOTH = ["-pi/2 < a", "a < pi/2"]


@pytest.mark.parametrize("sixths", range(-25, 26))
def test_the_evaluator_agrees_at_multiples_of_thirty_degrees(sixths: int) -> None:
    report = judge_instance(
        read({"letters": ["a: number"], "given": BOTH, "show": ["cos(a) > 0", "cos(a) == 0", "cos(a) < 0"]}),
        {"letters": {"a": f"{sixths}*pi/6" if sixths >= 0 else f"-({-sixths})*pi/6"}},
    )
    place = (sixths + 3) % 12
    assert report.satisfies == (abs(sixths) < 3)
    assert [truth for _, truth in report.show] == [0 < place < 6, place in (0, 6), place > 6]


def test_the_series_of_the_cosine_changes_its_sign_within_the_bounds_of_pi() -> None:
    low, high = pi_bounds(64)
    assert high - low < Fraction(1, 2**60)
    assert cos_bounds(low / 2, 200)[0] > 0 > cos_bounds(high / 2, 200)[1]


def no_lemma(_: str) -> Rule:
    raise Rejected("no lemma is cited here")


@pytest.mark.parametrize("show", ["cos(pi/2) > 0", "cos(pi/2) < 0", "sin(pi) > 0", "cos(22/14) > 0", "cos(a) > 0"])
def test_boxes_do_not_decide_a_side_of_a_right_angle(show: str) -> None:
    statement = {"letters": ["a: number"], "given": ["-157/100 <= a", "a <= 63/40"], "show": [show]}
    proof = {"boxes": None, "letters": {"a": ["-157/100", "63/40"]}}
    assert judge({"statement": statement, "proof": proof}, no_lemma).verdict == "OPEN"


def test_what_is_false_of_a_right_angle_is_refuted() -> None:
    for show in ("cos(pi/2) > 0", "cos(pi/2) != 0", "sin(pi) != 0", "cos(3*pi/2) < 0"):
        data = {"statement": {"show": [show]}, "refuted": {"instance": {}}}
        assert judge(data, no_lemma).verdict == "REFUTED"
