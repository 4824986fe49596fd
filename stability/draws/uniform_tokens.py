"""Random tokens: independent and uniform on the sphere, the law of the papers' simulations."""

from __future__ import annotations

import numpy as np

from attnverify.stability.numbers import Array


def random_tokens(rng: np.random.Generator, runs: int, N: int, d: int) -> Array:
    """Independent uniform tokens on the spheres : (runs, N, d)."""
    X = rng.normal(size=(runs, N, d))
    return np.asarray(X / np.linalg.norm(X, axis=-1, keepdims=True))
