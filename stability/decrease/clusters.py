"""How many clusters unit tokens form."""

from __future__ import annotations

from scipy.sparse.csgraph import connected_components

from stability.models.ellipsoid import gram
from stability.numbers import Array


def cluster_count(X: Array, delta: float = 1e-3) -> int:
    """How many clusters the unit tokens X : (N, d) form: components of being near, <x_i, x_j> > 1 - delta. Floats.

    Raises ValueError for delta outside ]0, 1[.

    >>> import numpy as np
    >>> cluster_count(np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]))
    2
    """
    if not 0 < delta < 1:
        raise ValueError(f"delta = {delta}; allowed are numbers between 0 and 1")
    return int(connected_components(gram(X) > 1 - delta, directed=False)[0])
