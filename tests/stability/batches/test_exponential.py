import numpy as np
import pytest


@pytest.mark.parametrize(("bound", "error"), [(20.0, 2e-15), (690.0, 5e-14)])
def test_the_exponentials_of_kernels_are_that_of_numpy(bound, error):
    numba = pytest.importorskip("numba")
    from attnverify.stability.batches.exponential import exp_double, exp_eight
    from attnverify.stability.batches.vectors import load, store

    @numba.njit
    def through(x, y):
        for place in range(0, x.shape[0], 8):
            store(y, place, exp_eight(load(x, place)))

    x = np.random.default_rng(0).uniform(-bound, bound, 2000)
    x = np.append(x, [0.0, -bound, bound, 1.0, 2.0, 3.0, -708.0, -1e9])
    y = np.empty_like(x)
    through(x, y)
    for found in (y, np.array([exp_double(value) for value in x])):
        assert np.max(np.abs(found / np.exp(np.maximum(x, -708)) - 1)[np.abs(x) <= bound]) < error
        assert found[-1] == found[-2] > 0
