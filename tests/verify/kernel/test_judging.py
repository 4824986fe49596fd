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
