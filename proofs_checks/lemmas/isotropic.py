"""A quadratic form that takes both signs vanishes at some unit vector."""

from __future__ import annotations

from verify.formal import formal, model
from verify.tactics.build import KNOWN, Tree, both, cases, have, leaf, lemma, rule, split, witness

Q_B, Q_Z = "dot(b, P(b))", "dot(z, P(z))"
BETA = "(dot(b, P(z)) + dot(z, P(b)))"
SPREAD = f"({BETA}^2 - 4*{Q_B}*{Q_Z})"
ROOT = f"((-{BETA} + sqrt{SPREAD})/(2*{Q_B}))"


def direction(w: str, zero: Tree) -> Tree:
    """The direction of w, which is not 0; `zero` proves that the form vanishes at w."""
    return have(
        [
            (f"dot({w}, {w}) > 0", rule("positive square", u=w)),
            (f"dot({w}, P({w})) == 0", zero),
            (f"norm({w}) > 0", KNOWN),
        ],
        witness(f"unit({w})", both(leaf(), leaf(f"eq 1/dot({w}, {w}): dot({w}, P({w})) == 0"))),
    )


W = "(r*b + z)"
AT_ROOT = f"r^2*{Q_B} + r*{BETA} + {Q_Z} == 0"
NOT_ZERO = split(
    f"{W} == 0 or {W} != 0",
    have(
        [
            (f"dot({W}, {W}) == dot({W}, 0*b)", lemma("LEM-same-dot", u=W, w="0*b", z=W)),
            ("z == -r*b", rule("equal vectors", leaf(f"eq: dot({W}, {W}) == dot({W}, 0*b)"), u="z", w="-r*b")),
            ("r == 0", rule("square zero", leaf(f"1: {Q_Z} <= 0", times=[Q_B], use=["z == -r*b"]), a="r")),
            ("z == 0", leaf(use=["z == -r*b", "r == 0"])),
        ],
        rule("contradiction", P="z == 0", C=f"{W} != 0"),
    ),
    KNOWN,
)
ZERO_OF_FORM = {
    "letters": ["P: matrix; b, z: vector"],
    "show": "exists u in vector: dot(u, u) == 1 and dot(u, P(u)) == 0",
}
TWO_SIGNS = {"P": [[1, 2], [0, -1]], "b": [1, 0], "z": [0, 1]}
formal(
    "LEM-isotropic.root",
    title="A root of a form along a line through a vector that is not 0 gives a unit vector at which it vanishes",
    statement=model(
        ZERO_OF_FORM,
        {"letters": ["r: number"], "given": ["z != 0", f"{Q_B} > 0", f"{Q_Z} <= 0", AT_ROOT]},
    ),
    proof=have([(f"{W} != 0", NOT_ZERO)], direction(W, leaf(f"eq: {AT_ROOT}"))),
    instance={"dim": 2, "letters": {**TWO_SIGNS, "r": "sqrt(2) - 1"}},
)
formal(
    "LEM-isotropic",
    title="A form that takes both signs vanishes at some unit vector",
    statement=model(ZERO_OF_FORM, {"given": ["b != 0", "z != 0", f"{Q_B} >= 0", f"{Q_Z} <= 0"]}),
    proof=cases(
        f"-{Q_B}",
        direction("b", rule("antisymmetry", leaf(f"1: -{Q_B} >= 0"), KNOWN, a=Q_B, b="0")),
        have(
            [
                (f"{Q_B} > 0", leaf(f"1: -{Q_B} < 0")),
                (f"{SPREAD} >= 0", leaf(f"1: sq {BETA}", f"4: {Q_B} > 0; -{Q_Z} >= 0")),
                (f"2*{Q_B} > 0", leaf(f"2: {Q_B} > 0")),
            ],
            lemma("LEM-isotropic.root", KNOWN, KNOWN, KNOWN, leaf(), r=ROOT),
        ),
    ),
    instance={"dim": 2, "letters": TWO_SIGNS},
)
