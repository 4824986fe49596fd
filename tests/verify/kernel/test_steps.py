"""False or dishonest steps: intermediate facts, cases, what exists, definitions; refused where they are wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import (
    KNOWN,
    absurd,
    cases,
    define,
    have,
    intro,
    leaf,
    obtain,
    restate,
    rule,
    split,
    unfold,
    witness,
)

from .cases import FAMILY, TWO, W, X, attack

STEPS: list[dict[str, Any]] = [
    # have, cases, split, absurd, contradiction
    attack("an intermediate fact that is not shown", "x > 0", have(["x >= 1"], leaf("1: x >= 1", "1:")),
        "have x >= 1/known", **X),
    attack("an intermediate fact with a wrong proof", "x > 0", have([("x >= 1", leaf("1: sq x"))], leaf("1: x >= 1")),
        "have x >= 1/leaf", **X),
    attack("an intermediate fact that is no formula", "x > 0", have(["x + 1"], KNOWN), "wanted formula", **X),
    attack("an intermediate fact about a letter that is not declared", "x > 0", have(["q >= 1"], KNOWN),
        "'q' is not declared", **X),
    attack("a fact of one case in the other", "x >= 0", cases("x", KNOWN, KNOWN), "neg/known", **X),
    attack("a fact of the other case in the first", "x < 0", cases("x", KNOWN, KNOWN), "nonneg/known", **X),
    attack("only one case", "x*x >= 0", {"cases": "x", "nonneg": leaf("1: sq x")}, "'neg' is missing", **X),
    attack("cases of a vector", "u == u", cases("u", leaf(), leaf()), "wanted number", **FAMILY),
    attack("three cases that leave a gap", "x >= 0", split("x >= 0 or x <= -1", KNOWN, absurd(KNOWN)), "not known here",
        **X),
    attack("cases at different numbers", "x >= 0", split("x >= 0 or y < 0", KNOWN, absurd(KNOWN)), "not known here",
        **X),
    attack("both weak and strict the same way", "x >= 0", split("x < y or x <= y", KNOWN, KNOWN), "not known here",
        **X),
    attack("P or not Q", "x >= 0", split("x >= 0 or not y >= 0", KNOWN, KNOWN), "not known here", **X),
    attack("equal or different from another", "x >= 0", split("x == y or x != 0", KNOWN, KNOWN), "not known here", **X),
    attack("a split of what is no alternative", "x >= 0", split("x >= 0", KNOWN, KNOWN), "no alternative", "x >= 0",
        **X),
    attack("a split of a difference that is not known", "x > y", split("x != y", KNOWN, KNOWN), "no alternative", **X),
    attack("the second case not shown", "x > 0", split("x > 0 or y > 0", KNOWN, KNOWN), "second/known",
        "x > 0 or y > 0", **X),
    attack("the first case not shown", "y > 0", split("x > 0 or y > 0", KNOWN, KNOWN), "first/known", "x > 0 or y > 0",
        **X),
    attack("a contradiction that is none", "x > 0", absurd(leaf("1: y >= 1")), "absurd/leaf", "y >= 1", **X),
    attack("a contradiction with something else", "x > 0", rule("contradiction", C="x > 0", P="y > 0"),
        "contradiction 2/known", "y > 0", **X),
    # witness, obtain
    attack("a witness for what is not to exist", "x > 0", witness("x", KNOWN), "no existence", "x > 0", **X),
    attack("a wrong witness", "exists s in number: s > x", witness("x", leaf()), "not evident", **X),
    attack("a witness of another sort", "exists s in number: s > x", witness("u", leaf()), "wanted number",
        letters="x: number; u: vector"),
    attack("a number as a size", "exists n in size: n >= x", witness("x", leaf()), "wanted size", **X),
    attack("a witness outside of the range", "exists j in before(k): c[j] == c[j]", witness("k", leaf()),
        "not in the range", **FAMILY),
    attack("a witness of all tokens for a group", "exists j in A: c[j] == c[j]", witness("k", leaf()), "wanted token A",
        **FAMILY, **TWO),
    attack("a witness that depends on a later letter", "exists s in number: forall j: s >= c[j]",
        witness("c[j]", KNOWN), "not declared", **FAMILY),
    attack("something that is not known to exist", "x > 0", obtain("exists s in number: s > x", "s", KNOWN),
        "no existence that is known", **X),
    attack("obtaining what is no existence", "x > 0", obtain("x > 0", "s", KNOWN), "no existence that is known",
        "x > 0", **X),
    attack("more letters than exist", "x > 0", obtain("exists s in number: s > x", "s,t", KNOWN), "more names",
        "exists s in number: s > x", **X),
    attack("a letter that is taken for what exists", "x > 0", obtain("exists s in number: s > y", "x", KNOWN),
        "declared twice", "exists s in number: s > y", **X),
    attack("the same thing exists for all", "exists s in number: forall j: s > c[j]",
        obtain("exists s in number: s > c[k]", "s", witness("s", intro("j", KNOWN))), "not known here",
        "forall j: exists s in number: s > c[j]", **FAMILY),
    # unfold, restate, define
    attack("unfolding what is not defined", "x > 0", unfold("goal", KNOWN), "no defined predicate", "x > 0", **X),
    attack("unfolding what is not known", "x > 0", unfold("tends(w, 0)", KNOWN), "no defined predicate that is known",
        letters="x: number; w: moving number"),
    attack("unfolding a fact that is no definition", "x > 0", unfold("x > 0", KNOWN), "no defined predicate", "x > 0",
        **X),
    attack("another goal by other words", "x > 0", restate("y > 0", KNOWN), "not the goal", "y > 0", **X),
    attack("a weaker goal", "x > 0", restate("x >= 0", KNOWN), "not the goal", "x >= 0", **X),
    attack("a multiple of the goal", "x > 0", restate("2*x > 0", KNOWN), "not the goal", "2*x > 0", **X),
    attack("the goal the other way", "x > y", restate("y > x", KNOWN), "not the goal", "y > x", **X),
    attack("always for almost always", "always(w >= 0)", restate("almost_always(w >= 0)", KNOWN), "not the goal",
        "almost_always(w >= 0)", **W),
    attack("an existence for all", "forall s in number: s > x", restate("exists s in number: s > x", KNOWN),
        "not the goal", "exists s in number: s > x", **X),
    attack("a definition of a name that is taken", "x > 0", define(["y := x"], KNOWN), "declared twice", "x > 0", **X),
    attack("a definition of a word", "x > 0", define(["rate := x"], KNOWN), "word of the language", "x > 0", **X),
    attack("a definition of something undeclared", "x > 0", define(["q := r"], KNOWN), "'r' is not declared", "x > 0",
        **X),
    attack("a parameter twice", "x > 0", define(["q(r, r) := r"], KNOWN), "named twice", "x > 0", **X),
    attack("a parameter that is declared", "x > 0", define(["q(x) := x"], KNOWN), "declared twice", "x > 0", **X),
    attack("a definition without its value", "x > 0", define(["q"], KNOWN), "expected ':='", "x > 0", **X),
    attack("a definition with too few arguments", "x > 0", define(["q(r) := r"], have(["q() > 0"], KNOWN)),
        "takes 1 arguments", "x > 0", **X),
    attack("a definition without arguments", "x > 0", define(["q(r) := r"], have(["q > 0"], KNOWN)),
        "takes 1 arguments", "x > 0", **X),
]  # fmt: skip


@pytest.mark.parametrize("case", STEPS, ids=lambda case: case["says"])
def test_a_dishonest_step_is_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)
