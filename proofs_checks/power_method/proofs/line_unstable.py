"""Theorem 2, repaired, on one line: three or more tokens at u and -u that sum to zero are not Lyapunov stable."""

from __future__ import annotations

from proofs_checks.power_method import PAPER
from proofs_checks.power_method.proofs.balanced_orbit import STEP
from proofs_checks.power_method.proofs.balanced_still import BALANCED
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.claim import Source
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, absurd, have, leaf, lemma, obtain, rule, split, take

PLANE = "exists z in vector: z != 0 and dot(v1, z) == 0"
TOP: Part = {
    "letters": ["v1: vector", "lam1: number"],
    "given": ["V(v1) == lam1*v1", "dot(v1, v1) == 1", "lam1 > 0", PLANE, "sum(j: 1) >= 3"],
}
UNSTABLE = "not lyapunov(oja, x)"
SAME = "exists s: s != k and x[s] == x[k]"
PAIRED = "sum(j: 1 + dot(x[k], x[j])) == 1 + dot(x[k], x[k])"
ALONE = have(
    [
        "dot(x[k], x[k]) == 1",
        (
            PAIRED,
            rule(
                "single term",
                split(
                    "x[t] == x[k] or x[t] == -x[k]",
                    have(
                        [(SAME, {"witness": "t", "then": KNOWN})],
                        rule("contradiction", P=SAME, C="1 + dot(x[k], x[t]) == 0"),
                    ),
                    leaf(use=["x[t] == -x[k]", "dot(x[k], x[k]) == 1"]),
                ),
                e="fn(j: 1 + dot(x[k], x[j]))",
                y="k",
                new={"x": "t"},
            ),
        ),
        ("dot(x[k], sum(j: x[j])) == dot(x[k], 0*x[k])", lemma("LEM-same-dot", u="sum(j: x[j])", w="0*x[k]", z="x[k]")),
        (
            "sum(j: 1) == 2",
            leaf(
                f"eq 1: {PAIRED}", "eq -1: dot(x[k], sum(j: x[j])) == dot(x[k], 0*x[k])", use=["dot(x[k], x[k]) == 1"]
            ),
        ),
    ],
    absurd(leaf("1: sum(j: 1) >= 3", use=["sum(j: 1) == 2"])),
)
TURN = "(1/(1 + L/lam1))"
PUSH = "exists v in vector: dot(x[k], v) < 0 and dot(v, V(v)) > 0"
EIGEN = ["V(v1) == lam1*v1", "dot(v1, v1) == 1"]


def along(sign: str, bound: str) -> Tree:
    """v1 or -v1."""
    found = [leaf(f"1: {bound}"), leaf("1: lam1 > 0", use=EIGEN)]
    return {"witness": f"{sign}v1", "then": {"both": found}}


ASIDE = f"(v1 - {TURN}*x[k])"
OWN = "dot(x[k], V(x[k])) >= -L*dot(x[k], x[k])"
ACROSS = have(
    [
        "dot(x[k], x[k]) == 1",
        (OWN, take(STEP["given"][2], ["x[k]"], KNOWN)),
        ("1 + L/lam1 > 0", leaf("1: L >= 0; 1/lam1 > 0", "1:")),
        (f"{TURN} > 0", leaf("1:", times=["1 + L/lam1"])),
        (f"{TURN} <= 1", leaf("1: L >= 0; 1/lam1 > 0", times=["1 + L/lam1"])),
        (f"lam1 - {TURN}*L > 0", leaf("1: lam1 > 0", times=["1 + L/lam1"])),
    ],
    {
        "witness": ASIDE,
        "then": {
            "both": [
                leaf(f"1: {TURN} > 0", use=["dot(x[k], v1) == 0", "dot(x[k], x[k]) == 1"]),
                leaf(
                    f"1: {OWN}; sq {TURN}",
                    f"1: lam1 - {TURN}*L > 0",
                    f"1: {TURN} <= 1; {TURN} > 0; L >= 0",
                    use=["dot(x[k], v1) == 0", "dot(x[k], x[k]) == 1", *EIGEN],
                ),
            ]
        },
    },
)
SIDE = split(
    "dot(x[k], v1) == 0 or dot(x[k], v1) != 0",
    ACROSS,
    split("dot(x[k], v1) != 0", along("", "dot(x[k], v1) < 0"), along("-", "0 < dot(x[k], v1)")),
)
PUSHED = have(
    [("v1 != 0", rule("nonzero vector", leaf("1:", use=EIGEN), u="v1")), "dot(x[s], v) < 0"],
    obtain(
        PLANE,
        "z",
        split(
            "s < k or k <= s",
            lemma("LEM-balanced-unstable", a="s", b="k", b1="v1", b2="z"),
            split(
                "k < s or s <= k",
                lemma("LEM-balanced-unstable", a="k", b="s", b1="v1", b2="z"),
                have(
                    [("s == k", rule("same token", KNOWN, KNOWN, KNOWN, i="k", j="s", P="fn(h: h == k)"))],
                    rule("contradiction", P="s == k", C=UNSTABLE),
                ),
            ),
        ),
    ),
)
AT_S = have([("dot(x[s], v) < 0", leaf("1: dot(x[k], v) < 0", use=["x[s] == x[k]"]))], PUSHED)
HERE: Part = {
    "tokens": 4,
    "dim": 2,
    "letters": {
        "V": [[1, 0], [0, -1]],
        "alpha": "1/4",
        "L": 1,
        "x": [[1, 0], [1, 0], [-1, 0], [-1, 0]],
        "k": 0,
        "v1": [1, 0],
        "lam1": 1,
    },
}
formal(
    "POW-T2.poly.line",
    title="No polygonal equilibrium of three or more tokens on one line is Lyapunov stable",
    role="extension",
    sentence=(
        r"Let V be symmetric with an eigenvalue $\lambda_1 > 0$, $d \ge 2$ and $L = \max(0, -\lambda_d)$. For $N \ge 3$"
        r" tokens, all at u or -u, and $0 < \alpha < 1/L$ (every $\alpha$ if $L = 0$) no state with $\sum_jx_j = 0$ is"
        " Lyapunov stable for the Oja map."
    ),
    reading="the part of POW-T2.poly.repaired where all tokens are on one line",
    kind="stability",
    source=Source(PAPER, "Theorem 2", reconstructed=True),
    statement=model(V, OJA, BALANCED, STEP, TOP, {"show": UNSTABLE}),
    proof=have(
        [(SAME, split(f"({SAME}) or not ({SAME})", KNOWN, ALONE)), (PUSH, SIDE)],
        obtain(SAME, "s", obtain(PUSH, "v", AT_S)),
    ),
    instance=HERE,
    twin=Variant(
        "without balance",
        {"sum(j: x[j]) == 0": "sum(j: 1) >= 1"},
        {**HERE, "letters": {**HERE["letters"], "x": [[1, 0]] * 4}},
    ),
)
