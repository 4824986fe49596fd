"""Numerical cross-checks of the extensions of Theorem 4.5: random systems, simulated to near their predicted limit."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import stability as st
import verify.deciders as decide
from verify.evidence import Evidence
from verify.lazy import lazy

np = lazy("numpy")
hypothesis = lazy("hypothesis")

# generator -> flow, initial tokens, the limit of every token, the functional whose sign is kept
Build = Callable[[Any], tuple[Any, Any, Any, Any]]


def converges(build: Build, scope: str, seed: int) -> Evidence:
    """Heights stay positive, and all tokens end within 1/100 of the limit. Starts below height 1/10 are left out."""

    def margin(drawn: int) -> float | None:
        flow, Y, limit, functional = build(np.random.default_rng(drawn))
        if np.min(Y @ functional) < 0.1:
            return None
        states = st.fixed_step_trajectory(flow, Y, np.linspace(0.0, 80.0, 5), 0.2).states
        away = float(np.max(np.linalg.norm(states[-1] - limit, axis=-1)))
        return min(float(np.min(states @ functional)), 0.01 - away)

    found: Evidence = decide.search(
        hypothesis.strategies.integers(0, 2**32),
        margin,
        scope=f"{scope}; to t = 80 by Runge-Kutta with step 1/5, N = 3, d <= 4, P uniform in [-1, 1]",
        examples=4,
        seed=seed,
        covers=False,
    )
    return found


def nonsymmetric(rng: Any) -> tuple[Any, Any, Any, Any]:
    """U = S diag(1, block) S^-1, the block with real parts of eigenvalues below 1/2; a random metric."""
    d = int(rng.integers(2, 5))
    S, block = np.eye(d) + 0.3 * rng.normal(size=(d, d)), rng.normal(size=(d - 1, d - 1))
    core = np.eye(d)
    core[1:, 1:] = block - (np.max(np.linalg.eigvals(block).real) - 0.5) * np.eye(d - 1)
    root = np.eye(d) + 0.3 * rng.normal(size=(d, d))
    W = root @ root.T
    v, w = S[:, 0], np.linalg.inv(S)[0]
    Y = st.onto_ellipsoid(_upwards(rng.normal(size=(3, d)), w), W)
    flow = st.Flow(P=rng.uniform(-1, 1, (d, d)), U=S @ core @ np.linalg.inv(S), W=W, causal=True)
    return flow, Y, st.onto_ellipsoid(v[np.newaxis], W)[0], w


def heads(rng: Any) -> tuple[Any, Any, Any, Any]:
    """Two symmetric heads with the common leading eigenvector; one of them may have it with the eigenvalue 0."""
    d = int(rng.integers(2, 5))
    frame = np.linalg.qr(rng.normal(size=(d, d)))[0]
    U = np.zeros((2, d, d))
    for h, top in enumerate((1.0, float(rng.choice([0.0, 0.5])))):
        turn = np.eye(d)
        turn[1:, 1:] = np.linalg.qr(rng.normal(size=(d - 1, d - 1)))[0]
        U[h] = frame @ turn @ np.diag([top, *(top - rng.uniform(0.3, 3, d - 1))]) @ turn.T @ frame.T
    v = frame[:, 0]
    Y = st.onto_ellipsoid(_upwards(rng.normal(size=(3, d)), v))
    return st.Flow(P=rng.uniform(-1, 1, (2, d, d)), U=(U + np.swapaxes(U, 1, 2)) / 2, causal=True), Y, v, v


def multiple(rng: Any) -> tuple[Any, Any, Any, Any]:
    """A double largest eigenvalue 1; the limit is the normalised projection of the first token on its eigenspace."""
    d = int(rng.integers(3, 5))
    frame = np.linalg.qr(rng.normal(size=(d, d)))[0]
    U = (frame * np.array([1.0, 1.0, *rng.uniform(-2, 0.5, d - 2)])) @ frame.T
    Y = st.onto_ellipsoid(rng.normal(size=(3, d)))
    w = frame[:, :2] @ (frame[:, :2].T @ Y[0])
    w /= np.linalg.norm(w)
    return st.Flow(P=rng.uniform(-1, 1, (d, d)), U=(U + U.T) / 2, causal=True), _upwards(Y, w), w, w


def _upwards(Y: Any, functional: Any) -> Any:
    """The tokens, reflected where the functional is negative."""
    return Y * np.where(Y @ functional > 0, 1.0, -1.0)[:, np.newaxis]
