"""Hypothesis examples of (P, U, Y): one seeded draw against arrays of the default fill, as in `benchmarks/draws.py`.

The limit is an example of one drawn integer of which nothing is made: what Hypothesis itself takes.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from draws import elementwise, measure
from hypothesis import strategies as some
from measure import Row

import stability as st


def rows() -> Iterator[Row]:
    """Time of an example, both ways."""
    for N, d, examples, goal in ((8, 8, 300, 4.0), (50, 500, 20, 10.0)):
        nothing = some.integers(0, 2**63 - 1).map(lambda code: (np.ones((1, 1, 1)),))
        rates = []
        for _ in range(5):  # by turns, because neighbours on the machine come and go
            ours, rank = measure(st.strategies.systems(N, d), examples)
            plain, low = measure(elementwise(N, d, None), examples)
            least, _ = measure(nothing, examples)
            rates.append((ours / plain, ours, plain, least))
        _, ours, plain, least = sorted(rates)[2]
        says = f"median rank of P {rank:.0f} instead of {low:.0f}"
        yield Row(f"draws, N = {N}, d = {d}, an example", 1 / plain, 1 / ours, goal, 1 / least, says)
