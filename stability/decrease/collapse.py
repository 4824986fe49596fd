"""Collapse of tokens in a cone: the least height, the least inner product, and the rates that bound them from below.

    USA: m' >= 2 (1 - m) ((n - 1) m + 1) e^(beta m) / n
    SA:  m' >= 2 (1 - m) ((n - 1) m + 1) / ((n - 1) e^(beta (1 - m)) + 1)

for the least inner product m >= 0 and beta >= 0. The first is attained by tokens with equal inner products; both have
the rates 2 e^beta and 2 of 1 - m near consensus.

Source: arXiv 2312.10794, Lemma 6.4, (6.9), (6.10); the comparison is PER-N1.

The central projection q_i = y_i/(v^T y_i): in these coordinates the flow with U = I is linear consensus.

On {v^T y_i > 0 for all i}, with a_ij the sum of A^h_ij over the heads and c_i = v^T y_i,

    q_i' = sum_j b_ij (q_j - q_i),   b_ij = a_ij c_j/c_i > 0,

for every metric W. The tokens q_i move in the hyperplane v^T q = 1, their convex hull shrinks, and the range of every
linear functional over the tokens decays at least at `projected_rate`.

Source: "Consensus is all you get" (ICML 2025), Theorem 3.2, whose conclusion follows from this equation.

The time that orthogonal tokens need until all their products are gamma: the phase curve, as balls.

Source: arXiv 2312.10794, (6.9) to (6.12); the closed form is PER-N4, by partial fractions.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import arb

from ..models.sphere_flow import SphereFlow, SphereWeights, require_tokens
from ..numbers import Array, exp, sign
from ..states.polygonal import gram_velocity
from .dini import heights


def least_product_rate(m: Any, n: int, beta: Any, weights: SphereWeights = "softmax") -> Any:
    """The bound on the rate of the least inner product m, for n >= 2 tokens; number or array (...).

    Raises ValueError for n < 2, a negative beta, or an m outside [0, 1], where the bound is no theorem.
    """
    values = np.asarray(m)
    if n < 2 or beta < 0 or not (np.all(values >= 0) and np.all(values <= 1)):
        raise ValueError(
            f"n is {n}, beta is {beta}, m from {np.min(values)}; allowed are n >= 2, beta >= 0, 0 <= m <= 1"
        )
    growth = 2 * (1 - values) * ((n - 1) * values + 1)
    if weights == "softmax":
        return growth / ((n - 1) * exp(np.asarray(beta * (1 - values))) + 1)
    return growth * exp(np.asarray(beta * values)) / n


def least_product_margin(X: Array, beta: Any, weights: SphereWeights = "softmax") -> Any:
    """How far the rate of the least inner product is above its bound: (...), for tokens X : (..., n, d) of floats.

    Where several pairs are least, the slowest of them counts. Raises ValueError as `least_product_rate`, so where two
    tokens have a negative inner product.
    """
    require_tokens(X)
    n = X.shape[-2]
    G, A = X @ np.swapaxes(X, -1, -2), SphereFlow(beta, weights).attention(X, X)
    upper = np.triu_indices(n, 1)
    products, rates = G[..., *upper], gram_velocity(G, A)[..., *upper]
    least = np.min(products, axis=-1, keepdims=True, initial=1.0)
    bound = least_product_rate(least[..., 0], n, beta, weights)
    return np.min(np.where(products == least, rates, np.inf), axis=-1, initial=np.inf) - bound


def central_projection(Y: Array, v: Array) -> Array:
    """q_i = y_i/(v^T y_i) : (..., N, d). Y : (..., N, d), v : (d,).

    Raises ValueError where some v^T y_i is known not to be positive.
    """
    c = heights(Y, v)
    if any(sign(height) in (0, -1) for height in c.flat):
        raise ValueError("central_projection: some height v^T y_i is not positive; allowed is the open hemisphere")
    return np.asarray(Y / c[..., np.newaxis])


def spread(Q: Array, f: Array) -> Array:
    """max_i f^T q_i - min_i f^T q_i : (...). Q : (..., N, d), f : (d,). Zero for every f exactly at consensus."""
    values = Q @ f
    return np.asarray(np.max(values, axis=-1) - np.min(values, axis=-1))


def greatest_height(v: Array, W: Array | None = None) -> float:
    """C = max of v^T y over the ellipsoid y^T W y = 1, which is sqrt(v^T W^-1 v). Floats; v : (d,), W : (d, d)."""
    return float(np.sqrt(v @ v if W is None else v @ np.linalg.solve(W, v)))


def projected_rate(Y: Array, v: Array, logit_bounds: Array, W: Array | None = None) -> float:
    """The guaranteed rate (m/C) sum_h exp(-2 M_h)/sqrt(d), m = min_i v^T y_i, C = `greatest_height`. Floats.

    Y : (N, d) in the open hemisphere.  logit_bounds : (H,), M_h >= |y_i^T P_h(t) y_j| for all points of the ellipsoid
    and all later t.  Since m never decreases, the range of every functional of q decays at least at this rate for ever.
    """
    least, d = np.min(heights(Y, v)), Y.shape[-1]
    if not least > 0:
        raise ValueError(f"projected_rate: the least height is {least}; allowed is the open hemisphere")
    return float(least / greatest_height(v, W) * np.sum(exp(-2 * np.asarray(logit_bounds, dtype=float))) / np.sqrt(d))


def common_product_time(gamma: arb | float, n: int, beta: arb | float, weights: SphereWeights = "softmax") -> arb:
    """The time from products 0 to products gamma, n >= 2 tokens, beta > 0 and 0 < gamma < 1; ValueError otherwise.

    A ball in the current precision, with logarithms and exponential integrals; floats are taken as they are.

    >>> common_product_time(arb(999) / 1000, 32, 4)
    [6.953501848808 +/- 1.41e-13]
    """
    gamma, beta = _checked(gamma, n, beta)
    if weights not in ("softmax", "exponential"):
        raise ValueError(f"weights is {weights!r}; allowed are 'softmax' and 'exponential'")
    one, gap = arb(1), arb(1) / (n - 1)
    near = beta.ei() - (beta * (1 - gamma)).ei()
    far = (beta * gap).expint(one) - (beta * (gamma + gap)).expint(one)
    if weights == "exponential":
        return ((-beta).exp() * near + (beta * gap).exp() * far) / 2
    slow = (n - 1) * ((1 + (n - 1) * gamma) / (1 - gamma)).log()
    return (slow + near + (beta * n * gap).exp() * far) / (2 * n)


def _checked(gamma: arb | float, n: int, beta: arb | float) -> tuple[arb, arb]:
    gamma, beta = arb(gamma), arb(beta)
    if n < 2 or not (beta > 0 and gamma > 0 and gamma < 1):
        raise ValueError(f"n is {n}, beta is {beta}, gamma is {gamma}; allowed are n >= 2, beta > 0 and 0 < gamma < 1")
    return gamma, beta
