"""Lemmas 5 and 6 and Theorem 2: bipartite and polygonal states are not all unstable; two tokens may be stable."""

from __future__ import annotations

from proofs_checks.lemmas.compressed import LENGTH
from proofs_checks.power_method.proofs.equilibrium_classes import ASSUMPTION, LENGTH_OF_V, TOKENS
from proofs_checks.power_method.proofs.models import OJA, Part, V
from verify.formal import formal, model
from verify.tactics.build import Steps, Tree, have, intro, leaf, lemma, rule

STABLE = "lyapunov(oja, x)"
NO_LONGER = "forall z in vector: dot(V(z), V(z)) <= dot(z, z)"
UNSTABLE: Part = {"show": "not lyapunov(oja, x)"}
STEP: Part = {"given": ["alpha > 0"]}
BIPARTITE: Part = {
    "letters": ["v: vector", "lam: number"],
    "given": [
        "V(v) == lam*v",
        "dot(v, v) == 1",
        "forall i: x[i] == v or x[i] == -v",
        "exists i: x[i] == v",
        "exists i: x[i] == -v",
        "dot(v, sum(j: x[j])) >= 0",
        "fixed(oja, x)",
    ],
}
"""p >= q >= 1 tokens at v and at -v, and the state is an equilibrium."""
POLYGONAL: Part = {"given": ["sum(j: x[j]) == 0"]}
NO_EIGENVECTOR: Part = {"given": ["forall i: not (exists m in number: V(x[i]) == m*x[i])"]}


def pair(k: str) -> list[str]:
    """Two tokens, opposite to each other, across which V is at most -k; V is no longer than 1."""
    return [
        "sum(j: 1) == 2",
        "sum(j: x[j]) == 0",
        "alpha <= 1",
        NO_LONGER,
        f"forall i: forall z in vector: dot(x[i], z) == 0 => dot(z, V(z)) <= -({k})*dot(z, z)",
    ]


def stable(k: str, *small: tuple[str, Tree]) -> Part:
    """The pair is Lyapunov stable; small : that alpha*k is at most 1, where that needs a proof."""
    steps: Steps = [*small, (LENGTH, lemma("LEM-scaled-length", L="1")), (STABLE, lemma("LEM-pair-stable", k=k))]
    return {"case": pair(k), "proof": intro("", have(steps, rule("contradiction", P=STABLE, C="1 <= 0")))}


ON_EIGENVECTOR = {
    "V": [[1, 0], [0, -1]],
    "v1": [1, 0],
    "lam1": 1,
    "alpha": "1/4",
    "x": [[1, 0], [-1, 0]],
    "v": [1, 0],
    "lam": 1,
}
OFF = {**ON_EIGENVECTOR, "x": [["4/5", "3/5"], ["-4/5", "-3/5"]]}


def plane(letters: Part, *without: str, **more: object) -> Part:
    """Two tokens in the plane."""
    values = {name: value for name, value in letters.items() if name not in without}
    return {"tokens": 2, "dim": 2, "letters": {**values, **more}}


for id, step, value in (
    ("POW-L5.R2", LENGTH_OF_V, {"norm_of_V": 1}),
    ("POW-L5.R3", STEP, {}),
    ("POW-T2.bip", LENGTH_OF_V, {"norm_of_V": 1}),
):
    formal(
        id,
        statement=model(V, OJA, ASSUMPTION, TOKENS, step, BIPARTITE, UNSTABLE),
        refuted=stable("1"),
        instance=plane(ON_EIGENVECTOR, **value),
    )

for id, more in (("POW-L6", NO_EIGENVECTOR), ("POW-L6.R1", {}), ("POW-T2.poly", {})):
    formal(
        id,
        statement=model(V, OJA, ASSUMPTION, TOKENS, LENGTH_OF_V, POLYGONAL, more, UNSTABLE),
        refuted=stable("7/25", ("alpha*(7/25) <= 1", leaf("7/25: alpha <= 1", "18/25:"))),
        instance=plane(OFF, "v", "lam", norm_of_V=1),
    )
