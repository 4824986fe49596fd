"""Energies. The interaction energy of tokens on the sphere, what the flows do to it, and what bounds it.

    E = sum_ij m_i m_j exp(beta x_i^T P x_j) / (2 beta),  m_i = 1/n for tokens.
    Along USA with P = V symmetric its rate is (1/n) sum_i |x_i'|^2, along SA (1/n) sum_i (Z_i/n) |x_i'|^2:
    SA climbs E for the metric in which token i counts Z_i times.

Source: arXiv 2312.10794, (3.5) to (3.16), Proposition 3.4, Lemma 3.7, Remark 3.8.

The energy of the Oja map, F(X) = m^T V m/(2N) with m = sum_j x_j, and its exact increment in one step.

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
from flint import arb

from ..models.maps import logits, normalise, oja_step, token_mean
from ..models.sphere_flow import SphereFlow, require_tokens
from ..numbers import Array, exp, sqrt


def interaction_energy(X: Array, beta: Any, P: Array | None = None, *, masses: Array | None = None) -> Any:
    """E of tokens X : (..., N, d), or of the measure with these atoms and masses : (N,).

    beta : not 0, of either sign; ValueError for 0.  P : (d, d), None for the identity.
    """
    require_tokens(X)
    if beta == 0:
        raise ValueError("beta is 0; the energy has a factor 1/(2 beta), and its limit is half the sum of the products")
    odds = exp(beta * logits(X, P))
    if masses is None:
        return np.sum(odds, axis=(-2, -1)) / (2 * beta * X.shape[-2] ** 2)
    return np.sum(odds * masses * masses[:, np.newaxis], axis=(-2, -1)) / (2 * beta)


def energy_rate(X: Array, Y: Array, beta: Any, P: Array | None = None) -> Any:
    """The derivative of E when tokens X : (..., N, d) have velocities Y of the same shape; any beta, 0 included."""
    require_tokens(X)
    if Y.shape != X.shape:
        raise ValueError(f"velocities have shape {Y.shape} and tokens {X.shape}; allowed is the same shape")
    pairs = logits(Y, P, X) + logits(X, P, Y)
    return np.sum(exp(beta * logits(X, P)) * pairs, axis=(-2, -1)) / (2 * X.shape[-2] ** 2)


def dissipation(flow: SphereFlow, X: Array) -> Any:
    """The rate of E along the flow as a sum of squares, for P = V symmetric (or both None) and no feed-forward part.

    X : (..., N, d).  Raises ValueError for another flow: its rate is no such sum.
    """
    same = flow.P is flow.V or (flow.P is not None and flow.V is not None and np.array_equal(flow.P, flow.V))
    if not same or flow.feed_forward is not None or (flow.P is not None and not np.array_equal(flow.P, flow.P.T)):
        raise ValueError("the rate is a sum of squares for P = V symmetric (d, d) and no feed-forward part only")
    Y, n = flow.velocity(X), X.shape[-2]
    squares = np.sum(Y * Y, axis=-1)
    if flow.weights == "softmax":
        squares = squares * flow.partition(X) / n
    return np.sum(squares, axis=-1) / n


def ultraspherical_coefficient(k: int, d: int, beta: arb | int) -> arb:
    """The coefficient of degree k of exp(beta t) on the sphere in R^d, a ball: Gamma(l+1) (2/beta)^l I_{k+l}(beta).

    l = d/2 - 1; in R^2 that of 2 T_k, and of 1 for k = 0.  Raises ValueError for k < 0, d < 2, and beta <= 0.
    """
    beta = arb(beta)
    if k < 0 or d < 2 or not beta > 0:
        raise ValueError(f"k is {k}, d is {d}, beta is {beta}; allowed are k >= 0, d >= 2 and beta > 0")
    order = arb(d - 2) / 2
    return (order + 1).gamma() * (2 / beta) ** order * beta.bessel_i(k + order)


def uniform_energy(d: int, beta: arb | int) -> arb:
    """E of the uniform measure on the sphere in R^d, the least of all measures for beta > 0; a ball."""
    return ultraspherical_coefficient(0, d, beta) / (2 * arb(beta))


def dirac_energy(beta: arb | int) -> arb:
    """E of one point, the largest of all measures for beta > 0; a ball. Raises ValueError for beta <= 0."""
    beta = arb(beta)
    if not beta > 0:
        raise ValueError(f"beta is {beta}; allowed is beta > 0")
    return beta.exp() / (2 * beta)


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


def misalignment(Y: Array) -> Array:
    """E = 1 - (1/N) sum_i cos(y_i, y_1) = (1/2N) sum_i |y_i/|y_i| - y_1/|y_1||^2 : (...), for Y : (..., N, d).

    Computed by the second form, which does not cancel near consensus. Zero exactly when all tokens have the direction
    of the first. Raises ZeroDivisionError or ValueError when a token is zero.
    """
    directions = normalise(Y)
    gaps = directions - directions[..., :1, :]
    return np.asarray(np.sum(gaps * gaps, axis=(-1, -2)) / (2 * Y.shape[-2]))
