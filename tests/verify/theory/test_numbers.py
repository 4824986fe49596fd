"""Branches that say which premises they prove."""

import pytest

from attnverify.verify.theory.document import read
from attnverify.verify.theory.printer import printed

from .texts import faults, judged

LEMMAS = """\
lemma above: Four premises
  letters  a, b, c, d: number
  given    a > 0;  b > 0;  c > a*a;  d > a*a
  show     a*b + c*d > 0
  proof    a*b > 0; c*d > 0

lemma used: The last two need a proof
  letters  x, y: number
  given    x > 0;  y > 0
  show     x*y + (x^2 + y)*(x^2 + y) > 0
  proof    apply lemma above  with a = x, b = y, c = x^2 + y, d = x^2 + y
    - {}: by y > 0
"""


@pytest.mark.parametrize("numbers", ["3, 4", "3..4"])
def test_a_branch_is_for_the_premises_that_it_names(numbers):
    found = judged(LEMMAS.format(numbers))["LEM-used"]
    assert found.judgement.verdict == "PROVED"
    assert [premise.get("leaf") for premise in found.data["proof"]["premises"]] == [
        None,
        None,
        "arithmetic",
        "arithmetic",
    ]


@pytest.mark.parametrize(("numbers", "says"), [
    ("4..5", "has 4 premises; 5 is none that is left"), ("4, 3", "are said in order"), ("0", "from 1 on"),
    ("3..2", "are said in order"), ("3, 3", "are said in order"),
])  # fmt: skip
def test_numbers_that_no_premise_has(numbers, says):
    (fault,) = faults(LEMMAS.format(numbers))
    assert says in fault.why


def test_numbers_are_printed_as_spans():
    text = LEMMAS.format("3, 4").replace("- 3, 4", "- 1, 3, 4")
    assert "- 1, 3..4: by" in printed(read(text))


def test_the_branches_of_two_cases_have_no_numbers():
    head = "lemma a: X\n  letters  x: number\n  show     x^2 >= 0\n"
    text = f"{head}  proof    cases x\n    - 1: done\n    - done\n"
    (fault,) = faults(text)
    assert "have no numbers" in fault.why
