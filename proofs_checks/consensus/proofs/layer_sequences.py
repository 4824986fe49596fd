"""The map (1) with W_h V_h = tau I, applied over and over with matrices P that may differ from layer to layer.

y[n, i] is token i after n layers.
"""

from __future__ import annotations

from typing import Any

from proofs_checks.consensus.proofs.instances import LOGITS, METRIC, ON_ELLIPSE

STEPS: dict[str, Any] = {
    "spaces": ["E"],
    "letters": [
        "W: operator; P[step, head]: matrix; v: vector; root, tau: number; y[step, token]: vector",
        "M[head]: number; N, C: number; z: vector",
    ],
    "where": [
        "e(n, h, i, j) := exp(dot(y[n, i], P[n, h](y[n, j])))",
        "att(n, h, i, j) := e(n, h, i, j)/(root*sum(k: e(n, h, i, k)))",
        "moved(n, i) := y[n, i] + tau*sum(h in heads, j: att(n, h, i, j)*y[n, j])",
    ],
    "given": [
        "positive_definite(W)",
        "root > 0",
        "root^2 == dim(E)",
        "tau > 0",
        "forall i: dot(y[0, i], W(y[0, i])) == 1",
        "forall i: dot(v, y[0, i]) > 0",
        "forall n in step, i: y[n + 1, i] == moved(n, i)/sqrt(dot(moved(n, i), W(moved(n, i))))",
        "forall n in step, h in heads, a in vector, b in vector:"
        " dot(a, W(a)) == 1 and dot(b, W(b)) == 1 => -M[h] <= dot(a, P[n, h](b)) <= M[h]",
        "N == sum(j: 1)",
        "W(z) == v",
        "C > 0",
        "C^2 >= dot(v, z)",
    ],
}
AT_REST: dict[str, Any] = {
    "tokens": 2,
    "heads": 2,
    "dim": 4,
    "letters": {
        "W": METRIC,
        "P": {"always": LOGITS},
        "v": [1, 1, 0, 0],
        "root": 2,
        "tau": 1,
        "y": {"always": [ON_ELLIPSE] * 2},
        "M": [6, 6],
        "N": 2,
        "C": 2,
        "z": [1, "1/4", 0, 0],
    },
}

OPPOSITE: dict[str, Any] = {"y": {"always": [ON_ELLIPSE, [0, "-1/2", 0, 0]]}}
