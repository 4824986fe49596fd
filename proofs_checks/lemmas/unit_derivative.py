"""The derivative of a direction where what is normalised lies along a unit vector."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import KNOWN, have, leaf, rule, take

formal(
    "LEM-same-products",
    title="Vectors with the same products with all vectors are equal",
    statement={
        "letters": ["u, w: vector"],
        "given": ["forall z in vector: dot(z, u) == dot(z, w)"],
        "show": ["u == w"],
    },
    proof=have(
        [("dot(u - w, u) == dot(u - w, w)", take("forall z in vector: dot(z, u) == dot(z, w)", ["u - w"], KNOWN))],
        rule("equal vectors", leaf("eq 1: dot(u - w, u) == dot(u - w, w)"), u="u", w="w"),
    ),
    instance={"dim": 2, "letters": {"u": [1, 2], "w": [1, 2]}},
)

_SUM = "(s + k*u)"
formal(
    "LEM-unit-derivative",
    title="What moves a vector along a unit vector moves its direction by the part across it, over the length",
    statement={
        "letters": ["s, u, e: vector; k, r: number"],
        "given": ["dot(s, s) == 1", "u == r*s", "1 + k*r > 0"],
        "show": [f"1/norm{_SUM}*(e - (1/norm{_SUM})^2*dot({_SUM}, e)*{_SUM}) == 1/(1 + k*r)*(e - dot(s, e)*s)"],
    },
    proof=leaf(use=["u == r*s", "dot(s, s) == 1"], norms=["1 + k*r"]),
    instance={"dim": 2, "letters": {"s": [1, 0], "u": [2, 0], "e": [3, 5], "k": 1, "r": 2}},
)
