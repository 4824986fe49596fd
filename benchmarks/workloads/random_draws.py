"""Hypothesis examples of (P, U, Y): one seeded draw against arrays of the default fill.

The limit is an example of one drawn integer of which nothing is made: what Hypothesis itself takes.
"""

import time
from collections.abc import Iterator
from typing import Any

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some
from hypothesis.extra import numpy as hnp
from measure import Row

import attnverify.stability as st

ENTRIES = some.floats(-3, 3)


def measured(strategy: Any, examples: int) -> tuple[float, float]:
    """Examples a second of process time, and the median rank of P."""
    ranks: list[int] = []
    spent = 0.0

    @settings(
        max_examples=examples,
        database=None,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.generate],
    )
    @given(strategy)
    def draw(drawn: Any) -> None:
        nonlocal spent
        start = time.process_time()
        ranks.append(int(np.linalg.matrix_rank(drawn[0][0])))
        spent += time.process_time() - start

    start = time.process_time()
    draw()
    return len(ranks) / (time.process_time() - start - spent), float(np.median(ranks))


def elementwise(N: int, d: int) -> Any:
    """P, U and Y drawn as arrays with the default fill, which have few distinct entries and low rank."""
    return some.tuples(*(hnp.arrays(float, shape, elements=ENTRIES) for shape in ((1, d, d), (d, d), (N, d))))


def rows() -> Iterator[Row]:
    """Time of an example, both ways."""
    for N, d, examples, goal in ((8, 8, 300, 4.0), (50, 500, 20, 10.0)):
        nothing = some.integers(0, 2**63 - 1).map(lambda code: (np.ones((1, 1, 1)),))
        rates = []
        for _ in range(5):  # by turns, because neighbours on the machine come and go
            ours, rank = measured(st.strategies.systems(N, d), examples)
            plain, low = measured(elementwise(N, d), examples)
            least, _ = measured(nothing, examples)
            rates.append((ours / plain, ours, plain, least))
        _, ours, plain, least = sorted(rates)[2]
        says = f"median rank of P {rank:.0f} instead of {low:.0f}"
        yield Row(f"draws, N = {N}, d = {d}, an example", 1 / plain, 1 / ours, goal, 1 / least, says)
