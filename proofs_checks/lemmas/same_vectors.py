"""Equations of vectors: two that are equal to a third, and one that is solved for a vector."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import have, leaf, lemma, rule

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

_REST = "(g - (1/k*t + c/k*x))"
_SAME = f"dot({_REST}, k*g - c*x) == dot({_REST}, t)"

formal(
    "LEM-solved-for",
    title="An equation of vectors, solved for one of them",
    statement={
        "letters": ["g, x, t: vector; k, c: number"],
        "given": ["k != 0", "k*g - c*x == t"],
        "show": ["g == 1/k*t + c/k*x"],
    },
    proof=have(
        [(_SAME, lemma("LEM-same-dot", u="k*g - c*x", w="t", z=_REST))],
        rule("equal vectors", leaf(f"eq 1/k: {_SAME}"), u="g", w="1/k*t + c/k*x"),
    ),
)

formal(
    "LEM-same-quotient",
    title="Equal vectors have the same direction",
    statement={
        "letters": ["u, w: vector"],
        "given": ["u == w"],
        "show": ["u/sqrt(dot(u, u)) == w/sqrt(dot(w, w))"],
    },
    proof=leaf(use=["u == w"]),
)
