"""A layer of 256 systems of 32 tokens in R^128 with the threads that the linear algebra library takes by default.

Wall-clock time, in processes of their own: without the guard, products of small matrices wait for other threads.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

from measure import Row

LAYER = """
import sys, time, numpy as np, stability as st
X = st.random_tokens(np.random.default_rng(0), 256, 32, 128)
P, V = np.eye(128), np.eye(128)
if sys.argv[1] == "bare":
    import stability.models.maps as maps
    from contextlib import nullcontext
    maps.small_products = lambda *size: nullcontext()
spent = []
for _ in range(15):
    start = time.perf_counter()
    st.attention_map(X, P, V, 0.1)
    spent.append(time.perf_counter() - start)
print(sorted(spent)[7], sorted(spent)[-1])
"""


def rows() -> Iterator[Row]:
    """The guarded layer against one thread from the start, and against no guard."""
    one = measured("bare", {"OPENBLAS_NUM_THREADS": "1"})
    guarded, bare = measured("guarded", {}), measured("bare", {})
    worst = f"slowest of 15: {guarded[1] * 1e3:.0f} ms"
    yield Row("small products: one thread / default threads, guarded", one[0], guarded[0], 0.8, None, worst)
    worst = f"slowest of 15 without: {bare[1] * 1e3:.0f} ms"
    yield Row("small products: default threads / the same, guarded", bare[0], guarded[0], None, None, worst)


def measured(way: str, more: dict[str, str]) -> tuple[float, float]:
    """Median and maximum of the wall-clock times of a layer."""
    plain = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    found = subprocess.run(
        [sys.executable, "-c", LAYER, way], env={**plain, **more}, stdout=subprocess.PIPE, text=True, check=True
    )
    median, slowest = map(float, found.stdout.split())
    return median, slowest
