"""The energy of the Oja map, F(X) = m^T V m/(2N) with m = sum_j x_j, and its exact increment in one step.

For symmetric V, with D_i = x_i+ - x_i and y_i = x_i + (alpha/N) V m,

    F(X+) - F(X) = (1/(2 alpha)) sum_i (1 + |y_i|) |D_i|^2 + (1/(2N)) (sum_i D_i)^T V (sum_i D_i),

which is at least (1/alpha - max(0, -lambda_d))/2 times sum_i |D_i|^2. The function of the paper is W = -F.

Source: arXiv 2605.25619, Lemma 7; the exact identity is derived in this project.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from attnverify.stability.models.maps import normalise, oja_step, token_mean
from attnverify.stability.numbers import Array, sqrt


@dataclass(frozen=True)
class Increment:
    """The two parts of F(X+) - F(X).

    moved : (1/(2 alpha)) sum_i (1 + |y_i|) |D_i|^2, never negative.
    coupled : (1/(2N)) (sum_i D_i)^T V (sum_i D_i), of the sign of V.
    """

    moved: Any
    coupled: Any

    @property
    def total(self) -> Any:
        """F(X+) - F(X)."""
        return self.moved + self.coupled


def energy(X: Array, V: Array, *, counts: Array | None = None) -> Any:
    """F(X) = m^T V m/(2N). X : (..., N, d), V : (d, d) symmetric, counts : (N,) multiplicities or None."""
    N = X.shape[-2] if counts is None else np.sum(counts)
    mean = token_mean(X, counts=counts)[..., 0, :]
    return N * np.sum(mean * (mean @ V), axis=-1) / 2


def energy_increment(X: Array, V: Array, alpha: Any) -> Increment:
    """F(X+) - F(X) for one step of the Oja map, as the two parts of the exact identity. X : (..., N, d), unit tokens.

    Raises ValueError when V is not symmetric, naming the entries that differ.
    """
    for i, j in np.ndindex(*V.shape):
        if V[i, j] != V[j, i]:
            raise ValueError(f"V is not symmetric: entry ({i}, {j}) is {V[i, j]}, entry ({j}, {i}) is {V[j, i]}")
    Y = oja_step(X, V, alpha)
    moves = normalise(Y) - X
    sizes = sqrt(np.sum(Y * Y, axis=-1))
    moved = np.sum((1 + sizes) * np.sum(moves * moves, axis=-1), axis=-1) / (2 * alpha)
    total = np.sum(moves, axis=-2)
    return Increment(moved, np.sum(total * (total @ V), axis=-1) / (2 * X.shape[-2]))


def ascent_bound(eigenvalues: Sequence[Any]) -> Any | None:
    """1/max(0, -lambda_d), below which every step that moves a token increases F; None when every step size does.

    >>> from fractions import Fraction
    >>> ascent_bound([Fraction(2), Fraction(-4)]), ascent_bound([Fraction(2), Fraction(1)])
    (Fraction(1, 4), None)
    """
    last = min(eigenvalues)
    return 1 / -last if last < 0 else None
