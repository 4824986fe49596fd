"""The leaf for compact sets: what it decides, and what it must refuse with one line, never with a crash or a hang."""

import re
from typing import Any

import pytest

from attnverify.verify.kernel.judging import judge
from attnverify.verify.kernel.rules import Rule
from attnverify.verify.kernel.terms import Rejected

UNIT = {"letters": "x: number", "given": ["0 <= x", "x <= 1"]}


def boxes(show: str, tree: Any = None, bounds: dict[str, Any] | None = None, **more: Any) -> dict[str, Any]:
    letters = {"x": ["0", "1"]} if bounds is None else bounds
    return {"statement": {**UNIT, "show": [show], **more}, "proof": {"boxes": tree, "letters": letters}}


def no_lemma(_: str) -> Rule:
    raise Rejected("no lemma is cited here")


@pytest.mark.parametrize(("show", "tree"), [
    ("x*x <= 1", None), ("x*(1 - x) < 2/5", ["x", ["x", None, None], ["x", None, None]]),
    ("exp(x) - x - 3/10 > 0", ["x", ["x", None, None], None]), ("x^0 <= 1", None), ("abs(x - 1/2) <= 1/2", None),
    ("max(x, 1/2) >= 1/2", None), ("min(x, 1/2) <= 1/2", None), ("cos(x) > -1", None), ("log(1 + x) < 7/10", None),
    ("tanh(x) < 77/100", None), ("sqrt(x) <= 1", None), ("1/(1 + x) >= 1/2", None), ("(x - 1/2)^3 <= 1/8", None),
    ("(x - 1/2)^2 <= 1/4", None), ("pi*x < 22/7", None),
])  # fmt: skip
def test_true_on_the_unit_interval(show: str, tree: Any) -> None:
    found = judge(boxes(show, tree), no_lemma, id="LEM-box")
    assert (found.verdict, found.reason) == ("CERTIFIED", "")


@pytest.mark.parametrize(("says", "case", "match"), [
    ("touched by the bound, strictly", boxes("x < 1"), "undecided on the box"),
    ("false in the middle", boxes("x*(1 - x) < 1/4", ["x", None, None]), "undecided on the box"),
    ("false at the left end", boxes("x > 0"), "undecided on the box"),
    ("the wide box is not enough", boxes("x*x - x + 1/3 > 0"), "undecided on the box"),
    ("only one half is looked at", boxes("x <= 1/2", ["x", None]), r"null or \[letter, left, right\]"),
    ("halved in a letter that has no bounds", boxes("x <= 2", ["y", None, None]), r"null or \[letter, left, right\]"),
    ("a box smaller than what is given", boxes("x <= 1/2", None, {"x": ["0", "1/2"]}), "bounds of x are not known"),
    ("bounds that nobody gave", boxes("x <= 2", given=["0 <= x"]), "bounds of x are not known"),
    ("bounds in the wrong order", boxes("x <= 2", None, {"x": ["1", "0"]}), "wrong order"),
    ("a bound that is no rational number", boxes("x <= 4", None, {"x": ["0", "pi"]}), "no rational number"),
    ("three bounds", boxes("x <= 4", None, {"x": ["0", "1", "2"]}), "two texts"),
    ("no bounds", boxes("x <= 4", None, {}), "no bounds are given for x"),
    ("bounds as a list", boxes("x <= 4", None, ["x", "0", "1"]), "'letters' is an object"),  # type: ignore[arg-type]
    ("an equation", boxes("x == x"), "boxes decide inequalities"),
    ("a divisor that vanishes at the end", boxes("1/x >= 1"), "divisor may be zero"),
    ("a divisor that vanishes inside", boxes("(x - 1/2)/(x - 1/2) <= 1"), "divisor may be zero"),
    ("a logarithm at zero", boxes("log(x) <= 0"), "may not be positive"),
    ("a root of what is negative", boxes("sqrt(x - 1) <= 0"), "may not be positive"),
    ("a negative power of what vanishes", boxes("x^-2 >= 0"), "divisor may be zero"),
    ("a sum", boxes("sum(i: 1) >= 0"), "boxes do not know sum"),
    ("a dimension", boxes("dim(E) >= 0", spaces=["E"]), "boxes do not know dim"),
    ("a size as exponent", boxes("x^n >= 0", letters="x: number; n: size"), "no bounds are given for n"),
    ("a function letter", boxes("f(x) >= 0", letters="x: number; f: number -> number"), "no bounds are given for f"),
    ("a vector", boxes("dot(u, u) >= 0", letters="u: vector", given=[], bounds={}), "no bounds are given for u"),
    ("two tokens", boxes("i <= j", letters="i, j: token", given=[], bounds={}), "no bounds are given"),
    ("a token with bounds", boxes("i <= i", letters="i: token", given=[], bounds={"i": ["0", "1"]}),
     "no constant number"),
    ("an exponential out of range", boxes("exp(5000*x) > 0"), "beyond 4096"),
    ("an angle out of range", boxes("sin(3000*x) < 2"), "beyond 1000"),
    ("a bound that is no floating-point number", boxes(f"x <= {10**399}*x"), "undecided on the box|out of range"),
    ("powers of powers", boxes("((((((2^64)^64)^64)^64)^64)^64) > 0"), "out of range"),
    ("powers of powers of something small", boxes("((((((1/2)^64)^64)^64)^64)^64) > 0"), "out of range"),
])  # fmt: skip
def test_refused(says: str, case: dict[str, Any], match: str) -> None:
    found = judge(case, no_lemma)
    assert found.verdict == "OPEN", says
    assert re.search(match, found.reason), found.reason


def test_refused_with_a_bound_beyond_floating_point() -> None:
    huge = str(10**400)
    case = boxes("x <= 1", None, {"x": ["0", huge]}, given=["0 <= x", f"x <= {huge}"])
    assert "undecided on the box" in judge(case, no_lemma, id="LEM-box").reason


def test_time_has_no_box() -> None:
    statement = {"show": ["always(time >= 0)"]}
    case = {"statement": statement, "proof": {"enter": "every", "then": {"boxes": None, "letters": {}}}}
    assert "boxes do not know time" in judge(case, no_lemma, id="LEM-box").reason


def test_what_moves_has_no_box() -> None:
    statement = {"letters": "z: moving number", "given": ["always(0 <= z and z <= 1)"], "show": ["always(z <= 1)"]}
    node = {"boxes": None, "letters": {"z": ["0", "1"]}}
    assert (
        "no constant number"
        in judge({"statement": statement, "proof": {"enter": "every", "then": node}}, no_lemma, id="LEM-box").reason
    )
