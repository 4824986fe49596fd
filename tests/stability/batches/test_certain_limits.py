from importlib.util import find_spec

import mpmath
import numpy as np
import pytest

import attnverify.stability as st

COMPILED = pytest.mark.parametrize("compiled", sorted({False, bool(find_spec("numba"))}))


def value_matrix(seed, spectrum=(1.0, 0.5, -0.3)):
    Q = np.linalg.qr(np.random.default_rng(seed).normal(size=(3, 3)))[0]
    V = (Q * np.array(spectrum)) @ Q.T
    return (V + V.T) / 2


def brute(X, P, V, alpha, steps, causal=False):
    for _ in range(steps):
        X = st.attention_map(X, P, V, alpha, causal=causal)
    return X


@COMPILED
@pytest.mark.parametrize("gain", [0.0, 1.0, 4.0])
def test_certified_limits_are_the_limits(gain, compiled):
    rng = np.random.default_rng(0)
    X, V = st.draws.random_tokens(rng, 150, 7, 3), value_matrix(1)
    P = gain * np.eye(3) + 0.3 * rng.normal(size=(3, 3))
    v = np.linalg.eigh(V)[1][:, -1]
    found = st.batches.certified_limits(X, P, V, 0.7, steps=300, compiled=compiled)
    heights = brute(X, P, V, 0.7, 1500) @ v
    assert np.mean(found.certified) > 0.9
    assert np.allclose(np.abs(heights[found.certified]), 1, atol=1e-9)
    assert np.array_equal(np.sign(heights)[found.certified], found.signs[found.certified])
    bipartite = np.abs(found.signs.sum(axis=1)) < 7
    assert np.any(bipartite & found.certified) == (gain > 0)
    assert np.all(found.steps[found.certified] <= 300)


def test_computed_states_are_those_of_the_map():
    X, V, P = st.draws.random_tokens(np.random.default_rng(1), 20, 5, 3), value_matrix(2), np.diag([1.0, -2.0, 0.5])
    for causal in (False, True):
        found = st.batches.certified_limits(X, P, V, 0.4, steps=40, causal=causal)
        for b in range(20):
            assert np.allclose(found.states[b], brute(X[b], P, V, 0.4, found.steps[b], causal), atol=1e-10)
    assert np.all(found.certified <= (np.abs(found.signs.sum(axis=1)) == 5))


@COMPILED
@pytest.mark.parametrize(("N", "steps"), [(1, 4), (1, 0), (5, 0), (5, 6), (5, 7)])
def test_the_starts_are_left_as_they_are(N, steps, compiled):
    X, V, P = st.draws.random_tokens(np.random.default_rng(2), 30, N, 3), value_matrix(3), np.diag([1.0, -2.0, 0.5])
    before = X.copy()
    found = st.batches.certified_limits(X, P, V, 0.4, steps=steps, compiled=compiled)
    assert np.array_equal(X, before)
    assert np.all(found.steps[~found.certified] == steps)
    for b in range(30):
        state = brute(X[b], P, V, 0.4, found.steps[b])
        assert np.allclose(found.states[b], state, atol=1e-10)
        assert np.array_equal(found.signs[b], np.sign(state @ np.linalg.eigh(V)[1][:, -1]))


def test_certified_regions_are_invariant():
    """Random states of the certified set stay in it, whatever the split."""
    from attnverify.stability.batches.certain_limits import _principal, _regions

    rng = np.random.default_rng(3)
    V, P, alpha, N = value_matrix(4), 3 * np.eye(3) + rng.normal(size=(3, 3)) / 4, 0.6, 8
    v, bounds, doubt = _principal(V, alpha)
    regions = _regions(N, v, P, *bounds, alpha, doubt)
    assert np.sum(regions[:, 0] > 0) == 7
    for plus in np.flatnonzero(regions[:, 0] > 0):
        signs = np.array([1] * plus + [-1] * (N - plus))
        radii = np.where(signs > 0, regions[plus, 1], regions[plus, 0])
        for _ in range(40):
            z = np.cross(v, rng.normal(size=(N, 3)))
            z *= (radii / np.linalg.norm(z, axis=1))[:, np.newaxis]
            Y = st.attention_map(st.models.normalise(signs[:, np.newaxis] * (v + z)), P, V, alpha)
            u = Y @ v
            assert np.array_equal(np.sign(u), signs)
            assert np.all(np.sqrt(1 / u**2 - 1) <= radii)


def test_weights_whose_squares_are_out_of_range_leave_the_kernel():
    V = np.diag([1.0, 0.5, 0.2])
    X = st.draws.random_tokens(np.random.default_rng(3), 50, 6, 3)
    P = 450 * np.diag([0.0, 0.0, 1.0])
    found, plain = (st.batches.certified_limits(X, P, V, 0.7, compiled=way) for way in (None, False))
    assert np.array_equal(found.certified, plain.certified)
    assert np.array_equal(found.signs, plain.signs)
    assert np.any(found.certified & (found.steps > 0))


def test_an_eigenvector_that_floats_do_not_know_certifies_nothing():
    """Two tokens on different sides of the equator of v_1, but not of its computed direction."""
    for seed in range(5):
        V = value_matrix(seed, (1.0, 1.0 - 4e-9, 0.2))
        with mpmath.workdps(40):
            vectors = mpmath.eigsy(mpmath.matrix(V.tolist()))[1]
        second, first = (np.array(vectors[:, k], dtype=float) for k in (1, 2))
        off = np.linalg.eigh(V)[1][:, -1] @ second
        first *= np.sign(np.linalg.eigh(V)[1][:, -1] @ first)
        token = np.sign(off) * second - 0.3 * abs(off) * first
        X = np.array([[token / np.linalg.norm(token), first]])
        assert not st.batches.certified_limits(X, np.zeros((3, 3)), V, 1.0, steps=0).certified[0]


def test_a_value_matrix_in_single_precision_is_taken_as_the_exact_one_that_it_is():
    """Its eigenvector in single precision is off by more than the heights of these tokens."""
    token = np.array([1e-5, 1.0, 0.0])
    for seed in range(5):
        V = value_matrix(seed, (1.0, 1.0 - 1e-3, 0.2)).astype(np.float32)
        V = (V + V.T) / 2
        vectors = np.linalg.eigh(V.astype(float))[1][:, ::-1]
        X = st.models.normalise(np.array([[token, token * [-1, 1, 1]]])) @ vectors.T
        found = [st.batches.certified_limits(X, np.zeros((3, 3)), W, 1.0, steps=0) for W in (V, V.astype(float))]
        assert not found[0].certified[0]
        assert np.array_equal(found[0].signs, found[1].signs)
