"""Rigorous trajectories of maps and flows, beside plain ways to the same enclosure; times of maps are those of a layer.

The plain way is, for maps, the same recursion with the derivative from one evaluation on power series per entry, on a
few layers, and for the largest map plain ball arithmetic with as many bits as it needs; for flows, Taylor steps for any
field with the a-priori box of first order, on a short time.
"""

import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from measure import Row

import attnverify.stability as st

# (N, d, layers, goal in milliseconds per layer)
MAPS = ((10, 3, 1000, 2.0), (20, 5, 300, 10.0), (50, 10, 60, 150.0))
# (N, d, end, goal in seconds)
FLOWS = ((4, 3, 50, 15.0), (10, 3, 20, 60.0))


def rows() -> Iterator[Row]:
    """Contracting and expanding maps of three sizes; flows with U = I, which contract, and one with a random U."""
    yield from maps()
    yield from flows()


def maps() -> Iterator[Row]:
    """The plain way takes too long for the largest size."""
    for N, d, layers, goal in MAPS:
        for name, scale, alpha in (("contracting", 1.0, 0.3), ("expanding", 3.0, -0.75)):
            rng = np.random.default_rng(0)
            X, P = st.models.normalise(rng.standard_normal((N, d))), scale * rng.standard_normal((d, d))
            V = rng.standard_normal((d, d))
            V = V @ V.T if name == "contracting" else V
            layer = st.motion.AttentionLayer(P, V, alpha)
            few = 3 if N * d < 100 else 1 if N * d < 200 else 0
            plain = timed(st.enclose_map, function(layer), X, few, method="mean value")[0] / few if few else 0.0
            some = min(layers, 300 if N < 50 else 20)
            balls, _ = timed(st.enclose_map, layer, X, some, method="plain balls")
            ours, found = timed(st.enclose_map, layer, X, layers)
            ours, balls = ours / layers, balls / some
            worst = max(float(state.error) for state in found)
            said = f"rigorous map, N = {N}, d = {d}, {layers} layers, {name}"
            yield Row(said, plain or balls, ours, accuracy=f"worst error {worst:.0e}", most=1e-3 * goal)


def function(layer: Any) -> Callable[[int, Any], Any]:
    """The layer as a function nothing is known about."""
    return lambda k, Y: layer(k, Y)


def flows() -> Iterator[Row]:
    """The one with a random U goes on for a short time only."""
    for N, d, end, goal in (*FLOWS, (4, 3, 5, None)):
        rng = np.random.default_rng(0)
        Y = st.models.normalise(rng.standard_normal((N, d)))
        P, U = rng.standard_normal((2, d, d))
        flow = st.Flow(P) if goal else st.Flow(P, U)
        ours, segments = timed(st.enclose_flow, flow, Y, end)
        rigorous = st.Flow(st.motion.balls(P), None if flow.U is None else st.motion.balls(U))
        short = Fraction(1, 8)
        plain, _ = timed(st.enclose_flow, unknown(rigorous), Y, short)
        plain *= end / float(short)
        said = f"rigorous flow, N = {N}, d = {d}, T = {end}, U {'= I' if goal else 'random'}"
        yield Row(said, plain, ours, accuracy=f"last error {float(segments[-1].state.error):.0e}", most=goal)


def unknown(flow: Any) -> Callable[[Any, Any], Any]:
    """The field as a function nothing is known about."""
    return lambda t, Y: flow.velocity(t, Y)


def timed(trajectory: Callable[..., Iterator[Any]], *args: Any, **options: Any) -> tuple[float, list[Any]]:
    """CPU seconds and the whole trajectory."""
    start = time.process_time()
    found = list(trajectory(*args, **options))
    return time.process_time() - start, found
