"""The interaction energy of tokens on the sphere, what the flows do to it, and what bounds it.

    E = sum_ij m_i m_j exp(beta x_i^T P x_j) / (2 beta),  m_i = 1/n for tokens.
    Along USA with P = V symmetric its rate is (1/n) sum_i |x_i'|^2, along SA (1/n) sum_i (Z_i/n) |x_i'|^2:
    SA climbs E for the metric in which token i counts Z_i times.

Source: arXiv 2312.10794, (3.5) to (3.16), Proposition 3.4, Lemma 3.7, Remark 3.8.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import arb

from attnverify.stability.models.maps import logits
from attnverify.stability.models.sphere_flow import SphereFlow, require_tokens
from attnverify.stability.numbers import Array, exp


def interaction_energy(X: Array, beta: Any, P: Array | None = None, *, masses: Array | None = None) -> Any:
    """E of tokens X : (..., N, d), or of the measure with these atoms and masses : (N,).

    beta : not 0, of either sign; ValueError for 0.  P : (d, d), None for the identity.
    """
    require_tokens(X)
    _require_nonzero(beta)
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


def modified_inner(X: Array, A: Array, B: Array, beta: Any, P: Array | None = None) -> Any:
    """sum_i Z_i a_i.b_i, the metric (3.12) in which SA is the gradient of n^2 E. A, B : (..., N, d)."""
    if not A.shape == B.shape == X.shape:
        raise ValueError(f"tangent vectors have shapes {A.shape} and {B.shape}, tokens {X.shape}; all must agree")
    return np.sum(SphereFlow(beta, P=P).partition(X) * np.sum(A * B, axis=-1), axis=-1)


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


def _require_nonzero(beta: Any) -> None:
    if beta == 0:
        raise ValueError("beta is 0; the energy has a factor 1/(2 beta), and its limit is half the sum of the products")
