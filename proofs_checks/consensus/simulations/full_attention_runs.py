"""Section 5.1.1, Figures 2 and 3: ten tokens on S^2 under two printed heads, full attention.

With U = I a hemisphere is kept and the tokens meet (Theorem 3.2). The paper also says that all other matrices are
random: for random U the hemisphere need not be kept, whatever P is. At a consensus y the weights enter only through
their row sums, so y' = (I - y y^T)(U_1 + U_2) y/sqrt(3); where v.y = 0 and v.(U_1 + U_2) y < 0 the solution through y
comes from inside the hemisphere, and leaves it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.missing import MOTIONS
from proofs_checks.consensus.simulations import printed
from proofs_checks.consensus.simulations.observation import observed
from proofs_checks.missing import missing
from verify.claim import Source, Twin
from verify.evidence import Evidence
from verify.lazy import lazy
from verify.registry import claim
from verify.verdict import Verdict

np = lazy("numpy")

RUNS = 40
STEP = 2 * printed.STEP
SIZES = ("integer(n)", "n == 2", "integer(l)", "l == 10", "integer(h)", "h == 2")
INSTANCE = {"n": 2, "l": 10, "h": 2}
LEAVES = (
    "dot(y, y) == 1",
    "dot(v, v) == 1",
    "U1 <= 1/2",
    "U1 >= -1/2",
    "U2 <= 1/2",
    "U2 >= -1/2",
)


def runs(horizon: float, samples: int, seed: int, sign: int = 1) -> tuple[Any, Any]:
    """Trajectories (samples + 1, RUNS, 10, 3) of 5.1.1 with U = sign I from the hemisphere about v = e_1, and v."""
    v = np.array([1.0, 0.0, 0.0])
    Y = printed.hemisphere_tokens(seed, RUNS, v)
    flow = printed.simulation_1(None if sign == 1 else np.stack([sign * np.eye(3)] * 2))
    times = np.linspace(0, horizon, samples + 1)
    return st.fixed_step_trajectory(flow, Y, times, STEP, hemisphere=v).states, v


@claim(
    "CON-S5.1.1.c",
    title="Figure 2: tokens in a hemisphere stay and meet",
    statement=(
        "In simulation 5.1.1 with U = I, ten tokens that start in a hemisphere remain there and converge to one point:"
        " at t = 16 all are within 1e-5 of the first."
    ),
    reading="U = I, as in Assumption 3.1; for random U see R1",
    source=Source(PAPER, "Section 5.1.1, Figure 2"),
    kind="experiment",
    hypotheses=SIZES,
    instance=INSTANCE,
    twin=Twin("U = -I", {"sign": -1}),
    expected=Verdict.TESTED,
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


@claim(
    "CON-S5.1.1.c.R1",
    title="Figure 2 with all other matrices random",
    statement=(
        "In simulation 5.1.1 tokens that start in a hemisphere remain there, also when the value matrices U_1, U_2 are"
        " random with entries in [-0.5, 0.5]. (With eight tokens the kernel refutes it: CON-S5.1.1.c.R1.eight.)"
    )
    + missing(MOTIONS),
    reading='R1: "all other matrices" includes the value matrices; stated for every draw from the interval',
    source=Source(PAPER, "Section 5.1.1"),
    kind="invariance",
    hypotheses=LEAVES,
    instance={
        "y": [0, 1, 0],
        "v": [1, 0, 0],
        "U1": [["1/2", 0, 0], [0, "1/2", 0], [0, 0, "1/2"]],
        "U2": [["1/4", 0, 0], [0, "1/2", "-1/3"], [0, 0, "1/2"]],
    },
    twin=Twin("value matrices that do not turn", {"turn": "0"}),
    expected=Verdict.ARGUED_FALSE,
    no_repair="with U = I, as Assumption 3.1 asks, it is CON-S5.1.1.c; the assumption and random U exclude each other",
)
def random_values(turn: str = "-1/2") -> Iterator[Evidence]:
    """All ten tokens at the boundary point y = e_2 of the hemisphere about e_1, which they cross with positive speed.

    So do all tokens that start near a point of the solution through y, since it crosses transversally.
    """
    U = [["1/2", turn, 0], [0, "1/4", "1/3"], ["-1/3", 0, "1/2"]]
    yield decide.refutation(
        {"y": [0, 1, 0], "v": [1, 0, 0], "U1": U, "U2": U},
        ["dot(v, y) == 0", "dot(v, (U1 + U2)@y) < 0"],
        hypotheses=LEAVES,
        scope="ten equal tokens on the boundary, every P: the field points out of the hemisphere",
        method="exact example",
    )


@claim(
    "CON-S5.1.1.d",
    title="Figure 3: V decreases",
    statement=(
        "In simulation 5.1.1 with v = (1, 0, 0) and all tokens starting with a positive first coordinate, V of (7) is"
        " decreasing in time. (Its limit is 1 - v.y at the common limit y, which is not 0 in general.)"
    ),
    source=Source(PAPER, "Section 5.1.1, Figure 3"),
    kind="experiment",
    hypotheses=SIZES,
    instance=INSTANCE,
    twin=Twin("U = -I", {"sign": -1}),
    expected=Verdict.TESTED,
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
