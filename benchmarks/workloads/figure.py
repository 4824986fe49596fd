"""Figure 5.1.2 of "Consensus is all you get" (50 tokens in R^500, 2 heads, 100 trajectories to t = 150).

Coordinates of the span against a loop of solve_ivp, which runs on two trajectories and is scaled. Errors are those of
the curves E(t), against a reference of much smaller steps in the span. The entries |2 sin(wt + phi)| of D have about
24 000 kinks in [0, 150], so that the errors of both fall slower than the orders of their methods; the step of the span
is chosen so that its error is not larger than that of the loop.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
from measure import Row, exp_rate, product_rate, timed
from scipy.integrate import solve_ivp

import attnverify.stability as st
from attnverify.proofs_checks.consensus.simulations import printed

HORIZON, RUNS = 150.0, 100
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


def rows() -> Iterator[Row]:
    """Double precision, and with the projections in single precision."""
    flow, Y = printed.simulation_2(0), printed.cube_tokens(0, RUNS)
    loop = 2
    reference = st.motion.span_trajectory(flow, Y[:loop], TIMES, 1 / 6, observe=st.misalignment, samples=96).values
    slow, slow_time = timed(lambda: np.array([naive(flow, y, 1e-6) for y in Y[:loop]]).T)
    error = np.max(np.abs(slow - reference))
    steps = TIMES[-1] / STEP
    for name, single, dtype, goal in (("double", False, "d", None), ("projections single", True, "f", 20.0)):
        fast, spent = timed(
            lambda s=single: (
                st.motion.span_trajectory(
                    flow, Y, TIMES, STEP, observe=st.misalignment, samples=SAMPLES, single=s
                ).values
            )
        )
        # Two heads: three projections a step, and four evaluations of half of the logits and of their exponentials.
        work = RUNS * steps * 2 * 3 * 2 * 50 * 500 * 50 / product_rate(dtype)
        work += RUNS * steps * 4 * (5 * 50**3 / product_rate() + 50**2 / exp_rate())
        own = np.max(np.abs(fast[:, :loop] - reference))
        says = f"error of E {own:.0e}, of the loop {error:.0e}"
        yield Row(f"figure 5.1.2, {name}", slow_time * RUNS / loop, spent, goal, work, says)
