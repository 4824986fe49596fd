"""Table 1 and the abstract: what is said about convergence, against what holds."""

from __future__ import annotations

from collections.abc import Iterator

from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.auto_regressive.almost_every import expansion
from attnverify.proofs_checks.consensus.auto_regressive.hemisphere import SIZE, SIZES
from attnverify.proofs_checks.consensus.missing import NULL_SETS
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

ALL = "auto-regressive model, all n, l, h >= 1, every bounded measurable P(t), U_h = I, W = I"


@claim(
    "CON-TAB1.b",
    title="Table 1, column for Section 4.1",
    statement=(
        "For h >= 1, P time-varying and bounded, U = I: consensus is asymptotically stable and its domain of attraction"
        r" is conull. The column is true although Theorem 4.2, whose explicit set $D^1_\ell$ it summarises, is not:"
        " there is a state of $D^1_3$ outside the basin (CON-T4.2)."
    )
    + missing(NULL_SETS),
    reading="W = I and auto-regressive weights, as in Assumption 4.1, which the column does not repeat",
    source=Source(PAPER, "Table 1, column of Section 4.1"),
    kind="typo-check",
    hypotheses=SIZES,
    instance=SIZE,
    twin=Twin("the expansion rate a instead of a/2", {"share": "1"}),
    expected=Verdict.ARGUED,
    rests_on=("CON-T4.2.e", "CON-T4.2.f"),
)
def table(share: str = "1/2") -> Iterator[Evidence]:
    scope = ALL + "; stability is CON-T4.2.f"
    yield conjunction(expansion(share), scope=scope)
