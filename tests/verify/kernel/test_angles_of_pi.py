"""The two rules about right and acute angles: what follows from them, and where they must not be used."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from verify.kernel.elementary import cos_bounds, pi_bounds
from verify.kernel.judging import judge
from verify.kernel.refutation import judge_instance
from verify.kernel.rules import Rule
from verify.kernel.statements import read
from verify.kernel.terms import Rejected
from verify.tactics.build import KNOWN, enter, have, intro, leaf, rule, take

from .cases import attack

RIGHT = ("cos(pi/2) == 0", rule("quarter turn"))
OTHER = ("cos(-(pi/2)) == cos(0)*cos(pi/2) + sin(0)*sin(pi/2)", rule("cosine of a difference", a="0", b="pi/2"))
ACUTE = rule("acute angle", a="a")
BOTH = ["-pi/2 < a", "a < pi/2"]
A: dict[str, Any] = {"letters": "a, b: number; m: measurable number; z: moving number"}


def true(says: str, show: str, proof: Any, *given: str) -> dict[str, Any]:
    return {"says": says, **A, "show": [show], "proof": proof, "given": list(given)}


TRUE: list[dict[str, Any]] = [
    true("a right angle", *RIGHT),
    true("an acute angle", "cos(a) > 0", ACUTE, *BOTH),
    true("a fixed acute angle", "cos(pi/3) > 0", rule("acute angle", leaf("5/6: pi > 0"), leaf("1/6: pi > 0"),
        a="pi/3")),
    true("the angle 0", "cos(0) > 0", rule("acute angle", leaf("1/2: pi > 0"), leaf("1/2: pi > 0"), a="0")),
    true("the other right angle", "cos(-(pi/2)) == 0",
        have([RIGHT, OTHER], leaf(f"eq 1: {OTHER[0]}", f"eq 1: {RIGHT[0]}"))),
    true("an angle that stays acute", "always(cos(z) > 0)", enter("every", rule("acute angle", a="z")),
        "always(-pi/2 < z)", "always(z < pi/2)"),
    true("an angle that is acute at almost every time", "almost_always(cos(m) > 0)",
        enter("ae", rule("acute angle", a="m")), "almost_always(-pi/2 < m and m < pi/2)"),
]  # fmt: skip

FALSE: list[dict[str, Any]] = [
    attack("a right angle is acute", "cos(pi/2) > 0", rule("acute angle", a="pi/2"), "known", **A),
    attack("pi/2 < pi/2", "cos(pi/2) > 0", rule("acute angle", leaf("1: pi > 0"), leaf(), a="pi/2"), "not evident",
        **A),
    attack("the upper bound, from pi > 0", "cos(pi/2) > 0",
        rule("acute angle", leaf("1: pi > 0"), leaf("1: pi > 0"), a="pi/2"), "what is left", **A),
    attack("up to the right angle", "cos(a) > 0", ACUTE, "known", "-pi/2 < a", "a <= pi/2", **A),
    attack("from the other right angle on", "cos(a) > 0", ACUTE, "known", "-pi/2 <= a", "a < pi/2", **A),
    attack("only an upper bound", "cos(a) > 0", ACUTE, "known", "a < pi/2", **A),
    attack("only a lower bound", "cos(a) > 0", ACUTE, "known", "-pi/2 < a", **A),
    attack("bounds of another angle", "cos(b) > 0", rule("acute angle", a="b"), "known", *BOTH, **A),
    attack("another angle than the one of the rule", "cos(b) > 0", ACUTE, "acute angle gives", *BOTH, **A),
    attack("twice the angle", "cos(2*a) > 0", rule("acute angle", a="2*a"), "known", *BOTH, **A),
    attack("the sine", "sin(a) > 0", ACUTE, "acute angle gives", *BOTH, **A),
    attack("a larger bound", "cos(a) > 0", ACUTE, "known", "-pi < a", "a < pi", **A),
    attack("a straight angle is right", "cos(pi) == 0", rule("quarter turn"), "quarter turn gives", **A),
    attack("the sine of a right angle", "sin(pi/2) == 0", rule("quarter turn"), "quarter turn gives", **A),
    attack("a number near pi/2", "cos(11/7) == 0", rule("quarter turn"), "quarter turn gives", **A),
    attack("pi as a letter of the rule", "cos(a/2) == 0", rule("quarter turn", pi="a"), "has no letter 'pi'", **A),
    attack("acute at the start only", "always(cos(z) > 0)", enter("every", rule("acute angle", a="z")), "known",
        "at_start(-pi/2 < z)", "at_start(z < pi/2)", **A),
    attack("acute at almost every time, said of every time", "always(cos(z) > 0)",
        enter("every", rule("acute angle", a="z")), "known", "almost_always(-pi/2 < z and z < pi/2)", **A),
    attack("a measurable angle outside of time", "cos(a) > 0", rule("acute angle", a="m"), "moment",
        "almost_always(-pi/2 < m and m < pi/2)", **A),
    attack("pi as a bound letter", "forall pi in number: cos(pi/2) == 0", intro("pi", rule("quarter turn")), "pi", **A),
    attack("a divisor that is zero", "1/cos(pi/2)*cos(pi/2) == 1", have([RIGHT], leaf()), "what is left", **A),
    attack("a fact about all acute angles, taken at a right one", "cos(pi/2) > 0",
        take("forall x in number: -pi/2 < x and x < pi/2 => cos(x) > 0", ["pi/2"], KNOWN), "known",
        "forall x in number: -pi/2 < x and x < pi/2 => cos(x) > 0", **A),
]  # fmt: skip


@pytest.mark.parametrize("case", TRUE, ids=lambda case: case["says"])
def test_what_follows_is_accepted(case: dict[str, Any], accepted: Callable[[Any], Any]) -> None:
    assert accepted(case).axioms == frozenset()


@pytest.mark.parametrize("case", FALSE, ids=lambda case: case["says"])
def test_what_does_not_follow_is_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)


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
