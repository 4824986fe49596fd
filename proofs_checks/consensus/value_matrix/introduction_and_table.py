"""Section 1 and Table 1: Theorem 4.5 as summarised there, without a sign condition on the largest eigenvalue."""

from __future__ import annotations

from collections.abc import Iterator

from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix.several_heads import TWICE
from proofs_checks.consensus.value_matrix.sign_of_lambda import INSTANCE, STATE, SYMMETRIC, leaving, zero_eigenvalue
from verify.claim import Source, Twin
from verify.evidence import Evidence
from verify.registry import claim
from verify.verdict import Verdict

INTRODUCTION = Source(PAPER, "Section 1, summary of Theorem 4.5")
TABLE = Source(PAPER, "Table 1, column of Section 4.2")
_NONNEGATIVE = (
    r"For U symmetric and constant with simple largest eigenvalue $\lambda \ge 0$, P bounded, h = 1, all tokens that"
    r" start in one of the two open hemispheres of its eigenvector v converge to v (or all to -v), exponentially and"
    r" uniformly in the initial time, and this consensus is asymptotically stable."
)
BOTH = "all n, l >= 1, every symmetric U, every bounded measurable P(t): here lam = 0, while lam > 0 is CON-T4.5"
SPECTRUM = ("integer(n)", "n >= 1", "integer(l)", "l >= 1", "lam >= 0", "lam > lam_2")


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
    "CON-T4.5.h.repaired",
    title="The introduction's version for a nonnegative largest eigenvalue",
    statement=_NONNEGATIVE,
    source=INTRODUCTION,
    kind="stability",
    hypotheses=SPECTRUM,
    instance={"n": 2, "l": 3, "lam": 0, "lam_2": "-1/2"},
    twin=TWICE,
    expected=Verdict.ARGUED,
    rests_on=("CON-T4.5", "CON-T4.5.a", "CON-T4.5.e"),
    repairs="CON-T4.5.h",
)
def introduction_repaired(factor: int = 1) -> Iterator[Evidence]:
    """lam > 0 is CON-T4.5; lam = 0 is decided here."""
    yield zero_eigenvalue(factor, BOTH)


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


@claim(
    "CON-TAB1.c.repaired",
    title="Table 1, column of Section 4.2, with the hypotheses of Theorem 4.5",
    statement=_NONNEGATIVE + " (For $\\lambda > 0$ this is Theorem 4.5, and P need not be bounded.)",
    source=TABLE,
    kind="typo-check",
    hypotheses=SPECTRUM,
    instance={"n": 2, "l": 3, "lam": 1, "lam_2": "-1/2"},
    twin=TWICE,
    expected=Verdict.ARGUED,
    rests_on=("CON-T4.5", "CON-T4.5.a", "CON-T4.5.e"),
    repairs="CON-TAB1.c",
)
def table_repaired(factor: int = 1) -> Iterator[Evidence]:
    """lam > 0 is CON-T4.5; lam = 0 is decided here."""
    yield zero_eigenvalue(factor, BOTH)
