"""Proof steps at a bipartite state: it is fixed, and its spectrum."""

from __future__ import annotations

from proofs_checks.power_method.proofs.bipartite_models import (
    POINT,
)
from proofs_checks.power_method.proofs.models import BASIS
from verify.tactics.build import KNOWN, Tree, groups, intro, leaf, rule, unfold

TANGENT = "forall h: dot(v, d[h]) == 0"
DIRECTIONS = [BASIS[1], BASIS[2], ["1/3", "-2/3", "2/3"], BASIS[1]]


def fixed_proof() -> Tree:
    """The state is fixed, group by group."""
    return unfold(
        "goal",
        groups(intro("t", leaf(use=POINT, norms=["c1"])), intro("t", leaf(use=POINT, norms=["c2"]))),
    )


def spectrum_proof() -> Tree:
    """Lemma 14, all three classes with their multiplicities."""

    def slope(length: str) -> Tree:
        return leaf(use=[*POINT, "forall h: dot(v, delta[h]) == 0"], norms=[length])

    return rule(
        "two groups",
        KNOWN,
        KNOWN,
        KNOWN,
        KNOWN,
        groups(intro("t", KNOWN), intro("t", KNOWN)),
        fixed_proof(),
        slope("c1"),
        slope("c2"),
        F="attention",
        S="bipartite",
        r="1/c1",
        s="1/c2",
        kaa="alpha*a11/(p*c1)",
        kab="alpha*a12/(q*c1)",
        kba="alpha*a21/(p*c2)",
        kbb="alpha*a22/(q*c2)",
        p="p",
        q="q",
        new={"i": "t", "d": "delta"},
    )
