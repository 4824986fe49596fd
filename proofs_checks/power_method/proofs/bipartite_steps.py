"""Proof steps at a bipartite state: it is fixed, and its spectrum."""

from __future__ import annotations

from typing import Any

from proofs_checks.power_method.proofs.bipartite_models import (
    POINT,
)
from proofs_checks.power_method.proofs.models import BASIS
from verify.tactics.build import KNOWN, Tree, groups, intro, leaf, rule, unfold

TANGENT = "forall h: dot(v, d[h]) == 0"
DIRECTIONS = [BASIS[1], BASIS[2], ["1/3", "-2/3", "2/3"], BASIS[1]]


def fixed(use: list[str], lengths: tuple[str, str]) -> Tree:
    """The state is fixed, group by group; `lengths` are those before the layer normalises."""
    first, second = (intro("t", leaf(use=use, norms=[length])) for length in lengths)
    return unfold("goal", groups(first, second))


def two_groups(state: Tree, use: list[str], lengths: tuple[str, str], **letters: Any) -> Tree:
    """The tangent spectrum of a map at the bipartite state, from its derivative; `state` proves that it is fixed."""
    first, second = (leaf(use=[*use, "forall h: dot(v, delta[h]) == 0"], norms=[length]) for length in lengths)
    return rule(
        "two groups",
        KNOWN,
        KNOWN,
        KNOWN,
        KNOWN,
        groups(intro("t", KNOWN), intro("t", KNOWN)),
        state,
        first,
        second,
        S="bipartite",
        new={"i": "t", "d": "delta"},
        **letters,
    )


ATTENTION_COEFFICIENTS = {
    "r": "1/c1",
    "s": "1/c2",
    "kaa": "alpha*a11/(p*c1)",
    "kab": "alpha*a12/(q*c1)",
    "kba": "alpha*a21/(p*c2)",
    "kbb": "alpha*a22/(q*c2)",
}
"""Of d_i and of the sums over both groups in the derivative of attention."""


def fixed_proof() -> Tree:
    """The bipartite state of the attention map is fixed."""
    return fixed(POINT, ("c1", "c2"))


def spectrum_proof() -> Tree:
    """Lemma 14, all three classes with their multiplicities."""
    return two_groups(fixed_proof(), POINT, ("c1", "c2"), F="attention", p="p", q="q", **ATTENTION_COEFFICIENTS)
