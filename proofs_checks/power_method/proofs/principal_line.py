"""The line of a simple top eigenvalue, and what Assumption 1 and a short step say of the other eigenvalues."""

from __future__ import annotations

from proofs_checks.power_method.proofs.equilibrium_classes import ASSUMPTION, LENGTH_OF_V
from proofs_checks.power_method.proofs.models import V
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    Tree,
    absurd,
    both,
    cases,
    have,
    intro,
    leaf,
    lemma,
    obtain,
    rule,
    split,
    take,
    unfold,
    witness,
)

INNER = "dot({1}, {0}) == dot({1}, {2})".format


def inner(left: str, right: str, z: str) -> tuple[str, Tree]:
    """An equation of vectors, multiplied by a vector."""
    return INNER(left, z, right), lemma("LEM-same-dot", u=left, w=right, z=z)


TOP = "simple_top(V, v1, lam1)"
REST = "(v - dot(v1, v)*v1)"
formal(
    "LEM-top-line",
    title="Every eigenvector of a simple top eigenvalue is on the line of the first one",
    statement={
        "letters": ["V: operator", "v1, v: vector", "lam1: number"],
        "given": [TOP, "V(v) == lam1*v"],
        "show": ["v == dot(v1, v)*v1"],
    },
    proof=unfold(
        TOP,
        cases(
            f"-dot({REST}, {REST})",
            rule("equal vectors", leaf(f"1: -dot({REST}, {REST}) >= 0"), u="v", w="dot(v1, v)*v1"),
            have(
                [
                    (f"{REST} != 0", rule("nonzero vector", leaf(f"1: -dot({REST}, {REST}) < 0"), u=REST)),
                    (
                        "eigenvalue(V, v1, lam1)",
                        unfold(
                            "goal",
                            witness(
                                REST,
                                both(
                                    KNOWN,
                                    leaf(use=["dot(v1, v1) == 1"]),
                                    leaf(use=["V(v) == lam1*v", "V(v1) == lam1*v1"]),
                                ),
                            ),
                        ),
                    ),
                    ("lam1 < lam1", KNOWN),
                ],
                absurd(lemma("LEM-two-signs", leaf(), leaf("1: lam1 < lam1"), a="lam1 - lam1")),
            ),
        ),
    ),
    instance={
        "dim": 2,
        "letters": {"V": [[1, 0], [0, -1]], "v1": [1, 0], "v": [-2, 0], "lam1": 1},
    },
)

EIGENVALUE = "exists w in vector: w != 0 and dot(v, w) == 0 and V(w) == m*w"
LENGTH = LENGTH_OF_V["given"][1]
NONSINGULAR = ASSUMPTION["given"][2]
LONG_W = ("dot(w, w) > 0", rule("positive square", u="w"))
SQUARE_OF_V = "dot(V(w), V(w)) <= norm_of_V^2*dot(w, w)"
formal(
    "LEM-small-eigenvalue",
    title="Below the step size 1/(2 |V|) no eigenvalue takes more than half",
    statement=model(
        V,
        LENGTH_OF_V,
        {"letters": ["v: vector", "m: number"], "given": ["eigenvalue(V, v, m)"], "show": ["2*alpha*m > -1"]},
    ),
    proof=unfold(
        "eigenvalue(V, v, m)",
        obtain(
            EIGENVALUE,
            "w",
            have(
                [
                    LONG_W,
                    (SQUARE_OF_V, take(LENGTH, ["w"], KNOWN)),
                    ("m*m <= norm_of_V*norm_of_V", leaf(f"1: {SQUARE_OF_V}", use=["V(w) == m*w"], times=["dot(w, w)"])),
                    (
                        "-m <= norm_of_V",
                        rule("below the square", KNOWN, leaf("1: m*m <= norm_of_V*norm_of_V"), a="-m", b="norm_of_V"),
                    ),
                    ("2*alpha*norm_of_V < 1", leaf("2: alpha < 1/(2*norm_of_V); norm_of_V > 0")),
                ],
                leaf("2: alpha > 0; -m <= norm_of_V", "1: 2*alpha*norm_of_V < 1"),
            ),
        ),
    ),
    instance={"dim": 2, "letters": {"V": [[1, 0], [0, -1]], "alpha": "1/4", "norm_of_V": 1, "v": [1, 0], "m": -1}},
)
formal(
    "LEM-no-zero-eigenvalue",
    title="A nonsingular matrix does not have the eigenvalue 0",
    statement=model(
        {
            "letters": ["V: operator", "v: vector", "m: number"],
            "given": [NONSINGULAR, "eigenvalue(V, v, m)"],
            "show": ["m != 0"],
        },
    ),
    proof=split(
        "m == 0 or m != 0",
        unfold(
            "eigenvalue(V, v, m)",
            obtain(
                EIGENVALUE,
                "w",
                have(
                    [
                        LONG_W,
                        ("V(w) == 0", leaf(use=["V(w) == m*w", "m == 0"])),
                        ("w == 0", take(NONSINGULAR, ["w"], KNOWN)),
                        ("dot(w, w) == dot(w, 0*w)", lemma("LEM-same-dot", KNOWN, u="w", w="0*w", z="w")),
                    ],
                    absurd(leaf("eq 1/dot(w, w): dot(w, w) == dot(w, 0*w)")),
                ),
            ),
        ),
        KNOWN,
    ),
    instance={"dim": 2, "letters": {"V": [[1, 0], [0, -1]], "v": [1, 0], "m": -1}},
)
LINE = "v == dot(v1, v)*v1"
formal(
    "LEM-top-others",
    title="What is across one eigenvector of a simple top eigenvalue is across another one",
    statement={
        "letters": ["V: operator", "v1, v: vector", "lam1: number"],
        "given": [TOP, "V(v) == lam1*v", "dot(v, v) == 1"],
        "show": [
            "forall z in vector: dot(v, z) == 0 => dot(v1, z) == 0",
            "forall z in vector: dot(v1, z) == 0 => dot(v, z) == 0",
        ],
    },
    proof=[
        intro(
            "z,",
            have(
                [
                    (LINE, lemma("LEM-top-line")),
                    inner("v", "dot(v1, v)*v1", "z"),
                    inner("v", "dot(v1, v)*v1", "v"),
                ],
                leaf(
                    f"eq -dot(v1, v): {INNER('v', 'z', 'dot(v1, v)*v1')}",
                    f"eq dot(v1, z): {INNER('v', 'v', 'dot(v1, v)*v1')}",
                    use=["dot(v, v) == 1", "dot(v, z) == 0"],
                ),
            ),
        ),
        intro(
            "z,",
            have(
                [(LINE, lemma("LEM-top-line")), inner("v", "dot(v1, v)*v1", "z")],
                leaf(f"eq 1: {INNER('v', 'z', 'dot(v1, v)*v1')}", use=["dot(v1, z) == 0"]),
            ),
        ),
    ],
    instance={"dim": 2, "letters": {"V": [[1, 0], [0, -1]], "v1": [1, 0], "v": [-1, 0], "lam1": 1}},
)
