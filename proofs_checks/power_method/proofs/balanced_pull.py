"""Near a state whose tokens sum to zero the pull is short, and a step draws no token farther aside than it moves it."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, leaf, lemma, rule, take

PUSHED, ASIDE = "(y + p)", "(p - dot(y, p)*y)"
ONE: Part = {"letters": ["y, p: vector"], "given": ["dot(y, y) == 1", "norm(p) <= 1/2"]}
SHORT = [
    ("norm(y) == 1", leaf(norms=["1"], use=["dot(y, y) == 1"])),
    ("norm(y + p) <= norm(y) + norm(p)", rule("triangle", u="y", w="p")),
    ("norm(y + p + (-p)) <= norm(y + p) + norm(-p)", rule("triangle", u="y + p", w="-p")),
    ("norm(y + p) <= 3/2", leaf("1: norm(y + p) <= norm(y) + norm(p)", "1: norm(p) <= 1/2", "eq 1: norm(y) == 1")),
    (
        "norm(y + p) >= 1/2",
        leaf("1: norm(y + p + (-p)) <= norm(y + p) + norm(-p)", "1: norm(p) <= 1/2", "eq -1: norm(y) == 1"),
    ),
]
Z = f"unit{PUSHED}"
MOVED = f"({Z} - y)"
LONGEST = "norm(y + p)^2 <= 9/4"
SQUARES = leaf(f"1/4: {LONGEST}; sq norm{MOVED}; sq norm({Z} + y)", f"9/4: sq 1 - dot(y, {Z})", use=["dot(y, y) == 1"])
EXAMPLE: Part = {"dim": 2, "letters": {"y": [1, 0], "p": [0, "1/2"]}}
formal(
    "LEM-drawn-aside",
    title="A step that draws a token by at most 1/2 draws it aside by at most 3/2 times its motion",
    statement=model(ONE, {"show": ["norm(y + p) >= 1/2", f"norm{ASIDE} <= 3/2*norm{MOVED}"]}),
    proof=[
        have(SHORT, KNOWN),
        have(
            [
                *SHORT,
                f"norm{MOVED} >= 0",
                ("norm(y + p) > 0", leaf("1: norm(y + p) >= 1/2", "1/2:")),
                (LONGEST, leaf("1: norm(y + p) <= 3/2; norm(y + p) > 0", "3/2: norm(y + p) <= 3/2")),
            ],
            rule("below the square", leaf(f"3/2: norm{MOVED} >= 0"), SQUARES, a=f"norm{ASIDE}", b=f"3/2*norm{MOVED}"),
        ),
    ],
    instance=EXAMPLE,
    twin=Variant("a third of it", {"3/2*norm": "1/2*norm"}, EXAMPLE),
)

NEAR: Part = {
    "letters": ["V: operator", "x[token], y[token]: vector", "alpha, K, r: number"],
    "where": ["N := sum(j: 1)", "m := sum(j: y[j])", "pull := V(m)/N"],
    "given": [
        "alpha > 0",
        "K > 0",
        "forall a in vector, b in vector: dot(a, V(b)) <= K*norm(a)*norm(b)",
        "sum(j: x[j]) == 0",
        "forall i: norm(y[i] - x[i]) < r",
        "alpha*K*r <= 1/2",
    ],
}
FORM, ZERO, CLOSE = NEAR["given"][2:5]
SUM, TOTAL = "sum(j: 1*(y[j] - x[j]))", "sum(j: 1*norm(y[j] - x[j]))"
SLACK = "sum(j: r - norm(y[j] - x[j])) >= 0"
IMAGE = "dot(V(m), V(m)) <= K*norm(V(m))*norm(m)"
MEAN = [
    (
        f"norm({SUM}) <= {TOTAL}",
        rule("norm of a weighted sum", KNOWN, e="fn(j: 1)", u="fn(j: y[j] - x[j])", new={"x": "t"}),
    ),
    (
        SLACK,
        rule(
            "positive sum",
            have(["norm(y[t] - x[t]) < r"], leaf("1: norm(y[t] - x[t]) < r")),
            e="fn(j: r - norm(y[j] - x[j]))",
            new={"x": "t"},
        ),
    ),
    (f"norm(m) == norm({SUM})", lemma("LEM-same-norm", leaf(use=[ZERO]), u="m", w=SUM)),
    ("norm(m) <= N*r", leaf(f"1: norm({SUM}) <= {TOTAL}", f"1: {SLACK}", f"eq 1: norm(m) == norm({SUM})")),
    ("norm(m) >= 0", KNOWN),
    ("N*r >= 0", leaf("1: norm(m) <= N*r", "1: norm(m) >= 0")),
    (IMAGE, take(FORM, ["V(m)", "m"], KNOWN)),
]
STEEP = [
    *MEAN,
    (
        "norm(V(m)) <= K*norm(m)",
        rule(
            "below the square",
            leaf("1: K > 0; norm(m) >= 0"),
            leaf("1: sq K*norm(m) - norm(V(m))", f"2: {IMAGE}"),
            a="norm(V(m))",
            b="K*norm(m)",
        ),
    ),
    (
        "norm(alpha/N*V(m)) == alpha/N*norm(V(m))",
        rule("norm scaled", leaf("1: alpha > 0", times=["N"]), u="V(m)", k="alpha/N"),
    ),
]
formal(
    "LEM-near-pull",
    title="Near a state whose tokens sum to zero the pull is short and the energy bounded",
    statement=model(NEAR, {"show": ["norm(alpha*pull) <= 1/2", "dot(m, V(m)) <= K*(N*r)^2"]}),
    proof=[
        have(
            STEEP,
            leaf(
                "1: norm(V(m)) <= K*norm(m); alpha > 0; 1/N > 0",
                "1: norm(m) <= N*r; alpha > 0; K > 0; 1/N > 0",
                "1: alpha*K*r <= 1/2",
                "eq 1: norm(alpha/N*V(m)) == alpha/N*norm(V(m))",
            ),
        ),
        have(
            [*MEAN, ("dot(m, V(m)) <= K*norm(m)*norm(m)", take(FORM, ["m", "m"], KNOWN))],
            leaf(
                "1: dot(m, V(m)) <= K*norm(m)*norm(m)",
                "1: norm(m) <= N*r; norm(m) >= 0; K > 0",
                "1: norm(m) <= N*r; K > 0; N*r >= 0",
            ),
        ),
    ],
)
