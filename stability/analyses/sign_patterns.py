"""Sign patterns of causal attention on an eigenline of V: token i at +v_k or -v_k, in any order.

Source: the spectra of `stability.linearisation.causal`, arXiv 2605.25619, Section 2.1.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from flint import fmpq

from attnverify.stability.analyses.equilibrium_record import (
    EquilibriumRecord,
    SpectralValue,
    has_equilibrium,
    verdict_for,
)
from attnverify.stability.linearisation.causal import sign_pattern
from attnverify.stability.linearisation.exact_spectrum import ValueSpectrum
from attnverify.stability.linearisation.unit_disc import root_side
from attnverify.stability.states.equilibrium import nature_of

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
    if not has_equilibrium(nature):
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
