"""Cost against size: the time of every workload for twice as many tokens or dimensions, and the fitted exponents.

Here "plain" is the smallest size and "ours" the largest; the last column has the exponents of time and of the peak that
Python and NumPy allocate (tracemalloc, in a run of its own, of cases that take less than 2 s).
"""

import tracemalloc
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import islice
from typing import Any

import numpy as np
from measure import Row, timed

import attnverify.stability as st
from attnverify.stability.float_balls import norm_bound

DYNAMICS = {"attention": ("softmax", True), "causal": ("softmax", True), "oja": ("uniform", True)} | {
    "sa": ("softmax", False),
    "usa": ("exponential", False),
}
LONG, ALPHA = 2.0, 0.5
Case = Callable[[], Any]


def rows() -> Iterator[Row]:
    """One row for tokens and one for dimensions, for every workload; of an analysis for dimensions."""
    for name, make, tokens, dimensions in workloads():
        for what, sizes in (
            ("N", [(N, dimensions[1]) for N in tokens]),
            ("d", [(tokens[min(1, len(tokens) - 1)], d) for d in dimensions]),
        ):
            if len(sizes) < 3:
                continue
            found = np.array([cost(make(*size)) for size in sizes])
            axis, known = np.log([size[what == "d"] for size in sizes]), found[:, 1] > 0
            time = np.polyfit(axis[-3:], np.log(found[-3:, 0]), 1)[0]
            memory = np.polyfit(axis[known][-3:], np.log(found[known, 1])[-3:], 1)[0] if known.sum() > 1 else np.nan
            says = f"time ~ {what}^{time:.1f}, memory ~ {what}^{memory:.1f}"
            ends = f"{what} = {sizes[0][what == 'd']} to {sizes[-1][what == 'd']}"
            yield Row(f"{name}, {ends}", found[0, 0], found[-1, 0], accuracy=says)
    full, causal = (timed(layer("softmax", True, mask, 512, 64), 15)[1] for mask in (False, True))
    yield Row("layer of 512 tokens, causal; plain: full", full, causal, 1.6)


def workloads() -> Iterator[tuple[str, Callable[[int, int], Case], tuple[int, ...], tuple[int, ...]]]:
    """Name, (N, d) -> what is timed, numbers of tokens, dimensions."""
    for name, (weights, own) in DYNAMICS.items():
        make = lambda N, d, w=weights, o=own, causal=name == "causal": layer(w, o, causal, N, d)  # noqa: E731
        yield f"layer of {name}", make, (16, 32, 64, 128, 256, 512), (16, 32, 64, 128, 256, 512)
    in_blocks = lambda N, d: layer("softmax", True, False, N, d)  # noqa: E731
    yield "layer of attention in blocks", in_blocks, (4096, 8192, 16384), (2, 3)
    yield "Jacobian, assembled", jacobian, (16, 32, 64, 128), (8, 16, 32, 64)
    yield "Jacobian times vector", product, (64, 128, 256, 512), (64, 128, 256, 512)
    yield "6 leading eigenvalues", leading, (32, 64, 128, 256), (32, 64, 128, 256)
    yield "causal spectrum", causal_spectrum, (32, 64, 128, 256), (16, 32, 64, 128)
    yield "rigorous layer, image", image, (10, 20, 40, 80), (4, 8, 16, 32)
    yield "rigorous layer, derivative", derivative, (8, 16, 32, 64), (4, 8, 16, 32)
    yield "rigorous flow, one step", flow, (4, 8, 16, 32), (2, 4, 8, 16)
    yield "analyse, symmetric V", analysis, (20,), (16, 32, 64, 128, 256)


def system(N: int, d: int) -> tuple[Any, Any, Any]:
    """Tokens, P and V of ordinary size."""
    rng = np.random.default_rng(N * d)
    X = st.models.normalise(rng.standard_normal((N, d)))
    P, V = rng.standard_normal((2, d, d)) / np.sqrt(d)
    return X, P, V


def layer(weights: str, own: bool, causal: bool, N: int, d: int) -> Case:
    """One layer of four systems."""
    rng = np.random.default_rng(0)
    X = np.ascontiguousarray(np.swapaxes(st.draws.random_tokens(rng, 4, N, d), 1, 2))
    P, V = rng.normal(size=(2, d, d)) / d if own else (None, None)
    dynamics = st.batches.Dynamics(weights, P if weights == "softmax" else None, V, causal=causal)
    return lambda: dynamics.step(X, 0.1)


def jacobian(N: int, d: int) -> Case:
    """The whole Jacobian as one array."""
    X, P, V = system(N, d)
    return lambda: st.linearisation.attention_jacobian(X, P, V, ALPHA)


def product(N: int, d: int) -> Case:
    """J D."""
    X, P, V = system(N, d)
    times = st.linearisation.attention_derivative(X, st.models.attention_weights(X, P), P, V, ALPHA)
    return lambda: times(X)


def leading(N: int, d: int) -> Case:
    """Arnoldi."""
    X, P, V = system(N, d)
    return lambda: st.linearisation.leading_eigenvalues(X, P, V, ALPHA)


def causal_spectrum(N: int, d: int) -> Case:
    """N problems of size d."""
    X, P, V = system(N, d)
    return lambda: st.linearisation.causal_spectrum(X, P, V, ALPHA)


def image(N: int, d: int) -> Case:
    """The image of the centre in balls of 128 bits."""
    X, P, V = system(N, d)
    step, tokens = st.motion.AttentionLayer(P, V, ALPHA), st.motion.balls(X)
    return lambda: step.image(0, tokens)


def derivative(N: int, d: int) -> Case:
    """The enclosed Jacobian and the bound of its norm."""
    X, P, V = system(N, d)
    step = st.motion.AttentionLayer(P, V, ALPHA)
    return lambda: norm_bound(step.jacobians(0, X[np.newaxis], np.array([1e-11])))


def flow(N: int, d: int) -> Case:
    """One step at tolerance 1e-12."""
    X, P, _ = system(N, d)
    return lambda: next(islice(st.enclose_flow(st.Flow(P), X, 1, step=Fraction(1, 8), tolerance=1e-12), 1))


def analysis(N: int, d: int) -> Case:
    """All equilibria on the lines of a symmetric V."""
    _, P, V = system(N, d)
    return lambda: st.analyse(P, np.round(V + V.T, 3), N, 0.01)


def cost(case: Case) -> tuple[float, float]:
    """Process time, of the middle of five runs if one is short; and the peak of memory, 0 where it is not measured."""
    spent = timed(case)[1]
    if spent > LONG:
        return spent, 0.0
    spent = timed(case, 5)[1]
    tracemalloc.start()
    case()
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return spent, float(peak)
