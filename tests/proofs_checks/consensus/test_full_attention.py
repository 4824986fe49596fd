"""Full attention, by simulation: what the exact witnesses claim about trajectories, and the margins of the rate."""

from fractions import Fraction

import numpy as np
import pytest

import attnverify.stability as st


def floats(nested):
    return np.array([floats(x) if isinstance(x, list) else float(Fraction(x)) for x in nested])


@pytest.mark.parametrize(("kappa", "together"), [(8.0, False), (0.1, True)])
def test_growing_logits_freeze_two_tokens_apart(kappa, together):
    flow = st.Flow(lambda t: kappa * t * np.eye(2))
    end = st.trajectory(flow, np.eye(2), np.array([0.0, 30.0]), rtol=1e-8, atol=1e-10).states[-1]
    assert bool(end[0] @ end[1] > 0.99) is together
    assert together or end[0] @ end[1] < 0.5


@pytest.mark.parametrize(("k", "attracts"), [(2, True), (3, True), (6, True), (2, False)])
def test_three_clusters_of_the_circle(k, attracts):
    """Derivatives with respect to the angles, by finite differences; the sign of beta decides."""
    angle = np.arccos(-0.4)
    angles = np.array([0.0] * k + [angle, -angle])
    beta = -25 / 7 * np.log(5 * k / 4) if attracts else -1.0

    def rates(x):
        Y = np.stack([np.cos(x), np.sin(x)], axis=-1)
        moved = st.models.velocity(Y, st.models.head_weights(Y, beta * np.eye(2)))
        return Y[:, 0] * moved[:, 1] - Y[:, 1] * moved[:, 0]

    J = np.stack([(rates(angles + e) - rates(angles - e)) / 2e-5 for e in 1e-5 * np.eye(k + 2)], axis=1)
    values = np.sort(np.linalg.eigvals(J).real)
    assert bool(np.max(np.abs(rates(angles))) < 1e-12) is attracts
    assert not attracts or (abs(values[-1]) < 1e-6 and values[-2] < -1e-3)


@pytest.mark.parametrize(("m", "k", "share"), [(2, 3, 0.8), (3, 2, 0.9), (3, 3, 0.9), (4, 2, 0.9)])
def test_a_heavier_corner_attracts(m, k, share):
    """The whole tangent spectrum by finite differences: the rotations, and nothing else, are not negative."""
    c = share / m
    beta = -np.log(k / (m * c)) * (m - 1) / ((1 + c) * (1 - m * c))
    below = np.array([[-1.0], [1.0]]) if m == 2 else np.array(st.simplex(m - 1).tokens, dtype=float)
    singles = np.concatenate([np.full((m, 1), -c), np.sqrt(1 - c**2) * below], axis=1)
    Y = np.concatenate([np.repeat(np.eye(m)[:1], k, axis=0), singles])
    bases = np.stack([np.linalg.svd(y[np.newaxis])[2][1:] for y in Y])

    def rates(x):
        Z = st.models.onto_ellipsoid(Y + np.einsum("ia,iad->id", x.reshape(len(Y), m - 1), bases))
        return np.einsum(
            "iad,id->ia", bases, st.models.velocity(Z, st.models.head_weights(Z, beta * np.eye(m)))
        ).ravel()

    assert np.max(np.abs(rates(np.zeros(len(Y) * (m - 1))))) < 1e-12
    J = np.stack([(rates(e) - rates(-e)) / 2e-5 for e in 1e-5 * np.eye(len(Y) * (m - 1))], axis=1)
    values = np.sort(np.linalg.eigvals(J).real)[::-1]
    rotations = m * (m - 1) // 2
    assert np.max(np.abs(values[:rotations])) < 1e-5
    assert values[rotations] < -0.1


@pytest.mark.parametrize("seed", range(6))
def test_consensus_is_uniformly_stable(seed):
    rng = np.random.default_rng(seed)
    near, P = np.eye(3)[0] + 0.15 * rng.normal(size=(5, 3)), rng.normal(size=(2, 3, 3))
    Y, times = st.models.onto_ellipsoid(near), np.linspace(0, 4, 9)
    gaps = [
        np.max(np.linalg.norm(Z[:, None] - Z[None], axis=-1)) for Z in st.trajectory(st.Flow(P), Y, times, 0.02).states
    ]
    rate = np.sum(np.exp(-2 * np.linalg.norm(P, 2, axis=(1, 2)))) / np.sqrt(3) / 2
    assert np.max(np.linalg.norm(Y - Y[0], axis=-1)) <= 1
    assert np.all(np.array(gaps) <= 6 * np.exp(-rate * times) * gaps[0])
