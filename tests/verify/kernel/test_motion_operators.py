"""Operators of motions, over a frame that spans the space, and flows that motions solve."""

from __future__ import annotations

from typing import Any

import pytest

from verify.kernel.judging import judge
from verify.tactics.build import both, enter, have, intro, leaf, rule

from .test_motions import FRAME, nothing, verdict

# The frame spans the space, so that an operator made of its squares is positive definite.
SPANNED: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["W: operator; z: moving number"],
    "given": ["positive_definite(W)"],
    "show": ["always(z <= 1)"],
}
DEFINITE = intro(
    ["u", ""],
    have(
        [("dot(u, u) > 0", rule("positive square", u="u")), "dot(u, u) == dot(e1, u)^2 + dot(e2, u)^2"],
        leaf("1: dot(u, u) > 0", "eq 1: dot(u, u) == dot(e1, u)^2 + dot(e2, u)^2"),
    ),
)


def spanned(operator: list[list[str]]) -> tuple[str, str]:
    motion = {
        "frame": ["e1", "e2"], "where": ["z := 2 + time"], "letters": {"W": operator, "z": "z"}, "given": [DEFINITE],
        "show": intro([""], enter("start", leaf("1: z <= 1"))),
    }  # fmt: skip
    return verdict(SPANNED, motion)


def test_the_frame_spans_the_space() -> None:
    assert spanned([["1", "e1", "e1"], ["1", "e2", "e2"]])[0] == "REFUTED"


@pytest.mark.parametrize(("says", "operator"), [
    ("given positive_definite(W)", [["1", "e1", "e1"]]),
    ("given positive_definite(W)", [["1", "e1", "e1"], ["-1", "e2", "e2"]]),
    ("the letter W: an operator is symmetric", [["1", "e1", "e2"]]),
    ("the letter W: an operator is symmetric", [["1", "e1", "e2"], ["1", "e2", "e1"]]),
    ("the letter W: 'time' moves", [["time", "e1", "e1"]]),
])  # fmt: skip
def test_operators_that_do_not_refute(says: str, operator: list[list[str]]) -> None:
    found, reason = spanned(operator)
    assert found == "OPEN"
    assert reason.startswith(says)


FORM: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["W: operator; v: vector"],
    "given": ["positive_definite(W)", "dot(v, v) == 1"],
    "show": ["dot(v, W(v)) <= 1"],
}


@pytest.mark.parametrize(("W", "positive", "longer", "verdict"), [
    ([["2"]], ["2: dot(a, a) > 0"], "dot(e1, 2*e1) <= 1", "REFUTED"),
    ([["1"], ["1", "e1"]], ["1: dot(a, a) > 0", "1: sq dot(e1, a)"], "dot(e1, 1*e1 + 1*dot(e1, e1)*e1) <= 1",
     "REFUTED"),
    ([["1"]], ["1: dot(a, a) > 0"], "dot(e1, 1*e1) <= 1", "OPEN"),
    ([["2", "e1"]], ["2: dot(a, a) > 0"], "dot(e1, 2*dot(e1, e1)*e1) <= 1", "OPEN"),
    ([["2", "e1", "e2"]], ["2: dot(a, a) > 0"], "dot(e1, 2*dot(e1, e1)*e1) <= 1", "OPEN"),
])  # fmt: skip
def test_an_operator_is_a_sum_of_the_identity_and_of_symmetric_terms(
    W: list[list[str]], positive: list[str], longer: str, verdict: str
) -> None:
    """What lengthens v refutes; the identity does not, 2 e1 <e1, .> is not definite, 2 e1 <e2, .> not symmetric."""
    form = have([("dot(a, a) > 0", rule("positive square", u="a"))], leaf(*positive))
    motion = {
        "frame": ["e1", "e2"],
        "letters": {"W": W, "v": "e1"},
        "given": [intro(["a", ""], form), leaf(use=FRAME)],
        "show": intro([""], leaf(f"1: {longer}", use=FRAME)),
    }
    assert judge({"statement": FORM, "refuted": {"motion": motion}}, nothing).verdict == verdict


def test_that_a_motion_solves_a_flow_is_written_out() -> None:
    """A token turns on the circle, by U; it is said that r, which is 2, is 3."""
    statement = {
        "letters": ["U: matrix; r: number; y[token]: moving vector"],
        "flows": ["turn(X, i) = U(X[i]) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
        "given": ["solves(turn, y)"],
        "show": ["r == 3"],
    }
    solution = both(enter("every", leaf(use=FRAME)), enter("ae", leaf(use=FRAME)))
    letters = {"U": [["1", "e2", "e1"], ["-1", "e1", "e2"]], "r": "2", "y": ["cos(time)*e1 + sin(time)*e2"]}
    motion = {"frame": ["e1", "e2"], "tokens": 1, "given": [solution], "show": intro([""], leaf("eq -1: 2 == 3"))}
    assert verdict(statement, {**motion, "letters": letters})[0] == "REFUTED"
    for other in ("2*cos(time)*e1 + 2*sin(time)*e2", "cos(time)*e1 - sin(time)*e2"):
        assert verdict(statement, {**motion, "letters": {**letters, "y": [other]}})[0] == "OPEN"
