"""Theorem 4.5 without boundedness of P: not needed for lam > 0, needed for lam = 0; full attention at lam = rho.

lam = 0: U = diag(0, -1, -1), y_1 = v at rest, y_2 in a plane through v with tangent r, P(t) = k t v v^T. Then r' =
-alpha_22 r and alpha_22 = s/(1 + exp(k t b (1 - b))) <= exp(-k t/5) while r is in [1, 4/3], where 3/5 <= b <= 5/7. So
log r loses at most the integral of this bound, 5/k: r(t) >= r(0) (1 - 5/k) as long as r >= 1, hence for all times if
r(0) (1 - 5/k) > 1. The tokens do not converge to consensus.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.value_matrix.counterexample import counterexample
from proofs_checks.consensus.value_matrix.theorem_4_5 import decay_rate
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

NECESSITY = Source(PAPER, "Theorem 4.5, hypothesis that P is bounded")


def integrable_loss(scope: str) -> dict[str, Evidence]:
    """r' >= -c exp(-w t) r for t >= 0 gives r(t) >= r(0) exp(-c/w) >= r(0) (1 - c/w)."""
    w, t, T = sp.symbols("w t T", positive=True)
    decay = sp.exp(-w * t)
    return {
        "the integral of exp(-w t) is (1 - exp(-w t))/w, at most 1/w": decide.identity(
            {"derivative": (sp.diff((1 - decay) / w, t), decay), "start": ((1 - decay).subs(t, 0), 0)}, scope=scope
        ),
        "exp(-x) >= 1 - x: the difference vanishes at 0 and grows": decide.identity(
            {
                "derivative": (sp.diff(sp.exp(-T) - 1 + T, T), 1 - sp.exp(-T)),
                "start": ((sp.exp(-T) - 1 + T).subs(T, 0), 0),
            },
            scope=scope,
        ),
    }


@illustration(
    "CON-H.12",
    title="Theorem 4.5 without a bound on P",
    statement=(
        r"For $\lambda > 0$ the conclusion of Theorem 4.5 persists for every locally bounded measurable P: the only"
        r" bounds on the weights that the proof uses are $\alpha_{ij} \ge 0$ and $\sum_j\alpha_{ij} = 1/\sqrt{n+1}$."
    ),
    source=NECESSITY,
    kind="stability",
    role="dropped",
)
def bounds_used(factor: int = 1) -> Iterator[Evidence]:
    """The decay rate of token i is at least min(g, lam beta)/sqrt(n + 1), however the weight is shared out."""
    scope = "all n, l >= 1, every locally bounded measurable P(t)"
    yield conjunction(decay_rate(scope, factor), scope=scope)


@illustration(
    "CON-H.12.zero",
    title="A largest eigenvalue zero needs a bound on P",
    statement=(
        r"For $\lambda = 0$, too, the conclusion of Theorem 4.5 persists for arbitrary locally bounded P: from"
        r" $D^\ell(v)$ all tokens converge to v. (Here P(t) = k t v v^T.)"
    ),
    source=NECESSITY,
    kind="stability",
    role="dropped",
    no_repair="CON-H.7.repaired (bounded P) and CON-H.12 (lam > 0) are what is true",
)
def zero_eigenvalue(k: int = 100) -> Iterator[Evidence]:
    b, c, own, other, first, t, K, rate = sp.symbols("b c own other first t K rate", real=True)
    scope = f"n = 2, l = 2, U = diag(0, -1, -1), P(t) = {k} t v v^T, y_1 = v, y_2 = (3/5, 4/5, 0)"
    U = np.diag([sp.Integer(0), sp.Integer(-1), sp.Integer(-1)])
    Y = np.array([[1, 0, 0], [b, c, 0]], dtype=object)
    weights = np.array([[first, 0], [other, own]], dtype=object)
    change = st.velocity(Y, weights, U)
    P = np.diag([K * t, sp.Integer(0), sp.Integer(0)])
    logits = st.models.logits(Y, P)[1]
    yield counterexample(
        {
            "y_1 = v rests; the tangent of y_2 has the rate -alpha_22 r": decide.identity(
                {
                    "first token": (sp.Matrix(change[0]), sp.zeros(3, 1)),
                    "tangent": (change[1, 1] / b - c * change[1, 0] / b**2, -own * c / b),
                    "across the plane": (change[1, 2], 0),
                },
                relations=[(c**2, 1 - b**2)],
                scope=scope,
            ),
            "the logits of y_2 differ by k t b (1 - b)": decide.identity(
                {"difference": (logits[0] - logits[1], K * t * b * (1 - b))}, scope=scope
            ),
            "b (1 - b) >= 1/5 for 3/5 <= b <= 5/7": decide.inequality(
                b * (1 - b) >= sp.Rational(1, 5), [b >= sp.Rational(3, 5), b <= sp.Rational(5, 7)], scope=scope
            ),
            "r >= 1 means b <= 5/7, as b^2 (1 + r^2) = 1": decide.inequality(
                b <= sp.Rational(5, 7), [b > 0, t >= 1, sp.Eq(b**2 * (1 + t**2), 1)], degree=4, scope=scope
            ),
            "a weight s/(1 + E) with s <= 1 is at most 1/E": decide.inequality(
                own / (1 + rate) <= 1 / rate, [rate > 0, own > 0, own <= 1], scope=scope
            ),
            **integrable_loss(scope),
        },
        {
            "U": [[0, 0, 0], [0, -1, 0], [0, 0, -1]],
            "v": [1, 0, 0],
            "B": [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
            "mu": [0, -1, -1],
            "k": k,
            "y": ["3/5", "4/5", 0],
        },
        [
            "mu[1] == -1",
            "dot(B[2], y) == 0",
            "(dot(B[1], y)/dot(v, y))*(1 - 5/k) > 1",
            "dot(v, y) >= 3/5",
        ],
        scope=scope,
        says="the tangent of y_2 stays above 1",
        method="exact bound on the tangent for all times",
    )
