"""Tokens on the circle as angles, and the Kuramoto model that they are at beta = 0, for every number type with cosines.

    theta_i' = -sum_j A_ij sin(theta_i - theta_j),   A_ij = exp(beta cos(theta_i - theta_j)) / n   or with softmax

Source: arXiv 2312.10794, (7.1) to (7.4).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from attnverify.stability.models.maps import row_weights
from attnverify.stability.models.sphere_flow import SphereWeights, require_beta
from attnverify.stability.numbers import Array, cos, sin


def circle_velocity(theta: Array, beta: Any, weights: SphereWeights = "exponential") -> Array:
    """theta' : (..., n) for angles theta : (..., n).

    beta : of either sign.  Raises ValueError for other weights, no angles, or floats that are not finite.
    """
    require_beta(beta)
    apart = _differences(theta)
    L = beta * cos(apart)
    return np.asarray(-np.sum(row_weights(L, weights) * sin(apart), axis=-1))


def kuramoto_velocity(theta: Array, coupling: Any = 1, omega: Any = 0) -> Array:
    """omega_i + (coupling/n) sum_j sin(theta_j - theta_i) : (..., n). omega : number or (n,)."""
    return np.asarray(omega - coupling * np.sum(sin(_differences(theta)), axis=-1) / theta.shape[-1])


def on_circle(theta: Array) -> Array:
    """The tokens (cos, sin) : (..., n, 2) of the angles (..., n)."""
    _differences(theta)
    return np.stack([cos(theta), sin(theta)], axis=-1)


def _differences(theta: Array) -> Array:
    if theta.ndim < 1 or theta.shape[-1] == 0:
        raise ValueError(f"angles have shape {theta.shape}; allowed is (..., n) with n >= 1")
    if theta.dtype.kind == "f" and not np.all(np.isfinite(theta)):
        raise ValueError("angles contain a value that is not finite; allowed are finite numbers")
    return np.asarray(theta[..., :, np.newaxis] - theta[..., np.newaxis, :])
