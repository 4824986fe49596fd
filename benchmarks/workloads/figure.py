"""Figure 5.1.2 of "Consensus is all you get": 100 trajectories of 50 tokens in R^500 to t = 150.

The plain way is the loop of solve_ivp of `benchmarks/figure_5_1_2.py`; it runs on two trajectories and is scaled.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.util import find_spec

import numpy as np
from figure_5_1_2 import RUNS, SAMPLES, STEP, TIMES, naive
from measure import Row, exp_rate, product_rate, timed

import stability as st
from proofs_checks.consensus.simulations import printed


def rows() -> Iterator[Row]:
    """Double precision, and with the projections in single precision, each without and with the compiled field."""
    flow, Y = printed.simulation_2(0), printed.cube_tokens(0, RUNS)
    loop = 2
    reference = st.motion.span_trajectory(flow, Y[:loop], TIMES, 1 / 6, observe=st.misalignment, samples=96).values
    slow, slow_time = timed(lambda: np.array([naive(flow, y, 1e-6) for y in Y[:loop]]).T)
    error = np.max(np.abs(slow - reference))
    steps = TIMES[-1] / STEP
    ways = [("NumPy, double", False, False, "d", None), ("NumPy, projections single", True, False, "f", None)]
    if find_spec("numba"):
        st.motion.span_trajectory(flow, Y[:1], TIMES[:2], STEP, compiled=True)
        ways += [("kernel, double", False, True, "d", None), ("kernel, projections single", True, True, "f", 25.0)]
    for name, single, compiled, dtype, goal in ways:
        fast, spent = timed(
            lambda s=single, c=compiled: (
                st.motion.span_trajectory(
                    flow, Y, TIMES, STEP, observe=st.misalignment, samples=SAMPLES, single=s, compiled=c
                ).values
            )
        )
        # Two heads: three projections a step, and four evaluations of half of the logits and of their exponentials.
        work = RUNS * steps * 2 * 3 * 2 * 50 * 500 * 50 / product_rate(dtype)
        work += RUNS * steps * 4 * (5 * 50**3 / product_rate() + 50**2 / exp_rate())
        own = np.max(np.abs(fast[:, :loop] - reference))
        says = f"error of E {own:.0e}, of the loop {error:.0e}"
        yield Row(f"figure 5.1.2, {name}", slow_time * RUNS / loop, spent, goal, work, says)
