"""The nonlinear arguments about bipartite points of the Oja map, followed along computed trajectories."""

import numpy as np

import attnverify.stability as st


def _state(rng: np.random.Generator, N: int, d: int) -> np.ndarray:
    X = rng.standard_normal((N, d))
    return np.asarray(X / np.linalg.norm(X, axis=1, keepdims=True))


def test_energy_grows_by_the_stated_amount() -> None:
    rng = np.random.default_rng(0)
    V = np.diag([2.0, 0.5, -3.0])
    alpha, L = 0.3, 3.0
    for N in (2, 3, 4, 7):
        for _ in range(50):
            X = _state(rng, N, 3)
            after = st.oja_map(X, V, alpha)
            energies = [m @ V @ m / (2 * N) for m in (X.sum(axis=0), after.sum(axis=0))]
            least = (1 / alpha - L) / 2 * np.sum((after - X) ** 2)
            assert energies[1] - energies[0] >= least - 1e-12


def test_two_antipodal_tokens_stay_and_four_leave() -> None:
    V, alpha, t = np.diag([1.0, -1.0]), 0.25, 0.01
    pair = np.array([[np.cos(t), np.sin(t)], [-np.cos(3 * t), np.sin(3 * t)]])
    tilted = np.array([[np.cos(t), np.sin(t)], [np.cos(t), -np.sin(t)], [-1.0, 0.0], [-1.0, 0.0]])
    assert _farthest(pair, V, alpha, 2_000) < 0.1
    assert _farthest(tilted, V, alpha, 200_000) > 1.0


def _farthest(X: np.ndarray, V: np.ndarray, alpha: float, steps: int) -> float:
    start, farthest = X, 0.0
    for _ in range(steps):
        X = st.oja_map(X, V, alpha)
        farthest = max(farthest, float(np.abs(X - start).max()))
        if farthest > 1.0:
            break
    return farthest


def test_the_contraction_of_the_antipodal_pair() -> None:
    V = np.diag([1.0, -1.0])
    for alpha in (0.01, 0.25, 0.49):
        rate = (1 - 7 * alpha / 8) / (1 - alpha / 4)
        for s in np.arcsin(np.linspace(-0.25, 0.25, 9)):
            for t in np.arcsin(np.linspace(-0.125, 0.125, 9)):
                X = np.array([[np.cos(s + t), np.sin(s + t)], [-np.cos(s - t), -np.sin(s - t)]])
                after = st.oja_map(X, V, alpha)
                sine = abs(after[0, 0] * after[1, 1] - after[0, 1] * after[1, 0])
                turned = np.abs(X[:, 0] * after[:, 1] - X[:, 1] * after[:, 0])
                assert sine <= rate * abs(np.sin(2 * t)) + 1e-15
                assert np.all(turned <= abs(np.sin(t)) / np.sqrt(3) + 1e-15)
