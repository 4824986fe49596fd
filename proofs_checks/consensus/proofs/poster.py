"""The poster: the product of the key and query matrices, the sum of the normaliser, and steps of either sign."""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.instances import diagonal
from proofs_checks.consensus.proofs.layer import LAYER
from verify.formal import Variant, formal, model
from verify.tactics.build import intro, leaf

# One head of the map (1) with the matrices K and Q of w rows; F = R^w. K' and Q' are the transposes.
LOGITS: dict[str, Any] = {
    "spaces": ["E", "F"],
    "letters": [
        "K[head], Q[head]: matrix E -> F; P[head]: matrix E -> E; x[token]: vector E; root: number",
    ],
    "where": [
        "own(h, i, j) := exp(dot(K[h](x[j]), Q[h](x[i])))",
        "printed(h, i, j) := exp(dot(x[i], P[h](x[j])))",
    ],
    "given": ["root > 0", "root^2 == dim(E)"],
}
_KEYS_FIRST = "forall h in heads, a in vector E, b in vector E: dot(a, P[h](b)) == dot(K[h](a), Q[h](b))"
_QUERIES_FIRST = "forall h in heads, a in vector E, b in vector E: dot(a, P[h](b)) == dot(Q[h](a), K[h](b))"
_SAME = (
    "forall h in heads, i, j: printed(h, i, j)/(root*sum(k: printed(h, i, k)))"
    " == own(h, i, j)/(root*sum(k: own(h, i, k)))"
)
_KEY, _QUERY = [[0, 1, 0, 0], [1, 0, 0, 2]], [["log(2)", 0, 0, 0], [0, 0, 1, 1]]


def instance(product: list[Any]) -> dict[str, Any]:
    """Two tokens of S^3, one head, w = 2; `product` is P."""
    letters = {"K": [_KEY], "Q": [_QUERY], "P": [product], "x": [[1, 0, 0, 0], [0, 1, 0, 0]], "root": 2}
    return {"tokens": 2, "heads": 1, "dim": {"E": 4, "F": 2}, "letters": letters}


_PRINTED: list[list[Any]] = [[0, 0, 1, 1], ["log(2)", 0, 0, 0], [0, 0, 0, 0], [0, 0, 2, 2]]
_RIGHT: list[list[Any]] = [[0, "log(2)", 0, 0], [0, 0, 0, 0], [1, 0, 0, 2], [1, 0, 0, 2]]

formal(
    "CON-P.a",
    statement=model(LOGITS, {"given": [_KEYS_FIRST], "show": [_SAME]}),
    refuted={"instance": instance(_PRINTED)},
)
formal(
    "CON-P.a.repaired",
    statement=model(LOGITS, {"given": [_QUERIES_FIRST], "show": [_SAME]}),
    proof=intro("h1,p,q", leaf(use=[_QUERIES_FIRST])),
    instance=instance(_RIGHT),
    twin=Variant(
        "P = K^T Q",
        {"dot(a, P[h](b)) == dot(Q[h](a), K[h](b))": "dot(a, P[h](b)) == dot(K[h](a), Q[h](b))"},
        instance(_PRINTED),
    ),
)

WEIGHTS: dict[str, Any] = {
    "spaces": ["E"],
    "letters": ["P[head]: matrix; x[token]: vector; root: number"],
    "where": ["e(h, i, j) := exp(dot(x[i], P[h](x[j])))"],
    "given": ["root > 0", "root^2 == dim(E)"],
}
_ROWS = "forall h in heads, i: sum(j: e(h, i, j)/(root*sum(k: e(h, {0})))) == 1/root".format
_PAIR = {"tokens": 2, "heads": 1, "dim": 4, "letters": {"P": [_RIGHT], "x": [[1, 0, 0, 0], [0, 1, 0, 0]], "root": 2}}

formal(
    "CON-P.b",
    statement=model(WEIGHTS, {"show": [_ROWS("i, k")]}),
    proof=intro("h1,p", leaf()),
    instance=_PAIR,
    twin=Variant("the sum runs over the first index", {"k: e(h, i, k)": "k: e(h, k, i)"}, _PAIR),
)
# Z of the column that carries the name i of the row
formal("CON-P.b.R1", statement=model(WEIGHTS, {"show": [_ROWS("k, i")]}), refuted={"instance": _PAIR})

ANY_STEP = {**LAYER, "given": LAYER["given"][:-1]}
_KEPT: dict[str, Any] = {
    "letters": ["Y[token]: vector"],
    "given": ["on(layer, Y)", "forall i: dot(v, Y[i]) > 0"],
    "show": ["forall i: dot(v, layer(Y, i)) > 0"],
}
LOW: dict[str, Any] = {
    "tokens": 2,
    "heads": 1,
    "dim": 4,
    "letters": {
        "W": diagonal(1, 1, 1, 1),
        "P": [diagonal(0, 0, 0, 0)],
        "v": [1, 0, 0, 0],
        "root": 2,
        "tau": "-1/10",
        "Y": [["200/10001", "9999/10001", 0, 0], [1, 0, 0, 0]],
    },
}

formal(
    "CON-P.c.R1",
    reading="R1: approximated: with the same invariant hemispheres, for both signs. 1/10 is one bound for small steps;"
    " that every other bound fails in the same way, with tokens that are low enough, is in CON-P.c.R1.repaired",
    statement=model(ANY_STEP, {"given": ["tau != 0", "abs(tau) <= 1/10"]}, _KEPT),
    refuted={"instance": LOW},
)
