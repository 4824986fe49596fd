"""CON-H.3, CON-H.4: Theorem 3.2 without boundedness, and without uniform continuity, of P.

Unbounded P. Two tokens of the circle with P(t) = kappa t I, uniformly continuous: g = y_1^T y_2 obeys g' = 2 alpha_12
(1 - g^2), so (artanh g)' = 2 alpha_12. As long as g <= 1/2, alpha_12 <= e^(-kappa t/2)/sqrt(2), whose integral is
sqrt(2)/kappa; so artanh g(t) <= artanh g(0) + 2 sqrt(2)/kappa < artanh(1/2) for g(0) = 0, kappa = 8, and g never
reaches 1/2.

Any P. With a(t) = sum_h e^(-2 M_h(t))/(l sqrt(n+1)) in place of a, the proof of CON-B1 gives diam q(t) <= diam q(0)
exp(-(m_0/C) l int a): consensus whenever that integral diverges.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.full_attention import pairs
from proofs_checks.consensus.full_attention.projected_flow import contraction
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

HYPOTHESES = Source(PAPER, "Assumption 3.1 (necessity)")

# Two tokens e_1, e_2 of the circle, P(t) = kappa t I: a solution that never comes closer than g = 1/2.
GROWING = (
    "kappa > 0",
    "dot(Y[0], Y[0]) == 1",
    "dot(Y[1], Y[1]) == 1",
    "dot(v, v) == 1",
    "Y@v > 0",
    "g == dot(Y[0], Y[1])",
)
ESCAPE = {"kappa": 8, "Y": [[1, 0], [0, 1]], "v": ["3/5", "4/5"], "g": 0, "ceiling": "1/2"}


def bounded_pull(factor: int = 2) -> Evidence:
    """g = y_1^T y_2 obeys g' = 2 alpha_12 (1 - g^2), and alpha_12 <= e^(-p(1-g))/sqrt(2) for P = p I: exactly."""
    scope = "two tokens of the circle, h = 1, P(t) = p(t) I, every p"
    y_1, y_2, a, b = sp.symbols("y_1 y_2 a b", real=True)
    z_1, z_2 = sp.symbols("z_1 z_2", real=True)
    Y = np.array([[y_1, y_2], [z_1, z_2]], dtype=object)
    A = np.array([[b, a], [a, b]], dtype=object)
    moved = st.velocity(Y, A)
    x, g, ceiling, p = sp.symbols("x g ceiling p", positive=True)
    kappa, room = sp.symbols("kappa room", positive=True)
    t, c = sp.symbols("t c", real=True)
    return conjunction(
        {
            "g' = 2 alpha_12 (1 - g^2)": decide.identity(
                {"rate": (moved[0] @ Y[1] + Y[0] @ moved[1], factor * a * (1 - (Y[0] @ Y[1]) ** 2))},
                relations=pairs.unit_relations(Y),
                scope=scope,
            ),
            "alpha_12 sqrt(2) = x/(1 + x) <= x for x = e^(-p(1-g))": decide.inequality(
                x / (1 + x) <= x, [x > 0], scope=scope
            ),
            "and p(1 - g) >= p(1 - ceiling) while g <= ceiling": decide.inequality(
                p * (1 - g) >= p * (1 - ceiling), [g <= ceiling], scope=scope
            ),
            "artanh g grows at the rate 2 alpha_12, and the bound e^(-kappa t (1-ceiling)) integrates": decide.identity(
                {
                    "artanh": (sp.diff(sp.log((1 + c) / (1 - c)) / 2, c) * (1 - c**2), sp.Integer(1)),
                    "a primitive, 0 at infinity": (
                        sp.diff(-sp.exp(-kappa * t * room) / (kappa * room), t),
                        sp.exp(-kappa * t * room),
                    ),
                    "from 0 on": (sp.exp(-kappa * 0 * room) / (kappa * room), 1 / (kappa * room)),
                },
                scope="p(t) = kappa t, room = 1 - ceiling",
            ),
        },
        scope=scope,
    )


def no_consensus(kappa: str = "8") -> Evidence:
    """artanh g grows by at most 2 times the integral of alpha_12, sqrt(2)/(kappa(1 - ceiling)), below artanh(1/2)."""
    return decide.refutation(
        {**ESCAPE, "kappa": kappa},
        [
            "log((1 + g)/(1 - g))/2 + 2/(sqrt(2)*kappa*(1 - ceiling)) < log((1 + ceiling)/(1 - ceiling))/2",
            "ceiling < 1",
            "g < ceiling",
        ],
        hypotheses=GROWING,
        scope="n = 1, l = 2, h = 1, P(t) = kappa t I, from e_1, e_2: y_1^T y_2 never reaches 1/2",
        method="the integral of the pull, in exact arithmetic and balls",
    )


@illustration(
    "CON-H.3.pull",
    title="Two tokens attract each other at a bounded total strength when P grows",
    statement=(
        r"For two tokens of the circle, full attention, h = 1, U = I, P(t) = p(t)I: $\dot g = 2\alpha_{12}(1 - g^2)$"
        r" for $g = y_1^Ty_2$, and $\alpha_{12} = \alpha_{21} \le e^{-p(1-g)}/\sqrt2$ for $p \ge 0$."
    ),
    source=HYPOTHESES,
    kind="inequality",
    role="extension",
)
def pull(factor: int = 2) -> Iterator[Evidence]:
    yield bounded_pull(factor)
    p, root = sp.symbols("p root", positive=True)
    x, y, z, w = sp.symbols("x y z w", real=True)
    Y = np.array([[x, y], [z, w]], dtype=object)
    P = p * np.array([[1, 0], [0, 1]], dtype=object)
    logits = st.models.logits(Y, P)
    odds = st.normalise_rows(np.array([[sp.Integer(1), root]], dtype=object))[0, 1]
    yield decide.identity(
        {
            "the logits differ by p(1 - g)": (logits[0, 0] - logits[0, 1], p * (1 - (x * z + y * w))),
            "the share of the other token, root = e^(-p(1-g))": (odds, root / (1 + root)),
        },
        relations=pairs.unit_relations(Y),
        scope="the softmax of two logits",
        covers=False,
    )


@illustration(
    "CON-H.3",
    title="Theorem 3.2 for unbounded, uniformly continuous P",
    statement=r"The conclusion of Theorem 3.2 persists for every uniformly continuous P(t), bounded or not.",
    source=HYPOTHESES,
    kind="convergence",
    role="dropped",
)
def unbounded(kappa: str = "8") -> Iterator[Evidence]:
    yield no_consensus(kappa)


@illustration(
    "CON-H.3.repaired",
    title="Theorem 3.2 for P that does not grow too fast",
    statement=(
        r"For U = I and measurable, locally bounded P with $|y^TP_\eta(t)y'| \le M_\eta(t)$ on the ellipsoid and"
        r" $\int_0^\infty\sum_\eta e^{-2M_\eta(t)}dt = \infty$, the conclusion of Theorem 3.2 holds:"
        r" $\mathrm{diam}\,q(t) \le \exp(-\frac{m_0}{C\sqrt{n+1}}\int_0^t\sum_\eta"
        r" e^{-2M_\eta})\,\mathrm{diam}\,q(0)$."
    ),
    source=HYPOTHESES,
    kind="convergence",
    repairs="CON-H.3",
)
def divergent_integral(pace: int = 1) -> Iterator[Evidence]:
    weight, rate, gap, slope = sp.symbols("weight rate gap slope", real=True)
    found = conjunction(
        {
            **contraction(pace),
            "with a rate that depends on t, weight = exp(integral of the rate)": decide.inequality(
                rate * weight * gap + weight * slope <= 0,
                [weight > 0, slope <= -rate * gap, rate >= 0],
                scope=pairs.ALL,
            ),
        },
        scope=pairs.ALL,
    )
    yield found


@illustration(
    "CON-H.4",
    title="Theorem 3.2 without uniform continuity of P",
    statement=(
        "The conclusion of Theorem 3.2 persists for bounded P that is only continuous, or only measurable: uniform"
        r" continuity is not needed. The bounds $a \le \bar\alpha_{ij}$ hold for almost every t, the functions"
        r" $\max_if(q_i)$ are absolutely continuous, and where they and an active $f(q_i)$ are differentiable the"
        " derivatives agree."
    ),
    source=HYPOTHESES,
    kind="convergence",
    role="dropped",
)
def measurable(jump: int = 0) -> Iterator[Evidence]:
    """An absolutely continuous function is the integral of its derivative, so it does not jump."""
    before, after, change, p, r, tau, eps = sp.symbols("before after change p r tau eps", real=True)
    found = conjunction(
        {
            "nonpositive derivative almost everywhere, no jump: no increase": decide.inequality(
                after <= before, [sp.Eq(after, before + change + jump), change <= 0], scope=pairs.ALL
            ),
            "a differentiable maximum has the slope of what touches it": decide.inequality(
                [p - r <= 2 * eps, r - p <= 2 * eps],
                [tau > 0, tau * p - eps * tau <= tau * r + eps * tau, -tau * p - eps * tau <= -tau * r + eps * tau],
                scope="every eps > 0",
            ),
            **contraction(),
        },
        scope=pairs.ALL,
    )
    yield found
