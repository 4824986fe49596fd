"""POW-N4.sharp: beyond alpha = 1/L one token against many reverses them all, and the energy falls."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import BASIS, OJA, V, symmetric
from verify.formal import Variant, formal, model
from verify.tactics.build import KNOWN, have, intro, leaf

EIGEN = ["V(v) == -L*v", "dot(v, v) == 1"]
ONE = "sum(h in B: 1) == 1"
MANY = "N > 2*alpha*L/(alpha*L - 1)"
ENERGY = "1/(2*N)*dot(sum(i: {0}), V(sum(i: {0})))"
BACK, FORTH = "alpha*L*(N - 2)/N - 1", "1 + alpha*L*(N - 2)/N"
USE = [*EIGEN, ONE]
COUNTED = [
    ("alpha > 0", leaf("1: alpha > 1/L", "1: 1/L > 0")),
    ("alpha*L - 1 > 0", KNOWN),
    ("N*(alpha*L - 1) > 2*alpha*L", leaf(f"1: {MANY}; alpha*L - 1 > 0")),
    ("N > 2", leaf("1: N*(alpha*L - 1) > 2*alpha*L", "2:", times=["alpha*L - 1"])),
    (f"{BACK} > 0", leaf("1: N*(alpha*L - 1) > 2*alpha*L", times=["N"])),
    (f"{FORTH} > 0", leaf("1: N > 2; alpha > 0; L > 0", "1: N > 0", times=["N"])),
]
HERE = {
    "tokens": {"A": 5, "B": 1},
    "dim": 3,
    "letters": {"v": BASIS[0], "L": 2, "alpha": 1, "V": symmetric(-2, 1, "1/2")},
}

formal(
    "POW-N4.sharp",
    statement=model(
        V,
        OJA,
        {
            "groups": ["A", "B"],
            "letters": ["v: vector", "L: number"],
            "where": ["N := sum(j: 1)"],
            "states": ["one_against: A -> v, B -> -v"],
            "given": [*EIGEN, ONE, "L > 0", "alpha > 1/L", MANY],
            "show": [
                "forall i in A: value(oja, one_against, i) == -v",
                "forall i in B: value(oja, one_against, i) == -v",
                f"{ENERGY.format('one_against[i]')} == -L*(N - 2)^2/(2*N)",
                f"{ENERGY.format('(-v)')} == -L*N/2",
                "-L*N/2 < -L*(N - 2)^2/(2*N)",
            ],
        },
    ),
    proof=[
        have(COUNTED, intro("t", leaf(use=USE, norms=[BACK]))),
        have(COUNTED, intro("t", leaf(use=USE, norms=[FORTH]))),
        leaf(use=USE),
        leaf(use=USE),
        have(COUNTED, leaf("2: N > 2; L > 0", "2: L > 0", times=["N"])),
    ],
    instance=HERE,
    twin=Variant(
        "N > alpha L/(alpha L - 1) tokens suffice",
        {"N > 2*alpha*L/(alpha*L - 1)": "N > alpha*L/(alpha*L - 1)"},
        HERE | {"tokens": {"A": 2, "B": 1}},
    ),
)
