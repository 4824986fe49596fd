"""How the cases of a dishonest proof are written."""

from __future__ import annotations

from typing import Any

SPHERES = "fn(X: forall j: dot(X[j], X[j]) == 1)"
TWO = {"groups": ["A", "B"]}
X = {"letters": "x, y: number"}
W = {"letters": "w, z: moving number"}
FAMILY = {"letters": "a, b: moving number; c[token]: number; i, k: token; u, v: vector; V: operator; n, m: size"}


def attack(says: str, show: str, proof: Any, match: str, *given: str, **more: Any) -> dict[str, Any]:
    """A false claim, or a true one with a proof of something else: `match` is what the refusal says."""
    return {"says": says, "show": [show], "proof": proof, "match": match, "given": list(given), **more}
