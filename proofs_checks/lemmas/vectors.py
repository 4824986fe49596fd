"""Equal vectors may replace each other in scalar products, whatever they are made of."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import enter, have, intro, leaf

LETTERS = {"u": [1, 2], "w": [1, 2], "z": [3, -1]}

formal(
    "LEM-same-dot",
    title="Scalar products with equal vectors are equal",
    statement={"letters": ["u, w, z: vector"], "given": ["u == w"], "show": "dot(z, u) == dot(z, w)"},
    proof=leaf(use=["u == w"]),
    instance={"dim": 2, "letters": LETTERS},
    twin=Variant(
        "equal lengths are enough",
        {"u == w": "dot(u, u) == dot(w, w)"},
        {"dim": 2, "letters": {**LETTERS, "w": [2, 1]}},
    ),
)

formal(
    "LEM-same-dot.now",
    statement={
        "letters": ["u, w, z: measurable vector"],
        "show": ["almost_always(u == w => dot(z, u) == dot(z, w))"],
    },
    proof=enter("ae", intro("", leaf(use=["u == w"]))),
)

formal(
    "LEM-both-equal",
    statement={"letters": ["a, b, c: vector"], "given": ["a == b", "a == c"], "show": ["b == c"]},
    proof=have(["b == a", "c == a"], leaf(use=["b == a", "c == a"])),
)

formal(
    "LEM-divided",
    statement={"letters": ["k: number; u, w: vector"], "given": ["k*u == w", "k > 0"], "show": ["u == w/k"]},
    proof=have(["w == k*u"], leaf(use=["w == k*u"])),
)
