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


def test_the_exponential_of_eight_numbers_is_that_of_numpy():
    numba = pytest.importorskip("numba")
    from stability.batches.exponential import exp_eight
    from stability.batches.vectors import load, store

    @numba.njit
    def through(x, y):
        for place in range(0, x.shape[0], 8):
            store(y, place, exp_eight(load(x, place)))

    rng = np.random.default_rng(1)
    for bound, error in ((20.0, 2e-15), (690.0, 5e-14)):
        x = np.concatenate([rng.uniform(-bound, bound, 2000), [0.0, -bound, bound, -1e9, -708.0, 1.0, 2.0, -3.0]])
        y = np.empty_like(x)
        through(x, y)
        assert np.max(np.abs(y / np.exp(np.maximum(x, -708)) - 1)[np.abs(x) <= bound]) < error
        assert y[-5] == y[-4] > 0
