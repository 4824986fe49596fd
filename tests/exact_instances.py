"""Exact random instances: rational eigenbases and spectra, so that every entry of a Jacobian is rational.

The numbers come from a seeded generator; the eigenbasis is the Cayley transform of a rational skew matrix.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import fmpq, fmpq_mat

from attnverify.stability.numbers import Array


@dataclass(frozen=True)
class SymmetricInstance:
    """V = sum_j eigenvalues[j] v_j v_j^T with the orthonormal rows v_j of `basis`, exactly.

    eigenvalues : (d,), in decreasing order.  basis : (d, d).
    """

    eigenvalues: Array
    basis: Array

    @property
    def V(self) -> Array:
        """The value matrix : (d, d), symmetric."""
        return np.asarray((self.basis.T * self.eigenvalues) @ self.basis)


def rational(rng: np.random.Generator, low: int, high: int, denominator: int = 12) -> Fraction:
    """A random fraction in [low, high] with denominator at most `denominator`."""
    q = int(rng.integers(1, denominator + 1))
    return Fraction(int(rng.integers(low * q, high * q + 1)), q)


def orthogonal(rng: np.random.Generator, d: int) -> Array:
    """A random rational orthogonal matrix : (d, d), the Cayley transform (I - S)(I + S)^-1 of a small skew S."""
    S = [[fmpq(0)] * d for _ in range(d)]
    for i in range(d):
        for j in range(i):
            value = rational(rng, -2, 2, 3)
            S[i][j] = fmpq(value.numerator, value.denominator)
            S[j][i] = -S[i][j]
    eye = fmpq_mat(d, d, [fmpq(int(i == j)) for i in range(d) for j in range(d)])
    skew = fmpq_mat(d, d, [entry for row in S for entry in row])
    return _to_array((eye - skew) * (eye + skew).inv())


def symmetric_instance(rng: np.random.Generator, d: int, *, low: int = -4, high: int = 4) -> SymmetricInstance:
    """A random symmetric V with a simple positive principal eigenvalue (Assumption 1 of arXiv 2605.25619).

    The other eigenvalues are non-zero, may repeat, and may exceed the principal one in modulus.
    """
    others = sorted((_non_zero(rng, low, high) for _ in range(d - 1)), reverse=True)
    top = max([Fraction(0), *others])
    first = top + Fraction(int(rng.integers(1, 13)), int(rng.integers(1, 7)))
    return SymmetricInstance(np.array([first, *others], dtype=object), orthogonal(rng, d))


def _non_zero(rng: np.random.Generator, low: int, high: int) -> Fraction:
    while True:
        value = rational(rng, low, high, 6)
        if value != 0:
            return value


def _to_array(matrix: fmpq_mat) -> Array:
    rows = [[Fraction(int(entry.p), int(entry.q)) for entry in row] for row in matrix.tolist()]
    return np.array(rows, dtype=object)
