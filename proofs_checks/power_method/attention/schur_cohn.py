"""Supplement D.3, proof of Theorem 3: the Schur-Cohn conditions for the roots of z^2 - tau z + Delta.

Real roots and complex pairs are separate cases; the 2 x 2 matrices B_j of a bipartite state have real eigenvalues,
since the product of their off-diagonal entries is nonnegative.
"""

from __future__ import annotations

from collections.abc import Iterator

import stability as st
import verify.deciders as decide
from proofs_checks.positive_forms import positive_by
from proofs_checks.power_method import PAPER
from proofs_checks.power_method.symbols import symbols
from verify.claim import Source
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy
from verify.registry import illustration

sp = lazy("sympy")

SCOPE = "all real tau, Delta: real roots and complex pairs; every inequality strict"


@illustration(
    "POW-SC",
    title="Schur-Cohn conditions for a 2 x 2 matrix",
    statement=(
        r"Both eigenvalues of a real 2 x 2 matrix with trace $\tau$ and determinant $\Delta$, in particular of $B_j$,"
        r" lie in the open unit disc if and only if $|\Delta| < 1$ and $|\tau| < 1 + \Delta$. The inequality $\Delta >"
        " -1$ follows from the second one; and the eigenvalues of $B_j$ are real where $c_1, c_2 > 0$."
    ),
    source=Source(PAPER, "Theorem 3, proof", reconstructed=True),
    kind="identity",
)
def schur_cohn(bound: str = "1") -> Iterator[Evidence]:
    r1, r2, x, y = sp.symbols("r_1 r_2 x y", real=True)
    limit = sp.Rational(bound)
    tau, delta = sp.symbols("tau Delta", real=True)
    product, total = r1 * r2, r1 + r2
    inside = [r1 < 1, r1 > -1, r2 < 1, r2 > -1]
    conditions = [product < limit, product > -limit, total < 1 + product, total > -1 - product]
    yield conjunction(
        {
            "real roots in the disc satisfy the conditions": decide.inequality(conditions, inside, scope=SCOPE),
            "|tau| < 1 + Delta gives Delta > -1": decide.inequality(
                delta > -1, [tau < 1 + delta, tau > -1 - delta], scope=SCOPE
            ),
            "under the conditions the sum of 1 - r_1 and 1 - r_2 is positive": decide.inequality(
                total < 2, conditions, scope=SCOPE
            ),
            "under the conditions the sum of 1 + r_1 and 1 + r_2 is positive": decide.inequality(
                total > -2, conditions, scope=SCOPE
            ),
            **{
                f"two numbers with positive sum and product are positive: {name}": positive_by(
                    own,
                    lambda sum_, product_, u: (u**2 + product_) / sum_,
                    positive={"sum_": own + other, "product_": own * other},
                    real={"u": own},
                    scope=SCOPE,
                )
                for name, own, other in (
                    ("1 - r_1", 1 - r1, 1 - r2),
                    ("1 - r_2", 1 - r2, 1 - r1),
                    ("1 + r_1", 1 + r1, 1 + r2),
                    ("1 + r_2", 1 + r2, 1 + r1),
                )
            },
            "the product of 1 - r_i, and of 1 + r_i, is a condition": decide.identity(
                {
                    "1 - tau + Delta": ((1 - r1) * (1 - r2), 1 + product - total),
                    "1 + tau + Delta": ((1 + r1) * (1 + r2), 1 + product + total),
                },
                scope=SCOPE,
            ),
            "a complex pair x +- iy has |z|^2 = Delta and satisfies |tau| < 1 + Delta, Delta > -1 by itself": (
                decide.inequality(
                    [2 * x < 1 + x**2 + y**2, -2 * x < 1 + x**2 + y**2, x**2 + y**2 > -1],
                    [y**2 > 0],
                    squares=(1 - x, 1 + x, x, y),
                    scope=SCOPE,
                )
            ),
            "the eigenvalues of B_j are real": real_eigenvalues(),
        },
        scope=SCOPE,
    )
    roots = [sp.Eq(tau, total), sp.Eq(delta, product)]
    stated = [delta < limit, delta > -limit, tau < 1 + delta, tau > -1 - delta]
    yield conjunction(
        {
            "real roots: the conditions are sufficient": decide.smt(inside, [*roots, *stated], scope=SCOPE),
            "real roots: the conditions are necessary": decide.smt(stated, [*roots, *inside], scope=SCOPE),
            "complex pair: |tau| < 1 + Delta": decide.smt(
                [2 * x < 1 + x**2 + y**2, -2 * x < 1 + x**2 + y**2], [sp.Ne(y, 0)], scope=SCOPE
            ),
        },
        scope=SCOPE,
        method="z3",
    )


def real_eigenvalues() -> Evidence:
    """The discriminant of B_j is nonnegative: (b_11 - b_22)^2 + 4 b_12 b_21 with b_12 b_21 >= 0."""
    s = symbols()
    scope = "all p, q >= 1, E > 0, real lambda_j, lambda_k, alpha with both factors positive"
    weights = st.states.GroupWeights(s.p, s.q, s.E)
    c1, c2 = weights.factors(s.lambda_k, s.alpha)
    B = weights.block(s.lambda_j, s.lambda_k, s.alpha)
    trace, determinant = weights.trace_determinant(s.lambda_j, s.lambda_k, s.alpha)
    denominator = (s.p * s.E + s.q) * (s.p + s.q * s.E) * c1 * c2
    return conjunction(
        {
            "tau^2 - 4 Delta = (b_11 - b_22)^2 + 4 b_12 b_21": decide.identity(
                {"discriminant": (trace**2 - 4 * determinant, (B[0, 0] - B[1, 1]) ** 2 + 4 * B[0, 1] * B[1, 0])},
                scope=scope,
            ),
            "b_12 b_21 is nonnegative": positive_by(
                B[0, 1] * B[1, 0],
                lambda p, q, d, u: u**2 * p * q / d,
                positive={"p": s.p, "q": s.q, "d": denominator},
                real={"u": s.alpha * s.lambda_j},
                strict=False,
                scope=scope,
            ),
        },
        scope=scope,
    )
