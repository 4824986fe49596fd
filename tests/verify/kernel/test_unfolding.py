"""A defined predicate is unfolded in the space of what it speaks of."""

from __future__ import annotations

import pytest

from verify.kernel.claims import Library
from verify.kernel.terms import Rejected

TWO_SPACES = {"spaces": ["A", "B"], "letters": ["U: operator B", "v: vector B", "x: vector A", "m: number"]}


def prove(show: str, given: list[str], proof: object) -> None:
    statement = {**TWO_SPACES, "given": given, "show": [show]}
    Library(lambda _: {"statement": statement, "proof": proof}).proof("claim")


def test_the_vector_of_an_eigenvalue_is_one_of_the_space_of_the_operator() -> None:
    fact = "exists w in vector B: w != 0 and dot(v, w) == 0 and U(w) == m*w"
    steps = {"unfold": "eigenvalue(U, v, m)", "then": {"known": True}}
    prove(fact, ["eigenvalue(U, v, m)"], steps)


def test_a_vector_of_another_space_is_no_witness() -> None:
    given = ["x != 0", "forall u in vector B: U(u) == 0"]
    with pytest.raises(Rejected, match="is vector A, wanted vector B"):
        prove("eigenvalue(U, v, 0)", given, {"unfold": "goal", "then": {"witness": "x", "then": {"known": True}}})
