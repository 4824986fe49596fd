"""Cost against size: the time of a layer of each dynamics for twice as many tokens or dimensions, and the exponents.

Here "plain" is the smallest size and "ours" the largest; the last column has the fitted exponents.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator
from typing import Any

import numpy as np
from measure import Row, timed

import stability as st

NAMES = {"attention": ("softmax", True), "causal": ("softmax", True), "oja": ("uniform", True)} | {
    "sa": ("softmax", False),
    "usa": ("exponential", False),
}
TOKENS, DIMENSIONS = (32, 64, 128, 256, 512), (32, 64, 128, 256, 512)


def rows() -> Iterator[Row]:
    """One row for tokens and one for dimensions, for every dynamics."""
    for name, (weights, own) in NAMES.items():
        for what, sizes in (("N", [(N, 16) for N in TOKENS]), ("d", [(16, d) for d in DIMENSIONS])):
            found = [cost(weights, own, name == "causal", *size) for size in sizes]
            axis = np.log([max(size) for size in sizes])
            time, memory = (np.polyfit(axis[1:], np.log(column)[1:], 1)[0] for column in np.array(found).T)
            says = f"time ~ {what}^{time:.1f}, memory ~ {what}^{memory:.1f}"
            yield Row(
                f"layer of {name}, {what} = {max(sizes[0])} to {max(sizes[-1])}",
                found[0][0],
                found[-1][0],
                accuracy=says,
            )


def cost(weights: Any, own: bool, causal: bool, N: int, d: int) -> tuple[float, float]:
    """Process time and peak of temporary memory of one layer of four systems."""
    rng = np.random.default_rng(0)
    X = np.ascontiguousarray(np.swapaxes(st.random_tokens(rng, 4, N, d), 1, 2))
    P, V = rng.normal(size=(2, d, d)) / d if own else (None, None)
    dynamics = st.batches.Dynamics(weights, P if weights == "softmax" else None, V, causal=causal)
    dynamics.step(X, 0.1)
    spent = timed(lambda: [dynamics.step(X, 0.1) for _ in range(5)], 5)[1] / 5
    tracemalloc.start()
    dynamics.step(X, 0.1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return spent, float(peak)
