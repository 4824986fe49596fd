"""The two states of the cycle of POW-N11, and when a stretched vector is reflected."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from verify.formal import formal
from verify.tactics.build import (
    KNOWN,
    have,
    intro,
    leaf,
    lemma,
)

EQUAL = "sum(h in A: 1) == sum(h in B: 1)"
LOGITS = "forall u in vector: P(u) == beta*u"
FRAME = ["dot(v, v) == 1", "dot(w, w) == 1", "dot(v, w) == 0"]
IMAGES = ["V(v) == lam1*v", "V(w) == -L*w"]
USE = [EQUAL, LOGITS, *FRAME, *IMAGES]
PLANE: Part = {
    "groups": ["A", "B"],
    "letters": ["v, w: vector; lam1, L, beta, c, s: number"],
    "where": ["K := exp(beta*c^2)^2", "T := (K - 1)/(K + 1)"],
    "states": [
        "up: A -> c*v + s*w, B -> -c*v + s*w",
        "down: A -> c*v - s*w, B -> -c*v - s*w",
        "poles: A -> v, B -> -v",
    ],
    "given": [
        *FRAME,
        *IMAGES,
        LOGITS,
        EQUAL,
        "alpha > 0",
        "lam1 > 0",
        "L > 0",
        "beta > 0",
        "c > 0",
        "s > 0",
        "c^2 + s^2 == 1",
    ],
}
R, Q = "(1 + alpha*lam1*T)", "(1 - alpha*L)"
formal(
    "LEM-reflected",
    title="A vector stretched by r along one axis and by q along another is reflected exactly where q = -r",
    statement={
        "letters": ["v, w: vector; c, s, r, q: number"],
        "where": ["y := c*r*v + s*q*w", "z := c*v - s*w"],
        "given": [*FRAME, "c > 0", "s > 0", "c^2 + s^2 == 1", "r > 0"],
        "show": ["unit(y) == z => q == -r", "q == -r => unit(y) == z"],
    },
    proof=[
        intro(
            "",
            have(
                [
                    ("dot(y, y) > 0", leaf("1: c > 0; c > 0; r > 0; r > 0", "1: sq s*q", use=FRAME)),
                    ("norm(y) > 0", KNOWN),
                    ("y == norm(y)*z", lemma("LEM-direction", y="y", x="z")),
                    ("dot(v, y) == dot(v, norm(y)*z)", lemma("LEM-same-dot", u="y", w="norm(y)*z", z="v")),
                    ("dot(w, y) == dot(w, norm(y)*z)", lemma("LEM-same-dot", u="y", w="norm(y)*z", z="w")),
                ],
                leaf(
                    "eq 1/c: dot(v, y) == dot(v, norm(y)*z)",
                    "eq 1/s: dot(w, y) == dot(w, norm(y)*z)",
                    use=FRAME,
                ),
            ),
        ),
        intro(
            "",
            have(
                [
                    ("y == r*z", leaf(use=["q == -r"])),
                    ("dot(z, z) == 1", leaf("eq 1: c^2 + s^2 == 1", use=FRAME)),
                    ("norm(y) > 0 and unit(y) == z", lemma("LEM-along", y="y", x="z", r="r")),
                ],
                KNOWN,
            ),
        ),
    ],
    instance={
        "dim": 2,
        "letters": {"v": [1, 0], "w": [0, 1], "c": "3/5", "s": "4/5", "r": 2, "q": -2},
    },
)
