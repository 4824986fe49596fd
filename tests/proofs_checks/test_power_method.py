"""The power method's claims by an independent look: central differences, limits told apart."""

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st
from attnverify.proofs_checks.derivations.clusters import COUNT, derived
from attnverify.proofs_checks.power_method.clustering import cluster_examples
from attnverify.proofs_checks.power_method.convergence import monte_carlo as runs


# How limits are told apart, and the open basins of the refutations seen in simulation.
def test_limits_are_told_apart():
    e, f = np.array([1.0, 0.0]), np.array([0.0, 1.0])
    X = np.array([[e, e], [-e, -e], [e, -e], [e, f]])
    assert runs.aligned(X, e).tolist() == [True, True, False, False]
    assert runs.bipartite(X, e).tolist() == [False, False, True, False]
    assert runs.spread(X) == pytest.approx([0, 0, 2, np.sqrt(2)])


def _returns(state, layer, v):
    """The share of runs from near `state` that end bipartite on v."""
    rng = np.random.default_rng(5)
    near = st.normalise(state + 0.05 * rng.normal(size=(100, *state.shape)))
    return np.mean(runs.bipartite(runs.settled(near, layer, 600, rng), v))


def test_two_low_rank_heads_keep_two_poles():
    V = np.array([np.diag([2.0, 0.5, 0, 0]), np.diag([0, 0, 0.25, -0.25])])
    P = np.zeros((2, 4, 4))
    P[0, 0, 0], P[0, 1, 1], P[1, 2, 3], P[1, 1, 2] = np.log(3), 2, 3, -1
    e = np.eye(4)[0]
    assert _returns(np.array([e, -e]), lambda X: st.attention_map(X, P, V, 0.25), e) == 1
    weaker = np.array([0.1 * P[0], P[1]])
    assert _returns(np.array([e, -e]), lambda X: st.attention_map(X, weaker, V, 0.25), e) == 0


def test_causal_attention_keeps_two_poles():
    V, e = np.diag([1.0, -1.0]), np.array([1.0, 0.0])
    state = np.array([e, -e])
    assert _returns(state, lambda X: st.attention_map(X, 0 * V, V, 0.25, causal=True), e) == 1
    assert _returns(state, lambda X: st.attention_map(X, 0 * V, abs(V), 0.25, causal=True), e) == 0


def exactly(array):
    """Fractions as SymPy rationals."""
    return np.vectorize(lambda entry: sp.Rational(str(entry)), otypes=[object])(array)


def test_derived_blocks_are_those_of_central_differences():
    two = cluster_examples.TWO
    X, V, M = (exactly(cluster_examples.fractions(entry)) for entry in (two.tokens, two.V, two.M))
    nu = exactly(st.states.cluster_scalars(two.state(), two.weights(), cluster_examples.fractions(two.V)))
    reduced, within = derived(X, sp.log(2) * M, V, sp.Rational(1, 10), 1 + sp.Rational(1, 10) * nu)
    reduced = np.array(sp.Matrix(reduced).subs(COUNT, 3).tolist())
    within = [sp.Matrix(block).subs(COUNT, 3) for block in within]
    numeric_P, numeric_V = np.log(2) * M.astype(float), V.astype(float)
    tokens = np.repeat(X.astype(float), 3, axis=0)
    bases = np.repeat(np.stack([st.linearisation.tangent_basis(x)[0] for x in X]).astype(float), 3, axis=0)

    def image(shift):
        moved = st.normalise(tokens + shift[:, np.newaxis] * bases)
        return st.attention_map(moved, numeric_P, numeric_V, 0.1)

    def response(*shift):
        small = 1e-6 * np.array(shift, dtype=float)
        return np.sum(bases * (image(small) - image(-small)), axis=1) / 2e-6

    together = np.stack([response(1, 1, 1, 0, 0, 0)[[0, 3]], response(0, 0, 0, 1, 1, 1)[[0, 3]]], axis=1)
    assert np.allclose(reduced.astype(float), together, atol=1e-8)
    apart = response(1, -1, 0, 1, -1, 0)
    assert np.allclose(apart[[0, 3]], [float(block[0, 0]) for block in within], atol=1e-8)
