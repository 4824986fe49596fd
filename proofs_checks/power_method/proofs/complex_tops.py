"""Section 2.1.3, pairs of equal modulus: every matrix near a quarter turn of the plane has a conjugate pair on top."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import Part
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    have,
    leaf,
    rule,
)

PAIR = "({1} != 0 or {2} != 0) and {0}({1}) == {3}*{1} - {4}*{2} and {0}({2}) == {4}*{1} + {3}*{2}".format
PLANE: Part = {
    "letters": ["G: matrix; c, d: vector; p, q, r, t, w: number"],
    "where": ["s := (p + t)/2", "x := w*c", "y := (s - p)*c - q*d"],
    "given": [
        "dot(c, c) == 1",
        "dot(d, d) == 1",
        "dot(c, d) == 0",
        "forall u in vector: u == dot(c, u)*c + dot(d, u)*d",
        "G(c) == p*c + q*d",
        "G(d) == r*c + t*d",
        "w > 0",
        "w^2 == -q*r - (p - t)^2/4",
    ],
}
FRAME, SPAN, IMAGES, ROOT = PLANE["given"][:3], PLANE["given"][3], PLANE["given"][4:6], PLANE["given"][7]
USE = [*FRAME, *IMAGES]
MOVES = ("x != 0", rule("nonzero vector", leaf("1: w > 0; w > 0", use=FRAME), u="x"))


def image(sign: str) -> Tree:
    """The image of the second part."""
    right = f"({sign}w)*x + s*({sign}y)"
    square = leaf(f"eq w^2 + q*r + (p - t)^2/4: {ROOT}", use=USE)
    return rule("equal vectors", square, u=f"G({sign}y)", w=right)


formal(
    "LEM-conjugate-pair",
    title="The conjugate pair of a matrix of the plane with a negative discriminant",
    statement=model(PLANE, {"show": [PAIR("G", "x", "y", "s", "w"), PAIR("G", "x", "(-y)", "s", "(-w)")]}),
    proof=[
        have([MOVES], both({"left": KNOWN}, leaf(use=USE), image(""))),
        have([MOVES], both({"left": KNOWN}, leaf(use=USE), image("-"))),
    ],
    instance={
        "dim": 2,
        "letters": {"G": [[0, -1], [1, 0]], "c": [1, 0], "d": [0, 1], "p": 0, "q": 1, "r": -1, "t": 0, "w": 1},
    },
)

ROWS = [
    "(p - x)*a1 + z*b1 + r*a2 == 0",
    "(p - x)*b1 - z*a1 + r*b2 == 0",
    "q*a1 + (t - x)*a2 + z*b2 == 0",
    "q*b1 + (t - x)*b2 - z*a2 == 0",
]
"""The real and imaginary parts of (B - (x + iz)) (a + ib) = 0, B the matrix with the rows p, r and q, t."""
AREA = "(a1^2 + a2^2 + b1^2 + b2^2)"
REAL, IMAGINARY = "(p - x)*(t - x) - z^2 - q*r == 0", "2*z*(x - s) == 0"
BY_REAL = [
    "a1*(t - x) - b1*z - a2*q",
    "a1*z + b1*(t - x) - b2*q",
    "a2*(p - x) - a1*r - b2*z",
    "a2*z + b2*(p - x) - b1*r",
]
BY_IMAGINARY = [
    "b2*q - a1*z - b1*(t - x)",
    "a1*(t - x) - b1*z - a2*q",
    "b1*r - a2*z - b2*(p - x)",
    "a2*(p - x) - a1*r - b2*z",
]


def determinant(cofactors: list[str]) -> Tree:
    """The determinant vanishes, as the vector does not."""
    return leaf(*(f"eq ({by})/{AREA}: {row}" for by, row in zip(cofactors, ROWS, strict=True)))


ROOTS: Steps = [
    (REAL, determinant(BY_REAL)),
    (IMAGINARY, determinant(BY_IMAGINARY)),
    ("(x - s)^2 + w^2 > 0", leaf("1: sq x - s", "1: w > 0; w > 0")),
    (
        "x - s == 0",
        rule(
            "square zero",
            leaf(
                f"eq (x - s)^2: {REAL}",
                f"eq (x - s)^2: {ROOT}",
                f"eq z*(x - s)/2: {IMAGINARY}",
                times=["(x - s)^2 + w^2"],
            ),
            a="x - s",
        ),
    ),
]
formal(
    "LEM-complex-root",
    title="The eigenvalues of a 2 x 2 matrix with a negative discriminant",
    statement={
        "letters": ["p, q, r, t, w, x, z, a1, a2, b1, b2: number"],
        "where": PLANE["where"][:1],
        "given": [*ROWS, f"{AREA} > 0", "w > 0", ROOT],
        "show": ["x == s", "z^2 == w^2"],
    },
    proof=[
        have(ROOTS, leaf("eq 1: x - s == 0")),
        have(ROOTS, leaf(f"eq -1: {REAL}", f"eq -1: {ROOT}", "eq x - s: x - s == 0")),
    ],
    instance={
        "letters": {"p": 0, "q": 1, "r": -1, "t": 0, "w": 1, "x": 0, "z": 1, "a1": 1, "a2": 0, "b1": 0, "b2": -1}
    },
)
