import numpy as np

import attnverify.stability as st


def test_consensus_limits_are_certified_where_the_cone_theorem_applies():
    analysis = st.analyse(np.zeros((3, 3)), np.diag([1.0, 0.5, 0.2]), 5, 0.3)
    (limit,) = st.limits(analysis, 20)
    assert (limit.label, limit.count, limit.certified) == ("consensus on v_1", 20, 20)


def test_bipartite_limits_are_certified_by_contracted_regions():
    analysis = st.analyse(4 * np.eye(3), np.diag([1.0, 0.5, 0.2]), 6, 0.3)
    limits = st.limits(analysis, 12, seed=1)
    assert sum(limit.count for limit in limits) == 12
    bipartite = [limit for limit in limits if limit.label.startswith("bipartite")]
    assert bipartite
    assert all(limit.certified == limit.count for limit in bipartite)
    assert limits == st.limits(analysis, 12, seed=1)


def test_limits_on_lines_of_equilibria_are_not_certified():
    """The Oja map of two tokens: antipodal pairs in every direction, none of them isolated."""
    limits = st.limits(st.analyse(np.zeros((2, 2)), [[1.0, 0], [0, -1.0]], 2, 0.25), 40)
    pairs = [limit for limit in limits if "distinct" in limit.label or "bipartite" in limit.label]
    assert pairs
    assert all(limit.certified == 0 for limit in pairs)


def test_large_systems_are_certified_by_the_cone_only():
    analysis = st.analyse(4 * np.eye(2), np.diag([1.0, 0.5]), 21, 0.3)
    limits = st.limits(analysis, 4)
    assert all(limit.certified == 0 for limit in limits if limit.label.startswith("bipartite"))
