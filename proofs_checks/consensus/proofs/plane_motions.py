"""What motions of the circle share: the frame, the Euclidean metric, and why it is positive definite."""

from __future__ import annotations

from verify.tactics.build import have, intro, leaf, rule

FRAME = ["dot(e1, e1) == 1", "dot(e2, e2) == 1", "dot(e1, e2) == 0"]
EUCLID = [["1", "e1", "e1"], ["1", "e2", "e2"]]
# W = I is positive definite, by coordinates.
DEFINITE = intro(
    ["u", ""],
    have(
        [("dot(u, u) > 0", rule("positive square", u="u")), "dot(u, u) == dot(e1, u)^2 + dot(e2, u)^2"],
        leaf("1: dot(u, u) > 0", "eq 1: dot(u, u) == dot(e1, u)^2 + dot(e2, u)^2"),
    ),
)
