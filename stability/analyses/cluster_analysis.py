"""Clustering and polygonal equilibria found by search, each certified where Krawczyk's test decides.

A search proves nothing about what it did not find. Polygonal states lie in continuous families, where the test cannot
decide; they are reported as numerical only.

Equilibria that are mirror images of each other are listed once.

An orthogonal Q with QV = VQ and QP = PQ maps equilibria to equilibria. Two states are taken for such images where all
x_i^T w x_j agree, w running through the products of up to three of V, V^T, P and P^T. This is a reading aid in floating
point: only records with the same verdict, each certified or not for itself, are put together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import permutations, product

import numpy as np
from flint import arb, ctx

from ..linearisation.spectral_verdicts import Side, Stability, enclosed_eigenvalues, side_of
from ..motion.sampled_limits import settled_clusters
from ..numbers import Array
from ..states.clusters import (
    PRECISION,
    Candidate,
    ClusterEnclosure,
    certify_clusters,
    enclosed_jacobian,
    equilibria,
    same_state,
)
from ..states.equilibrium import Nature, nature_of
from .analysis import Analysis, System
from .equilibrium_record import EquilibriumRecord, SpectralValue, verdict_for

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
            note, tokens = "numerical only: the existence test does not decide", candidate.tokens
            return EquilibriumRecord(kind, None, counts, None, (), Stability.UNDECIDED, False, note=note, tokens=tokens)
        return _certified(kind, enclosure, P, V, alpha, counts)


def _certified(
    kind: str, enclosure: ClusterEnclosure, P: Array, V: Array, alpha: arb, counts: tuple[int, ...]
) -> EquilibriumRecord:
    nature = nature_of([1 + alpha * nu for nu in enclosure.nu])
    tokens = np.array([[float(entry.mid()) for entry in row] for row in enclosure.state.tokens])
    if not nature.is_equilibrium:
        certified = nature is not Nature.UNDECIDED
        return EquilibriumRecord(kind, None, counts, nature, (), verdict_for(nature, []), certified, tokens=tokens)
    jacobian = enclosed_jacobian(enclosure, P, V, alpha)
    listed, sides = _judged(jacobian.reduced, 1, "all copies of a token together")
    for i, (block, count) in enumerate(zip(jacobian.within, counts, strict=True), start=1):
        if count > 1:
            values, more = _judged(block, count - 1, f"differences within cluster {i}")
            listed, sides = listed + values, sides + more
    verdict = verdict_for(nature, sides)
    certified = verdict is not Stability.UNDECIDED
    note = "every sum_j A_ij x_j is within 1e-8 of zero" if kind == "polygonal" else ""
    return EquilibriumRecord(kind, None, counts, nature, tuple(listed), verdict, certified, note=note, tokens=tokens)


def _judged(block: Array, multiplicity: int, name: str) -> tuple[list[SpectralValue], list[Side]]:
    values = [SpectralValue(value, multiplicity, name) for value in enclosed_eigenvalues(block)]
    return values, [side_of(block, "discrete")]


ALIKE = 1e-7


def without_mirror_images(records: Sequence[EquilibriumRecord], P: Array, V: Array) -> list[EquilibriumRecord]:
    """The records with one of each class, `images` being the size of the class. P, V : (d, d) floats."""
    words = np.stack(list(_words(*(M / max(1.0, np.max(np.abs(M))) for M in (P, V)))))
    kept: list[EquilibriumRecord] = []
    for record in records:
        place = next((k for k, known in enumerate(kept) if _images(record, known, words)), None)
        if place is None:
            kept.append(record)
        else:
            kept[place] = replace(kept[place], images=kept[place].images + 1)
    return kept


def _words(P: Array, V: Array) -> Iterator[Array]:
    yield np.eye(len(V))
    for length in (1, 2, 3):
        for letters in product((V, V.T, P, P.T), repeat=length):
            yield np.linalg.multi_dot(letters) if length > 1 else letters[0]


def _images(one: EquilibriumRecord, other: EquilibriumRecord, words: Array) -> bool:
    if one.tokens is None or other.tokens is None or len(one.tokens) != len(other.tokens):
        return False
    if (one.kind, one.nature, one.verdict, one.certified) != (other.kind, other.nature, other.verdict, other.certified):
        return False
    forms, wanted = (x.tokens @ words @ x.tokens.T for x in (one, other) if x.tokens is not None)
    size = 1 + np.max(np.abs(wanted))
    return any(
        [one.split[k] for k in order] == list(other.split)
        and np.max(np.abs(forms[:, order][:, :, order] - wanted)) < ALIKE * size
        for order in map(list, permutations(range(len(one.tokens))))
    )
