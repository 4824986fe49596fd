"""The rule `outside, eigenvector`: an eigenvector of the tangent derivative with a factor of modulus above 1."""

from __future__ import annotations

from typing import Any

import pytest

from verify.kernel.claims import Library
from verify.kernel.terms import Rejected

STATEMENT = {
    "letters": ["V: operator", "v, w: vector", "lam, m, alpha: number"],
    "where": ["c := 1 + alpha*lam"],
    "maps": ["one(X, i) = unit(X[i] + alpha*V(X[i])) on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": ["V(v) == lam*v", "dot(v, v) == 1", "V(w) == m*w", "dot(v, w) == 0", "dot(w, w) > 0", "c > 0", "alpha > 0",
        "m > lam"],
    "show": ["outside_disc(one, fn(i: v))"],
}  # fmt: skip
KNOWN = {"known": True}
EIGEN = ["V(v) == lam*v", "dot(v, v) == 1", "V(w) == m*w", "dot(v, w) == 0"]
LEAF = {"leaf": "arithmetic", "use": EIGEN, "norms": ["c"]}
NONZERO = {
    "have": "w != 0",
    "by": {"rule": "nonzero vector", "with": {"u": "w"}},
    "then": {"rule": "some element", "with": {"C": "exists i in token: w != 0"}, "new": {"x": "t"},
        "premises": [{"witness": "t", "then": KNOWN}]},
}  # fmt: skip
GROWTH = {"leaf": "arithmetic", "times": ["c"], "terms": [{"c": "1", "facts": ["alpha > 0", "m > lam"]}]}
PREMISES = [
    {"unfold": "goal", "then": {"intro": "t", "then": {**LEAF, "use": EIGEN[:2]}}},
    {"intro": "t", "then": KNOWN},
    NONZERO, LEAF,
    {"have": "(1 + alpha*m)/c > 1", "by": GROWTH, "then": {"leaf": "arithmetic",
     "terms": [{"c": "1", "facts": ["(1 + alpha*m)/c > 1"]}]}},
]  # fmt: skip


def prove(statement: dict[str, Any], factor: str = "(1 + alpha*m)/c", direction: str = "fn(h: w)") -> None:
    node = {"rule": "outside, eigenvector", "with": {"F": "one", "S": "fn(i: v)", "d": direction, "m": factor}}
    proof = {**node, "new": {"i": "t"}, "premises": PREMISES}
    Library(lambda _: {"statement": statement, "proof": proof}).proof("claim")


def without(fact: str) -> dict[str, Any]:
    return {**STATEMENT, "given": [other for other in STATEMENT["given"] if other != fact]}


def test_a_growing_direction_is_outside() -> None:
    prove(STATEMENT)


@pytest.mark.parametrize(("fact", "place"), [
    ("c > 0", "eigenvector 1"),
    ("dot(v, w) == 0", "eigenvector 2"),
    ("dot(w, w) > 0", "eigenvector 3"),
    ("m > lam", "eigenvector 5"),
])  # fmt: skip
def test_every_premise_is_needed(fact: str, place: str) -> None:
    with pytest.raises(Rejected, match=place):
        prove(without(fact))


def test_the_factor_is_that_of_the_derivative() -> None:
    with pytest.raises(Rejected, match="eigenvector 4"):
        prove(STATEMENT, factor="1 + alpha*m")
