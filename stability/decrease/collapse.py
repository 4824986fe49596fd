"""Collapse of tokens in a cone: the least height, the least inner product, and the rates that bound them from below.

    USA: m' >= 2 (1 - m) ((n - 1) m + 1) e^(beta m) / n
    SA:  m' >= 2 (1 - m) ((n - 1) m + 1) / ((n - 1) e^(beta (1 - m)) + 1)

for the least inner product m >= 0 and beta >= 0. The first is attained by tokens with equal inner products; both have
the rates 2 e^beta and 2 of 1 - m near consensus.

Source: arXiv 2312.10794, Lemma 6.4, (6.9), (6.10); the comparison is PER-N1.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from attnverify.stability.models.sphere_flow import SphereFlow, SphereWeights, require_tokens
from attnverify.stability.numbers import Array, exp
from attnverify.stability.states.simplex_equilibrium import gram_velocity


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


def least_height_rate(X: Array, w: Array, flow: SphereFlow) -> Any:
    """The rate of min_i x_i.w where the tokens X : (..., n, d) are: the least among the minimising tokens, (...)."""
    require_tokens(X)
    if w.shape != X.shape[-1:]:
        raise ValueError(f"w has shape {w.shape}; with tokens in R^{X.shape[-1]}, ({X.shape[-1]},) is needed")
    heights, rates = X @ w, flow.velocity(X) @ w
    return np.min(np.where(heights == np.min(heights, axis=-1, keepdims=True), rates, np.inf), axis=-1)
