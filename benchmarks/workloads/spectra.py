"""Jacobian and spectra at N = d = 64: closed forms against differentiation and dense problems.

As in `benchmarks/jacobians.py`, which says what is compared.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from jacobians import measurements
from measure import Row

import stability as st

SIZE = 64


def rows() -> Iterator[Row]:
    """Assembly, leading eigenvalues, a causal and a bipartite state."""
    rng = np.random.default_rng(0)
    X = st.normalise(rng.standard_normal((SIZE, SIZE)))
    P, V = rng.standard_normal((2, SIZE, SIZE)) / np.sqrt(SIZE)
    for name, plain, ours, goal, gap in measurements(X, P, V):
        yield Row(name, plain, ours, goal, None, f"difference {gap:.0e}")
