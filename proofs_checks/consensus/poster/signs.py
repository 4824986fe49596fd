"""The poster's condition 0 < |tau| << 1: what holds for steps of either sign, and what fails for negative ones."""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.missing import EXISTENCE
from proofs_checks.consensus.setting.approximation import remainder_steps
from proofs_checks.consensus.symbols import column
from proofs_checks.missing import missing
from verify.claim import Source, Twin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import claim, illustration
from verify.verdict import Verdict

np = lazy("numpy")
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


# Two tokens of S^3 with the heights c_1 = 200/10001 and c_2 = 1 over v = e_1; P = 0, so all weights are 1/4.
_DATA = (
    "integer(n)",
    "n >= 1",
    "cols(Y) == n + 1",
    "tau != 0",
    "r > 0",
    "r**2 == n + 1",
    "dot(Y[0], Y[0]) == 1",
    "dot(Y[1], Y[1]) == 1",
    "Y@v > 0",
    "L == Y@P@transpose(Y)",
    "r*(A@ones(rows(Y))) == 1",
)
_NONE = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
_STATE = {
    "n": 3,
    "r": 2,
    "v": [1, 0, 0, 0],
    "Y": [["200/10001", "9999/10001", 0, 0], [1, 0, 0, 0]],
    "P": _NONE,
    "L": [[0, 0], [0, 0]],
    "A": [["1/4", "1/4"], ["1/4", "1/4"]],
}


@illustration(
    "CON-P.c.R1",
    title="Hemispheres are kept by small steps of either sign",
    statement=(
        r"For $0 < |\tau| \ll 1$ the discrete dynamics shares the conclusions drawn from the continuous one; in"
        r" particular for U = I the tokens of a hemisphere $v^Ty_i > 0$ stay in it for every $0 < |\tau| \le 1/10$."
    ),
    reading="R1: approximated: with the same invariant hemispheres, for both signs",
    source=SOURCE,
    kind="invariance",
)
def negative_step(tau: str = "-1/10") -> Iterator[Evidence]:
    softmax = [f"A[{i}][0]*exp(L[{i}][1]) == A[{i}][1]*exp(L[{i}][0])" for i in range(2)]
    yield decide.refutation(
        _STATE | {"tau": tau},
        ["dot(v, Y[0] + tau*(A[0]@Y)) < 0"],
        hypotheses=[*_DATA, *softmax, "Abs(tau) <= 1/10"],
        scope="n = 3, l = 2, h = 1, W = U = I, P = 0, tau = -1/10: the first token leaves the hemisphere",
        method="exact evaluation of the map (1); the projection does not change the sign",
    )


@illustration(
    "CON-P.c.R1.repaired",
    title="Hemispheres are kept by positive steps, and left by every negative one",
    statement=(
        r"For U = I the map (1) keeps every hemisphere $v^Ty_i > 0$ for every $\tau > 0$, and for no $\tau < 0$: with"
        r" P = 0 and l = 2 tokens of heights $0 < c_1 < c_2|\tau|h/(2\sqrt{n+1})$ the first one leaves it in one step."
    ),
    source=SOURCE,
    kind="invariance",
    repairs="CON-P.c.R1",
)
def positive_step(least: str = "0") -> Iterator[Evidence]:
    """One more term keeps the sum positive; mean is h/(2 sqrt(n+1)), the weight of each token for P = 0, l = 2."""
    total, c_j, c_1, c_2, tau, weight, mean = sp.symbols("total c_j c_1 c_2 tau weight mean", real=True)
    scope = "all n, l, h >= 1, every W, P, v and state"
    yield conjunction(
        {
            "tau > 0: v^T y_i + tau (sum of alpha_ij c_j) stays positive, term by term": decide.inequality(
                total + tau * weight * c_j > 0,
                [total > 0, c_j > 0, weight > 0, weight <= 1, tau > sp.Rational(least)],
                scope=scope,
            ),
            "tau < 0: the first token leaves": decide.inequality(
                c_1 + tau * (mean * c_1 + mean * c_2) < 0,
                [c_1 > 0, c_2 > 0, mean > 0, tau < 0, c_1 < -tau * mean * c_2],
                scope=scope,
            ),
        },
        scope=scope,
    )
