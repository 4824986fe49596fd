"""Remark 3.4, repaired: Wendel's probability that random tokens lie in one open hemisphere."""

from __future__ import annotations

from typing import Any

from verify.formal import Variant, formal
from verify.tactics.build import KNOWN, rule

INSTANCE: dict[str, Any] = {"tokens": 5, "dim": 3, "letters": {"n": 2, "m": 4, "y": "uniform_on_sphere"}}
CLAIM = formal(
    "CON-R3.4.a.repaired",
    statement={
        "spaces": ["E"],
        "letters": ["y[token]: random vector", "n, m: size"],
        "given": ["m + 1 == sum(j: 1)", "n + 1 == dim(E)", "independent(y)", "uniform_on_sphere(y)"],
        "show": "probability(exists w in vector: forall i: dot(w, y[i]) > 0) == sum(k in 0..n: binomial(m, k))/2^m",
    },
    proof=rule("Wendel", KNOWN, KNOWN, KNOWN, KNOWN, e="n"),
    instance=INSTANCE,
    twin=Variant(
        "they always do",
        {"probability(exists w in vector: forall i: dot(w, y[i]) > 0)": "1"},
        INSTANCE,
    ),
)
