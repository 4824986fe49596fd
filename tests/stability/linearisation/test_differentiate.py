"""Automatic differentiation of the definition agrees with the closed derivative, entry by entry and group by group."""

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st
from attnverify.stability.linearisation.differentiate import NormMismatchError

alpha, c = sp.symbols("alpha c", positive=True)
l1, l2 = sp.symbols("lambda_1 lambda_2", real=True)
P = np.array([[sp.log(sp.Rational(3, 2)), sp.Symbol("P_01")], [sp.Symbol("P_10"), sp.Symbol("P_11")]], dtype=object)


def attention(V):
    return lambda X, n: st.attention_step(X, st.attention_weights(X, P, counts=n), V, alpha)


def test_differentiated_and_closed_jacobian_agree_for_generic_logits():
    V = st.as_array(sp.diag(l1, l2))
    tokens = st.bipartite(V, [1, 0], 2, 1).expand()
    state = st.State(tokens, np.array([1, 1, 1], dtype=object))
    weights = st.states.GroupWeights(2, 1, sp.Rational(9, 4))
    c1, c2 = weights.factors(l1, alpha)
    automatic = st.linearisation.differentiated_jacobian(attention(V), state, [c1, c1, c2])
    A = st.attention_weights(tokens, P)
    derivative = st.linearisation.attention_derivative(tokens, A, P, V, alpha, norms=np.array([c1, c1, c2]))
    closed = st.linearisation.ambient_jacobian(derivative, tokens)
    assert all(sp.cancel(left - right) == 0 for left, right in zip(automatic.flat, closed.flat, strict=True))


def test_grouped_blocks_are_the_blocks_of_the_full_jacobian():
    V = st.as_array(sp.diag(l1, l2))
    p, q = sp.symbols("p q", positive=True, integer=True)
    symbolic = st.states.GroupWeights(p, q, sp.Rational(9, 4))
    grouped = st.linearisation.grouped_jacobian(
        attention(V), st.bipartite(V, [1, 0], p, q), symbolic.factors(l1, alpha)
    )
    at = {p: 2, q: 1}
    tokens = st.bipartite(V, [1, 0], 2, 1).expand()
    c1, c2 = st.states.GroupWeights(2, 1, sp.Rational(9, 4)).factors(l1, alpha)
    full = st.linearisation.differentiated_jacobian(
        attention(V), st.State(tokens, np.array([1, 1, 1], dtype=object)), [c1, c1, c2]
    ).reshape(3, 2, 3, 2)
    expected = {(0, 0): grouped.own[0], (0, 1): grouped.same[0], (2, 2): grouped.own[1], (2, 0): grouped.cross[1, 0]}
    for (i, m), block in expected.items():
        for a, b in np.ndindex(2, 2):
            assert sp.cancel(sp.sympify(block[a, b]).subs(at) - full[i, a, m, b]) == 0


def test_without_norms_the_function_itself_is_differentiated():
    """x + h m |m|^2 at a consensus: 3 h |x|^2/N along x, unstable for h > 0; its normalisation has 0 there."""
    h, N = sp.Symbol("h", positive=True), sp.Symbol("N", positive=True, integer=True)

    def step(X, n):
        m = st.models.token_mean(X, counts=n)
        return X + h * m * np.sum(m * m)

    state = st.State(np.array([[sp.Integer(1), sp.Integer(0)]]), np.array([N], dtype=object))
    plain = st.linearisation.grouped_jacobian(step, state)
    assert sp.cancel(plain.own[0][0, 0] - (1 + 3 * h / N)) == 0
    assert sp.cancel(plain.same[0][0, 0] - 3 * h / N) == 0
    normalised = st.linearisation.grouped_jacobian(step, state, [1 + h])
    assert normalised.own[0][0, 0] == 0
    full = st.linearisation.differentiated_jacobian(
        step, st.State(np.repeat(state.tokens, 2, 0), np.array([1, 1], dtype=object))
    )
    assert full[0, 0] == 1 + 3 * h / 2
    assert full[2, 0] == 3 * h / 2


def test_a_wrong_norm_is_refused():
    V = st.as_array(sp.diag((c - 1) / alpha, l2))
    step = lambda X, n: st.oja_step(X, V, alpha, counts=n)  # noqa: E731
    with pytest.raises(NormMismatchError, match="group 0"):
        st.linearisation.grouped_jacobian(step, st.consensus(V, [1, 0], sp.Symbol("N", positive=True)), [c + 1])
