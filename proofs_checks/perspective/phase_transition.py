"""Figure 3 at a reduced size: where the share of near pairs jumps, and how sharply, in 512 and in 8 dimensions.

The tokens move by Runge-Kutta steps of order 4 of SA, not by the explicit scheme of the public code. The curve is the
time t_delta at which the common product of 32 orthogonal tokens is 1 - delta, in closed form.
"""

from __future__ import annotations

from typing import Any

import attnverify.stability as st
from attnverify.proofs_checks.perspective import PAPER
from attnverify.verify.claim import Source, Twin
from attnverify.verify.draws import drawn
from attnverify.verify.evidence import Evidence
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")

DRAWS, TOKENS, FEW, MANY, BETAS = 20, 32, 8, 512, (1.0, 4.0)
DELTA, STEPS = 1e-3, 400
BEFORE, AFTER = 160, 240


def shares(dimension: int, beta: float, until: float, seed: int) -> Any:
    """The share of ordered pairs with a product above 1 - delta, at STEPS + 1 times from 0 on: (STEPS + 1,)."""
    X = st.draws.random_tokens(np.random.default_rng([seed, 3, dimension]), 1, TOKENS, dimension)
    near, dynamics = st.batches.statistic("near", DELTA), st.batches.Dynamics(beta=beta)
    return st.batches.observed(dynamics, X, until / STEPS, STEPS, near, continuous=True)[:, 0]


def width(found: Any) -> int:
    """The number of steps with a share from 1/10 to 9/10, of those up to the last one."""
    return int(np.sum((found >= 0.1) & (found <= 0.9)))


@claim(
    "PER-FIG3.small",
    title="Two panels of Figure 3 at two temperatures: the jump is near the curve, and sharper in more dimensions",
    statement=(
        r"For SA with 32 independent uniform tokens, $\delta = 10^{-3}$ and $\beta = 1, 4$: in $R^{512}$ the share of"
        r" pairs with product above $1 - \delta$ is below 1/10 until $0.8\,t_\delta$ and above 9/10 at $1.2\,t_\delta$,"
        r" where $t_\delta$ is the time of the phase curve, and up to $2t_\delta$ the share is between 1/10 and 9/10"
        r" for a shorter time than in $R^8$."
    ),
    reading="a reduced size of Figure 3: two dimensions, two temperatures, single draws of tokens",
    source=Source(PAPER, "Figure 3"),
    kind="experiment",
    role="extension",
    twin=Twin("the curve at twice the time", {"pace": 2.0}),
    expected=Verdict.TESTED,
)
def sharp(pace: float = 1.0, seed: int = 0) -> Evidence:
    curve = {beta: pace * float(st.decrease.common_product_time(1 - DELTA, TOKENS, beta)) for beta in BETAS}

    def margin(draw: int) -> float:
        found = []
        for beta, time in curve.items():
            many, few = (shares(dimension, beta, 2 * time, draw) for dimension in (MANY, FEW))
            found += [0.1 - max(many[: BEFORE + 1]), many[AFTER] - 0.9, width(few) - width(many)]
        return float(min(found))

    return drawn(
        margin,
        scope=f"{DRAWS} draws of {TOKENS} tokens, in R^{MANY} and R^{FEW}, beta = 1 and 4",
        draws=DRAWS,
        seed=seed,
    )
