from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st

V = [[1, 0], [0, -3]]


def outcome(state, alpha):
    return st.states.examine(state, lambda X, n: st.models.oja_step(X, st.numbers.as_array(V), alpha, counts=n))


@pytest.mark.parametrize(("alpha", "nature"), [
    (F(1, 4), st.states.Nature.FIXED), (F(1, 3), st.states.Nature.UNDEFINED), (F(1), st.states.Nature.TWO_CYCLE)
])  # fmt: skip
def test_the_sign_of_the_factor_decides_a_consensus(alpha, nature):
    state = st.consensus(V, [0, 1], 5)
    found = outcome(state, alpha)
    assert found.nature is nature
    assert found.factors == (1 - 3 * alpha,)
    if nature is not st.states.Nature.UNDEFINED:
        X = state.expand()
        once = st.oja_map(X, st.numbers.as_array(V), alpha)
        assert np.array_equal(once, X if found.nature is st.states.Nature.FIXED else -X)


@pytest.mark.parametrize(("alpha", "nature"), [
    (F(1, 2), st.states.Nature.FIXED), (F(5, 6), st.states.Nature.UNDEFINED), (F(1), st.states.Nature.MOVES)
])  # fmt: skip
def test_a_bipartite_state_of_the_oja_map(alpha, nature):
    state = st.bipartite([[-1, 0], [0, 2]], [0, 1], 4, 1)
    step = lambda X, n: st.models.oja_step(X, st.numbers.as_array([[-1, 0], [0, 2]]), alpha, counts=n)  # noqa: E731
    found = st.states.examine(state, step)
    mu = F(3, 5)
    assert found.factors == (1 + 2 * alpha * mu, 1 - 2 * alpha * mu)
    assert found.nature is nature
    if nature is st.states.Nature.MOVES:
        after = st.oja_map(state.expand(), st.numbers.as_array([[-1, 0], [0, 2]]), alpha)
        assert np.array_equal(after, st.consensus(V, [0, 1], 5).expand())


def test_symbolic_sizes_and_undecided_signs():
    p, q = sp.symbols("p q", positive=True, integer=True)
    alpha, l1, l2 = sp.symbols("alpha lambda_1 lambda_2", positive=True)
    V = st.numbers.as_array(sp.diag(l1, l2))
    state = st.bipartite(V, [1, 0], p, q)
    assert p + q == state.N
    found = st.states.examine(state, lambda X, n: st.models.oja_step(X, V, alpha, counts=n))
    assert found.nature is st.states.Nature.UNDECIDED
    assert sp.simplify(found.factors[0] - 1 - alpha * l1 * (p - q) / (p + q)) == 0
    step = st.states.examine(st.consensus(V, [1, 0], p), lambda X, n: st.models.oja_step(X, V, alpha, counts=n))
    assert step.nature is st.states.Nature.FIXED


def test_several_heads_use_the_eigenvectors_of_their_sum():
    heads = [[[1, 5], [0, 0]], [[0, -5], [0, 2]]]
    assert len(st.consensus(heads, [1, 0], 3).expand()) == 3


U = [F(4, 5), F(3, 5)]
W = [F(-3, 5), F(4, 5)]


@pytest.mark.parametrize("state", [
    st.states.antipodal(U, 3), st.states.antipodal([0, F(4, 5), F(3, 5)]), st.states.square(U, W),
    st.states.square([1, 0, 0], [0, *U], 2), st.polygon(3), st.polygon(7), st.polygon(5, 2, [[1, 0, 0], [0, *U]]),
    st.simplex(2), st.simplex(4), st.states.balanced([[1, 0], [F(-3, 5), F(4, 5)], [F(-3, 5), F(-4, 5)]], [6, 5, 5]),
])  # fmt: skip
def test_every_constructor_gives_a_fixed_point_of_the_oja_map_for_every_step(state):
    d = state.tokens.shape[1]
    V = np.array([[sp.Symbol(f"v{min(a, b)}{max(a, b)}") for b in range(d)] for a in range(d)], dtype=object)
    alpha = sp.Symbol("alpha", positive=True)
    tokens = np.array([[sp.nsimplify(entry) for entry in row] for row in state.tokens], dtype=object)
    total = np.sum(state.counts[:, np.newaxis] * tokens, axis=0)
    moved = st.models.oja_step(tokens, V, alpha, counts=state.counts) - tokens
    assert all(st.states.is_exactly_zero(entry) for entry in total)
    assert all(st.states.is_exactly_zero(entry.subs(dict.fromkeys(entry.free_symbols, 3))) for entry in moved.flat)


def test_simplex_corners_have_equal_distances():
    X = st.simplex(3).tokens
    inner = X @ X.T
    assert all(st.states.is_exactly_zero(inner[i, j] + F(1, 3)) for i in range(4) for j in range(i))


def test_attention_balance_at_rational_logits_is_decided_without_an_exponential():
    # u^T P u = 0 makes both logits of a row equal; 1 instead of 0 does not.
    P = 5 * (np.outer(W, U) + np.outer(U, W))
    assert st.states.require_attention_balance(st.states.antipodal(U, 2), P).N == 4
    with pytest.raises(st.states.NotAnEquilibriumError, match="token 0: sum_j A_ij x_j is not zero"):
        st.states.require_attention_balance(st.states.antipodal(U, 2), P + np.outer(U, U))


def test_attention_balance_at_algebraic_and_logarithmic_logits():
    skew = [[0, -1], [1, 0]]
    with pytest.raises(st.states.NotAnEquilibriumError):
        st.states.require_attention_balance(st.polygon(3), skew)
    assert st.states.require_attention_balance(st.polygon(3), [[0, 0], [0, 0]])
    log = sp.log(2)
    with pytest.raises(st.states.NotAnEquilibriumError):
        st.states.require_attention_balance(st.states.square([1, 0], [0, 1]), [[log, 0], [0, 0]])
    square = st.states.square([1, 0, 0], [0, 1, 0])
    assert st.states.require_attention_balance(square, [[0, 0, log], [0, 0, log], [log, log, 1]])
    with pytest.raises(ValueError, match=r"P has shape \(3, 3\)"):
        st.states.require_attention_balance(st.states.antipodal(U), np.eye(3, dtype=int))


def test_a_balanced_state_is_a_fixed_point_of_the_floating_attention_map():
    P = 5 * (np.outer(W, U) + np.outer(U, W))
    X = st.states.antipodal(U, 3).expand().astype(float)
    V = np.array([[2.0, 0.3], [0.3, -1.0]])
    assert np.allclose(st.attention_map(X, P.astype(float), V, 0.7), X, atol=1e-12)


def test_the_gram_matrix_moves_as_the_tokens_do():
    rng = np.random.default_rng(1)
    Y = st.models.onto_ellipsoid(rng.normal(size=(5, 3)))
    A = st.models.head_weights(Y, rng.normal(size=(2, 3, 3)))
    rates = st.models.velocity(Y, A)
    assert np.allclose(rates @ Y.T + Y @ rates.T, st.states.gram_velocity(Y @ Y.T, A.sum(axis=0)))


def test_the_simplex_is_an_exact_equilibrium_of_its_gram_matrix():
    odds = st.numbers.as_array([[1, 3, 3, 3], [3, 1, 3, 3], [3, 3, 1, 3], [3, 3, 3, 1]])
    G = (st.numbers.as_array(4 * np.eye(4, dtype=int)) - 1) / 3
    assert not np.any(st.states.gram_velocity(G, st.models.normalise_rows(odds)))


# Group weights.
def test_group_weights_agree_with_the_attention_of_the_state():
    a = 0.7
    weights = st.states.GroupWeights(3, 2, np.exp(2 * a))
    X = np.array([[1.0, 0.0]] * 3 + [[-1.0, 0.0]] * 2)
    A = st.models.attention_weights(X, np.array([[a, 5.0], [-2.0, 1.0]]))
    assert np.allclose(weights.matrix[0].astype(float), [A[0, :3].sum(), A[0, 3:].sum()])
    assert np.allclose(weights.matrix[1].astype(float), [A[4, :3].sum(), A[4, 3:].sum()])
    assert np.isclose(weights.kappa, weights.matrix[0, 0] + weights.matrix[1, 1] - 1)
    trace, determinant = weights.trace_determinant(-1.0, 2.0, 0.1)
    block = weights.block(-1.0, 2.0, 0.1).astype(float)
    assert np.isclose(np.trace(block), trace)
    assert np.isclose(np.linalg.det(block), determinant)
