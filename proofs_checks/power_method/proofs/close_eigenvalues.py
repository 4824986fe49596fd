"""Section 2.1, cases 2 and 3: the correlation with a plane, and how slowly close eigenvalues separate."""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus_steps import SEVERAL_HEADS, instance
from proofs_checks.power_method.proofs.models import BASIS, LAYER, SUM_OF_HEADS, F
from verify.formal import Variant, formal, model
from verify.tactics.build import have, intro, leaf, rule

PLANE = {"a": BASIS[0], "b": BASIS[1], "x": ["2/3", "-1/3", "2/3"]}
formal(
    "POW-C2.corr",
    statement={
        "letters": ["a, b, x: vector"],
        "where": ["projection := dot(a, x)*a + dot(b, x)*b", "length := sqrt(dot(a, x)^2 + dot(b, x)^2)"],
        "given": [
            "dot(a, a) == 1",
            "dot(b, b) == 1",
            "dot(a, b) == 0",
            "dot(x, x) == 1",
            "dot(a, x)^2 + dot(b, x)^2 > 0",
        ],
        "show": ["dot(x, projection)/(norm(x)*norm(projection)) == length"],
    },
    proof=leaf(use=["dot(a, a) == 1", "dot(b, b) == 1", "dot(a, b) == 0", "dot(x, x) == 1"]),
    instance=instance(PLANE),
    twin=Variant(
        "a basis that is not orthogonal",
        {"dot(a, b) == 0": "dot(a, b) == 3/5"},
        {"dim": 2, "letters": {"a": [1, 0], "b": ["3/5", "4/5"], "x": [1, 0]}},
    ),
)

RATIO = "dot(v2, {0})/dot(v1, {0})".format
POWER = "forall n in size: r^n >= 1 - n*s"
ONE_MORE = "r^n >= 1 - n*s"
EIGEN = ["F(v1) == lam1*v1", "F(v2) == lam2*v2", "dot(x, x) == 1"]
POSITIVE = [
    ("1 + alpha*lam1 > 0", leaf("1: 1 + alpha*lam2 > 0", "1: alpha > 0; lam2 < lam1")),
    ("s > 0", leaf("1: alpha > 0; lam2 < lam1", times=["1 + alpha*lam1"])),
    ("r > 0", leaf("1: 1 + alpha*lam2 > 0", times=["1 + alpha*lam1"])),
]
SLOW = {
    **{name: value for name, value in SEVERAL_HEADS.items() if name not in ("v", "lam")},
    "v1": BASIS[0],
    "v2": BASIS[1],
    "lam1": 2,
    "lam2": 1,
    "x": ["2/3", "-1/3", "2/3"],
    "eps": "1/2",
}
formal(
    "POW-C3.slow",
    statement=model(
        F,
        LAYER,
        {
            "letters": ["v1, v2, x: vector", "lam1, lam2, eps: number"],
            "where": [
                "r := (1 + alpha*lam2)/(1 + alpha*lam1)",
                "s := alpha*(lam1 - lam2)/(1 + alpha*lam1)",
                "y := x + alpha*F(x)",
            ],
            "given": [
                *EIGEN,
                "alpha > 0",
                "lam2 < lam1",
                "1 + alpha*lam2 > 0",
                "dot(v1, x) != 0",
                "norm(y) > 0",
            ],
            "show": [
                f"forall i: {RATIO('value(layer, fn(h: x), i)')} == r*({RATIO('x')})",
                "r == 1 - s",
                POWER,
                "forall n in size: r^n <= eps => n >= (1 - eps)/s",
                "forall K in number: K > 0 and lam1 - lam2 < (1 - eps)*(1 + alpha*lam1)/(alpha*K) => (1 - eps)/s > K",
            ],
        },
    ),
    proof=[
        intro("t", have([*POSITIVE, "norm(y) > 0"], leaf(use=[*EIGEN, *SUM_OF_HEADS]))),
        have(POSITIVE, leaf()),
        rule(
            "induction",
            leaf(),
            have([*POSITIVE, "r == 1 - s"], leaf(f"1: r > 0; {ONE_MORE}", "1: n >= 0; s > 0; s > 0")),
            P="fn(n: r^n >= 1 - n*s)",
            new={"n": "n"},
        ),
        intro("n,", have([*POSITIVE, ONE_MORE], leaf("1: r^n <= eps", f"1: {ONE_MORE}", times=["s"]))),
        intro(
            "K,",
            have(
                POSITIVE,
                leaf(
                    "1: lam1 - lam2 < (1 - eps)*(1 + alpha*lam1)/(alpha*K); alpha > 0; K > 0",
                    times=["alpha", "lam1 - lam2"],
                ),
            ),
        ),
    ],
    instance=instance(SLOW, tokens=2, heads=2),
    twin=Variant("half as fast", {"1 - n*s": "1 - n*s/2"}, instance(SLOW, tokens=2, heads=2)),
)
