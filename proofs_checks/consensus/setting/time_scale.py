"""Section 2.3: the factor sqrt(n+1) in the normaliser is a change of time, unlike a scaling inside the exponent.

The field is linear in the weights, so dividing all weights by r = sqrt(n+1) divides it by r; and if y solves the
row-stochastic model with P(r t), U(r t) at time t, then z(t) = y(t/r) has z' = y'(t/r)/r.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.missing import SCALED_TIME
from attnverify.proofs_checks.consensus.symbols import column, metric
from attnverify.proofs_checks.examples import example
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")
hypothesis = lazy("hypothesis")

SCOPE = "all n, l, h >= 1, every W, P(t), U(t)"
TOLERANCE = 1e-8


@claim(
    "CON-A2",
    title="The factor sqrt(n+1) only rescales time",
    statement=(
        r"Let $r = \sqrt{n+1}$. Solutions of (6) at time t are those of the model with row-stochastic weights at time"
        " t/r, for constant P, U; otherwise of that model with P(rs), U(rs) at its time s. A factor inside the"
        r" exponent, $\exp(y_i^TPy_j/r)$, is no change of time: it changes the ratios of the weights. (Proved of the"
        " velocities and of the ratios, CON-A2.velocity; what remains is the change of time.)"
    )
    + missing(SCALED_TIME),
    source=Source(PAPER, "Section 2.3, definition of Z"),
    kind="identity",
    hypotheses=("integer(n)", "n >= 1", "integer(l)", "l >= 1", "integer(h)", "h >= 1"),
    instance={"n": 3, "l": 4, "h": 2},
    twin=Twin("the row-stochastic model at time t/r^2", {"power": 2}),
    expected=Verdict.ARGUED,
    rests_on=("CON-A2.velocity",),
)
def rescaled_time(power: int = 1, seed: int = 0) -> Iterator[Evidence]:
    """Two tokens, one head and a symbolic W: the field is a sum over pairs and heads, linear in each weight."""
    r = sp.Symbol("r", positive=True)
    Y, A, U = generic.array("y", 2, 3), generic.array("A", 1, 2, 2), generic.array("U", 1, 3, 3)
    W = metric(3)
    # z(t) = y(t/r^power): its rate is the row-stochastic field divided by r^power
    rate = column(st.velocity(Y, A, U, W)) / r**power
    yield conjunction(
        {
            "the rate of y(t/r) is the field (6), whose weights are A/r": decide.identity(
                {"field": (rate, column(st.velocity(Y, A / r, U, W)))}, scope=SCOPE
            ),
            "with the factor in the exponent the weights of a row are not proportional": example(
                {"r": 2, "odds": [1, 4], "scaled": [1, 2]},
                ["odds[1] == 2**2", "scaled[1]**r == odds[1]", "odds[0]*scaled[1] != odds[1]*scaled[0]"],
                scope="n = 3, one row with logits 0 and 2 log 2",
                method="exact weights",
            ),
        },
        scope=SCOPE,
    )
    yield decide.search(
        hypothesis.strategies.integers(0, 2**32),
        lambda number: _two_integrations(number, power),
        scope=(
            "random P(t), U, W with n <= 3, l <= 4, h <= 2; DOP853 to t = 2, rtol 1e-10, atol 1e-12; the margin is"
            f" {TOLERANCE} minus the largest distance of the two end states"
        ),
        examples=6,
        seed=seed,
        covers=False,
    )


def _two_integrations(number: int, power: int) -> float:
    rng = np.random.default_rng(number)
    d, N, H = int(rng.integers(2, 5)), int(rng.integers(2, 5)), int(rng.integers(1, 3))
    P, U, root = rng.uniform(-1, 1, (H, d, d)), rng.uniform(-1, 1, (H, d, d)), np.sqrt(d)
    B = rng.normal(size=(d, d))
    W = B @ B.T + 0.2 * np.eye(d)
    Y = st.onto_ellipsoid(rng.normal(size=(N, d)), W)

    def turning(t: float) -> Any:
        return P * np.cos(t)

    given = st.trajectory(st.Flow(turning, U, W), Y, np.array([0.0, 2.0]))
    # U r instead of U makes the weights row-stochastic.
    stochastic = st.Flow(lambda s: turning(root * s), U * root, W)
    rescaled = st.trajectory(stochastic, Y, np.array([0.0, 2.0 / root**power]))
    return float(TOLERANCE - np.max(np.abs(given.states[-1] - rescaled.states[-1])))
