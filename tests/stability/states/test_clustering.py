from fractions import Fraction as F

import numpy as np
import pytest

import attnverify.stability as st
from tests.stability.exact_polynomials import characteristic_polynomial

V2 = st.as_array([[F(104, 35), F(-33, 35)], [F(-33, 35), F(66, 35)]])
M2 = st.as_array([[3, F(22, 3)], [4, F(46, 3)]])
TWO = [[1, 0], [F(-4, 5), F(3, 5)]]
ALPHA = F(1, 10)


def state(tokens, counts):
    return st.State(st.as_array(tokens), st.as_array(counts))


def in_space():
    """The planar example in R^3, with an extra direction in V and P."""
    tokens = [[*token, 0] for token in TWO]
    V = st.as_array([[*V2[0], 0], [*V2[1], 0], [0, 0, F(1, 2)]])
    M = st.as_array([[*M2[0], F(1, 3)], [*M2[1], -2], [1, F(5, 7), 3]])
    return state(tokens, [2, 2]), M, V, F(2)


def triple():
    tokens = [[1, 0], [F(-3, 5), F(4, 5)], [F(-3, 5), F(-4, 5)]]
    return state(tokens, [2, 2, 2]), st.as_array([[0, 0], [0, F(25, 16)]]), st.as_array([[F(9, 5), 0], [0, 1]]), F(2)


def axes():
    V = st.as_array([[1, 1], [1, -1]])
    return state([[1, 0], [-1, 0], [0, 1], [0, -1]], [3, 3, 3, 3]), -V, V, F(3)


EXAMPLES = [in_space, triple, axes]


@pytest.mark.parametrize("example", EXAMPLES)
def test_weights_are_the_softmax_of_log_base_times_the_logits(example):
    given, M, _, base = example()
    A = st.states.power_weights(given, M, base)
    numeric = st.attention_weights(
        given.tokens.astype(float), np.log(float(base)) * M.astype(float), counts=given.counts.astype(float)
    )
    assert np.allclose(A.astype(float), numeric, atol=1e-14)


@pytest.mark.parametrize("example", EXAMPLES)
def test_one_step_keeps_every_token_on_its_line(example):
    given, M, V, base = example()
    A = st.states.power_weights(given, M, base)
    nu = st.states.cluster_scalars(given, A, V)
    Y = st.attention_step(given.tokens, A, V, ALPHA)
    assert np.array_equal(Y, (1 + ALPHA * nu)[:, np.newaxis] * given.tokens)


def full_jacobian(state, A, P, V, alpha, nu):
    """The tangent Jacobian of all N tokens, cluster after cluster, without the reduction."""
    counts = [int(count) for count in state.counts]
    group = np.repeat(np.arange(len(counts)), counts)
    weights = (A / state.counts)[..., group[:, np.newaxis], group]
    X = state.expand()
    derivative = st.linearisation.attention_derivative(X, weights, P, V, alpha, norms=(1 + alpha * nu)[group])
    return st.linearisation.tangent_jacobian(derivative, X)


@pytest.mark.parametrize("example", EXAMPLES)
def test_reduced_matrix_and_blocks_give_the_spectrum_of_all_tokens(example):
    given, M, V, base = example()
    A = st.states.power_weights(given, M, base)
    nu = st.states.cluster_scalars(given, A, V)
    found = st.states.cluster_jacobian(given, A, M, V, ALPHA, nu)
    product = characteristic_polynomial(found.reduced)
    for block, count in zip(found.within, found.counts, strict=True):
        product *= characteristic_polynomial(block) ** int(count - 1)
    assert characteristic_polynomial(full_jacobian(given, A, M, V, ALPHA, nu)) == product


def test_the_within_block_sees_the_derivative_of_the_weights():
    given, M, V, base = in_space()
    A = st.states.power_weights(given, M, base)
    nu = st.states.cluster_scalars(given, A, V)
    with_P = st.states.cluster_jacobian(given, A, M, V, ALPHA, nu).within[0]
    assert not np.array_equal(with_P, st.states.cluster_jacobian(given, A, 0 * M, V, ALPHA, nu).within[0])


def test_several_heads_add_up_in_the_reduction():
    given, M, V, base = in_space()
    A = st.states.power_weights(given, M, base)
    nu = st.states.cluster_scalars(given, A, V)
    first = st.as_array([[1, 2, 0], [F(1, 3), -1, 1], [0, 4, -2]])
    values, logits, weights = np.stack([first, V - first]), np.stack([M, M.T + first]), np.stack([A, A])
    found = st.states.cluster_jacobian(given, weights, logits, values, ALPHA, nu)
    product = characteristic_polynomial(found.reduced)
    for block, count in zip(found.within, found.counts, strict=True):
        product *= characteristic_polynomial(block) ** int(count - 1)
    full = full_jacobian(given, weights, logits, values, ALPHA, nu)
    assert characteristic_polynomial(full) == product
    assert not np.array_equal(found.within[0], st.states.cluster_jacobian(given, A, M, V, ALPHA, nu).within[0])


@pytest.mark.parametrize(("tokens", "error", "message"), [
    ([[1, 0], [F(4, 5), F(4, 5)]], ValueError, r"tokens\[1\] has the squared norm 32/25"),
    ([[1, 0], [1, 0]], ValueError, r"tokens\[1\] is not known to differ from tokens\[0\]"),
    ([[1], [-1]], ValueError, r"tokens has shape \(2, 1\)"),
    ([[1, 0], [F(3, 5), F(4, 5)]], st.states.NotAnEquilibriumError, "cluster 0: s_i - nu_i x_i"),
])  # fmt: skip
def test_states_that_are_no_clustering_equilibrium_are_refused(tokens, error, message):
    d = len(tokens[0])
    A = st.as_array([[F(2, 3), F(1, 3)], [F(1, 5), F(4, 5)]])
    with pytest.raises(error, match=message):
        st.states.cluster_scalars(state(tokens, [1, 1]), A, V2[:d, :d])


def test_logits_that_are_no_multiple_of_the_logarithm_are_refused():
    with pytest.raises(ValueError, match="logits of cluster 0 on 1 and on 0 differ by -1/2"):
        st.states.power_weights(state(TWO, [1, 1]), M2 / 2, F(2))
    with pytest.raises(ValueError, match="base is 0"):
        st.states.power_weights(state(TWO, [1, 1]), M2, F(0))
