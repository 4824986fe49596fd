"""Equal vectors may replace each other in scalar products, whatever they are made of."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import leaf

SHIFT = {"x": [1, 1], "y": [4, 10], "r": 2, "s": 2, "u": ["1/2", 2], "w": ["1/2", 2]}
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
    "LEM-same-shift",
    title="Equal vectors may replace each other in an affine map",
    statement={
        "letters": ["x, y, u, w: vector; r, s: number"],
        "given": ["y == r*(x + s*u)", "u == w"],
        "show": "y == r*(x + s*w)",
    },
    proof=leaf(use=["y == r*(x + s*u)", "u == w"]),
    instance={"dim": 2, "letters": SHIFT},
    twin=Variant(
        "the factor left out",
        {"y == r*(x + s*w)": "y == x + s*w"},
        {"dim": 2, "letters": SHIFT},
    ),
)
