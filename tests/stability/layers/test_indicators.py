"""Alignments and increments against values known by hand."""

import numpy as np
import pytest

from attnverify.stability import attention_map
from attnverify.stability.layers import (
    alignment,
    eigendirections,
    increment_probability,
    layer_indicators,
    mean_increment,
    real_basis,
)

ROTATION = np.array([[1.0, -2.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.5]])


def test_alignment_ignores_sign_and_length():
    X = np.array([[3.0, 4.0], [-3.0, -4.0], [0.3, -0.4]])
    assert np.allclose(alignment(X, np.array([1.0, 0.0])), 0.6)
    assert np.allclose(alignment(X, np.array([-1.0, 0.0])), 0.6)


def test_plane_of_a_complex_pair():
    directions = eigendirections(ROTATION)
    assert [U.shape for U in directions] == [(3, 2), (3, 1)]
    X = np.array([[1.0, 1.0, 1.0], [0.0, 2.0, 0.0], [0.0, 0.0, 5.0]])
    assert np.allclose(alignment(X, directions[0]), [np.sqrt(2 / 3), 1, 0])


def test_order_of_the_eigenvalues():
    F = np.diag([1.0, -2.0])
    assert np.allclose(np.abs(eigendirections(F)[0][:, 0]), [1, 0])
    assert np.allclose(np.abs(eigendirections(F, "modulus")[0][:, 0]), [0, 1])
    with pytest.raises(ValueError, match="allowed are real part, modulus"):
        eigendirections(F, "size")


def test_a_complex_eigenvector_up_to_a_phase_is_a_real_direction():
    v = np.array([0.6, 0.8]) * np.exp(0.7j)
    assert np.allclose(np.abs(real_basis(v)[:, 0]), [0.6, 0.8])


def test_ties_do_not_count_as_growth():
    before = np.array([[0.6, 0.8], [1.0, 0.0], [0.8, 0.6]])
    after = np.array([[0.8, 0.6], [1.0, 0.0], [0.6, 0.8]])
    v = np.array([1.0, 0.0])
    assert increment_probability(before, after, v) == pytest.approx(1 / 3)
    assert mean_increment(before, after, v) == pytest.approx(0)


def test_squared_alignments_of_a_symmetric_matrix_add_up_to_one():
    rng = np.random.default_rng(0)
    S = rng.normal(size=(4, 4))
    X = rng.normal(size=(6, 4))
    total = sum(alignment(X, U) ** 2 for U in eigendirections(S + S.T))
    assert np.allclose(total, 1)


def test_indicators_of_a_run():
    V = np.diag([1.0, 0.3, -0.2])
    rng = np.random.default_rng(1)
    states = [rng.normal(size=(8, 3))]
    states[0] /= np.linalg.norm(states[0], axis=1, keepdims=True)
    for _ in range(4):
        states.append(attention_map(states[-1], np.zeros((3, 3)), V, 1.0))
    found = layer_indicators(states, [V] * 4)
    assert len(found) == 4
    assert found[0].increment == pytest.approx(np.mean(np.abs(states[1][:, 0])) - np.mean(np.abs(states[0][:, 0])))
    assert 0 <= found[0].mean_probability <= 1


def test_errors_name_the_argument():
    with pytest.raises(ValueError, match="not orthonormal"):
        alignment(np.eye(2), np.array([[1.0, 0.6], [0.0, 0.8]]))
    with pytest.raises(ValueError, match="U has shape"):
        alignment(np.eye(2), np.array([1.0, 0.0, 0.0]))
    with pytest.raises(ValueError, match="a token that is zero"):
        alignment(np.zeros((2, 2)), np.array([1.0, 0.0]))
    with pytest.raises(ValueError, match="F has shape"):
        eigendirections(np.ones((2, 3)))
    with pytest.raises(ValueError, match="2 states and 2 layer matrices"):
        layer_indicators([np.eye(2)] * 2, [np.eye(2)] * 2)
