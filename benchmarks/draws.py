"""How many (P, U, Y) a second: one seeded draw against element-wise arrays, in one run.

`hnp.arrays` with its default fill is printed as well: it draws few distinct entries, so its matrices have low rank.
"""

from __future__ import annotations

import time
from typing import Any

import numpy as np
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as some
from hypothesis.errors import Unsatisfiable
from hypothesis.extra import numpy as hnp

import stability as st

ENTRIES = some.floats(-3, 3)


def measure(strategy: Any, examples: int) -> tuple[float, float]:
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


def elementwise(N: int, d: int, fill: Any) -> Any:
    """P, U and Y drawn entry by entry."""
    return some.tuples(
        *(hnp.arrays(float, shape, elements=ENTRIES, fill=fill) for shape in ((1, d, d), (d, d), (N, d)))
    )


def main() -> None:
    """Print rates, ratios and ranks for N = d = 8 and N = 50, d = 500."""
    for N, d, examples in ((8, 8, 1500), (50, 500, 100)):
        ours, rank = measure(st.strategies.systems(N, d), examples)
        print(f"N = {N}, d = {d}: stability.strategies.systems {ours:.0f} examples/s, median rank of P {rank:.0f}")
        for name, fill in (("every entry drawn", some.nothing()), ("default fill", None)):
            try:
                rate, rank = measure(elementwise(N, d, fill), max(20, examples // 10))
            except Unsatisfiable:
                print(f"  hnp.arrays, {name}: no example at all")
                continue
            print(
                f"  hnp.arrays, {name}: {rate:.0f} examples/s ({ours / rate:.1f} times fewer), median rank {rank:.0f}"
            )


if __name__ == "__main__":
    main()
