"""Theorem 4.2 for two tokens: closed form, and what happens without a bound on P or with U = cI.

The half-angle ratio w = (1 - c_2)/(1 + c_2) = tan^2(angle/2) obeys w' = -2 kappa a_21 w for U = kappa I. It is
absolutely continuous, so w(t) = w(0) exp(-2 kappa I(t)), I the integral of a_21; that is c_2 = tanh(artanh c_2(0) +
kappa I). Hence for y_2(0) other than y_1 and -y_1:

1. kappa I -> infinity makes w -> 0, c_2 -> 1 and |y_2 - y_1|^2 = 2 (1 - c_2) -> 0; every other behaviour of kappa I
   leaves w away from 0 along some times, hence no convergence;
2. kappa = 1 and bounded P: a_21 >= sum over heads of e^(-2 M_h)/(2 sqrt(n+1)) > 0 (`pairs.least_weight`), so I grows
   linearly.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.auto_regressive import pairs
from proofs_checks.consensus.refutations import completed
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

TWO = "token 2 of any number, all n >= 1, h >= 1, every P(t), y_2(0) other than y_1 and -y_1"


def _closed_form(factor: int, scope: str) -> dict[str, Evidence]:
    """w' = -factor kappa a w from the definition, and tanh in its algebraic form with E = e^(2 kappa I)."""
    Y, units = pairs.tokens("y_1", "y_2")
    kappa, a, b, E, c0 = sp.symbols("kappa a b E c_0", real=True)
    A = np.array([[a + b, sp.Integer(0)], [a, b]], dtype=object)
    U = kappa * np.array([[sp.Integer(int(i == j)) for j in range(3)] for i in range(3)], dtype=object)
    c = Y[0] @ Y[1]
    slope = Y[0] @ st.velocity(Y, A, U)[1]
    closed = (E * (1 + c0) - (1 - c0)) / (E * (1 + c0) + (1 - c0))
    x = sp.Symbol("c", real=True)
    return {
        "c_2' = kappa a_21 (1 - c_2^2)": decide.identity(
            {"derivative": (slope, kappa * a * (1 - c**2))}, relations=units, scope=scope
        ),
        "w' = -2 kappa a_21 w": decide.identity(
            {
                "chain rule": (
                    sp.diff((1 - x) / (1 + x), x) * kappa * a * (1 - x**2),
                    -factor * kappa * a * (1 - x) / (1 + x),
                )
            },
            scope=scope,
        ),
        "tanh(artanh c_0 + kappa I) has w = w_0/E and solves the equation, as E' = 2 kappa a E": decide.identity(
            {
                "w": ((1 - closed) / (1 + closed), (1 - c0) / (1 + c0) / E),
                "c'": (sp.diff(closed, E) * factor * kappa * a * E, kappa * a * (1 - closed**2)),
            },
            scope=scope,
        ),
    }


@illustration(
    "CON-T4.2.c",
    title="The second token converges to the first from everywhere but its antipode",
    statement=(
        r"Auto-regressive model on the sphere, $U_\eta = I$, h heads with $a^TP_\eta b \le K|a||b|$ for all a, b. If"
        r" $y_2(0) \ne -y_1$, then $y_2(t) \to y_1$ exponentially: with $c_2 = y_1^Ty_2$, $(1 - c_2)/(1 + c_2)$ is at"
        r" most $e^{-\kappa t}$ times its value at the start, $\kappa = he^{-2K}/\sqrt{n+1}$; $1 - c_2$ never rises,"
        r" and falls strictly where $y_2 \ne y_1$; and $c_2(t) = \tanh(\mathrm{artanh}\,c_2(0) +"
        r" \int_0^t\bar\alpha_{21})$ if $c_2(0) < 1$."
    ),
    source=Source(PAPER, "Theorem 4.2 and the text before it"),
    reading=(
        r"$\mathrm{artanh}\,c = \frac12\log\frac{1+c}{1-c}$; the integral is $mt + s$ where $\dot s = \bar\alpha_{21} -"
        " m$, with any number m"
    ),
    kind="convergence",
)
def second_token(factor: int = 2) -> Iterator[Evidence]:
    scope = TWO + "; P bounded and measurable; y_2(0) = y_1 stays, as c_2' = 0 there"
    a, c = sp.symbols("a c", real=True)
    yield conjunction(
        {
            **_closed_form(factor, scope),
            **pairs.least_weight(scope),
            "1 - c_2 decreases strictly": decide.inequality(-a * (1 - c**2) < 0, [a > 0, c > -1, c < 1], scope=scope),
            "|y_2 - y_1|^2 = 2 (1 - c_2) <= 4 w": decide.inequality(
                2 * (1 - c) <= 4 * (1 - c) / (1 + c), [c > -1, c <= 1], scope=scope
            ),
        },
        scope=scope,
    )


_H6 = Source(PAPER, "Theorem 4.2, its hypotheses")


def _unbounded(bound: int) -> dict[str, Evidence]:
    """n = 3, h = 1, P(t) = t/(1 - c_2(t)) I, with x = e^-t: c_2 = (1 - x)/(3 + x), from 0 to 1/3.

    The logits of row 2 differ by P's factor times 1 - c_2, that is by t, so a_21 = 1/(2 (1 + e^t)) = x/(2 (1 + x)).
    """
    x = sp.Symbol("x", positive=True)
    c = (1 - x) / (3 + x)
    rate = x / (2 * (1 + x))
    scope = "n = 3, l = 2, h = 1, P(t) = t/(1 - c_2(t)) I, y_2(0) orthogonal to y_1"
    t, dot = sp.symbols("t c", real=True)
    e = np.array([sp.Integer(1), sp.Integer(0)], dtype=object)
    y = np.array([dot, sp.Symbol("s", real=True)], dtype=object)
    odds = np.array([[1, 1], [1, 1 / x]], dtype=object) * sp.Integer(1)
    P = t / (1 - dot) * np.array([[sp.Integer(1), sp.Integer(0)], [sp.Integer(0), sp.Integer(1)]], dtype=object)
    logits = st.models.logits(np.array([e, y], dtype=object), P)
    return {
        "c_2(t) solves the equation: -x dc/dx = a_21 (1 - c^2)": decide.identity(
            {"c_2'": (-x * sp.diff(c, x), rate * (1 - c**2))}, scope=scope
        ),
        "the logits differ by t": decide.identity(
            {"L_22 - L_21": (logits[1, 1] - logits[1, 0], t)}, relations=[(y[1] ** 2, 1 - dot**2)], scope=scope
        ),
        "a_21 for odds with the ratio e^t = 1/x and sqrt(n + 1) = 2": decide.identity(
            {"a_21": (st.normalise_rows(odds, causal=True)[1, 0] / 2, rate)}, scope=scope
        ),
        "c_2 stays below 1/3": decide.inequality(c * bound < 1, [x > 0, x <= 1], scope=scope),
    }


@illustration(
    "CON-H.6",
    title="Theorem 4.2 for unbounded P",
    statement=(
        r"For $\ell = 2$, $y_2(t) \to y_1$ for every $y_2(0) \ne -y_1$ also where P is continuous and unbounded."
    ),
    reading="(a): without boundedness of P; (b), U = cI with c <= 0, is CON-H.6.b",
    source=_H6,
    kind="convergence",
    role="dropped",
)
def unbounded(bound: int = 3) -> Iterator[Evidence]:
    """The claimed conclusion c_2 -> 1 against c_2 < 1/3 for all t."""
    steps = conjunction(_unbounded(bound), scope=f"one exact solution: cosine below 1/{bound}")
    start = decide.refutation(
        {"n": 3, "Y": [[1, 0, 0, 0], [0, 1, 0, 0]], "x": 1, "c": 0, "a": "1/4"},
        ["dot(Y[0], Y[1]) == c", "c == (1 - x)/(3 + x)", "a == x/(2*(1 + x))"],
        scope=steps.scope,
        method="referee: the initial state of the exact solution",
    )
    yield completed(start, steps, "c_2(t) = (1 - e^-t)/(3 + e^-t) tends to 1/3, where the logits of row 2 differ by t")


@illustration(
    "CON-H.6.b",
    title="Theorem 4.2 for U = cI with c <= 0",
    statement=(
        r"For $\ell = 2$ and $U_\eta = \kappa I$ with $\kappa \le 0$, $y_2(t) \to y_1$ for every $y_2(0) \ne -y_1$."
    ),
    source=_H6,
    kind="convergence",
    role="dropped",
    no_repair="CON-H.6.repaired gives the exact condition for every kappa and P",
)
def not_positive(kappa: int = -1) -> Iterator[Evidence]:
    """1 - c_2 does not decrease: (1 - c_2)' = -kappa a (1 - c_2^2) >= 0 for every weight a and every -1 <= c_2 <= 1."""
    a, c, k = sp.symbols("a c_2 kappa", real=True)
    scope = "U = kappa I, kappa <= 0, l = 2, every n, h, P"
    steps = conjunction(
        {
            **_closed_form(2, scope),
            "1 - c_2 never decreases": decide.inequality(
                -k * a * (1 - c**2) >= 0, [k <= max(0, kappa), a > 0, c >= -1, c <= 1], degree=4, scope=scope
            ),
        },
        scope=scope,
    )
    values = {"kappa": kappa, "a": "1/2", "c_2": "0"}
    start = decide.refutation(
        values, ["-kappa*a*(1 - c_2**2) > 0", "1 - c_2 > 0"], scope=scope, method="referee: an exact state"
    )
    yield completed(start, steps, "y_2 orthogonal to y_1 moves away from it, and 1 - c_2 never decreases")
