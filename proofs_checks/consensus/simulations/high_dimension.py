"""Section 5.1.2, Figure 4: fifty tokens in R^500, and why the outcome does not depend on the draw.

Up to d = n + 1 linearly independent tokens lie in an open hemisphere: with G = Y Y^T, v = Y^T G^{-1} 1 has
v.y_i = 1 for all i. Fifty tokens with independent continuous entries in R^500 are almost surely independent; so the
hypothesis of convergence from a hemisphere holds in almost every run, and Figure 4 shows the rate, not whether.
"""

from __future__ import annotations

import attnverify.stability as st
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.simulations import printed
from attnverify.verify.claim import Source, Twin
from attnverify.verify.draws import observed
from attnverify.verify.evidence import Evidence
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")

RUNS, STEP, HORIZON = 100, 2.0, 160.0
METHOD = (
    "NumPy: seeded runs in double precision, coordinates of the span, Runge-Kutta of order 4 projected at every step"
)


@claim(
    "CON-S5.1.2.b",
    title="Figure 4: E tends to 0 for fifty tokens in R^500",
    statement=(
        r"In simulation 5.1.2 ($n = 499$, $\ell = 50$, h = 2, auto-regressive, U = I) E tends to 0 along all 100"
        " trajectories. Here, with surrogate P': E is below 0.01 at t = 160 and decays at least half as fast as"
        r" $\exp(-st)$, $s = h/\sqrt{n + 1}$, over the last quarter."
    ),
    reading="the law of P' is not printed: entries uniform in [-0.5, 0.5], as stated for 5.1.1",
    source=Source(PAPER, "Section 5.1.2, Figure 4"),
    kind="experiment",
    twin=Twin("at t = 40", {"horizon": 40.0}),
    expected=Verdict.TESTED,
)
def figure_4(horizon: float = HORIZON, seed: int = 0) -> Evidence:
    flow, Y = printed.simulation_2(seed), printed.cube_tokens(seed, RUNS)
    times = np.linspace(0, horizon, 5)
    found = st.motion.span_trajectory(flow, Y, times, STEP, observe=st.misalignment, samples=16)
    E = found.values
    rates = np.log(E[-2] / E[-1]) / (times[-1] - times[-2])
    s = 2 / np.sqrt(500)
    return observed(
        {"E below 0.01 at the end": 0.01 - E[-1], "rate at least s/2": rates - s / 2},
        scope=f"all {RUNS} trajectories, surrogate P', horizon {horizon:g}, step {STEP:g}, error of E < 1e-3",
        seed=seed,
        said=(
            f"E at the end {np.min(E[-1]):.2g} to {np.max(E[-1]):.2g}; rates {np.min(rates):.3f} to"
            f" {np.max(rates):.3f}, s = {s:.4f}; largest drift of a step {found.drift:.1g}"
        ),
        method=METHOD,
    )
