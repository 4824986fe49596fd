"""The grouped Jacobian is that of the definition, entry by entry, and its reduction that of the whole matrix."""

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st
from attnverify.proofs_checks.derivations.grouped import (
    BlockConstant,
    GroupedJacobian,
    NormMismatchError,
    differentiated_jacobian,
    directional_block,
    grouped_jacobian,
)

alpha, c = sp.symbols("alpha c", positive=True)
l1, l2 = sp.symbols("lambda_1 lambda_2", real=True)
P = np.array([[sp.log(sp.Rational(3, 2)), sp.Symbol("P_01")], [sp.Symbol("P_10"), sp.Symbol("P_11")]], dtype=object)


def attention(V):
    return lambda X, n: st.models.attention_step(X, st.models.attention_weights(X, P, counts=n), V, alpha)


def test_differentiated_and_closed_jacobian_agree_for_generic_logits():
    V = st.numbers.as_array(sp.diag(l1, l2))
    tokens = st.bipartite(V, [1, 0], 2, 1).expand()
    state = st.states.State(tokens, np.array([1, 1, 1], dtype=object))
    weights = st.states.GroupWeights(2, 1, sp.Rational(9, 4))
    c1, c2 = weights.factors(l1, alpha)
    automatic = differentiated_jacobian(attention(V), state, [c1, c1, c2])
    A = st.models.attention_weights(tokens, P)
    derivative = st.linearisation.attention_derivative(tokens, A, P, V, alpha, norms=np.array([c1, c1, c2]))
    closed = st.linearisation.ambient_jacobian(derivative, tokens)
    assert all(sp.cancel(left - right) == 0 for left, right in zip(automatic.flat, closed.flat, strict=True))


def test_grouped_blocks_are_the_blocks_of_the_full_jacobian():
    V = st.numbers.as_array(sp.diag(l1, l2))
    p, q = sp.symbols("p q", positive=True, integer=True)
    symbolic = st.states.GroupWeights(p, q, sp.Rational(9, 4))
    grouped = grouped_jacobian(attention(V), st.bipartite(V, [1, 0], p, q), symbolic.factors(l1, alpha))
    at = {p: 2, q: 1}
    tokens = st.bipartite(V, [1, 0], 2, 1).expand()
    c1, c2 = st.states.GroupWeights(2, 1, sp.Rational(9, 4)).factors(l1, alpha)
    full = differentiated_jacobian(
        attention(V), st.states.State(tokens, np.array([1, 1, 1], dtype=object)), [c1, c1, c2]
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

    state = st.states.State(np.array([[sp.Integer(1), sp.Integer(0)]]), np.array([N], dtype=object))
    plain = grouped_jacobian(step, state)
    assert sp.cancel(plain.own[0][0, 0] - (1 + 3 * h / N)) == 0
    assert sp.cancel(plain.same[0][0, 0] - 3 * h / N) == 0
    normalised = grouped_jacobian(step, state, [1 + h])
    assert normalised.own[0][0, 0] == 0
    full = differentiated_jacobian(step, st.states.State(np.repeat(state.tokens, 2, 0), np.array([1, 1], dtype=object)))
    assert full[0, 0] == 1 + 3 * h / 2
    assert full[2, 0] == 3 * h / 2


def test_a_wrong_norm_is_refused():
    V = st.numbers.as_array(sp.diag((c - 1) / alpha, l2))
    step = lambda X, n: st.models.oja_step(X, V, alpha, counts=n)  # noqa: E731
    with pytest.raises(NormMismatchError, match="group 0"):
        grouped_jacobian(step, st.consensus(V, [1, 0], sp.Symbol("N", positive=True)), [c + 1])


def symbolic(counts):
    G = len(counts)
    own = np.array(sp.symbols(f"x0:{G}"), dtype=object)
    coupling = np.array([[sp.Symbol(f"y{g}{h}") for h in range(G)] for g in range(G)], dtype=object)
    return BlockConstant(own, coupling, np.array(counts, dtype=object))


@pytest.mark.parametrize("counts", [(4,), (1, 3), (2, 2), (1, 2, 2)])
def test_the_reduction_gives_the_characteristic_polynomial_of_the_dense_matrix(counts):
    z, block = sp.Symbol("z"), symbolic(counts)
    tokens = [(g, k) for g, count in enumerate(counts) for k in range(count)]
    dense = sp.Matrix([[block.entry(i, j) for j in tokens] for i in tokens])
    expected = (z * sp.eye(len(counts)) - sp.Matrix(block.quotient())).det()
    for value, multiplicity in block.classes():
        expected *= (z - value) ** multiplicity
    at = {symbol: sp.Rational(3 * i + 1, i + 2) for i, symbol in enumerate(sorted(dense.free_symbols, key=str))}
    assert sp.expand((z * sp.eye(sum(counts)) - dense.subs(at)).det() - expected.subs(at)) == 0


def test_the_reduction_identities_hold_for_symbolic_sizes():
    block = symbolic(sp.symbols("p q", positive=True, integer=True))
    identities = block.reduction_identities()
    assert len(identities) == 2 * 4 + 4
    assert all(sp.expand(left - right) == 0 for _, left, right in identities)


def test_the_reduction_identities_can_fail():
    """A matrix whose diagonal is not own + coupling is not reduced: the check is not a tautology."""

    class Broken(BlockConstant):
        def entry(self, i, j):
            return super().entry(i, j) + (1 if i == j == (0, 0) else 0)

    block = symbolic((3, 2))
    broken = Broken(block.own, block.coupling, block.counts)
    assert any(sp.expand(left - right) != 0 for _, left, right in broken.reduction_identities())


def test_directional_block_reads_the_right_coordinates():
    own = (np.array([[1, 2], [3, 4]], dtype=object), np.array([[5, 6], [7, 8]], dtype=object))
    same = (np.array([[0, 1], [1, 2]], dtype=object), np.array([[0, 0], [0, 3]], dtype=object))
    cross = {(1, 0): np.array([[9, 10], [11, 12]], dtype=object), (0, 1): np.array([[1, 1], [1, 13]], dtype=object)}
    block = directional_block(GroupedJacobian(own, same, cross, np.array([3, 2], dtype=object)), 1)
    assert list(block.own) == [2, 5]
    assert block.coupling.tolist() == [[2, 13], [12, 3]]
    assert block.quotient().tolist() == [[2 + 3 * 2, 2 * 13], [3 * 12, 5 + 2 * 3]]
