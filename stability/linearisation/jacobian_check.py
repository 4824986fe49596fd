"""The reduced spectra against the whole Jacobian of all N tokens, in balls, on small systems."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from flint import ctx

from stability.analyses.analysis import Analysis
from stability.analyses.equilibrium_record import EquilibriumRecord, has_equilibrium
from stability.linearisation.eigenlines import Eigenlines, unit_direction
from stability.linearisation.full_spectrum import full_determinant, reduced_determinant
from stability.linearisation.unit_disc import Stability
from stability.numbers import Array
from stability.states.equilibria import Nature

MAX_SIDE = 200
ALL_SPLITS = 60
BITS = 128


@dataclass(frozen=True)
class CrossCheck:
    """compared : equilibria whose whole Jacobian was built; disagreeing : how many contradicted the reduction."""

    analysis: Analysis
    compared: int
    disagreeing: int


def cross_check(analysis: Analysis) -> CrossCheck:
    """Compare det(t I - J) at one point with the reduced spectrum, where N d <= 200.

    Up to N d = 60 every equilibrium on an eigenline is compared, beyond that one consensus and the most balanced
    bipartite state of each line. Where the two enclosures are disjoint, the verdict is withdrawn and the note says so.
    """
    given = analysis.system
    size = given.N * analysis.spectrum.d
    if size > MAX_SIDE:
        return CrossCheck(analysis, 0, 0)
    lines = Eigenlines(analysis.spectrum, given.P, BITS)
    chosen = set(_chosen(analysis.equilibria, size <= ALL_SPLITS))
    records, compared, disagreeing = list(analysis.equilibria), 0, 0
    with ctx.workprec(BITS):
        for place in sorted(chosen):
            record = records[place]
            tokens = _tokens(record, lines, analysis)
            if tokens is None:
                continue
            sign = -1 if record.nature is Nature.TWO_CYCLE else 1
            whole = full_determinant(tokens, given.P, given.V, given.alpha, causal=given.causal, sign=sign)
            compared += 1
            if not reduced_determinant(record.spectrum).overlaps(whole):
                disagreeing += 1
                note = "the whole Jacobian contradicts the reduction"
                records[place] = replace(record, verdict=Stability.UNDECIDED, certified=False, note=note)
    return CrossCheck(replace(analysis, equilibria=tuple(records)), compared, disagreeing)


def _chosen(records: tuple[EquilibriumRecord, ...], everything: bool) -> Iterator[int]:
    last: dict[tuple[int | None, bool], int] = {}
    for place, record in enumerate(records):
        if has_equilibrium(record.nature) and record.spectrum and record.eigenvalue is not None:
            if everything:
                yield place
            else:
                key = (None, True) if record.kind == "consensus" else (record.eigenvalue, False)
                last[key] = place
    yield from last.values()


def _tokens(record: EquilibriumRecord, lines: Eigenlines, analysis: Analysis) -> Array | None:
    """The tokens as balls : (N, d); None where the eigenvector is not unique."""
    assert record.eigenvalue is not None
    line = lines.line(analysis.spectrum.eigenvalues[record.eigenvalue])
    if line.direction is None:
        return None
    signs: Any = record.split
    if record.kind == "consensus":
        signs = [1] * analysis.system.N
    elif record.kind == "bipartite":
        p, q = record.last or record.split
        signs = [1] * p + [-1] * q
    return np.array([[sign * entry for entry in unit_direction(line)] for sign in signs], dtype=object)
