"""Every bipartite state of the single-head attention map on an eigenline of V, for each split p + q = N.

A split is judged exactly where everything is rational, otherwise with balls. For many tokens whole ranges of splits are
judged at once, with p a ball; a range that stays undecided is halved, down to single splits. Two facts make it cheap:

- A real eigenvalue enters its block C^-1 (I + alpha lambda A) linearly, and the block is similar to a symmetric one, so
  that its largest eigenvalue is convex in lambda and its smallest concave: the extreme eigenvalues of V decide.
- Let lambda_1 > 0 be a real eigenvalue and both factors positive. If 0 <= lambda_k < lambda_1, the block of lambda_1 is
  positive with row sums above 1. If a real lambda_j < lambda_k < 0, the block of lambda_1 or that of lambda_j has an
  eigenvalue above 1. Both for every split and every P.

Source: arXiv 2605.25619, Lemmas 12 and 14 (factors, blocks); the two facts are derived in this project.

Bipartite states with several heads: p tokens at +v, q at -v, for an eigenvector v of the sum of the value matrices.

It is an equilibrium iff sum_h gamma_i^h V_h v is a multiple of v for both groups. That is proved where every head has v
as an eigenvector, or where all heads have the same logit on v, and refuted where a ball says so. The blocks of several
heads do not split by the eigenvectors of the sum, so the spectrum is that of the two-cluster Jacobian.

Sign patterns of causal attention on an eigenline of V: token i at +v_k or -v_k, in any order.

Source: the spectra of `stability.linearisation.spectra`, arXiv 2605.25619, Section 2.1.1.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
from flint import arb, fmpq

from ..linearisation.exact_spectrum import Eigenline, Eigenvalue, ValueSpectrum, unit_direction
from ..linearisation.spectra import sign_pattern
from ..linearisation.spectral_verdicts import (
    Side,
    Stability,
    compare_moduli,
    enclosed_eigenvalues,
    quadratic_roots,
    quadratic_side,
    root_side,
    side_of,
)
from ..log_numbers import ball_matrix
from ..numbers import Array
from ..states.clusters import ClusterEnclosure, enclosed_jacobian
from ..states.equilibrium import GroupWeights, Nature, State, nature_of
from .equilibrium_record import EquilibriumRecord, SpectralValue, verdict_for

Number = Any


def bipartite_record(
    spectrum: ValueSpectrum, k: int, alpha: fmpq, weights: GroupWeights, *, split: tuple[int, int]
) -> EquilibriumRecord:
    """The state of one split with its whole spectrum.  weights : its p, q exact, its E exact or a ball."""
    e = spectrum.eigenvalues[k]
    c = weights.factors(e.value, alpha)
    nature = nature_of(c)
    if not nature.is_equilibrium:
        return EquilibriumRecord("bipartite", k, split, nature, verdict=verdict_for(nature, []))
    listed = []
    for j, other in enumerate(spectrum.eigenvalues):
        multiplicity = other.multiplicity - (j == k)
        if not multiplicity:
            continue
        trace, determinant = weights.trace_determinant(other.value, e.value, alpha)
        roots = (fmpq(1), determinant) if j == k else quadratic_roots(trace, determinant, other.is_real)
        listed += [SpectralValue(root, multiplicity, f"the two groups along v_{j + 1}") for root in roots]
    for group, (size, factor) in enumerate(zip(split, c, strict=True), start=1):
        if size > 1:
            count = (size - 1) * (spectrum.d - 1)
            listed.append(SpectralValue(1 / factor, count, f"differences within group {group}"))
    verdict = verdict_for(nature, _sides(spectrum, k, alpha, weights, range(len(spectrum.eigenvalues)), split))
    return EquilibriumRecord("bipartite", k, split, nature, tuple(listed), verdict, flip=flip(spectrum, k, weights))


def bipartite_ranges(spectrum: ValueSpectrum, k: int, E: Number, N: int, alpha: fmpq) -> Iterator[EquilibriumRecord]:
    """All splits p <= q of N on the line of v_k, as the longest ranges with one nature and verdict, p rising."""
    found: list[tuple[int, int, Nature, Stability | None]] = []
    waiting = [(1, N // 2)]
    while waiting:
        low, high = waiting.pop()
        nature, verdict = _judged_range(spectrum, k, alpha, E, N, low, high)
        if low < high and (nature is Nature.UNDECIDED or verdict is Stability.UNDECIDED):
            centre = (low + high) // 2
            waiting += [(centre + 1, high), (low, centre)]
        elif found and found[-1][2:] == (nature, verdict):
            found[-1] = (found[-1][0], high, nature, verdict)
        else:
            found.append((low, high, nature, verdict))
    for low, high, _, verdict in found:
        last = (high, N - high)
        record = bipartite_record(spectrum, k, alpha, group_weights(high, N, E), split=last)
        yield replace(record, verdict=verdict, split=(low, N - low), last=last if high > low else None)


def unstable_on_all_splits(spectrum: ValueSpectrum, k: int, alpha: fmpq) -> str:
    """Why all bipartite states on v_k are unstable fixed points whatever P and the split are; empty if not known."""
    own = spectrum.eigenvalues[k].value
    real = [e.value for e in spectrum.eigenvalues if e.is_real]
    if not alpha * abs(own) < 1 or not any(value > 0 for value in real):
        return ""
    if own >= 0 and any(value > own for value in real):
        return "the block of a larger eigenvalue is positive with row sums above 1, for every P and every split"
    if own < 0 and any(value < own for value in real):
        return "a negative eigenvalue that is not the smallest: unstable for every P and every split"
    return ""


def group_weights(p: Number, N: int, E: Number) -> GroupWeights:
    """The weights for p tokens at one pole and N - p at the other."""
    size = fmpq(p) if isinstance(p, int) else p
    return GroupWeights(size, N - size, E)


def flip(spectrum: ValueSpectrum, k: int, weights: GroupWeights) -> Number | None:
    """The smallest step size at which a real direction reaches the eigenvalue -1 while the state is a fixed point.

    None where none certainly does. The smallest positive root over j of 4 + 2 b alpha + c alpha^2, with
    b = 2 kappa lambda_k + (1 + kappa) lambda_j and
    c = (lambda_j + lambda_k)(kappa lambda_j + gamma_1 gamma_2 lambda_k).
    """
    own = spectrum.eigenvalues[k].value
    first, second = weights.gammas
    found = []
    for j, e in enumerate(spectrum.eigenvalues):
        if e.is_real and e.multiplicity > (j == k):
            b = 2 * weights.kappa * own + (1 + weights.kappa) * e.value
            c = (e.value + own) * (weights.kappa * e.value + first * second * own)
            found += _positive_roots(b, c)
    fixed = [alpha for alpha in found if nature_of(weights.factors(own, alpha)) is Nature.FIXED]
    return min(fixed, key=lambda value: float(arb(value)), default=None)


def _positive_roots(b: Number, c: Number) -> list[Number]:
    """The positive ones among the roots of 4 + 2 b x + c x^2 that are certainly real."""
    discriminant = b * b - 4 * c
    if discriminant < 0:
        return []
    # 4/x solves z^2 + 2 b z + 4 c = 0, which keeps its degree where c vanishes.
    inverse = quadratic_roots(-2 * b, 4 * c, real=True)
    return [4 / root for root in inverse if root > 0]


def _judged_range(
    spectrum: ValueSpectrum, k: int, alpha: fmpq, E: Number, N: int, low: int, high: int
) -> tuple[Nature, Stability | None]:
    p = fmpq(low) if low == high else arb(fmpq(low + high, 2), fmpq(high - low, 2))
    weights = group_weights(p, N, E)
    nature = nature_of(weights.factors(spectrum.eigenvalues[k].value, alpha))
    if not nature.is_equilibrium:
        return nature, verdict_for(nature, [])
    # A group of one token has no differences; such a split is judged apart from larger ones.
    if low == 1 < high:
        return nature, Stability.UNDECIDED
    return nature, verdict_for(nature, _sides(spectrum, k, alpha, weights, _deciding(spectrum, k), (low, N - high)))


def _deciding(spectrum: ValueSpectrum, k: int) -> list[int]:
    """The eigenvalues whose blocks decide: the extreme real ones besides one copy of lambda_k, and the complex ones.

    Of real eigenvalues whose enclosures overlap all are taken.
    """
    real = [j for j, e in enumerate(spectrum.eigenvalues) if e.is_real and e.multiplicity > (j == k)]
    values = [spectrum.eigenvalues[j].value for j in real]
    extreme = [
        j
        for j, value in zip(real, values, strict=True)
        if j == k or not any(other > value for other in values) or not any(other < value for other in values)
    ]
    return extreme + [j for j, e in enumerate(spectrum.eigenvalues) if not e.is_real and e.value.imag > 0]


def _sides(spectrum: ValueSpectrum, k: int, alpha: fmpq, weights: GroupWeights, places: Any, sizes: Any) -> list[Side]:
    """Where the roots along the eigenvalues at `places` lie, and those of differences within groups of these sizes."""
    own: Eigenvalue = spectrum.eigenvalues[k]
    sides = []
    for j in places:
        e = spectrum.eigenvalues[j]
        if e.multiplicity == (j == k):
            continue
        trace, determinant = weights.trace_determinant(e.value, own.value, alpha)
        # Along the eigenspace itself the poles can be turned: one root is exactly 1.
        sides += [Side.ON, root_side(determinant)] if j == k else [quadratic_side(trace, determinant)]
    factors = weights.factors(own.value, alpha)
    sides += [compare_moduli(fmpq(1), c) for c, size in zip(factors, sizes, strict=True) if size > 1]
    return sides


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
    if not nature.is_equilibrium:
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


MAX_TOKENS = 8


def pattern_records(spectrum: ValueSpectrum, k: int, E: Any, N: int, alpha: fmpq) -> Iterator[EquilibriumRecord]:
    """All patterns with both signs, the first token at +v_k, for one head. Raises ValueError for N > MAX_TOKENS."""
    if N > MAX_TOKENS:
        raise ValueError(f"N is {N}; sign patterns are listed for at most {MAX_TOKENS} tokens")
    for rest in product((1, -1), repeat=N - 1):
        if -1 in rest:
            yield _record(spectrum, k, alpha, E, (1, *rest))


def _record(spectrum: ValueSpectrum, k: int, alpha: fmpq, E: Any, signs: tuple[int, ...]) -> EquilibriumRecord:
    own = spectrum.eigenvalues[k].value
    tokens = sign_pattern(signs, E)
    factors = [token.factor(own, alpha) for token in tokens]
    nature = nature_of(factors)
    if not nature.is_equilibrium:
        return EquilibriumRecord("sign pattern", k, signs, nature, verdict=verdict_for(nature, []))
    listed = []
    for i, (token, factor) in enumerate(zip(tokens, factors, strict=True), start=1):
        for j, e in enumerate(spectrum.eigenvalues):
            multiplicity = e.multiplicity - (j == k)
            if multiplicity:
                # The first token attends to itself alone: along the eigenspace it can be turned, exactly.
                value = fmpq(1) if i == 1 and j == k else (1 + alpha * e.value * token.own_weight) / factor
                listed.append(SpectralValue(value, multiplicity, f"token {i} along v_{j + 1}"))
    verdict = verdict_for(nature, [root_side(item.value) for item in listed])
    return EquilibriumRecord("sign pattern", k, signs, nature, tuple(listed), verdict)
