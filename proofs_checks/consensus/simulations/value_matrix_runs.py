"""Section 5.1.3, Figures 5 and 6: ten tokens on S^2, auto-regressive, with the printed symmetric U.

v is the unit eigenvector of U to its largest eigenvalue lambda_1 (CON-S5.1.3.b), V_i = 1 - v.y_i. The linearisation at
(v, ..., v) has the eigenvalues (lambda_k/i - lambda_1)/sqrt(3); lambda_2 < 0, so the slowest rate of ten tokens is
(lambda_1 - lambda_2/10)/sqrt(3) = 0.2553, and that of the first token, if it is the last to arrive, 0.2654.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.simulations import printed
from proofs_checks.consensus.simulations.observation import observed
from proofs_checks.consensus.simulations.value_spectrum import ROOTS
from verify.claim import Source, Twin
from verify.evidence import Evidence, open_
from verify.lazy import lazy
from verify.registry import claim
from verify.verdict import Verdict

np = lazy("numpy")
flint = lazy("flint")

RUNS = 30
STEP = 0.025
HORIZON = 40.0
SIZES = ("integer(n)", "n == 2", "integer(l)", "l == 10", "integer(h)", "h == 1")
INSTANCE = {"n": 2, "l": 10, "h": 1}
SCOPE = f"{RUNS} uniform starts in the hemisphere about v, horizon {HORIZON:g}, step {STEP:g}, sampled every 0.2"


def runs(seed: int, direction: int) -> tuple[Any, Any]:
    """Trajectories (201, RUNS, 10, 3) from the hemisphere about the eigenvector of that index, and the eigenvector."""
    v = np.linalg.eigh(printed.floats(printed.U_3))[1][:, direction]
    Y = printed.hemisphere_tokens(seed, RUNS, v)
    times = np.linspace(0, HORIZON, 201)
    return st.fixed_step_trajectory(printed.simulation_3(), Y, times, STEP, hemisphere=v).states, v


@claim(
    "CON-S5.1.3.c",
    title="Figure 5: the tokens converge to the principal eigenvector",
    statement=(
        r"In simulation 5.1.3 tokens that start in $D^\ell(v)$ stay there and converge to v: at t = 40 all are within"
        " 5e-3, and the largest distance has decayed over the last fifth at the rate of the linearisation within 0.01."
    ),
    source=Source(PAPER, "Section 5.1.3, Figure 5"),
    kind="experiment",
    hypotheses=SIZES,
    instance=INSTANCE,
    twin=Twin("v the eigenvector of the second eigenvalue", {"direction": 1}),
    expected=Verdict.TESTED,
)
def to_the_eigenvector(direction: int = 2, seed: int = 0) -> Iterator[Evidence]:
    states, v = runs(seed, direction)
    away = np.max(np.linalg.norm(states - v, axis=-1), axis=-1)
    rates = np.log(away[160] / away[200]) / 8
    slowest, fastest = 0.2553, 0.2654
    yield observed(
        {
            "all heights v.y_i > 0": np.min(states @ v, axis=(0, 2)),
            "distance to v below 5e-3": 5e-3 - away[-1],
            "rate within 0.01 of the linearisation": 0.01 - np.maximum(slowest - rates, rates - fastest),
        },
        scope=SCOPE,
        seed=seed,
        said=f"Rates {np.min(rates):.4f} to {np.max(rates):.4f}, by the linearisation {slowest} to {fastest}",
    )


@claim(
    "CON-S5.1.3.d",
    title="Figure 6: V_1 decreases, V_2 may increase and tends to 0",
    statement=(
        "In simulation 5.1.3 $V_1 = 1 - v^\\top y_1$ decreases monotonically; $V_2 = 1 - v^\\top y_2$ increases at some"
        " times in some runs, and tends to 0: it is below 1e-6 at t = 40."
    ),
    source=Source(PAPER, "Section 5.1.3, Figure 6"),
    kind="experiment",
    hypotheses=SIZES,
    instance=INSTANCE,
    twin=Twin("V_1 and V_2 of the eigenvector of the second eigenvalue", {"direction": 1}),
    expected=Verdict.TESTED,
)
def v_1_and_v_2(direction: int = 2, seed: int = 0) -> Iterator[Evidence]:
    states, v = runs(seed, direction)
    V = 1 - states @ v
    rises = np.max(np.diff(V, axis=0), axis=0)
    rising = int(np.sum(rises[:, 1] > 1e-8))
    yield observed(
        {
            "no rise of V_1 above 1e-8": 1e-8 - rises[:, 0],
            "V_2 below 1e-6 at the end": 1e-6 - V[-1, :, 1],
            "V_2 rises in at least one run": np.full(RUNS, rising - 1.0),
        },
        scope=SCOPE,
        seed=seed,
        said=f"V_2 rises in {rising} of {RUNS} runs; the rates are those of CON-S5.1.3.c",
    )
    yield rise_of_v_2()


def rise_of_v_2() -> Evidence:
    """V_2' > 0 at t = 0 for two rational tokens in the hemisphere, in balls; v by Cramer's rule (CON-S5.1.3.b)."""
    scope, method = "V_2 rises at t = 0, y_1 = (5, -14, -2)/15, y_2 = (-1, 4, 8)/9", "python-flint: balls"
    ball = np.vectorize(lambda text: flint.arb(flint.fmpq(*map(int, text.split("/")))), otypes=[object])
    U, P = (ball(_fractions(matrix)) for matrix in (printed.U_3, printed.P_3))
    low, high = (flint.arb(end) for end in ROOTS[2])
    shifted = low.union(high) * ball(_fractions((("1", "0", "0"), ("0", "1", "0"), ("0", "0", "1")))) - U
    v = np.cross(shifted[0], shifted[1])
    v = v if v[2] > 0 else -v
    Y = ball(np.array([["5/15", "-14/15", "-2/15"], ["-1/9", "4/9", "8/9"]]))
    # D(0) = 2 diag(1, 0, 1).
    P = ball(np.array([["2/1"], ["0/1"], ["2/1"]])) * P
    heights = Y @ v
    rise = -(st.Flow(P[np.newaxis], U[np.newaxis], causal=True).velocity(0.0, Y) @ v)[1]
    if not (heights[0] > 0 and heights[1] > 0 and rise > 0):
        return open_(scope, method, f"heights {heights}, rise {rise}", covers=False)
    reason = f"the rise of V_2, for v of its own length, is {rise.str(5)}"
    return Evidence(Verdict.CERTIFIED, scope, method, covers=False, reason=reason)


def _fractions(matrix: printed.Matrix) -> Any:
    return np.array([[text if "/" in text else f"{text}/1" for text in row] for row in printed.texts(matrix)])
