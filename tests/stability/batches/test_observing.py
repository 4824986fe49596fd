"""Statistics along trajectories: exits and kernels against every step of every system."""

from importlib.util import find_spec

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.batches.arrays import count_true, to_numpy

COMPILED = pytest.mark.parametrize("compiled", sorted({False, bool(find_spec("numba"))}))
NEAR = st.batches.statistic("near")


def plain(X, beta, size, steps, weights="softmax", delta=1e-3):
    """The share of near pairs after every step: (K, B); the authors' layer, straight."""
    rows = []
    N = X.shape[1]
    for step in range(steps + 1):
        G = X @ np.swapaxes(X, -1, -2)
        rows.append((np.sum(1 - delta < G, axis=(-2, -1)) - N) / (N * (N - 1)))
        E = np.exp(beta * G)
        A = E / (E.sum(axis=-1, keepdims=True) if weights == "softmax" else N)
        if step < steps:
            X = st.normalise(X + size * A @ X)
    return np.array(rows)


@pytest.mark.parametrize("weights", ["softmax", "exponential"])
@pytest.mark.parametrize(("d", "N"), [(2, 7), (5, 6), (12, 5), (9, 11), (8, 17), (19, 24)])
@COMPILED
def test_exits_change_nothing(d, N, weights, compiled):
    X = st.random_tokens(np.random.default_rng(d), 20, N, d)
    for beta in (0.3, 3.0):
        layers = st.batches.Dynamics(weights, beta=beta)
        found = st.batches.observed(layers, X, 0.2, 120, NEAR, compiled=compiled)
        expected = plain(X, beta, 0.2, 120, weights)
        assert np.array_equal(found, expected)
        assert np.any(found[-1] == 1) or beta > 1


@COMPILED
def test_tokens_that_repel_each_other_do_not_leave_at_consensus(compiled):
    rng = np.random.default_rng(4)
    X = st.normalise(np.ones(3) + 1e-3 * rng.normal(size=(8, 5, 3)))
    expected = plain(X, 1.0, -0.2, 90)
    assert np.all(expected[0] == 1)
    assert np.all(expected[-1] < 1)
    found = st.batches.observed(st.batches.Dynamics(), X, -0.2, 90, NEAR, compiled=compiled)
    assert np.array_equal(found, expected)


def test_single_precision_moves_the_mean_by_less_than_chance():
    X = st.random_tokens(np.random.default_rng(0), 60, 12, 2)
    single = st.batches.observed(st.batches.Dynamics(beta=4.0), X.astype(np.float32), 0.1, 150, NEAR, every=5)
    assert np.max(np.abs(single.mean(axis=1) - plain(X, 4.0, 0.1, 150)[::5].mean(axis=1))) < 2e-3


def test_true_entries_are_counted_in_any_layout():
    rng = np.random.default_rng(9)
    for m in (1, 3, 4, 7, 8, 32):
        mask = rng.random((5, m, m)) > 0.4
        for way in (mask, np.swapaxes(mask, 1, 2), mask[::2]):
            assert np.array_equal(count_true(way), np.sum(way, axis=(1, 2)))


@COMPILED
def test_every_system_may_have_its_own_parameters(compiled):
    X = st.random_tokens(np.random.default_rng(1), 10, 6, 3)
    beta, size = np.linspace(0.1, 6, 10), np.linspace(0.05, 0.3, 10)
    layers = st.batches.Dynamics(beta=beta)
    found = st.batches.observed(layers, X, size, 60, NEAR, every=7, compiled=compiled)
    for b in range(10):
        assert np.array_equal(found[:, b], plain(X[b : b + 1], beta[b], size[b], 60)[::7, 0][: len(found)])


def test_matrices_of_each_system_stay_with_it():
    rng = np.random.default_rng(2)
    X, P = st.random_tokens(rng, 9, 5, 3), rng.normal(size=(9, 1, 3, 3))
    clusters = st.batches.statistic("clusters")
    found = st.batches.observed(st.batches.Dynamics("softmax", P), X, 0.3, 80, clusters, every=80)
    for b in range(9):
        state = X[b]
        for _ in range(80):
            state = st.attention_map(state, P[b, 0], np.eye(3), 0.3)
        one = st.batches.Dynamics("softmax", P[b, 0])
        alone = st.batches.observed(one, X[b : b + 1], 0.3, 80, clusters, every=80)
        assert found[1, b] == alone[1, 0] == components(state @ state.T > 1 - 1e-3)


def components(near):
    """Connected components by repeated squaring."""
    reach = np.linalg.matrix_power(near.astype(int), len(near)) > 0
    return len({tuple(row) for row in reach})


def test_statistics_are_those_of_their_formulas():
    rng = np.random.default_rng(3)
    X = st.random_tokens(rng, 6, 5, 2)
    for name, expected in (
        ("misalignment", st.misalignment(X)),
        ("energy", np.mean(np.exp(0.7 * st.models.gram(X)), axis=(-1, -2)) / (2 * 0.7)),
        ("clusters", np.array([components(g > 0.5) for g in st.models.gram(X)])),
        ("near", (np.sum(st.models.gram(X) > 0.5, axis=(-1, -2)) - 5) / 20),
    ):
        found = st.batches.observed(st.batches.Dynamics(beta=0.7), X, 0.1, 0, st.batches.statistic(name, 0.5))
        assert np.allclose(found[0], expected, atol=1e-14)


def test_energy_rises_along_both_flows():
    X = st.random_tokens(np.random.default_rng(4), 20, 6, 3)
    for weights in ("softmax", "exponential"):
        E = st.batches.observed(
            st.batches.Dynamics(weights, beta=2.0), X, 0.05, 100, st.batches.statistic("energy"), continuous=True
        )
        assert np.all(np.diff(E, axis=0) > -1e-13)


def test_another_library_gives_the_same():
    strict = pytest.importorskip("array_api_strict")
    X = st.random_tokens(np.random.default_rng(5), 12, 6, 9)
    for name in ("near", "clusters", "misalignment"):
        for continuous in (False, True):
            layers, of = st.batches.Dynamics(beta=2.0), st.batches.statistic(name)
            found = [
                st.batches.observed(layers, Y, 0.2, 40, of, every=3, continuous=continuous)
                for Y in (X, strict.asarray(X))
            ]
            assert isinstance(found[1], np.ndarray)
            assert np.allclose(to_numpy(found[0]), found[1], atol=1e-12)


def test_bad_input():
    X = st.random_tokens(np.random.default_rng(6), 2, 3, 2)
    with pytest.raises(ValueError, match=r"needed: \(B, N, d\)"):
        st.batches.observed(st.batches.Dynamics(), X[0], 0.1, 3, st.batches.statistic("near"))
    with pytest.raises(ValueError, match="statistic 'far'; allowed are near, clusters"):
        st.batches.statistic("far")
    with pytest.raises(ValueError, match="delta = 2; allowed"):
        st.batches.statistic("near", 2)


@pytest.mark.parametrize("beta", [1e14, 1e18, 1e300])
def test_hard_attention_is_left_to_the_arrays_where_rounding_would_decide(beta):
    """In the limit every token attends to itself, and nothing moves."""
    X = st.random_tokens(np.random.default_rng(5), 20, 8, 3)
    found = st.batches.observed(st.batches.Dynamics(beta=beta), X, 0.1, 40, st.batches.statistic("near", 0.1), every=40)
    assert np.array_equal(found[0], found[1])


@pytest.mark.parametrize("weights", ["softmax", "exponential"])
@pytest.mark.parametrize("beta", [-700.0, -360.0, -180.0, -170.0, 0.0, 340.0, 690.0])
def test_large_exponents_are_left_to_the_arrays(weights, beta):
    """Where the kernel's numbers would leave their range it is not chosen."""
    X = st.random_tokens(np.random.default_rng(5), 20, 8, 3)
    near = st.batches.statistic("near", 0.1)
    dynamics = st.batches.Dynamics(weights, beta=beta)
    found = [st.batches.observed(dynamics, X, 1e-3, 40, near, compiled=way) for way in (None, False)]
    assert np.array_equal(*found)
