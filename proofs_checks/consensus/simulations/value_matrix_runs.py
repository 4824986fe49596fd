"""Section 5.1.3, Figures 5 and 6: ten tokens on S^2, auto-regressive, with the printed symmetric U.

v is the unit eigenvector of U to its largest eigenvalue lambda_1 (CON-S5.1.3.b), V_i = 1 - v.y_i. The linearisation at
(v, ..., v) has the eigenvalues (lambda_k/i - lambda_1)/sqrt(3); lambda_2 < 0, so the slowest rate of ten tokens is
(lambda_1 - lambda_2/10)/sqrt(3) = 0.2553, and that of the first token, if it is the last to arrive, 0.2653.
"""

from __future__ import annotations

from typing import Any

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

RUNS = 30
STEP = 0.025
HORIZON = 40.0
SCOPE = f"{RUNS} uniform starts in the hemisphere about v, horizon {HORIZON:g}, step {STEP:g}, sampled every 0.2"


def runs(seed: int, direction: int) -> tuple[Any, Any]:
    """Trajectories (201, RUNS, 10, 3) from the hemisphere about the eigenvector of that index, and the eigenvector."""
    v = np.linalg.eigh(printed.floats(printed.U_3))[1][:, direction]
    Y = printed.hemisphere_tokens(seed, RUNS, v)
    times = np.linspace(0, HORIZON, 201)
    return st.trajectory(printed.simulation_3(), Y, times, STEP, hemisphere=v).states, v


@claim(
    "CON-S5.1.3.d",
    title="Figure 6: V_1 decreases, V_2 may increase and tends to 0",
    statement=(
        "In simulation 5.1.3 $V_1 = 1 - v^\\top y_1$ decreases monotonically; $V_2 = 1 - v^\\top y_2$ increases at some"
        " times in some runs, and tends to 0: it is below 1e-6 at t = 40."
    ),
    source=Source(PAPER, "Section 5.1.3, Figure 6"),
    kind="experiment",
    twin=Twin("V_1 and V_2 of the eigenvector of the second eigenvalue", {"direction": 1}),
    expected=Verdict.TESTED,
)
def v_1_and_v_2(direction: int = 2, seed: int = 0) -> Evidence:
    states, v = runs(seed, direction)
    V = 1 - states @ v
    rises = np.max(np.diff(V, axis=0), axis=0)
    rising = int(np.sum(rises[:, 1] > 1e-8))
    return observed(
        {
            "no rise of V_1 above 1e-8": 1e-8 - rises[:, 0],
            "V_2 below 1e-6 at the end": 1e-6 - V[-1, :, 1],
            "V_2 rises in at least one run": np.full(RUNS, rising - 1.0),
        },
        scope=SCOPE,
        seed=seed,
        method="NumPy: seeded runs in double precision, Runge-Kutta of order 4 projected at every step",
        said=f"V_2 rises in {rising} of {RUNS} runs; the rates are those of CON-S5.1.3.c",
    )
