"""Lipschitz bounds of attention (after Kim, Papamakarios and Mnih, 2021, and Castin, Ablin and Peyré, 2024)."""

import attnverify as av
from attention_statements.models import after, at
from attnverify import build

KIM, CASTIN = "2006.04710", "2312.14820"
STEEP = {
    "letters": ["K, r: number"],
    "where": [
        "output(a, b) := (a*exp(a*a) + b*exp(a*b) - b*exp(-(a*b)))/(exp(a*a) + exp(a*b) + exp(-(a*b)))",
        "q := 1/r",
    ],
    "given": ["r >= abs(K) + 3"],
    "show": ["q != 0 and abs(output(q, r) - output(0, r)) > K*abs(q)"],
}
NUMERATOR, TOTAL = "(q*exp(q*q) + r*exp(1) - r*exp(-1))", "(exp(q*q) + exp(1) + exp(-1))"
STEPS = [
    ("2 <= exp(1)", build.have([("1 + 1 <= exp(1)", build.rule("exp tangent", a="1"))], build.KNOWN)),
    ("exp(-1) <= exp(1)/4", build.leaf("1/4: 2 <= exp(1)", "1/2: exp(-1) > 0; 2 <= exp(1)")),
    ("r >= 3", build.leaf("1: r >= abs(K) + 3", "1: abs(K) >= 0")),
    ("r > 0", build.leaf("1: r >= 3", "3:")),
    ("q > 0", build.leaf("1: 1/r > 0")),
    ("q <= 1", build.leaf("1: q > 0; r >= 3", "2: q > 0")),
    ("q*q <= 1", build.leaf("1: q > 0; q <= 1", "1: q <= 1")),
    ("exp(q*q) <= exp(1)", build.rule("exp monotone", a="q*q", b="1")),
    (f"{NUMERATOR} >= 3/4*r*exp(1)", build.leaf("1: q > 0; exp(q*q) > 0", "1: r > 0; exp(-1) <= exp(1)/4")),
    (f"{TOTAL} <= 3*exp(1)", build.leaf("1: exp(q*q) <= exp(1)", "1: exp(-1) <= exp(1)/4", "3/4: exp(1) > 0")),
    (
        "output(q, r) >= r/4",
        build.leaf(f"1: 1/{TOTAL} > 0; {NUMERATOR} >= 3/4*r*exp(1)", f"1/4: 1/{TOTAL} > 0; r > 0; {TOTAL} <= 3*exp(1)"),
    ),
    (
        "output(q, r) - output(0, r) <= abs(output(q, r) - output(0, r))",
        build.rule("absolute above", e="output(q, r) - output(0, r)"),
    ),
    ("abs(q) <= q", build.rule("absolute at most", build.KNOWN, build.leaf("2: q > 0"), e="q", b="q")),
    ("K <= abs(K)", build.rule("absolute above", e="K")),
]

# Three tokens q, r, -r on a line; |f(q, r)| >= r/4 at q = 1/r, while f(0, r) = 0.
av.formal(
    "LIP-1",
    title="Dot-product attention is not Lipschitz",
    sentence=r"Let $f(q, r)$ be the output of dot-product self-attention at the token $q$ of the three tokens $q, r,"
    r" -r$ on a line. For every $K$, every $r \ge |K| + 3$ and $q = 1/r$, $|f(q, r) - f(0, r)| > K|q|$.",
    source=after(KIM, "dot-product attention on an unbounded domain"),
    role="extension",
    kind="lipschitz bound",
    statement=STEEP,
    proof=build.have(
        STEPS,
        build.both(
            build.KNOWN,
            build.leaf(
                "1: output(q, r) - output(0, r) <= abs(output(q, r) - output(0, r))",
                "1: output(q, r) >= r/4",
                "1: abs(q) >= 0; K <= abs(K)",
                "1: abs(K) >= 0; abs(q) <= q",
                "1/4: q > 0; sq r - 2",
                "1: q > 0; r >= abs(K) + 3",
                "2: q > 0",
            ),
        ),
    ),
    instance={"letters": {"K": 5, "r": 8}},
    twin=av.Variant("steeper than the cube of K", {"> K*abs(q)": "> K^3*abs(q)"}, {"letters": {"K": 10, "r": 13}}),
)

WEIGHTS = {
    "letters": ["x[token], u: vector; w[token]: number; R: number"],
    "where": ["mean := sum(j: w[j]*x[j])", "spread := sum(j: w[j]*dot(u, x[j] - mean)^2)"],
    "given": ["forall j: w[j] >= 0", "sum(j: w[j]) == 1", "forall j: dot(x[j], x[j]) <= R^2"],
}
PAIR = at(2, 1, x=[[1], [-1]], w=["1/2", "1/2"], u=[1], R=1)
SQUARES = "sum(j: w[j]*(R^2*dot(u, u) - dot(u, x[j])^2)) >= 0"
EACH = "dot(u, x[m])^2 <= dot(u, u)*dot(x[m], x[m])"
CAUCHY = build.have(
    [
        ("dot(u, x[m]) <= norm(u)*norm(x[m])", build.rule("Cauchy-Schwarz", u="u", w="x[m]")),
        ("dot(-u, x[m]) <= norm(-u)*norm(x[m])", build.rule("Cauchy-Schwarz", u="-u", w="x[m]")),
    ],
    build.leaf("1: dot(u, x[m]) <= norm(u)*norm(x[m]); dot(-u, x[m]) <= norm(-u)*norm(x[m])"),
)

av.formal(
    "LIP-2",
    title="In a ball of radius R the attention weights have a variance of at most R squared",
    sentence=r"If $|x_j| \le R$, $w_j \ge 0$, $\sum_j w_j = 1$ and $\bar x = \sum_j w_jx_j$, then $\sum_j w_j\langle"
    r" u, x_j - \bar x\rangle^2 \le R^2|u|^2$: the derivative of attention in a query is such a variance.",
    source=after(CASTIN, "tokens in a ball"),
    role="extension",
    kind="lipschitz bound",
    statement={**WEIGHTS, "show": ["spread <= R^2*dot(u, u)"]},
    proof=build.have(
        [
            (
                SQUARES,
                build.rule(
                    "positive sum",
                    build.have(
                        [(EACH, CAUCHY), "dot(x[m], x[m]) <= R^2"],
                        build.leaf(f"1: w[m] >= 0; {EACH}", "1: w[m] >= 0; dot(u, u) >= 0; dot(x[m], x[m]) <= R^2"),
                    ),
                    e="fn(j: w[j]*(R^2*dot(u, u) - dot(u, x[j])^2))",
                    new={"x": "m"},
                ),
            )
        ],
        build.leaf(f"1: {SQUARES}", "1: sq dot(u, mean)", use=["sum(j: w[j]) == 1"]),
    ),
    instance=PAIR,
    twin=av.Variant("half of it", {"<= R^2*dot(u, u)": "<= R^2*dot(u, u)/2"}, PAIR),
)

av.formal(
    "LIP-3",
    title="The variance is at most a quarter of the squared radius",
    sentence=r"Under the same hypotheses $\sum_j w_j\langle u, x_j - \bar x\rangle^2 \le \frac14R^2|u|^2$.",
    source=after(CASTIN, "tokens in a ball"),
    role="extension",
    kind="lipschitz bound",
    statement={**WEIGHTS, "show": ["spread <= R^2*dot(u, u)/4"]},
    refuted={"instance": PAIR},
    no_repair="LIP-2 is what is true: two opposite tokens reach the whole square; a quarter is right for the diameter",
)
