"""Section 2.3: what rank-one steering does not do, by exact instances.

The layer is steered with a gap of ten: rho is at least ten times the spectral norm of F.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import plane
from proofs_checks.power_method.proofs.models import Part
from verify.formal import formal, model

STEERED: Part = {
    "letters": ["F: matrix", "u, w: vector", "rho: number"],
    "where": ["steered(a) := F(a) + rho*dot(w, a)*u"],
    "given": [
        "dot(u, u) == 1",
        "dot(w, w) == 1",
        "rho > 0",
        "forall a in vector: 100*dot(F(a), F(a)) <= rho^2*dot(a, a)",
    ],
}
"""F + rho u w^T with unit vectors u and w."""

EQUAL_TOKENS: Part = {
    "letters": ["x: vector", "alpha: number"],
    "where": ["y := x + alpha*steered(x)"],
    "given": ["alpha > 0", "dot(x, x) == 1", "y != 0"],
}
"""Equal tokens: every attention matrix gives every token their common value."""

GAP = {"F": [[1, 0], [0, 2]], "u": [1, 0], "w": [1, 0], "rho": 23, "alpha": 1}

formal(
    "POW-S4.R1",
    statement=model(STEERED, EQUAL_TOKENS, {"show": "dot(u, unit(y)) != 0"}),
    refuted={"instance": plane({**GAP, "x": [0, 1]})},
)

formal(
    "POW-S4",
    statement=model(STEERED, EQUAL_TOKENS, {"given": ["dot(w, x) != 0"], "show": "abs(dot(u, unit(y))) >= 9/10"}),
    refuted={"instance": plane({**GAP, "x": ["40/401", "399/401"]})},
)

formal(
    "POW-S6.R1",
    statement={
        "letters": ["F: operator", "u, x: vector", "alpha, small, large: number"],
        "where": ["y(rho) := x + alpha*(F(x) + rho*dot(u, x)*u)"],
        "given": [
            "dot(u, u) == 1",
            "dot(x, x) == 1",
            "alpha > 0",
            "small > 0",
            "large > small",
            "y(small) != 0",
            "y(large) != 0",
        ],
        "show": "abs(dot(u, unit(y(large)))) >= abs(dot(u, unit(y(small))))",
    },
    refuted={
        "instance": plane(
            {"F": [[0, -3], [-3, 0]], "u": [1, 0], "x": ["3/5", "4/5"], "alpha": 1, "small": 1, "large": 2}
        )
    },
)

formal(
    "POW-S5.R1",
    statement=model(
        STEERED,
        {
            "letters": ["P: matrix", "x[token]: vector", "alpha: number"],
            "where": [
                "weight(i, j) := exp(dot(x[i], P(x[j])))/sum(k: exp(dot(x[i], P(x[k]))))",
                "y(i) := x[i] + alpha*steered(sum(j: weight(i, j)*x[j]))",
            ],
            "given": ["alpha > 0", "forall i: dot(x[i], x[i]) == 1", "forall i: y(i) != 0"],
            "show": "forall i, j: dot(u, unit(y(i)))*dot(u, unit(y(j))) > 0",
        },
    ),
    refuted={
        "instance": plane(
            {
                "F": [[1, 0], [0, "1/2"]],
                "u": [1, 0],
                "w": [1, 0],
                "rho": 12,
                "alpha": 1,
                "P": [["25/9*log(3)", 0], [0, 0]],
                "x": [["3/5", "4/5"], ["-3/5", "4/5"]],
            },
            tokens=2,
        )
    },
)

formal(
    "POW-S1.pinv.R1",
    statement={
        "letters": ["O, Vcat, G: matrix", "u, w, z: vector", "rho: number"],
        "given": [
            "z != 0",
            "Vcat(z) == 0",
            "forall a in vector: Vcat(G(Vcat(a))) == Vcat(a)",
            "forall a in vector: G(Vcat(G(a))) == G(a)",
            "forall a in vector, b in vector: dot(a, Vcat(G(b))) == dot(Vcat(G(a)), b)",
            "forall a in vector, b in vector: dot(a, G(Vcat(b))) == dot(G(Vcat(a)), b)",
        ],
        "show": "forall x in vector: O(Vcat(x)) + rho*dot(w, G(Vcat(x)))*u == O(Vcat(x)) + rho*dot(w, x)*u",
    },
    refuted={
        "instance": plane(
            {
                "O": [[1, 0], [0, 1]],
                "Vcat": [[2, 0], [0, 0]],
                "G": [["1/2", 0], [0, 0]],
                "u": [1, 0],
                "w": ["3/5", "4/5"],
                "z": [0, 1],
                "rho": 10,
            }
        )
    },
)
