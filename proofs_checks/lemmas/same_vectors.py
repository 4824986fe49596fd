"""Two vectors equal to a third are equal: for values that the normal form would write out."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import leaf

formal(
    "LEM-same-vector",
    title="Equal to the same vector",
    statement={
        "letters": ["u, w, z: vector"],
        "given": ["u == w", "w == z"],
        "show": ["u == z"],
    },
    proof=leaf(use=["u == w", "w == z"]),
)
