"""Random matrices by name, one for each system of a batch.

| name      | law                                                                  |
| ---       | ---                                                                  |
| identity  | I                                                                    |
| negative  | -I                                                                   |
| zero      | 0                                                                    |
| gaussian  | G G'^T/sqrt(d), G and G' of independent standard normal entries       |
| goe       | (G + G^T)/sqrt(2)                                                    |
| wishart   | G G^T/sqrt(d)                                                        |
| simple    | symmetric, eigenvalues 1 and d - 1 uniform ones in [-0.9, 0.9]       |

Source of the Gaussian laws: arXiv 2312.10794, Figure 5 and Problem 2, as in the public code of its authors.

Random tokens: independent and uniform on the sphere, the law of the papers' simulations.
"""

from __future__ import annotations

import numpy as np

from ..numbers import Array

LAWS = ("identity", "negative", "zero", "gaussian", "goe", "wishart", "simple")


def matrices_of_law(name: str, rng: np.random.Generator, systems: int, heads: int, d: int) -> Array | None:
    """Independent matrices : (systems, heads, d, d); (heads, d, d) where they are not random, None for the identity.

    Raises ValueError for another name.
    """
    if name not in LAWS:
        raise ValueError(f"matrix law {name!r}; allowed are {', '.join(LAWS)}")
    if name == "identity":
        return None
    if name in ("negative", "zero"):
        return np.asarray(np.tile((-1.0 if name == "negative" else 0.0) * np.eye(d), (heads, 1, 1)))
    G = rng.normal(size=(systems, heads, d, d))
    if name == "gaussian":
        return np.asarray(G @ np.swapaxes(rng.normal(size=G.shape), -1, -2) / np.sqrt(d))
    if name == "goe":
        return np.asarray((G + np.swapaxes(G, -1, -2)) / np.sqrt(2))
    if name == "wishart":
        return np.asarray(G @ np.swapaxes(G, -1, -2) / np.sqrt(d))
    Q = np.linalg.qr(G)[0]
    spectrum = rng.uniform(-0.9, 0.9, (systems, heads, 1, d))
    spectrum[..., 0] = 1.0
    S = (Q * spectrum) @ np.swapaxes(Q, -1, -2)
    return np.asarray((S + np.swapaxes(S, -1, -2)) / 2)


def random_tokens(rng: np.random.Generator, runs: int, N: int, d: int) -> Array:
    """Independent uniform tokens on the spheres : (runs, N, d)."""
    X = rng.normal(size=(runs, N, d))
    return np.asarray(X / np.linalg.norm(X, axis=-1, keepdims=True))
