"""Problem 3 for few tokens: a search through all states in no open half circle finds an arc that turns upwards."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import attnverify.stability as st
from attnverify.proofs_checks.missing import missing
from attnverify.proofs_checks.perspective import PAPER
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

METHOD = "python-flint: bounds of g in balls, exact sums of them, and a bisection of the gaps"
BOXES = "bisections of more than 20 000 boxes"

# The ends are above the bounds beta = cos a/sin^2 a of the chain, a = pi/(n - 1).
RANGES: Mapping[int, tuple[str, str]] = {
    6: ("3/2", "2.342"),
    7: ("3/2", "3.465"),
    8: ("3/2", "4.786"),
    9: ("3/2", "6.309"),
}


@claim(
    "PER-PR3.nine",
    title="Problem 3 for at most nine tokens: on the circle every critical point that is no cluster is a strict saddle",
    statement=(
        r"For $d = 2$, $\beta > 0$, $3 \leq n \leq 9$ every critical point of the energy that is no cluster is a strict"
        r" saddle. For $\beta \leq \frac32$ that is PER-PR3.circle, for $\beta > \cos a/\sin^2a$, $a = \pi/(n - 1)$,"
        r" PER-N2.circle, and for $n \leq 5$ that is all. Between them, for $6 \leq n \leq 9$, a state in no open half"
        r" circle has an arc whose turning raises the energy to second order, $\sum_{i \in S, j \notin S}g(\theta_i -"
        r" \theta_j) < 0$, $g(s) = e^{\beta\cos s}(\cos s - \beta\sin^2s)$, for the tokens S of the arc, and in an open"
        r" half circle only clusters are critical. So almost every start clusters (PER-T5.loj)." + missing(BOXES)
    ),
    source=Source(PAPER, "Problem 3"),
    kind="stability",
    role="extension",
    twin=Twin("gaps up to 7/4 pi", {"widest": "7/4"}),
    expected=Verdict.ARGUED,
    rests_on=("PER-PR3.circle", "PER-N2.circle", "PER-N2.table", "PER-T5.loj"),
)
def nine_tokens(widest: str = "1") -> Evidence:
    """That every state with gaps of at most widest*pi has an arc of negative cut, for each n and its range of beta."""
    said = ", ".join(f"n = {n}, {low} <= beta <= {high}" for n, (low, high) in RANGES.items())
    scope, boxes = f"d = 2, no gap above {widest} pi, {said}", 0
    for n, (low, high) in RANGES.items():
        found = st.decrease.arc_cuts(n, Fraction(low), Fraction(high), widest=Fraction(widest))
        boxes += found.boxes
        if found.left is not None:
            gaps, beta = found.left
            least = st.decrease.least_arc_cut(gaps, beta)
            place = f"the gaps {gaps} pi/512 at beta = {beta}, where the least cut is {least.str(5)}"
            return open_(scope, METHOD, f"undecided near {place}")
    return Evidence(Verdict.ARGUED, scope, METHOD, f"an arc found on each of {boxes} boxes")
