"""Introduction: the power iteration tends to the line of the dominant eigenvector, for every start with a component.

l is the left eigenvector with dot(l, v) == 1, so that dot(l, x) is the component of x along v, and W its kernel.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, lemma, obtain, rule, take, witness

BY_MODULUS = "forall s in number, w in number: other_eigenvalue(F, v, s, w) => s^2 + w^2 < lam^2"
ITERATION: Part = {
    "letters": ["F: matrix; v, l, x[step]: vector; lam: number"],
    "where": ["z(n) := 1/dot(l, x[n])*x[n] - v"],
    "given": [
        "F(v) == lam*v",
        "dot(v, v) == 1",
        "lam != 0",
        "forall u in vector: dot(l, F(u)) == lam*dot(l, u)",
        "dot(l, v) == 1",
        BY_MODULUS,
        "forall n in step: x[n + 1] == unit(F(x[n]))",
        "dot(l, x[0]) != 0",
    ],
}
LEFT, NEXT = ITERATION["given"][3], ITERATION["given"][6]
LATER = "forall e in number: e > 0 => (exists s in size: forall n in size: n >= s => {})".format
SMALL = LATER("norm(z(n)) < e")
SEEN = "forall n in size: dot(l, x[n]) != 0"
PUSHED = (
    "norm(F(x[k])) > 0",
    have(
        [
            ("dot(l, F(x[k])) == lam*dot(l, x[k])", take(LEFT, ["x[k]"], KNOWN)),
            (
                "dot(1/(lam*dot(l, x[k]))*l, F(x[k])) == 1",
                leaf("eq 1/(lam*dot(l, x[k])): dot(l, F(x[k])) == lam*dot(l, x[k])"),
            ),
        ],
        lemma("LEM-direction.length", l="1/(lam*dot(l, x[k]))*l", u="F(x[k])"),
    ),
)
MOVED = "dot(l, x[k + 1]) == lam*dot(l, x[k])/norm(F(x[k]))"
STEP = [
    ("dot(l, F(x[k])) == lam*dot(l, x[k])", take(LEFT, ["x[k]"], KNOWN)),
    PUSHED,
    ("x[k + 1] == unit(F(x[k]))", take(NEXT, ["k"], KNOWN)),
    (
        MOVED,
        leaf("eq 1/norm(F(x[k])): dot(l, F(x[k])) == lam*dot(l, x[k])", use=["x[k + 1] == unit(F(x[k]))"]),
    ),
]
KEPT = (SEEN, rule("induction", KNOWN, have(STEP, leaf(use=[MOVED])), P="fn(n: dot(l, x[n]) != 0)", new={"n": "k"}))
formal(
    "LEM-power-iteration.ratios",
    title="The ratios of the components of a power iteration tend to zero",
    statement=model(ITERATION, {"show": [SEEN, SMALL]}),
    proof=[
        have([KEPT], KNOWN),
        have(
            [KEPT],
            lemma(
                "LEM-powers-vanish.matrix",
                KNOWN,
                KNOWN,
                KNOWN,
                KNOWN,
                KNOWN,
                intro("k", have([("dot(l, x[k]) != 0", take(SEEN, ["k"], KNOWN))], leaf(use=["dot(l, v) == 1"]))),
                intro(
                    "k",
                    have(
                        [
                            ("dot(l, x[k]) != 0", take(SEEN, ["k"], KNOWN)),
                            ("dot(l, x[k + 1]) != 0", take(SEEN, ["k + 1"], KNOWN)),
                            *STEP,
                        ],
                        leaf(use=["x[k + 1] == unit(F(x[k]))", "dot(l, F(x[k])) == lam*dot(l, x[k])", "F(v) == lam*v"]),
                    ),
                ),
                mu="lam",
                z="fn(n in step: z(n))",
            ),
        ),
    ],
)
RATIOS = (f"({SEEN}) and ({SMALL})", lemma("LEM-power-iteration.ratios"))
formal(
    "LEM-power-iteration.line",
    title="A vector is as near to a line as its ratios are small",
    statement={
        "letters": ["v, l, x: vector; r: number"],
        "given": ["dot(v, v) == 1", "dot(l, x) != 0", "norm(1/dot(l, x)*x - v) < r"],
        "show": ["norm(x - dot(v, x)*v) <= r*norm(l)*norm(x)"],
    },
    proof=have(
        [
            ("dot(l, x) <= norm(l)*norm(x)", rule("Cauchy-Schwarz", u="l", w="x")),
            ("dot(-l, x) <= norm(-l)*norm(x)", rule("Cauchy-Schwarz", u="-l", w="x")),
            (
                "abs(dot(l, x)) <= norm(l)*norm(x)",
                rule(
                    "absolute at most",
                    KNOWN,
                    leaf("1: dot(-l, x) <= norm(-l)*norm(x)"),
                    e="dot(l, x)",
                    b="norm(l)*norm(x)",
                ),
            ),
            ("abs(dot(l, x))^2 == dot(l, x)^2", rule("absolute square", e="dot(l, x)")),
            (
                "norm(x - dot(v, x)*v) <= abs(dot(l, x))*norm(1/dot(l, x)*x - v)",
                rule(
                    "below the square",
                    KNOWN,
                    leaf(
                        "1: sq dot(v, x) - dot(l, x)",
                        "eq -dot(1/dot(l, x)*x - v, 1/dot(l, x)*x - v): abs(dot(l, x))^2 == dot(l, x)^2",
                        use=["dot(v, v) == 1"],
                    ),
                    a="norm(x - dot(v, x)*v)",
                    b="abs(dot(l, x))*norm(1/dot(l, x)*x - v)",
                ),
            ),
        ],
        leaf(
            "1: norm(x - dot(v, x)*v) <= abs(dot(l, x))*norm(1/dot(l, x)*x - v)",
            "1: abs(dot(l, x)) <= norm(l)*norm(x); norm(1/dot(l, x)*x - v) >= 0",
            "1: norm(1/dot(l, x)*x - v) < r; norm(l)*norm(x) >= 0",
        ),
    ),
)
LONG = ("norm(x[k]) > 0", lemma("LEM-direction.length", leaf(), l="1/dot(l, x[k])*l", u="x[k]"))
AT_E = "r/(1 + norm(l))"
FROM = "exists s in size: forall n in size: n >= s => norm(z(n)) < {}".format
ON = "forall n in size: n >= s => norm(z(n)) < {}".format


def eventually(bound: str, then: Tree) -> Tree:
    """From some step k on the ratios are below a positive bound."""
    return intro(
        "r,",
        have(
            [RATIOS, (f"{bound} > 0", leaf("1: r > 0", times=["1 + norm(l)"]))],
            take(
                SMALL,
                [bound],
                obtain(FROM(bound), "s", witness("s", intro("k,", take(ON(bound), ["k"], take(SEEN, ["k"], then))))),
            ),
        ),
    )


LINE = "norm(x[n] - dot(v, x[n])*v) < e*norm(x[n])"
WITHOUT: Part = {
    "dim": 2,
    "letters": {"F": [[2, 0], [0, 1]], "v": [1, 0], "l": [1, 0], "lam": 2, "x": {"always": [0, 1]}},
}
HERE: Part = {
    "dim": 3,
    "letters": {
        "F": [[2, 1, 0], [0, 1, 1], [0, -1, 1]],
        "v": [1, 0, 0],
        "l": [1, "1/2", "1/2"],
        "lam": 2,
        "x": {"always": [1, 0, 0]},
    },
}
formal(
    "POW-I1",
    statement=model(ITERATION, {"show": [SEEN, LATER(LINE)]}),
    proof=[
        have([RATIOS], KNOWN),
        eventually(
            AT_E,
            have(
                [
                    (
                        "norm(x[k] - dot(v, x[k])*v) <= r/(1 + norm(l))*norm(l)*norm(x[k])",
                        lemma("LEM-power-iteration.line", x="x[k]", r=AT_E),
                    ),
                    LONG,
                ],
                leaf(
                    "1: norm(x[k] - dot(v, x[k])*v) <= r/(1 + norm(l))*norm(l)*norm(x[k])",
                    "1: norm(x[k] - dot(v, x[k])*v) <= r/(1 + norm(l))*norm(l)*norm(x[k]); norm(l) >= 0",
                    "1: r > 0; norm(x[k]) > 0",
                    times=["1 + norm(l)"],
                ),
            ),
        ),
    ],
    instance=HERE,
    twin=Variant("a start without a component along the eigenvector", {"dot(l, x[0]) != 0": "x[0] != 0"}, WITHOUT),
)
