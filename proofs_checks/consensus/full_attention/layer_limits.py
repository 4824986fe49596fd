"""CON-B2, CON-X3: the contraction factor of the map (1) at consensus, the map without skip connection, and negative
steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus.full_attention import pairs
from proofs_checks.consensus.full_attention.layers import MAP, STEP, STEP_INSTANCE
from verify.claim import Twin
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import claim
from verify.verdict import Verdict

np = lazy("numpy")
sp = lazy("sympy")

NEGATIVE = ("integer(h)", "h >= 1", "tau < 0", "s > 0", "r > 0", "r <= 1", "8*r <= -1*tau*s")


def at_consensus(tau: Any, sign: int) -> tuple[Any, Any]:
    """The derivative of one step at the consensus e_1 of three tokens of the circle, by `st.flow_step`, and the tokens'
    x_i.

    The weights are uniform at consensus for every P; their first-order change has row sums zero and is taken along.
    sign : of 1 + tau s, which the norm is.
    """
    s, eps = sp.Symbol("s", positive=True), sp.Symbol("eps", real=True)
    x, change = generic.array("x", 3), generic.array("k", 3, 2)
    Y = np.stack([np.array([sp.Integer(1), eps * value]) for value in x])
    bend = np.concatenate([change, -np.sum(change, axis=1, keepdims=True)], axis=1)
    z = Y + tau * st.drive(Y, s / 3 + eps * bend)
    # pi(z) to first order: the length is |1 + tau s| up to eps^2.
    moved = np.array([sp.diff(row[1], eps).subs(eps, 0) for row in z]) / (sign * (1 + tau * s))
    lengths = [sp.diff(row @ row, eps).subs(eps, 0) for row in z]
    return moved, [*x, s, *lengths]


@claim(
    "CON-B2.factor",
    title="The asymptotic contraction factor per layer",
    statement=(
        r"At a consensus y the derivative of the map (1), $W_\eta V_\eta = \tau I$, $1 + \tau s \ne 0$, $s ="
        r" h/\sqrt{n+1}$, takes tangent perturbations $\delta_i$ to $(\delta_i + \tau s\bar\delta)/|1 + \tau s|$,"
        r" $\bar\delta$ their mean, whatever P is: differences are multiplied by $1/|1 + \tau s|$. Below 1 for $\tau >"
        r" 0$ and for $\tau < -2/s$ (all tokens then change to the antipode in each layer), above 1 for $-2/s < \tau <"
        r" 0$, $\tau \ne -1/s$."
    ),
    source=MAP,
    kind="spectrum",
    hypotheses=(*pairs.SIZES, "s > 0", "1 + tau*s != 0"),
    instance={**pairs.INSTANCE, "s": 1, "tau": "-5/2"},
    twin=Twin("differences multiplied by 1/(1 + 2 tau s)", {"multiple": 2}),
    expected=Verdict.PROVED,
    rests_on=("CON-A1",),
)
def factor(multiple: int = 1) -> Iterator[Evidence]:
    """The map of differences from row to row does not involve l: delta_i - delta_k has no mean."""
    s, tau = sp.symbols("s tau", real=True)
    steps = {}
    for name, step, sign in (("tau > 0", sp.Symbol("tau", positive=True), 1), ("1 + tau s < 0", tau, -1)):
        moved, (x, y, z, size, *lengths) = at_consensus(step, sign)
        mean, norm = (x + y + z) / 3, sign * (1 + step * size)
        steps[name] = decide.identity(
            {
                "first token": (moved[0], (x + step * size * mean) / norm),
                "differences": (moved[0] - moved[1], (x - y) / (sign * (1 + multiple * step * size))),
                "the length does not change to first order": (sum(lengths), sp.Integer(0)),
            },
            given=[size > 0],
            scope=f"three tokens, {name}; linear in the tokens",
        )
    yield conjunction(
        {
            **steps,
            "tau > 0: below 1": decide.inequality(1 + tau * s > 1, [tau > 0, s > 0], scope="|1 + tau s| > 1"),
            "tau < -2/s: below 1": decide.inequality(-(1 + tau * s) > 1, [tau * s < -2], scope="|1 + tau s| > 1"),
            "-2/s < tau < 0: above 1": decide.inequality(
                (1 + tau * s) ** 2 < 1, [tau * s > -2, tau * s < 0], scope="(1 + tau s)^2 < 1"
            ),
        },
        scope="all n, l, h >= 1, every P, all real tau with 1 + tau s nonzero",
    )


@claim(
    "CON-B2.infinity",
    title="Without skip connection convergence is quadratic",
    statement=(
        r"As $\tau \to \infty$ the map becomes $y_i^+ = \pi_W(\sum_j\bar\alpha_{ij}y_j)$, with $q_i^+ ="
        r" \sum_j\beta_{ij}q_j$, $\beta_{ij} = \bar\alpha_{ij}c_j/\sum_k\bar\alpha_{ik}c_k$. In the hemisphere, P"
        r" bounded, $|\beta_{ij} - \beta_{kj}| \le K\,\mathrm{diam}\,q$ and so $\mathrm{diam}\,q^+ \le \ell"
        r" K(\mathrm{diam}\,q)^2$."
    ),
    source=MAP,
    kind="convergence",
    hypotheses=(*pairs.SIZES, "K > 0", "D > 0"),
    instance={**pairs.INSTANCE, "K": 4, "D": "1/10"},
    twin=Twin("rows that do not approach each other", {"power": 0}),
    expected=Verdict.PROVED,
    rests_on=("CON-B2",),
)
def no_skip(power: int = 1) -> Iterator[Evidence]:
    """q_i+ - q_k+ = sum_j (beta_ij - beta_kj)(q_j - q_1), since rows add up to 1: l terms of at most K D times D.

    |beta_ij - beta_kj| <= K D: beta is a smooth function of logits and heights, whose rows differ by at most L D (the
    bounds of CON-B1.rate), on a compact set where it is Lipschitz with one constant for all t.
    """
    scope = "all n, l, h >= 1, every W, bounded P"
    beta, q = generic.array("b", 2, 2), generic.array("q", 3)
    rows = np.concatenate([beta, 1 - np.sum(beta, axis=1, keepdims=True)], axis=1)
    K, D, change, gap, total, ell = sp.symbols("K D change gap total ell", real=True)
    Y, v, a, eps = (
        generic.array("y", 2, 2),
        generic.array("v", 2),
        generic.array("a", 2),
        sp.Symbol("eps", positive=True),
    )
    c = st.heights(Y, v)
    z = Y + st.drive(Y, np.stack([a, a])) / eps
    yield conjunction(
        {
            "the share a c_j/(sum a c) as eps = 1/tau -> 0": decide.identity(
                {
                    "projection": (
                        sp.Matrix(sp.Matrix(eps * z[0] / (eps * z[0] @ v)).applyfunc(sp.together).subs(eps, 0)),
                        sp.Matrix((a[0] * Y[0] + a[1] * Y[1]) / (a[0] * c[0] + a[1] * c[1])),
                    )
                },
                scope=scope,
            ),
            "rows add up to 1": decide.identity(
                {"difference": ((rows[0] - rows[1]) @ q, (rows[0] - rows[1]) @ (q - q[0]))}, scope=scope
            ),
            "a term": decide.inequality(
                [change * gap <= K * D**2, change * gap >= -K * D**2],
                [K > 0, D > 0, change <= K * D**power, change >= -K * D**power, gap <= D, gap >= -D],
                scope=scope,
                degree=4,
            ),
            "l terms": decide.inequality(ell * total <= ell * K * D**2, [ell >= 1, total <= K * D**2], scope=scope),
        },
        scope=scope,
    )


@claim(
    "CON-B2.negative",
    title="Every negative step leaves some hemisphere and increases V",
    statement=(
        r"For every $\tau < 0$ there are states of the open hemisphere, n = 1, $\ell = 2$, P = 0, that the map (1)"
        r" with $W_\eta V_\eta = \tau I$ takes out of it: $y_2 = v = e_1$ and $y_1 = (2r, 1 - r^2)/(1 + r^2)$ with $0"
        r" < r \le \min(1, |\tau|s/8)$. Then $v^Ty_1^+ < 0$, so V increases as well."
    ),
    source=MAP,
    kind="invariance",
    hypotheses=NEGATIVE,
    instance={"h": 1, "tau": -1, "s": "7/10", "r": "1/20"},
    twin=Twin("r up to |tau| s", {"reach": 1}),
    expected=Verdict.PROVED,
)
def negative_step(reach: int = 8) -> Iterator[Evidence]:
    tau, s, r = sp.symbols("tau s r", real=True)
    v = np.array([sp.Integer(1), sp.Integer(0)], dtype=object)
    Y = np.array([[2 * r / (1 + r**2), (1 - r**2) / (1 + r**2)], [sp.Integer(1), sp.Integer(0)]], dtype=object)
    height = st.heights(Y + tau * st.drive(Y, np.full((2, 2), s / 2, dtype=object)), v)[0]
    given = [tau < 0, s > 0, r > 0, r <= 1, reach * r <= -tau * s]
    scope = "every tau < 0 and every s > 0, the given states"
    yield conjunction(
        {
            "the tokens are unit vectors": decide.identity({"unit": (Y[0] @ Y[0], sp.Integer(1))}, scope=scope),
            "they are in the open hemisphere": decide.inequality(Y[0] @ v > 0, given, scope=scope),
            "the new height of the first one is negative": decide.inequality(height < 0, given, scope=scope, degree=4),
        },
        scope=scope,
    )
    yield decide.smt(height < 0, given, scope=scope)


@claim(
    "CON-X3",
    title="Discrete Theorem 3.2: exactly the steps tau >= 0",
    statement=(
        r"For the map (1) with $W_\eta V_\eta = \tau I$ the open hemispheres are forward invariant and V is"
        r" non-increasing for every P and all $\tau \ge 0$, and for no $\tau < 0$. For $\tau > 0$ consensus is reached"
        r" geometrically, with the asymptotic factor $1/(1 + \tau s)$ per layer, quadratically as $\tau \to \infty$."
    ),
    source=MAP,
    kind="invariance",
    hypotheses=STEP,
    instance=STEP_INSTANCE,
    twin=Twin("the factor falls below 0 for some tau > 0", {"floor": 1}),
    expected=Verdict.PROVED,
    rests_on=("CON-B2", "CON-B2.contraction", "CON-B2.factor", "CON-B2.infinity", "CON-B2.negative"),
)
def exactly_nonnegative(floor: int = 0) -> Iterator[Evidence]:
    """tau = 0 is the identity; the factor lies strictly between 0 and 1 for tau > 0 and decreases in tau."""
    Y, a = generic.array("y", 2, 2), generic.array("a", 2, 2)
    tau, more, s = sp.symbols("tau more s", real=True)
    still = Y + 0 * st.drive(Y, a)
    yield conjunction(
        {
            "tau = 0": decide.identity({"identity": (sp.Matrix(still), sp.Matrix(Y))}, scope="tau = 0"),
            "the factor": decide.inequality(
                [1 / (1 + tau * s) < 1, 1 / (1 + tau * s) > floor, 1 / (1 + more * s) < 1 / (1 + tau * s)],
                [tau > 0, s > 0, more > tau],
                scope="all tau > 0",
            ),
        },
        scope="all n, l, h >= 1, every W and P, all real tau",
    )
