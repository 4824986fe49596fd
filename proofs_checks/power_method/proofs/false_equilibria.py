"""Lemmas 1 and 8: what the paper or another reading says of equilibria and is refuted by one of them."""

from __future__ import annotations

from proofs_checks.power_method.proofs.equilibrium_classes import (
    ASSUMPTION,
    ATTENTION_CLASSES,
    NONSINGULAR,
    OJA_CLASSES,
    TOKENS,
)
from proofs_checks.power_method.proofs.models import ATTENTION, OJA, P, Part, V
from verify.formal import formal, model

STEP: Part = {"given": ["alpha > 0"]}
DIAGONAL = [[2, 0], [0, 1]]


def plane(letters: Part, tokens: object = 2) -> Part:
    """An instance in the plane."""
    return {"tokens": tokens, "dim": 2, "letters": letters}


# An eigenvector v, the least eigenvalue low, and a step below the bound of Lemma 4; then v at the least eigenvalue.
_TO_THE_LEAST = [
    "V(v) == lam*v",
    "dot(v, v) == 1",
    "forall z in vector: dot(z, V(z)) >= low*dot(z, z)",
    "eigenvector(V, w, low)",
    "abs(low) > lam1 => alpha < 2/(abs(low) - lam1)",
]
_LEAST = {"V": [[1, 0], [0, -2]], "v1": [1, 0], "lam1": 1, "v": [0, 1], "w": [0, 1], "lam": -2, "low": -2, "alpha": 1}

formal(
    "POW-L1.eig",
    statement=model(
        V,
        OJA,
        NONSINGULAR,
        STEP,
        {
            "groups": ["A", "B"],
            "letters": ["u: vector"],
            "states": ["line: A -> u, B -> -u"],
            "given": ["dot(u, u) == 1", "fixed(oja, line)"],
            "show": "exists m in number: V(u) == m*u",
        },
    ),
    refuted={
        "instance": plane({"V": DIAGONAL, "alpha": "1/4", "u": ["4/5", "3/5"]}, tokens={"A": 1, "B": 1}),
    },
)

formal(
    "POW-L1.over",
    statement=model(
        V,
        OJA,
        NONSINGULAR,
        STEP,
        OJA_CLASSES,
        TOKENS,
        {
            "given": ["fixed(oja, x)"],
            "show": [
                "not (consensus(x) and bipartite(x))",
                "not (consensus(x) and polygonal(x))",
                "not (bipartite(x) and polygonal(x))",
            ],
        },
    ),
    refuted={"instance": plane({"V": DIAGONAL, "alpha": "1/4", "x": [[1, 0], [-1, 0]]})},
)

formal(
    "POW-L1.conv.RB",
    statement=model(
        V,
        OJA,
        ASSUMPTION,
        STEP,
        {
            "groups": ["A", "B"],
            "letters": ["v, w: vector", "lam, low: number"],
            "states": ["bipartite: A -> v, B -> -v"],
            "given": _TO_THE_LEAST,
            "show": ["fixed(oja, fn(i: v))", "fixed(oja, bipartite)"],
        },
    ),
    refuted={
        "instance": plane(
            _LEAST,
            tokens={"A": 1, "B": 1},
        )
    },
)

formal(
    "POW-L8.classes.R2",
    statement=model(
        V,
        P,
        ATTENTION,
        STEP,
        ATTENTION_CLASSES,
        TOKENS,
        {
            "given": ["fixed(attention, x)"],
            "show": (
                "consensus(x) or bipartite(x) or polygonal(x)"
                " or (exists i: not (exists m in number: V(x[i]) == m*x[i]))"
            ),
        },
    ),
    refuted={
        "instance": plane(
            {
                "V": DIAGONAL,
                "P": [["log(2)", 0], [0, "log(3)"]],
                "alpha": "1/2",
                "x": [[1, 0], [-1, 0], [0, 1], [0, -1]],
            },
            tokens=4,
        )
    },
)

formal(
    "POW-T2.alpha.RB",
    statement=model(
        V,
        OJA,
        ASSUMPTION,
        STEP,
        {
            "letters": ["v, w: vector", "lam, low: number"],
            "given": _TO_THE_LEAST,
            "show": ["1 + alpha*lam > 0", "fixed(oja, fn(i: v))"],
        },
    ),
    refuted={"instance": plane(_LEAST)},
)
