"""Theorem 4.5 with a hypothesis dropped: equilibria in the hemisphere of v that are not (v, ..., v).

The token of a state solves the model by resting, so that each of these is one exact state: lambda < 0 (CON-H.7), U not
symmetric (CON-H.9.R1), the sum of several heads (CON-H.11).
"""

from __future__ import annotations

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.proofs.instances import diagonal
from proofs_checks.consensus.proofs.models import CAUSAL, CAUSAL_SOLUTION, HEMISPHERE
from verify.claim import Source
from verify.formal import formal, model

ONE_HEAD = {
    "letters": ["K: number"],
    "given": ["almost_always(forall b in vector: dot(P(b), P(b)) <= K^2*dot(b, b))"],
}
_HEADS_BOUND = {
    "letters": ["K: number"],
    "given": ["almost_always(forall h in heads, b in vector: dot(P[h](b), P[h](b)) <= K^2*dot(b, b))"],
}
_CONVERGES = "forall i: tends(norm(y[i] - v), 0)"
_NONE = diagonal(0, 0, 0, 0)
_V, _OTHER = [1, 0, 0, 0], ["3/5", "4/5", 0, 0]

formal(
    "CON-H.7",
    statement=model(
        CAUSAL,
        CAUSAL_SOLUTION,
        HEMISPHERE,
        ONE_HEAD,
        {"given": ["simple_top(U, v, lam)", "lam <= 0"], "show": [_CONVERGES]},
    ),
    refuted={
        "instance": {
            "tokens": 2,
            "dim": 4,
            "letters": {
                "U": diagonal(-1, "-8/3", -4, -5),
                "P": _NONE,
                "v": _V,
                "lam": -1,
                "root": 2,
                "K": 1,
                "y": [_V, _OTHER],
            },
        }
    },
)

# `left` is the left eigenvector; lam is dominant and simple where U lies below it on the complement of `left`, in some
# metric G (Lyapunov).
DOMINANT = {
    "letters": ["left: vector; G: operator; g: number"],
    "given": [
        "forall a in vector: dot(left, U(a)) == lam*dot(left, a)",
        "dot(left, v) == 1",
        "positive_definite(G)",
        "g > 0",
        "forall a in vector: dot(left, a) == 0 => dot(a, G(U(a))) <= (lam - g)*dot(a, G(a))",
    ],
}
GENERAL = {**CAUSAL, "letters": ["U: matrix; P: measurable matrix; v: vector; lam, root: number"]}
_SKEWED = [[1, "3/4", 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]

_NOT_SYMMETRIC = {
    "instance": {
        "tokens": 1,
        "dim": 4,
        "letters": {
            "U": _SKEWED,
            "P": _NONE,
            "v": _V,
            "lam": 1,
            "root": 2,
            "K": 1,
            "left": [1, "3/4", 0, 0],
            "G": diagonal(1, 1, 1, 1),
            "g": "1/2",
            "y": [["3/5", "-4/5", 0, 0]],
        },
    }
}

# The conclusion of the theorem with the right eigenvector v: its equilibrium, and what its hemisphere converges to.
formal(
    "CON-H.9",
    title="Theorem 4.5 for a value matrix that is not symmetric",
    sentence=(
        r"The conclusion of Theorem 4.5 persists for U with a real simple dominant eigenvalue $\lambda > 0$ and right"
        r" eigenvector v."
    ),
    source=Source(PAPER, "Theorem 4.5, hypothesis that U is symmetric"),
    kind="stability",
    role="dropped",
    statement=model(
        GENERAL,
        CAUSAL_SOLUTION,
        HEMISPHERE,
        ONE_HEAD,
        DOMINANT,
        {"given": ["lam > 0"], "show": ["almost_always(forall i: causal(fn(k: v), i) == 0)", _CONVERGES]},
    ),
    refuted=_NOT_SYMMETRIC,
)
formal(
    "CON-H.9.R1",
    statement=model(
        GENERAL,
        CAUSAL_SOLUTION,
        HEMISPHERE,
        ONE_HEAD,
        DOMINANT,
        {"given": ["lam > 0"], "show": [_CONVERGES]},
    ),
    refuted=_NOT_SYMMETRIC,
)

SEVERAL = {
    "spaces": ["E"],
    "letters": ["U[head]: matrix; total: operator; P[head]: measurable matrix; v: vector; lam, root: number"],
    "where": [
        "e(h, X, i, j) := exp(dot(X[i], P[h](X[j])))",
        "att(h, X, i, j) := e(h, X, i, j)/(root*sum(k in upto(i): e(h, X, i, k)))",
        "force(X, i) := sum(h in heads, j in upto(i): att(h, X, i, j)*U[h](X[j]))",
    ],
    "flows": ["causal(X, i) = force(X, i) - dot(X[i], force(X, i))*X[i] on fn(X: forall i: dot(X[i], X[i]) == 1)"],
    "given": ["root > 0", "root^2 == dim(E)"],
}

formal(
    "CON-H.11",
    statement=model(
        SEVERAL,
        CAUSAL_SOLUTION,
        HEMISPHERE,
        _HEADS_BOUND,
        {
            "given": [
                "forall a in vector: total(a) == sum(h in heads: U[h](a))",
                "simple_top(total, v, lam)",
                "lam > 0",
            ],
            "show": [_CONVERGES],
        },
    ),
    refuted={
        "instance": {
            "tokens": 2,
            "heads": 2,
            "dim": 4,
            "letters": {
                "U": [diagonal(-1, "-4/5", 0, 0), diagonal(2, "5/3", 0, 0)],
                "total": diagonal(1, "13/15", 0, 0),
                "P": [_NONE, diagonal(*["5*log(2)"] * 4)],
                "v": _V,
                "lam": 1,
                "root": 2,
                "K": 8,
                "y": [_V, _OTHER],
            },
        }
    },
)
