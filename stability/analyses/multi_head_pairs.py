"""Bipartite states with several heads: p tokens at +v, q at -v, for an eigenvector v of the sum of the value matrices.

It is an equilibrium iff sum_h gamma_i^h V_h v is a multiple of v for both groups. That is proved where every head has v
as an eigenvector, or where all heads have the same logit on v, and refuted where a ball says so. The blocks of several
heads do not split by the eigenvectors of the sum, so the spectrum is that of the two-cluster Jacobian.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from flint import arb, fmpq

from attnverify.stability.analyses.equilibrium_record import (
    EquilibriumRecord,
    SpectralValue,
    has_equilibrium,
    verdict_for,
)
from attnverify.stability.linearisation.ball_eigenvalues import enclosed_eigenvalues
from attnverify.stability.linearisation.eigenlines import Eigenline, unit_direction
from attnverify.stability.linearisation.spectral_verdicts import side_of
from attnverify.stability.linearisation.unit_disc import Stability
from attnverify.stability.log_numbers import ball_matrix
from attnverify.stability.numbers import Array
from attnverify.stability.states.equilibrium import Nature, State, nature_of
from attnverify.stability.states.group_weights import GroupWeights
from attnverify.stability.states.krawczyk import ClusterEnclosure, enclosed_jacobian

Number = Any


def parallel_heads(line: Eigenline, heads: Sequence[Array]) -> bool:
    """Whether every head certainly has the direction of the line as an eigenvector.

    heads : value matrices, (d, d) arrays of fmpq. A head that commutes with the sum keeps its one-dimensional
    eigenspaces.
    """
    total = sum(heads[1:], heads[0])
    if line.eigenvalue.geometric == 1 and all(np.all(V @ total == total @ V) for V in heads):
        return True
    if line.direction is None or not all(isinstance(entry, fmpq) for entry in line.direction):
        return False
    v = np.array(line.direction, dtype=object)
    images = [V @ v for V in heads]
    return all(image[i] * v[j] == image[j] * v[i] for image in images for i in range(len(v)) for j in range(i))


def pair_record(
    line: Eigenline, k: int, P: Sequence[Array], heads: Sequence[Array], alpha: fmpq, p: int, q: int
) -> EquilibriumRecord:
    """One split at one eigenvector, at the working precision.

    P : logit matrices of LogNumber.  heads : value matrices of fmpq.
    """
    odds = line.odds()
    if odds is None or line.direction is None:
        note = "the eigenspace has more than one dimension and the logits vary on it: not covered"
        return EquilibriumRecord("bipartite", k, (p, q), None, verdict=Stability.UNDECIDED, certified=False, note=note)
    v = unit_direction(line)
    weights = [GroupWeights(fmpq(p), fmpq(q), E) for E in odds]
    V = np.array([[[arb(entry) for entry in row] for row in head] for head in heads], dtype=object)
    moved = [sum(w.gammas[i] * (head @ v) for w, head in zip(weights, V, strict=True)) for i in (0, 1)]
    nu = np.array([np.sum(v * image) for image in moved], dtype=object)
    residual = [image - scalar * v for image, scalar in zip(moved, nu, strict=True)]
    if any(not entry.contains(0) for part in residual for entry in part):
        note = "a token leaves the line: some sum of gamma_h V_h v is no multiple of v"
        return EquilibriumRecord("bipartite", k, (p, q), Nature.MOVES, note=note)
    if not (_same_logits(line, P) or parallel_heads(line, heads)):
        return EquilibriumRecord("bipartite", k, (p, q), Nature.UNDECIDED, verdict=verdict_for(Nature.UNDECIDED, []))
    nature = nature_of([1 + alpha * scalar for scalar in nu])
    if not has_equilibrium(nature):
        return EquilibriumRecord("bipartite", k, (p, q), nature, verdict=verdict_for(nature, []))
    state = State(np.stack([v, -v]), np.array([p, q], dtype=object))
    A = np.array([w.matrix for w in weights], dtype=object)
    logits = np.array([[list(row) for row in ball_matrix(matrix).tolist()] for matrix in P], dtype=object)
    blocks = enclosed_jacobian(ClusterEnclosure(state, nu, A, arb(0)), logits, V, alpha)
    listed = _values(blocks.reduced, 1, "all tokens of a group together")
    sides = [side_of(blocks.reduced, "discrete")]
    for group, (block, size) in enumerate(zip(blocks.within, (p, q), strict=True), start=1):
        if size > 1:
            listed += _values(block, size - 1, f"differences within group {group}")
            sides.append(side_of(block, "discrete"))
    return EquilibriumRecord("bipartite", k, (p, q), nature, tuple(listed), verdict_for(nature, sides))


def _same_logits(line: Eigenline, P: Sequence[Array]) -> bool:
    """Whether all heads certainly have the same logit on the line: then the sum of the heads acts there."""
    if all(np.all(matrix == P[0]) for matrix in P[1:]):
        return True
    exact = [logit for logit in line.logits or () if not isinstance(logit, arb)]
    return len(exact) == len(P) and all(logit == exact[0] for logit in exact)


def _values(block: Array, multiplicity: int, name: str) -> list[SpectralValue]:
    return [SpectralValue(value, multiplicity, name) for value in enclosed_eigenvalues(block)]
