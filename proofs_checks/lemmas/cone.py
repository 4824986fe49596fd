"""One step of unit tokens in a cone about the principal direction v, or in two opposite ones, leads to narrower ones.

The tokens of the opposite cone are given turned; e_j is 1 for those on the side of token p and -1 for the others, whose
weight w bounds. c is the least height that the bound k on tangents leaves, so that the parts across v are at most k c.
"""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, both, have, intro, leaf, lemma, rule, split, take

EIGEN = ["V(v) == lam*v", "dot(v, v) == 1"]
REST = "forall u in vector: dot(v, u) == 0 => dot(V(u), V(u)) <= l^2*dot(u, u)"
UNIT = "forall j: dot(x[j], x[j]) == 1"
HEIGHT = "forall j: dot(v, x[j]) > 0"
TANGENT = "forall j: 1 - dot(v, x[j])^2 <= k^2*dot(v, x[j])^2"
LEAST = "c^2*(1 + k^2) == 1"
HIGH = "forall j: dot(v, x[j]) >= c"
SHORT = "forall j: norm(P(j)) <= k*c"
SIGNS = "forall j: e[j] == 1 or e[j] == -1"
WEIGHTS = ["forall j: a[j] >= 0", "sum(j: a[j]) == 1"]
OPPOSITE = "sum(j: a[j]*(1 - e[j])/2) <= w"
HELD = "(1 - w - w/least)"
CAP = {
    "letters": [
        "V: operator; v: vector; lam, l, alpha, k, c, w, least: number; x[token]: vector; a[token], e[token]: number;"
        " p: token",
    ],
    "where": [
        "y := x[p] + alpha*V(sum(j: a[j]*e[j]*x[j]))",
        "P(j) := x[j] - dot(v, x[j])*v",
        "g := sum(j: a[j]*e[j]*P(j))",
        f"held := lam*{HELD}",
    ],
    "given": [
        *EIGEN,
        REST,
        *("lam > 0", "l >= 0", "l < held", "alpha > 0", "k >= 0", "c > 0", LEAST),
        *WEIGHTS,
        *(UNIT, HEIGHT, TANGENT),
        SIGNS,
        OPPOSITE,
        *("w >= 0", "least > 0", "least <= c"),
    ],
}
TERM = "a[{0}]*(e[{0}]*dot(v, x[{0}]) - (1 + e[{0}])/2*c + (1 - e[{0}])/2)".format
GAP = "a[{0}]*(k*c - norm(e[{0}]*P({0})))".format
WEIGHED = "norm(sum(j: a[j]*(e[j]*P(j)))) <= sum(j: a[j]*norm(e[j]*P(j)))"
MEAN = "sum(j: a[j]*e[j]*dot(v, x[j])) >= c*(1 - w - w/least)"
UPWARD = "dot(v, y) >= c*(1 + alpha*held)"
ACROSS = "norm(P(p) + alpha*V(g)) <= norm(P(p)) + norm(alpha*V(g))"
LENGTH = "norm(P(p) + alpha*V(g))"
WIDTH = f"{LENGTH} <= k*c*(1 + alpha*l)"
SIDE, OTHER = "k*(1 + alpha*l)*dot(v, y)", f"{LENGTH}*(1 + alpha*held)"
NARROW = f"{OTHER} <= {SIDE}"
SIGN = "e[q] == 1 or e[q] == -1"
MOST = have(
    [
        ("norm(v) == 1", leaf(use=["dot(v, v) == 1"])),
        ("norm(x[q]) == 1", leaf(use=[UNIT])),
        ("dot(v, x[q]) <= norm(v)*norm(x[q])", rule("Cauchy-Schwarz", u="v", w="x[q]")),
        ("dot(v, x[q]) >= c", take(HIGH, ["q"], KNOWN)),
        ("dot(v, x[q]) <= 1", leaf("1: dot(v, x[q]) <= norm(v)*norm(x[q])", use=["dot(v, v) == 1", UNIT])),
        (SIGN, take(SIGNS, ["q"], KNOWN)),
        "a[q] >= 0",
    ],
    split(
        SIGN,
        leaf("1: a[q] >= 0; dot(v, x[q]) >= c", use=["e[q] == 1"]),
        leaf("1: a[q] >= 0; dot(v, x[q]) <= 1", use=["e[q] == -1"]),
    ),
)
SHOWN = [HIGH, MEAN, UPWARD, WIDTH, "(dot(y, y) - dot(v, y)^2)*(1 + alpha*held)^2 <= (k*(1 + alpha*l))^2*dot(v, y)^2"]
HIGHER = intro(
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
)
ALIKE = "norm(e[q]*P(q)) == norm(P(q))"
SHORTER = intro(
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
)
formal(
    "LEM-cap",
    title="One step of tokens in two opposite caps, the tokens of one of them turned",
    statement={**CAP, "show": SHOWN},
    proof=[
        HIGHER,
        have(
            [
                (f"sum(j: {TERM('j')}) >= 0", rule("positive sum", MOST, e=f"fn(j: {TERM('j')})", new={"x": "q"})),
                ("w*c/least >= w", leaf("1: w >= 0; least <= c", times=["least"])),
            ],
            leaf(
                f"1: sum(j: {TERM('j')}) >= 0",
                f"1: {OPPOSITE}; c > 0",
                f"1: {OPPOSITE}",
                "1: w*c/least >= w",
                "eq -c: sum(j: a[j]) == 1",
            ),
        ),
        take(HIGH, ["p"], leaf("1: dot(v, x[p]) >= c", f"1: {MEAN}; alpha > 0; lam > 0", use=EIGEN)),
        have(
            [
                (SHORT, SHORTER),
                (
                    f"sum(j: {GAP('j')}) >= 0",
                    rule(
                        "positive sum",
                        take(
                            SHORT,
                            ["q"],
                            have(
                                [
                                    (SIGN, take(SIGNS, ["q"], KNOWN)),
                                    (ALIKE, split(SIGN, leaf(use=["e[q] == 1"]), leaf(use=["e[q] == -1"]))),
                                    "a[q] >= 0",
                                ],
                                leaf("1: a[q] >= 0; norm(P(q)) <= k*c", f"eq a[q]: {ALIKE}"),
                            ),
                        ),
                        e=f"fn(j: {GAP('j')})",
                        new={"x": "q"},
                    ),
                ),
                (WEIGHED, rule("norm of a weighted sum", KNOWN, e="fn(j: a[j])", u="fn(j: e[j]*P(j))", new={"x": "q"})),
                ("norm(g) <= k*c", leaf(f"1: {WEIGHED}", f"1: sum(j: {GAP('j')}) >= 0", f"eq k*c: {WEIGHTS[1]}")),
                ("dot(v, g) == 0", leaf(use=["dot(v, v) == 1"])),
                (
                    "norm(V(g)) <= l*norm(g)",
                    take(REST, ["g"], rule("below the square", KNOWN, KNOWN, a="norm(V(g))", b="l*norm(g)")),
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
                ("1 + alpha*held > 0", leaf("1:", "1: alpha > 0; l < held", "1: alpha > 0; l >= 0")),
                ("1 + alpha*l > 0", KNOWN),
                (NARROW, leaf(f"1: {WIDTH}; 1 + alpha*held > 0", f"1: {UPWARD}; k >= 0; 1 + alpha*l > 0")),
                ("dot(v, y) >= 0", leaf(f"1: {UPWARD}", "1: c > 0; 1 + alpha*held > 0")),
                (
                    f"{SIDE} + {OTHER} >= 0",
                    leaf("1: k >= 0; 1 + alpha*l > 0; dot(v, y) >= 0", f"1: {LENGTH} >= 0; 1 + alpha*held > 0"),
                ),
            ],
            leaf(f"1: {NARROW}; {SIDE} + {OTHER} >= 0", use=EIGEN),
        ),
    ],
)
formal(
    "LEM-cap.image",
    title="The image of one step of tokens in two opposite caps",
    statement={**CAP, "show": f"dot(v, y) > 0 and {SHOWN[4]}"},
    proof=have(
        [
            (" and ".join(f"({fact})" for fact in SHOWN), lemma("LEM-cap")),
            (
                "c*(1 + alpha*held) > 0",
                leaf("1: c > 0", "1: c > 0; alpha > 0; l < held", "1: c > 0; alpha > 0; l >= 0"),
            ),
        ],
        both(leaf(f"1: {UPWARD}", "1: c*(1 + alpha*held) > 0"), KNOWN),
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
