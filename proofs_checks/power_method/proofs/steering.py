"""Section 2.3: the rank-one update of the output matrix, exactly, and by the pseudo-inverse where V_cat is singular.

Vcat stacks the value matrices, F = O Vcat. A pseudo-inverse G is what satisfies Penrose's four equations; Pi = G Vcat
is then the orthogonal projector on the row space of Vcat. The b_k are an orthonormal basis, over which the Frobenius
norm is a sum.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, intro, leaf, lemma, rule, take

OUTPUT: Part = {
    "letters": ["O, Vcat: matrix", "u, w: vector"],
    "where": ["F(x) := O(Vcat(x))"],
}
INVERSE: Part = {"letters": ["Vinv: matrix"], "given": ["forall x in vector: Vinv(Vcat(x)) == x"]}
MATRICES = {
    "O": [[1, 2], [0, -1]],
    "Vcat": [[2, 1], [1, 1]],
    "Vinv": [[1, -1], [-1, 2]],
    "u": [1, 3],
    "w": [2, -1],
}


def plane(letters: Part, **more: object) -> Part:
    """An instance in the plane."""
    return {"dim": 2, "letters": letters, **more}


for id, rho, letters, values in (
    ("POW-S1", "rho", "rho: number", {"rho": 10}),
    ("POW-S1.R2", "c*lambda_1", "c, lambda_1: number", {"c": 10, "lambda_1": 2}),
):
    formal(
        id,
        statement=model(
            OUTPUT,
            INVERSE,
            {
                "letters": [letters],
                "where": [f"O_steered(y) := O(y) + {rho}*dot(w, Vinv(y))*u"],
                "show": f"forall x in vector: O_steered(Vcat(x)) == F(x) + {rho}*dot(w, x)*u",
            },
        ),
        proof=intro("z", take(INVERSE["given"][0], ["z"], leaf(use=["Vinv(Vcat(z)) == z"]))),
        instance=plane({**MATRICES, **values}),
        twin=Variant("twice the rank-one term", {"dot(w, x)*u": "2*dot(w, x)*u"}, plane({**MATRICES, **values})),
    )

PENROSE: Part = {
    "letters": ["G: matrix", "b[direction]: vector", "rho: number"],
    "where": [
        "Pi(x) := G(Vcat(x))",
    ],
    "given": [
        "forall a in vector: Vcat(G(Vcat(a))) == Vcat(a)",
        "forall a in vector, z in vector: dot(a, G(Vcat(z))) == dot(G(Vcat(a)), z)",
        "forall a in vector: a == sum(k in direction: dot(b[k], a)*b[k])",
    ],
}
REPEATED, SELF_ADJOINT, COMPLETE = PENROSE["given"]

OTHER: Part = {"letters": ["B: matrix"]}
ERROR = "sum(k in direction: dot(error(b[k]), error(b[k])))"
OTHER_ERROR = "sum(k in direction: dot(other(b[k]), other(b[k])))"
REST = "(w - Pi(w))"
PARTS = f"sum(k in direction: dot(b[k], {REST})*b[k])"
SPLIT = f"{REST} == {PARTS}"
SQUARES = "sum(k in direction: dot(apart(b[k]), apart(b[k])))"
PARSEVAL = f"sum(k in direction: dot(b[k], {REST})*dot(b[k], {REST})) == dot({REST}, {REST})"
CROSS = f"sum(k in direction: dot(b[k], Pi(w))*dot(b[k], {REST})) == dot(Pi(w), {REST})"
WEIGHTED = f"sum(k in direction: rho^2*dot(u, u)*dot(b[k], {REST})*dot(b[k], {REST}))"
SEEN = f"dot(u, {{0}}(Vcat({REST}))) == dot(u, {{0}}(Vcat({PARTS})))"
KEPT = "Vcat(G(Vcat(w))) == Vcat(w)"
SINGULAR = {
    "O": [[1, 2], [0, -1]],
    "Vcat": [[2, 0], [0, 0]],
    "G": [["1/2", 0], [0, 0]],
    "u": [1, 3],
    "w": [2, -1],
    "rho": 10,
    "b": [["3/5", "4/5"], ["-4/5", "3/5"]],
}
formal(
    "POW-S1.pinv",
    statement=model(
        OUTPUT,
        PENROSE,
        OTHER,
        {
            "where": [
                "O_steered(y) := O(y) + rho*dot(w, G(y))*u",
                "apart(x) := B(Vcat(x)) - F(x) - rho*dot(Pi(w), x)*u",
                "error(x) := O_steered(Vcat(x)) - F(x) - rho*dot(w, x)*u",
                "other(x) := B(Vcat(x)) - F(x) - rho*dot(w, x)*u",
            ],
            "show": [
                "forall x in vector: O_steered(Vcat(x)) == F(x) + rho*dot(Pi(w), x)*u",
                f"{ERROR} == rho^2*dot(u, u)*dot(w - Pi(w), w - Pi(w))",
                f"{OTHER_ERROR} >= {ERROR}",
            ],
        },
    ),
    proof=[
        intro("y", take(SELF_ADJOINT, ["w", "y"], leaf(use=["dot(w, G(Vcat(y))) == dot(G(Vcat(w)), y)"]))),
        have(
            [
                (
                    f"{ERROR} == {WEIGHTED}",
                    rule(
                        "equal sums, directions",
                        take(
                            SELF_ADJOINT,
                            ["w", "b[y]"],
                            leaf(use=["dot(w, G(Vcat(b[y]))) == dot(G(Vcat(w)), b[y])"]),
                        ),
                        e="fn(k in direction: dot(error(b[k]), error(b[k])))",
                        f=f"fn(k in direction: rho^2*dot(u, u)*dot(b[k], {REST})*dot(b[k], {REST}))",
                        new={"x": "y"},
                    ),
                ),
                (PARSEVAL, lemma("LEM-Parseval", q=REST, z=REST)),
            ],
            leaf(f"eq: {ERROR} == {WEIGHTED}", f"eq rho^2*dot(u, u): {PARSEVAL}"),
        ),
        have(
            [
                (SPLIT, take(COMPLETE, [REST], KNOWN)),
                (f"Vcat({REST}) == Vcat({PARTS})", lemma("LEM-same-image", u=REST, w=PARTS, M="Vcat")),
                (
                    f"B(Vcat({REST})) == B(Vcat({PARTS}))",
                    lemma("LEM-same-image", u=f"Vcat({REST})", w=f"Vcat({PARTS})", M="B"),
                ),
                (
                    f"O(Vcat({REST})) == O(Vcat({PARTS}))",
                    lemma("LEM-same-image", u=f"Vcat({REST})", w=f"Vcat({PARTS})", M="O"),
                ),
                *(
                    (
                        SEEN.format(M),
                        lemma("LEM-same-dot", u=f"{M}(Vcat({REST}))", w=f"{M}(Vcat({PARTS}))", z="u"),
                    )
                    for M in ("B", "O")
                ),
                (
                    f"dot(Pi(w), {REST}) == 0",
                    take(
                        REPEATED,
                        ["w"],
                        take(
                            SELF_ADJOINT,
                            ["w", "Pi(w)"],
                            leaf("eq: dot(w, G(Vcat(Pi(w)))) == dot(G(Vcat(w)), Pi(w))", use=[KEPT]),
                        ),
                    ),
                ),
                (PARSEVAL, lemma("LEM-Parseval", q=REST, z=REST)),
                (
                    CROSS,
                    lemma("LEM-Parseval", q="Pi(w)", z=REST),
                ),
                (
                    f"{SQUARES} >= 0",
                    rule(
                        "positive sum, directions",
                        leaf("1: sq norm(apart(b[y]))"),
                        e="fn(k in direction: dot(apart(b[k]), apart(b[k])))",
                        new={"x": "y"},
                    ),
                ),
            ],
            take(
                REPEATED,
                ["w"],
                leaf(
                    f"1: {SQUARES} >= 0",
                    f"eq: {ERROR} == rho^2*dot(u, u)*dot({REST}, {REST})",
                    f"eq -rho^2*dot(u, u): {PARSEVAL}",
                    f"eq -2*rho: {SEEN.format('B')}",
                    f"eq 2*rho: {SEEN.format('O')}",
                    f"eq -2*rho^2*dot(u, u): {CROSS}",
                    f"eq -2*rho^2*dot(u, u): dot(Pi(w), {REST}) == 0",
                    use=[KEPT],
                ),
            ),
        ),
    ],
    instance=plane({**SINGULAR, "B": [[1, 0], [1, 1]]}, directions=2),
    twin=Variant(
        "twice the projected term",
        {"rho*dot(Pi(w), x)*u": "2*rho*dot(Pi(w), x)*u"},
        plane({**SINGULAR, "B": [[1, 0], [1, 1]]}, directions=2),
    ),
)
