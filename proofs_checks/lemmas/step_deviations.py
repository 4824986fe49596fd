"""A step x_i + b of unit tokens, b a contraction of their mean, loses no direction: injective on the tangent space.

If d_i + alpha V d = t_i (x_i + alpha V m) with tangent d_i of mean d, then the deviations r_i of t_i from their mean
satisfy sum (1 + x_i.b) r_i^2 = N c.g, where c = sum r_i x_i/N, b = alpha V m and g = alpha V (d - t m). The scatter
about the mean bounds |c|, and |alpha V| < 1 leaves r = 0 only.
"""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, both, have, intro, leaf, lemma, rule, take

UNIT = "forall i: dot(x[i], x[i]) == 1"
ZERO_SUM = "sum(j: r[j]) == 0"
PAIRS = "dot(r[{0}]*(x[{1}] - m) - r[{1}]*(x[{0}] - m), r[{0}]*(x[{1}] - m) - r[{1}]*(x[{0}] - m))"
ALL_PAIRS = f"sum(i: sum(j: {PAIRS.format('i', 'j')})) >= 0"

formal(
    "LEM-scatter",
    title="Weighted unit vectors, the weights of sum 0, are bounded by their scatter about the mean",
    statement={
        "letters": ["x[token]: vector; r[token]: number"],
        "where": ["N := sum(j: 1)", "m := sum(j: x[j])/N"],
        "given": [UNIT, ZERO_SUM],
        "show": "dot(sum(j: r[j]*x[j]), sum(j: r[j]*x[j])) <= N*(1 - dot(m, m))*sum(j: r[j]^2)",
    },
    proof=have(
        [
            (
                ALL_PAIRS,
                rule(
                    "positive sum",
                    rule(
                        "positive sum",
                        leaf("1: sq norm(r[s]*(x[t] - m) - r[t]*(x[s] - m))"),
                        e=f"fn(j: {PAIRS.format('s', 'j')})",
                        new={"x": "t"},
                    ),
                    e=f"fn(i: sum(j: {PAIRS.format('i', 'j')}))",
                    new={"x": "s"},
                ),
            )
        ],
        leaf(f"1/2: {ALL_PAIRS}", use=[UNIT, ZERO_SUM]),
    ),
)

LEAST = "1 - beta*mu*(1 + beta) + beta*mu^2"
formal(
    "LEM-scatter.zero",
    title="Deviations that their own scatter must carry are zero",
    statement={
        "letters": ["beta, mu, s, cg, cc: number"],
        "given": [
            "beta >= 0",
            "beta < 1",
            "(1 - beta*mu)*s <= cg",
            "(1 + beta)*cg <= beta*cc",
            "cc <= (1 - mu^2)*s",
        ],
        "show": "s <= 0",
    },
    proof=have(
        [
            (
                f"{LEAST} > 0",
                leaf(
                    "1: beta < 1",
                    "3/4: beta < 1; beta >= 0",
                    "1/4: beta < 1; sq beta",
                    "1: beta >= 0; sq mu - (1 + beta)/2",
                ),
            )
        ],
        leaf(
            "1: (1 - beta*mu)*s <= cg",
            "1: (1 - beta*mu)*s <= cg; beta >= 0",
            "1: (1 + beta)*cg <= beta*cc",
            "1: cc <= (1 - mu^2)*s; beta >= 0",
            times=[LEAST],
        ),
    ),
)

TANGENT = "forall i: dot(x[i], d[i]) == 0"
ALONG = "forall i: d[i] + w == t[i]*(x[i] + b)"
LIPSCHITZ = "forall u in vector: alpha^2*dot(V(u), V(u)) <= beta^2*dot(u, u)"
STEP = {
    "letters": ["V: matrix; alpha, beta: number; x[token], d[token]: vector; t[token]: number"],
    "where": [
        "N := sum(j: 1)",
        "m := sum(j: x[j])/N",
        "b := alpha*V(m)",
        "w := alpha*V(sum(j: d[j])/N)",
        "T := sum(j: t[j])/N",
        "c := sum(j: (t[j] - T)*x[j])/N",
        "e := sum(j: d[j])/N - T*m",
        "g := w - T*b",
    ],
    "given": ["beta >= 0", "beta < 1", LIPSCHITZ, UNIT, TANGENT, ALONG],
}
MEAN = "sum(j: d[j] + w) == sum(j: t[j]*(x[j] + b))"
SPLIT = "c == e + g"
WEIGHTED = "sum(j: t[j]*x[j]) == sum(j: d[j]) + N*w - sum(j: t[j])*b"
EACH = "forall i: (t[i] - T)*(1 + dot(x[i], b)) + T == dot(x[i], g)"
PART = "(t[s] - T)*(1 + dot(x[s], b)) + T == dot(x[s], g)"
SUMMED = "sum(i: (t[i] - T)^2*(1 + dot(x[i], b))) == N*dot(c, g)"
SMALLER = "dot(g, g) <= beta^2*dot(e, e)"
DEVIATIONS = [EACH, SPLIT, SMALLER, SUMMED]
LEFT, RIGHT = "(t[{0}] - T)*((t[{0}] - T)*(1 + dot(x[{0}], b)) + T)", "(t[{0}] - T)*dot(x[{0}], g)"
formal(
    "LEM-deviations",
    title="The deviations of the factors along the image, token by token and summed",
    statement={
        **STEP,
        "given": STEP["given"][2:],
        "show": DEVIATIONS,
    },
    proof=[
        intro(
            "s",
            take(
                ALONG,
                ["s"],
                have(
                    [
                        (
                            "dot(x[s], d[s] + w) == dot(x[s], t[s]*(x[s] + b))",
                            lemma("LEM-same-dot", u="d[s] + w", w="t[s]*(x[s] + b)", z="x[s]"),
                        )
                    ],
                    leaf("eq -1: dot(x[s], d[s] + w) == dot(x[s], t[s]*(x[s] + b))", use=[UNIT, TANGENT]),
                ),
            ),
        ),
        have(
            [
                (
                    MEAN,
                    rule(
                        "equal vector sums",
                        take(ALONG, ["s"], KNOWN),
                        e="fn(j: d[j] + w)",
                        f="fn(j: t[j]*(x[j] + b))",
                        new={"x": "s"},
                    ),
                ),
                WEIGHTED,
            ],
            leaf(use=[WEIGHTED]),
        ),
        take(LIPSCHITZ, ["e"], leaf("1: alpha^2*dot(V(e), V(e)) <= beta^2*dot(e, e)")),
        have(
            [
                (
                    f"sum(i: {LEFT.format('i')}) == sum(i: {RIGHT.format('i')})",
                    rule(
                        "equal sums",
                        take(EACH, ["s"], leaf(f"eq t[s] - T: {PART}")),
                        e=f"fn(i: {LEFT.format('i')})",
                        f=f"fn(i: {RIGHT.format('i')})",
                        new={"x": "s"},
                    ),
                )
            ],
            leaf(f"eq 1: sum(i: {LEFT.format('i')}) == sum(i: {RIGHT.format('i')})"),
        ),
    ],
)

CONTRACTED = [
    "c == e + g => (1 + beta)*dot(c, g) <= beta*dot(c, c)",
    "c == e + g => c == 0 => e == 0 and g == 0",
    "dot(x, x) == 1 => dot(x, g) >= -beta*norm(e)",
]
SHORTER = "norm(g) <= beta*norm(e)"
formal(
    "LEM-contracted",
    title="A vector and its image under a contraction",
    statement={
        "letters": ["c, e, g, x: vector; beta: number"],
        "given": ["beta >= 0", "beta < 1", SMALLER],
        "show": CONTRACTED,
    },
    proof=[
        intro(
            "",
            have(
                [
                    (SHORTER, rule("below the square", KNOWN, KNOWN, a="norm(g)", b="beta*norm(e)")),
                    ("dot(e, g) <= norm(e)*norm(g)", rule("Cauchy-Schwarz", u="e", w="g")),
                ],
                leaf(
                    f"1: {SMALLER}",
                    "1: dot(e, g) <= norm(e)*norm(g); beta < 1",
                    f"1: {SHORTER}; beta < 1; norm(e) >= 0",
                    use=["c == e + g"],
                ),
            ),
        ),
        intro(
            ",",
            have(
                [
                    ("dot(c, c) == 0", leaf(use=["c == 0"])),
                    ("dot(e + g, e + g) == 0", leaf("eq 1: dot(c, c) == 0", use=["c == e + g"])),
                    ("e == -g", rule("equal vectors", leaf("eq 1: dot(e + g, e + g) == 0"), u="e", w="-g")),
                    ("1 - beta^2 > 0", leaf("1: beta < 1", "1: beta < 1; beta >= 0")),
                    ("dot(g, g) <= 0", leaf(f"1: {SMALLER}", use=["e == -g"], times=["1 - beta^2"])),
                ],
                both(
                    rule("equal vectors", leaf("1: dot(g, g) <= 0", use=["e == -g"]), u="e", w="0*e"),
                    rule("equal vectors", leaf("1: dot(g, g) <= 0"), u="g", w="0*g"),
                ),
            ),
        ),
        intro(
            "",
            have(
                [
                    (SHORTER, rule("below the square", KNOWN, KNOWN, a="norm(g)", b="beta*norm(e)")),
                    ("dot(-x, g) <= norm(-x)*norm(g)", rule("Cauchy-Schwarz", u="-x", w="g")),
                ],
                leaf(
                    f"1: {SHORTER}",
                    "1: dot(-x, g) <= norm(-x)*norm(g)",
                    use=["dot(x, x) == 1"],
                ),
            ),
        ),
    ],
)
