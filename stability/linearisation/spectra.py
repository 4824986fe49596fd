"""Full tangent spectra with multiplicities at consensus and bipartite states, for any number of tokens.

The eigenvalues of a two-group state come as quadratics z^2 - trace z + determinant, one per remaining direction, so no
square root is taken until a value is asked for.

Source: arXiv 2605.25619, Lemma 3 (consensus), Lemma 14 (bipartite); multi-head consensus: D.4.1 with V = sum of heads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from attnverify.stability.states.group_weights import GroupWeights


@dataclass(frozen=True)
class Mode:
    """Both roots of z^2 - trace z + determinant, or the root `trace` when determinant is None, `multiplicity` times.

    perturbation : in words, the tangent vectors that belong to it.
    """

    trace: Any
    determinant: Any
    multiplicity: Any
    perturbation: str


def consensus_modes(lambda_k: Any, others: Sequence[Any], N: Any, alpha: Any) -> list[Mode]:
    """The N(d-1) tangent eigenvalues at the consensus on v_k, where 1 + alpha lambda_k > 0.

    others : the d-1 eigenvalues of V (or of its compression to the complement of v_k) other than lambda_k.
    Valid for the Oja map and, for every P, for the attention map.
    """
    c = 1 + alpha * lambda_k
    moving = [
        Mode((1 + alpha * lambda_j) / c, None, 1, f"all tokens together along v_{j}")
        for j, lambda_j in enumerate(others, start=1)
    ]
    return [*moving, Mode(1 / c, None, (N - 1) * len(others), "differences of tokens")]


def bipartite_modes(lambda_k: Any, others: Sequence[Any], weights: GroupWeights, alpha: Any) -> list[Mode]:
    """The N(d-1) tangent eigenvalues at a bipartite state on v_k, where both factors are positive."""
    modes = [
        Mode(*weights.trace_determinant(lambda_j, lambda_k, alpha), 1, f"the two groups along v_{j}")
        for j, lambda_j in enumerate(others, start=1)
    ]
    sizes = (weights.p, weights.q)
    within = weights.within_group(lambda_k, alpha)
    return modes + [
        Mode(value, None, (size - 1) * len(others), f"differences within group {group}")
        for group, (value, size) in enumerate(zip(within, sizes, strict=True), start=1)
    ]
