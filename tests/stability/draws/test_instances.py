import numpy as np

import attnverify.stability as st
from attnverify.stability.draws.instances import orthogonal, symmetric_instance


def test_random_systems_satisfy_assumption_1():
    rng = np.random.default_rng(5)
    for _ in range(30):
        system = symmetric_instance(rng, 4)
        first, *rest = system.eigenvalues
        assert first > 0
        assert all(value < first and value != 0 for value in rest)
        assert np.array_equal(system.V, system.V.T)


def test_random_bases_are_orthogonal_exactly():
    B = orthogonal(np.random.default_rng(6), 5)
    assert np.array_equal(B @ B.T, st.as_array(np.eye(5, dtype=int)))
