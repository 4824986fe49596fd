"""Theorem 2, repaired: no polygonal equilibrium of three or more tokens is Lyapunov stable for the Oja map."""

from __future__ import annotations

from proofs_checks.power_method.proofs.average_definite import OFF
from proofs_checks.power_method.proofs.balanced_orbit import STEP
from proofs_checks.power_method.proofs.line_unstable import PLANE
from proofs_checks.power_method.proofs.models import OJA, Part, V
from proofs_checks.power_method.proofs.polygonal import POLYGON
from proofs_checks.power_method.proofs.polygonal_repaired import TOP
from verify.formal import Variant, all_formal, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, lemma, obtain, rule, split, witness

UNSTABLE = "not lyapunov(oja, x)"
BOUNDS: Part = {
    "letters": STEP["letters"],
    "given": [*STEP["given"][1:2], "forall c in vector: dot(c, V(c)) >= -L*dot(c, c)", STEP["given"][3]],
}
MORE: Part = {"given": [PLANE.replace("z", "y"), "sum(j: 1) >= 3"]}
LEMMA_6 = " and ".join(f"({text})" for text in all_formal()["POW-L6.repaired"].statement["show"])


def letter(name: str, sort: str, value: str, then: Tree) -> Tree:
    """A letter for a value."""
    some = f"exists t1 in {sort}: t1 == {value}"
    return have([(some, witness(value, KNOWN))], obtain(some, name, then))


OFF_LINE = letter(
    "y",
    "vector",
    "v1",
    letter(
        "z",
        "vector",
        "v1",
        letter("nu", "number", "0", letter("s", "number", "0", have([(LEMMA_6, lemma("POW-L6.repaired"))], KNOWN))),
    ),
)
ON_LINE = rule(
    "some element",
    have(
        [
            (
                "forall i: x[i] == x[k] or x[i] == -x[k]",
                intro(
                    "h",
                    split(
                        "x[h] == x[k] or x[h] != x[k]",
                        {"left": KNOWN},
                        split(
                            "x[h] == -x[k] or x[h] != -x[k]",
                            {"right": KNOWN},
                            have(
                                [(OFF, witness("h", witness("k", KNOWN)))],
                                rule("contradiction", P=OFF, C="x[h] == x[k] or x[h] == -x[k]"),
                            ),
                        ),
                    ),
                ),
            )
        ],
        lemma("POW-T2.poly.line"),
    ),
    C=UNSTABLE,
    new={"x": "k"},
)
HERE: Part = {
    "tokens": 4,
    "dim": 2,
    "letters": {
        "V": [[1, 0], [0, -1]],
        "alpha": "1/4",
        "L": 1,
        "x": [[1, 0], [1, 0], [-1, 0], [-1, 0]],
        "W": [[0, 0], [0, 4]],
        "v1": [1, 0],
        "lam1": 1,
    },
}
formal(
    "POW-T2.poly.repaired",
    statement=model(V, OJA, POLYGON, TOP, BOUNDS, MORE, {"show": UNSTABLE}),
    proof=split(f"({OFF}) or not ({OFF})", OFF_LINE, ON_LINE),
    instance=HERE,
    twin=Variant(
        "without balance",
        {"sum(j: x[j]) == 0": "sum(j: 1) >= 1"},
        {**HERE, "letters": {**HERE["letters"], "x": [[1, 0]] * 4}},
    ),
)
