"""The eigenvalues of two steps of the Oja map at equal tokens, (I + alpha V)^2/c^2, from those of V.

An eigenvalue z of U = (I + alpha V)^2 - I has
a root rho^2 = 1 + z with (I + alpha V - rho)(I + alpha V + rho) w = 0, so that (rho - 1)/alpha or (-rho - 1)/alpha is
one of V.
"""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import V, eigen, eigenvector
from verify.formal import formal, model
from verify.tactics.build import (
    KNOWN,
    Steps,
    Tree,
    both,
    have,
    leaf,
    lemma,
    rule,
    split,
    take,
    unfold,
    witness,
)

SQUARED = "forall a in vector: U(a) == 2*alpha*V(a) + alpha^2*V(V(a))"
BETWEEN = "forall m in number: eigenvalue(V, v, m) => lam < m and m <= lam1"
RHO = "sqrt(1 + z)"
SUM = f"(w + alpha*V(w) + {RHO}*w)"
TWO_STEPS = "U(w) == 2*alpha*V(w) + alpha^2*V(V(w))"
CHAIN = "2*alpha*V(w) + alpha^2*V(V(w)) == z*w"
LENGTHS = "dot(w, 2*alpha*V(w) + alpha^2*V(V(w))) == dot(w, z*w)"


def bounded(vector: str, value: str, image: Tree, *facts: str) -> Tree:
    """An eigenvalue of V across v is between lam and lam1; so 1 + z is less than c^2."""
    return have(
        [
            (f"V({vector}) == {value}*{vector}", image),
            (f"dot(v, {vector}) == 0", leaf(use=["dot(v, w) == 0", *eigen()])),
            (f"eigenvalue(V, v, {value})", unfold("goal", witness(vector, both(KNOWN, KNOWN, KNOWN)))),
            (f"lam < {value} and {value} <= lam1", take(BETWEEN, [value], KNOWN)),
            (f"{RHO} < -c", leaf(*facts)),
        ],
        leaf(f"1: {RHO} < -c; {RHO} >= 0", f"1: {RHO} < -c; c < -1", f"1: {RHO} < -c"),
    )


ROOT = f"{RHO}^2 == 1 + z"
IMAGE: Steps = [
    (TWO_STEPS, take(SQUARED, ["w"], KNOWN)),
    (CHAIN, lemma("LEM-both-equal", a="U(w)", b="2*alpha*V(w) + alpha^2*V(V(w))", c="z*w")),
]
NOT_NEGATIVE = (
    "1 + z >= 0",
    have(
        [
            (LENGTHS, lemma("LEM-same-dot", u="2*alpha*V(w) + alpha^2*V(V(w))", w="z*w", z="w")),
            ("dot(w, w) > 0", rule("positive square", u="w")),
        ],
        leaf("1: sq norm(w + alpha*V(w))", f"eq 1: {LENGTHS}", times=["dot(w, w)"]),
    ),
)


def along(vector: str, value: str, u: str, w: str, factor: str) -> Tree:
    """V of a vector is a multiple of it, as u == w."""
    gap = f"V({vector}) - {value}*{vector}"
    equal = f"dot({gap}, {u}) == dot({gap}, {w})"
    return have(
        [(equal, lemma("LEM-same-dot", u=u, w=w, z=gap))],
        rule("equal vectors", leaf(f"eq {factor}: {equal}"), u=f"V({vector})", w=f"{value}*{vector}"),
    )


LOW, HIGH = f"((-{RHO} - 1)/alpha)", f"(({RHO} - 1)/alpha)"
CASES = split(
    f"{SUM} == 0 or {SUM} != 0",
    bounded("w", LOW, along("w", LOW, SUM, "0*w", "1/alpha"), f"1: lam < {LOW}; alpha > 0"),
    bounded(
        SUM,
        HIGH,
        along(SUM, HIGH, "2*alpha*V(w) + alpha^2*V(V(w))", "z*w", "1/alpha"),
        f"1: {HIGH} <= lam1; alpha > 0",
        "1: c < -(1 + alpha*lam1)",
    ),
)
formal(
    "LEM-squared-step",
    title="Eigenvalues of (I + alpha V)^2 from those of V",
    statement=model(
        V,
        eigenvector(),
        {
            "letters": ["U: operator; w: vector; lam1, z: number"],
            "given": [
                BETWEEN,
                SQUARED,
                *("alpha > 0", "c < -1", "c < -(1 + alpha*lam1)", "w != 0", "dot(v, w) == 0", "U(w) == z*w"),
            ],
            "show": ["1 + z >= 0", "1 + z < c^2"],
        },
    ),
    proof=[have([*IMAGE, NOT_NEGATIVE], KNOWN), have([*IMAGE, NOT_NEGATIVE, (ROOT, leaf()), f"{RHO} >= 0"], CASES)],
    instance={
        "dim": 2,
        "letters": {
            "V": [[1, 0], [0, -3]],
            "alpha": 2,
            "v": [0, 1],
            "lam": -3,
            "U": [[8, 0], [0, 24]],
            "w": [1, 0],
            "lam1": 1,
            "z": 8,
        },
    },
)
