"""Section 2.1.1 and D.4.3: the principal consensus for a layer matrix that is not symmetric.

other_eigenvalue(F, v, s, w): s + i w is an eigenvalue of F beside the one along v, possibly complex or defective.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.consensus_steps import TANGENT_DELTA
from proofs_checks.power_method.proofs.models import LAYER, OJA_OF_F, SUM_OF_HEADS, Part, eigen, eigenvector
from proofs_checks.power_method.proofs.step_size_steps import fixed_proof
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, Tree, have, intro, leaf, rule, take

ANY_F: Part = {"letters": ["V[head], P[head], F: matrix", "alpha: number"]}
POSITIVE: Part = {"given": ["lam > 0", "alpha > 0"]}
SPECTRUM = "matrix_spectrum(layer, consensus, F, v, 1/c, alpha/c)"
STABLE = "asymptotically_stable(layer, consensus)"
BY_MODULUS = "forall s in number, w in number: other_eigenvalue(F, v, s, w) => s^2 + w^2 < lam^2"
BY_REAL_PART = "forall s in number, w in number: other_eigenvalue(F, v, s, w) => s < lam"
BOUNDED = (
    "forall s in number, w in number: other_eigenvalue(F, v, s, w)"
    " => s < lam and alpha*(s^2 + w^2 - lam^2) < 2*(lam - s)"
)
FACTOR = ("c > 0", leaf("1:", "1: alpha > 0; lam > 0"))


def spectrum_proof() -> Tree:
    """From the derivative at the consensus."""
    return rule(
        "equal tokens, any matrix",
        KNOWN,
        KNOWN,
        KNOWN,
        intro("t", KNOWN),
        fixed_proof("F", *SUM_OF_HEADS),
        leaf(use=[*eigen("F"), *SUM_OF_HEADS, TANGENT_DELTA], norms=["c"]),
        F="layer",
        S="consensus",
        U="F",
        r="1/c",
        k="alpha/(N*c)",
        n="N",
        new={"i": "t", "d": "delta"},
    )


def stable_proof(bound: str, inside: Tree) -> Tree:
    """Asymptotic stability by the indirect method, from a bound of all other eigenvalues."""
    return have(
        [FACTOR, (SPECTRUM, spectrum_proof())],
        rule(
            "indirect method, stable",
            fixed_proof("F", *SUM_OF_HEADS),
            rule(
                "inside, any matrix",
                KNOWN,
                take(bound, ["s1", "w1"], inside),
                leaf("1: alpha > 0; lam > 0", times=["c"]),
                F="layer",
                S="consensus",
                U="F",
                r="1/c",
                k="alpha/c",
                new={"s": "s1", "w": "w1"},
            ),
            F="layer",
            S="consensus",
        ),
    )


SMALLER = leaf(
    "1: alpha > 0; alpha > 0; s1^2 + w1^2 < lam^2",
    "2: alpha > 0; s1 < lam",
    times=["c", "c"],
)
REAL_PART = rule(
    "strictly below the square",
    leaf("1: lam > 0"),
    leaf("1: s1^2 + w1^2 < lam^2", "1: sq w1"),
    a="s1",
    b="lam",
)
ROTATING = [[2, 0, 3], [0, "1/2", -1], [0, 1, "1/2"]]
VALUES = {
    "V": [[[1, 0, 3], [0, 1, 0], [0, 2, 1]], [[1, 0, 0], [0, "-1/2", -1], [0, -1, "-1/2"]]],
    "P": [[[1, 2, 0], [0, 1, 0], [0, 0, 1]], [[0, 1, 0], [0, 0, 0], [1, 0, 0]]],
    "F": ROTATING,
    "alpha": 1,
    "v": [1, 0, 0],
    "lam": 2,
}


def instance(letters: Part, tokens: int = 2) -> Part:
    """Two heads in R^3."""
    return {"tokens": tokens, "heads": 2, "dim": 3, "letters": letters}


LARGE = {
    **VALUES,
    "F": [[2, 0, 3], [0, 1, -3], [0, 3, 1]],
    "V": [[[1, 0, 3], [0, 1, 0], [0, 2, 1]], [[1, 0, 0], [0, 0, -3], [0, 1, 0]]],
}
formal(
    "POW-D4.3",
    statement=model(
        ANY_F,
        LAYER,
        OJA_OF_F,
        eigenvector("F"),
        POSITIVE,
        {
            "letters": ["d[token]: vector"],
            "given": [BY_MODULUS],
            "show": [
                "forall i: D(layer, consensus, d, i) == D(oja, consensus, d, i)",
                SPECTRUM,
                STABLE,
            ],
        },
    ),
    proof=[
        have([FACTOR], intro("t", leaf(use=[*eigen("F"), *SUM_OF_HEADS], norms=["c"]))),
        have([FACTOR], spectrum_proof()),
        stable_proof(BY_MODULUS, have([("s1 < lam", REAL_PART)], SMALLER)),
    ],
    instance=instance({**VALUES, "d": [[0, 1, 2], [1, 0, 1]]}),
    twin=Variant("|lambda_j| < 2 lambda_1", {"< lam^2": "< 4*lam^2"}, instance({**LARGE, "d": [[0, 1, 2], [1, 0, 1]]})),
)

formal(
    "POW-2.1.gen.nonsym",
    statement=model(ANY_F, LAYER, eigenvector("F"), POSITIVE, {"given": [BY_MODULUS], "show": [SPECTRUM, STABLE]}),
    proof=[
        have([FACTOR], spectrum_proof()),
        stable_proof(BY_MODULUS, have([("s1 < lam", REAL_PART)], SMALLER)),
    ],
    instance=instance(VALUES),
    twin=Variant("|lambda_j| < 2 lambda_1", {"< lam^2": "< 4*lam^2"}, instance(LARGE)),
)

formal(
    "POW-2.1.gen.nonsym.R1.repaired",
    statement=model(ANY_F, LAYER, eigenvector("F"), POSITIVE, {"given": [BOUNDED], "show": STABLE}),
    proof=stable_proof(BOUNDED, leaf("1: alpha > 0; alpha*(s1^2 + w1^2 - lam^2) < 2*(lam - s1)", times=["c", "c"])),
    instance=instance({**LARGE, "alpha": "1/4"}),
    twin=Variant("the bound 3 instead of 2", {"< 2*(lam - s)": "< 3*(lam - s)"}, instance({**LARGE, "alpha": "2/5"})),
)

formal(
    "POW-2.1.gen.nonsym.R1",
    statement=model(ANY_F, LAYER, eigenvector("F"), POSITIVE, {"given": [BY_REAL_PART], "show": STABLE}),
    refuted={"instance": instance(LARGE)},
)

NEGATIVE = {
    **VALUES,
    "lam": -2,
    "alpha": "1/4",
    "F": [[-2, 0, 3], [0, "1/2", -1], [0, 1, "1/2"]],
    "V": [[[-3, 0, 3], [0, 1, 0], [0, 2, 1]], [[1, 0, 0], [0, "-1/2", -1], [0, -1, "-1/2"]]],
}
formal(
    "POW-2.1.gen.nonsym.R3",
    statement=model(
        ANY_F,
        LAYER,
        eigenvector("F"),
        {"given": ["alpha > 0", "c > 0", BY_MODULUS], "show": STABLE},
    ),
    refuted={"instance": instance(NEGATIVE)},
)
