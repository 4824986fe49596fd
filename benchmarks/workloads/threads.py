"""A layer of 256 systems of 32 tokens in R^128 with the threads that the linear algebra library takes by default.

In processes of their own: without the guard, products of small matrices wait for other threads, which wall-clock time
shows. What the guard costs is less than neighbours on the machine change in it: there pairs are compared by process
time, which counts all threads.
"""

import os
import subprocess
import sys
from collections.abc import Iterator

from measure import Row

LAYER = """
import sys, time, numpy as np, attnverify.stability as st
X = st.draws.random_tokens(np.random.default_rng(0), 256, 32, 128)
P, V = np.eye(128), np.eye(128)
if sys.argv[1] == "bare":
    import attnverify.stability.models.maps as maps
    from contextlib import nullcontext
    maps.small_products = lambda *size: nullcontext()
spent = []
for _ in range(15):
    start = time.perf_counter()
    st.attention_map(X, P, V, 0.1)
    spent.append(time.perf_counter() - start)
print(sorted(spent)[7], sorted(spent)[-1])
"""
PAIRS = """
import statistics, time, numpy as np, attnverify.stability as st
from contextlib import nullcontext
from attnverify.stability.blas_threads import one_blas_thread
X = st.draws.random_tokens(np.random.default_rng(0), 256, 32, 128)
P, V = np.eye(128), np.eye(128)

def spent(outside):
    with outside:
        start = time.process_time()
        st.attention_map(X, P, V, 0.1)
        return time.process_time() - start

spent(nullcontext())
pairs = [(spent(one_blas_thread()), spent(nullcontext())) for _ in range(40)]
ratio, guarded = statistics.median(one / own for one, own in pairs), statistics.median(own for _, own in pairs)
print(ratio * guarded, guarded)
"""


def rows() -> Iterator[Row]:
    """The guarded layer against one thread from the start, and against no guard."""
    one, own = measured(PAIRS, "guarded")
    yield Row("small products: one thread / default threads, guarded", one, own, 0.98, None, "median of 40 pairs")
    guarded, bare = measured(LAYER, "guarded"), measured(LAYER, "bare")
    worst = f"slowest of 15: {guarded[1] * 1e3:.0f} ms, without: {bare[1] * 1e3:.0f} ms"
    yield Row("small products: default threads / the same, guarded", bare[0], guarded[0], None, None, worst)


def measured(script: str, way: str) -> tuple[float, float]:
    """The two numbers that the script prints, with the default of threads."""
    plain = {name: value for name, value in os.environ.items() if not name.endswith("_NUM_THREADS")}
    found = subprocess.run(
        [sys.executable, "-c", script, way], env=plain, stdout=subprocess.PIPE, text=True, check=True
    )
    first, second = map(float, found.stdout.split())
    return first, second
