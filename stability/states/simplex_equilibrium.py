"""The regular simplex as an equilibrium of full attention with U = I, h = 1, P = beta I, and its linearisation.

The n + 2 tokens stand at the corners of a regular simplex of the sphere of dimension n, y_i^T y_j = -1/m with m = n + 1
the ambient dimension. A perturbation delta_i of token i, tangent to the sphere, is described by d_ik = delta_i^T y_k,
a matrix with zero diagonal and zero row sums.

The inner products g_ij = y_i^T y_j move by themselves when the weights depend on them alone: `gram_velocity`.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import sympy as sp

from attnverify.stability.linearisation.spectra import Mode
from attnverify.stability.numbers import Array


def gram_velocity(G: Array, A: Array) -> Array:
    """g_ik' = sum_j a_ij (g_jk - g_ij g_ik) + sum_j a_kj (g_ji - g_kj g_ki) : (..., N, N), for the flow with U = I.

    G : (..., N, N), symmetric with unit diagonal, the Gram matrix in any metric W.  A : (..., N, N), all heads
    added up.
    """
    moved = A @ G - np.sum(A * G, axis=-1)[..., np.newaxis] * G
    return np.asarray(moved + np.swapaxes(moved, -1, -2))


def simplex_gram(N: int) -> Array:
    """The Gram matrix of a regular simplex with N >= 2 corners, in fractions: 1 and -1/(N - 1).

    >>> simplex_gram(3)[0]
    array([Fraction(1, 1), Fraction(-1, 2), Fraction(-1, 2)], dtype=object)
    """
    if N < 2:
        raise ValueError(f"a simplex with {N} corners; allowed are 2 or more")
    G = np.full((N, N), Fraction(-1, N - 1), dtype=object)
    np.fill_diagonal(G, Fraction(1))
    return G


def simplex_weight(m: Any, beta: Any, copies: Any = 1) -> Any:
    """alpha_o, the weight of all tokens at one other corner together: e^(-beta/m)/(sqrt(m)(e^beta + m e^(-beta/m))).

    Independent of the number of `copies` of tokens per corner, each of which carries alpha_o/copies.
    """
    far, near = sp.exp(-beta / m), sp.exp(beta)
    return copies * far / (sp.sqrt(m) * (copies * near + copies * m * far))


def simplex_modes(m: Any, beta: Any, copies: Any = 1) -> list[Mode]:
    """The tangent spectrum in R^m, m >= 2, with `copies` tokens at each of the m + 1 corners, with multiplicities.

    m, beta, copies may be symbols. The multiplicities add up to copies (m + 1)(m - 1), the dimension of the tangent
    space.
    """
    far, kappa = simplex_weight(m, beta), beta * (m + 1) / m
    modes = [
        Mode(sp.Integer(0), None, m * (m - 1) / 2, "rotations"),
        Mode(2 * kappa * far, None, (m + 1) * (m - 2) / 2, "symmetric, without moving the mean"),
        Mode(far * (m + 1) * (m - 1 + kappa) / m, None, m, "moving the mean"),
    ]
    if copies != 1:
        within = far * (1 + kappa - sp.exp(kappa))
        modes.append(Mode(within, None, (copies - 1) * (m + 1) * (m - 1), "differences within a corner"))
    return modes


def simplex_threshold(n: int) -> Fraction:
    """-n(n + 1)/(n + 2): for beta below it the simplex on the sphere of dimension n attracts, up to rotations.

    >>> [str(simplex_threshold(n)) for n in (1, 2, 3)]
    ['-2/3', '-3/2', '-12/5']
    """
    if n < 1:
        raise ValueError(f"a sphere of dimension {n}; allowed are n >= 1")
    return Fraction(-n * (n + 1), n + 2)
