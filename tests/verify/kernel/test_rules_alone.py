"""Rules and theorems of the catalogue one by one: on drawn systems, at instances, where one premise is wrong."""

from fractions import Fraction

import pytest

from attnverify.verify.kernel.complex_pairs import roots, vanishes
from attnverify.verify.kernel.elementary import cos_bounds, pi_bounds
from attnverify.verify.kernel.judging import judge
from attnverify.verify.kernel.refutation import judge_instance
from attnverify.verify.kernel.rules import Rule
from attnverify.verify.kernel.signs import is_zero
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Rejected
from attnverify.verify.kernel.values import number
from attnverify.verify.registry import load

load()


def test_at_an_instance_random_vectors_have_a_law_and_no_value() -> None:
    statement = read({
        "letters": ["y[token]: random vector; i: token; u: vector; z: moving number; c: random number"],
        "given": ["independent(y)", "standard_normal(y)"],
        "show": ["uniform_on_sphere(y)", "probability(dot(u, y[i]) > 0) == 1/2", "normal(dot(u, y[i]), 1)"],
    })  # fmt: skip
    letters = {"i": 0, "u": [1, 0], "z": 0}
    here = {"tokens": 2, "dim": 2, "letters": {**letters, "y": "standard_normal"}}
    report = judge_instance(statement, here)
    assert [truth for _, truth in report.given] == [True, True]
    assert [truth for _, truth in report.show] == [False, None, None]
    without = judge_instance(statement, {**here, "letters": letters})
    assert [truth for _, truth in without.given] == [None, None]
    for law in ("normal", [[1, 0], [0, 1]]):
        with pytest.raises(Rejected, match="y is random and has no value"):
            judge_instance(statement, {**here, "letters": {**letters, "y": law}})
    with pytest.raises(Rejected, match="c is random and has no value"):
        judge_instance(statement, {**here, "letters": {**letters, "c": "standard_normal"}})


@pytest.mark.parametrize(("b", "c"), [(-2, 5), (-2, -3), (4, 4), (1, 1), (-3, 2)])
def test_roots_of_a_quadratic_polynomial(b: int, c: int) -> None:
    p = [number(1), number(b), number(c)]
    found = roots(p)
    assert len(found) == 2
    assert all(vanishes(p, *pair) for pair in found)
    assert is_zero(found[0][0] + found[1][0] + p[1])


# The two rules about right and acute angles: what follows from them, and where they must not be used.
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


# Random letters: what is said of their law is closed, what is said of their values is not.
