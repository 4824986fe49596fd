"""The exponential rate of Theorem 3.2 (CON-B1) and the theorem itself, from bounds on the weights (CON-A4)."""

from proofs_checks.consensus.proofs.heights import HEIGHTS, WEIGHT, WEIGHTED
from proofs_checks.consensus.proofs.instances import ON_ELLIPSE, diagonal, full
from proofs_checks.consensus.proofs.models import FULL, HEMISPHERE, LEAST, SOLUTION
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, both, enter, have, intro, leaf, lemma, rule, take, unfold

_ON_ELLIPSOID = "dot(a, W(a)) == 1 and dot(b, W(b)) == 1"
BOUNDED = (
    f"almost_always(forall h in heads, a in vector, b in vector: {_ON_ELLIPSOID} => -M[h] <= dot(a, P[h](b)) <= M[h])"
)
STILL = {"force(X, i) - dot(X[i], W(force(X, i)))*X[i] on": "0*X[i] on"}
PAIR = full(
    W=diagonal(1, 1, 1, 1),
    P=[diagonal("log(2)", 0, 0, 0)] * 2,
    y=[[1, 0, 0, 0], [-1, 0, 0, 0]],
    M=["log(2)", "log(2)"],
    N=2,
    tokens=2,
)
_APART = full(M=[6, 6], N=3, z=[1, "1/4", 0, 0], C=2, y=[ON_ELLIPSE, [1, 0, 0, 0], ["3/5", "2/5", 0, 0]])
ROWS = "almost_always(forall h in heads, i, j: exp(-2*M[h])/(N*root) <= att(h, y, i, j) <= exp(2*M[h])/(N*root))"

# With W z = v and dot(v, z) <= C^2 no height is above C.
BELOW_C = (
    "always(forall i: dot(v, y[i]) <= C)",
    enter(
        "every",
        intro(
            "p",
            have(
                [("dot(z - C*y[p], W(z - C*y[p])) >= 0", rule("nonnegative form", W="W", u="z - C*y[p]"))],
                leaf(
                    "1/2: 1/C > 0; dot(z - C*y[p], W(z - C*y[p])) >= 0",
                    "1/2: 1/C > 0; C^2 >= dot(v, z)",
                    use=["W(z) == v", "forall i: dot(y[i], W(y[i])) == 1"],
                ),
            ),
        ),
    ),
)

WITHIN = {
    "letters": ["M[head]: number; N: number"],
    "given": ["N == sum(j: 1)", "almost_always(forall h in heads, i, j: -M[h] <= dot(y[i], P[h](y[j])) <= M[h])"],
}

formal(
    "CON-A4.rows",
    title="Bounds on the attention weights, given bounds on the logits",
    sentence=(
        r"If $|y_i^TP_\eta y_j| \le M_\eta$ for all i, j, then in the full model $e^{-2M_\eta}/(l\sqrt{n+1}) \le"
        r" \alpha_{ij}^\eta \le e^{2M_\eta}/(l\sqrt{n+1})$."
    ),
    statement=model(
        FULL,
        {"letters": ["y[token]: measurable vector"]},
        WITHIN,
        {"show": [ROWS]},
    ),
    proof=have(
        [
            (
                "forall h in heads, i: almost_always(forall j: exp(-2*M[h])/N"
                " <= e(h, y, i, j)/sum(k: e(h, y, i, k)) <= exp(2*M[h])/N)",
                intro(
                    "h1,p",
                    lemma("LEM-softmax", enter("ae", intro("q", KNOWN)), l="fn(j: dot(y[p], P[h1](y[j])))", M="M[h1]"),
                ),
            )
        ],
        enter(
            "ae",
            intro(
                "h1,p,q",
                have(
                    [
                        "exp(-2*M[h1])/N <= e(h1, y, p, q)/sum(k: e(h1, y, p, k)) <= exp(2*M[h1])/N",
                        ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
                    ],
                    both(
                        leaf("1: exp(-2*M[h1])/N <= e(h1, y, p, q)/sum(k: e(h1, y, p, k)); 1/root > 0"),
                        leaf("1: e(h1, y, p, q)/sum(k: e(h1, y, p, k)) <= exp(2*M[h1])/N; 1/root > 0"),
                    ),
                ),
            ),
        ),
    ),
    instance=full(M=[1, 2], N=3),
    twin=Variant("the exponent M instead of 2M", {"exp(-2*M[h])": "exp(-M[h])"}, PAIR),
)
RATE = f"start({LEAST})/C*sum(h in heads: exp(-2*M[h]))/root"
DELTA = "sum(h in heads: exp(-2*M[h]))/(N*root)"

# the weights are bounded from below, because the logits are bounded
FLOOR = [
    (
        ROWS,
        lemma(
            "CON-A4.rows",
            *4 * [KNOWN],
            enter(
                "ae",
                intro(
                    "h1,p,q",
                    take(BOUNDED[len("almost_always(") : -1], ["h1", "y[p]", "y[q]"], KNOWN),
                ),
            ),
        ),
    ),
    (
        f"almost_always(forall i, j: {WEIGHT} >= {DELTA})",
        enter(
            "ae",
            intro(
                "p,q",
                have(
                    [
                        (
                            "sum(h in heads: att(h, y, p, q) - exp(-2*M[h])/(N*root)) >= 0",
                            rule(
                                "positive sum, heads",
                                have(
                                    ["exp(-2*M[x])/(N*root) <= att(x, y, p, q)"],
                                    leaf("1: exp(-2*M[x])/(N*root) <= att(x, y, p, q)"),
                                ),
                                e="fn(h in heads: att(h, y, p, q) - exp(-2*M[h])/(N*root))",
                            ),
                        )
                    ],
                    leaf("1: sum(h in heads: att(h, y, p, q) - exp(-2*M[h])/(N*root)) >= 0"),
                ),
            ),
        ),
    ),
]

formal(
    "CON-B1",
    statement=model(
        FULL,
        SOLUTION,
        HEMISPHERE,
        {
            "letters": ["M[head]: number; N, C: number; z: vector"],
            "given": ["N == sum(j: 1)", BOUNDED, "W(z) == v", "C > 0", "C^2 >= dot(v, z)"],
            "show": [f"decays(diam(i: y[i]/dot(v, y[i])), {RATE})"],
        },
    ),
    proof=have(
        [
            (WEIGHTED, lemma("CON-E6.weights")),
            (HEIGHTS, lemma("CON-T3.2.a")),
            ("N > 0", leaf("1: sum(j: 1) > 0", use=["N == sum(j: 1)"])),
        ],
        unfold(
            "solves(six, y)",
            have(
                [
                    *FLOOR,
                    (
                        "always(forall i: dot(v, y[i]) <= C)",
                        enter(
                            "every",
                            intro(
                                "p",
                                have(
                                    [
                                        (
                                            "dot(z - C*y[p], W(z - C*y[p])) >= 0",
                                            rule("nonnegative form", W="W", u="z - C*y[p]"),
                                        )
                                    ],
                                    leaf(
                                        "1/2: 1/C > 0; dot(z - C*y[p], W(z - C*y[p])) >= 0",
                                        "1/2: 1/C > 0; C^2 >= dot(v, z)",
                                        use=["W(z) == v", "forall i: dot(y[i], W(y[i])) == 1"],
                                    ),
                                ),
                            ),
                        ),
                    ),
                ],
                lemma("LEM-projected", a=f"fn(i, j: {WEIGHT})", delta=DELTA),
            ),
        ),
    ),
    instance=full(M=[6, 6], N=3, z=[1, "1/4", 0, 0], C=2),
    twin=Variant("tokens that do not attract each other", STILL, _APART),
)
