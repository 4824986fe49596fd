"""Lemmas cited for what they do not say; refused where they are wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.kernel.claims import Library
from verify.tactics.build import KNOWN, enter, intro, leaf, lemma, rule

from .cases import TWO, W, X, attack

LEMMAS: list[dict[str, Any]] = [
    # lemmas
    attack("a lemma that does not exist", "x > 0", lemma("L"), "no claim 'L'", **X),
    attack("a lemma named by a number", "x > 0", {"lemma": 5}, "named by a text", **X),
    attack("a lemma whose own proof is refused", "x > 0", lemma("L"), "the lemma L is not proved", **X,
        lemmas={"L": {**X, "show": ["x > 0"], "proof": KNOWN}}),
    attack("a lemma whose statement is not well typed", "x > 0", lemma("L"), "the lemma L is not proved", **X,
        lemmas={"L": {**X, "show": ["x + 1"], "proof": KNOWN}}),
    attack("a lemma without its hypothesis", "x > 0", lemma("L"), "L 1/known", **X,
        lemmas={"L": {**X, "given": ["x > y", "y > 0"], "show": ["x > 0"], "proof": leaf("1: x > y", "1: y > 0")}}),
    attack("a lemma without its second hypothesis", "x > 0", lemma("L"), "L 2/known", **X, given=["x > y"],
        lemmas={"L": {**X, "given": ["x > y", "y > 0"], "show": ["x > 0"], "proof": leaf("1: x > y", "1: y > 0")}}),
    attack("a lemma on a constant at something that moves", "always(w >= 0)", lemma("L", c="w"), "c receives w", **W,
        given=["at_start(w >= 0)"], lemmas={"L": {"letters": "c: number", "given": ["at_start(c >= 0)"],
        "show": ["always(c >= 0)"], "proof": enter("every", enter("timeless", enter("start", KNOWN)))}}),
    attack("a lemma with other groups", "1 <= 1", lemma("L"), "speaks of the groups", groups=["A", "C"],
        lemmas={"L": {**TWO, "show": ["1 <= 1"], "proof": leaf()}}),
    attack("a lemma with renamed groups", "1 <= 1", lemma("L", spaces={"A": "B"}), "keep their names", **TWO,
        lemmas={"L": {**TWO, "show": ["1 <= 1"], "proof": leaf()}}),
    attack("a hypothesis of a lemma proved now and not always", "always(w >= 0 => 1 <= 0)",
        enter("every", intro("", lemma("L", c="0"))), "L 1/known", **W,
        lemmas={"L": {"letters": "c: number", "given": ["c >= 1", "c <= 0"], "show": ["1 <= 0"],
        "proof": leaf("1: c >= 1", "1: c <= 0")}}),
    attack("a lemma that proves the second goal only", "x > 0", lemma("L"), "L gives", **X, given=["y > 0"],
        lemmas={"L": {**X, "given": ["y > 0"], "show": ["y > 0"], "proof": KNOWN}}),
]  # fmt: skip


@pytest.mark.parametrize("case", LEMMAS, ids=lambda case: case["says"])
def test_a_lemma_out_of_place_is_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)


def test_a_claim_rests_on_the_axioms_of_its_lemmas_and_may_cite_one_twice() -> None:
    rises: dict[str, Any] = {
        "letters": "z: moving number",
        "given": ["almost_always(rate(z) >= 0)"],
        "show": ["always(z >= start(z))"],
    }
    twice = {**rises, "show": rises["show"] * 2}
    claims: dict[str, Any] = {
        "L": {"statement": rises, "proof": rule("monotone", z="z")},
        "M": {"statement": rises, "proof": lemma("L")},
        "twice": {"statement": twice, "proof": [lemma("M"), lemma("M")]},
        "none": {"statement": {"show": ["1 <= 1"]}, "proof": leaf()},
    }
    library = Library(claims.__getitem__)
    assert library.axioms("twice") == frozenset(["monotone"])
    assert not library.axioms("none")
