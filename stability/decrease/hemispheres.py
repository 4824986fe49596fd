"""Whether finitely many vectors lie in an open hemisphere, decided exactly, and how often random ones do.

By Gordan's alternative either some v has v^T y_i > 0 for all i, or some weights lambda_i >= 0, not all zero, have
sum_i lambda_i y_i = 0. One linear program in exact fractions finds whichever exists; either is a certificate that
anyone can multiply out.

Source: Cover, IEEE Trans. Electron. Comput. 14 (1965); Wendel, Math. Scand. 11 (1962).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

import numpy as np

from ..numbers import Array, as_array, entrywise


@dataclass(frozen=True)
class HemisphereDecision:
    """Exactly one of two certificates, in fractions.

    normal : (d,), with v^T y_i > 0 for all i; None when there is none.
    combination : (N,), nonnegative with sum 1 and sum_i lambda_i y_i = 0; None when there is none.
    """

    normal: Array | None
    combination: Array | None

    @property
    def exists(self) -> bool:
        """Whether some open hemisphere contains all the vectors."""
        return self.normal is not None


def hemisphere(Y: Array) -> HemisphereDecision:
    """Whether the rows of Y : (N, d) lie in a common open hemisphere {y : v^T y > 0}.

    Floats are taken as the exact fractions they are. A zero row lies in no open hemisphere.
    Raises ValueError for what is neither a float nor a rational, not finite, or not of shape (N, d) with N, d >= 1.

    >>> hemisphere(np.array([[1.0, 0.0], [-3.0, 0.5]])).exists
    True
    >>> hemisphere(as_array([[1, 0], [-2, 0]])).combination
    array([Fraction(2, 3), Fraction(1, 3)], dtype=object)
    """
    X = _fractions(Y)
    N, d = X.shape
    tableau, basis = _phase_one(X)
    value = -tableau[-1][-1]
    if value == 0:
        weights = np.array([Fraction(0)] * N, dtype=object)
        for row, column in enumerate(basis):
            if column < N:
                weights[column] = tableau[row][-1]
        return HemisphereDecision(None, weights)
    # The reduced cost of the artificial variable of row r is 1 - pi_r; the prices pi separate.
    return HemisphereDecision(np.array([tableau[-1][N + r] - 1 for r in range(d)], dtype=object), None)


def cover_count(N: int, d: int) -> int:
    """Cover's number of dichotomies of N >= 1 vectors of R^d in general position: 2 sum_{k < d} C(N - 1, k).

    >>> cover_count(3, 2)
    6
    """
    if N < 1 or d < 1:
        raise ValueError(f"{N} vectors of R^{d}: allowed are N >= 1 and d >= 1")
    return 2 * sum(comb(N - 1, k) for k in range(d))


def hemisphere_probability(N: int, d: int) -> Fraction:
    """Wendel's probability that N random vectors of R^d lie in a common open hemisphere: cover_count(N, d)/2^N.

    For every law that is symmetric under y_i -> -y_i for each i and almost surely in general position.

    >>> hemisphere_probability(10, 3)
    Fraction(23, 256)
    """
    return Fraction(cover_count(N, d), 2**N)


def _fractions(Y: Array) -> Array:
    array = as_array(Y, "Y")
    if array.ndim != 2 or 0 in array.shape:
        raise ValueError(f"Y has shape {array.shape}; allowed is (N, d) with N, d >= 1")
    if array.dtype.kind == "f" or all(isinstance(entry, Fraction) for entry in array.flat):
        return entrywise(Fraction, array)
    raise ValueError("Y: allowed are floats and exact fractions")


def _phase_one(X: Array) -> tuple[list[list[Fraction]], list[int]]:
    """The final tableau of: minimise the sum of artificial variables of sum_i lambda_i (y_i, 1) = (0, ..., 0, 1).

    Its last row holds the reduced costs and minus the minimum. Bland's rule makes it end.
    """
    N, d = X.shape
    zero, one = Fraction(0), Fraction(1)
    tableau = [
        [*(X[:, r] if r < d else [one] * N), *(one if k == r else zero for k in range(d + 1)), one if r == d else zero]
        for r in range(d + 1)
    ]
    costs = [-sum((row[j] for row in tableau), zero) for j in range(N)]
    tableau.append([*costs, *([zero] * (d + 1)), -one])
    basis = list(range(N, N + d + 1))
    while True:
        entering = next((j for j in range(N) if tableau[-1][j] < 0), None)
        if entering is None:
            return tableau, basis
        rows = [r for r in range(d + 1) if tableau[r][entering] > 0]
        leaving = min(rows, key=lambda r: (tableau[r][-1] / tableau[r][entering], basis[r]))
        pivot = tableau[leaving][entering]
        tableau[leaving] = [entry / pivot for entry in tableau[leaving]]
        for r, row in enumerate(tableau):
            if r != leaving and row[entering] != 0:
                factor = row[entering]
                tableau[r] = [entry - factor * base for entry, base in zip(row, tableau[leaving], strict=True)]
        basis[leaving] = entering
