"""The map (1) with a symmetric value matrix: hemisphere for every step, and the step threshold of the first token.

y_i + tau F_i is linear in the weights, and the projection multiplies it by a positive number, so that signs of heights
and quotients of coordinates are those of y_i + tau F_i, pair by pair.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix.deviation_equation import pair
from proofs_checks.examples import example
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

DISCRETE = Source(PAPER, "equation (1) with the hypotheses of Theorem 4.5")
SIMULATION = Source(PAPER, "Section 5.1.3, value matrix U")
SCOPE = "all n, l >= 1, every symmetric U with simple top eigenvalue lam >= 0, every P, every step tau > 0"
U_PRINTED = (("-0.26", "0.50", "0.56"), ("0.50", "-0.72", "-0.50"), ("0.56", "-0.50", "-0.02"))


@illustration(
    "CON-B2.value",
    title="The map with a symmetric value matrix: hemisphere and first token",
    statement=(
        r"Map (1) with $W_\eta V_\eta = \tau U$, U symmetric, $Uv = \lambda v$, $\lambda \ge 0$ the simple largest"
        r" eigenvalue: $b_i^+ > 0$ for every $\tau > 0$ if all $b_i > 0$. With auto-regressive weights the first token"
        r" obeys $p_1^+ = (I + \tau'U)p_1/(1 + \tau'\lambda)$, $\tau' = \tau/\sqrt{n+1}$; it converges to v from all"
        r" $b_1 > 0$ if and only if $\lambda + \lambda_{\min} \ge 0$ or $\tau|\lambda + \lambda_{\min}| < 2\sqrt{n+1}$."
    ),
    source=DISCRETE,
    kind="step-size bound",
    role="extension",
)
def first_token(bound: int = 2) -> Iterator[Evidence]:
    """Each eigendirection of p_1 is multiplied by f = (1 + t mu)/(1 + t lam), t = tau': contraction for all mu iff |f|
    < 1 for mu = lam_min; at |f| >= 1 a component along v_min does not decay. lam > mu excludes f = 1."""
    found = pair(metric="I")
    tau = sp.Symbol("tau", real=True)
    lam, mu, t, a, b_i, b_j = sp.symbols("lam mu t a b_i b_j", real=True)
    x = generic.array("p", 2)
    y = np.concatenate([[sp.Integer(1)], x])
    second = sp.Symbol("second", real=True)
    moved = y + t * st.models.drive(y[np.newaxis], np.array([[1]], dtype=object), np.diag([lam, mu, second]))[0]
    factor = (1 + t * mu) / (1 + t * lam)
    given = [t > 0, lam >= 0, lam > mu]
    steps = {
        "the height of y_i + tau F_i, pair by pair": decide.identity(
            {"height": (found.moved[0], found.b_i + tau * found.a * found.lam * found.b_j)}, scope=SCOPE
        ),
        "it is positive": decide.inequality(
            b_i + tau * a * lam * b_j > 0, [b_i > 0, tau > 0, a >= 0, lam >= 0, b_j > 0], degree=4, scope=SCOPE
        ),
        "each direction of p_1 is multiplied by (1 + t mu)/(1 + t lam)": decide.identity(
            {"direction": (moved[1] / moved[0], factor * x[0]), "height": (moved[0], 1 + t * lam)}, scope=SCOPE
        ),
        "the factor is below 1": decide.inequality(factor < 1, given, scope=SCOPE),
        "above -1 if lam + mu >= 0": decide.inequality(factor > -1, [*given, lam + mu >= 0], scope=SCOPE),
        "above -1 if t |lam + mu| < 2": decide.inequality(
            factor > -1, [*given, lam + mu < 0, -t * (lam + mu) < bound], scope=SCOPE
        ),
        "at most -1 otherwise": decide.inequality(
            factor <= -1, [*given, lam + mu < 0, -t * (lam + mu) >= 2], scope=SCOPE
        ),
    }
    yield conjunction(steps, scope=SCOPE)


@illustration(
    "CON-X7",
    title="The step threshold for the value matrix of 5.1.3",
    statement=(
        r"For U of 5.1.3 the first token of the map converges to v or -v from every $v^Ty_1 \ne 0$ if and only if $\tau"
        r" < \tau^* = 2\sqrt3/|\lambda + \lambda_{\min}| = 2\sqrt3/(1 + \mu)$, where $\mu$ is the middle eigenvalue of"
        r" U; $3.532114955 < \tau^* < 3.532114956$. The hemisphere is kept for every larger step as well."
    ),
    source=SIMULATION,
    kind="step-size bound",
    role="extension",
)
def threshold(low: str = "3.532114955", high: str = "3.532114956") -> Iterator[Evidence]:
    """The characteristic polynomial changes its sign in three disjoint intervals: they isolate its three roots, the
    largest positive. The trace is -1, so lam + lam_min = -1 - mu; the ends of the middle interval bound tau*^2 = 12/(1
    + mu)^2."""
    scope = "the printed matrix U of 5.1.3"
    values = {"n": 2, "U": [list(row) for row in U_PRINTED], "below": "-0.01925569835", "above": "-0.01925569830"}
    isolated = [
        "U == transpose(U)",
        "trace(U) == -1",
        "det(U + 2*identity(3))*det(U + identity(3)) < 0",
        "det(U - below*identity(3))*det(U - above*identity(3)) < 0",
        "det(U)*det(U - identity(3)) < 0",
        "-1 < below < above < 0",
    ]
    method = "exact sign changes of the characteristic polynomial"
    bounds = {**values, "low": low, "high": high}
    shown = example(
        bounds, [*isolated, "low**2*(1 + above)**2 < 12", "high**2*(1 + below)**2 > 12"], scope=scope, method=method
    )
    if shown.rung.holds:
        yield shown
    else:  # the contrary may be shown in the same way: tau* <= low
        yield decide.refutation(bounds, [*isolated, "low**2*(1 + below)**2 >= 12"], scope=scope, method=method)
