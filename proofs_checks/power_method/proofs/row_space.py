"""Section 2.3: which rank-one updates of the layer matrix a singular Vcat allows: those with w in its row space."""

from __future__ import annotations

from proofs_checks.power_method.proofs.steering import (
    ERROR,
    KEPT,
    OTHER,
    OTHER_ERROR,
    OUTPUT,
    PENROSE,
    REPEATED,
    REST,
    SELF_ADJOINT,
    SINGULAR,
    plane,
)
from verify.formal import Variant, all_formal, formal, model
from verify.tactics.build import both, have, intro, leaf, lemma, rule, take, witness

TRANSPOSE = "forall a in vector, z in vector: dot(Gt(a), z) == dot(a, G(z))"
CLOSEST = all_formal()["POW-S1.pinv"].statement
BEST = " and ".join(f"({part})" for part in CLOSEST["show"])
IN_ROW_SPACE = "exists t in vector: forall x in vector: dot(w, x) == dot(t, Vcat(x))"
REACHED = "forall x in vector: B(Vcat(x)) == F(x) + rho*dot(w, x)*u"
BOUND = f"{OTHER_ERROR} >= rho^2*dot(u, u)*dot({REST}, {REST})"
UNSEEN = f"dot(Pi(w), {REST}) == 0"
ORTHOGONAL = (
    UNSEEN,
    take(
        REPEATED,
        ["w"],
        take(SELF_ADJOINT, ["w", "Pi(w)"], leaf("eq: dot(w, G(Vcat(Pi(w)))) == dot(G(Vcat(w)), Pi(w))", use=[KEPT])),
    ),
)
WITHOUT_REST = take(
    REACHED,
    [REST],
    take(
        REPEATED,
        ["w"],
        have(
            [
                ("dot(u, u) > 0", rule("positive square", u="u")),
                (
                    f"dot(u, B(Vcat({REST}))) == dot(u, F({REST}) + rho*dot(w, {REST})*u)",
                    lemma("LEM-same-dot", u=f"B(Vcat({REST}))", w=f"F({REST}) + rho*dot(w, {REST})*u", z="u"),
                ),
                (
                    f"dot(w, {REST}) == 0",
                    leaf(
                        f"eq -1/(rho*dot(u, u)): dot(u, B(Vcat({REST}))) == dot(u, F({REST}) + rho*dot(w, {REST})*u)",
                        use=[KEPT],
                    ),
                ),
                ORTHOGONAL,
            ],
            rule("equal vectors", leaf(f"eq: dot(w, {REST}) == 0", f"eq -1: {UNSEEN}"), u="w", w="Pi(w)"),
        ),
    ),
)
VALUES = {**SINGULAR, "Gt": SINGULAR["G"], "B": [[1, 0], [1, 1]]}
formal(
    "POW-S1.pinv.R1.repaired",
    statement=model(
        OUTPUT,
        PENROSE,
        OTHER,
        {
            "letters": ["Gt: matrix"],
            "where": [text for text in CLOSEST["where"] if text not in (*OUTPUT["where"], *PENROSE["where"])],
            "given": ["u != 0", "rho != 0", TRANSPOSE],
            "show": [
                "forall t in vector: (forall x in vector: dot(w, x) == dot(t, Vcat(x)))"
                " => (forall x in vector: O(Vcat(x)) + rho*dot(t, Vcat(x))*u == F(x) + rho*dot(w, x)*u)",
                f"({REACHED}) => ({IN_ROW_SPACE})",
                f"{REST} != 0 => {BOUND} and rho^2*dot(u, u)*dot({REST}, {REST}) > 0",
            ],
        },
    ),
    proof=[
        intro(
            "s,,y",
            take(
                "forall x in vector: dot(w, x) == dot(s, Vcat(x))",
                ["y"],
                have(["dot(w, y) == dot(s, Vcat(y))"], leaf(use=["dot(w, y) == dot(s, Vcat(y))"])),
            ),
        ),
        intro(
            "",
            have(
                [("w == Pi(w)", WITHOUT_REST)],
                witness(
                    "Gt(w)",
                    intro(
                        "y",
                        take(
                            SELF_ADJOINT,
                            ["w", "y"],
                            take(
                                TRANSPOSE,
                                ["w", "Vcat(y)"],
                                have(
                                    [
                                        (
                                            "dot(y, w) == dot(y, Pi(w))",
                                            lemma("LEM-same-dot", u="w", w="Pi(w)", z="y"),
                                        )
                                    ],
                                    leaf(
                                        "eq: dot(y, w) == dot(y, Pi(w))",
                                        "eq -1: dot(w, G(Vcat(y))) == dot(G(Vcat(w)), y)",
                                        "eq -1: dot(Gt(w), Vcat(y)) == dot(w, G(Vcat(y)))",
                                    ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        ),
        intro(
            "",
            have(
                [
                    ("dot(u, u) > 0", rule("positive square", u="u")),
                    (f"dot({REST}, {REST}) > 0", rule("positive square", u=REST)),
                    (BEST, lemma("POW-S1.pinv")),
                ],
                both(
                    leaf(
                        f"1: {OTHER_ERROR} >= {ERROR}",
                        f"eq -1: {ERROR} == rho^2*dot(u, u)*dot({REST}, {REST})",
                    ),
                    leaf(f"1: dot(u, u) > 0; dot({REST}, {REST}) > 0; rho^2 > 0"),
                ),
            ),
        ),
    ],
    instance=plane(VALUES, directions=2),
    twin=Variant(
        "twice the error",
        {f"{BOUND}": f"{OTHER_ERROR} >= 2*rho^2*dot(u, u)*dot({REST}, {REST})"},
        plane({**VALUES, "w": [0, 1], "B": SINGULAR["O"]}, directions=2),
    ),
)
