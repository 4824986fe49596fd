"""What the tests of mutants asked for: small changes of the kernel that no other test would notice."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from verify.kernel.atoms import atom
from verify.kernel.catalogue import THEOREMS
from verify.kernel.parsing import MAX_DEPTH, MAX_TOKENS, parse
from verify.kernel.polynomials import MAX_EXPONENT, product
from verify.kernel.rules import read_rule
from verify.kernel.signs import _function_bounds, _times
from verify.kernel.terms import Rejected
from verify.tactics.build import KNOWN, enter, leaf, rule

Case = dict[str, Any]

LENGTHS = {
    "letters": ["S, d: state; v: vector; k: token"],
    "maps": ["F(X, i) = norm(X[i])*v on fn(X: forall i: X[i] == X[i])"],
    "given": ["norm(S[k]) > 0"],
    "proof": leaf(),
}
PLACES = {
    "letters": ["g(number, number): number; a, b, c: number"],
    "given": ["forall x in number: g(x, c) == 0"],
    "proof": leaf(use=["forall x in number: g(x, c) == 0"]),
}
FALSE: list[Case] = [
    {"says": "a length does not change with its vector", **LENGTHS, "show": ["D(F, S, d, k) == 0"],
     "match": "what is left|sides differ"},
    {"says": "the logarithm of a number that may be negative has a rate", "letters": ["z: moving number"],
     "given": ["always(z != 0)"], "show": ["almost_always(rate(log(z)) == rate(z)/z)"], "proof": enter("ae", leaf()),
     "match": "not known to be positive"},
    {"says": "what is said of symmetric operators is said of a matrix", "letters": ["P: matrix; u, w: vector"],
     "given": ["forall U in operator: dot(u, U(w)) == dot(w, U(u))"], "show": ["dot(u, P(w)) == dot(w, P(u))"],
     "proof": KNOWN, "match": "not known here"},
    {"says": "a constant of an equation stands for another number", **PLACES, "show": ["g(a, b) == 0"],
     "match": "what is left"},
    {"says": "a sum over members of a family of matrices that numbers name",
     "letters": ["A(number): operator; c[token], e[token]: number; u: vector"], "given": ["sum(i: e[i]) >= 0"],
     "show": ["sum(i: norm(A(c[i])(u))*e[i]) >= 0"], "proof": leaf(), "match": "indexed by letters only"},
    {"says": "a rule without time is used of what moves, and no moment was entered",
     "letters": ["x: number; w: moving number"], "show": ["x > 0"],
     "proof": rule("contradiction", P="w > 0", C="x > 0"), "match": "speaks of a moment"},
    {"says": "an operator that jumps gives what is absolutely continuous",
     "letters": ["A(number): operator; u, v: vector"], "given": ["almost_always(rate(dot(u, A(time)(v))) >= 0)"],
     "show": ["always(dot(u, A(time)(v)) >= start(dot(u, A(time)(v))))"],
     "proof": rule("monotone", z="dot(u, A(time)(v))"), "match": "need not be absolutely continuous"},
]  # fmt: skip
TRUE: list[Case] = [
    {"says": "what is said of symmetric operators is said of one", "letters": ["V: operator; u, w: vector"],
     "given": ["forall U in operator: dot(u, U(w)) > dot(w, U(w))"], "show": ["dot(u, V(w)) > dot(w, V(w))"],
     "proof": KNOWN},
    {"says": "the same equation where its letter stands", **PLACES, "show": ["g(a, c) == 0"]},
    {"says": "a constant operator gives what is absolutely continuous",
     "letters": ["A: operator; u: vector; y: moving vector"], "given": ["almost_always(rate(dot(u, A(y))) >= 0)"],
     "show": ["always(dot(u, A(y)) >= start(dot(u, A(y))))"], "proof": rule("monotone", z="dot(u, A(y))")},
    {"says": "how a length changes with its vector", **LENGTHS,
     "show": ["D(F, S, d, k) == dot(S[k], d[k])/norm(S[k])*v"]},
]  # fmt: skip


@pytest.mark.parametrize("case", FALSE, ids=lambda case: case["says"])
def test_refused(case: Case, refused: Callable[[Case], None]) -> None:
    refused(case)


@pytest.mark.parametrize("case", TRUE, ids=lambda case: case["says"])
def test_accepted(case: Case, accepted: Callable[[Case], Any]) -> None:
    accepted(case)


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
