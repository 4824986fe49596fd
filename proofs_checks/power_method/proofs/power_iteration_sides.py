"""Introduction: with a positive eigenvalue the power iteration itself tends to v or to -v, whichever is on its side."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from proofs_checks.power_method.proofs.power_iteration import (
    HERE,
    ITERATION,
    KEPT,
    LATER,
    MOVED,
    RATIOS,
    SEEN,
    SMALL,
    STEP,
)
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, absurd, have, intro, leaf, lemma, obtain, rule, split, take, witness

RATIO = "1/dot(l, x)*x - v"
formal(
    "LEM-power-iteration.side",
    title="A unit vector is as near to another one as its ratios are small, if it is on its side",
    statement={
        "letters": ["v, l, x: vector"],
        "given": ["dot(v, v) == 1", "dot(x, x) == 1", "dot(l, x) > 0", f"norm({RATIO}) <= 1/2"],
        "show": [f"norm(x - v) <= 2*norm({RATIO})"],
    },
    proof=have(
        [
            (
                f"norm(v + ({RATIO})) >= 1/2 and norm(unit(v + ({RATIO})) - v) <= 2*norm({RATIO})",
                lemma("LEM-direction.near", w=RATIO),
            ),
            ("1/dot(l, x) > 0", leaf("1:", times=["dot(l, x)"])),
        ],
        leaf(f"1: norm(unit(v + ({RATIO})) - v) <= 2*norm({RATIO})", use=["dot(x, x) == 1"], norms=["1/dot(l, x)"]),
    ),
)
POSITIVE = "forall n in size: dot(l, x[n]) > 0"
UNITS = "forall n in size: n <= 0 or dot(x[n], x[n]) == 1"
SIDE: Part = {
    **ITERATION,
    "given": [*(text for text in ITERATION["given"] if "!= 0" not in text), "lam > 0", "dot(l, x[0]) > 0"],
}
STAYS = rule(
    "induction",
    KNOWN,
    have(STEP, leaf("1: lam > 0; dot(l, x[k]) > 0", use=[MOVED], times=["norm(F(x[k]))"])),
    P="fn(n: dot(l, x[n]) > 0)",
    new={"n": "k"},
)
UNIT = rule(
    "induction",
    {"left": leaf()},
    have(
        [("dot(l, x[k]) > 0", take(POSITIVE, ["k"], KNOWN)), *STEP],
        {"right": leaf(use=[STEP[2][0]])},
    ),
    P="fn(n: n <= 0 or dot(x[n], x[n]) == 1)",
    new={"n": "k"},
)
BOUND = "r/(2*(1 + r))"
FROM = f"exists s in size: forall n in size: n >= s => norm(z(n)) < {BOUND}"
NOW = have(
    [
        ("k >= s", leaf("1: k >= s + 1", "1:")),
        (f"norm(z(k)) < {BOUND}", take(f"forall n in size: n >= s => norm(z(n)) < {BOUND}", ["k"], KNOWN)),
        (f"2*{BOUND} < r", leaf("1: r > 0; r > 0", times=["1 + r"])),
        (f"{BOUND} <= 1/2", leaf("1/2:", times=["1 + r"])),
        ("norm(z(k)) <= 1/2", leaf(f"1: norm(z(k)) < {BOUND}", f"1: {BOUND} <= 1/2")),
        ("dot(l, x[k]) > 0", take(POSITIVE, ["k"], KNOWN)),
        ("k <= 0 or dot(x[k], x[k]) == 1", take(UNITS, ["k"], KNOWN)),
        (
            "norm(x[k] - v) <= 2*norm(z(k))",
            split(
                "k <= 0 or dot(x[k], x[k]) == 1",
                absurd(leaf("1: k <= 0", "1: k >= s + 1", "1: s >= 0")),
                lemma("LEM-power-iteration.side", x="x[k]"),
            ),
        ),
    ],
    leaf("1: norm(x[k] - v) <= 2*norm(z(k))", f"2: norm(z(k)) < {BOUND}", f"1: 2*{BOUND} < r"),
)
formal(
    "LEM-power-iteration.one-side",
    title="The power iteration with a positive eigenvalue tends to the eigenvector on the side of the start",
    statement=model(SIDE, {"show": [POSITIVE, LATER("norm(x[n] - v) < e")]}),
    proof=[
        STAYS,
        have(
            [(POSITIVE, STAYS), (UNITS, UNIT), RATIOS],
            intro(
                "r,",
                have(
                    [(f"{BOUND} > 0", leaf("1/2: r > 0", times=["1 + r"]))],
                    take(SMALL, [BOUND], obtain(FROM, "s", witness("s + 1", intro("k,", NOW)))),
                ),
            ),
        ),
    ],
)

BOTH: Part = {
    **ITERATION,
    "given": ["lam > 0" if text == "lam != 0" else text for text in ITERATION["given"]],
}
ONE = lemma("LEM-power-iteration.one-side")
OTHER = lemma(
    "LEM-power-iteration.one-side",
    KNOWN,
    KNOWN,
    KNOWN,
    KNOWN,
    KNOWN,
    have(
        [KEPT],
        intro("k", have([("dot(l, x[k]) != 0", take(SEEN, ["k"], KNOWN)), *STEP], leaf(use=[STEP[2][0]]))),
    ),
    x="fn(n in step: -x[n])",
)
formal(
    "POW-I1.R1.repaired",
    statement=model(
        BOTH,
        {
            "show": [
                f"dot(l, x[0]) > 0 => (forall n in size: dot(l, x[n]) > 0) and ({LATER('norm(x[n] - v) < e')})",
                f"dot(l, x[0]) < 0 => (forall n in size: dot(l, x[n]) < 0) and ({LATER('norm(x[n] + v) < e')})",
            ]
        },
    ),
    proof=[
        intro("", have([(f"({POSITIVE}) and ({LATER('norm(x[n] - v) < e')})", ONE)], KNOWN)),
        intro(
            "", have([(f"({POSITIVE.replace('x[n]', '(-x[n])')}) and ({LATER('norm(-x[n] - v) < e')})", OTHER)], KNOWN)
        ),
    ],
    instance=HERE,
    twin=Variant("the iterates go over to the other side", {"x[n]) > 0)": "x[n]) < 0)"}, HERE),
)
