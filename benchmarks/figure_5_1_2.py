"""Figure 5.1.2 (50 tokens in R^500, 2 heads, 100 trajectories): coordinates of the span against a loop of solve_ivp.

Run with `make bench-figure-5-1-2` or `python benchmarks/figure_5_1_2.py [--naive N]`. Both integrate the same system to
t = 150 and are compared with a reference of much smaller steps in the span; errors are those of the curves E(t). The
loop runs over N trajectories (3 by default, 100 for all) and is scaled to 100; the other one runs all 100. Times are
process times; set OPENBLAS_NUM_THREADS=1 for one thread in both.

The entries |2 sin(wt + phi)| of D have about 24 000 kinks in [0, 150], so that the errors of both fall slower than the
orders of their methods. The step of the span is chosen so that its error is not larger than that of the loop; the exit
code is 1 if it is larger, or the ratio below the target of 10.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from scipy.integrate import solve_ivp

import stability as st
from proofs_checks.consensus.simulations import printed

HORIZON, RUNS, TARGET = 150.0, 100, 10.0
TIMES = np.linspace(0, HORIZON, 31)
STEP, SAMPLES = 5 / 6, 64


def naive(flow: Any, Y: Any, rtol: float) -> Any:
    """E(t) of one trajectory: (K,). The full state in R^(N d), matrix products, RK45."""
    N, d = Y.shape
    P, diagonals = flow.P.P, flow.P.diagonals
    past = np.tri(N, dtype=bool)

    def field(t: float, y: Any) -> Any:
        X = y.reshape(N, d)
        total = np.zeros((N, d))
        for D_h, P_h in zip(diagonals(t), P, strict=True):
            L = np.where(past, ((X * D_h) @ P_h) @ X.T, -np.inf)
            A = np.exp(L - L.max(axis=1, keepdims=True))
            total += (A / A.sum(axis=1, keepdims=True)) @ X / np.sqrt(d)
        return (total - np.sum(X * total, axis=1, keepdims=True) * X).ravel()

    found = solve_ivp(field, (0, HORIZON), Y.ravel(), t_eval=TIMES, rtol=rtol, atol=1e-3 * rtol)
    return st.misalignment(found.y.T.reshape(-1, N, d))


def timed(run: Callable[[], Any]) -> tuple[Any, float]:
    """What `run` returns, and the process time it took."""
    start = time.process_time()
    found = run()
    return found, time.process_time() - start


def main(count: int, rtol: float) -> int:
    """Print times, errors and the ratio."""
    flow, Y = printed.simulation_2(0), printed.cube_tokens(0, RUNS)

    def span(runs: int, step: float, samples: int) -> Any:
        return st.motion.span_trajectory(flow, Y[:runs], TIMES, step, observe=st.misalignment, samples=samples).values

    compared = min(count, 5)
    reference = span(compared, 1 / 6, 96)
    print(f"reference: {np.max(np.abs(reference - span(compared, 1 / 3, 96))):.1e} from one of twice the step")
    fast, fast_time = timed(lambda: span(RUNS, STEP, SAMPLES))
    slow, slow_time = timed(lambda: np.array([naive(flow, y, rtol) for y in Y[:count]]).T)
    errors = [float(np.max(np.abs(curve[:, :compared] - reference))) for curve in (fast, slow)]
    scaled = slow_time * RUNS / count
    print(f"span, step {STEP:.3g}: {fast_time:8.1f} s for {RUNS} trajectories, error of E {errors[0]:.1e}")
    print(f"solve_ivp, rtol {rtol:g}: {scaled:8.1f} s, scaled from {count}, error of E {errors[1]:.1e}")
    print(f"E(150) over the {RUNS} trajectories: {np.min(fast[-1]):.2e} to {np.max(fast[-1]):.2e}")
    ratio = scaled / fast_time
    print(f"ratio {ratio:.1f}, target {TARGET:g}; the error is {errors[0] / errors[1]:.2f} of that of the loop")
    return int(ratio < TARGET or errors[0] > errors[1])


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Figure 5.1.2 in coordinates of the span, and by solve_ivp.")
    parser.add_argument("--naive", type=int, default=3, help="trajectories of the loop, of 100 (%(default)s)")
    parser.add_argument("--rtol", type=float, default=1e-6, help="tolerance of the loop (%(default)s)")
    arguments = parser.parse_args()
    sys.exit(main(arguments.naive, arguments.rtol))
