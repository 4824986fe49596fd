"""Supplement D.2, Lemma 5 and Theorem 2, repaired: the even bipartite points on v_1 are unstable for N >= 4.

Where the linearisation is inconclusive (k = 1, p = q, lambda_2 < 0) the energy F(X) = m^T V m/(2N), m = sum_i x_i,
decides. With s = V m/N, y_i = x_i + alpha s = |y_i| x_i+ and D_i = x_i+ - x_i, three facts hold for every N and d:

    2 alpha <s, D_i> = (1 + |y_i|) |D_i|^2                                  token by token, in the plane of x_i and x_i+
    2 N (F(X+) - F(X)) = 2 N <s, sum D_i> + sum_j lambda_j (sum_i D_ij)^2   eigen-coordinate by eigen-coordinate
    (sum_i D_ij)^2 <= N sum_i D_ij^2                                        by induction over the tokens

so that F(X+) - F(X) >= (1/alpha - L)/2 sum_i |D_i|^2 with L = max(0, -lambda_d), and F does not decrease if alpha L <
1. At the bipartite point m = 0 and F = 0. Two tokens of one pole tilted by +-t give m = (2 cos t - 2) v_1 and F > 0.
If the point were stable, that trajectory would stay nearby, and its limit points would be fixed points (F is constant
along the limit set, so no token moves; LaSalle) with F > 0, hence s != 0. At a fixed point with s != 0 every x_i is
+-s/|s|, and near the bipartite point as many tokens have one sign as the other: m = 0, a contradiction.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks.positive_forms import positive_by, square_of_a_sum
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.oja.oja_bipartite_instability import (
    linear_cases,
    linear_cases_by_z3,
)
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")

SCOPE = "all p, q >= 1, all d >= 2, every V of Assumption 1 with N >= 3 or lambda_2 > 0, alpha max(0, -lambda_d) < 1"


def energy_increase(rate: int = 1) -> Evidence:
    """F(X+) - F(X) >= (rate/alpha - L)/2 sum |D_i|^2, for every symmetric V, N and d."""
    a, b, e, f, r = sp.symbols("a b e f r", real=True)
    alpha, L, N, Q, T, G, lam, m, D = sp.symbols("alpha L N Q T G lambda m D", real=True)
    product = (r * e - a) * (e - a) + (r * f - b) * (f - b)
    moved = (e - a) ** 2 + (f - b) ** 2
    increase = (Q + T) / (2 * alpha) + (G - L * N * Q) / (2 * N)
    return conjunction(
        {
            "2 alpha <s, D_i> = (1 + |y_i|)|D_i|^2 for unit x_i, x_i+": decide.identity(
                {"token": (2 * product, (1 + r) * moved)},
                relations=[(b**2, 1 - a**2), (f**2, 1 - e**2)],
                scope=SCOPE,
            ),
            "2 N F by coordinates": decide.identity(
                {
                    "lambda (m + D)^2 - lambda m^2": (
                        lam * ((m + D) ** 2 - m**2),
                        2 * N * (lam * m / N) * D + lam * D**2,
                    )
                },
                scope=SCOPE,
            ),
            "lambda_j >= -L: lambda_j D^2 >= -L D^2": positive_by(
                lam * D**2 + L * D**2,
                lambda g, u: g * u**2,
                nonnegative={"g": lam + L},
                real={"u": D},
                strict=False,
                scope=SCOPE,
            ),
            **square_of_a_sum(scope=SCOPE),
            "altogether, Q = sum |D_i|^2, T = sum |y_i||D_i|^2, G = sum lambda_j (sum D_ij)^2 + L N Q": positive_by(
                increase - (rate / alpha - L) * Q / 2,
                lambda alpha, N, T, G: T / (2 * alpha) + G / (2 * N),
                positive={"alpha": alpha, "N": N},
                nonnegative={"T": T, "G": G},
                strict=False,
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )


def _even_point_on_v1(rate: int) -> Evidence:
    """p = q >= 2, k = 1: not Lyapunov stable."""
    s = symbols()
    cos_t, sin_t = sp.symbols("cos_t sin_t", real=True)
    one, zero = sp.Integer(1), sp.Integer(0)
    tokens = np.array([[cos_t, sin_t], [cos_t, -sin_t], [one, zero], [-one, zero]], dtype=object)
    counts = np.array([one, one, s.p - 2, s.p], dtype=object)
    m = st.models.token_mean(tokens, counts=counts)[0] * 2 * s.p
    F = (s.lambda_1 * m[0] ** 2 + s.lambda_j * m[1] ** 2) / (4 * s.p)
    alpha, L, Q = sp.symbols("alpha L Q", real=True)
    return conjunction(
        {
            "the energy does not decrease": energy_increase(rate),
            "it increases when a token moves and alpha L < 1": positive_by(
                (1 / alpha - L) * Q / 2,
                lambda alpha, g, Q: g * Q / (2 * alpha),
                positive={"alpha": alpha, "g": 1 - alpha * L, "Q": Q},
                scope=SCOPE,
            ),
            "the tilted state has m = (2 cos t - 2) v_1": decide.identity(
                {"along v_1": (m[0], 2 * cos_t - 2), "along v_j": (m[1], zero)}, scope=SCOPE
            ),
            "and positive energy": positive_by(
                F,
                lambda l_1, p, w: l_1 * w / p,
                positive={"l_1": s.lambda_1, "p": s.p, "w": (1 - cos_t) ** 2},
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )


def _unstable(rate: int) -> Iterator[Evidence]:
    even = _even_point_on_v1(rate)
    for cases, method in ((linear_cases(), "polynomial certificates"), (linear_cases_by_z3(), "z3")):
        yield conjunction(
            {
                "p != q, or k != 1, or lambda_2 > 0: an eigenvalue greater than 1": cases,
                "k = 1, p = q >= 2: a nearby trajectory gains energy and cannot stay near": even,
            },
            scope=SCOPE,
            method=f"{method} for the linearisation (indirect method); energy and LaSalle's principle for p = q on v_1",
        )


@illustration(
    "POW-L5.repaired",
    title="Bipartite points are unstable for N >= 3 or lambda_2 > 0",
    statement=(
        r"Under Assumption 1 and $d \ge 2$, if $N \ge 3$ or $\lambda_2 > 0$, and $\alpha\max(0, -\lambda_d) < 1$"
        r" (which $\alpha < 1/(2\|V\|)$ implies), every bipartite equilibrium of the Oja map is unstable, that is"
        r" not Lyapunov stable. The energy $F = m^T V m/(2N)$, $m = \sum_i x_i$, grows by at least"
        r" $\frac12(1/\alpha - \max(0, -\lambda_d))\sum_i|x_i^+ - x_i|^2$ in each step."
    ),
    source=Source(PAPER, "Lemma 5", reconstructed=True),
    kind="stability",
    repairs="POW-L5",
)
def lemma(rate: int = 1) -> Iterator[Evidence]:
    yield from _unstable(rate)


@illustration(
    "POW-T2.bip.repaired",
    title="Theorem 2, bipartite points, for N >= 3 or lambda_2 > 0",
    statement=(
        r"Under Assumption 1, $d \ge 2$ and $\alpha < 1/(2\|V\|)$, if $N \ge 3$ or $\lambda_2 > 0$, all bipartite"
        " equilibria of the Oja map, including those on $v_1$, are unstable, that is not Lyapunov stable."
    ),
    source=Source(PAPER, "Theorem 2", reconstructed=True),
    kind="stability",
    repairs="POW-T2.bip",
)
def theorem(rate: int = 1) -> Iterator[Evidence]:
    yield from _unstable(rate)
