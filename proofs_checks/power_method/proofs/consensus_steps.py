"""Proof steps at a consensus, and instances: spectra, fixed points, derivatives for both signs of c."""

from __future__ import annotations

from fractions import Fraction

from proofs_checks.power_method.proofs.models import (
    BASIS,
    P_VALUE,
    Part,
    eigen,
    symmetric,
)
from verify.tactics.build import KNOWN, Tree, cases, have, intro, leaf, rule, take, unfold

ONE_HEAD = {"v": BASIS[0], "lam": 2, "alpha": "1/4", "V": symmetric(2, 1, -3)}
NEGATIVE = {**ONE_HEAD, "lam": -3, "alpha": 1, "V": symmetric(-3, 1, 2)}
DIFFERENCES = [BASIS[1], BASIS[2], ["2/3", "-1/3", "-2/3"], ["-1/3", "2/3", "-2/3"]]


def heads(*eigenvalues: int) -> list[list[list[str]]]:
    """Two matrices, neither of them symmetric, whose sum is the symmetric matrix with these eigenvalues on BASIS."""
    first = ((1, 2, 0), (0, -1, 3), (1, 1, 1))
    rest = [
        [str(Fraction(a) - b) for a, b in zip(*rows, strict=True)]
        for rows in zip(symmetric(*eigenvalues), first, strict=True)
    ]
    return [[list(map(str, row)) for row in first], rest]


HEADS = heads(2, 1, -3)
SEVERAL_HEADS = {
    "v": BASIS[0],
    "lam": 2,
    "alpha": "1/4",
    "V": HEADS,
    "P": [P_VALUE, P_VALUE],
    "F": symmetric(2, 1, -3),
}


def instance(letters: Part, tokens: int = 4, **more: object) -> Part:
    """An instance in R^3."""
    return {"tokens": tokens, "dim": 3, "letters": letters, **more}


TANGENT = "forall h: dot(v, d[h]) == 0"
TANGENT_DELTA = "forall h: dot(v, delta[h]) == 0"


def spectrum_proof(map_: str, matrix: str, *sums: str, state: str = "consensus") -> Tree:
    """The tangent spectrum at a consensus, from the derivative of the map."""
    use = [*eigen(matrix), *sums]
    return rule(
        "equal tokens",
        KNOWN,
        KNOWN,
        KNOWN,
        intro("t", KNOWN),
        unfold("goal", intro("t", leaf(use=use, norms=["c"]))),
        leaf(use=[*use, TANGENT_DELTA], norms=["c"]),
        F=map_,
        S=state,
        V=matrix,
        r="1/c",
        k="alpha/(N*c)",
        n="N",
        new={"i": "t", "d": "delta"},
    )


def not_fixed_proof(map_: str, matrix: str, *sums: str) -> Tree:
    """For c < 0 the value at v is -v, which is not v: at some token the two would give 1 = -1."""
    value = f"dot(v, value({map_}, consensus, t))"
    return intro(
        "",
        unfold(
            f"fixed({map_}, consensus)",
            rule(
                "some element",
                have(
                    [
                        (f"{value} == -1", leaf(use=[*eigen(matrix), *sums], norms=["-c"])),
                        (
                            f"{value} == 1",
                            take(
                                f"forall i: value({map_}, consensus, i) == v",
                                ["t"],
                                leaf(use=[f"value({map_}, consensus, t) == v", "dot(v, v) == 1"]),
                            ),
                        ),
                    ],
                    leaf(f"eq 1/2: {value} == -1", f"eq -1/2: {value} == 1"),
                ),
                C="1 <= 0",
                new={"x": "t"},
            ),
        ),
    )


def spectrum(map_: str, matrix: str = "V") -> str:
    """The spectrum of Lemma 3."""
    return f"spectrum({map_}, consensus, {matrix}, v, fn(mu: (1 + alpha*mu)/c), 1/c)"


def both_signs(*use: str, names: str = "", sums: bool = False) -> Tree:
    """A derivative at the consensus for c > 0 and for c < 0, where |y| = -c."""

    def one(length: str) -> Tree:
        proof = leaf(use=[*eigen(), *use], norms=[length])
        return intro(names, proof) if names else proof

    return cases("c", one("c"), one("-c"))
