"""A symmetric matrix B with -1 <= B <= -p < 0 across u shortens z + B z there; a small product of two vectors."""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, have, intro, leaf, rule, take

LENGTH = "forall z in vector: alpha^2*dot(V(z), V(z)) <= dot(z, z)"
ACROSS = "forall z in vector: dot(u, z) == 0 => dot(z, V(z)) <= -k*dot(z, z)"
MOVED = "q + alpha*(V(q) - dot(u, V(q))*u)"
REST = f"(1 - alpha*k/2)*q - ({MOVED})"
PUSHED = f"{REST} + alpha*V({REST})"
USE = ["dot(u, u) == 1", "dot(u, q) == 0"]
PLANE: dict[str, Any] = {"dim": 2, "letters": {"V": [["1/2", 1], [1, "-1"]], "alpha": "1/2", "k": 1}}
CAUCHY, MINUS = "dot(x, y) <= norm(x)*norm(y)", "dot(-x, y) <= norm(-x)*norm(y)"
FACTORS = {"dim": 2, "letters": {"s": -2, "e": 3, "a": 5, "b": 1, "x": [-4, 3], "y": ["4/5", "-3/5"]}}

formal(
    "LEM-scaled-length",
    title="A bound of a matrix, and one of a step with it",
    statement={
        "letters": ["V: operator", "alpha, L: number"],
        "given": ["alpha >= 0", "alpha*L <= 1", "L >= 0", "forall z in vector: dot(V(z), V(z)) <= L^2*dot(z, z)"],
        "show": LENGTH,
    },
    proof=intro(
        "z",
        have(
            ["dot(V(z), V(z)) <= L^2*dot(z, z)", "dot(z, z) >= 0"],
            leaf(
                "1: dot(V(z), V(z)) <= L^2*dot(z, z); sq alpha",
                "1: alpha*L <= 1; dot(z, z) >= 0",
                "1: alpha >= 0; L >= 0; alpha*L <= 1; dot(z, z) >= 0",
            ),
        ),
    ),
    instance={**PLANE, "letters": {"V": [[0, 2], [2, 0]], "alpha": "1/2", "L": 2}},
    twin=Variant(
        "a step twice as long",
        {"alpha*L <= 1": "alpha*L <= 2"},
        {**PLANE, "letters": {"V": [[0, 2], [2, 0]], "alpha": 1, "L": 2}},
    ),
)

formal(
    "LEM-compressed-step",
    title="A step with the compression of a short matrix that is negative there makes a vector shorter",
    statement={
        "letters": ["V: operator", "u, q: vector", "alpha, k: number"],
        "given": [*USE, "alpha > 0", "k > 0", "alpha*k <= 1", LENGTH, ACROSS],
        "show": ("dot(q + alpha*V(q), q + alpha*V(q)) - alpha^2*dot(u, V(q))^2 <= (1 - alpha*k)*dot(q, q)"),
    },
    proof=have(
        [
            ("dot(q, V(q)) <= -k*dot(q, q)", take(ACROSS, ["q"], KNOWN)),
            (
                f"dot({MOVED}, V({MOVED})) <= -k*dot({MOVED}, {MOVED})",
                take(ACROSS, [MOVED], have([(f"dot(u, {MOVED}) == 0", leaf(use=USE))], KNOWN)),
            ),
            (f"alpha^2*dot(V({REST}), V({REST})) <= dot({REST}, {REST})", take(LENGTH, [REST], KNOWN)),
            ("1 - alpha*k/2 > 0", leaf("1/2: alpha*k <= 1", "1/2:")),
            "dot(q, q) >= 0",
            f"dot({MOVED}, {MOVED}) >= 0",
            f"dot({PUSHED}, {PUSHED}) >= 0",
        ],
        leaf(
            f"1: alpha > 0; dot({MOVED}, V({MOVED})) <= -k*dot({MOVED}, {MOVED})",
            f"1/2: alpha > 0; k > 0; dot({MOVED}, {MOVED}) >= 0",
            f"1/2: alpha^2*dot(V({REST}), V({REST})) <= dot({REST}, {REST})",
            f"1/2: dot({PUSHED}, {PUSHED}) >= 0",
            "1: 1 - alpha*k/2 > 0; 1 - alpha*k/2 > 0; alpha > 0; dot(q, V(q)) <= -k*dot(q, q)",
            "1/2: 1 - alpha*k/2 > 0; alpha*k <= 1; alpha > 0; k > 0; dot(q, q) >= 0",
            use=USE,
            times=["1 - alpha*k/2"],
        ),
    ),
    instance={**PLANE, "letters": {**PLANE["letters"], "u": [1, 0], "q": [0, 1]}},
    twin=Variant(
        "twice as much shorter",
        {"<= (1 - alpha*k)*": "<= (1 - 2*alpha*k)*"},
        {**PLANE, "letters": {**PLANE["letters"], "u": [1, 0], "q": [0, 1]}},
    ),
)

formal(
    "LEM-three-factors",
    title="A number times the product of two vectors, by bounds of all three",
    statement={
        "letters": ["s, e, a, b: number", "x, y: vector"],
        "given": ["e >= 0", "a >= 0", "b >= 0", "s^2 <= e^2", "dot(x, x) <= a^2", "dot(y, y) <= b^2"],
        "show": "s*dot(x, y) <= e*a*b",
    },
    proof=have(
        [
            (CAUCHY, rule("Cauchy-Schwarz", u="x", w="y")),
            (MINUS, rule("Cauchy-Schwarz", u="-x", w="y")),
        ],
        rule(
            "below the square",
            leaf("1: e >= 0; a >= 0; b >= 0"),
            leaf(
                "1: s^2 <= e^2; sq a*b",
                "1: dot(x, x) <= a^2; sq s*b",
                "1: dot(y, y) <= b^2; sq s*norm(x)",
                f"1: {CAUCHY}; {MINUS}; sq s",
            ),
            a="s*dot(x, y)",
            b="e*a*b",
        ),
    ),
    instance=FACTORS,
    twin=Variant("half the product of the bounds", {"e*a*b": "e*a*b/2"}, FACTORS),
)
