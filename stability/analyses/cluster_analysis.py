"""Clustering and polygonal equilibria found by search, each certified where Krawczyk's test decides.

A search proves nothing about what it did not find. Polygonal states lie in continuous families, where the test cannot
decide; they are reported as numerical only.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from flint import arb, ctx

from attnverify.stability.analyses.analysis import Analysis, System
from attnverify.stability.analyses.equilibrium_record import (
    EquilibriumRecord,
    SpectralValue,
    has_equilibrium,
    verdict_for,
)
from attnverify.stability.analyses.mirror_images import without_mirror_images
from attnverify.stability.linearisation.ball_eigenvalues import enclosed_eigenvalues
from attnverify.stability.linearisation.spectral_verdicts import side_of
from attnverify.stability.linearisation.unit_disc import Side, Stability
from attnverify.stability.motion.settling import settled_clusters
from attnverify.stability.numbers import Array
from attnverify.stability.states.cluster_search import Candidate, equilibria, same_state
from attnverify.stability.states.equilibrium import Nature, nature_of
from attnverify.stability.states.krawczyk import PRECISION, ClusterEnclosure, certify_clusters, enclosed_jacobian

MAX_SIDE = 8
MAX_SIMULATED = 50
MAX_CLUSTERS = 4
NEAR = 1e-8


def cluster_records(analysis: Analysis, starts: int = 20, seed: int = 0) -> tuple[list[EquilibriumRecord], str]:
    """The equilibria that `starts` random trajectories and Newton runs per choice of sizes find, and what was searched.

    Off the eigenvectors only: the others are in the analysis already. For one head of full attention and d <= 8.
    """
    given = analysis.system
    if len(given.P) > 1 or given.causal or len(given.V[0]) > MAX_SIDE or given.N < 2:
        needed = f"one head, full attention, d <= {MAX_SIDE}, N >= 2"
        return [], f"clustering equilibria were not searched: the search needs {needed}"
    P, V, alpha = given.floats()
    found = []
    candidates = []
    simulated = f"limits of {starts} random starts, and " if given.N <= MAX_SIMULATED else ""
    if simulated:
        try:
            settled = settled_clusters(P, V, given.N, alpha, starts, seed)
            candidates = [candidate for candidate in settled if len(candidate.tokens) <= MAX_CLUSTERS]
        except ZeroDivisionError:
            simulated = "random starts reach states without an image; "
    for counts in _sizes(given.N):
        for candidate in equilibria(P, V, counts, starts, seed):
            if not any(same_state(candidate, known) for known in candidates):
                candidates.append(candidate)
    for candidate in candidates:
        if not _on_an_eigenvector(candidate.tokens, V):
            record = _record(candidate, given, tuple(int(count) for count in candidate.counts))
            # The candidate may be rougher than the state that was certified near it.
            if record.tokens is None or not _on_an_eigenvector(record.tokens, V):
                found.append(record)
    tried = ", ".join("+".join(map(str, counts)) for counts in _sizes(given.N))
    merged = without_mirror_images(found, P, V)
    return merged, f"{simulated}clusters of sizes {tried} by {starts} Newton runs each; a search is not complete"


def _sizes(N: int) -> Iterator[tuple[int, ...]]:
    yield from dict.fromkeys((p, N - p) for p in (1, max(1, N // 4), N // 2))
    if N >= 3:
        third = N // 3
        yield (third, third, N - 2 * third)


def _on_an_eigenvector(X: Array, V: Array) -> bool:
    on_a_line = all(min(np.max(np.abs(x - X[0])), np.max(np.abs(x + X[0]))) < NEAR for x in X)
    image = V @ X[0]
    return bool(on_a_line and np.max(np.abs(image - (X[0] @ image) * X[0])) < NEAR)


def _record(candidate: Candidate, given: System, counts: tuple[int, ...]) -> EquilibriumRecord:
    kind = "polygonal" if np.max(np.abs(candidate.nu)) < NEAR else "clustering"
    with ctx.workprec(PRECISION):
        P, V, alpha = given.balls()
        enclosure = certify_clusters(candidate, P, V)
        if enclosure is None:
            note = "numerical only: the existence test does not decide"
            return EquilibriumRecord(
                kind, None, counts, None, (), Stability.UNDECIDED, certified=False, note=note, tokens=candidate.tokens
            )
        return _certified(kind, enclosure, P, V, alpha, counts)


def _certified(
    kind: str, enclosure: ClusterEnclosure, P: Array, V: Array, alpha: arb, counts: tuple[int, ...]
) -> EquilibriumRecord:
    nature = nature_of([1 + alpha * nu for nu in enclosure.nu])
    tokens = np.array([[float(entry.mid()) for entry in row] for row in enclosure.state.tokens])
    if not has_equilibrium(nature):
        certified = nature is not Nature.UNDECIDED
        return EquilibriumRecord(
            kind, None, counts, nature, (), verdict_for(nature, []), certified=certified, tokens=tokens
        )
    jacobian = enclosed_jacobian(enclosure, P, V, alpha)
    listed, sides = _judged(jacobian.reduced, 1, "all copies of a token together")
    for i, (block, count) in enumerate(zip(jacobian.within, counts, strict=True), start=1):
        if count > 1:
            values, more = _judged(block, count - 1, f"differences within cluster {i}")
            listed, sides = listed + values, sides + more
    verdict = verdict_for(nature, sides)
    certified = verdict is not Stability.UNDECIDED
    note = "every sum_j A_ij x_j is within 1e-8 of zero" if kind == "polygonal" else ""
    return EquilibriumRecord(
        kind, None, counts, nature, tuple(listed), verdict, certified=certified, note=note, tokens=tokens
    )


def _judged(block: Array, multiplicity: int, name: str) -> tuple[list[SpectralValue], list[Side]]:
    return [SpectralValue(value, multiplicity, name) for value in enclosed_eigenvalues(block)], [
        side_of(block, "discrete")
    ]
