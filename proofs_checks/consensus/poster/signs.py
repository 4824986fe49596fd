"""The poster's condition 0 < |tau| << 1: what holds for steps of either sign, and what fails for negative ones."""

from __future__ import annotations

from collections.abc import Iterator

import attnverify.stability as st
import attnverify.verify.deciders as decide
from attnverify.proofs_checks import generic
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.missing import EXISTENCE
from attnverify.proofs_checks.consensus.setting.approximation import remainder_steps
from attnverify.proofs_checks.consensus.symbols import column
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

sp = lazy("sympy")

SOURCE = Source(PAPER, "poster, small parameter")
SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1", "integer(h)", "h >= 1")
SCOPE = "all n, l, h >= 1, every W, P, U and state, tau of either sign"


@claim(
    "CON-P.c",
    title="First-order approximation for steps of either sign",
    statement=(
        r"For $0 < |\tau| \ll 1$ the discrete dynamics is approximated by the continuous one, run to the time $\tau$,"
        r" backwards for $\tau < 0$: with F as in CON-2.3.b and $|\tau|F < 1$, $|\pi_W(y_i + \tau f_i) - y_i - \tau"
        r" T_{y_i}\pi_Wf_i|_W \le \tau^2F^2/(\sqrt3(1 - |\tau|F)^2)$. A step $\tau < 0$ with U is the step $|\tau|$"
        r" with -U."
    )
    + missing(EXISTENCE),
    reading="approximated: to first order in one step",
    source=SOURCE,
    kind="invariance",
    hypotheses=(*SIZES, "F > 0", "Abs(tau)*F < 1", "tau != 0"),
    instance={"n": 2, "l": 4, "h": 2, "F": "3/2", "tau": "-1/4"},
    twin=Twin("|s''| <= |f|^2/R, without the factor 2/sqrt(3)", {"square": "1"}),
    expected=Verdict.ARGUED,
    rests_on=("CON-2.3.b",),
)
def either_sign(square: str = "4/3") -> Iterator[Evidence]:
    tau, g, phi, F = sp.symbols("tau g phi F", real=True)
    Y, A, U = generic.array("y", 2, 2), generic.array("a", 1, 2, 2), generic.array("U", 1, 2, 2)
    yield conjunction(
        {
            **remainder_steps(SCOPE, square),
            "tau g >= -|tau| F, for tau < 0": decide.inequality(
                tau * g >= tau * F, [tau <= 0, g <= phi, phi <= F], scope=SCOPE
            ),
            "a step -tau with U is a step tau with -U": decide.identity(
                {
                    "argument": (
                        column(Y - tau * st.models.drive(Y, A, U)),
                        column(Y + tau * st.models.drive(Y, A, -U)),
                    )
                },
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )
