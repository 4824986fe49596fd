"""A vector whose direction is known, and unit vectors along one line."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import have, leaf, lemma, rule

formal(
    "LEM-direction",
    title="A vector is its length times its direction",
    statement={
        "letters": ["y, x: vector"],
        "given": ["norm(y) > 0", "unit(y) == x"],
        "show": ["y == norm(y)*x"],
    },
    proof=leaf(use=["unit(y) == x"]),
    instance={"dim": 2, "letters": {"y": [3, 4], "x": ["3/5", "4/5"]}},
    twin=Variant(
        "half of the direction",
        {"unit(y) == x": "unit(y) == 2*x"},
        {"dim": 2, "letters": {"y": [3, 4], "x": ["3/10", "2/5"]}},
    ),
)

PULLED = "x + k*g"
STEP = f"dot({PULLED} - norm({PULLED})*x, {PULLED})"
formal(
    "LEM-pull",
    title="A pull that leaves the direction of a unit vector unchanged is along it",
    statement={
        "letters": ["x, g: vector; k: number"],
        "given": ["k > 0", "dot(x, x) == 1", f"norm({PULLED}) > 0", f"unit({PULLED}) == x"],
        "show": [
            "g == dot(x, g)*x",
            f"norm({PULLED}) == 1 + k*dot(x, g)",
            f"g == (norm({PULLED}) - 1)/k*x",
        ],
    },
    proof=[
        have(
            [
                (f"{PULLED} == norm({PULLED})*x", lemma("LEM-direction", y=PULLED)),
                (
                    f"dot(x, {PULLED}) == dot(x, norm({PULLED})*x)",
                    lemma("LEM-same-dot", u=PULLED, w=f"norm({PULLED})*x", z="x"),
                ),
                (
                    f"dot(g, {PULLED}) == dot(g, norm({PULLED})*x)",
                    lemma("LEM-same-dot", u=PULLED, w=f"norm({PULLED})*x", z="g"),
                ),
            ],
            rule(
                "equal vectors",
                leaf(
                    f"eq 1/k: dot(g, {PULLED}) == dot(g, norm({PULLED})*x)",
                    f"eq -dot(x, g)/k: dot(x, {PULLED}) == dot(x, norm({PULLED})*x)",
                    use=["dot(x, x) == 1"],
                ),
                u="g",
                w="dot(x, g)*x",
            ),
        ),
        have(
            [
                (f"{PULLED} == norm({PULLED})*x", lemma("LEM-direction", y=PULLED)),
                (
                    f"dot(x, {PULLED}) == dot(x, norm({PULLED})*x)",
                    lemma("LEM-same-dot", u=PULLED, w=f"norm({PULLED})*x", z="x"),
                ),
            ],
            leaf(f"eq -1: dot(x, {PULLED}) == dot(x, norm({PULLED})*x)", use=["dot(x, x) == 1"]),
        ),
        have(
            [("dot(g, g) == dot(g, dot(x, g)*x)", lemma("LEM-same-dot", u="g", w="dot(x, g)*x", z="g"))],
            rule(
                "equal vectors",
                leaf(
                    "eq 2: dot(g, g) == dot(g, dot(x, g)*x)",
                    f"eq -2*dot(x, g)/k - 2/k^2: norm({PULLED}) == 1 + k*dot(x, g)",
                    use=["dot(x, x) == 1"],
                ),
                u="g",
                w=f"(norm({PULLED}) - 1)/k*x",
            ),
        ),
    ],
    instance={"dim": 2, "letters": {"x": ["3/5", "4/5"], "g": [3, 4], "k": 1}},
    twin=Variant(
        "the opposite direction",
        {f"unit({PULLED}) == x": f"unit({PULLED}) == -x"},
        {"dim": 2, "letters": {"x": ["3/5", "4/5"], "g": [-3, -4], "k": 1}},
    ),
)

SAME = {"x": ["3/5", "4/5"], "g": [3, 4], "k": 1, "r": 5}
formal(
    "LEM-pulled-along",
    title="A unit vector pulled along itself keeps its direction while the factor is positive",
    statement={
        "letters": ["x, g: vector; k, r: number"],
        "given": ["dot(x, x) == 1", "g == r*x", "1 + k*r > 0"],
        "show": [f"unit({PULLED}) == x"],
    },
    proof=leaf(use=["g == r*x", "dot(x, x) == 1"], norms=["1 + k*r"]),
    instance={"dim": 2, "letters": SAME},
    twin=Variant(
        "whatever the sign of the factor",
        {"1 + k*r > 0": "1 + k*r != 0"},
        {"dim": 2, "letters": {**SAME, "k": -1}},
    ),
)

formal(
    "LEM-along",
    title="A positive multiple of a unit vector has its direction",
    statement={
        "letters": ["y, x: vector", "r: number"],
        "given": ["y == r*x", "r > 0", "dot(x, x) == 1"],
        "show": ["norm(y) > 0", "unit(y) == x"],
    },
    proof=[
        leaf("1: r > 0", use=["y == r*x", "dot(x, x) == 1"], norms=["r"]),
        leaf(use=["y == r*x", "dot(x, x) == 1"], norms=["r"]),
    ],
    instance={"dim": 2, "letters": {"y": ["3/5", "4/5"], "x": ["3/5", "4/5"], "r": 1}},
    twin=Variant(
        "a multiple of either sign",
        {"r > 0": "r != 0"},
        {"dim": 2, "letters": {"y": ["-3/5", "-4/5"], "x": ["3/5", "4/5"], "r": -1}},
    ),
)
