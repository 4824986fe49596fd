"""One step of unit tokens in a cone about the principal direction v: the image is in a narrower cone.

c is the least height that the bound k on tangents leaves, so that the parts orthogonal to v are at most k c.
"""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, both, have, intro, leaf, lemma, rule, take

EIGEN = ["V(v) == lam*v", "dot(v, v) == 1"]
REST = "forall u in vector: dot(v, u) == 0 => dot(V(u), V(u)) <= l^2*dot(u, u)"
UNIT = "forall j: dot(x[j], x[j]) == 1"
HEIGHT = "forall j: dot(v, x[j]) > 0"
TANGENT = "forall j: 1 - dot(v, x[j])^2 <= k^2*dot(v, x[j])^2"
LEAST = "c^2*(1 + k^2) == 1"
HIGH = "forall j: dot(v, x[j]) >= c"
SHORT = "forall j: norm(P(j)) <= k*c"
GAP, EXCESS = "a[{0}]*(k*c - norm(P({0})))", "a[{0}]*(dot(v, x[{0}]) - c)"
WEIGHED = "norm(sum(j: a[j]*P(j))) <= sum(j: a[j]*norm(P(j)))"
ACROSS = "norm(P(p) + alpha*V(g)) <= norm(P(p)) + norm(alpha*V(g))"
WIDTH = "norm(P(p) + alpha*V(g)) <= k*c*(1 + alpha*l)"
UPWARD = "dot(v, y) >= c*(1 + alpha*lam)"

LENGTH = "norm(P(p) + alpha*V(g))"
SIDE, OTHER = "k*(1 + alpha*l)*dot(v, y)", f"{LENGTH}*(1 + alpha*lam)"
NARROW = f"{OTHER} <= {SIDE}"
CONE = {
    "letters": [
        "V: operator; v: vector; lam, l, alpha, k, c: number; x[token]: vector; a[token]: number; p: token",
    ],
    "where": [
        "y := x[p] + alpha*V(sum(j: a[j]*x[j]))",
        "P(j) := x[j] - dot(v, x[j])*v",
        "g := sum(j: a[j]*P(j))",
    ],
    "given": [
        *EIGEN,
        REST,
        *("l >= 0", "l < lam", "alpha > 0", "k >= 0", "c > 0", LEAST),
        *("forall j: a[j] >= 0", "sum(j: a[j]) == 1"),
        *(UNIT, HEIGHT, TANGENT),
    ],
}
SHOWN = [
    HIGH,
    UPWARD,
    WIDTH,
    "(dot(y, y) - dot(v, y)^2)*(1 + alpha*lam)^2 <= (k*(1 + alpha*l))^2*dot(v, y)^2",
]
formal(
    "LEM-cone",
    title="One step in a cone about the principal direction",
    statement={**CONE, "show": SHOWN},
    proof=[
        intro(
            "q",
            rule(
                "below the square",
                KNOWN,
                take(
                    TANGENT,
                    ["q"],
                    leaf("1: 1 - dot(v, x[q])^2 <= k^2*dot(v, x[q])^2", f"eq 1: {LEAST}", times=["1 + k^2"]),
                ),
                a="c",
                b="dot(v, x[q])",
            ),
        ),
        have(
            [
                ("lam > 0", leaf("1: l < lam", "1: l >= 0")),
                (
                    f"sum(j: {EXCESS.format('j')}) >= 0",
                    rule(
                        "positive sum",
                        take(HIGH, ["q"], leaf("1: a[q] >= 0; dot(v, x[q]) >= c")),
                        e=f"fn(j: {EXCESS.format('j')})",
                        new={"x": "q"},
                    ),
                ),
            ],
            take(
                HIGH,
                ["p"],
                leaf(
                    "1: dot(v, x[p]) >= c",
                    f"1: sum(j: {EXCESS.format('j')}) >= 0; alpha > 0; lam > 0",
                    use=[*EIGEN, "sum(j: a[j]) == 1"],
                ),
            ),
        ),
        have(
            [
                (
                    SHORT,
                    intro(
                        "q",
                        rule(
                            "below the square",
                            KNOWN,
                            take(
                                HIGH,
                                ["q"],
                                leaf(
                                    "1: dot(v, x[q]) >= c; dot(v, x[q]) >= c",
                                    "2: dot(v, x[q]) >= c; c > 0",
                                    f"eq -1: {LEAST}",
                                    use=[UNIT, "dot(v, v) == 1"],
                                ),
                            ),
                            a="norm(P(q))",
                            b="k*c",
                        ),
                    ),
                ),
                (
                    f"sum(j: {GAP.format('j')}) >= 0",
                    rule(
                        "positive sum",
                        take(SHORT, ["q"], leaf("1: a[q] >= 0; norm(P(q)) <= k*c")),
                        e=f"fn(j: {GAP.format('j')})",
                        new={"x": "q"},
                    ),
                ),
                (WEIGHED, rule("norm of a weighted sum", KNOWN, e="fn(j: a[j])", u="fn(j: P(j))", new={"x": "q"})),
                (
                    "norm(g) <= k*c",
                    leaf(f"1: {WEIGHED}", f"1: sum(j: {GAP.format('j')}) >= 0", use=["sum(j: a[j]) == 1"]),
                ),
                ("dot(v, g) == 0", leaf(use=["dot(v, v) == 1"])),
                (
                    "norm(V(g)) <= l*norm(g)",
                    take(
                        REST,
                        ["g"],
                        rule("below the square", KNOWN, KNOWN, a="norm(V(g))", b="l*norm(g)"),
                    ),
                ),
                (ACROSS, rule("triangle", u="P(p)", w="alpha*V(g)")),
                ("norm(alpha*V(g)) == alpha*norm(V(g))", rule("norm scaled", KNOWN, u="V(g)", k="alpha")),
            ],
            take(
                SHORT,
                ["p"],
                leaf(
                    f"1: {ACROSS}",
                    "1: norm(P(p)) <= k*c",
                    "1: norm(V(g)) <= l*norm(g); alpha > 0",
                    "1: norm(g) <= k*c; alpha > 0; l >= 0",
                    "eq 1: norm(alpha*V(g)) == alpha*norm(V(g))",
                ),
            ),
        ),
        have(
            [
                ("1 + alpha*lam > 0", leaf("1:", "1: alpha > 0; l < lam", "1: alpha > 0; l >= 0")),
                ("1 + alpha*l > 0", KNOWN),
                (NARROW, leaf(f"1: {WIDTH}; 1 + alpha*lam > 0", f"1: {UPWARD}; k >= 0; 1 + alpha*l > 0")),
                ("dot(v, y) >= 0", leaf(f"1: {UPWARD}", "1: c > 0; 1 + alpha*lam > 0")),
                (
                    f"{SIDE} + {OTHER} >= 0",
                    leaf("1: k >= 0; 1 + alpha*l > 0; dot(v, y) >= 0", f"1: {LENGTH} >= 0; 1 + alpha*lam > 0"),
                ),
            ],
            leaf(f"1: {NARROW}; {SIDE} + {OTHER} >= 0", use=EIGEN),
        ),
    ],
)

formal(
    "LEM-cone.image",
    title="The image of one step in a cone",
    statement={**CONE, "show": f"dot(v, y) > 0 and {SHOWN[3]}"},
    proof=have(
        [
            (" and ".join(f"({fact})" for fact in SHOWN), lemma("LEM-cone")),
            ("c*(1 + alpha*lam) > 0", leaf("1: c > 0", "1: c > 0; alpha > 0; l < lam", "1: c > 0; alpha > 0; l >= 0")),
        ],
        both(leaf(f"1: {UPWARD}", "1: c*(1 + alpha*lam) > 0"), KNOWN),
    ),
)
formal(
    "LEM-cone.unit",
    title="A vector in a cone, normalised",
    statement={
        "letters": ["v, y, z: vector; A, B: number"],
        "given": [
            *("dot(v, v) == 1", "z == unit(y)", "A > 0", "dot(v, y) > 0"),
            "(dot(y, y) - dot(v, y)^2)*A^2 <= B^2*dot(v, y)^2",
        ],
        "show": "dot(z, z) == 1 and dot(v, z) > 0 and 1 - dot(v, z)^2 <= (B/A)^2*dot(v, z)^2",
    },
    proof=have(
        [
            ("dot(v, y) <= norm(v)*norm(y)", rule("Cauchy-Schwarz", u="v", w="y")),
            (
                "norm(y) > 0",
                leaf("1: dot(v, y) <= norm(v)*norm(y)", "1: dot(v, y) > 0", use=["dot(v, v) == 1"]),
            ),
        ],
        both(
            leaf(use=["z == unit(y)"]),
            leaf("1: dot(v, y) > 0", use=["z == unit(y)"], times=["norm(y)"]),
            leaf(
                "1: (dot(y, y) - dot(v, y)^2)*A^2 <= B^2*dot(v, y)^2",
                use=["z == unit(y)"],
                times=["norm(y)", "norm(y)", "A", "A"],
            ),
        ),
    ),
)
