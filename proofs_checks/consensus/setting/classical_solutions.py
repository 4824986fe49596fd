"""Section 2.3: what regularity of P in t makes the solutions of (6) classical: continuity does, boundedness does not.

Along a segment of logits with rates lambda_j, |lambda_j| <= Lam, a weight a_j of a row has the rate
a_j (lambda_j - mean). By Cauchy-Schwarz the sum S of the moduli satisfies S^2 <= sum_j a_j (lambda_j - mean)^2,
which is at most Lam^2.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import attnverify.verify.deciders as decide
from attnverify.proofs_checks.consensus import PAPER
from attnverify.proofs_checks.consensus.missing import EXISTENCE
from attnverify.proofs_checks.missing import missing
from attnverify.verify.claim import Source, Twin
from attnverify.verify.evidence import Evidence, conjunction
from attnverify.verify.lazy import lazy
from attnverify.verify.registry import claim
from attnverify.verify.verdict import Verdict

sp = lazy("sympy")

SIZES = ("integer(n)", "n >= 1", "integer(l)", "l >= 1")
# P(0) = log(2) M0 and P(t) = log(2) M1 for t > 0; the first token, with weights a0 and a1.
_JUMP = (
    *SIZES,
    "r > 0",
    "r**2 == n + 1",
    "dot(Y[0], Y[0]) == 1",
    "dot(Y[1], Y[1]) == 1",
    "L0 == Y[0]@M0@transpose(Y)",
    "L1 == Y[0]@M1@transpose(Y)",
    "r*(a0[0] + a0[1]) == 1",
    "r*(a1[0] + a1[1]) == 1",
)
_FLAT = [[0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
_STATE = {"n": 3, "l": 2, "r": 2, "Y": [[1, 0, 0, 0], ["3/5", "4/5", 0, 0]]}


def _moment(name: int, logit: int) -> dict[str, Any]:
    """P log(2)^-1, the logits of y_1 over log(2) and its weights, where the second one is `logit`."""
    M = [[0, str(Fraction(5 * logit, 4)), 0, 0], *_FLAT[1:]]
    odds = [Fraction(1), Fraction(2) ** logit]
    weights = [str(part / (2 * sum(odds))) for part in odds]
    return {f"M{name}": M, f"L{name}": [0, logit], f"a{name}": weights}


@claim(
    "CON-A6.R1",
    title="Classical solutions for P bounded and nothing more",
    statement=(
        "For every bounded P (Assumption 4.1 asks nothing more) the initial value problem for (6) has a solution that"
        " is differentiable and satisfies (6) at every t >= 0. (Refuted by a P that jumps: by the mean value theorem"
        " the derivative at t = 0 is the limit of the derivatives at t > 0, and the right-hand side of (6) has"
        " another value at t = 0.)"
    )
    + missing(EXISTENCE),
    reading="R1: classical solutions, no regularity of P in t",
    source=Source(PAPER, "equation (6); Assumption 4.1"),
    kind="invariance",
    hypotheses=_JUMP,
    instance=_STATE | _moment(0, 0) | _moment(1, 1),
    twin=Twin("P without the jump", {"first": 1}),
    expected=Verdict.ARGUED_FALSE,
)
def classical(first: int = 0) -> Iterator[Evidence]:
    yield decide.refutation(
        _STATE | _moment(0, first) | _moment(1, 1),
        ["(a0[1] - a1[1])*(Y[1] - dot(Y[0], Y[1])*Y[0]) != 0"],
        hypotheses=[*_JUMP, *(f"a{k}[1] == a{k}[0]*2**(L{k}[1] - L{k}[0])" for k in (0, 1))],
        scope="n = 3, l = 2, h = 1, U = I, W = I; the rate of y_1 at t = 0 and its limit as t -> 0+ differ",
        method="exact evaluation of (6); y_1' = alpha_12 (y_2 - <y_1, y_2> y_1)",
    )


def softmax_steps(scope: str, bound: str = "1") -> dict[str, Evidence]:
    """e is one odds of a row, E their sum; a weight a has a rate within Lam, S and V are sums over the row.

    bound : the multiple of Lam that the moduli of the rates of a row are claimed to add up to at most.
    """
    e, E, a, limit, spread, variance = sp.symbols("e E a Lam S V", nonnegative=True)
    rate, mean = sp.symbols("rate mean", real=True)
    claimed = sp.Rational(bound) * limit
    return {
        "b. the rate of a weight": decide.identity(
            {"a (lambda - mean)": ((rate * e * E - e * mean * E) / E**2, (e / E) * (rate - mean))}, scope=scope
        ),
        "b. Cauchy-Schwarz, d = |lambda - mean|: V - 2 S S + S^2 is the sum of a (d - S)^2": decide.identity(
            {"a (d - S)^2": (a * (rate - spread) ** 2, a * rate**2 - 2 * spread * a * rate + spread**2 * a)},
            scope=scope,
        ),
        "b. V is the sum of a lambda^2 less mean^2": decide.identity(
            {"a (lambda - mean)^2": (a * (rate - mean) ** 2, a * rate**2 - 2 * mean * a * rate + mean**2 * a)},
            scope=scope,
        ),
        "b. a lambda^2 <= a Lam^2, so V <= Lam^2 - mean^2": decide.inequality(
            a * rate**2 <= a * limit**2, [rate <= limit, rate >= -limit], scope=scope
        ),
        "b. so the moduli of the rates of a row add up to at most Lam": decide.inequality(
            spread <= claimed,
            [variance - 2 * spread * spread + spread**2 >= 0, variance <= limit**2 - mean**2],
            scope=scope,
        ),
        "b. which two weights 1/2 with the rates Lam and -Lam attain": decide.inequality(
            sp.Le(limit / 2 + limit / 2, claimed, evaluate=False), [], scope=scope
        ),
    }


@claim(
    "CON-A6.R1.repaired",
    title="Classical solutions for continuous P",
    statement=(
        "For P and U bounded and continuous in t, the solution of (6) is continuously differentiable and satisfies"
        r" (6) at every t. The right-hand side is continuous along it: it changes by at most $L\delta$ with the"
        r" tokens (CON-A6) and by at most $\sum_\eta\|U_\eta\|\|P_\eta(t) - P_\eta(s)\|/\sqrt{n+1} +"
        r" \sum_\eta\|U_\eta(t) - U_\eta(s)\|/\sqrt{n+1}$ with the time."
    )
    + missing(EXISTENCE),
    source=Source(PAPER, "equation (6); Assumption 4.1"),
    kind="invariance",
    hypotheses=(*SIZES, "integer(h)", "h >= 1"),
    instance={"n": 2, "l": 4, "h": 2},
    twin=Twin("a row of weights changes by Lam/2 instead of Lam", {"bound": "1/2"}),
    expected=Verdict.ARGUED,
    repairs="CON-A6.R1",
    rests_on=("CON-A1", "CON-A6"),
)
def classical_repaired(bound: str = "1") -> Iterator[Evidence]:
    u, change, drift, r = sp.symbols("u change drift r", nonnegative=True)
    scope = "all n, l, h >= 1, every W, all bounded continuous P(t), U(t), full and auto-regressive"
    yield conjunction(
        {
            **softmax_steps(scope, bound),
            "a drive changes by u times the change of the weights and by the change of U": decide.inequality(
                u * (change / r) + drift * (1 / r) <= (u * change + drift) / r, [r > 0], scope=scope
            ),
        },
        scope=scope,
    )
