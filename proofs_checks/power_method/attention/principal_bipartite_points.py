"""Stable bipartite points on the principal eigenvector, conditions other than "no flip".

x = pE - q, y = qE - p, W = pq(E^2 - 1); in terms of r = p/q, x and y are positive exactly if 1/E < r < E, and
H = xy/W. The bracket of `unit_eigenvalue_side` is lambda_1 xy - lambda_j W.
"""

from __future__ import annotations

from typing import Any

import stability as st
import verify.deciders as decide
from proofs_checks.positive_forms import positive_by
from proofs_checks.power_method.attention.unit_eigenvalue_side import SCOPE, Side
from proofs_checks.power_method.symbols import symbols
from verify.evidence import Evidence, conjunction
from verify.lazy import lazy

sp = lazy("sympy")


def only_if(lambda_2: Any, factor: int) -> Evidence:
    """Eigenvalues of B_2 below 1, and groups of two or lambda_2 > 0, imply the conditions (H times `factor`)."""
    s = symbols()
    side = Side(lambda_2, s.lambda_1)
    x, y = s.p * s.E - s.q, s.q * s.E - s.p
    sizes = {"p": s.p, "q": s.q, "E": s.E}
    W = s.p * s.q * (s.E**2 - 1)
    H = (s.E - s.p / s.q) * (s.E - s.q / s.p) / (s.E**2 - 1)
    gammas = st.states.GroupWeights(s.p, s.q, s.E).gammas
    return conjunction(
        {
            "groups of two: x has the sign of gamma_1": decide.identity(
                {"gamma_1": (gammas[0], x / (s.p * s.E + s.q)), "gamma_2": (gammas[1], y / (s.q * s.E + s.p))},
                scope=SCOPE,
            ),
            "lambda_2 > 0: x > 0": positive_by(
                x,
                lambda p, q, E, l_1, l_2, m: (m + l_2 * p * E) / l_1,
                positive={**sizes, "l_1": s.lambda_1, "l_2": lambda_2, "m": side.m[0]},
                scope=SCOPE,
            ),
            "lambda_2 > 0: y > 0": positive_by(
                y,
                lambda p, q, E, l_1, l_2, m: (m + l_2 * q * E) / l_1,
                positive={**sizes, "l_1": s.lambda_1, "l_2": lambda_2, "m": side.m[1]},
                scope=SCOPE,
            ),
            "E > 1": positive_by(
                W,
                lambda p, q, x, y: q * y + p * x + x * y,
                positive={"p": s.p, "q": s.q, "x": x, "y": y},
                scope=SCOPE,
            ),
            "lambda_2/lambda_1 < H": positive_by(
                factor * H - lambda_2 / s.lambda_1,
                lambda D, gap, l_1, W: D / (gap * l_1 * W),
                positive={"D": side.determinant, "gap": s.lambda_1 - lambda_2, "l_1": s.lambda_1, "W": W},
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )


def if_(lambda_2: Any, factor: int) -> Evidence:
    """The conditions imply that the eigenvalues of every B_j are below 1 and that c_1, c_2 > 1."""
    s = symbols()
    side = Side(s.lambda_j, s.lambda_1)
    x, y, W = s.p * s.E - s.q, s.q * s.E - s.p, s.p * s.q * (s.E**2 - 1)
    H = (s.E - s.p / s.q) * (s.E - s.q / s.p) / (s.E**2 - 1)
    known = {"E": s.E, "l_1": s.lambda_1, "b": side.bracket}
    c = st.states.GroupWeights(s.p, s.q, s.E).factors(s.lambda_1, s.alpha)
    return conjunction(
        {
            "bracket_j > 0": positive_by(
                side.bracket,
                lambda h, l_1, W, gap: h * l_1 * W + gap * W,
                positive={"h": factor * H - lambda_2 / s.lambda_1, "l_1": s.lambda_1, "W": W},
                nonnegative={"gap": lambda_2 - s.lambda_j},
                scope=SCOPE,
            ),
            "determinant > 0": positive_by(
                side.determinant,
                lambda gap, b: gap * b,
                positive={"gap": s.lambda_1 - s.lambda_j, "b": side.bracket},
                scope=SCOPE,
            ),
            "m_1 > 0": positive_by(
                side.m[0],
                lambda E, l_1, b, q, V, x: (l_1 * x**2 + E * b) / (q * V),
                positive={**known, "q": s.q, "V": s.E**2 - 1, "x": x},
                scope=SCOPE,
            ),
            "m_2 > 0": positive_by(
                side.m[1],
                lambda E, l_1, b, p, V, y: (l_1 * y**2 + E * b) / (p * V),
                positive={**known, "p": s.p, "V": s.E**2 - 1, "y": y},
                scope=SCOPE,
            ),
            "c_1 > 1": positive_by(
                c[0] - 1,
                lambda alpha, l_1, x, d: alpha * l_1 * x / d,
                positive={"alpha": s.alpha, "l_1": s.lambda_1, "x": x, "d": s.p * s.E + s.q},
                scope=SCOPE,
            ),
            "c_2 > 1": positive_by(
                c[1] - 1,
                lambda alpha, l_1, y, d: alpha * l_1 * y / d,
                positive={"alpha": s.alpha, "l_1": s.lambda_1, "y": y, "d": s.q * s.E + s.p},
                scope=SCOPE,
            ),
        },
        scope=SCOPE,
    )
