"""The verdict on one claim: hostile data end soon."""

from __future__ import annotations

from verify.kernel.judging import judge
from verify.kernel.rules import Rule
from verify.kernel.terms import Rejected


def no_lemma(_: str) -> Rule:
    raise Rejected("no lemma is cited here")


def test_a_twin_that_grows_without_bound() -> None:
    """Every letter replaced by a megabyte."""
    statement = {"letters": ["x: number"], "show": [" + ".join(["x"] * 30) + " == 30*x"]}
    proof = {"leaf": "arithmetic"}
    found = judge({"statement": statement, "proof": proof, "twin": {"replace": {"x": "y" * 1_000_000}}}, no_lemma)
    assert found.twin == "not refuted"
    assert "longer than" in found.twin_fault


SQUARES = {"letters": ["x, y: number"], "given": ["x <= 1"], "show": ["x^2 + y <= 1"]}
HALF = {"letters": {"x": "1/2", "y": 2}}


def test_a_negation_in_a_special_case() -> None:
    """x^2 + 2 <= 1 is absurd; the case y = 2 holds at the instance."""
    proof = {
        "intro": [""],
        "then": {
            "leaf": "arithmetic",
            "terms": [{"c": "1", "facts": ["x^2 + y <= 1"]}, {"c": "1", "facts": [], "squares": ["x"]}],
            "use": ["y == 2"],
        },
    }
    found = judge({"statement": SQUARES, "refuted": {"proof": proof, "under": ["y == 2"]}, "instance": HALF}, no_lemma)
    assert found.verdict == "REFUTED", found.reason


def test_a_special_case_that_is_none() -> None:
    """What singles the case out must hold at the instance, and be a list of formulas; instances have no case."""
    proof = {"intro": [""], "then": {"known": True}}
    for under, why in (
        (["y == 2", "1 <= 0"], "'1 <= 0' is false"),
        (["y == 3"], "'y == 3' is false"),
        ("y == 2", "list"),
    ):
        data = {"statement": SQUARES, "refuted": {"proof": proof, "under": under}, "instance": HALF}
        found = judge(data, no_lemma)
        assert found.verdict == "OPEN"
        assert why in found.reason
    found = judge({"statement": SQUARES, "refuted": {"instance": HALF, "under": ["y == 2"]}}, no_lemma)
    assert found.verdict == "OPEN"
