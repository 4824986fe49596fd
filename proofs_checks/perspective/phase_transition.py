"""Figures 3 to 5 at a reduced size: where the share of near pairs jumps, how sharply, and how many clusters there are.

The tokens move by Runge-Kutta steps of order 4 of SA, not by the explicit scheme of the public code. The curve is the
time t_delta at which the common product of 32 orthogonal tokens is 1 - delta, in closed form.
"""

from __future__ import annotations

from itertools import pairwise
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

DRAWS, STARTS, TOKENS, DIMENSIONS, BETAS = 3, 8, 32, (2, 8, 32, 128, 512, 1024), (1.0, 4.0)
DELTA, STEPS, SHARP = 1e-3, 160, 128
BEFORE, AFTER = 64, 96
APART = 1 / 20  # of tokens in different clusters on the circle, below 1 in the product: 18 degrees


def averaged(dimension: int, until: float, statistic: Any, dynamics: Any, seed: int, starts: int = STARTS) -> Any:
    """The mean of a statistic over independent uniform starts, at STEPS + 1 times from 0 on: (STEPS + 1,)."""
    X = st.draws.random_tokens(np.random.default_rng([seed, 3, dimension]), starts, TOKENS, dimension)
    return st.batches.observed(dynamics, X, until / STEPS, STEPS, statistic, continuous=True).mean(axis=1)


def width(found: Any) -> int:
    """The number of steps from a mean share of 1/10 to one of 9/10; those of the whole run where it is not reached."""
    high = np.flatnonzero(found >= 0.9)
    return int(high[0] - np.flatnonzero(found >= 0.1)[0]) if len(high) else STEPS


@claim(
    "PER-FIG3",
    title="Figure 3: the phase diagram",
    statement=(
        r"For SA with 32 independent uniform tokens and $d \in \{2, 8, 32, 128, 512, 1024\}$ the share of pairs with"
        r" product at least $1 - 10^{-3}$ has a transition near the phase curve, sharper for larger $d$."
    ),
    reading=(
        r"means over 8 starts, $\beta = 1$ and 4, $t \leq 2t_\delta$, $t_\delta$ on the curve: for $d \geq 128$ the"
        r" share is below 1/10 until $0.8\,t_\delta$ and above 9/10 from $1.2\,t_\delta$ on; from 1/10 to 9/10 it takes"
        " no longer in more dimensions, and in 1024 less than half as long as in 8"
    ),
    source=Source(PAPER, "Figure 3"),
    kind="experiment",
    twin=Twin("the curve at twice the time", {"pace": 2.0}),
    expected=Verdict.TESTED,
)
def sharp(pace: float = 1.0, seed: int = 0) -> Evidence:
    near = st.batches.statistic("near", DELTA)

    def margin(draw: int) -> float:
        found = []
        for beta in BETAS:
            until = 2 * pace * float(st.decrease.common_product_time(1 - DELTA, TOKENS, beta))
            shares = {d: averaged(d, until, near, st.batches.Dynamics(beta=beta), draw) for d in DIMENSIONS}
            for d in DIMENSIONS:
                found += [0.1 - max(shares[d][: BEFORE + 1]), min(shares[d][AFTER:]) - 0.9] if d >= SHARP else []
            widths = [width(shares[d]) for d in DIMENSIONS]
            found += [few - many for few, many in pairwise(widths)]
            found.append(widths[1] / 2 - widths[-1])
        return float(min(found))

    scope = f"{DRAWS} times {STARTS} draws of {TOKENS} tokens, all six dimensions, beta = 1 and 4"
    return drawn(margin, scope=scope, draws=DRAWS, seed=seed)


@claim(
    "PER-FIG4",
    title="Figure 4: metastable clusters on the circle",
    statement=(
        r"For $d = 2$, $n = 32$ and $\beta = 4, 9$ the tokens form a few clusters at $t \approx 2$ to 5 that last long."
    ),
    reading=(
        "from each of 8 starts the tokens are in 2 to 8 clusters at t = 5, chains of tokens with products above 19/20,"
        " and still in 2 or more at t = 15"
    ),
    source=Source(PAPER, "Figure 4"),
    kind="experiment",
    twin=Twin("high temperature", {"cold": 0.1}),
    expected=Verdict.TESTED,
)
def clusters(cold: float = 1.0, seed: int = 0) -> Evidence:
    parts = st.batches.statistic("clusters", APART)

    def margin(draw: int) -> float:
        found = []
        for beta in (4.0, 9.0):
            many = averaged(2, 15, parts, st.batches.Dynamics(beta=cold * beta), draw, starts=1)
            found += [8 - many[STEPS // 3], many[-1] - 2]
        return float(min(found))

    return drawn(margin, scope=f"8 draws of {TOKENS} tokens on the circle, beta = 4 and 9", draws=8, seed=seed)


@claim(
    "PER-FIG5",
    title="Figure 5: random Q, K, V",
    statement="The transition of Figure 3 is seen with random matrices as well.",
    reading=(
        r"V = I, $Q^\top K/\sqrt d$ with Gaussian Q, K, d = 128, $\beta = 1$, means over 8 draws: the share of near"
        r" pairs is below 1/10 until half the time of the phase curve, and above 9/10 at twice that time"
    ),
    source=Source(PAPER, "Figure 5, Problem 2"),
    kind="experiment",
    twin=Twin("matrices four times as large", {"beta": 4.0}),
    expected=Verdict.TESTED,
)
def random_matrices(beta: float = 1.0, seed: int = 0) -> Evidence:
    near, d = st.batches.statistic("near", DELTA), 128
    curve = float(st.decrease.common_product_time(1 - DELTA, TOKENS, 1.0))

    def margin(draw: int) -> float:
        Q, K = np.random.default_rng([draw, 5]).normal(size=(2, STARTS, 1, d, d))
        P = np.swapaxes(Q, -1, -2) @ K / np.sqrt(d)
        found = averaged(d, 2 * curve, near, st.batches.Dynamics(P=P, beta=beta), draw)
        return float(min(0.1 - max(found[: STEPS // 4 + 1]), found[-1] - 0.9))

    scope = f"{DRAWS} times {STARTS} draws of {TOKENS} tokens in R^{d} and of Q, K"
    return drawn(margin, scope=scope, draws=DRAWS, seed=seed)
