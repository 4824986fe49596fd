"""Awkward systems against the whole Jacobian, differentiated by a complex step: natures, moments, verdicts."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st
from attnverify.stability.states.equilibrium import Nature
from tests.stability.linearisation.whole_jacobian import cross_check

LOG3 = sp.log(3)
F = Fraction
STEP = 1e-30

SYSTEMS = {
    "defective": ([[1, 1, 0], [0, 1, 1], [0, 0, 1]], np.eye(3), 3, F(1, 4), {}),
    "repeated": ([[2, 0, 0], [0, 1, 0], [0, 0, 1]], np.eye(3), 4, F(1, 4), {}),
    "complex pair": ([[1, 0, 0], [0, F(1, 2), -3], [0, 3, F(1, 2)]], np.diag([1, 2, 3]), 4, F(1, 10), {}),
    "singular": ([[2, 4], [1, 2]], [[LOG3, 0], [0, -LOG3]], 5, 2, {}),
    "nilpotent": ([[0, 1], [0, 0]], [[1, 2], [3, 4]], 3, 1, {}),
    "zero": ([[0, 0], [0, 0]], [[1, 2], [3, 4]], 3, 1, {}),
    "one token": ([[1, 2], [0, -3]], np.eye(2), 1, F(3, 4), {}),
    "two-cycles": ([[1, 0], [0, -2]], [[LOG3, 0], [0, LOG3]], 4, 3, {}),
    "no image": ([[1, 0], [0, -1]], np.eye(2), 3, 1, {}),
    "causal": ([[1, 0], [0, -2]], [[LOG3, 0], [0, -LOG3]], 4, F(1, 3), {"causal": True}),
    "heads": ([[1, 0], [0, 0]], np.eye(2), 4, F(1, 4), {"heads": [(np.diag([2, 1]), [[0, 0], [0, F(1, 2)]])]}),
    "heads with equal logits": ([[1, 2], [0, 1]], np.eye(2), 4, F(1, 4), {"heads": [(np.eye(2), [[0, 1], [1, 0]])]}),
    "floats": ([[0.1, 0.7], [-0.3, 0.2]], [[0.1, 0.2], [0.3, 0.4]], 4, 0.1, {}),
}


def image(X, system):
    """One step, written out for this test from the matrices as they were given."""
    V, P, _, alpha, options = system
    Y = X
    for logits, values in [(P, V), *options.get("heads", [])]:
        v, p = np.array(values, dtype=float), np.array(logits, dtype=float)
        weights = np.exp(X @ p @ X.T) * (np.tril(np.ones((len(X), len(X)))) if "causal" in options else 1)
        Y = Y + float(alpha) * (weights / weights.sum(axis=1, keepdims=True)) @ X @ v.T
    return Y / np.sqrt(np.sum(Y * Y, axis=1, keepdims=True))


def tangent_jacobian(X, system):
    N, d = X.shape
    columns = []
    for k in range(N * d):
        Z = X.astype(complex).reshape(-1)
        Z[k] += STEP * 1j
        columns.append(image(Z.reshape(N, d), system).imag.reshape(-1) / STEP)
    basis = np.zeros((N * d, N * (d - 1)))
    for i, x in enumerate(X):
        basis[i * d : (i + 1) * d, i * (d - 1) : (i + 1) * (d - 1)] = np.linalg.svd(x[np.newaxis])[2][1:].T
    return basis.T @ np.stack(columns, axis=1) @ basis


def states(analysis):
    """The records of single states with their tokens in floating point."""
    given = analysis.system
    lines = st.linearisation.Eigenlines(analysis.spectrum, given.P)
    for record in analysis.equilibria:
        line = lines.line(analysis.spectrum.eigenvalues[record.eigenvalue])
        if line.direction is None or record.last:
            continue
        v = np.array([st.analyses.middle(entry).real for entry in line.direction])
        signs = {"consensus": [1] * given.N, "sign pattern": record.split}.get(record.kind)
        if signs is None:
            signs = [1] * record.split[0] + [-1] * record.split[1]
        yield record, np.outer(signs, v / np.linalg.norm(v))


@pytest.mark.parametrize("name", SYSTEMS)
def test_natures_spectra_and_verdicts(name):
    V, P, N, alpha, options = SYSTEMS[name]
    analysis = st.analyse(P, V, N, alpha, **options)
    found = list(states(analysis))
    assert found or name in ("repeated", "zero", "floats")
    for record, X in found:
        if record.nature is Nature.UNDEFINED:
            continue
        moved = image(X, SYSTEMS[name])
        sign = {Nature.FIXED: 1, Nature.TWO_CYCLE: -1}.get(record.nature, 0)
        assert np.allclose(moved, X) == (sign == 1)
        assert np.allclose(moved, -X) == (sign == -1)
        if not sign:
            continue
        J = sign * tangent_jacobian(X, SYSTEMS[name])
        values = np.array(
            [st.analyses.middle(item.value) for item in record.spectrum for _ in range(item.multiplicity)]
        )
        assert len(values) == len(J)
        power = np.eye(len(J))
        for exponent in range(1, len(J) + 1):  # moments do not suffer where eigenvalues are defective
            power = power @ J
            assert np.sum(values**exponent) == pytest.approx(np.trace(power), rel=1e-6, abs=1e-6)
        if record.verdict in (st.Stability.STABLE, st.Stability.UNSTABLE):
            assert (np.max(np.abs(values)) < 1) == (record.verdict is st.Stability.STABLE)
    assert cross_check(analysis).disagreeing == 0
