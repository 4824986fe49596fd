"""The polygonal claims against simulated trajectories: an independent look at what their certificates say."""

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.proofs_checks.derivations.polygonal import stable_pair

U = np.array([0.8, 0.6])


def moved(X, size, seed=0):
    noise = np.random.default_rng(seed).standard_normal(X.shape)
    return st.normalise(X + size * noise)


@pytest.mark.parametrize("pairs", [1, 3])
def test_the_stable_polygonal_state_of_the_attention_map_attracts(pairs):
    V, P = (np.array(stable_pair()[name]).astype(float) for name in "VP")
    X = np.repeat([U, -U], pairs, axis=0)
    state = moved(X, 1e-3)
    for _ in range(400):
        state = st.attention_map(state, P, V, 0.1)
    assert np.abs(state - X).max() < 1e-12
    state = moved(X, 1e-3)
    for _ in range(400):
        state = st.attention_map(state, -P, V, 0.1)
    assert np.abs(state - X).max() > 0.1


def test_two_antipodal_tokens_of_the_oja_map_return_to_the_family_nearby():
    V = np.diag([1.0, -1.0])
    X = np.stack([U, -U])
    state = moved(X, 1e-2)
    for _ in range(2000):
        state = st.oja_map(state, V, 0.125)
    assert np.abs(np.sum(state, axis=0)).max() < 1e-12
    assert 1e-4 < np.abs(state - X).max() < 0.1


def test_four_tokens_leave_the_same_family_and_the_energy_never_decreases():
    V = np.diag([1.0, -1.0])
    X = np.stack([U, U, -U, -U])
    state, energy = moved(X, 1e-2, seed=3), -np.inf
    for _ in range(20_000):
        state = st.oja_map(state, V, 0.25)
        m = np.sum(state, axis=0)
        assert m @ V @ m / 8 >= energy - 1e-14
        energy = m @ V @ m / 8
    assert np.abs(np.abs(state[:, 0]) - 1).max() < 1e-9
    assert energy == pytest.approx(2.0)


def test_the_square_in_space_returns_to_its_family():
    V, P = np.array([[2.0, -3, -3], [-3, 0, -1], [-3, -1, 0]]), np.zeros((3, 3))
    P[2] = [6, -6, 0]
    X = np.array([[1.0, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0]])
    state = moved(X, 1e-3)
    for _ in range(4000):
        state = st.attention_map(state, P, V, 0.02)
    assert np.abs(state[[0, 2]] + state[[1, 3]]).max() < 1e-10
    assert 1e-6 < np.abs(state - X).max() < 0.05
