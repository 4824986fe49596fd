"""Problem 3 for few tokens: a search through all states in no open half circle finds an arc that turns upwards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction

import attnverify.stability as st
from attnverify.proofs_checks.missing import missing
from attnverify.proofs_checks.perspective import PAPER
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Rung, Verdict

METHOD = "python-flint: bounds of g in balls, exact sums of them, and a bisection of the gaps"
BOXES = "bisections of more than 20 000 boxes"
Range = tuple[str, str]

# The ends are above the bounds beta = cos a/sin^2 a of the chain: printed, a = pi/(2(n - 1)); ours, a = pi/(n - 1).
PRINTED: Mapping[int, Range] = {4: ("0", "7/2"), 5: ("0", "13/2"), 6: ("0", "10"), 7: ("0", "29/2")}
OURS: Mapping[int, Range] = {6: ("3/2", "2.342"), 7: ("3/2", "3.465"), 8: ("3/2", "4.786"), 9: ("3/2", "6.309")}


def every_state_has_a_negative_cut(ranges: Mapping[int, Range], widest: str) -> Evidence:
    """That every state with gaps of at most widest*pi has an arc of negative cut, for each n and its range of beta."""
    said = ", ".join(f"n = {n}, {low} <= beta <= {high}" for n, (low, high) in ranges.items())
    scope, boxes = f"d = 2, no gap above {widest} pi, {said}", 0
    for n, (low, high) in ranges.items():
        found = st.decrease.arc_cuts(n, Fraction(low), Fraction(high), widest=Fraction(widest))
        boxes += found.boxes
        if found.left is not None:
            gaps, beta = found.left
            least = st.decrease.least_arc_cut(gaps, beta)
            place = f"the gaps {gaps} pi/512 at beta = {beta}, where the least cut is {least.str(5)}"
            return open_(scope, METHOD, f"undecided near {place}")
    return Evidence(Rung.CERTIFIED, scope, METHOD, reason=f"an arc found on each of {boxes} boxes")


@claim(
    "PER-C3.cuts",
    title="Saddles for few tokens, by cuts",
    statement=(
        r"For $d = 2$, $n = 4, \dots, 7$ and $0 \leq \beta \leq B_n$, $B_4 = 7/2$, $B_5 = 13/2$, $B_6 = 10$, $B_7 ="
        r" 29/2$, every state in no open half circle violates a cut condition of second order: $\sum_{i \in S, j \notin"
        r" S}g(\theta_i - \theta_j) < 0$, $g(s) = e^{\beta\cos s}(\cos s - \beta\sin^2s)$, for the tokens S of an arc."
        r" Beyond $B_n$ the printed chain argument takes over (PER-B.chain.table)." + missing(BOXES)
    ),
    source=Source(PAPER, "supports Problem 3", reconstructed=True),
    kind="stability",
    role="extension",
    hypotheses=("integer(n)", "n >= 4", "n <= 7", "beta >= 0", "beta <= B_n"),
    instance={"n": 4, "beta": 1, "B_n": "7/2"},
    twin=Twin("gaps up to 7/4 pi", {"widest": "7/4"}),
    expected=Verdict.ARGUED,
)
def few_tokens(widest: str = "1") -> Iterator[Evidence]:
    yield every_state_has_a_negative_cut(PRINTED, widest)


@claim(
    "PER-PR3.nine",
    title="Problem 3 for at most nine tokens: on the circle every critical point that is no cluster is a strict saddle",
    statement=(
        r"For $d = 2$, $\beta > 0$, $3 \leq n \leq 9$ every critical point of the energy that is no cluster is a strict"
        r" saddle. For $\beta \leq \frac32$ that is PER-PR3.circle, for $\beta > \cos a/\sin^2a$, $a = \pi/(n - 1)$,"
        r" PER-N2.circle, and for $n \leq 5$ that is all. Between them, for $6 \leq n \leq 9$, a state in no open half"
        r" circle has an arc whose turning raises the energy to second order, and in an open half circle only clusters"
        r" are critical." + missing(BOXES)
    ),
    source=Source(PAPER, "Problem 3"),
    kind="stability",
    role="extension",
    hypotheses=("integer(n)", "n >= 3", "n <= 9", "beta > 0"),
    instance={"n": 6, "beta": 2},
    twin=Twin("gaps up to 7/4 pi", {"widest": "7/4"}),
    expected=Verdict.ARGUED,
    rests_on=("PER-PR3.circle", "PER-N2.circle", "PER-N2.table"),
)
def nine_tokens(widest: str = "1") -> Iterator[Evidence]:
    yield every_state_has_a_negative_cut(OURS, widest)


@claim(
    "PER-N2",
    title="Large beta, with the constant of the chain",
    statement=(
        r"If $\beta > (d-1)\cos(\pi/(n-1))/\sin^2(\pi/(n-1))$, almost every start clusters; for $d = 2$ all $\beta \geq"
        r" 0$ with $n \leq 7$. The first assertion is PER-N2.chain, for $n \geq 3$; at most five tokens with every"
        r" $\beta \geq 0$ are PER-N2.three and PER-N2.five. With six or seven every critical point that is no cluster"
        r" is a strict saddle (PER-PR3.nine), and almost every start clusters as there (PER-T5.loj)." + missing(BOXES)
    ),
    source=Source(PAPER, "beyond the text"),
    kind="stability",
    role="extension",
    hypotheses=("integer(n)", "n >= 2", "n <= 7", "beta >= 0"),
    instance={"n": 6, "beta": 2},
    twin=Twin("gaps up to 7/4 pi", {"widest": "7/4"}),
    expected=Verdict.ARGUED,
    rests_on=("PER-N2.chain", "PER-N2.three", "PER-N2.five", "PER-PR3.nine", "PER-T4.3.R2", "PER-T5.loj"),
)
def six_and_seven_tokens(widest: str = "1") -> Iterator[Evidence]:
    yield every_state_has_a_negative_cut({n: OURS[n] for n in (6, 7)}, widest)
