"""The bounds of a number on a box: exact where its ends are, never too narrow, and how far a bisection may go."""

import random
from fractions import Fraction
from typing import Any

import pytest

from attnverify.verify.kernel import boxes
from attnverify.verify.kernel.boxes import MAX_DEPTH, Box, interval
from attnverify.verify.kernel.judging import judge
from attnverify.verify.kernel.rules import Rule
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Letter, Rejected, Term

LETTERS = "x, y: number"
EXACT = [
    ("x + y", (1, 2), (3, 5), 4, 7), ("x + y", (-1, 2), (-3, 5), -4, 7), ("x - y", (1, 2), (3, 5), -4, -1),
    ("-x", (1, 2), (0, 0), -2, -1), ("x*y", (-1, 2), (-3, 5), -6, 10), ("x*y", (-4, 2), (-3, 5), -20, 12),
    ("x*y", (1, 2), (3, 5), 3, 10), ("x*y", (-2, -1), (3, 5), -10, -3),
    ("x/y", (1, 2), (4, 8), Fraction(1, 8), Fraction(1, 2)),
    ("x/y", (1, 2), (-8, -4), Fraction(-1, 2), Fraction(-1, 8)),
    ("x/y", (-3, 2), (4, 8), Fraction(-3, 4), Fraction(1, 2)), ("x^2", (-3, 2), (0, 0), 0, 9),
    ("x^2", (-3, 4), (0, 0), 0, 16), ("x^2", (-3, -2), (0, 0), 4, 9), ("x^2", (2, 3), (0, 0), 4, 9),
    ("x^3", (-3, 2), (0, 0), -27, 8), ("x^4", (-1, 2), (0, 0), 0, 16), ("abs(x)", (-3, 2), (0, 0), 0, 3),
    ("abs(x)", (-3, -2), (0, 0), 2, 3), ("abs(x)", (1, 2), (0, 0), 1, 2), ("max(x, y)", (-3, 2), (-1, 1), -1, 2),
    ("max(x, y)", (-1, 1), (-3, 2), -1, 2), ("min(x, y)", (-3, 2), (-1, 1), -3, 1),
    ("min(x, y)", (-1, 1), (-3, 2), -3, 1), ("sqrt(x)", (4, 9), (0, 0), 2, 3), ("sin(x)", (-5, 5), (0, 0), -1, 1),
    ("cos(x)", (-5, 5), (0, 0), -1, 1), ("cos(x)", (Fraction(-1, 2), Fraction(1, 2)), (0, 0), Fraction(1, 2), 1),
    ("exp(x)", (0, 0), (0, 0), 1, 1),
]  # fmt: skip


def term_of(text: str) -> tuple[Term, dict[str, Letter]]:
    statement = read({"letters": [LETTERS], "show": [f"{text} == 0"]})
    return statement.show[0].args[0], {letter.name: letter for letter in statement.letters}


def bounds(text: str, **at: tuple[Any, Any]) -> tuple[Fraction, Fraction]:
    term, letters = term_of(text)
    box: Box = {letters[name]: (Fraction(low), Fraction(high)) for name, (low, high) in at.items()}
    return interval(term, box, 0)


@pytest.mark.parametrize(("text", "x", "y", "low", "high"), EXACT)
def test_exact(text: str, x: tuple[Any, Any], y: tuple[Any, Any], low: Any, high: Any) -> None:
    assert bounds(text, x=x, y=y) == (low, high)


@pytest.mark.parametrize("text", ["x/y", "y^-2", "1/(x - x)"])
def test_a_divisor_that_reaches_zero(text: str) -> None:
    for y in ((0, 1), (-1, 0), (-1, 1), (0, 0)):
        with pytest.raises(Rejected, match="divisor may be zero"):
            bounds(text, x=(1, 2) if "x - x" not in text else y, y=y)


def test_a_bound_of_too_many_digits() -> None:
    with pytest.raises(Rejected, match="out of range"):
        bounds("((x^64)^64)^64", x=(0, 2))


@pytest.mark.parametrize("name", ["exp", "log", "sqrt", "tanh", "sin", "cos"])
def test_bounds_of_functions_contain_the_values_at_the_ends(name: str) -> None:
    """Against a library of its own: each end is outside, and next to the value where the function is monotone."""
    mpmath = pytest.importorskip("mpmath")
    mpmath.mp.dps = 60
    draw = random.Random(name)
    for _ in range(25):
        low = Fraction(draw.randint(1, 90), draw.randint(1, 60))
        high = low + Fraction(draw.randint(0, 30), 97)
        found = bounds(f"{name}(x)", x=(low, high))
        values = [getattr(mpmath, name)(mpmath.mpf(q.numerator) / q.denominator) for q in (low, (low + high) / 2, high)]
        down, up = (mpmath.mpf(q.numerator) / q.denominator for q in found)
        assert down <= min(values)
        assert up >= max(values)
        if name not in ("sin", "cos"):
            assert up - down <= values[2] - values[0] + mpmath.mpf(2) ** -50 * abs(values[2])


def nested(depth: int) -> Any:
    tree: Any = None
    for _ in range(depth):
        tree = ["x", None, tree]
    return tree


def said(tree: Any, low: str = "0", show: str = "x <= 1") -> str:
    """Why a bisection of the interval from `low` to 1 is refused; "" if it is accepted."""
    statement = {"letters": "x: number", "given": [f"{low} <= x", "x <= 1"], "show": [show]}

    def no_lemma(_: str) -> Rule:
        raise Rejected("no lemma is cited here")

    proof = {"boxes": tree, "letters": {"x": [low, "1"]}}
    return judge({"statement": statement, "proof": proof}, no_lemma, id="LEM-box").reason


def test_a_bisection_has_a_greatest_depth() -> None:
    assert said(nested(MAX_DEPTH)) == ""
    assert "work: more than" in said(nested(MAX_DEPTH + 1))


def test_a_bisection_has_a_greatest_number_of_boxes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boxes, "MAX_LEAVES", 9)
    assert said(nested(4)) == ""
    assert "work: more than 9 boxes" in said(nested(5))


def test_a_box_may_be_a_point() -> None:
    assert said(None, "1") == ""


def test_a_bound_is_one_rational_number() -> None:
    for low in ("1 - sqrt(2)", "sqrt(2) - sqrt(3)", "-sqrt(2)"):
        assert "no rational number" in said(None, low)


@pytest.mark.parametrize("tree", [["x", None], ["x", None, None, None], ("x", None), "xyz", 3, {"x": None}])
def test_what_is_no_bisection(tree: Any) -> None:
    assert "null or [letter, left, right]" in said(tree)


@pytest.mark.parametrize(("show", "tree", "left"), [
    ("x*(1 - x) < 9/16", ["x", None, None], ""),
    ("x <= 1/2", ["x", None, None], "x in [0.5, 1]"),
    ("x >= 1/2", ["x", None, None], "x in [0, 0.5]"),
    ("x <= 1/2", ["x", None, ["x", None, None]], "x in [0.5, 0.75]"),
    ("x >= 1/2", ["x", ["x", None, None], None], "x in [0, 0.25]"),
])  # fmt: skip
def test_both_halves_count(show: str, tree: Any, left: str) -> None:
    assert left in said(tree, show=show)
    assert bool(left) == bool(said(tree, show=show))
