"""The power method's claims by an independent look: central differences, limits told apart."""

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st
from attnverify.proofs_checks.derivations.clusters import COUNT
from attnverify.proofs_checks.power_method.clustering import cluster_examples
from attnverify.proofs_checks.power_method.convergence import monte_carlo as runs


def test_limits_are_told_apart():
    e, f = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    X = np.array([[e, e], [-e, -e], [e, -e], [e, f]])
    assert runs.aligned(X, e).tolist() == [True, True, False, False]
    assert runs.bipartite(X, e).tolist() == [False, False, True, False]
    assert runs.spread(X) == pytest.approx([0, 0, 2, np.sqrt(2)])


def exactly(array):
    """Fractions as SymPy rationals."""
    return np.vectorize(lambda entry: sp.Rational(str(entry)), otypes=[object])(array)


def test_derived_blocks_are_those_of_central_differences():
    two = cluster_examples.TWO
    X, V, M = (exactly(cluster_examples.fractions(entry)) for entry in (two.tokens, two.V, two.M))
    state = st.states.State(X, np.array([COUNT, COUNT]))
    found = st.linearise(
        lambda X, n: st.attention_map(X, sp.log(2) * M, V, sp.Rational(1, 10), counts=n), state, manifold="sphere"
    )
    reduced, *within = (sp.Matrix(part.matrix).subs(COUNT, 3) for part in found.parts)
    reduced = np.array(reduced.tolist())
    numeric_P, numeric_V = np.log(2) * M.astype(float), V.astype(float)
    tokens = np.repeat(X.astype(float), 3, axis=0)
    bases = np.repeat(np.stack([st.linearisation.tangent_basis(x)[0] for x in X]).astype(float), 3, axis=0)

    def image(shift):
        moved = st.models.normalise(tokens + shift[:, np.newaxis] * bases)
        return st.attention_map(moved, numeric_P, numeric_V, 0.1)

    def response(*shift):
        small = 1e-6 * np.array(shift, dtype=float)
        return np.sum(bases * (image(small) - image(-small)), axis=1) / 2e-6

    together = np.stack([response(1, 1, 1, 0, 0, 0)[[0, 3]], response(0, 0, 0, 1, 1, 1)[[0, 3]]], axis=1)
    assert np.allclose(reduced.astype(float), together, atol=1e-8)
    apart = response(1, -1, 0, 1, -1, 0)
    assert np.allclose(apart[[0, 3]], [float(block[0, 0]) for block in within], atol=1e-8)
