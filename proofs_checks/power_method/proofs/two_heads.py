"""Two heads in the standard layout with an asymptotically stable bipartite state: what it refutes.

The standard layout: the value matrix of a head is a sum of d/H terms left <right, .>, so that its rank is at most d/H.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import LAYER, F, Part
from verify.formal import formal, model

LAYOUT: Part = {
    "spaces": ["E"],
    "letters": ["left[head, direction], right[head, direction]: vector"],
    "given": [
        "sum(k in direction: 1)*sum(h in heads: 1) == dim(E)",
        "forall h in heads, u in vector: V[h](u) == sum(k in direction: dot(right[h, k], u)*left[h, k])",
    ],
}
TWO_HEADS: Part = {"given": ["sum(h in heads: 1) == 2"]}
NONSINGULAR: Part = {"given": ["forall u in vector: F(u) == 0 => u == 0"]}
POLES: Part = {
    "groups": ["A", "B"],
    "letters": ["v: vector", "lam: number"],
    "states": ["bipartite: A -> v, B -> -v"],
    "given": ["alpha > 0", "F(v) == lam*v", "dot(v, v) == 1", "fixed(layer, bipartite)"],
}
PRINCIPAL: Part = {
    "letters": ["v: vector", "lam: number"],
    "given": ["alpha > 0", "simple_top(F, v, lam)", "lam > 0"],
}


STEP_BOUND: Part = {
    "letters": ["w: vector", "low: number"],
    "given": [
        "forall b in vector: dot(b, F(b)) >= low*dot(b, b)",
        "eigenvector(F, w, low)",
        "abs(low) > lam => alpha < 2/(abs(low) - lam)",
    ],
}
"""The step bound of Theorem 1, with the least eigenvalue of F."""


def _axis(k: int) -> list[int]:
    return [int(j == k) for j in range(4)]


def _diagonal(*entries: str) -> list[list[str]]:
    return [[entry if j == k else "0" for j in range(4)] for k, entry in enumerate(entries)]


SYSTEM = {
    "alpha": "1/4",
    "V": [_diagonal("2", "1/2", "0", "0"), _diagonal("0", "0", "1/4", "-1/4")],
    "F": _diagonal("2", "1/2", "1/4", "-1/4"),
    "P": [
        _diagonal("log(3)", "2", "0", "0"),
        [["0"] * 4, ["0", "0", "-1", "0"], ["0", "0", "0", "3"], ["0"] * 4],
    ],
    "v": _axis(0),
    "lam": 2,
}
LEAST = {"w": _axis(3), "low": "-1/4"}
LEFT = [[["2", 0, 0, 0], [0, "1/2", 0, 0]], [[0, 0, "1/4", 0], [0, 0, 0, "-1/4"]]]
RIGHT = [[_axis(0), _axis(1)], [_axis(2), _axis(3)]]
IN_LAYOUT = {**SYSTEM, "left": LEFT, "right": RIGHT}


def _poles(letters: Part, **more: object) -> Part:
    return {"tokens": {"A": 1, "B": 1}, "heads": 2, "dim": 4, "letters": letters, **more}


STABLE = "asymptotically_stable(layer, bipartite)"

formal(
    "POW-2.1.nobip",
    statement=model(LAYOUT, F, LAYER, TWO_HEADS, NONSINGULAR, POLES, {"show": f"not {STABLE}"}),
    refuted={"instance": _poles(IN_LAYOUT, directions=2)},
)

formal(
    "POW-2.1.nobip.R1",
    statement=model(F, LAYER, POLES, {"given": ["sum(h in heads: 1) >= 2"], "show": f"not {STABLE}"}),
    refuted={"instance": {**_poles(SYSTEM), "tokens": {"A": 2, "B": 2}}},
)

formal(
    "POW-D4.1.bip",
    statement=model(LAYOUT, F, LAYER, TWO_HEADS, NONSINGULAR, POLES, {"show": f"not {STABLE}"}),
    refuted={"instance": {**_poles(IN_LAYOUT, directions=2), "tokens": {"A": 2, "B": 2}}},
)

formal(
    "POW-DISC3.R2",
    statement=model(
        LAYOUT,
        F,
        LAYER,
        NONSINGULAR,
        PRINCIPAL,
        {
            "letters": ["x[token]: vector"],
            "show": "asymptotically_stable(layer, x) => (forall i: x[i] == v) or (forall i: x[i] == -v)",
        },
    ),
    refuted={
        "instance": {
            "tokens": 2,
            "heads": 2,
            "dim": 4,
            "directions": 2,
            "letters": {**IN_LAYOUT, "x": [_axis(0), [-entry for entry in _axis(0)]]},
        }
    },
)
