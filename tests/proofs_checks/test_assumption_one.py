"""The generator of test instances reaches every situation that Assumption 1 allows."""

from __future__ import annotations

import numpy as np

from tests.exact_instances import symmetric_instance


def test_instances_satisfy_assumption_one_and_cover_its_situations():
    seen = set()
    for draw in range(60):
        rng = np.random.default_rng(draw)
        instance = symmetric_instance(rng, int(rng.integers(2, 5)))
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
