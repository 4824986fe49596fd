"""How cases are written: claims that are false or true by one step, and dishonest proofs."""

from __future__ import annotations

from typing import Any

from verify.kernel.statements import FIELDS, read
from verify.tactics.build import KNOWN, enter

# letters, what is to be shown, its proof, what is given, and whatever else the statement says
Case = dict[str, Any]
Row = tuple[str, str, Any, tuple[str, ...]] | tuple[str, str, Any, tuple[str, ...], dict[str, Any]]

SPHERES = "fn(X: forall j: dot(X[j], X[j]) == 1)"
TWO = {"groups": ["A", "B"]}
X = {"letters": "x, y: number"}
W = {"letters": "w, z: moving number"}
FAMILY = {"letters": "a, b: moving number; c[token]: number; i, k: token; u, v: vector; V: operator; n, m: size"}

CONSTANT_FLOW = {
    "letters": ["f: flow; S: state; v: vector; k: token"],
    "given": ["at_start(dot(f(S, k), v) > 0)"],
    "show": ["always(dot(f(S, k), v) > 0)"],
    "proof": enter("every", enter("timeless", enter("start", KNOWN))),
}
WENDEL = {
    "spaces": ["E"],
    "letters": ["y[token]: random vector E; m, e: size; z: moving number"],
    "show": ["probability(exists w in vector E: forall i: dot(w, y[i]) > 0) == sum(k in 0..e: binomial(m, k))/2^m"],
    "given": ["m + 1 == sum(j: 1)", "e + 1 == dim(E)", "independent(y)", "uniform_on_sphere(y)"],
}


def attack(says: str, show: str, proof: Any, match: str, *given: str, **more: Any) -> dict[str, Any]:
    """A false claim, or a true one with a proof of something else: `match` is what the refusal says."""
    return {"says": says, "show": [show], "proof": proof, "match": match, "given": list(given), **more}


def shown(says: str, show: str, proof: Any, *given: str, **more: Any) -> Case:
    """A true claim with its proof."""
    return {"says": says, "show": [show], "proof": proof, "given": list(given), **more}


def case(row: Row) -> dict[str, Any]:
    """The claim of a row, with its proof; any refusal will do."""
    letters, show, proof, given = row[:4]
    more = row[4] if len(row) == 5 else {}
    return {"letters": [letters], "show": [show], "proof": proof, "given": list(given), "match": "", **more}


def saying(match: str, rows: list[Row]) -> list[Case]:
    """False claims of rows which are all refused for this reason."""
    return [{**case(row), "says": named(row), "match": match} for row in rows]


def readable(case: dict[str, Any]) -> dict[str, Any]:
    """The same case; its statement is read, so that what is refused is the proof."""
    read({name: value for name, value in case.items() if name in FIELDS})
    return case


def named(row: Row) -> str:
    """What a test of a row is called."""
    return f"{row[3]} {row[1]}"
