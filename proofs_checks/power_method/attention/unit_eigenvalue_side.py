"""When the eigenvalues of B_j are below 1: a condition on polynomials in p, q, E and two eigenvalues, without alpha.

I - B_j = [[m_1, -lambda_j q], [-lambda_j p, m_2]] with its rows scaled by alpha/(c_i delta_i) > 0, where m_1 =
lambda_k (pE - q) - lambda_j pE, m_2 = lambda_k (qE - p) - lambda_j qE, delta_1 = pE + q, delta_2 = qE + p; and m_1
m_2 - lambda_j^2 pq = (lambda_k - lambda_j) bracket_j. The eigenvalues are real (POW-SC), so both are below 1 exactly
when trace and determinant of I - B_j are positive.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.positive_forms import positive_by
from proofs_checks.power_method.symbols import symbols
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy

sp = lazy("sympy")

SCOPE = "all p, q >= 1, d >= 2, E > 0, all alpha > 0 with both factors positive, all eigenvalues of the named signs"


@dataclass(frozen=True)
class Side:
    """The polynomials of one direction v_j at a bipartite state on v_k."""

    lambda_j: Any
    lambda_k: Any

    @property
    def m(self) -> tuple[Any, Any]:
        """m_1 and m_2."""
        s = symbols()
        return (
            self.lambda_k * (s.p * s.E - s.q) - self.lambda_j * s.p * s.E,
            self.lambda_k * (s.q * s.E - s.p) - self.lambda_j * s.q * s.E,
        )

    @property
    def bracket(self) -> Any:
        """lambda_k (pE - q)(qE - p) - lambda_j pq (E^2 - 1)."""
        s = symbols()
        return self.lambda_k * (s.p * s.E - s.q) * (s.q * s.E - s.p) - self.lambda_j * s.p * s.q * (s.E**2 - 1)

    @property
    def determinant(self) -> Any:
        """m_1 m_2 - lambda_j^2 pq, the determinant of I - B_j up to a positive factor."""
        s = symbols()
        return self.m[0] * self.m[1] - self.lambda_j**2 * s.p * s.q


def row_scales(lambda_k: Any) -> tuple[Any, Any]:
    """alpha/(c_i delta_i), i = 1, 2."""
    s = symbols()
    c = st.states.GroupWeights(s.p, s.q, s.E).factors(lambda_k, s.alpha)
    return s.alpha / (c[0] * (s.p * s.E + s.q)), s.alpha / (c[1] * (s.q * s.E + s.p))


def scaled_matrix(lambda_j: Any, lambda_k: Any) -> Evidence:
    """The two facts of the module's head: I - B_j with its scaled rows, and the factorised determinant."""
    s = symbols()
    side, w = Side(lambda_j, lambda_k), row_scales(lambda_k)
    B = sp.Matrix(st.states.GroupWeights(s.p, s.q, s.E).block(lambda_j, lambda_k, s.alpha))
    rows = sp.Matrix([[side.m[0], -lambda_j * s.q], [-lambda_j * s.p, side.m[1]]])
    return decide.identity(
        {
            "I - B_j": (sp.eye(2) - B, sp.diag(*w) * rows),
            "determinant": (side.determinant, (lambda_k - lambda_j) * side.bracket),
        },
        scope=SCOPE,
    )


def both_below_one() -> Evidence:
    """Trace and determinant of I - B_j are positive if and only if m_1, m_2 and m_1 m_2 - lambda_j^2 pq are."""
    m1, m2, w1, w2, p, q, lj, D = sp.symbols("m_1 m_2 w_1 w_2 p q lambda_j D", real=True)
    scales = {"w_1": w1, "w_2": w2}
    trace, product = w1 * m1 + w2 * m2, m1 * m2
    steps = {
        "the product m_1 m_2 is positive, being D + lambda_j^2 pq": positive_by(
            D + lj**2 * p * q,
            lambda D, p, q, lj: D + lj**2 * p * q,
            positive={"D": D, "p": p, "q": q},
            real={"lj": lj},
            scope=SCOPE,
        )
    }
    for name, m, w, v in (("m_1", m1, w1, w2), ("m_2", m2, w2, w1)):
        steps[f"{name} > 0 if trace and product are"] = positive_by(
            m,
            lambda T, h, w, v, u: (w * u**2 + v * h) / T,
            positive={"T": trace, "h": product, "w": w, "v": v},
            real={"u": m},
            scope=SCOPE,
        )
    steps["conversely the trace is positive"] = positive_by(
        trace,
        lambda w_1, w_2, m_1, m_2: w_1 * m_1 + w_2 * m_2,
        positive={**scales, "m_1": m1, "m_2": m2},
        scope=SCOPE,
    )
    return conjunction(steps, scope=SCOPE)


def not_principal() -> Evidence:
    """For lambda_1 >= lambda_k > 0, k != 1: B_1 has an eigenvalue greater than 1, for every E and alpha.

    If the determinant of I - B_1 is negative, this is clear. Otherwise m_1 and m_2 are negative, so tr B_1 > 2.
    """
    s = symbols()
    side = Side(s.lambda_1, s.lambda_k)
    g1, g2 = s.lambda_1 * s.q - side.m[0], s.lambda_1 * s.p - side.m[1]
    gap = {"gap": s.lambda_1 - s.lambda_k}
    sizes = {"p": s.p, "q": s.q, "E": s.E, "l_k": s.lambda_k}
    first = {"p": s.p, "q": s.q, "l_1": s.lambda_1, "g_1": g1, "g_2": g2}
    nonnegative = {"D": side.determinant}
    return conjunction(
        {
            "g_1 = lambda_1 q - m_1 > 0": positive_by(
                g1,
                lambda p, q, E, l_k, gap: gap * p * E + (gap + 2 * l_k) * q,
                positive=sizes,
                nonnegative=gap,
                scope=SCOPE,
            ),
            "g_2 = lambda_1 p - m_2 > 0": positive_by(
                g2,
                lambda p, q, E, l_k, gap: gap * q * E + (gap + 2 * l_k) * p,
                positive=sizes,
                nonnegative=gap,
                scope=SCOPE,
            ),
            "-m_1 > 0 if the determinant is nonnegative": positive_by(
                -side.m[0],
                lambda p, q, l_1, g_1, g_2, D: (D + l_1 * p * g_1) / g_2,
                positive=first,
                nonnegative=nonnegative,
                scope=SCOPE,
            ),
            "-m_2 > 0 if the determinant is nonnegative": positive_by(
                -side.m[1],
                lambda p, q, l_1, g_1, g_2, D: (D + l_1 * q * g_2) / g_1,
                positive=first,
                nonnegative=nonnegative,
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )
