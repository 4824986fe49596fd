"""One step of the Oja map near a pair of antipodal tokens across which V is negative: the mean contracts.

With m = X1 + X2 and y_i = X_i + (alpha/2) V m, |f1 + f2|^2 |y1| |y2| = |m + alpha V m|^2 - (|y1| - |y2|)^2 for the
directions f_i of y_i. Near the pair (u, -u) the mean is almost across u, where V is at most -k; what m + alpha V m has
along u, which V may turn it to, is the difference of the two lengths.
"""

from __future__ import annotations

from proofs_checks.lemmas.compressed import ACROSS, LENGTH
from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, have, leaf, lemma, rule, take

NEAR = ["norm(X1 - u) < alpha*k/40", "norm(X2 + u) < alpha*k/40"]
PAIR = {
    "letters": ["V: operator", "u, X1, X2: vector", "alpha, k: number"],
    "where": [
        "m := X1 + X2",
        "g := V(m)/2",
        "along := dot(u, m)",
        "across := m - along*u",
        "b := alpha*dot(u, V(m))",
        "y1 := X1 + alpha*g",
        "y2 := X2 + alpha*g",
        "r1 := norm(y1)",
        "r2 := norm(y2)",
        "n := norm(m)",
        "eta := alpha*k/40",
    ],
    "given": [
        "dot(u, u) == 1",
        "dot(X1, X1) == 1",
        "dot(X2, X2) == 1",
        *NEAR,
        "k > 0",
        "alpha > 0",
        "alpha*k <= 1",
        LENGTH,
        ACROSS,
    ],
}
UNITS = PAIR["given"][:3]
SMALL: Steps = [
    ("norm(X1 - u + (X2 + u)) <= norm(X1 - u) + norm(X2 + u)", rule("triangle", u="X1 - u", w="X2 + u")),
    (
        "n <= 2*eta",
        leaf("1: norm(X1 - u + (X2 + u)) <= norm(X1 - u) + norm(X2 + u)", *[f"1: {fact}" for fact in NEAR]),
    ),
    ("n >= 0", KNOWN),
]
"""The mean is short."""

HALF = "(X1 - u - (X2 + u))"
SPLIT = f"dot({HALF}, {HALF}) <= (2*eta)^2"
APART: Steps = [
    (f"norm({HALF}) <= norm(X1 - u) + norm(-(X2 + u))", rule("triangle", u="X1 - u", w="-(X2 + u)")),
    (
        f"norm({HALF}) <= 2*eta",
        leaf(f"1: norm({HALF}) <= norm(X1 - u) + norm(-(X2 + u))", *[f"1: {fact}" for fact in NEAR]),
    ),
]
ALONG: Steps = [
    *SMALL,
    *APART,
    (f"dot({HALF}, m) <= norm({HALF})*n", rule("Cauchy-Schwarz", u=HALF, w="m")),
    (f"dot(-{HALF}, m) <= norm(-{HALF})*n", rule("Cauchy-Schwarz", u=f"-{HALF}", w="m")),
    (
        "-along <= eta*n",
        leaf(f"1/2: dot({HALF}, m) <= norm({HALF})*n", f"1/2: n >= 0; norm({HALF}) <= 2*eta", use=UNITS[1:]),
    ),
    (
        "along <= eta*n",
        leaf(f"1/2: dot(-{HALF}, m) <= norm(-{HALF})*n", f"1/2: n >= 0; norm({HALF}) <= 2*eta", use=UNITS[1:]),
    ),
]
"""m is orthogonal to X1 - X2, which is almost 2 u."""

NEAR_PAIR = {
    "dim": 2,
    "letters": {
        "V": [["1/2", 1], [1, "-1"]],
        "u": [1, 0],
        "X1": ["39999/40001", "400/40001"],
        "X2": ["-39999/40001", "400/40001"],
        "alpha": "1/2",
        "k": 1,
    },
}
BOTH = f"n <= 2*eta and along^2 <= (eta*n)^2 and {SPLIT}"
formal(
    "LEM-pair-along",
    title="Near an antipodal pair the sum of the tokens is short and almost across them",
    statement={**PAIR, "given": PAIR["given"][:7], "show": BOTH.split(" and ")},
    proof=[
        have(SMALL, KNOWN),
        have(ALONG, leaf("1: -along <= eta*n; along <= eta*n")),
        have(
            APART,
            leaf(f"1: norm({HALF}) <= 2*eta; norm({HALF}) <= 2*eta", f"2: norm({HALF}) <= 2*eta; norm({HALF}) >= 0"),
        ),
    ],
    instance=NEAR_PAIR,
    twin=Variant("half as short", {"n <= 2*eta": "n <= eta"}, NEAR_PAIR),
)

IMAGE = "alpha^2*dot(V(m), V(m)) <= n^2"
PART = "across + alpha*(V(across) - dot(u, V(across))*u)"
SHORTER = (
    "dot(across + alpha*V(across), across + alpha*V(across)) - alpha^2*dot(u, V(across))^2"
    " <= (1 - alpha*k)*dot(across, across)"
)
SLANTED = f"along*dot({PART}, alpha*V(u)) <= eta*n*n*1"
TURNED = "along*dot(u, alpha*V(m)) <= eta*n*1*n"
ASIDE = f"b*dot(-{HALF}, alpha*V(m)) <= n*(2*eta)*n"
AT_U = "dot(u, alpha*V(m)) <= norm(u)*norm(alpha*V(m))"
AT_MINUS_U = "dot(-u, alpha*V(m)) <= norm(-u)*norm(alpha*V(m))"
STEP = "dot(m + alpha*V(m), m + alpha*V(m))"
SQUARES: Steps = [
    (BOTH, lemma("LEM-pair-along")),
    "n >= 0",
    "alpha*k > 0",
    ("alpha^2*dot(V(m), V(m)) <= dot(m, m)", take(LENGTH, ["m"], KNOWN)),
    (
        "dot(alpha*V(u), alpha*V(u)) <= 1^2",
        take(LENGTH, ["u"], leaf("1: alpha^2*dot(V(u), V(u)) <= dot(u, u)", use=UNITS[:1])),
    ),
    ("dot(u, u) <= 1^2", leaf(use=UNITS[:1])),
    ("dot(u, across) == 0", leaf(use=UNITS[:1])),
    (SHORTER, lemma("LEM-compressed-step", q="across")),
    (
        f"dot({PART}, {PART}) <= n^2",
        leaf(f"1: {SHORTER}", "1: alpha*k > 0; dot(across, across) >= 0", "1: sq along", use=UNITS[:1]),
    ),
    (
        SLANTED,
        lemma("LEM-three-factors", s="along", x=PART, y="alpha*V(u)", e="eta*n", a="n", b="1"),
    ),
    (TURNED, lemma("LEM-three-factors", s="along", x="u", y="alpha*V(m)", e="eta*n", a="1", b="n")),
    (AT_U, rule("Cauchy-Schwarz", u="u", w="alpha*V(m)")),
    (AT_MINUS_U, rule("Cauchy-Schwarz", u="-u", w="alpha*V(m)")),
    ("b^2 <= n^2", leaf(f"1: {AT_U}; {AT_MINUS_U}", f"1: {IMAGE}", use=UNITS[:1])),
    (ASIDE, lemma("LEM-three-factors", s="b", x=f"-{HALF}", y="alpha*V(m)", e="n", a="2*eta", b="n")),
    (
        f"{STEP} <= b^2 + (1 - alpha*k)*n^2 + (4*eta + 2*eta^2)*n^2",
        leaf(
            f"1: {SHORTER}",
            f"2: {SLANTED}",
            f"2: {TURNED}",
            "1: dot(alpha*V(u), alpha*V(u)) <= 1^2; sq along",
            "1: sq along*alpha*dot(u, V(u))",
            "1: alpha*k <= 1; sq along",
            "2: along^2 <= (eta*n)^2",
            use=UNITS[:1],
        ),
    ),
]


def length(i: str) -> Steps:
    """|y_i| is within n/2 of 1."""
    r, x = f"r{i}", f"X{i}"
    return [
        (f"norm({x}) == 1", leaf(use=UNITS)),
        (f"norm(y{i} + (-alpha)*g) <= r{i} + norm((-alpha)*g)", rule("triangle", u=f"y{i}", w="(-alpha)*g")),
        (f"norm({x} + alpha*g) <= norm({x}) + norm(alpha*g)", rule("triangle", u=x, w="alpha*g")),
        (f"{r} >= 1 - n/2", leaf(f"1: norm(y{i} + (-alpha)*g) <= r{i} + norm((-alpha)*g)", f"1: {SHIFT}", use=UNITS)),
        (f"{r} <= 1 + n/2", leaf(f"1: norm({x} + alpha*g) <= norm({x}) + norm(alpha*g)", f"1: {SHIFT}", use=UNITS)),
    ]


SHIFT = "norm(alpha*g) <= n/2"
LENGTHS: Steps = [
    "n >= 0",
    ("alpha^2*dot(V(m), V(m)) <= dot(m, m)", take(LENGTH, ["m"], KNOWN)),
    (SHIFT, rule("below the square", KNOWN, leaf(f"1/4: {IMAGE}"), a="norm(alpha*g)", b="n/2")),
    *length("1"),
    *length("2"),
]
APART_LENGTHS = "b^2 - 2*eta*n^2 <= (1 + eta)^2*(r1 - r2)^2"
MEAN = f"{STEP} - (r1 - r2)^2 <= (1 - 3/5*alpha*k)*n^2"
SHOWN = [MEAN, IMAGE, *(f"r{i} {bound} n/2" for i in "12" for bound in (">= 1 -", "<= 1 +"))]
formal(
    "LEM-pair-mean",
    title="One step near an antipodal pair: the sum after it, before normalisation, and the lengths",
    statement={**PAIR, "show": SHOWN},
    proof=[
        have(
            [
                *SQUARES,
                *LENGTHS,
                ("r1 + r2 <= 2 + 2*eta", leaf("1: r1 <= 1 + n/2", "1: r2 <= 1 + n/2", "1: n <= 2*eta")),
                (
                    APART_LENGTHS,
                    leaf(
                        "1/4: r1 + r2 <= 2 + 2*eta; r1 + r2 <= 2 + 2*eta; sq r1 - r2",
                        "1/2: r1 + r2 <= 2 + 2*eta; r1 + r2 >= 0; sq r1 - r2",
                        f"1: {ASIDE}",
                        f"1/4: sq alpha*dot({HALF}, V(m))",
                        use=UNITS,
                    ),
                ),
            ],
            leaf(
                f"1: {STEP} <= b^2 + (1 - alpha*k)*n^2 + (4*eta + 2*eta^2)*n^2; sq 1 + eta",
                f"1: {APART_LENGTHS}",
                "1/20: alpha*k > 0; b^2 <= n^2",
                "1: b^2 <= n^2; sq eta",
                "1/5: alpha*k > 0; sq n",
                "21: sq eta*n",
                "159/800: alpha*k > 0; sq eta*n",
                "1/800: alpha*k > 0; alpha*k <= 1; sq eta*n",
                times=["1 + eta", "1 + eta"],
            ),
        ),
        take(LENGTH, ["m"], KNOWN),
        *[have(LENGTHS, KNOWN)] * 4,
    ],
    instance=NEAR_PAIR,
    twin=Variant("twice the contraction", {"1 - 3/5*alpha*k": "1 - 3*alpha*k"}, NEAR_PAIR),
)
