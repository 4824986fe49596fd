"""The hemisphere: how likely l random tokens of S^n share an open one, and what the flow keeps of it.

Generic l vectors of R^m, m = n + 1, meet 2 sum_{k < m} binom(l - 1, k) of the 2^l sign patterns (Schlaefli), and
every sign pattern of symmetric tokens is as likely: the probability is 2^(1 - l) sum_{k <= n} binom(l - 1, k)
(Wendel). The paper prints the sum up to n - 1. In an open hemisphere of v the projected tokens q_i = y_i/(v^T y_i) obey

    q_i' = sum_j b_ij (q_j - q_i),    b_ij = a_ij c_j/c_i,   c = v^T y,

so that every functional of them keeps its range: the hemisphere is invariant and their diameter does not grow.

Source: "Consensus is all you get" (ICML 2025), Remark 3.4, proof of Theorem 3.2 (CON-B1).
"""

from __future__ import annotations

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np
import sympy as sp

import attnverify.stability as st
from attnverify.proofs_checks.derivations.formula import Formula, symbols


def schlaefli(shift: int = 1) -> Formula:
    """A new vector cuts the patterns of l - 1 vectors in R^m once more for each pattern in its hyperplane, R^(m-1).

    With f(l, m) = 2 sum_{k < m} binom(l - 1, k) this is f(l, m) = f(l - 1, m) + f(l - 1, m - 1): Pascal's rule, term
    by term.
    """
    ell, k = symbols("l k", integer=True, positive=True)
    pascal = sp.binomial(ell - 1, k) - sp.binomial(ell - 2, k) - sp.binomial(ell - 2, k - shift)
    return Formula("a term", ("CON-R3.4.a",), sp.simplify(pascal.rewrite(sp.gamma).expand(func=True)), 0)


def probability(tokens: int, n: int, last: int | None = None) -> Fraction:
    """2^(1 - l) sum_{k <= last} binom(l - 1, k), last = n by default: that l tokens of S^n share an open hemisphere.

    Raises ValueError unless tokens >= 1 and n >= 1.
    """
    if tokens < 1 or n < 1:
        raise ValueError(f"tokens = {tokens}, n = {n}; allowed are tokens >= 1 and n >= 1")
    return Fraction(sum(comb(tokens - 1, k) for k in range((n if last is None else last) + 1)), 2 ** (tokens - 1))


def counted(Y: Any) -> Fraction:
    """The share of the 2^l sign changes of the tokens Y : (l, d), in general position, that lie in an open hemisphere.

    By exact linear programming for rationals. It is the probability for every symmetric law that gives Y up to signs.
    """
    signs = np.array(np.meshgrid(*[[1, -1]] * len(Y))).T.reshape(-1, len(Y))
    found = sum(bool(st.hemisphere(Y * pattern[:, np.newaxis]).exists) for pattern in signs)
    return Fraction(found, len(signs))


def projected_flow(power: int = 1) -> Formula:
    """q_1' of three tokens, differentiated from q = y/(v^T y), v = e_1, along the flow, beside sum_j b_1j (q_j -
    q_1)."""
    Y = np.array([symbols(f"c_{i} y_{i}") for i in range(3)], dtype=object)
    a = np.array([symbols(f"a_{i}1 a_{i}2 a_{i}3") for i in range(3)], dtype=object)
    rates = st.models.velocity(Y, a)
    q = Y[:, 1] / Y[:, 0]
    derived = sp.diff(q[0], Y[0, 0]) * rates[0, 0] + sp.diff(q[0], Y[0, 1]) * rates[0, 1]
    claimed = sum(a[0, j] * (Y[j, 0] / Y[0, 0]) ** power * (q[j] - q[0]) for j in range(3))
    return Formula("the projected tokens", ("CON-B1",), derived, claimed)


def formulas() -> list[Formula]:
    """Everything that SymPy derives here."""
    return [schlaefli(), projected_flow()]
