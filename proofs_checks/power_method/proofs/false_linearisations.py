"""Lemmas 5 and 6: what their proofs use of the linearised map and what an exact instance refutes."""

from __future__ import annotations

from proofs_checks.power_method.proofs.equilibrium_classes import ASSUMPTION, LENGTH_OF_V, TOKENS
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import formal, model

BIPARTITE: Part = {
    "groups": ["A", "B"],
    "letters": ["v: vector", "lam: number"],
    "where": ["p := sum(h in A: 1)", "q := sum(h in B: 1)", "N := p + q", "u := alpha*lam*(p - q)/N"],
    "states": ["bipartite: A -> v, B -> -v"],
    "given": ["V(v) == lam*v", "dot(v, v) == 1", "alpha > 0", "1 + u > 0", "1 - u > 0"],
}
"""p tokens at v and q at -v, both factors 1 + u and 1 - u of the Oja map positive."""

AT_EIGENVECTOR: Part = {
    "groups": ["A", "B"],
    "letters": ["v: vector", "lam: number"],
    "states": ["bipartite: A -> v, B -> -v"],
    "given": ["V(v) == lam*v", "dot(v, v) == 1", "fixed(oja, bipartite)"],
}
"""A bipartite equilibrium of the Oja map."""

DIRECTION: Part = {"letters": ["w: vector", "m: number"], "given": ["V(w) == m*w", "dot(v, w) == 0", "dot(w, w) == 1"]}
"""Another unit eigenvector w = v_j with the eigenvalue m."""

MOVED = "D(oja, bipartite, fn(h: z[h]*w), i)"
ALONG_V1 = "D(oja, x, fn(h: z[h]*v1), i)"
MORE_AT_V: Part = {"given": ["p > q", "lam > m", "m > 0", "2*alpha*lam < 1"]}
THREE: Part = {
    "tokens": {"A": 2, "B": 1},
    "dim": 2,
    "letters": {"V": [["3/2", 0], [0, 1]], "v": [1, 0], "lam": "3/2", "w": [0, 1], "m": 1, "alpha": "1/4"},
}

formal(
    "POW-L5.lin.R2",
    statement=model(
        V,
        OJA,
        BIPARTITE,
        DIRECTION,
        {
            "letters": ["z[token]: number"],
            "show": [
                f"forall i in A: {MOVED} == (1 - u)*(z[i] + alpha*m/N*sum(h: z[h]))*w",
                f"forall i in B: {MOVED} == (1 + u)*(z[i] + alpha*m/N*sum(h: z[h]))*w",
            ],
        },
    ),
    refuted={"instance": {**THREE, "letters": {**THREE["letters"], "z": [1, 0, 0]}}},
)

formal(
    "POW-L5.ones",
    statement=model(
        V,
        OJA,
        BIPARTITE,
        DIRECTION,
        MORE_AT_V,
        {"show": "exists r in number: forall i: D(oja, bipartite, fn(h: w), i) == r*w"},
    ),
    refuted={"instance": THREE},
)

formal(
    "POW-L5.ones.R2",
    statement=model(
        V,
        OJA,
        BIPARTITE,
        DIRECTION,
        MORE_AT_V,
        {
            "show": "exists r in number: (forall i in A: (1 - u)*(1 + alpha*m/N*sum(h: 1)) == r)"
            " and (forall i in B: (1 + u)*(1 + alpha*m/N*sum(h: 1)) == r)"
        },
    ),
    refuted={"instance": THREE},
)

formal(
    "POW-L6.mode",
    statement=model(
        V,
        OJA,
        ASSUMPTION,
        TOKENS,
        {
            "letters": ["z[token]: number"],
            "where": ["N := sum(j: 1)"],
            "given": [
                "alpha > 0",
                "sum(j: x[j]) == 0",
                "forall i: not (exists m in number: V(x[i]) == m*x[i])",
            ],
            "show": [
                "forall i: dot(x[i], z[i]*v1) == 0",
                f"forall i: exists r in number: {ALONG_V1} == r*v1",
                f"forall i: {ALONG_V1} == (z[i] + alpha*lam1/N*(1 - dot(v1, x[i])^2)*sum(h: z[h]))*v1",
            ],
        },
    ),
    refuted={
        "instance": {
            "tokens": 2,
            "dim": 2,
            "letters": {
                "V": [[2, 0], [0, 1]],
                "v1": [1, 0],
                "lam1": 2,
                "alpha": "1/8",
                "x": [["3/5", "4/5"], ["-3/5", "-4/5"]],
                "z": [1, 1],
            },
        }
    },
)

NEGATIVE = {"V": [[1, 0], [0, -1]], "v1": [1, 0], "lam1": 1, "norm_of_V": 1, "alpha": "1/4"}

formal(
    "POW-T2.bip.R2",
    statement=model(V, OJA, ASSUMPTION, LENGTH_OF_V, AT_EIGENVECTOR, {"show": "outside_disc(oja, bipartite)"}),
    refuted={
        "instance": {"tokens": {"A": 1, "B": 1}, "dim": 2, "letters": {**NEGATIVE, "v": [1, 0], "lam": 1}},
    },
)

formal(
    "POW-T2.poly.R2",
    statement=model(
        V,
        OJA,
        ASSUMPTION,
        LENGTH_OF_V,
        TOKENS,
        {"given": ["sum(j: x[j]) == 0", "sum(j: 1) >= 3"], "show": "outside_disc(oja, x)"},
    ),
    refuted={
        "instance": {
            "tokens": 4,
            "dim": 2,
            "letters": {**NEGATIVE, "x": [["4/5", "3/5"]] * 2 + [["-4/5", "-3/5"]] * 2},
        },
    },
)
