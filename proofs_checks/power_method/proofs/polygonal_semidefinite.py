"""Lemma 15 repaired: for a symmetric positive semidefinite P the polygonal states are those of the Oja map.

All logits are 0 there (POW-N6.attention); <x, P x> = 0 makes P x = 0, so that the weights are uniform and do not move.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.average_definite import AVERAGE, OFF
from proofs_checks.power_method.proofs.models import ATTENTION, OJA, Part, V
from proofs_checks.power_method.proofs.no_polygons import POLYGON as SEEN
from proofs_checks.power_method.proofs.no_polygons import UNIT
from proofs_checks.power_method.proofs.polygonal import TANGENT
from proofs_checks.power_method.proofs.polygonal_repaired import LARGE, QUOTIENT, from_mode, unstable_along
from verify.formal import Variant, all_formal, formal, model
from verify.tactics.build import KNOWN, Steps, Tree, have, intro, leaf, lemma, obtain, rule, take, unfold

SEMIDEFINITE = "forall a in vector: dot(a, P(a)) >= 0"
STATE: Part = {
    "letters": ["P: operator", "R: matrix", "x[token], z[token]: vector"],
    "where": [
        "N := sum(j: 1)",
        "Pi(i, u) := u - dot(x[i], u)*x[i]",
        "M(u) := sum(i: Pi(i, u))",
        "other(i, j) := exp(dot(z[i], R(z[j])))/sum(k: exp(dot(z[i], R(z[k]))))",
    ],
    "given": [UNIT, SEEN, SEMIDEFINITE, UNIT.replace("x[", "z[")],
}
NO_LOGITS, ZERO, KERNEL = "forall i, j: dot(x[i], P(x[j])) == 0", "sum(j: x[j]) == 0", "forall j: P(x[j]) == 0"
ALL = " and ".join(f"({text})" for text in all_formal()["POW-N6.attention"].statement["show"])
IN_Z = ALL.replace("weight(x, i, j)", "other(i, j)").replace("P(", "R(").replace("x[", "z[")
SAME = "forall i: D(attention, x, d, i) == D(oja, x, d, i)"
SQUARE = "dot(P(x[t]), P(x[t]))^2 <= dot(P(x[t]), P(P(x[t])))*dot(x[t], P(x[t]))"
IN_KERNEL = intro(
    "t",
    have(
        [
            (SQUARE, rule("Cauchy-Schwarz, form", u="P(x[t])", w="x[t]", W="P")),
            "dot(x[t], P(x[t])) == 0",
            (
                "dot(P(x[t]), P(x[t])) == 0",
                rule(
                    "square zero",
                    leaf(f"1: {SQUARE}", "eq dot(P(x[t]), P(P(x[t]))): dot(x[t], P(x[t])) == 0"),
                    a="dot(P(x[t]), P(x[t]))",
                ),
            ),
        ],
        rule("equal vectors", leaf("eq 1: dot(P(x[t]), P(x[t])) == 0"), u="P(x[t])", w="0*x[t]"),
    ),
)
FACTS: Steps = [(ALL, lemma("POW-N6.attention")), NO_LOGITS, ZERO, (KERNEL, IN_KERNEL)]
AT = [UNIT, ZERO, KERNEL]


def derivative(d: str, tangent: str) -> Tree:
    """The two derivatives along a tangent perturbation."""
    return intro("t", leaf(use=[*AT, tangent], norms=["1"]))


UNSTABLE = "not lyapunov(attention, x)"
BEYOND = obtain(
    LARGE,
    "e,m",
    have(
        [
            ("m > 1", leaf(f"1: m >= {QUOTIENT}", f"1: {QUOTIENT} > 1")),
            "abs(m) > 1",
            ("fixed(attention, x)", unfold("goal", intro("t", leaf(use=AT, norms=["1"])))),
            (SAME.replace(" d,", " e,"), derivative("e", "forall i: dot(x[i], e[i]) == 0")),
        ],
        unstable_along(
            "attention",
            take(
                "forall i: D(oja, x, e, i) == m*e[i]",
                ["t"],
                have(
                    ["D(attention, x, e, t) == D(oja, x, e, t)"],
                    lemma("LEM-same-chain", u="D(attention, x, e, t)", w="D(oja, x, e, t)", z="m*e[t]"),
                ),
            ),
        ),
    ),
)
SQUARE_IN_SPACE: Part = {
    "tokens": 4,
    "dim": 3,
    "letters": {
        "V": [[2, 0, 0], [0, -1, 0], [0, 0, 1]],
        "P": [[0, 0, 0], [0, 0, 0], [0, 0, 1]],
        "R": [[1, 1, 0], [-1, 1, 0], [0, 0, 1]],
        "alpha": "1/4",
        "x": [[1, 0, 0], [0, 1, 0], [-1, 0, 0], [0, -1, 0]],
        "z": [[0, 1, 0]] * 4,
        "d": [[0, 1, 1], [1, 0, 2], [0, 0, 1], [1, 0, 0]],
        "W": [[2, 0, 0], [0, 2, 0], [0, 0, 4]],
        "v1": [1, 0, 0],
        "lam1": 2,
    },
}
formal(
    "POW-L15.repaired",
    statement=model(
        V,
        STATE,
        ATTENTION,
        OJA,
        TANGENT,
        {"letters": AVERAGE["letters"], "given": AVERAGE["given"][:5]},
        {
            "show": [
                "(forall a in vector: a != 0 => dot(a, R(a)) > 0) => not (forall i: sum(j: other(i, j)*z[j]) == 0)",
                ZERO,
                KERNEL,
                SAME,
                f"({OFF}) => {UNSTABLE}",
            ]
        },
    ),
    proof=[
        intro(
            ",",
            have(
                [
                    ("forall i: sum(j: other(i, j)*z[j]) == 0", intro("t", KNOWN)),
                    (IN_Z, lemma("POW-N6.attention", P="R", x="z")),
                ],
                rule("contradiction", P="forall a in vector: a != 0 => dot(a, R(a)) > 0", C="1 <= 0"),
            ),
        ),
        have(FACTS, KNOWN),
        have(FACTS, KNOWN),
        have(FACTS, derivative("d", TANGENT["given"][0])),
        have(FACTS, from_mode(UNSTABLE, BEYOND)),
    ],
    instance=SQUARE_IN_SPACE,
    twin=Variant(
        "P indefinite",
        {SEMIDEFINITE: "alpha > 0"},
        {**SQUARE_IN_SPACE, "letters": {**SQUARE_IN_SPACE["letters"], "P": [[0, 0, 1], [0, 0, 0], [1, 0, 0]]}},
    ),
)
