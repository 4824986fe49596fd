"""Supplement D.2, Lemma 7, proof: the second-order expansions of one Oja step and of the Lyapunov function.

Why a plane carries all N and d. With the common vector s = V m/N a token x_i and its image lie in the plane of x_i and
s; there x_i = (1, 0) and s = (sigma, tau), so t_i = (0, tau). The function W = -m^T V m/(2N) sees the tokens through
their sum: W(m + D) - W(m) = -sum_i s.D_i - D^T V D/(2N), D = sum_i D_i, and the last form through the plane of the
first two coefficients of D.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import examples, generic
from proofs_checks.positive_forms import positive_by, square_of_a_sum
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SOURCE = Source(PAPER, "Lemma 7, proof", reconstructed=True)
SCOPE = "all N >= 1, all d >= 2, every symmetric V, all states"


@cache
def image() -> Any:
    """The image of x = (1, 0) under y = x + alpha (sigma, tau), y/|y| : (2,)."""
    alpha, sigma, tau = symbols().alpha, sp.Symbol("sigma", real=True), sp.Symbol("tau", real=True)
    y = [1 + alpha * sigma, alpha * tau]
    return sp.Matrix(y) / sp.sqrt(y[0] ** 2 + y[1] ** 2)


def coefficient(expr: Any, order: int) -> Any:
    """The coefficient of alpha**order in the Taylor series of `expr` at alpha = 0."""
    alpha = symbols().alpha
    return sp.diff(expr, alpha, order).subs(alpha, 0) / sp.factorial(order)


@illustration(
    "POW-L7.exp",
    title="Second-order expansion of one Oja step",
    statement=(
        r"With $s = (1/N)V\sum_jx_j$, $t_i = \Pi_is$ and $\sigma_i = x_i^Ts$, one step of the Oja map is"
        r" $x_i^+ = x_i + \alpha t_i - \alpha^2(\sigma_it_i + \frac12\|t_i\|^2x_i) + O(\alpha^3)$."
    ),
    source=SOURCE,
    kind="identity",
)
def expansion(half: str = "1/2") -> Iterator[Evidence]:
    sigma, tau = sp.symbols("sigma tau", real=True)
    x, t = sp.Matrix([1, 0]), sp.Matrix([0, tau])
    claimed = [x, t, -(sigma * t + sp.Rational(half) * tau**2 * x)]
    pairs = {
        f"coefficient of alpha^{order}": (image().applyfunc(lambda entry, k=order: coefficient(entry, k)), value)
        for order, value in enumerate(claimed)
    }
    given = [generic.positive(symbols().alpha), tau >= 0]
    yield decide.identity(pairs, given=given, scope=SCOPE + "; the step is analytic in alpha near 0")


def _second_order(weight: str) -> Evidence:
    sigma, tau, N = sp.Symbol("sigma", real=True), sp.Symbol("tau", real=True), symbols().N
    alpha = symbols().alpha
    push = sp.Matrix([sigma, tau])
    gain = (push.T * (image() - sp.Matrix([1, 0])))[0]
    V = sp.Matrix(2, 2, sp.symbols("V_00 V_01 V_01 V_11", real=True))
    T, U = sp.Matrix(sp.symbols("T_0:2", real=True)), sp.Matrix(sp.symbols("U_0:2", real=True))
    m, D = sp.Matrix(sp.symbols("m_0:2", real=True)), sp.Matrix(sp.symbols("D_0:2", real=True))
    form = -((alpha * T + alpha**2 * U).T * V * (alpha * T + alpha**2 * U))[0] / (2 * N)
    before, after = (-(v.T * V * v)[0] / (2 * N) for v in (m, m + D))
    pairs = {
        "W(m + D) - W(m) = -s.D - D.V D/(2N)": (
            after - before,
            -((V * m / N).T * D)[0] - (D.T * V * D)[0] / (2 * N),
        ),
        "alpha of -s.(x+ - x): -|t|^2": (coefficient(-gain, 1), -(tau**2)),
        "alpha^2 of -s.(x+ - x)": (coefficient(-gain, 2), sp.Rational(weight) * sigma * tau**2),
        "alpha of the form: none": (coefficient(form, 1), sp.Integer(0)),
        "alpha^2 of the form": (coefficient(form, 2), -(T.T * V * T)[0] / (2 * N)),
    }
    return decide.identity(pairs, given=[generic.positive(alpha), generic.at_least(N, 1)], scope=SCOPE)


def _trial(rng: Any, weight: str) -> Any:
    """The coefficient of alpha^2 of W(f(X)) at random rational tokens, from the Taylor series of every token."""
    N, d = int(rng.integers(2, 5)), int(rng.integers(2, 4))
    V = st.sampling.symmetric_instance(rng, d).V
    X = np.array([st.sampling.orthogonal(rng, d)[0] for _ in range(N)], dtype=object)
    s = V @ np.sum(X, axis=0) / N
    sigma = X @ s
    t = s - sigma[:, np.newaxis] * X
    size = np.sum(t * t, axis=-1)
    square = s @ s
    # |y|^-1 = 1 - alpha sigma + alpha^2 (3 sigma^2 - |s|^2)/2 times y = x + alpha s, multiplied out.
    second = np.array([X[i] * (3 * sigma[i] ** 2 - square) / 2 - sigma[i] * s for i in range(N)], dtype=object)
    first, whole = np.sum(t, axis=0), np.sum(X, axis=0)
    found = -(whole @ V @ np.sum(second, axis=0)) / N - first @ V @ first / (2 * N)
    claimed = Fraction(weight) * np.sum(sigma * size) - first @ V @ first / (2 * N)
    return examples.equal(np.array([found], dtype=object), np.array([claimed], dtype=object))


@illustration(
    "POW-L7.dW",
    title="Second-order increment of the Lyapunov function",
    statement=(
        r"For $W = -\frac1{2N}\sum_{ij}x_i^TVx_j$ and one step of the Oja map, $\Delta W = -\alpha\sum\|t_i\|^2 +"
        r" \frac32\alpha^2\sum\sigma_i\|t_i\|^2 - \frac{\alpha^2}{2N}(\sum t_i)^TV(\sum t_i) + O(\alpha^3)$;"
        r" for $\alpha\|V\| < 1$ the remainder is at most $47N\alpha^3\|V\|^4$."
    ),
    source=SOURCE,
    kind="identity",
)
def increment(weight: str = "3/2", seed: int = 0) -> Iterator[Evidence]:
    yield _second_order(weight)
    yield decide.exact_instances(
        lambda rng: _trial(rng, weight),
        scope="random rational tokens and V, N = 2..4, d = 2, 3",
        method="Python fractions: the inverse norm expanded token by token",
        examples=12,
        seed=seed,
    )


@illustration(
    "POW-L7.bound.R1",
    title="The truncated increment is not positive below the explicit step bound",
    statement=(
        r"For symmetric V and $\alpha < 1/(2\|V\|)$ the increment of $W$ up to second order in $\alpha$ satisfies"
        r" $\Delta W \le -\alpha(1 - 2\alpha\|V\|)\sum_i\|t_i\|^2 \le 0$."
    ),
    reading="R1: the truncated increment",
    source=Source(PAPER, "Lemma 7", reconstructed=True),
    kind="step-size bound",
)
def truncated_bound(constant: str = "2") -> Iterator[Evidence]:
    """v = |V|; Q = sum |t_i|^2, R = sum sigma_i |t_i|^2, G = (sum t_i)^T V (sum t_i)."""
    s = symbols()
    v, Q = sp.symbols("v Q", positive=True)
    R, G, sigma, tau = sp.symbols("R G sigma tau", real=True)
    truncated = -s.alpha * Q + sp.Rational(3, 2) * s.alpha**2 * R - s.alpha**2 * G / (2 * s.N)
    bound = -s.alpha * (1 - sp.Rational(constant) * s.alpha * v) * Q
    signs = [generic.positive(s.alpha), generic.positive(v), generic.at_least(s.N, 1)]
    yield conjunction(
        {
            "|sigma_i| <= |s| <= |V| as |sum x_j| <= N: sigma tau^2 <= v tau^2": decide.inequality(
                sigma * tau**2 <= v * tau**2, [sigma <= v], scope=SCOPE
            ),
            **square_of_a_sum(scope=SCOPE),
            "R <= v Q and G >= -v N Q give the bound": positive_by(
                bound - truncated,
                lambda alpha, N, h, g: alpha**2 * (3 * h / 2 + g / (2 * N)),
                positive={"alpha": s.alpha, "N": s.N},
                nonnegative={"h": v * Q - R, "g": G + v * s.N * Q},
                given=[*signs, v * Q >= R, -v * s.N * Q <= G],
                strict=False,
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )
