"""The interaction energy of unit tokens at inverse temperature beta, and how many clusters they form.

    E_beta(X) = (1/(2 beta N^2)) sum_ij exp(beta <x_i, x_j>)

The flows with P = beta I and U = I climb it; it is largest, e^beta/(2 beta), exactly at consensus.

Source: "A mathematical perspective on Transformers" (arXiv 2312.10794), equation of E_beta.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy.sparse.csgraph import connected_components

from stability.models.ellipsoid import gram
from stability.numbers import Array, exp


def interaction_energy(X: Array, beta: Any) -> Any:
    """E_beta : (...), for unit tokens X : (..., N, d) and an inverse temperature beta > 0. Any number type with exp.

    Raises ValueError where beta is not positive.

    >>> float(round(interaction_energy(np.array([[1.0, 0.0], [1.0, 0.0]]), 2.0), 6)), float(round(np.exp(2) / 4, 6))
    (1.847264, 1.847264)
    """
    if not beta > 0:
        raise ValueError(f"beta is {beta}; allowed are positive numbers")
    N = X.shape[-2]
    return np.sum(exp(beta * gram(X)), axis=(-1, -2)) / (2 * beta * N**2)


def cluster_count(X: Array, delta: float = 1e-3) -> int:
    """How many clusters the unit tokens X : (N, d) form: components of being near, <x_i, x_j> > 1 - delta. Floats.

    Raises ValueError for delta outside ]0, 1[.

    >>> cluster_count(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    2
    """
    if not 0 < delta < 1:
        raise ValueError(f"delta = {delta}; allowed are numbers between 0 and 1")
    return int(connected_components(gram(X) > 1 - delta, directed=False)[0])
