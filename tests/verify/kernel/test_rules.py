"""Rules of the catalogue used where they do not apply; refused where they are wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import (
    KNOWN,
    enter,
    intro,
    rule,
    take,
)

from .cases import FAMILY, TWO, W, X, attack

RULES: list[dict[str, Any]] = [
    # rules
    attack("a rule that does not exist", "x > 0", rule("obvious"), "no rule 'obvious'", **X),
    attack("a rule named by a number", "x > 0", {"rule": 7}, "no rule", **X),
    attack("a letter that the rule has not", "x > 0", rule("square zero", q="x"), "has no letter 'q'", **X),
    attack(
        "a letter of another sort",
        "x == 0",
        rule("square zero", a="u"),
        "wanted number",
        letters="x: number; u: vector",
    ),
    attack(
        "a letter that is left out and means nothing here",
        "x == 0",
        rule("square zero"),
        "the letter a: 'a' is not declared",
        **X,
    ),
    attack("letters that are no object", "x == 0", {"rule": "square zero", "with": ["x"]}, "'with' is an object", **X),
    attack(
        "premises that are no list",
        "x == 0",
        {"rule": "square zero", "with": {"a": "x"}, "premises": KNOWN},
        "has 1 premises",
        **X,
    ),
    attack(
        "more premises than the rule has",
        "x == 0",
        rule("square zero", KNOWN, KNOWN, a="x"),
        "has 1 premises",
        "x*x <= 0",
        **X,
    ),
    attack(
        "new letters that are no object",
        "x == 0",
        {"rule": "square zero", "with": {"a": "x"}, "new": ["x"]},
        "'new' is an object",
        **X,
    ),
    attack(
        "spaces that are no object",
        "x == 0",
        {"rule": "square zero", "with": {"a": "x"}, "spaces": ["E"]},
        "'spaces' is an object",
        **X,
    ),
    attack(
        "a space that does not exist", "x == 0", rule("square zero", a="x", spaces={"E": "F"}), "no space or group", **X
    ),
    attack(
        "a new letter whose name is taken",
        "sum(j: c[j]) >= 0",
        rule("positive sum", e="c", new={"x": "k"}),
        "declared twice",
        **FAMILY,
    ),
    attack(
        "a rule for another range",
        "sum(j in before(k): c[j]) >= 0",
        rule("positive sum", e="c"),
        "positive sum gives",
        "forall j: c[j] >= 0",
        **FAMILY,
    ),
    attack(
        "a rule for another group",
        "sum(j in B: c[j]) >= 0",
        rule("positive sum, group", e="c"),
        "gives",
        "forall j: c[j] >= 0",
        **FAMILY,
        **TWO,
    ),
    attack(
        "a family of another sort",
        "sum(j: c[j]) >= 0",
        rule("positive sum", e="d"),
        "wanted token",
        letters="c[token]: number; d[head]: number",
    ),
    attack(
        "the conclusion one constant too strong",
        "sum(j: c[j]) >= 1",
        rule("positive sum", e="c"),
        "positive sum gives",
        "forall j: c[j] >= 0",
        **FAMILY,
    ),
    attack(
        "a premise that is shown of one token only",
        "sum(j: c[j]) >= 0",
        rule("positive sum", e="c"),
        "positive sum 1/known",
        "c[k] >= 0",
        **FAMILY,
    ),
    attack(
        "a rule about almost every time used at every time",
        "always(w == 0 => 1 <= 1)",
        enter("every", intro("", rule("rate on a level", z="w", m="0"))),
        "at almost every time only",
        **W,
    ),
    attack(
        "a rule about almost every time used outside of time",
        "rate(w) == 0",
        rule("rate on a level", z="w", m="0"),
        "speaks of a moment",
        **W,
    ),
    attack(
        "a moving number for a constant",
        "almost_always(rate(w) == 0)",
        enter("ae", rule("rate on a level", z="w", m="z")),
        "m receives z, which is absolutely continuous",
        "almost_always(w == z)",
        **W,
    ),
    attack(
        "a measurable number for a moving one",
        "almost_always(1 <= 2)",
        enter("ae", rule("rate on a level", z="b", m="0")),
        "which is measurable",
        letters="b: measurable number",
    ),
    attack(
        "a rate for a moving number",
        "almost_always(1 <= 2)",
        enter("ae", rule("rate on a level", z="rate(w)", m="0")),
        "which is measurable",
        **W,
    ),
    attack(
        "a moving operator for a constant one",
        "1 <= 2",
        rule("inverse", W="Q", v="u", C="1 <= 2"),
        "W receives Q",
        letters="Q: moving operator; u: vector",
    ),
    attack(
        "a square root that may vanish for a moving number",
        "always(sqrt(w) >= start(sqrt(w)))",
        rule("monotone", z="sqrt(w)"),
        "need not be absolutely continuous",
        "always(w >= 0)",
        **W,
    ),
    attack(
        "a logarithm of what may vanish for a moving number",
        "always(log(w) >= start(log(w)))",
        rule("monotone", z="log(w)"),
        "need not be absolutely continuous",
        "always(w >= 0)",
        **W,
    ),
    attack(
        "a quotient by what is not zero almost always",
        "always(1/w >= start(1/w))",
        rule("monotone", z="1/w"),
        "need not be absolutely continuous",
        "almost_always(w != 0)",
        **W,
    ),
    attack(
        "a quotient by what is not zero at the start",
        "always(1/w >= start(1/w))",
        rule("monotone", z="1/w"),
        "need not be absolutely continuous",
        "at_start(w != 0)",
        **W,
    ),
    attack(
        "a unit vector for a moving one",
        "almost_always(rate(unit(p)) == rate(unit(p)))",
        enter("ae", rule("differentiate vectors", a="unit(p)", b="unit(p)")),
        "need not be absolutely continuous",
        letters="p: moving vector",
    ),
    attack(
        "induction without a beginning",
        "forall n in size: f(n) > 0",
        rule("induction", KNOWN, KNOWN, P="fn(n in size: f(n) > 0)"),
        "induction 1/known",
        "forall n in size: f(n) > 0 => f(n + 1) > 0",
        letters="f(size): number",
    ),
    attack(
        "induction without a step",
        "forall n in size: f(n) > 0",
        rule("induction", KNOWN, KNOWN, P="fn(n in size: f(n) > 0)"),
        "induction 2/known",
        "f(0) > 0",
        letters="f(size): number",
    ),
    attack(
        "induction that assumes what it shows",
        "forall n in size: f(n) > 0",
        rule("induction", KNOWN, take("forall n in size: f(n) > 0", ["n"], KNOWN), P="fn(n in size: f(n) > 0)"),
        "declared twice|not known here",
        "f(0) > 0",
        letters="f(size): number",
    ),
    attack(
        "strong induction with the token itself",
        "forall j: c[j] > 0",
        rule("strong induction", take("forall j in upto(x): c[j] > 0", ["x"], KNOWN), P="fn(j: c[j] > 0)"),
        "not known here",
        **FAMILY,
    ),
    attack("a next size that is no size", "y + 1 <= x", rule("next size", m="y", n="x"), "wanted size", "y < x", **X),
    attack("a whole number that is none", "x == 0 or x >= 1", rule("sizes are whole", n="x"), "wanted size", **X),
    attack(
        "a root compared without its sign",
        "x <= y",
        rule("below the square", a="x", b="y"),
        "below the square 1/known",
        "x*x <= y*y",
        **X,
    ),
    attack(
        "the angle between vectors in a form that is not positive",
        "dot(u, V(v))^2 <= dot(u, V(u))*dot(v, V(v))",
        rule("Cauchy-Schwarz, form", u="u", w="v", W="V"),
        "form 1/known",
        **FAMILY,
    ),
    attack(
        "a length times a negative number",
        "norm(a*u) == a*norm(u)",
        rule("norm scaled", u="u", k="a"),
        "norm scaled 1/known",
        letters="a: number; u: vector",
    ),
    attack(
        "a sum is one of its terms although another is not zero",
        "sum(j: z[j]) == z[i]",
        rule("single term", e="z", y="i"),
        "single term 1/known",
        letters="z[token]: number; i: token",
    ),
    attack(
        "a sum over earlier tokens is the term of one that is not earlier",
        "sum(j in before(i): z[j]) == z[k]",
        rule("single term, before", e="z", y="k", i="i"),
        "single term, before 1/known",
        "forall j: z[j] == 0 or j == k",
        letters="z[token]: number; i, k: token",
    ),
    attack(
        "a sum grows by terms that may be negative",
        "sum(j in upto(i): z[j]) <= sum(j: z[j])",
        rule("part of a positive sum", e="z", i="i"),
        "part of a positive sum 1/known",
        "z[i] >= 0",
        letters="z[token]: number; i: token",
    ),
    attack(
        "a limit without a rate",
        "exists s in vector: always(norm(y - s) <= c/k*exp(-k*time))",
        rule("limit of a small speed"),
        "limit of a small speed 1/known",
        "almost_always(norm(rate(y)) <= c*exp(-k*time))",
        letters="y: moving vector; c, k: number",
    ),
]


@pytest.mark.parametrize("case", RULES, ids=lambda case: case["says"])
def test_a_rule_out_of_place_is_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)
