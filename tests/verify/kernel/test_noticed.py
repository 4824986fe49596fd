"""What the tests of mutants asked for: small changes of the kernel that no other test would notice."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import pytest

from verify.kernel.atoms import atom
from verify.kernel.catalogue import THEOREMS
from verify.kernel.parsing import MAX_DEPTH, MAX_TOKENS, parse
from verify.kernel.polynomials import MAX_EXPONENT, product
from verify.kernel.rules import read_rule
from verify.kernel.signs import _function_bounds, _times
from verify.kernel.terms import Rejected


def test_an_axiom_whose_premises_are_proved_at_no_moment_may_speak_of_time() -> None:
    assert read_rule("level", "axiom", THEOREMS["rate on a level"]).timed
    assert not read_rule("root", "logic", {"letters": ["x: number"], "goal": "x == x"}).timed


def test_a_premise_keeps_what_it_assumes() -> None:
    entry = {"letters": ["c: number"], "goal": "c == c", "premises": ["new x: number; x > 0; x < c |- x < 2*c"]}
    (premise,) = read_rule("assuming", "logic", entry).premises
    assert [fact.op for fact in premise.facts] == ["<", "<"]
    assert [letter.name for letter in premise.letters] == ["x"]


@pytest.mark.parametrize(("text", "match"), [
    ("x" + "+x" * (MAX_TOKENS // 2), f"more than {MAX_TOKENS} words"),
    ("not " * (MAX_DEPTH + 1) + "x", f"nested deeper than {MAX_DEPTH}"),
], ids=["words", "depth"])  # fmt: skip
def test_a_text_that_is_too_long_or_nests_too_far_is_refused(text: str, match: str) -> None:
    with pytest.raises(Rejected, match=match):
        parse(text)


@pytest.mark.parametrize("exponent", [1, -1])
def test_the_exponent_of_a_product_has_a_limit(exponent: int) -> None:
    x = atom("probe", "x")
    with pytest.raises(Rejected, match="an exponent above"):
        product(((x, exponent * MAX_EXPONENT),), ((x, exponent),))


@pytest.mark.parametrize(("name", "function"), [("sin", math.sin), ("cos", math.cos)])
@pytest.mark.parametrize("low", range(-8, 8))
def test_sine_and_cosine_of_a_wide_interval_are_enclosed(
    name: str, function: Callable[[float], float], low: int
) -> None:
    least, greatest = _function_bounds(name, Fraction(low), Fraction(low + 1), 64)
    assert all(least < function(low + k / 16) < greatest for k in range(17))


@pytest.mark.parametrize("a", [(-3, -2), (-3, 2), (-2, 3), (2, 3)])
@pytest.mark.parametrize("b", [(-5, -4), (-5, 4), (-4, 5), (4, 5)])
def test_the_product_of_two_intervals_holds_the_products_of_their_ends(a: tuple[int, int], b: tuple[int, int]) -> None:
    low, high = _times((Fraction(a[0]), Fraction(a[1])), (Fraction(b[0]), Fraction(b[1])), 64)
    products = [x * y for x in a for y in b]
    assert low == min(products)
    assert high == max(products)
