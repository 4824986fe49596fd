"""Section 2.2: the mean increment and the probability say different things; exact layers that separate them.

The layers are those of the Oja map (attention with P = 0) with a symmetric positive definite V; every number is
rational but the norms, which the referee encloses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.examples import example
from proofs_checks.power_method import PAPER
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import claim
from verify.verdict import Verdict

sp = lazy("sympy")

SOURCE = Source(PAPER, "Section 2.2")
V = (("1", "0"), ("0", "1/2"))
MOST_GAIN = (("-5/13", "-12/13"), ("8/17", "-15/17"), ("12/13", "5/13"))
FEW_GAIN = (("7/25", "-24/25"), ("-4/5", "3/5"), ("24/25", "-7/25"))
ALL_GAIN = (("3/5", "4/5"), ("4/5", "3/5"), ("5/13", "12/13"))
STATE = ("rows(X) >= 2", "cols(X) == rows(V)", "V == transpose(V)", "alpha > 0")


def layer(tokens: Any) -> tuple[dict[str, Any], list[str]]:
    """The values of one Oja layer at unit tokens, and the relations that say so."""
    X = st.as_array([[sp.Rational(entry) for entry in row] for row in tokens])
    matrix = st.as_array([[sp.Rational(entry) for entry in row] for row in V])
    Y = st.oja_step(X, matrix, sp.Integer(1))
    values = {
        "X": [list(row) for row in tokens],
        "V": [list(row) for row in V],
        "Y": _texts(Y),
        "N": len(X),
        "alpha": 1,
    }
    rows = range(len(X))
    unit = [f"dot(X[{i}], X[{i}]) == 1" for i in rows]
    return values, [*unit, *(f"Y[{i}] == X[{i}] + (alpha/N)*(V@(transpose(X)@ones(N)))" for i in rows)]


def increment(N: int) -> str:
    """N times the mean increment of the absolute correlation with v_1 = e_1, in the referee's language."""
    return " + ".join(f"Abs(Y[{i}][0])/sqrt(dot(Y[{i}], Y[{i}])) - Abs(X[{i}][0])" for i in range(N))


def majority(gain: bool) -> list[str]:
    """That the correlations of two tokens of three, the second and third, grow (`gain`) or do not."""
    sign = ">" if gain else "<="
    return [f"Y[{i}][0]**2/dot(Y[{i}], Y[{i}]) {sign} X[{i}][0]**2" for i in (1, 2)]


def _texts(array: Any) -> Any:
    return [[str(entry) for entry in row] for row in array]


@claim(
    "POW-EQ45.mean",
    title="Both indicators are needed",
    statement=(
        "Neither indicator follows from the other. There are Oja layers with symmetric positive definite V and"
        " three tokens for which two tokens of three come closer to $v_1$ while the mean correlation falls, and"
        " others for which one token of three comes closer while the mean grows. (For one token or equal tokens,"
        r" neither on the line of $v_1$ nor orthogonal to it, and symmetric F with $|1 + \alpha\lambda_1| > |1 +"
        r" \alpha\lambda_j|$ for all $j \ne 1$ both are positive: POW-2.1.amp.R3. For F that is not symmetric even"
        " one step of the power method can lower both.)"
    ),
    reading="R2: both are needed",
    source=SOURCE,
    kind="identity",
    hypotheses=STATE,
    instance={"X": [list(row) for row in MOST_GAIN], "V": [list(row) for row in V], "alpha": 1},
    twin=Twin("a layer in which every token gains", {"tokens": ALL_GAIN}),
    expected=Verdict.ARGUED,
    rests_on=("POW-2.1.amp.R3",),
)
def both_needed(tokens: Any = MOST_GAIN) -> Iterator[Evidence]:
    scope = "existence: N = 3, d = 2, alpha = 1, V = diag(1, 1/2)"
    values, step = layer(tokens)
    falls = example(values, [*step, *majority(True), f"{increment(3)} < 0"], scope=scope, method="exact example")
    others, other_step = layer(FEW_GAIN)
    grows = example(
        others, [*other_step, *majority(False), f"{increment(3)} > 0"], scope=scope, method=("exact example")
    )
    bent = example(
        {"F": [[2, -3], [0, 1]], "x": ["4/5", "3/5"]},
        ["dot(x, x) == 1", "(F@x)[0]**2/dot(F@x, F@x) < x[0]**2", "F[1][0] == 0", "Abs(F[0][0]) > Abs(F[1][1])"],
        scope=scope,
        method="exact example",
    )
    yield conjunction(
        {
            "most tokens gain, the mean falls": falls,
            "one token gains, the mean grows": grows,
            "one token, F not symmetric: the correlation falls": bent,
        },
        scope=scope,
    )


@claim(
    "POW-EQ45.mean.R1",
    title="One indicator implies the other",
    statement=(
        "If more than half of the tokens come closer to $v_1$ through a layer with symmetric F, the mean"
        " increment of the absolute correlations is positive."
    ),
    reading="R1: one implies the other",
    source=SOURCE,
    kind="identity",
    hypotheses=STATE,
    instance={"X": [list(row) for row in MOST_GAIN], "V": [list(row) for row in V], "alpha": 1},
    twin=Twin("another state", {"tokens": ALL_GAIN}),
    expected=Verdict.ARGUED_FALSE,
    no_repair="POW-EQ45.mean says what is true: neither implies the other, except for one token or equal tokens",
)
def one_implies_the_other(tokens: Any = MOST_GAIN) -> Iterator[Evidence]:
    values, step = layer(tokens)
    yield decide.refutation(
        values,
        [*step, *majority(True), f"{increment(3)} < 0"],
        hypotheses=STATE,
        scope="N = 3, d = 2",
        method="exact example",
    )
