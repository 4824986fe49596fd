"""Table 1 and the abstract: what is said about convergence, against what holds."""

from __future__ import annotations

from collections.abc import Iterator

import attnverify.verify.deciders as decide
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.auto_regressive.almost_every import expansion
from attnverify.proofs_checks.consensus.auto_regressive.hemisphere import SIZE, SIZES, leader_following
from attnverify.proofs_checks.consensus.missing import NULL_SETS
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

sp = lazy("sympy")

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


@claim(
    "CON-I.b.repaired",
    title="Where all tokens do converge to each other",
    statement=(
        "All tokens converge to each other: for U = I, full or auto-regressive, from every state with all tokens in"
        " some open hemisphere (CON-B1, CON-T4.2.repaired); for U = I, W = I, auto-regressive, from almost every state"
        r" (CON-T4.2.e); for U symmetric with simple largest eigenvalue $\lambda > 0$, auto-regressive, from every"
        " state with $v^Ty_i > 0$ for all i (CON-B4). An antipodal pair lies in no open hemisphere. (The first and the"
        " last of these are proved; what remains is almost every state, CON-T4.2.e.)"
    )
    + missing(NULL_SETS),
    source=Source(PAPER, "abstract"),
    kind="convergence",
    hypotheses=(*SIZES, "c > 0"),
    instance={**SIZE, "c": "1/2"},
    twin=Twin("twice the rate of CON-T4.2.repaired", {"factor": 2}),
    expected=Verdict.ARGUED,
    rests_on=("CON-B1", "CON-B4", "CON-T4.2.e", "CON-T4.2.repaired"),
    repairs="CON-I.b",
)
def abstract_repaired(factor: int = 1) -> Iterator[Evidence]:
    c = sp.Symbol("c", real=True)
    yield conjunction(
        {
            **leader_following(factor),
            "the product of v with -y is negative where that with y is positive": decide.inequality(
                -c < 0, [c > 0], scope=ALL
            ),
        },
        scope=ALL + "; the other cases are the claims it rests on",
    )
