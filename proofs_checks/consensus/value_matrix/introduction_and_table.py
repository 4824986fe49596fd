"""Section 1 and Table 1: Theorem 4.5 as summarised there, without a sign condition on the largest eigenvalue."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix.sign_of_lambda import leaving
from verify.claim import Source
from verify.evidence import Evidence
from verify.registry import illustration

INTRODUCTION = Source(PAPER, "Section 1, summary of Theorem 4.5")
TABLE = Source(PAPER, "Table 1, column of Section 4.2")


@illustration(
    "CON-T4.5.h",
    title="The introduction's version, without a sign of lambda",
    statement=(
        "For U symmetric and constant with simple largest eigenvalue, P bounded, h = 1, all tokens that start in one of"
        " the two hemispheres of its eigenvector converge to an asymptotically stable consensus."
    ),
    source=INTRODUCTION,
    reading="as printed: no condition on the sign of the largest eigenvalue",
    kind="stability",
)
def introduction(lam: int = -1) -> Iterator[Evidence]:
    yield from leaving(lam, "-3/2", ("3/5", "4/5"))


@illustration(
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
)
def table(lam: int = -1) -> Iterator[Evidence]:
    yield from leaving(lam, "-3/2", ("3/5", "4/5"))
