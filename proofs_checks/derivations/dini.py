"""The largest height: V(y) = max_i (1 - v^T y_i) along full attention with U = I, and its upper Dini derivative.

With c_i = v^T y_i, g_ij = <y_i, y_j>_W and positive weights a_ij the flow gives

    c_i' = sum_j a_ij (c_j - c_i g_ij),      D+V = the largest -c_i' over the active set (Danskin), ties included,
    -D+V >= (m/2) min over active i of sum_j a_ij |y_i - y_j|_W^2   where m = min_i c_i > 0:

the height of a lowest token rises, so the open hemisphere is invariant and V decreases strictly off consensus.

Source: "Consensus is all you get" (ICML 2025), equation (7), Theorem 3.2.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np

import attnverify.stability as st
from attnverify.proofs_checks.derivations.formula import Formula, symbols


def height_rate(sign: int = -1) -> Formula:
    """c_1' of three tokens, from the definition of the flow: v^T (F_1 - <y_1, F_1> y_1), F_1 = sum_j a_1j y_j."""
    Y = np.array([symbols(f"y_{i}1 y_{i}2") for i in range(3)], dtype=object)
    a, v = np.array([symbols(f"a_{i}1 a_{i}2 a_{i}3") for i in range(3)], dtype=object), np.array(symbols("v_1 v_2"))
    derived = (st.models.velocity(Y, a) @ v)[0]
    claimed = sum(a[0, j] * (v @ Y[j] + sign * (v @ Y[0]) * (Y[0] @ Y[j])) for j in range(3))
    return Formula("the rate of a height", ("CON-T3.2.b",), derived, claimed)


def lowest_term(share: Any = 1) -> Formula:
    """A term of the rate of a lowest token: c_j - m g = (c_j - m) + m (1 - g), and 1 - g = |y_i - y_j|^2/2 at unit
    tokens.

    The first part is nonnegative, as m is the least height; the second is what `decrease_bound` keeps.
    """
    x, y, z, w = symbols("x_1 x_2 z_1 z_2")
    m, c = symbols("m c_j")
    unit = ((y**2, 1 - x**2), (w**2, 1 - z**2))
    square = (x - z) ** 2 + (y - w) ** 2
    return Formula(
        "what is left of a term",
        ("CON-T3.2.d", "CON-T3.2.f"),
        c - m * (x * z + y * w),
        (c - m) + share * m * square / 2,
        unit,
    )


def slopes_at_a_tie(Y: Any, a: Any, v: Any, derivative: Callable[..., Any] | None = None) -> tuple[Any, Any]:
    """(the one-sided difference quotient of V along the flow's direction, what `derivative` says), both exact.

    Y : (N, d) fractions.  a : (N, N) positive weights.  v : (d,).  derivative : of (Y, a, v), by default
    `stability.dini_derivative`.  V is a maximum of linear functions of the step, so a small step gives the limit; it is
    halved until it is small enough that the active set of the moved tokens lies in that of Y.
    """
    rates, step = st.models.velocity(Y, a), Fraction(1)
    active = st.decrease.active_set(Y, v, tolerance=0)
    while np.any(st.decrease.active_set(Y + step * rates, v, tolerance=0) & ~active):
        step /= 2
    quotient = (st.decrease.max_lyapunov(Y + step * rates, v) - st.decrease.max_lyapunov(Y, v)) / step
    claimed = st.dini_derivative(Y, a, v, tolerance=0) if derivative is None else derivative(Y, a, v)
    return quotient, claimed


def decrease_margin(Y: Any, a: Any, v: Any, share: float = 1) -> float:
    """-D+V minus `share` times its lower bound, at tokens Y : (N, d) of the open hemisphere of v; nonnegative for 1."""
    return float(-st.dini_derivative(Y, a, v) - share * st.decrease.decrease_bound(Y, a, v))


def formulas() -> list[Formula]:
    """Everything that SymPy derives here."""
    return [height_rate(), lowest_term()]
