"""Bounded states have a limit point: what is true by it is accepted, and false claims that one word of it stops."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from verify.tactics.build import KNOWN, Tree, both, have, intro, rule, take, witness

RULE = "limit point"
SIZES = "n in size, X in state"
NEAR = "exists {sizes}: n >= m and ({P}) and (forall i: norm(X[i] - S[i]) < e)"
LIMIT = "exists S in state: forall e in number, m in size: e > 0 => ({})"
SEQUENCE = "forall i: X[i] == y[n]"


def limit(said: str) -> str:
    """That states with `said` of arbitrarily late n come as near to one state as one likes."""
    return LIMIT.format(NEAR.format(sizes=SIZES, P=said))


def proof(said: str, bound: str, premise: Tree) -> Tree:
    return rule(RULE, premise, P=f"fn(n in size, X in state: {said})", K=bound, new={"n": "k"})


def of_sequence(member: str) -> Tree:
    """The states with all tokens at a member of a sequence."""
    return witness(f"fn(i: {member})", both(intro("t", KNOWN), intro("t", KNOWN)))


BOUNDED: dict[str, Any] = {"letters": ["y[step]: vector; K: number; v: vector"], "given": ["norm(v) == 1"]}
ALL = "forall n in size: norm(y[n]) <= K"
TRUE = {
    **BOUNDED,
    "given": [ALL],
    "show": [limit(SEQUENCE)],
    "proof": proof(SEQUENCE, "K", have([("norm(y[k]) <= K", take(ALL, ["k"], KNOWN))], of_sequence("y[k]"))),
}
FALSE = [
    {**BOUNDED, "says": "a sequence without a bound has a limit point", "show": [limit("forall i: X[i] == n*v")],
     "proof": proof("forall i: X[i] == n*v", "K", of_sequence("k*v")),
     "match": f"{RULE} 1/./part 2/.*not known here: norm"},
    {**BOUNDED, "says": "a bound that grows is a bound", "show": [limit("forall i: X[i] == n*v")],
     "proof": proof("forall i: X[i] == n*v", "k", of_sequence("k*v")), "match": "the letter K: 'k' is not declared"},
    {**BOUNDED, "says": "no states at all have a limit point", "show": [limit("1 <= 0")],
     "proof": proof("1 <= 0", "1", of_sequence("v")), "match": f"{RULE} 1/"},
    {**BOUNDED, "says": "the limit point is one of the states", "given": [ALL],
     "show": [limit(SEQUENCE).replace("X[i] == y[n]", "S[i] == y[n]")], "proof": TRUE["proof"],
     "match": f"{RULE} gives "},
    {**BOUNDED, "says": "all late states are near the limit point", "given": [ALL],
     "show": [LIMIT.format("forall n in size: n >= m => (forall i: norm(y[n] - S[i]) < e)")], "proof": TRUE["proof"],
     "match": f"{RULE} gives "},
]  # fmt: skip


def test_a_bounded_sequence_has_a_limit_point(accepted: Callable[[Any], Any]) -> None:
    assert accepted(TRUE).axioms == {RULE}


@pytest.mark.parametrize("case", FALSE, ids=lambda case: case["says"])
def test_refused(case: dict[str, Any], refused: Callable[[Any], None]) -> None:
    refused(case)
