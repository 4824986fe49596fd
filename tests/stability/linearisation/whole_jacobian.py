"""The spectra of `analyse` against the whole tangent Jacobian of all tokens, by complex steps of a map of its own."""

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.states.equilibrium import Nature

STEP = 1e-30


def image(X, V, P, alpha, causal=False, heads=()):
    """One step, written out for this test from the matrices as they were given."""
    Y = X
    for logits, values in [(P, V), *heads]:
        v, p = np.array(values, dtype=float), np.array(logits, dtype=float)
        weights = np.exp(X @ p @ X.T) * (np.tri(len(X)) if causal else 1)
        Y = Y + float(alpha) * (weights / weights.sum(axis=1, keepdims=True)) @ X @ v.T
    return Y / np.sqrt(np.sum(Y * Y, axis=1, keepdims=True))


def tangent_jacobian(X, step):
    N, d = X.shape
    columns = []
    for k in range(N * d):
        Z = X.astype(complex).reshape(-1)
        Z[k] += STEP * 1j
        columns.append(step(Z.reshape(N, d)).imag.reshape(-1) / STEP)
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
        if line.direction is None or record.last or record.nature is Nature.UNDEFINED:
            continue
        v = np.array([st.analyses.middle(entry).real for entry in line.direction])
        signs = {"consensus": [1] * given.N, "sign pattern": record.split}.get(record.kind)
        if signs is None:
            signs = [1] * record.split[0] + [-1] * record.split[1]
        yield record, np.outer(signs, v / np.linalg.norm(v))


def compared(analysis, V, P, alpha, **options):
    """How many states have the nature, the moments of the spectrum and the verdict that their Jacobians have: all."""
    count = 0
    for record, X in states(analysis):
        moved = image(X, V, P, alpha, **options)
        sign = {Nature.FIXED: 1, Nature.TWO_CYCLE: -1}.get(record.nature, 0)
        assert np.allclose(moved, X) == (sign == 1)
        assert np.allclose(moved, -X) == (sign == -1)
        if not sign:
            continue
        J = sign * tangent_jacobian(X, lambda Z: image(Z, V, P, alpha, **options))
        values = [st.analyses.middle(item.value) for item in record.spectrum for _ in range(item.multiplicity)]
        assert len(values) == len(J)
        power = np.eye(len(J))
        for exponent in range(1, len(J) + 1):  # moments do not suffer where eigenvalues are defective
            power = power @ J
            size = np.linalg.norm(power)
            assert np.sum(np.array(values) ** exponent) == pytest.approx(np.trace(power), rel=1e-11, abs=1e-11 * size)
        if record.verdict in (st.Stability.STABLE, st.Stability.UNSTABLE):
            assert (np.max(np.abs(values)) < 1) == (record.verdict is st.Stability.STABLE)
        count += 1
    return count
