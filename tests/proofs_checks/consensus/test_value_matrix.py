"""The counterexamples and equations of the value-matrix claims, simulated and differenced independently."""

import numpy as np
import pytest

import attnverify.stability as st


def _run(flow, Y, end, step=0.02):
    return st.trajectory(flow, np.array(Y, dtype=float), np.linspace(0.0, end, 9), step).states


def test_deviations_obey_their_equation_for_any_matrix_metric_and_heads():
    rng = np.random.default_rng(1)
    d, N, H = 4, 3, 2
    W = (lambda B: B @ B.T + np.eye(d))(rng.normal(size=(d, d)))
    lam = [1.5, -0.5]
    # Heads with common right and left eigenvectors v, w, w^T v = 1: U = S diag(lam, block) S^-1.
    S = rng.normal(size=(d, d))
    U = np.zeros((H, d, d))
    for h in range(H):
        core = np.zeros((d, d))
        core[0, 0], core[1:, 1:] = lam[h], rng.normal(size=(d - 1, d - 1))
        U[h] = S @ core @ np.linalg.inv(S)
    v, w = S[:, 0], np.linalg.inv(S)[0]
    Y = st.models.onto_ellipsoid(rng.normal(size=(N, d)), W)
    A = st.models.head_weights(Y, rng.normal(size=(H, d, d)))

    def p(Z):
        return Z / (Z @ w)[:, np.newaxis] - v

    h, field, b = 1e-6, st.models.velocity(Y, A, U, W), Y @ w
    rate = (p(Y + h * field) - p(Y - h * field)) / (2 * h)
    for i in range(N):
        claimed = sum(
            A[k, i, j] * b[j] / b[i] * (U[k] @ p(Y)[j] - lam[k] * p(Y)[i]) for k in range(H) for j in range(N)
        )
        assert np.allclose(rate[i], claimed, rtol=1e-5, atol=1e-5)


def test_a_good_sum_of_heads_traps_a_token_of_the_hemisphere():
    U = np.array([[[1.0, 3.0], [3.0, 0.0]], [[1.0, -3.0], [-3.0, 0.0]]])
    P = np.log(2) * np.array([-5 * np.eye(2), 5 * np.eye(2)])
    end = _run(st.Flow(P=P, U=U, causal=True), [[1, 0], [0.6, 0.8]], 60.0)[-1, 1]
    assert np.allclose(end, (-0.441220, 0.897399), atol=1e-5)


def test_a_negative_top_eigenvalue_sends_the_second_token_to_the_other_side():
    for mu, height in ((-1.5, 0.6), (-4.0, 0.28)):
        flow = st.Flow(P=np.zeros((3, 3)), U=np.diag([-1.0, mu, -5.0]), causal=True)
        end = _run(flow, [[1, 0, 0], [height, np.sqrt(1 - height**2), 0]], 40.0)[-1]
        assert np.allclose(end[0], (1, 0, 0), atol=1e-6)
        assert np.allclose(end[1], (-1, 0, 0), atol=1e-6)


def test_growing_logits_stop_the_second_token_for_a_top_eigenvalue_zero():
    flow = st.Flow(P=lambda t: 100 * t * np.diag([1.0, 0.0, 0.0]), U=np.diag([0.0, -1.0, -1.0]), causal=True)
    states = _run(flow, [[1, 0, 0], [0.6, 0.8, 0]], 4.0, step=0.005)
    tangents = states[:, 1, 1] / states[:, 1, 0]
    assert np.all(tangents > 19 / 15)
    assert tangents[-1] == pytest.approx(tangents[4], abs=1e-9)


def test_mixed_signs_attract_for_positive_and_repel_for_negative_logits():
    start = [[0.995, np.sqrt(1 - 0.995**2), 0.0], [-0.995, 0.0, np.sqrt(1 - 0.995**2)]]
    for half, attracts in ((1, True), (-1, False)):
        flow = st.Flow(P=half * np.log(2) / 2 * np.eye(3), U=np.diag([1.0, 0.0, -1.0]), causal=True)
        end = _run(flow, start, 120.0, step=0.1)[-1]
        assert (end[1, 0] < -0.999) == attracts


def test_a_symmetric_pair_separates_under_full_attention():
    flow = st.Flow(P=-25 / 16 * np.log(2) * np.eye(2), U=np.diag([1.0, -3.0]))
    states = _run(flow, [[0.6, 0.8], [0.6, -0.8]], 30.0)
    rate = flow.velocity(0.0, states[0])[0, 0]
    assert rate == pytest.approx(-96 * np.sqrt(2) / 625)
    assert np.allclose(states[-1], [[0, 1], [0, -1]], atol=1e-5)


def test_growing_logits_keep_a_symmetric_pair_apart_at_the_borderline():
    flow = st.Flow(P=lambda t: -9 * t * np.eye(2), U=np.diag([1.0, -1.0]))
    states = _run(flow, [[0.6, 0.8], [0.6, -0.8]], 20.0, step=0.01)
    tangents = states[:, 0, 1] / states[:, 0, 0]
    assert np.all(tangents > 4 / 3 * (1 - 2 / 9))
    assert tangents[-1] == pytest.approx(tangents[4], abs=1e-9)
    settled = _run(st.Flow(P=-9 * np.eye(2), U=np.diag([1.0, -0.9])), [[0.6, 0.8], [0.6, -0.8]], 400.0, step=0.1)
    assert abs(settled[-1, 0, 1]) < 1e-3  # below the borderline every bounded or unbounded P leads to consensus
