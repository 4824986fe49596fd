"""Lemma 3: the classes at a consensus are as many as they should be, and every perturbation is a sum of theirs."""

from __future__ import annotations

from proofs_checks.power_method.proofs.models import BASIS
from verify.formal import Variant, formal
from verify.tactics.build import intro, leaf

FOUR = {"tokens": 4, "dim": 3, "letters": {"v": BASIS[0], "d": [[1, 2, 0], [0, -1, 1], [3, 1, 1], [0, 0, 1]]}}
UNIT = "dot(v, v) == 1"
formal(
    "POW-L3.count",
    statement={
        "spaces": ["E"],
        "letters": ["v: vector E; d[token]: vector E"],
        "where": [
            "N := sum(j: 1)",
            "across(i) := d[i] - dot(v, d[i])*v",
            "common := sum(j: across(j))/N",
            "difference(i) := across(i) - common",
        ],
        "given": [UNIT],
        "show": [
            "N + (dim(E) - 1) + (N - 1)*(dim(E) - 1) == N*dim(E)",
            "forall i: d[i] == dot(v, d[i])*v + common + difference(i)",
            "dot(v, common) == 0",
            "forall i: dot(v, difference(i)) == 0",
            "sum(i: difference(i)) == 0",
        ],
    },
    proof=[
        leaf(),
        intro("t", leaf()),
        leaf(use=[UNIT]),
        intro("t", leaf(use=[UNIT])),
        leaf(),
    ],
    instance=FOUR,
    twin=Variant("N differences per direction", {"(N - 1)*(dim(E) - 1)": "N*(dim(E) - 1)"}, FOUR),
)
