"""Section 2.1.1 and D.4.1: at any consensus state the multi-head map is, to first order, the Oja map with F."""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus_steps import HEADS, instance
from proofs_checks.power_method.proofs.models import BASIS, LAYER, OJA_OF_F, P_VALUE, SUM_OF_HEADS, Part, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import intro, leaf

EQUAL_TOKENS: Part = {
    "letters": ["x: vector", "d[token]: vector"],
    "where": ["consensus := fn(i: x)"],
    "given": ["norm(x + alpha*F(x)) > 0"],
}
VALUES = {
    "V": HEADS,
    "P": [P_VALUE, P_VALUE],
    "F": symmetric(2, 1, -3),
    "alpha": "1/4",
    "x": BASIS[1],
    "d": [["1", "2", "0"], ["0", "-1", "1"], ["3", "1", "1"]],
}
formal(
    "POW-2.1.red",
    statement=model(
        {"letters": ["V[head], P[head]: matrix", "F: matrix", "alpha: number"]},
        LAYER,
        OJA_OF_F,
        EQUAL_TOKENS,
        {
            "show": [
                "forall i: value(layer, consensus, i) == value(oja, consensus, i)",
                "forall i: D(layer, consensus, d, i) == D(oja, consensus, d, i)",
            ],
        },
    ),
    proof=[intro("t", leaf(use=SUM_OF_HEADS)), intro("t", leaf(use=SUM_OF_HEADS))],
    instance=instance(VALUES, tokens=3, heads=2),
    twin=Variant(
        "F is half the sum of the heads",
        {"== F(u)": "== 2*F(u)"},
        instance({**VALUES, "F": symmetric(1, "1/2", "-3/2")}, tokens=3, heads=2),
    ),
)
