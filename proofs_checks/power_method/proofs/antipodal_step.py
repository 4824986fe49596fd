"""One step of the Oja map near a pair of antipodal tokens across which V is negative: the mean contracts.

With m = X1 + X2 and y_i = X_i + (alpha/2) V m, |f1 + f2|^2 |y1| |y2| = |m + alpha V m|^2 - (|y1| - |y2|)^2 for the
directions f_i of y_i. Near the pair (u, -u) the mean is almost across u, where V is at most -k.
"""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, Steps, have, leaf, lemma, rule, take

LENGTH = "forall z in vector: dot(V(z), V(z)) <= dot(z, z)"
ACROSS = "forall z in vector: dot(u, z) == 0 => dot(z, V(z)) <= -k*dot(z, z)"
NEAR = ["norm(X1 - u) < k/20", "norm(X2 + u) < k/20"]
PAIR = {
    "letters": ["V: operator", "u, X1, X2: vector", "alpha, k: number"],
    "where": [
        "m := X1 + X2",
        "g := V(m)/2",
        "along := dot(u, m)",
        "across := m - along*u",
        "y1 := X1 + alpha*g",
        "y2 := X2 + alpha*g",
        "r1 := norm(y1)",
        "r2 := norm(y2)",
        "n := norm(m)",
        "eta := k/20",
    ],
    "given": [
        "dot(u, u) == 1",
        "dot(X1, X1) == 1",
        "dot(X2, X2) == 1",
        *NEAR,
        "k > 0",
        "k <= 1",
        "alpha > 0",
        "alpha <= k",
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
ALONG: Steps = [
    *SMALL,
    (f"norm({HALF}) <= norm(X1 - u) + norm(-(X2 + u))", rule("triangle", u="X1 - u", w="-(X2 + u)")),
    (
        f"norm({HALF}) <= 2*eta",
        leaf(f"1: norm({HALF}) <= norm(X1 - u) + norm(-(X2 + u))", *[f"1: {fact}" for fact in NEAR]),
    ),
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
    ("along^2 <= eta^2*n^2", leaf("1: -along <= eta*n; along <= eta*n")),
]
"""m is orthogonal to X1 - X2, which is almost 2 u."""

NEAR_PAIR = {
    "dim": 2,
    "letters": {
        "V": [[1, 0], [0, -1]],
        "u": [1, 0],
        "X1": ["2499/2501", "100/2501"],
        "X2": ["-2499/2501", "100/2501"],
        "alpha": "1/2",
        "k": 1,
    },
}
formal(
    "LEM-pair-along",
    title="Near an antipodal pair the sum of the tokens is short and almost across them",
    statement={**PAIR, "given": PAIR["given"][:5], "show": ["n <= 2*eta", "along^2 <= eta^2*n^2"]},
    proof=[have(SMALL, KNOWN), have(ALONG, KNOWN)],
    instance=NEAR_PAIR,
    twin=Variant("half as short", {"n <= 2*eta": "n <= eta"}, NEAR_PAIR),
)

BOTH = (
    "n <= 2*eta and along^2 <= eta^2*n^2",
    lemma("LEM-pair-along"),
)
IMAGE = ("dot(V(m), V(m)) <= n^2", take(LENGTH, ["m"], leaf("1: dot(V(m), V(m)) <= dot(m, m)")))
LONGEST = ("norm(V(m)) <= n", rule("below the square", KNOWN, leaf(f"1: {IMAGE[0]}"), a="norm(V(m))", b="n"))
AT_U = "dot(u, V(m))"
FORM = "dot(m, V(m)) <= (-k + 4*eta)*n^2"
FORM_STEPS: Steps = [
    BOTH,
    "n >= 0",
    ("norm(u) == 1", leaf(use=UNITS[:1])),
    IMAGE,
    LONGEST,
    (f"{AT_U} <= norm(u)*norm(V(m))", rule("Cauchy-Schwarz", u="u", w="V(m)")),
    ("dot(-u, V(m)) <= norm(-u)*norm(V(m))", rule("Cauchy-Schwarz", u="-u", w="V(m)")),
    (f"{AT_U} <= n", leaf(f"1: {AT_U} <= norm(u)*norm(V(m))", "1: norm(V(m)) <= n", use=UNITS[:1])),
    (f"-{AT_U} <= n", leaf("1: dot(-u, V(m)) <= norm(-u)*norm(V(m))", "1: norm(V(m)) <= n", use=UNITS[:1])),
    (
        "along <= eta*n",
        rule("below the square", leaf("1/20: k > 0; n >= 0"), leaf("1: along^2 <= eta^2*n^2"), a="along", b="eta*n"),
    ),
    (
        "-along <= eta*n",
        rule("below the square", leaf("1/20: k > 0; n >= 0"), leaf("1: along^2 <= eta^2*n^2"), a="-along", b="eta*n"),
    ),
    (
        f"along*{AT_U} <= eta*n^2",
        leaf(f"1/2: along <= eta*n; -{AT_U} <= n", f"1/2: -along <= eta*n; {AT_U} <= n"),
    ),
    ("dot(V(u), V(u)) <= 1", take(LENGTH, ["u"], leaf("1: dot(V(u), V(u)) <= dot(u, u)", use=UNITS[:1]))),
    ("dot(-u, V(u)) <= norm(-u)*norm(V(u))", rule("Cauchy-Schwarz", u="-u", w="V(u)")),
    ("norm(V(u)) <= 1", rule("below the square", KNOWN, leaf("1: dot(V(u), V(u)) <= 1"), a="norm(V(u))", b="1")),
    ("-dot(u, V(u)) <= 1", leaf("1: dot(-u, V(u)) <= norm(-u)*norm(V(u))", "1: norm(V(u)) <= 1", use=UNITS[:1])),
    ("dot(u, across) == 0", leaf(use=UNITS[:1])),
    (
        "dot(across, V(across)) <= -k*dot(across, across)",
        take(ACROSS, ["across"], KNOWN),
    ),
    (
        FORM,
        leaf(
            "1: dot(across, V(across)) <= -k*dot(across, across)",
            f"2: along*{AT_U} <= eta*n^2",
            "1: -dot(u, V(u)) <= 1; sq along",
            "1: k > 0; along^2 <= eta^2*n^2",
            "1: along^2 <= eta^2*n^2",
            "1/400: k > 0; k > 0; k <= 1; sq n",
            "38/400: k > 0; sq n",
            "2/400: k > 0; k <= 1; sq n",
            use=UNITS[:1],
        ),
    ),
]
MOVED = "dot(m + alpha*V(m), m + alpha*V(m)) <= (1 - 3/5*alpha*k)*n^2"
MEAN_STEPS: Steps = [
    *FORM_STEPS,
    (
        MOVED,
        leaf(f"2: alpha > 0; {FORM}", f"1: alpha > 0; alpha > 0; {IMAGE[0]}", "1: alpha > 0; alpha <= k; sq n"),
    ),
    ("dot(g, g) <= n^2/4", leaf(f"1/4: {IMAGE[0]}")),
    ("norm(1/2*V(m)) == 1/2*norm(V(m))", rule("norm scaled", u="V(m)", k="1/2")),
    ("norm(g) <= n/2", leaf("1/2: norm(V(m)) <= n", "eq 1: norm(1/2*V(m)) == 1/2*norm(V(m))")),
]


def length(i: str) -> list[tuple[str, object] | str]:
    """|y_i| is at least 1 - alpha k/20."""
    r, x = f"r{i}", f"X{i}"
    return [
        (f"norm({x}) == 1", leaf(use=UNITS)),
        (f"norm(y{i} + (-alpha)*g) <= r{i} + norm((-alpha)*g)", rule("triangle", u=f"y{i}", w="(-alpha)*g")),
        ("norm(alpha*g) == alpha*norm(g)", rule("norm scaled", u="g", k="alpha")),
        (
            f"{r} >= 1 - alpha*k/20",
            leaf(
                f"1: norm(y{i} + (-alpha)*g) <= r{i} + norm((-alpha)*g)",
                "1: alpha > 0; norm(g) <= n/2",
                "1/2: alpha > 0; n <= 2*eta",
                "eq 1: norm(alpha*g) == alpha*norm(g)",
                use=UNITS,
            ),
        ),
    ]


formal(
    "LEM-pair-mean",
    title="One step near an antipodal pair: the sum after it, before normalisation, and the lengths",
    statement={
        **PAIR,
        "show": [MOVED, "dot(g, g) <= n^2/4", "r1 >= 1 - alpha*k/20", "r2 >= 1 - alpha*k/20"],
    },
    proof=[
        have(MEAN_STEPS, KNOWN),
        have(MEAN_STEPS, KNOWN),
        have([*MEAN_STEPS, *length("1")], KNOWN),
        have([*MEAN_STEPS, *length("2")], KNOWN),
    ],
    instance=NEAR_PAIR,
    twin=Variant("five times the contraction", {"1 - 3/5*alpha*k": "1 - 3*alpha*k"}, NEAR_PAIR),
)
