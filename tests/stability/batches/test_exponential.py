import numpy as np
import pytest


def test_the_exponential_of_kernels_is_that_of_numpy():
    pytest.importorskip("numba")
    from stability.batches.exponential import exp_double

    rng = np.random.default_rng(0)
    for bound, error in ((20.0, 2e-15), (690.0, 5e-14)):
        x = np.concatenate([rng.uniform(-bound, bound, 2000), [0.0, -bound, bound]])
        found = np.array([exp_double(value) for value in x])
        assert np.max(np.abs(found / np.exp(x) - 1)) < error
    assert exp_double(-1e9) == exp_double(-708.0) > 0
