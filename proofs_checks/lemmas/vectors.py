"""Equal vectors may replace each other in scalar products, whatever they are made of."""

from __future__ import annotations

from verify.formal import Variant, formal
from verify.tactics.build import leaf

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
