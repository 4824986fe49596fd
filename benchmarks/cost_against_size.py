"""Time and memory against size, with fitted exponents: Jacobian, spectra, rigorous steps, analyse.

`python benchmarks/cost_against_size.py [--analyse]`. Every workload for N and d doubling; the exponent is the slope of
log(CPU time) over log(size) for the two largest sizes, where overhead counts least. Memory is the peak that Python and
NumPy allocate (tracemalloc, in a run of its own, of cases that take less than 2 s).
"""

from __future__ import annotations

import sys
import time
import tracemalloc
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np

import stability as st
from stability.float_balls import FloatBalls
from stability.linearisation.verified_norms import norm_bound

ROW = "{:26} {:18} {:>44} {:>9} {:>10}"
_LONG = 2.0
Case = Callable[[], Any]


def main(arguments: list[str]) -> None:
    """Print one row per workload and direction."""
    print(ROW.format("workload", "sizes (N, d)", "milliseconds", "exponent", "peak"))
    for name, make, sizes in workloads("--analyse" in arguments):
        seconds, peak = [], 0.0
        for N, d in sizes:
            case = make(N, d)
            seconds.append(measured(case))
            peak = max(peak, memory(case) if seconds[-1] < _LONG else 0.0)
        ratio = np.log(seconds[-1] / seconds[-2]) / np.log(np.prod(sizes[-1]) / np.prod(sizes[-2]))
        spent = ", ".join(f"{1e3 * s:.3g}" for s in seconds)
        print(ROW.format(name, f"{sizes[0]} - {sizes[-1]}", spent, f"{ratio:.2f}", f"{peak / 1e6:.1f} MB"), flush=True)


def workloads(analyse: bool) -> Iterator[tuple[str, Callable[[int, int], Case], list[tuple[int, int]]]]:
    """Name, (N, d) -> what is timed, sizes."""
    for name, make, tokens, dimensions in (
        ("Jacobian, assembled", jacobian, (16, 32, 64, 128), (8, 16, 32, 64)),
        ("Jacobian times vector", product, (64, 128, 256, 512), (64, 128, 256, 512)),
        ("6 leading eigenvalues", leading, (32, 64, 128, 256), (32, 64, 128, 256)),
        ("causal spectrum", causal, (32, 64, 128, 256), (16, 32, 64, 128)),
        ("rigorous layer, image", image, (10, 20, 40, 80), (4, 8, 16, 32)),
        ("rigorous layer, derivative", derivative, (8, 16, 32, 64), (4, 8, 16, 32)),
        ("rigorous flow, one step", flow, (4, 8, 16, 32), (2, 4, 8, 16)),
    ):
        yield name, make, [(N, dimensions[1]) for N in tokens]
        yield name, make, [(tokens[1], d) for d in dimensions]
    if analyse:
        yield "analyse, symmetric V", analysis, [(20, d) for d in (16, 32, 64, 128, 256)]


def system(N: int, d: int) -> tuple[Any, Any, Any]:
    """Tokens, P and V of ordinary size."""
    rng = np.random.default_rng(N * d)
    X = st.normalise(rng.standard_normal((N, d)))
    P, V = rng.standard_normal((2, d, d)) / np.sqrt(d)
    return X, P, V


def jacobian(N: int, d: int) -> Case:
    """The whole Jacobian as one array."""
    X, P, V = system(N, d)
    return lambda: st.linearisation.attention_jacobian(X, P, V, 0.5)


def product(N: int, d: int) -> Case:
    """J D."""
    X, P, V = system(N, d)
    times = st.linearisation.jacobian_product(X, P, V, 0.5)
    return lambda: times(X)


def leading(N: int, d: int) -> Case:
    """Arnoldi."""
    X, P, V = system(N, d)
    return lambda: st.linearisation.leading_eigenvalues(X, P, V, 0.5)


def causal(N: int, d: int) -> Case:
    """N problems of size d."""
    X, P, V = system(N, d)
    return lambda: st.linearisation.causal_spectrum(X, P, V, 0.5)


def image(N: int, d: int) -> Case:
    """The image of the centre in balls of 128 bits."""
    X, P, V = system(N, d)
    layer, tokens = st.motion.AttentionLayer(P, V, 0.5), st.motion.balls(X)
    return lambda: layer.image(0, tokens)


def derivative(N: int, d: int) -> Case:
    """The enclosed Jacobian and the bound of its norm."""
    X, P, V = system(N, d)
    layer = st.motion.AttentionLayer(P, V, 0.5)

    def bound() -> Any:
        J: FloatBalls = layer.jacobians(0, X[np.newaxis], np.array([1e-11]))
        return norm_bound(J)

    return bound


def flow(N: int, d: int) -> Case:
    """One step at tolerance 1e-12."""
    X, P, _ = system(N, d)
    return lambda: next(islice(st.enclose_flow(st.Flow(P), X, 1, step=Fraction(1, 8), tolerance=1e-12), 1))


def analysis(N: int, d: int) -> Case:
    """All equilibria on the lines of a symmetric V."""
    _, P, V = system(N, d)
    V = np.round(V + V.T, 3)
    return lambda: st.analyse(P, V, N, 0.01)


def measured(case: Case) -> float:
    """The median CPU time of up to five runs, a long one once."""
    seconds: list[float] = []
    while len(seconds) < 5 and sum(seconds) < 3:
        start = time.process_time()
        case()
        seconds.append(time.process_time() - start)
    return float(np.median(seconds))


def memory(case: Case) -> float:
    """The peak of one run in bytes."""
    tracemalloc.start()
    case()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return float(peak)


if __name__ == "__main__":
    main(sys.argv[1:])
