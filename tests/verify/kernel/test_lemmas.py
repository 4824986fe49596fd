"""Lemmas cited for what they do not say; refused where they are wrong."""

from __future__ import annotations

from typing import Any

from verify.kernel.claims import Library
from verify.tactics.build import leaf, lemma, rule


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
