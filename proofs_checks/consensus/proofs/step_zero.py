"""Section 2.3: with f_{k,i}(y) read with the index of its token, the derivative at step size zero is (5) (CON-2.3.d).

KQ is K^T Q, U is W V', of any inner dimension; g is the token whose f the false twin takes for all.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.instances import METRIC, diagonal
from verify.formal import Variant, formal
from verify.tactics.build import intro, leaf

_UNIT = "forall i: dot(y[i], W(y[i])) == 1"
_LETTERS: dict[str, Any] = {
    "KQ": [diagonal("log(2)", 0, 0, 0)],
    "U": [[[0, 1, 0, 0], [2, 0, 0, 0], [0, 0, 0, 0], [1, 1, 0, 0]]],
    "W": METRIC,
    "y": [[1, 0, 0, 0], [0, "1/2", 0, 0]],
    "Diag": [[["1/6", 0], [0, "1/4"]]],
    "root": 2,
    "g": 0,
}
_INSTANCE = {"tokens": 2, "heads": 1, "dim": 4, "letters": _LETTERS}

formal(
    "CON-2.3.d",
    statement={
        "spaces": ["E"],
        "letters": [
            "KQ[head], U[head]: matrix; W: operator; y[token]: vector",
            "Diag[head, token, token]: number; root: number; g: token",
        ],
        "where": [
            "e(h, j, i) := exp(dot(y[j], KQ[h](y[i])))",
            "f(i) := sum(h in heads, j: U[h](Diag[h, i, i]*e(h, j, i)*y[j]))",
            "length(u) := sqrt(dot(u, W(u)))",
        ],
        "maps": ["project(X, i) = X[i]/length(X[i]) on fn(X: forall i: X[i] != 0)"],
        "given": ["positive_definite(W)", "root > 0", "root^2 == dim(E)", _UNIT],
        "show": ["forall i: D(project, y, fn(k: f(k)), i) == f(i) - dot(y[i], W(f(i)))*y[i]"],
    },
    proof=intro("p", leaf(use=[_UNIT])),
    instance=_INSTANCE,
    twin=Variant("one f for all tokens, that of the first", {"fn(k: f(k))": "fn(k: f(g))"}, _INSTANCE),
)
