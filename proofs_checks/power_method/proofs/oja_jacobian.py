"""Lemma 2: the Jacobian of the Oja map at any tokens, exactly, with unit tokens put in first, and at equilibria.

A perturbation d moves every token; blocks (i, h) are what d with one nonzero member d[h] gives at token i.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.inverse_norms import OJA_UNIT
from proofs_checks.power_method.proofs.models import OJA, Part
from verify.formal import Variant, formal, model
from verify.tactics.build import Steps, have, intro, leaf, lemma

MATRIX: Part = {"letters": ["V: matrix", "alpha: number"]}
STATE: Part = {
    "letters": ["x[token], d[token]: vector"],
    "where": [
        "N := sum(j: 1)",
        "s := V(sum(j: x[j])/N)",
        "y(i) := x[i] + alpha*s",
        "f(i) := y(i)/norm(y(i))",
        "dy(i) := d[i] + alpha/N*V(sum(h: d[h]))",
        "block(i) := 1/norm(y(i))*(dy(i) - dot(f(i), dy(i))*f(i))",
    ],
    "given": ["forall i: norm(y(i)) > 0"],
}
UNIT: Part = {"given": ["forall i: dot(x[i], x[i]) == 1"]}
TOKENS = [["3/5", "4/5"], [0, 1], ["-3/5", "4/5"]]
VALUES = {"V": [[1, 2], [0, -1]], "alpha": "1/4", "x": TOKENS, "d": [[1, 0], [0, 2], [1, -1]]}


def plane(letters: Part, tokens: int = 3) -> Part:
    """An instance in the plane."""
    return {"tokens": tokens, "dim": 2, "letters": letters}


formal(
    "POW-L2",
    statement=model(MATRIX, OJA, STATE, {"show": "forall i: D(oja, x, d, i) == block(i)"}),
    proof=intro("t", leaf()),
    instance=plane(VALUES),
    twin=Variant("without the projector", {"(dy(i) - dot(f(i), dy(i))*f(i))": "dy(i)"}, plane(VALUES)),
)

SAME_LENGTH: Steps = [
    "norm(y(t)) > 0",
    (
        "1 + 2*alpha*dot(x[t], s) + alpha^2*dot(s, s) > 0",
        leaf("1: norm(y(t)) > 0; norm(y(t)) > 0", use=UNIT["given"]),
    ),
]
"""On unit tokens the root of the other reading is |y|."""
FIRST, EXACT = "D(unit_first, x, d, t)", "D(oja, x, d, t)"
EXCESS = "forall i: D(unit_first, x, d, i) - D(oja, x, d, i) == dot(x[i], d[i])/norm(y(i))^3*y(i)"
formal(
    "POW-L2.R2",
    statement=model(
        MATRIX,
        OJA_UNIT,
        STATE,
        UNIT,
        {
            "show": [
                EXCESS,
                "forall i: dot(x[i], d[i]) == 0 => D(unit_first, x, d, i) == D(oja, x, d, i)",
                "forall i: D(unit_first, x, d, i) == D(oja, x, d, i) => dot(x[i], d[i]) == 0",
            ]
        },
    ),
    proof=[
        intro("t", have(SAME_LENGTH, leaf(use=UNIT["given"]))),
        intro("t,", have(SAME_LENGTH, leaf(use=["dot(x[t], d[t]) == 0", *UNIT["given"]]))),
        intro(
            "t,",
            have(
                [
                    *SAME_LENGTH,
                    (
                        f"dot(y(t), {FIRST}) == dot(y(t), {EXACT})",
                        lemma("LEM-same-dot", u=FIRST, w=EXACT, z="y(t)"),
                    ),
                ],
                leaf(f"eq norm(y(t)): dot(y(t), {FIRST}) == dot(y(t), {EXACT})", use=UNIT["given"]),
            ),
        ),
    ],
    instance=plane(VALUES),
    twin=Variant("the excess without the factor |y|^{-3}", {"/norm(y(i))^3*y(i)": "*y(i)"}, plane(VALUES)),
)
