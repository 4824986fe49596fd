"""The symmetric 2-cycle that meets the principal bipartite point where that loses its stability by a flip.

p = q tokens at (+-c, s), c = cos theta, s = sin theta, V = diag(lambda_1, -L), P = beta I. A token's logits differ by 2
beta c^2 between its own group and the other one; T = tanh(beta c^2) is the difference of the two total weights. Since c
and s are symbols, the same computation with -s closes the cycle.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction, open_
from verify.lazy import lazy
from verify.registry import illustration
from verify.verdict import Rung

np = lazy("numpy")
sp = lazy("sympy")
flint = lazy("flint")

NOTE = Source(PAPER, "Theorem 3 (extension)")
SCOPE = "all p = q >= 1, d = 2, V = diag(lambda_1, -L), P = beta I, lambda_1, L, beta > 0"


@illustration(
    "POW-N11",
    title="A 2-cycle of the attention map meets the principal bipartite point at its flip",
    statement=(
        r"k = 1, p = q, $P = \beta I$, d = 2, $V = \mathrm{diag}(\lambda_1, -L)$, $L > \lambda_1\tanh\beta$,"
        r" $\lambda_1, \beta > 0$. For $0 < \cos^2\theta < 1$ the states $(\pm\cos\theta, \sin\theta)$ and"
        r" $(\pm\cos\theta, -\sin\theta)$ form a 2-cycle of the attention map iff $\tanh(\beta\cos^2\theta) ="
        r" (\alpha L - 2)/(\alpha\lambda_1)$; such a $\theta$ exists exactly for $2/L < \alpha < 2/(L -"
        r" \lambda_1\tanh\beta)$. At the upper end, $\cos\theta = 1$, it is the bipartite point, whose eigenvalue"
        r" $(1 - \alpha L)/(1 + \alpha\lambda_1\tanh\beta)$ is $-1$ there."
    ),
    source=NOTE,
    kind="equilibrium",
    role="extension",
)
def cycle(shift: int = 2) -> Iterator[Evidence]:
    """t = tanh beta, E = e^(2 beta c^2), T = (E - 1)/(E + 1)."""
    s = symbols()
    c, sine, T, t, beta = sp.symbols("c sine T t beta", real=True)
    L = sp.Symbol("L", positive=True)
    l1, zero = sp.Symbol("lambda_1", positive=True), sp.Integer(0)
    V = np.array([[l1, zero], [zero, -L]], dtype=object)
    X = np.array([[c, sine], [-c, sine]], dtype=object)
    counts = np.array([s.p, s.p], dtype=object)
    logits = st.models.logits(X, beta * np.array([[1, 0], [0, 1]], dtype=object))
    A = st.normalise_rows(np.array([[s.E, sp.Integer(1)], [sp.Integer(1), s.E]], dtype=object), counts=counts)
    Y = st.attention_step(X, A, V, s.alpha)
    share = (s.E - 1) / (s.E + 1)
    at = (s.alpha * L - shift) / (s.alpha * l1)
    size = s.alpha * L - 1
    given = [s.alpha > 0, L > 0, l1 > 0, t > 0, t < 1, l1 * t < L]
    # The bipartite point: e^(2a) = e^(2 beta) = (1 + t)/(1 - t), and v_2 has the eigenvalue -L.
    bipartite = sp.Matrix(st.states.GroupWeights(s.p, s.p, (1 + t) / (1 - t)).block(-L, l1, s.alpha))
    both = sp.Matrix([1, 1])
    yield conjunction(
        {
            "the logits of the two groups differ by 2 beta c^2": decide.identity(
                {"difference": (logits[0, 0] - logits[0, 1], 2 * beta * c**2)}, scope=SCOPE
            ),
            "one step": decide.identity(
                {
                    "image": (
                        sp.Matrix(Y),
                        sp.Matrix(
                            [[sign * c * (1 + s.alpha * l1 * share), sine * (1 - s.alpha * L)] for sign in (1, -1)]
                        ),
                    )
                },
                scope=SCOPE,
            ),
            "it is alpha L - 1 times the reflected state exactly for this T": decide.identity(
                {
                    "along c": (1 + s.alpha * l1 * at, size),
                    "excess": (1 + s.alpha * l1 * T - size, s.alpha * l1 * (T - at)),
                },
                given=[s.alpha > 0],
                scope=SCOPE,
            ),
            "0 < T < t = tanh(beta) for 2/L < alpha < 2/(L - lambda_1 t), and alpha L - 1 > 0": decide.inequality(
                [s.alpha * L - 2 > 0, s.alpha * L - 2 < s.alpha * l1 * t, size > 0],
                [*given, s.alpha * L > 2, s.alpha * (L - l1 * t) < 2],
                scope=SCOPE,
            ),
            "conversely such a T needs alpha in this range": decide.inequality(
                [s.alpha * L > 2, s.alpha * (L - l1 * t) < 2],
                [*given, s.alpha * L - 2 > 0, s.alpha * L - 2 < s.alpha * l1 * t],
                scope=SCOPE,
            ),
            "B_2 at the bipartite point has this eigenvalue, on (1, 1)": decide.identity(
                {"B_2 (1, 1)": (bipartite * both, (1 - s.alpha * L) / (1 + s.alpha * l1 * t) * both)}, scope=SCOPE
            ),
            "1 + (eigenvalue of the bipartite point) vanishes at the upper end": decide.identity(
                {
                    "flip": (
                        (1 + (1 - s.alpha * L) / (1 + s.alpha * l1 * t)) * (1 + s.alpha * l1 * t),
                        2 - s.alpha * (L - l1 * t),
                    )
                },
                scope=SCOPE,
            ),
        },
        scope=SCOPE + "; tanh increases from 0 to tanh(beta) on [0, beta]",
    )


@illustration(
    "POW-N11.subcritical",
    title="The 2-cycle is unstable at three step sizes at which the bipartite point is stable",
    statement=(
        r"For d = 2, k = 1, p = q, $P = \beta I$, $V = \mathrm{diag}(\lambda_1, -L)$, $\lambda_1 = 1$, L = 3,"
        r" $\beta = 1$ and $\alpha = 7/10, 4/5, 22/25$, below the flip of the bipartite point at $\alpha = 2/(3 -"
        r" \tanh1)$, the 2-cycle of POW-N11 has a multiplier above 1, of the motion that turns both groups towards the"
        " second axis by one angle, and is not Lyapunov stable for two steps, while the bipartite point has all its"
        " tangent eigenvalues inside the unit disc and is asymptotically stable, as below a subcritical flip."
    ),
    source=NOTE,
    kind="stability",
    role="extension",
)
def subcritical(least: str = "1") -> Iterator[Evidence]:
    scope = "lambda_1 = 1, L = 3, beta = 1, alpha in {7/10, 4/5, 22/25}, p = q (from the two groups' common moves)"
    method = "python-flint: balls through the derivative of both steps of the cycle"
    bound = sp.Rational(least)
    for size in ((7, 10), (4, 5), (22, 25)):
        trace, determinant = _multipliers(*size)
        b = flint.arb(int(bound.p)) / int(bound.q)
        # A real root beyond b, or a product of moduli beyond b^2.
        if not (b * b - trace * b + determinant < 0 or abs(determinant) > b * b):
            yield open_(scope, method, f"alpha = {size[0]}/{size[1]}: trace {trace}, determinant {determinant}")
            return
        alpha, T = flint.arb(size[0]) / size[1], flint.arb(1).tanh()
        if not all(abs(value) < 1 + alpha * T for value in (1 - 3 * alpha, 1 - 3 * alpha * T)):
            yield open_(scope, method, f"alpha = {size[0]}/{size[1]}: the bipartite point is not certainly stable")
            return
    yield Evidence(Rung.CERTIFIED, scope, method, reason="at each listed step size")


def _multipliers(numerator: int, denominator: int) -> tuple[Any, Any]:
    """Trace and determinant of the derivative of two steps, N = 2, as balls."""
    arb = flint.arb
    alpha = arb(numerator) / denominator
    square = ((3 * alpha - 2) / alpha).atanh()
    c, sine = square.sqrt(), (1 - square).sqrt()
    V = np.array([[arb(1), arb(0)], [arb(0), arb(-3)]], dtype=object)
    P = np.array([[arb(1), arb(0)], [arb(0), arb(1)]], dtype=object)
    X = np.array([[c, sine], [-c, sine]], dtype=object)
    mirrored = X * np.array([arb(1), arb(-1)], dtype=object)
    total = None
    for start, image in ((X, mirrored), (mirrored, X)):
        derivative = st.linearisation.attention_derivative(start, st.attention_weights(start, P), P, V, alpha)
        J = st.linearisation.tangent_jacobian(derivative, start, image)
        total = J if total is None else J @ total
    assert total is not None
    return total[0, 0] + total[1, 1], total[0, 0] * total[1, 1] - total[0, 1] * total[1, 0]
