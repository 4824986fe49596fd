"""Unit vectors move across themselves."""

from __future__ import annotations

from verify.formal import formal
from verify.tactics.build import enter, have, intro, leaf, rule

_UNIT = "forall i: dot(y[i], y[i]) == 1"
_LENGTH = "rate(dot(y[p], y[p])) == rate(1)"
_CONSTANT = rule("differentiate", enter("every", leaf(use=[_UNIT])), a="dot(y[p], y[p])", b="1")
TANGENT = "forall i: dot(y[i], rate(y[i])) == 0"

formal(
    "LEM-tangent-velocities",
    title="The velocity of a unit vector is tangent to the sphere",
    statement={
        "letters": ["y[token]: moving vector"],
        "given": [f"always({_UNIT})"],
        "show": [f"almost_always({TANGENT})"],
    },
    proof=enter("ae", intro("p", have([(_LENGTH, _CONSTANT)], leaf(f"eq 1/2: {_LENGTH}")))),
)
