"""Section 5.1.1, Figures 2 and 3: ten tokens on S^2 under two printed heads, full attention.

With U = I a hemisphere is kept and the tokens meet (Theorem 3.2). The paper also says that all other matrices are
random: for random U the hemisphere need not be kept (CON-S5.1.1.c.R1).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.simulations import printed
from proofs_checks.consensus.simulations.observation import observed
from verify.claim import Source
from verify.evidence import Evidence
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")

RUNS = 40
STEP = 2 * printed.STEP


def runs(horizon: float, samples: int, seed: int, sign: int = 1) -> tuple[Any, Any]:
    """Trajectories (samples + 1, RUNS, 10, 3) of 5.1.1 with U = sign I from the hemisphere about v = e_1, and v."""
    v = np.array([1.0, 0.0, 0.0])
    Y = printed.hemisphere_tokens(seed, RUNS, v)
    flow = printed.simulation_1(None if sign == 1 else np.stack([sign * np.eye(3)] * 2))
    times = np.linspace(0, horizon, samples + 1)
    return st.fixed_step_trajectory(flow, Y, times, STEP, hemisphere=v).states, v


@illustration(
    "CON-S5.1.1.c",
    title="Figure 2: tokens in a hemisphere stay and meet",
    statement=(
        "In simulation 5.1.1 with U = I, ten tokens that start in a hemisphere remain there and converge to one point:"
        " at t = 16 all are within 1e-5 of the first."
    ),
    reading="U = I, as in Assumption 3.1; for random U see R1",
    source=Source(PAPER, "Section 5.1.1, Figure 2"),
    kind="experiment",
)
def they_meet(sign: int = 1, seed: int = 0) -> Iterator[Evidence]:
    states, v = runs(16.0, 160, seed, sign)
    heights = np.min(states @ v, axis=(0, 2))
    gap = np.max(np.linalg.norm(states[-1] - states[-1][:, :1], axis=-1), axis=-1)
    halfway = np.max(np.linalg.norm(states[120] - states[120][:, :1], axis=-1), axis=-1)
    rates = np.log(halfway / gap) / 4
    yield observed(
        {"all heights v.y_i > 0": heights, "distance to the first token below 1e-5": 1e-5 - gap},
        scope=f"{RUNS} uniform starts in the hemisphere about e_1, horizon 16, step {STEP:g}",
        seed=seed,
        said=f"Rates of decay over the last quarter {np.min(rates):.4f} to {np.max(rates):.4f}; h/sqrt(n + 1) = 1.1547",
    )


@illustration(
    "CON-S5.1.1.d",
    title="Figure 3: V decreases",
    statement=(
        "In simulation 5.1.1 with v = (1, 0, 0) and all tokens starting with a positive first coordinate, V of (7) is"
        " decreasing in time. (Its limit is 1 - v.y at the common limit y, which is not 0 in general.)"
    ),
    source=Source(PAPER, "Section 5.1.1, Figure 3"),
    kind="experiment",
)
def v_decreases(sign: int = 1, seed: int = 0) -> Iterator[Evidence]:
    states, v = runs(8.0, 400, seed, sign)
    V = st.max_lyapunov(states, v)
    rises = np.max(np.diff(V, axis=0), axis=0)
    yield observed(
        {"no rise above 1e-8 between samples": 1e-8 - rises},
        scope=f"{RUNS} uniform starts with positive first coordinate, horizon 8, step and sampling {STEP:g}",
        seed=seed,
        said=f"Largest rise {np.max(rises):.3g}; V at the end between {np.min(V[-1]):.4f} and {np.max(V[-1]):.4f}",
    )
