"""Section D.5: how large the basins of stable bipartite points are. The certified caps of POW-N9 settle it.

One basin is small for many tokens already by symmetry, as there are 2^N - 2 sign patterns on an eigenvector; so the
question is what all of them have together. In d = 3 the caps of cosine c around v_1 and -v_1 have the share 1 - c of
the sphere (Archimedes), and N tokens in them are on both sides but for the share 2 ((1 - c)/2)^N.
"""

from __future__ import annotations

from collections.abc import Iterator

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks.missing import missing
from attnverify.proofs_checks.power_method import PAPER
from attnverify.proofs_checks.power_method.missing import SHARES
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

sp = lazy("sympy")

SOURCE = Source(PAPER, "D.5")


@claim(
    "POW-D5.basin",
    title="The basins of all stable bipartite points together are very small",
    statement=(
        "The basins of attraction of all stable bipartite equilibria of the single-head attention map together contain"
        " less than a tenth of all states, for every P, every symmetric V of Assumption 1 and every number of tokens."
        + missing(SHARES)
    ),
    reading="very small: less than a tenth of all states (uniform measure), for all these equilibria together",
    source=SOURCE,
    kind="experiment",
    hypotheses=(
        "alpha > 0",
        "lambda_1 > lambda_2",
        "lambda_2 > lambda_3",
        "lambda_3 > 0",
        "gain > 1",
        "integer(N)",
        "N >= 2",
        "d == 3",
    ),
    instance={"alpha": "3/10", "lambda_1": "1", "lambda_2": "1/2", "lambda_3": "1/5", "gain": "10**6", "N": 10, "d": 3},
    twin=Twin("weaker attention, e^(2 beta/10000) = 1000", {"gain": "1000"}),
    expected=Verdict.ARGUED_FALSE,
    rests_on=("POW-N9",),
)
def small_basins(gain: str = "1000000") -> Iterator[Evidence]:
    """cos theta = 1/100, gain = e^(2 beta cos^2 theta); 1 against 9 tokens is the worst of all divisions."""
    values = {
        "alpha": "3/10",
        "lambda_1": 1,
        "lambda_2": "1/2",
        "lambda_3": "1/5",
        "gain": gain,
        "N": 10,
        "d": 3,
        "c": "1/100",
        "w": st.decrease.opposite_weight(sp.Integer(1), sp.Integer(9), sp.Rational(gain)),
    }
    yield decide.refutation(
        values,
        ["w*(1 + gain/(N - 1)) == 1", "lambda_2 < lambda_1*(1 - w - w/c)", "(1 - c)**N - 2*((1 - c)/2)**N >= 9/10"],
        scope=(
            "N = 10, d = 3, V = diag(1, 1/2, 1/5), P = beta v_1 v_1^T, e^(2 beta/10000) = 10^6: the caps of cosine"
            " 1/100, nine tenths of all states, whatever the division of the tokens"
        ),
        method="the criterion of POW-N9, exactly; the share of a cap by Archimedes",
    )
