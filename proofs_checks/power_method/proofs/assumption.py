"""Supplement D.2: Assumption 1 can hold in every situation that the theorems distinguish."""

from __future__ import annotations

from proofs_checks.power_method.proofs.false_readings import plane
from verify.formal import Variant, formal
from verify.tactics.build import (
    KNOWN,
    both,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    take,
    unfold,
)

DIAGONAL = "forall u in vector: V(u) == r*u + (1 - r)*dot(e, u)*e"
EIGENVECTOR = "exists w in vector: w != 0 and dot(e, w) == 0 and V(w) == m*w"
SMALLER = have(
    [
        ("dot(w, w) > 0", rule("positive square", u="w")),
        ("dot(w, V(w)) == dot(w, m*w)", lemma("LEM-same-dot", u="V(w)", w="m*w", z="w")),
        (
            "m*dot(w, w) == r*dot(w, w)",
            take(
                DIAGONAL,
                ["w"],
                leaf(
                    "eq -1: dot(w, V(w)) == dot(w, m*w)",
                    use=["V(w) == r*w + (1 - r)*dot(e, w)*e", "dot(e, w) == 0"],
                ),
            ),
        ),
    ],
    leaf("1: r < 1; dot(w, w) > 0", "eq: m*dot(w, w) == r*dot(w, w)", times=["dot(w, w)"]),
)
AT_Y = "V(y) == r*y + (1 - r)*dot(e, y)*e"
NO_KERNEL = have(
    [
        ("dot(e, V(y)) == dot(e, 0*e)", lemma("LEM-same-dot", leaf(use=["V(y) == 0"]), u="V(y)", w="0*e", z="e")),
        ("dot(y, V(y)) == dot(y, 0*e)", lemma("LEM-same-dot", leaf(use=["V(y) == 0"]), u="V(y)", w="0*e", z="y")),
    ],
    take(
        DIAGONAL,
        ["y"],
        have(
            [
                ("dot(e, y) == 0", leaf("eq: dot(e, V(y)) == dot(e, 0*e)", use=[AT_Y, "dot(e, e) == 1"])),
                ("dot(y, y) == 0", leaf("eq 1/r: dot(y, V(y)) == dot(y, 0*e)", use=[AT_Y, "dot(e, y) == 0"])),
            ],
            rule("equal vectors", leaf("eq: dot(y, y) == 0"), u="y", w="0*y"),
        ),
    ),
)
formal(
    "POW-A1",
    statement={
        "letters": ["V: operator", "e: vector", "r: number"],
        "given": ["dot(e, e) == 1", "r < 1", "r != 0", DIAGONAL],
        "show": [
            "simple_top(V, e, 1)",
            "forall u in vector: V(u) == 0 => u == 0",
            "forall w in vector: dot(e, w) == 0 => V(w) == r*w",
            "r > 0 => positive_definite(V)",
        ],
    },
    proof=[
        unfold(
            "goal",
            both(
                take(DIAGONAL, ["e"], leaf(use=["V(e) == r*e + (1 - r)*dot(e, e)*e", "dot(e, e) == 1"])),
                KNOWN,
                intro("m,", unfold("eigenvalue(V, e, m)", obtain(EIGENVECTOR, "w", SMALLER))),
            ),
        ),
        intro("y,", NO_KERNEL),
        intro("y,", take(DIAGONAL, ["y"], leaf(use=["V(y) == r*y + (1 - r)*dot(e, y)*e", "dot(e, y) == 0"]))),
        intro(
            "",
            rule(
                "positive definite",
                have(
                    [("dot(y, y) > 0", rule("positive square", u="y"))],
                    take(
                        DIAGONAL,
                        ["y"],
                        leaf(
                            "1: r > 0; dot(y, y) > 0",
                            "1: r < 1; sq dot(e, y)",
                            use=["V(y) == r*y + (1 - r)*dot(e, y)*e"],
                        ),
                    ),
                ),
                W="V",
                new={"u": "y"},
            ),
        ),
    ],
    instance=plane({"V": [[1, 0], [0, -2]], "e": [1, 0], "r": -2}),
    twin=Variant(
        "diag(1/2, r, ..., r), whose first eigenvalue need not be the largest",
        {"(1 - r)*dot(e, u)*e": "(1/2 - r)*dot(e, u)*e"},
        plane({"V": [["1/2", 0], [0, "3/4"]], "e": [1, 0], "r": "3/4"}),
    ),
)
