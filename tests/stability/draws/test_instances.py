import numpy as np

import attnverify.stability as st
from attnverify.stability.draws.instances import orthogonal


def test_random_bases_are_orthogonal_exactly():
    B = orthogonal(np.random.default_rng(6), 5)
    assert np.array_equal(B @ B.T, st.as_array(np.eye(5, dtype=int)))


def test_instances_satisfy_assumption_one_and_cover_its_situations():
    seen = set()
    for draw in range(60):
        rng = np.random.default_rng(draw)
        instance = st.draws.symmetric_instance(rng, int(rng.integers(2, 5)))
        first, *others = instance.eigenvalues
        assert first > 0
        assert all(other < first and other != 0 for other in others)
        assert others == sorted(others, reverse=True)
        assert np.all(instance.V == instance.V.T)
        assert np.all(instance.basis.T * instance.eigenvalues == instance.V @ instance.basis.T)
        seen |= {
            name
            for name, holds in {
                "all positive": others[-1] > 0,
                "second negative": others[0] < 0,
                "last dominates in modulus": -others[-1] > first,
                "repeated": len(set(others)) < len(others),
            }.items()
            if holds
        }
    assert seen == {"all positive", "second negative", "last dominates in modulus", "repeated"}
