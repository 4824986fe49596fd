"""Lemmas 2, 3 and 10: readings of the Jacobian that an exact instance refutes."""

from __future__ import annotations

from proofs_checks.power_method.proofs.equilibrium_classes import ASSUMPTION, LENGTH_OF_V, TOKENS
from proofs_checks.power_method.proofs.inverse_norms import OJA_EXPANDED, OJA_UNIT, WEIGHTED, expanded
from proofs_checks.power_method.proofs.models import ATTENTION, OJA, P, Part, V, eigenvector
from verify.formal import formal, model

DIAGONAL = [[2, 0], [0, 1]]
TANGENT: Part = {"letters": ["d[token]: vector"], "given": ["forall i: dot(x[i], d[i]) == 0"]}
PRINCIPAL = {"V": DIAGONAL, "v1": [1, 0], "lam1": 2, "norm_of_V": 2, "alpha": "1/6"}


def plane(letters: Part, tokens: int = 2) -> Part:
    """An instance in the plane."""
    return {"tokens": tokens, "dim": 2, "letters": letters}


formal(
    "POW-L2.R3",
    statement=model(
        V,
        OJA_EXPANDED,
        ASSUMPTION,
        LENGTH_OF_V,
        TOKENS,
        TANGENT,
        {"show": "forall i: D(truncated, x, d, i) == D(oja, x, d, i)"},
    ),
    refuted={"instance": plane({**PRINCIPAL, "x": [[1, 0]] * 2, "d": [[0, 1], [0, 0]]})},
)

formal(
    "POW-L2.exact.R3",
    statement=model(
        V,
        OJA_EXPANDED,
        ASSUMPTION,
        LENGTH_OF_V,
        {
            "letters": ["d[token]: vector"],
            "where": ["consensus := fn(h: v1)"],
            "given": ["forall i: dot(v1, d[i]) == 0", "sum(h: d[h]) == 0"],
            "show": "forall i: D(truncated, consensus, d, i) == 1/(1 + alpha*lam1)*d[i]",
        },
    ),
    refuted={"instance": plane({**PRINCIPAL, "d": [[0, 1], [0, -1]]})},
)

formal(
    "POW-L10.jac.R3",
    statement=model(
        V,
        P,
        ATTENTION,
        TOKENS,
        TANGENT,
        {
            "maps": [expanded("truncated", WEIGHTED)],
            "given": ["alpha > 0"],
            "show": "forall i: D(truncated, x, d, i) == D(attention, x, d, i)",
        },
    ),
    refuted={
        "instance": plane(
            {
                "V": [[1, 0], [0, "1/2"]],
                "P": [["log(2)", "log(3)"], [0, 0]],
                "alpha": "1/4",
                "x": [[1, 0]] * 2,
                "d": [[0, 1]] * 2,
            }
        )
    },
)

NEGATIVE: Part = {
    "letters": ["kappa[token]: number", "m, n, top: number"],
    "given": [
        "alpha > 0",
        "c < 0",
        "eigenvalue(V, v, top)",
        "top > 0",
        "alpha*(-lam - top) < 2",
        "sum(h: kappa[h]) == 0",
        "exists i: kappa[i] != 0",
    ],
    "show": ["m != n"],
}
"""1 + alpha lam < 0; m is the radial eigenvalue of the all-equal vector, n that of a difference."""


def radial(map_: str) -> Part:
    """What it means that m and n are these eigenvalues."""
    return {
        "given": [
            f"forall i: D({map_}, consensus, fn(h: v), i) == m*v",
            f"forall i: D({map_}, consensus, fn(h: kappa[h]*v), i) == n*kappa[i]*v",
        ]
    }


def both_equal(value: int | str) -> Part:
    """Three tokens at the eigenvector for -3, alpha = 1, and one value for both."""
    return plane(
        {
            "V": [[2, 0], [0, -3]],
            "v": [0, 1],
            "lam": -3,
            "top": 2,
            "alpha": 1,
            "kappa": [1, -1, 0],
            "m": value,
            "n": value,
        },
        tokens=3,
    )


formal(
    "POW-L3.class1neg",
    statement=model(V, OJA_UNIT, eigenvector(), radial("unit_first"), NEGATIVE),
    refuted={"instance": both_equal("-1/4")},
)

formal(
    "POW-L3.class1neg.R1",
    statement=model(V, OJA, eigenvector(), radial("oja"), NEGATIVE),
    refuted={"instance": both_equal(0)},
)
