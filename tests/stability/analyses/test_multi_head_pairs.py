import numpy as np

import attnverify.stability as st
from attnverify.stability.states.equilibrium import Nature
from tests.stability.linearisation.whole_jacobian import compared


def bipartite(analysis, k):
    return [r for r in analysis.equilibria if r.kind == "bipartite" and r.eigenvalue == k]


def test_generic_heads_have_no_bipartite_equilibrium_on_an_eigenvector_of_their_sum():
    rng = np.random.default_rng(0)
    V, P, V2, P2 = rng.standard_normal((4, 3, 3))
    analysis = st.analyse(P, V, 4, 0.2, heads=[(P2, V2)])
    records = [r for r in analysis.equilibria if r.kind == "bipartite" and r.split == (1, 3)]
    assert records
    assert all(record.nature is Nature.MOVES and record.verdict is None for record in records)


def test_heads_with_one_logit_matrix_are_one_head():
    rng = np.random.default_rng(1)
    V, P, V2 = np.diag([1.0, 0.5, -0.25]), rng.standard_normal((3, 3)), np.diag([0.5, 0.25, 0.0])
    several = st.analyse(P, V, 4, 0.2, heads=[(P, V2)])
    one = st.analyse(P, V + V2, 4, 0.2)
    for left, right in zip(bipartite(several, 0), bipartite(one, 0), strict=True):
        assert left.verdict is right.verdict
        assert abs(float(left.margin) - float(right.margin)) < 1e-10


def test_one_logit_on_the_line_is_enough():
    """P_1 and P_2 differ off the line of e_1 only; the values of the heads are not parallel there."""
    V, V2 = [[1, 1], [0, 0.5]], [[1, -1], [0, 0.25]]
    P, heads = [[2, 0], [0, 1]], [([[2, 0], [0, 5]], V2)]
    analysis = st.analyse(P, V, 4, 0.2, heads=heads)
    assert bipartite(analysis, 0)[-1].nature is Nature.FIXED
    assert compared(analysis, V, P, 0.2, heads=heads) > 0
