from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st

V = [[1, 0], [0, -3]]


def outcome(state, alpha):
    return st.states.examine(state, lambda X, n: st.oja_step(X, st.as_array(V), alpha, counts=n))


@pytest.mark.parametrize(
    ("alpha", "nature"),
    [(F(1, 4), st.states.Nature.FIXED), (F(1, 3), st.states.Nature.UNDEFINED), (F(1), st.states.Nature.TWO_CYCLE)],
)
def test_the_sign_of_the_factor_decides_a_consensus(alpha, nature):
    state = st.consensus(V, [0, 1], 5)
    found = outcome(state, alpha)
    assert found.nature is nature
    assert found.factors == (1 - 3 * alpha,)
    if nature is not st.states.Nature.UNDEFINED:
        X = state.expand()
        once = st.oja_map(X, st.as_array(V), alpha)
        assert np.array_equal(once, X if found.nature is st.states.Nature.FIXED else -X)


@pytest.mark.parametrize(
    ("alpha", "nature"),
    [(F(1, 2), st.states.Nature.FIXED), (F(5, 6), st.states.Nature.UNDEFINED), (F(1), st.states.Nature.MOVES)],
)
def test_a_bipartite_state_of_the_oja_map(alpha, nature):
    state = st.bipartite([[-1, 0], [0, 2]], [0, 1], 4, 1)
    step = lambda X, n: st.oja_step(X, st.as_array([[-1, 0], [0, 2]]), alpha, counts=n)  # noqa: E731
    found = st.states.examine(state, step)
    mu = F(3, 5)
    assert found.factors == (1 + 2 * alpha * mu, 1 - 2 * alpha * mu)
    assert found.nature is nature
    if nature is st.states.Nature.MOVES:
        after = st.oja_map(state.expand(), st.as_array([[-1, 0], [0, 2]]), alpha)
        assert np.array_equal(after, st.consensus(V, [0, 1], 5).expand())


def test_symbolic_sizes_and_undecided_signs():
    p, q = sp.symbols("p q", positive=True, integer=True)
    alpha, l1, l2 = sp.symbols("alpha lambda_1 lambda_2", positive=True)
    V = st.as_array(sp.diag(l1, l2))
    state = st.bipartite(V, [1, 0], p, q)
    assert p + q == state.N
    found = st.states.examine(state, lambda X, n: st.oja_step(X, V, alpha, counts=n))
    assert found.nature is st.states.Nature.UNDECIDED
    assert sp.simplify(found.factors[0] - 1 - alpha * l1 * (p - q) / (p + q)) == 0
    step = st.states.examine(st.consensus(V, [1, 0], p), lambda X, n: st.oja_step(X, V, alpha, counts=n))
    assert step.nature is st.states.Nature.FIXED


def test_several_heads_use_the_eigenvectors_of_their_sum():
    heads = [[[1, 5], [0, 0]], [[0, -5], [0, 2]]]
    assert len(st.consensus(heads, [1, 0], 3).expand()) == 3


@pytest.mark.parametrize(
    ("v", "message"), [([1, 1], "squared norm 2"), ([F(3, 5), F(4, 5)], "not an eigenvector"), ([1, 0, 0], "shape")]
)
def test_bad_eigenvectors_are_refused(v, message):
    with pytest.raises(ValueError, match=message):
        st.consensus(V, v, 3)


@pytest.mark.parametrize(
    "count", [0, -1, F(5, 2), 2.5, 3.0, True, None, sp.Symbol("n", negative=True), sp.Rational(1, 2)]
)
def test_bad_counts_are_refused(count):
    with pytest.raises(ValueError, match=r"N is .*; a whole number of at least 1"):
        st.consensus(V, [1, 0], count)
    with pytest.raises(ValueError, match="q is "):
        st.bipartite(V, [1, 0], 2, count)


def test_a_state_that_leaves_its_line_is_no_equilibrium():
    state = st.State(st.as_array([[F(3, 5), F(4, 5)]]), np.array([2], dtype=object))
    with pytest.raises(st.states.NotAnEquilibriumError, match="token 0"):
        outcome(state, F(1, 4))
