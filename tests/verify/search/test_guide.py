"""The examples of the guide are decided as it says."""

import math
import re
import tomllib
from fractions import Fraction
from pathlib import Path

import pytest

from attnverify.verify.kernel.boxes import interval
from attnverify.verify.kernel.statements import read
from attnverify.verify.kernel.terms import Letter, Term
from attnverify.verify.lemmas.files import lemma
from attnverify.verify.lemmas.words import ALLOWED
from attnverify.verify.referee.lemmas import judged as recheck
from attnverify.verify.search.bisection import FloatIntervals
from attnverify.verify.search.deciding import decide_lemma

GUIDE = (Path(__file__).parents[3] / "docs" / "lemmas.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```toml\n(.*?)```\s+(PROVED|REFUTED|CERTIFIED)", GUIDE, re.DOTALL)


def test_every_example_says_its_verdict():
    assert len(EXAMPLES) == GUIDE.count("```toml") == 10


@pytest.mark.parametrize(("text", "verdict"), EXAMPLES, ids=[tomllib.loads(text)["title"] for text, _ in EXAMPLES])
def test_the_example_is_decided_as_it_says(text, verdict):
    pytest.importorskip("clarabel")
    found = decide_lemma(lemma(tomllib.loads(text), "example"))
    assert found.verdict == verdict, found.reason
    assert recheck(found.data).verdict == verdict


def test_the_guide_names_every_word():
    words = [word.strip("'") for word in ALLOWED if " such as" not in word]
    missing = [word for word in words if not re.search(rf"\b{re.escape(word)}", GUIDE)]
    assert missing == []


# Guesses at bounds agree with the kernel's.
TERMS = [
    "x*y - y^2/(1 + x^2)", "exp(x - y)*cos(2*x + y) - sin(y)^3", "max(x, y) - min(x^2, abs(y))",
    "log(2 + x)*sqrt(3 + y) - tanh(x*y) + pi",
]  # fmt: skip


def number(text: str) -> tuple[Term, list[Letter]]:
    """A number in x and y, and these letters."""
    statement = read({"letters": ["x, y: number"], "show": [f"0 < {text}"]})
    goal = statement.show[0]
    assert goal.op == "<"
    return goal.args[1], list(statement.letters)


@pytest.mark.parametrize("text", TERMS)
def test_guesses_are_the_bounds_of_the_kernel(text: str) -> None:
    term, (x, y) = number(text)
    guess = FloatIntervals(term)
    for step in range(1, 20):
        box = {x: (Fraction(-step, 13), Fraction(step, 17)), y: (Fraction(-1, step), Fraction(step, 7 + step))}
        low, size = guess.low(box)
        assert size >= 1
        assert low == pytest.approx(float(interval(term, box, 0)[0]), abs=1e-9 * size)


def test_what_may_be_undefined_has_no_bound() -> None:
    term, (x, y) = number("1/x")
    box = {x: (Fraction(-1), Fraction(1)), y: (Fraction(0), Fraction(1))}
    assert FloatIntervals(term).low(box)[0] == -math.inf
    assert FloatIntervals(term).sign(box) == -1
