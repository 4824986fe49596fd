"""Section 1 and Table 1: Theorem 4.5 as summarised there, without a sign condition on the largest eigenvalue."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix.sign_of_lambda import INSTANCE, STATE, SYMMETRIC, leaving
from verify.claim import Source, Twin
from verify.evidence import Evidence
from verify.registry import claim
from verify.verdict import Verdict

INTRODUCTION = Source(PAPER, "Section 1, summary of Theorem 4.5")
TABLE = Source(PAPER, "Table 1, column of Section 4.2")


@claim(
    "CON-T4.5.h",
    title="The introduction's version, without a sign of lambda",
    statement=(
        "For U symmetric and constant with simple largest eigenvalue, P bounded, h = 1, all tokens that start in one of"
        " the two hemispheres of its eigenvector converge to an asymptotically stable consensus."
    ),
    source=INTRODUCTION,
    reading="as printed: no condition on the sign of the largest eigenvalue",
    kind="stability",
    hypotheses=STATE,
    instance=INSTANCE,
    twin=Twin("a positive largest eigenvalue", {"lam": 1}),
    expected=Verdict.ARGUED_FALSE,
)
def introduction(lam: int = -1) -> Iterator[Evidence]:
    yield from leaving(lam, "-3/2", ("3/5", "4/5"))


@claim(
    "CON-TAB1.c",
    title="Table 1, column of Section 4.2, as printed",
    statement=(
        "h = 1, P time-varying and bounded, U constant and symmetric: consensus is asymptotically stable with a fixed"
        " hemisphere in its domain of attraction. (Theorem 4.5 also asks for a simple largest eigenvalue that is"
        " positive.)"
    ),
    source=TABLE,
    reading="the hypotheses of the table alone, with v an eigenvector of the largest eigenvalue",
    kind="typo-check",
    hypotheses=(*SYMMETRIC, "mu[0] >= mu[1]", "mu[0] >= mu[2]", "dot(y, y) == 1", "dot(B[0], y) > 0", "rank(P) == 0"),
    instance=INSTANCE,
    twin=Twin("a positive largest eigenvalue", {"lam": 1}),
    expected=Verdict.ARGUED_FALSE,
)
def table(lam: int = -1) -> Iterator[Evidence]:
    yield from leaving(lam, "-3/2", ("3/5", "4/5"))
