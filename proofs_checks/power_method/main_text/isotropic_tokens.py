"""What one layer does to tokens without any direction: why increments are positive without training.

Everything is a moment of Gaussian tokens, for all d and m at once: with v a unit vector, a = v'Fv, q = |F'v|^2,
t = tr F, f = |F|^2, the independent tokens x_1, ..., x_m enter y = (I + F/m) x_1 + sum_{j > 1} (F/m) x_j.
"""

from __future__ import annotations

from collections.abc import Iterator

import verify.deciders as decide
from proofs_checks.power_method import PAPER
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

SCOPE = "all d, m >= 1, every F and unit v with a, q, t, f as stated"


@illustration(
    "POW-N14",
    title="Isotropic tokens: which of the two correlations is the larger",
    statement=(
        r"Independent standard Gaussian tokens $x_1, \dots, x_m$ in $R^d$ and uniform attention give $y = x_1 +"
        r" \frac1m \sum_j F x_j$. For unit v, with $D = E|y|^2/d = 1 + (2\,\mathrm{tr} F + |F|^2)/(md) > 0$, the pair"
        r" $(v^T x_1, v^T y/\sqrt D)$ has variances 1, $s^2 = (1 + (2 v^T F v + |F^T v|^2)/m)/D$ and covariance"
        r" $\kappa = (1 + v^T F v/m)/\sqrt D$. Sum and difference of the pair have covariance $s^2 - 1$ and product of"
        r" variances $(s^2 + 1)^2 - 4\kappa^2$. Where this product is positive, so that neither sum nor difference is"
        r" constant, (Sheppard 1899) the second is the larger in modulus with probability $\frac12 + \frac1\pi"
        r" \arcsin\frac{s^2 - 1}{\sqrt{(s^2 + 1)^2 - 4\kappa^2}}$, above 1/2 if and only if $2 v^T F v + |F^T v|^2 >"
        r" (2\,\mathrm{tr} F + |F|^2)/d$. (The pair stands for the correlations of (4) and (5), the norms of tokens"
        " replaced by their means.)"
    ),
    source=Source(PAPER, "Section 2.2, equations (4) and (5) (extension)"),
    kind="identity",
    role="extension",
)
def isotropic(traces: int = 2) -> Iterator[Evidence]:
    d, m = sp.symbols("d m", positive=True)
    a, q, t, f, k, square = sp.symbols("a q t f kappa s2", real=True)
    # |(I + F/m)'v|^2 and tr (I + F/m)(I + F/m)', then m - 1 independent terms with F/m
    along = 1 + 2 * a / m + q / m**2 + (m - 1) * q / m**2
    total = d + 2 * t / m + f / m**2 + (m - 1) * f / m**2
    size = 1 + (traces * t + f) / (m * d)
    covariances = sp.Matrix([[1, k], [k, square]])
    difference, both = sp.Matrix([-1, 1]), sp.Matrix([1, 1])
    less, more = (difference.T * covariances * difference)[0], (both.T * covariances * both)[0]
    X, D = sp.symbols("X D", real=True)
    yield conjunction(
        {
            "the moments": decide.identity(
                {
                    "variance of v'y": (along, 1 + (2 * a + q) / m),
                    "E |y|^2 = d D": (total, d * size),
                    "D (s^2 - 1), times m": (m * (along - size), (2 * a + q) - (traces * t + f) / d),
                },
                scope=SCOPE,
            ),
            "sum and difference": decide.identity(
                {
                    "their covariance": ((difference.T * covariances * both)[0], square - 1),
                    "the product of their variances": (less * more, (square + 1) ** 2 - 4 * k**2),
                },
                scope=SCOPE,
            ),
            "above 1 with a positive difference": decide.inequality(X / D > 1, [X - D > 0, D > 0], scope=SCOPE),
            "at most 1 without": decide.inequality(X / D <= 1, [X - D <= 0, D > 0], scope=SCOPE),
        },
        scope=SCOPE,
    )
