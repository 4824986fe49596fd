"""A named equation about any vector is not used at one that contains the summed letter of the sum it replaces."""

from __future__ import annotations

import pytest

from verify.kernel.claims import Library
from verify.kernel.terms import Rejected

HEADS = ["forall u in vector: sum(h in heads: V[h](u)) == F(u)", "forall u in vector: sum(h in heads: W[h](u)) == F(u)"]
LETTERS = ["V[head], W[head]: matrix", "F: operator", "x[token]: vector", "y[head]: vector"]


def prove(show: str) -> None:
    statement = {"letters": LETTERS, "given": HEADS, "show": [show]}
    Library(lambda _: {"statement": statement, "proof": {"leaf": "arithmetic", "use": HEADS}}).proof("claim")


def test_a_vector_that_varies_with_the_head_is_not_taken_out_of_the_sum() -> None:
    with pytest.raises(Rejected, match="the sides differ"):
        prove("sum(h in heads: V[h](y[h])) == sum(h in heads: W[h](y[h]))")


@pytest.mark.parametrize("argument", ["x[t]", "sum(j: x[j])", "sum(j: dot(x[t], x[j])*x[j])"])
def test_a_vector_that_does_not_vary_with_the_head_may_contain_sums_of_its_own(argument: str) -> None:
    left, right = (f"sum(t: sum(h in heads: {family}[h]({argument})))" for family in "VW")
    prove(f"{left} == {right}")
