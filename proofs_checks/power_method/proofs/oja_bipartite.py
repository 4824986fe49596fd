"""Lemma 5: the linearised Oja map at a bipartite state, its first-order form, and what becomes of equal components."""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_linearisations import BIPARTITE, DIRECTION, MOVED
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma

POINT = ["V(v) == lam*v", "dot(v, v) == 1", "V(w) == m*w", "dot(v, w) == 0", "dot(w, w) == 1"]
COMPONENTS: Part = {"letters": ["z[token]: number"]}
STEP = "(z[i] + alpha*m/N*sum(h: z[h]))"
FOUR: Part = {
    "tokens": {"A": 3, "B": 1},
    "dim": 2,
    "letters": {"V": [[2, 0], [0, -3]], "v": [1, 0], "lam": 2, "w": [0, 1], "m": -3, "alpha": "1/4"},
}
MIXED: Part = {**FOUR, "letters": {**FOUR["letters"], "z": [1, 2, 0, -1]}}


formal(
    "POW-L5.lin",
    statement=model(
        V,
        OJA,
        BIPARTITE,
        DIRECTION,
        COMPONENTS,
        {
            "show": [
                f"forall i in A: {MOVED} == {STEP}/(1 + u)*w",
                f"forall i in B: {MOVED} == {STEP}/(1 - u)*w",
            ]
        },
    ),
    proof=[intro("t", leaf(use=POINT, norms=["1 + u"])), intro("t", leaf(use=POINT, norms=["1 - u"]))],
    instance=MIXED,
    twin=Variant("the two groups exchanged", {"/(1 + u)*w": "/(1 - u)*w", "/(1 - u)*w": "/(1 + u)*w"}, MIXED),
)


def smaller(factor: str, length: str) -> Tree:
    """An eigenvector of the exact linearisation is one of the first-order form, its eigenvalue times 1 - u^2."""
    moved, step = MOVED.replace("[h]*w), i)", "[h]*w), t)"), STEP.replace("[i]", "[t]")
    exact, first = f"(1 - u^2)*{moved}", f"({factor})*{step}*w"
    scaled = "(1 - u^2)*(r*z[t]*w)"
    steps = [
        (f"{exact} == {scaled}", lemma("LEM-same-multiple", u=moved, w="r*z[t]*w", k="1 - u^2")),
        (f"{exact} == {first}", leaf(use=POINT, norms=[length])),
        (f"{first} == {scaled}", lemma("LEM-chain", a=exact, b=scaled, c=first, d=first)),
    ]
    return intro("t,", have(steps, KNOWN))


formal(
    "POW-L5.lin.R2.repaired",
    statement=model(
        V,
        OJA,
        BIPARTITE,
        DIRECTION,
        COMPONENTS,
        {
            "letters": ["r: number"],
            "show": [
                "1 - u == (1 - u^2)*(1/(1 + u))",
                "1 + u == (1 - u^2)*(1/(1 - u))",
                f"forall i in A: (1 - u)*{STEP}*w == (1 - u^2)*{MOVED}",
                f"forall i in B: (1 + u)*{STEP}*w == (1 - u^2)*{MOVED}",
                f"forall i in A: {MOVED} == r*z[i]*w => (1 - u)*{STEP}*w == (1 - u^2)*r*z[i]*w",
                f"forall i in B: {MOVED} == r*z[i]*w => (1 + u)*{STEP}*w == (1 - u^2)*r*z[i]*w",
            ],
        },
    ),
    proof=[
        leaf(),
        leaf(),
        intro("t", leaf(use=POINT, norms=["1 + u"])),
        intro("t", leaf(use=POINT, norms=["1 - u"])),
        smaller("1 - u", "1 + u"),
        smaller("1 + u", "1 - u"),
    ],
    instance={**MIXED, "letters": {**MIXED["letters"], "r": 1}},
    twin=Variant(
        "the factor 1 + u^2", {"== (1 - u^2)*D": "== (1 + u^2)*D"}, {**MIXED, "letters": {**MIXED["letters"], "r": 1}}
    ),
)

BLOCK: Part = {
    "letters": ["y, z: number"],
    "where": [
        "b11 := (1 + alpha*m*p/N)/(1 + u)",
        "b12 := alpha*m*q/N/(1 + u)",
        "b21 := alpha*m*p/N/(1 - u)",
        "b22 := (1 + alpha*m*q/N)/(1 - u)",
        "mu := (p - q)/N",
        "at(x) := (x - b11)*(x - b22) - b12*b21",
    ],
    "states": ["level: A -> y*w, B -> z*w"],
}
FACTORS = "lam*(1 + alpha*m)*(lam - m + alpha*m*lam)"
EIGENVALUE = f"at(1 + alpha*m) == -alpha^2*mu^2*{FACTORS}/(1 - u^2)"
CONSTANT: Part = {**FOUR, "letters": {**FOUR["letters"], "y": 2, "z": -1}}
formal(
    "POW-L5.ones.repaired",
    statement=model(
        V,
        OJA,
        BIPARTITE,
        DIRECTION,
        BLOCK,
        {
            "show": [
                "forall i in A: D(oja, bipartite, level, i) == (b11*y + b12*z)*w",
                "forall i in B: D(oja, bipartite, level, i) == (b21*y + b22*z)*w",
                "p == q => (forall i in A: D(oja, bipartite, fn(h: w), i) == (1 + alpha*m)*w)",
                "p == q => (forall i in B: D(oja, bipartite, fn(h: w), i) == (1 + alpha*m)*w)",
                EIGENVALUE,
                f"p != q and at(1 + alpha*m) == 0 => {FACTORS} == 0",
            ]
        },
    ),
    proof=[
        intro("t", leaf(use=POINT, norms=["1 + u"])),
        intro("t", leaf(use=POINT, norms=["1 - u"])),
        intro(",t", leaf(use=[*POINT, "p == q"], norms=["1 + u"])),
        intro(",t", leaf(use=[*POINT, "p == q"], norms=["1 - u"])),
        leaf(),
        intro(
            "", leaf(f"eq (1 - u^2)/(alpha^2*mu^2): {EIGENVALUE}", "eq -(1 - u^2)/(alpha^2*mu^2): at(1 + alpha*m) == 0")
        ),
    ],
    instance=CONSTANT,
    twin=Variant(
        "without the residual connection", {EIGENVALUE: EIGENVALUE.replace("at(1 + alpha*m)", "at(alpha*m)")}, CONSTANT
    ),
)
