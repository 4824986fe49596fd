import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st
from attnverify.stability.linearisation.token_symmetry import BlockConstant


def symbolic(counts):
    G = len(counts)
    own = np.array(sp.symbols(f"x0:{G}"), dtype=object)
    coupling = np.array([[sp.Symbol(f"y{g}{h}") for h in range(G)] for g in range(G)], dtype=object)
    return BlockConstant(own, coupling, np.array(counts, dtype=object))


@pytest.mark.parametrize("counts", [(4,), (1, 3), (2, 2), (1, 2, 2)])
def test_the_reduction_gives_the_characteristic_polynomial_of_the_dense_matrix(counts):
    z, block = sp.Symbol("z"), symbolic(counts)
    dense = sp.Matrix(block.dense())
    assert dense.shape == (sum(counts), sum(counts))
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
    block = st.linearisation.directional_block(
        st.linearisation.GroupedJacobian(own, same, cross, np.array([3, 2], dtype=object)), 1
    )
    assert list(block.own) == [2, 5]
    assert block.coupling.tolist() == [[2, 13], [12, 3]]
    assert block.quotient().tolist() == [[2 + 3 * 2, 2 * 13], [3 * 12, 5 + 2 * 3]]
