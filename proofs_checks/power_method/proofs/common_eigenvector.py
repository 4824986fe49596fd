"""POW-N7.common: heads that share v as an eigenvector of P_h and its transpose act on a bipartite state as one head."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import BIPARTITE, POSITIVE, SPECTRUM, instance
from proofs_checks.power_method.proofs.bipartite_steps import (
    ATTENTION_COEFFICIENTS,
    DIRECTIONS,
    TANGENT,
    fixed,
    two_groups,
)
from proofs_checks.power_method.proofs.consensus_steps import HEADS
from proofs_checks.power_method.proofs.models import BASIS, LAYER, SPHERES, SUM_OF_HEADS, F, Part, logits, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import Tree, intro, leaf

RIGHT = "forall h in heads: P[h](v) == a*v"
LEFT = "forall h in heads, u in vector: dot(v, P[h](u)) == a*dot(v, u)"
ONE_HEAD: Part = {
    "letters": ["Q: matrix", "d[token]: vector"],
    "where": ["one(X, i, j) := exp(dot(X[i], Q(X[j])))/sum(k: exp(dot(X[i], Q(X[k]))))"],
    "maps": [f"single(X, i) = unit(X[i] + alpha*F(sum(j: one(X, i, j)*X[j]))) on {SPHERES}"],
    "given": ["dot(v, Q(v)) == a", RIGHT, LEFT, TANGENT],
}
STATE: Part = {**BIPARTITE, "given": ["F(v) == lam*v", "dot(v, v) == 1"]}
AT_STATE = ["F(v) == lam*v", "dot(v, v) == 1", "dot(v, Q(v)) == a", RIGHT, LEFT, *SUM_OF_HEADS]
USE = [*AT_STATE, TANGENT]
LENGTHS = ("c1", "c2")


def at(length: str) -> Tree:
    """An equation at a token of the group with this factor."""
    return intro("t", leaf(use=USE, norms=[length]))


SEVERAL: Part = {
    "v": BASIS[0],
    "lam": 2,
    "alpha": "1/4",
    "a": "log(3)",
    "V": HEADS,
    "P": [logits(p00=("1", "3"), p12=("1", "5")), logits(p00=("1", "3"), p21=("2", "7"), p11=("1", "2"))],
    "Q": logits(p00=("1", "3"), p01=("2", "5")),
    "F": symmetric(2, 1, -3),
    "d": DIRECTIONS,
}
HERE = {**instance(3, 1, SEVERAL), "heads": 2}

formal(
    "POW-N7.common",
    statement=model(
        F,
        LAYER,
        STATE,
        POSITIVE,
        ONE_HEAD,
        {
            "show": [
                "forall i in A: value(layer, bipartite, i) == value(single, bipartite, i)",
                "forall i in B: value(layer, bipartite, i) == value(single, bipartite, i)",
                "forall i in A: D(layer, bipartite, d, i) == D(single, bipartite, d, i)",
                "forall i in B: D(layer, bipartite, d, i) == D(single, bipartite, d, i)",
                SPECTRUM.replace("attention", "layer").replace(" V,", " F,"),
            ]
        },
    ),
    proof=[
        at("c1"),
        at("c2"),
        at("c1"),
        at("c2"),
        two_groups(fixed(USE, LENGTHS), AT_STATE, LENGTHS, F="layer", V="F", **ATTENTION_COEFFICIENTS),
    ],
    instance=HERE,
    twin=Variant(
        "without the transpose",
        {LEFT: "forall h in heads, u in vector: dot(u, P[h](v)) == a*dot(v, u)"},
        {
            **HERE,
            "letters": {
                **SEVERAL,
                "P": [logits(p00=("1", "3"), p01=("2", "5")), logits(p00=("1", "3"), p01=("-1", "2"))],
            },
        },
    ),
)
