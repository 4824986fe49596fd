"""Central projection: q_i = y_i/c_i makes Theorem 3.2 a linear consensus problem, with an explicit exponential rate.

Proof of CON-B1, for weights a_ij(t) = sum_h alpha^h_ij, measurable in t, of which only a_ij >= a > 0 is used. (1) q_i'
= sum_j b_ij (q_j - q_i), b_ij = a_ij c_j/c_i (CON-X1).  (2) c_j >= m_0 = min c(0) for ever (T3.2.a) and c_i <= C =
sqrt(v^T W^-1 v) (Cauchy-Schwarz), so b_ij >= delta = a m_0/C.  (3) For a linear functional let w_i = f(q_i), p = max
w_i, r = min w_i. At an index of the maximum w_i' = sum_j b_ij (w_j - p) <= -delta sum_j (p - w_j), at one of the
minimum w_i' >= delta sum_j (w_j - r); so D+(p - r) <= -l delta (p - r).  (4) Hence exp(l delta t)(p - r) has an upper
Dini derivative (almost everywhere a derivative) that is not positive: it does not increase.  (5) The diameter of {q_i}
is the largest p - r over unit functionals.  (6) With a = sum_h e^(-2 M_h)/(l sqrt(n+1)) (CON-A4), l delta = rho_0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks import generic
from proofs_checks.consensus import PAPER
from proofs_checks.consensus.full_attention import pairs
from proofs_checks.consensus.symbols import metric
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

np = lazy("numpy")
sp = lazy("sympy")
hypothesis = lazy("hypothesis")

EXTENSION = Source(PAPER, "Theorem 3.2 (extension: central projection)")


def projected_pair(power: int = 1) -> Evidence:
    """q_i' from the definition of the flow, with the quotient rule, for a pair in R^3 and a generic metric."""
    Y, v, W, a = generic.array("y", 2, 3), generic.array("v", 3), metric(3), sp.Symbol("a", real=True)
    c_i, c_j = st.heights(Y, v)
    moved = st.velocity(Y, pairs.alone(a), None, W)[0]
    rate = moved / c_i - Y[0] * (moved @ v) / c_i**2
    claimed = a * (c_j / c_i) ** power * (Y[1] / c_j - Y[0] / c_i)
    return decide.identity({"q_i'": (sp.Matrix(rate), sp.Matrix(claimed))}, given=[c_i > 0, c_j > 0], scope=pairs.ALL)


@illustration(
    "CON-X1",
    title="In the central projection the flow is linear consensus",
    statement=(
        r"On $\{c_i = v^Ty_i > 0\}$ the points $q_i = y_i/c_i$ of the hyperplane $v^Tq = 1$ satisfy $\dot q_i ="
        r" \sum_j\bar\alpha_{ij}\frac{c_j}{c_i}(q_j - q_i)$ for U = I and every W: the terms with $y_iy_i^TW$ cancel. A"
        r" linear consensus system with positive weights, so the convex hull of the $q_i$ is nested in time."
    ),
    source=EXTENSION,
    kind="identity",
    role="extension",
)
def linear_consensus(power: int = 1) -> Iterator[Evidence]:
    b, p, w = sp.symbols("b p w", real=True)
    found = conjunction(
        {
            "every pair, generic W": projected_pair(power),
            "the velocity is the sum over heads and tokens": pairs.sum_of_pairs(),
            "no functional exceeds its maximum: b (w_j - p) <= 0": decide.inequality(
                b * (w - p) <= 0, [b > 0, w <= p], scope=pairs.ALL
            ),
        },
        scope=pairs.ALL,
    )
    yield found
    Y, A, v = generic.array("y", 3, 2), generic.array("alpha", 2, 3, 3), generic.array("v", 2)
    c, moved = st.heights(Y, v), st.velocity(Y, A, None, metric(2))
    quotient = moved / c[:, np.newaxis] - Y * (moved @ v)[:, np.newaxis] / c[:, np.newaxis] ** 2
    yield decide.identity(
        {"as computed": (sp.Matrix(quotient[0]), sp.Matrix(st.decrease.projected_velocity(Y, A, v)[0]))},
        scope="3 tokens, 2 heads, R^2, generic W",
        covers=False,
    )


def contraction(pace: int = 1) -> dict[str, Evidence]:
    """Steps 2 to 4: the bound on b_ij, and the decay of p - r, in units of delta per token."""
    a, a_ij, m, c_i, c_j, C = sp.symbols("a a_ij m_0 c_i c_j C", real=True)
    b, delta, p, r, w = sp.symbols("b delta p r w", real=True)
    gap, slope, rate, weight = sp.symbols("gap slope rate weight", real=True)
    within = [b >= delta, delta > 0, w <= p, w >= r]
    return {
        "2: b_ij = a_ij c_j/c_i >= delta = a m_0/C": decide.inequality(
            a_ij * c_j * C >= a * m * c_i,
            [a > 0, a_ij >= a, m > 0, c_j >= m, c_i > 0, c_i <= C],
            scope=pairs.ALL,
            degree=4,
        ),
        "3: one token pulls the maximum down and the minimum up, delta(p - r) together": decide.inequality(
            [
                b * (w - p) <= -delta * (p - w),
                b * (w - r) >= delta * (w - r),
                -delta * (p - w) - delta * (w - r) <= -pace * delta * (p - r),
            ],
            [*within, p > r],
            scope=pairs.ALL,
        ),
        "4: gap' <= -rate gap makes weight gap non-increasing, where weight' = rate weight": decide.inequality(
            rate * weight * gap + weight * slope <= 0, [weight > 0, slope <= -rate * gap], scope=pairs.ALL
        ),
    }


def greatest_height() -> Evidence:
    """c <= C: (v^T y)^2 <= v^T W^-1 v for y^T W y = 1, on the sphere (pairs, step 2) by Lagrange's identity in R^3."""
    y, u = generic.array("y", 3), generic.array("u", 3)
    cross = [y[1] * u[2] - y[2] * u[1], y[2] * u[0] - y[0] * u[2], y[0] * u[1] - y[1] * u[0]]
    c, C, area = sp.symbols("c C area", real=True)
    return conjunction(
        {
            "u = R^-1 v takes the heights to the sphere, and v^T W^-1 v is |u|^2": pairs.products_on_the_sphere(),
            "|u|^2 - (u^T y)^2 = |y x u|^2": decide.identity(
                {"Lagrange": (sum(u**2) - (y @ u) ** 2, sum(x**2 for x in cross))},
                relations=[(y[0] ** 2, 1 - y[1] ** 2 - y[2] ** 2)],
                scope=pairs.ALL,
            ),
            "so c <= C": decide.inequality(c <= C, [sp.Eq(C**2 - c**2, area), area >= 0, C > 0], scope=pairs.ALL),
        },
        scope=pairs.ALL,
    )


@illustration(
    "CON-B1",
    title="Uniform exponential convergence in the central projection",
    statement=(
        r"Full attention, U = I, any W, P measurable with $|y^TP_\eta(t)y'| \le M_\eta$ on the ellipsoid; $m_0 ="
        r" \min_iv^Ty_i(0) > 0$, $q_i = y_i/v^Ty_i$, $C = \sqrt{v^TW^{-1}v}$. For every solution"
        r" $\mathrm{diam}\,q(t) \le e^{-\rho_0t}\,\mathrm{diam}\,q(0)$ with $\rho_0 = \frac{m_0}C\sum_\eta"
        r" e^{-2M_\eta}/\sqrt{n+1}$."
    ),
    source=EXTENSION,
    kind="convergence",
    role="extension",
)
def exponential(pace: int = 1, seed: int = 0) -> Iterator[Evidence]:
    ell, d, e, m, C = sp.symbols("ell d e m_0 C", positive=True)
    found = conjunction(
        {
            **contraction(pace),
            "c_i <= C": greatest_height(),
            "6: l delta = rho_0, head by head": decide.identity(
                {"rate": (ell * (e / (ell * sp.sqrt(d))) * m / C, m / C * e / sp.sqrt(d))}, scope=pairs.ALL
            ),
        },
        scope=pairs.ALL,
    )
    yield found
    yield decide.search(
        hypothesis.strategies.integers(0, 2**32),
        lambda drawn: rate_margin(np.random.default_rng(drawn), pace),
        scope="random W, v, P, tokens, h <= 3, n <= 5, l <= 8: the rate of a random functional at a random state",
        examples=60,
        seed=seed,
        covers=False,
    )


def rate_margin(rng: Any, pace: int = 1) -> float:
    """(observed rate)/(pace * guaranteed rate) - 1, in floats, at a random state of the hemisphere."""
    N, d, H = int(rng.integers(2, 9)), int(rng.integers(2, 7)), int(rng.integers(1, 4))
    root = rng.normal(size=(d, d))
    W = root @ root.T + 0.2 * np.eye(d)
    v, P = rng.normal(size=d), rng.normal(size=(H, d, d)) * rng.uniform(0.1, 1)
    Y = st.onto_ellipsoid(rng.normal(size=(N, d)), W)
    Y = Y * np.sign(Y @ v)[:, np.newaxis]
    f = rng.normal(size=d)
    inverse_root = np.linalg.inv(np.linalg.cholesky(W))
    bounds = np.array([np.linalg.norm(inverse_root @ p @ inverse_root.T, 2) for p in P])
    w = st.decrease.central_projection(Y, v) @ f
    rates = st.decrease.projected_velocity(Y, st.head_weights(Y, P), v) @ f
    observed = -(rates[np.argmax(w)] - rates[np.argmin(w)]) / (np.max(w) - np.min(w))
    return float(observed / (pace * st.decrease.projected_rate(Y, v, bounds, W)) - 1)
