"""The reduced spectra of `analyse` against the whole tangent Jacobian of all N tokens, in balls, on small systems.

det(t I - J) at a point t must agree with the product over the reduced spectrum. The blocks follow from the
derivative of the map token by token, without the symmetry that the reduction uses,

    d f_i / d x_j = Pi_i/c_i [delta_ij (I + alpha sum_h V_h C_i^h P_h^T)
                              + alpha sum_h A^h_ij V_h (I + (x_j - m_i) x_i^T P_h)]

with m_i = sum_j A_ij x_j, C_i = sum_j A_ij (x_j - m_i) x_j^T, and Pi_i the projection orthogonal to x_i.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from flint import acb, arb, arb_mat, ctx, fmpq

from attnverify.stability.analyses.analysis import Analysis
from attnverify.stability.analyses.equilibrium_record import EquilibriumRecord, SpectralValue, has_equilibrium
from attnverify.stability.linearisation.eigenlines import Eigenlines, unit_direction
from attnverify.stability.linearisation.unit_disc import Stability
from attnverify.stability.log_numbers import ball_matrix
from attnverify.stability.models.maps import attention_weights
from attnverify.stability.numbers import Array
from attnverify.stability.states.equilibrium import Nature

POINT = fmpq(-16, 11)
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


def full_determinant(
    tokens: Array, P: Sequence[Array], V: Sequence[Array], alpha: fmpq, *, causal: bool = False, sign: int = 1
) -> arb:
    """det(t I - sign J) over the tangent space at unit tokens (N, d) of balls, where t is `POINT`.

    P, V : one logit matrix of LogNumber and one value matrix of fmpq per head.  sign : -1 at a 2-cycle.
    """
    J, inverse_norms = _ambient(tokens, P, V, alpha, causal)
    N, d = tokens.shape
    # Pi J Pi has N more eigenvalues, all 0, than J on the tangent space: det(t I - Pi J Pi) = t^N det(t I - J).
    projections = [_projection(x) for x in tokens]
    rows: list[list[arb]] = [[] for _ in range(N * d)]
    for i in range(N):
        scaled = projections[i] * (-sign * inverse_norms[i])
        for j in range(N):
            block = scaled * J[i][j] * projections[j]
            for a, entries in enumerate(block.tolist()):
                rows[i * d + a] += entries
    for a in range(N * d):
        rows[a][a] += POINT
    determinant: arb = arb_mat(rows).det() / POINT**N
    return determinant


def reduced_determinant(spectrum: Sequence[SpectralValue]) -> acb:
    """The product of (t - value) over a spectrum, with multiplicities, at the same point t."""
    product = acb(1)
    for item in spectrum:
        product *= acb(POINT - item.value) ** item.multiplicity
    return product


def _ambient(
    X: Array, P: Sequence[Array], V: Sequence[Array], alpha: fmpq, causal: bool
) -> tuple[list[list[arb_mat]], list[arb]]:
    N, d = X.shape
    identity = arb_mat([[int(a == b) for b in range(d)] for a in range(d)])
    columns = [arb_mat([[entry] for entry in x]) for x in X]
    J = [[identity if i == j else arb_mat(d, d) for j in range(N)] for i in range(N)]
    Y = list(columns)
    for logit_matrix, values in zip(P, V, strict=True):
        p, v = ball_matrix(logit_matrix), ball_matrix(values) * alpha
        logits = np.array([list(row) for row in p.tolist()], dtype=object)
        A = attention_weights(X, logits, causal=causal)
        for i in range(N):
            mean = _sum(A[i, j] * columns[j] for j in range(N))
            spread = _sum(A[i, j] * (columns[j] - mean) * columns[j].transpose() for j in range(N))
            Y[i] = Y[i] + v * mean
            J[i][i] = J[i][i] + v * spread * p.transpose()
            moved = columns[i].transpose() * p
            for j in range(N):
                J[i][j] = J[i][j] + A[i, j] * (v * (identity + (columns[j] - mean) * moved))
    norms = [(y.transpose() * y)[0, 0].sqrt() for y in Y]
    return J, [1 / norm for norm in norms]


def _sum(matrices: Iterable[arb_mat]) -> arb_mat:
    first, *rest = matrices
    for matrix in rest:
        first = first + matrix
    return first


def _projection(x: Array) -> arb_mat:
    return arb_mat([[int(a == b) - x[a] * x[b] for b in range(len(x))] for a in range(len(x))])
