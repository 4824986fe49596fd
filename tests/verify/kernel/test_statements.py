"""Statements that are not well typed, and texts that are none; refused before any proof is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import (
    KNOWN,
    leaf,
)

from .cases import SPHERES, TWO, W, X, attack

STATEMENTS: list[dict[str, Any]] = [
    attack("a letter that is not declared", "x > q", leaf(), "show: .*'q' is not declared", **X),
    attack("nothing to show", "", leaf(), "show"),
    {**attack("an empty list to show", "", leaf(), "'show' is empty"), "show": []},
    attack("a number for a formula", "x + 1", leaf(), "wanted formula", **X),
    attack("a letter twice", "x > 0", leaf(), "letters: .*declared twice", letters="x, x: number"),
    attack("a letter of an unknown sort", "x > 0", leaf(), "letters: .*no sort", letters="x: colour"),
    attack(
        "a letter of an unknown space", "u == u", leaf(), "letters: .*no space 'F'", letters="u: vector F", spaces=["E"]
    ),
    attack(
        "vectors of different spaces",
        "dot(u, v) == 0",
        leaf(),
        "dot",
        letters="u: vector E; v: vector F",
        spaces=["E", "F"],
    ),
    attack(
        "vectors of different spaces added",
        "u + v == u",
        leaf(),
        "vector E \\+ vector F",
        letters="u: vector E; v: vector F",
        spaces=["E", "F"],
    ),
    attack(
        "a vector of no named space among two", "u == u", leaf(), "which space", letters="u: vector", spaces=["E", "F"]
    ),
    attack(
        "a matrix at a vector of its other space",
        "M(u) == M(u)",
        leaf(),
        "wanted vector E",
        letters="M: matrix E -> F; u: vector F",
        spaces=["E", "F"],
    ),
    attack("an unknown group", "1 <= 1", leaf(), "letters: .*no group 'C'", letters="q: token C", **TWO),
    attack("a group named like a letter", "1 <= 1", leaf(), "declared twice", letters="A: number", **TWO),
    attack("a group twice", "1 <= 1", leaf(), "declared twice", groups=["A", "A"]),
    attack("a group named like a word", "1 <= 1", leaf(), "word of the language", groups=["rate"]),
    attack("a space named like a group", "1 <= 1", leaf(), "declared twice", spaces=["E"], groups=["E"]),
    attack("a bound letter named like a declared one", "forall x in number: x >= 0", leaf(), "declared twice", **X),
    attack("a bound letter twice", "forall j: sum(j: 1) > 0", leaf(), "bound twice"),
    attack("a bound letter named like a group", "forall A: 0 <= 0", leaf(), "declared twice", **TWO),
    attack("a bound letter named like a word", "forall sum: 0 <= 0", leaf(), "word of the language"),
    attack("a sum over all numbers", "sum(s in number: s) == 0", leaf(), "infinitely many"),
    attack("the greatest of all numbers", "max(s in number: s) == 0", leaf(), "infinitely many"),
    attack(
        "a product of vectors", "prod(j: y[j]) == 0", leaf(), "no products over a range", letters="y[token]: vector"
    ),
    attack("the greatest vector", "max(j: y[j]) == 0", leaf(), "max of vector", letters="y[token]: vector"),
    attack("the diameter of numbers", "diam(j: c[j]) >= 0", leaf(), "diam of number", letters="c[token]: number"),
    attack("tokens compared with heads", "i == h", leaf(), "token == head", letters="i: token; h: head"),
    attack("tokens compared with numbers", "i <= 1", leaf(), "<=", letters="i: token"),
    attack("vectors compared by <", "u < v", leaf(), "vector < vector", letters="u, v: vector"),
    attack("a vector divided by a vector", "u/v == 0", leaf(), "vector /", letters="u, v: vector"),
    attack("a number divided by a vector", "1/u == 0", leaf(), "/", letters="u: vector"),
    attack("a vector to a power", "u^2 == 0", leaf(), "a power of vector", letters="u: vector"),
    attack("a power that is no size", "x^y == 0", leaf(), "no size", **X),
    attack("a power that is negative and no number", "x^-n == 0", leaf(), "no size", letters="x: number; n: size"),
    attack("a power that is a fraction", "x^0.5 == 0", leaf(), "no size", **X),
    attack(
        "a family with too many indices",
        "c[i, i] == 0",
        leaf(),
        "too many indices",
        letters="c[token]: number; i: token",
    ),
    attack("a family without its index", "c > 0", leaf(), "token -> number", letters="c[token]: number"),
    attack("a family of tokens at a head", "c[h] == 0", leaf(), "wanted token", letters="c[token]: number; h: head"),
    attack("a family indexed by numbers", "c[1] == 0", leaf(), "indexed by tokens", letters="c[number]: number"),
    attack("a number applied", "x(1) == 0", leaf(), "cannot be applied", **X),
    attack(
        "a matrix at two vectors", "V(u, u) == 0", leaf(), "applied to one vector", letters="V: operator; u: vector"
    ),
    attack("a matrix at a number", "V(x) == 0", leaf(), "wanted vector", letters="V: operator; x: number"),
    attack("a word with too few arguments", "dot(u) == 0", leaf(), "takes 2 arguments", letters="u: vector"),
    attack(
        "a predicate with too few arguments", "spectrum(F, S) ", leaf(), "takes 6 arguments", letters="F: map; S: state"
    ),
    attack(
        "a predicate of a family without its state",
        "fixed(F, c)",
        leaf(),
        "wanted|takes|is",
        letters="F: map; c[token]: number",
    ),
    attack("a greatest of one number", "max(x) == x", leaf(), "at least two", **X),
    attack("a definition that uses itself", "c > 0", leaf(), "where: .*not declared", where="c := c + 1"),
    attack("a definition that uses a later one", "c > 0", leaf(), "where: .*not declared", where=["c := d", "d := 1"]),
    attack("a hypothesis that moves", "always(w > 0)", KNOWN, "given: .*speaks of a moment", "w > 0", **W),
    attack("a conclusion that moves", "w > 0", KNOWN, "show: .*speaks of a moment", "always(w > 0)", **W),
    attack("a conclusion that is random", "y > 0", KNOWN, "show: .*speaks of a moment", letters="y: random number"),
    attack("always of a rate", "always(rate(w) > 0)", KNOWN, "almost_always is meant", **W),
    attack("always of something measurable", "always(b > 0)", KNOWN, "measurable", letters="b: measurable number"),
    attack(
        "the start of something measurable", "start(b) > 0", KNOWN, "start of a rate", letters="b: measurable number"
    ),
    attack("at the start a rate", "at_start(rate(w) > 0)", KNOWN, "at_start of a rate", **W),
    attack(
        "the rate of something measurable",
        "almost_always(rate(b) > 0)",
        KNOWN,
        "rate of a rate",
        letters="b: measurable number",
    ),
    attack("the rate of a rate", "almost_always(rate(rate(w)) > 0)", KNOWN, "rate of a rate", **W),
    attack("the rate of a token", "almost_always(rate(i) == 0)", KNOWN, "rate of token", letters="i: token"),
    attack("always of something random", "always(y > 0)", KNOWN, "random", letters="y: random number"),
    attack(
        "decay of something measurable",
        "decays(b, 1)",
        KNOWN,
        "moves where it must not",
        letters="b: measurable number",
    ),
    attack("decay at a rate that moves", "decays(w, z)", KNOWN, "moves where it must not", **W),
    attack("a limit that moves", "tends(w, z)", KNOWN, "moves where it must not", **W),
    attack(
        "a predicate of maps at a state that moves",
        "lyapunov(F, y)",
        KNOWN,
        "something that moves",
        letters="F: map; y[token]: moving vector",
    ),
    attack(
        "a map whose set moves",
        "1 <= 1",
        leaf(),
        "speaks of time",
        letters="w: moving number",
        maps=["F(X, i) = X[i] on fn(X: w > 0)"],
    ),
    attack(
        "a map whose value is a number",
        "1 <= 1",
        leaf(),
        "maps: .*wanted vector",
        maps=["F(X, i) = 1 + 1 on fn(X: 0 <= 1)"],
    ),
    attack("a map without its set", "1 <= 1", leaf(), "maps: .*expected 'on'", maps=["F(X, i) = X[i]"]),
    attack("a map on what is no set", "1 <= 1", leaf(), "maps", maps=["F(X, i) = X[i] on 1"]),
    attack(
        "a map whose state is a declared letter",
        "1 <= 1",
        leaf(),
        "declared twice",
        letters="X: state",
        maps=["F(X, i) = X[i] on fn(Y: 0 <= 1)"],
    ),
    attack("two maps of one name", "1 <= 1", leaf(), "declared twice", maps=["F(X, i) = X[i] on fn(Y: 0 <= 1)"] * 2),
    attack(
        "a state that leaves out a group",
        "1 <= 1",
        leaf(),
        "names every group once",
        letters="v: vector",
        states=["S: A -> v"],
        **TWO,
    ),
    attack(
        "a state in another order",
        "1 <= 1",
        leaf(),
        "names every group once",
        letters="v: vector",
        states=["S: B -> v, A -> v"],
        **TWO,
    ),
    attack(
        "a state that moves",
        "1 <= 1",
        leaf(),
        "a state moves",
        letters="v: moving vector",
        states=["S: A -> v, B -> v"],
        **TWO,
    ),
    attack(
        "a derivative in a direction of another sort",
        "D(F, S, v, k) == 0",
        leaf(),
        "in D",
        letters="S: state; v: vector; k: token",
        maps=[f"F(X, i) = X[i] on {SPHERES}"],
    ),
    attack(
        "a derivative of a maximum",
        "D(F, S, S, k) == 0",
        leaf(),
        "no rule for the derivative",
        letters="S: state; v: vector; k: token",
        maps=["F(X, i) = max(j: dot(X[j], v))*v on fn(X: 0 <= 1)"],
    ),
    attack(
        "a derivative of a quotient whose divisor may vanish",
        "D(F, S, S, k) == v",
        leaf(),
        "not known to be nonzero",
        letters="S: state; v: vector; k: token",
        maps=["F(X, i) = dot(X[i], v)/dot(X[i], X[i])*v on fn(X: 0 <= 1)"],
    ),
    attack(
        "a derivative of a direction that may vanish",
        "D(F, S, S, k) == 0",
        leaf(),
        "not known to be nonzero",
        letters="S: state; k: token",
        maps=[f"F(X, i) = unit(X[i]) on {SPHERES}"],
    ),
    attack("a number and a vector compared", "q <= u", leaf(), "number <= vector", letters="q: number; u: vector"),
    attack("a vector and a number compared", "u <= q", leaf(), "vector <= number", letters="q: number; u: vector"),
    # the parser
    attack("a text that ends early", "x >", leaf(), "unexpected end|needed", **X),
    attack("a parenthesis that stays open", "(x > 0", leaf(), "expected '\\)'", **X),
    attack("more than one formula", "x > 0 y > 0", leaf(), "cannot be read further", **X),
    attack("a sign that is none", "x @ 0", leaf(), "cannot be read at", **X),
    attack("code", "__import__('os').system('true') == 0", leaf(), "cannot be read at"),
    attack("one assignment for an equation", "x = 0", leaf(), "cannot be read further", **X),
    attack("two powers in a row", "x^2^3 == x^8", leaf(), "cannot be read further", **X),
    attack("a formula nested too deeply", "(" * 200 + "x" + ")" * 200 + " > 0", leaf(), "nested", **X),
    attack("denials nested too deeply", "not " * 200 + "x > 0", leaf(), "nested", **X),
    attack("signs nested too deeply", "-" * 200 + "x > 0", leaf(), "nested", **X),
    attack("a formula that is too long", "x > " + "0 + " * 20_000 + "0", leaf(), "characters|words", **X),
    attack(
        "a sum of four thousand terms",
        "x > " + "x + " * 3_500 + "x",
        leaf(),
        "nested too deeply|work|what is left|not evident",
        **X,
    ),
    attack("a number of two thousand digits", f"x > {'1' * 2_000}", leaf(), "digits", **X),
    attack("a bind without its colon", "forall j 0 <= 1", leaf(), "expected ':'"),
    attack("a range that is none", "forall j in 3: 0 <= 1", leaf(), "no range"),
    attack("a range of another letter", "forall j, k in j: 0 <= 1", leaf(), "no range|no sort"),
    attack("sizes between vectors", "forall k in u..u: 0 <= 1", leaf(), "wanted size", letters="u: vector"),
]


@pytest.mark.parametrize("case", STATEMENTS, ids=lambda case: case["says"])
def test_a_statement_that_is_not_well_typed_is_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)
