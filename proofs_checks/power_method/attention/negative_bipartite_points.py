"""Stable bipartite points on a negative eigenvalue lambda_k = -L, conditions other than "no flip".

x = q - pE, y = p - qE, W = pq(1 - E^2); with E' = 1/E and r = p/q, x and y are positive exactly if 1/E' < r < E', and
H = xy/W. The bracket of `unit_eigenvalue_side` is lambda_j W - L xy.
"""

from __future__ import annotations

import stability as st
import verify.deciders as decide
from proofs_checks.positive_forms import positive_by
from proofs_checks.power_method.attention.unit_eigenvalue_side import SCOPE, Side
from proofs_checks.power_method.symbols import symbols
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy

sp = lazy("sympy")


def only_if(factor: int) -> Evidence:
    """Eigenvalues of all B_j below 1 imply the conditions (H times `factor`)."""
    s = symbols()
    L = -s.lambda_k
    first, lower = Side(s.lambda_1, s.lambda_k), Side(s.lambda_j, s.lambda_k)
    x, y, W = s.q - s.p * s.E, s.p - s.q * s.E, s.p * s.q * (1 - s.E**2)
    r = s.p / s.q
    H = (1 / s.E - r) * (1 / s.E - 1 / r) / (1 / s.E**2 - 1)
    sizes = {"p": s.p, "q": s.q, "E": s.E}
    above = {"l_1": s.lambda_1, "L": L}
    return conjunction(
        {
            "x > 0": positive_by(
                x,
                lambda p, q, E, l_1, L, m: (m + l_1 * p * E) / L,
                positive={**sizes, **above, "m": first.m[0]},
                scope=SCOPE,
            ),
            "y > 0": positive_by(
                y,
                lambda p, q, E, l_1, L, m: (m + l_1 * q * E) / L,
                positive={**sizes, **above, "m": first.m[1]},
                scope=SCOPE,
            ),
            "E < 1": positive_by(
                W, lambda p, q, E, x, y: p * E * y + q * E * x + x * y, positive={**sizes, "x": x, "y": y}, scope=SCOPE
            ),
            "lambda_1/|lambda_d| < H": positive_by(
                factor * H - s.lambda_1 / L,
                lambda D, l_1, L, W: D / ((l_1 + L) * L * W),
                positive={"D": first.determinant, **above, "W": W},
                scope=SCOPE,
            ),
            "|lambda_d| > lambda_1": positive_by(
                L - s.lambda_1,
                lambda h, L, W, p, q, E, x, y: L * h + L * (p * E * y + q * E * x) / W,
                positive={"h": H - s.lambda_1 / L, "L": L, "W": W, **sizes, "x": x, "y": y},
                scope=SCOPE,
            ),
            "lambda_j = lambda_k gives an eigenvalue 1": decide.identity(
                {"determinant": (Side(s.lambda_k, s.lambda_k).determinant, sp.Integer(0))}, scope=SCOPE
            ),
            "lambda_j < lambda_k gives det(I - B_j) < 0": positive_by(
                -lower.determinant,
                lambda gap, L, M, x, y, W: gap * (L * x * y + M * W),
                positive={"gap": s.lambda_k - s.lambda_j, "L": L, "M": -s.lambda_j, "x": x, "y": y, "W": W},
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )


def if_(factor: int) -> Evidence:
    """The conditions imply that the eigenvalues of every B_j are below 1 and that c_1, c_2 > 1."""
    s = symbols()
    L = -s.lambda_k
    side = Side(s.lambda_j, s.lambda_k)
    x, y, W = s.q - s.p * s.E, s.p - s.q * s.E, s.p * s.q * (1 - s.E**2)
    r = s.p / s.q
    H = (1 / s.E - r) * (1 / s.E - 1 / r) / (1 / s.E**2 - 1)
    known = {"E": s.E, "L": L, "b": -side.bracket, "V": 1 - s.E**2}
    c = st.states.GroupWeights(s.p, s.q, s.E).factors(s.lambda_k, s.alpha)
    return conjunction(
        {
            "-bracket_j > 0": positive_by(
                -side.bracket,
                lambda h, L, W, gap: h * L * W + gap * W,
                positive={"h": factor * H - s.lambda_1 / L, "L": L, "W": W},
                nonnegative={"gap": s.lambda_1 - s.lambda_j},
                scope=SCOPE,
            ),
            "determinant > 0": positive_by(
                side.determinant,
                lambda gap, b: gap * b,
                positive={"gap": s.lambda_j - s.lambda_k, "b": -side.bracket},
                scope=SCOPE,
            ),
            "m_1 > 0": positive_by(
                side.m[0],
                lambda E, L, b, V, q, x: (L * x**2 + E * b) / (q * V),
                positive={**known, "q": s.q, "x": x},
                scope=SCOPE,
            ),
            "m_2 > 0": positive_by(
                side.m[1],
                lambda E, L, b, V, p, y: (L * y**2 + E * b) / (p * V),
                positive={**known, "p": s.p, "y": y},
                scope=SCOPE,
            ),
            "c_1 > 1": positive_by(
                c[0] - 1,
                lambda alpha, L, x, d: alpha * L * x / d,
                positive={"alpha": s.alpha, "L": L, "x": x, "d": s.p * s.E + s.q},
                scope=SCOPE,
            ),
            "c_2 > 1": positive_by(
                c[1] - 1,
                lambda alpha, L, y, d: alpha * L * y / d,
                positive={"alpha": s.alpha, "L": L, "y": y, "d": s.q * s.E + s.p},
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )


def no_flip() -> Evidence:
    """tr B_1 > 0 and det(I + B_1) > 0 under the conditions of (c); K = -kappa and G = gamma_1 gamma_2 are positive."""
    s = symbols()
    L = -s.lambda_k
    x, y, W = s.q - s.p * s.E, s.p - s.q * s.E, s.p * s.q * (1 - s.E**2)
    weights = st.states.GroupWeights(s.p, s.q, s.E)
    c1, c2 = weights.factors(s.lambda_k, s.alpha)
    trace, determinant = weights.trace_determinant(s.lambda_1, s.lambda_k, s.alpha)
    A, K, G = weights.matrix, -weights.kappa, weights.gammas[0] * weights.gammas[1]
    denominator = (s.p * s.E + s.q) * (s.q * s.E + s.p)
    step = {"alpha": s.alpha, "l_1": s.lambda_1, "L": L}
    return conjunction(
        {
            "K > 0": positive_by(K, lambda W, d: W / d, positive={"W": W, "d": denominator}, scope=SCOPE),
            "K < 1": positive_by(
                1 - K,
                lambda p, q, E, d: E * (p**2 + q**2 + 2 * p * q * E) / d,
                positive={"p": s.p, "q": s.q, "E": s.E, "d": denominator},
                scope=SCOPE,
            ),
            "G > 0": positive_by(
                G, lambda x, y, d: x * y / d, positive={"x": x, "y": y, "d": denominator}, scope=SCOPE
            ),
            "tr B_1 > 0": positive_by(
                trace,
                lambda alpha, l_1, a, b, c, d: (1 + alpha * l_1 * a) / c + (1 + alpha * l_1 * b) / d,
                positive={"alpha": s.alpha, "l_1": s.lambda_1, "a": A[0, 0], "b": A[1, 1], "c": c1, "d": c2},
                scope=SCOPE,
            ),
            "det(I + B_1) > 0": positive_by(
                1 + trace + determinant,
                lambda alpha, l_1, L, K, k, G, gap, c, d: (
                    (4 + 2 * alpha * (2 * K * L + k * l_1) + alpha**2 * gap * (K * l_1 + G * L)) / (c * d)
                ),
                positive={**step, "K": K, "k": 1 - K, "G": G, "gap": L - s.lambda_1, "c": c1, "d": c2},
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )
