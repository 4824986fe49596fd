"""Rigorous trajectories: time per layer and per unit of time, compared with plain ways to the same enclosure.

`python benchmarks/rigorous.py [--capd PROGRAM]`. Everything in one run, in CPU time of one thread. "plain" is, for
maps, the same recursion with the derivative from one evaluation on power series per entry, on a few layers; for flows,
Taylor steps for any field with the a-priori box of first order, on a short time. "balls" is plain ball arithmetic with
as many bits as it needs. With the program of `attention_capd.cpp`, CAPD integrates the same systems.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections.abc import Callable, Iterator
from fractions import Fraction
from typing import Any

import numpy as np
from flint import arb

import stability as st

# (N, d, layers, goal in milliseconds per layer)
MAPS = ((10, 3, 1000, 2.0), (20, 5, 300, 10.0), (50, 10, 60, 150.0))
# (N, d, end, goal in seconds)
FLOWS = ((4, 3, 50, 15.0), (10, 3, 20, 60.0))
ROW = "{:34} {:>10} {:>10} {:>10} {:>8} {:>8} {:>11}"


def main() -> None:
    """Print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--capd", help="the compiled attention_capd.cpp")
    capd = parser.parse_args().capd
    print(ROW.format("map, per layer", "plain", "balls", "ours", "ratio", "goal", "worst error"))
    for name, plain, balls, ours, goal, worst in maps():
        times = f"{1e3 * plain:.0f} ms" if plain else "-", f"{1e3 * balls:.2f} ms", f"{1e3 * ours:.2f} ms"
        ratio = f"{plain / ours:.0f}x" if plain else "-"
        print(ROW.format(name, *times, ratio, f"{1e3 * goal:g} ms", f"{worst:.0e}"), flush=True)
    print(ROW.format("flow, to the end", "plain", "CAPD", "ours", "ratio", "goal", "last error"))
    for name, plain, peer, ours, goal, error in flows(capd):
        times = f"{plain:.0f} s", peer, f"{ours:.1f} s", f"{plain / ours:.0f}x"
        print(ROW.format(name, *times, f"{goal:g} s" if goal else "-", f"{error:.0e}"), flush=True)


def maps() -> Iterator[tuple[str, float, float, float, float, float]]:
    """Contracting and expanding maps of every size, with seconds per layer, the goal's too, and the worst error.

    The plain way takes too long for the largest size, where it has 0 seconds.
    """
    for N, d, layers, goal in MAPS:
        for name, scale, alpha in (("contracting", 1.0, 0.3), ("expanding", 3.0, -0.75)):
            rng = np.random.default_rng(0)
            X, P = st.normalise(rng.standard_normal((N, d))), scale * rng.standard_normal((d, d))
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
            yield f"N = {N}, d = {d}, {layers} layers, {name}", plain, balls, ours, 1e-3 * goal, worst


def function(layer: Any) -> Callable[[int, Any], Any]:
    """The layer as a function nothing is known about."""
    return lambda k, Y: layer(k, Y)


def flows(capd: str | None) -> Iterator[tuple[str, float, str, float, float | None, float]]:
    """The flow with U = I, which contracts, and on a short time one with a random U: seconds, and the last error."""
    for N, d, end, goal in (*FLOWS, (4, 3, 5, None)):
        rng = np.random.default_rng(0)
        Y, P, U = st.normalise(rng.standard_normal((N, d))), rng.standard_normal((d, d)), rng.standard_normal((d, d))
        flow = st.Flow(P) if goal else st.Flow(P, U)
        ours, segments = timed(st.enclose_flow, flow, Y, end)
        rigorous = st.Flow(st.motion.balls(P), None if flow.U is None else st.motion.balls(U))
        short = Fraction(1, 8)
        plain, _ = timed(st.enclose_flow, unknown(rigorous), Y, short)
        plain *= end / float(short)
        peer = integrated_by_capd(capd, Y, P, None if flow.U is None else U, end, segments[-1]) if capd else "-"
        name = f"N = {N}, d = {d}, T = {end}, U {'= I' if goal else 'random'}"
        yield name, plain, peer, ours, goal, float(segments[-1].state.error)


def integrated_by_capd(program: str, Y: Any, P: Any, U: Any, end: int, last: Any) -> str:
    """Its seconds, and whether its enclosure overlaps ours."""
    given = f"{Y.size}\n{field(*Y.shape, P, U)}\n{end} 20\n" + " ".join(f"{float(x):.17g}" for x in Y.reshape(-1))
    try:
        done = subprocess.run([program], input=given, capture_output=True, text=True, timeout=300)
    except subprocess.TimeoutExpired:
        return "> 300 s"
    if done.returncode:
        return "stops"
    seconds, widest, *ends = (float(x) for x in done.stdout.split())
    boxes = [arb(low).union(arb(high)) for low, high in zip(ends[::2], ends[1::2], strict=True)]
    agree = all(a.overlaps(b) for a, b in zip(boxes, last.state.box().reshape(-1), strict=True))
    return f"{seconds:.1f} s {widest:.0e}{'' if agree else ' DISJOINT'}"


def field(N: int, d: int, P: Any, U: Any) -> str:
    """The flow in CAPD's syntax, on the sphere, one head."""
    y = [[f"y{i}_{a}" for a in range(d)] for i in range(N)]
    U = np.eye(d) if U is None else U

    def form(i: int, j: int) -> str:
        return "+".join(f"({P[a, b]:.17g})*{y[i][a]}*{y[j][b]}" for a in range(d) for b in range(d))

    rates = []
    for i in range(N):
        odds = [f"exp({form(i, j)})" for j in range(N)]
        total = f"(({'+'.join(odds)})*sqrt({d}))"
        mean = [f"(({'+'.join(f'{odds[j]}*{y[j][a]}' for j in range(N))})/{total})" for a in range(d)]
        drive = ["(" + "+".join(f"({U[a, b]:.17g})*{mean[b]}" for b in range(d)) + ")" for a in range(d)]
        along = "(" + "+".join(f"{y[i][a]}*{drive[a]}" for a in range(d)) + ")"
        rates += [f"{drive[a]}-{along}*{y[i][a]}" for a in range(d)]
    names = ",".join(name for token in y for name in token)
    return f"var:{names};fun:{','.join(rates)};"


def unknown(flow: Any) -> Callable[[Any, Any], Any]:
    """The field as a function nothing is known about."""
    return lambda t, Y: flow.velocity(t, Y)


def timed(trajectory: Callable[..., Iterator[Any]], *args: Any, **options: Any) -> tuple[float, list[Any]]:
    """CPU seconds and the whole trajectory."""
    start = time.process_time()
    found = list(trajectory(*args, **options))
    return time.process_time() - start, found


if __name__ == "__main__":
    main()
