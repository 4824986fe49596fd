"""Self-attention on the sphere with an inverse temperature of either sign, for every number type.

    x_i' = (I - x_i x_i^T) (sum_h V_h sum_j A^h_ij x_j + f(x_i))
    softmax (SA):      A^h_ij = exp(beta x_i^T P_h x_j) / sum_k exp(beta x_i^T P_h x_k)
    exponential (USA): A^h_ij = exp(beta x_i^T P_h x_j) / n

with P = Q^T K and a feed-forward part f. The velocity of a token is the field of the empirical measure at its place;
every measure of finitely many atoms has such a field. In one dimension nothing moves.

Source: arXiv 2312.10794, (2.3), (2.7), Section 2.3.2, (3.1) to (3.4), (USA), (3.8).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from attnverify.stability.models.ellipsoid import tangent
from attnverify.stability.models.maps import logits, normalise, require_square, row_weights
from attnverify.stability.numbers import Array, exp, sign

SphereWeights = Literal["softmax", "exponential"]


@dataclass(frozen=True)
class SphereFlow:
    """One system.

    beta : number of either sign.  weights : "softmax" for SA, "exponential" for USA.  P : Q^T K, (d, d) or (H, d, d),
    None for the identity.  V : alike.  feed_forward : tokens (..., N, d) -> (..., N, d), None for none.
    Raises ValueError for other weights and a beta that is not finite.
    """

    beta: Any
    weights: SphereWeights = "softmax"
    P: Array | None = None
    V: Array | None = None
    feed_forward: Callable[[Array], Array] | None = None

    def __post_init__(self) -> None:
        if self.weights not in ("softmax", "exponential"):
            raise ValueError(f"weights is {self.weights!r}; allowed are 'softmax' and 'exponential'")
        require_beta(self.beta)

    def velocity(self, X: Array) -> Array:
        """The velocities of unit tokens X : (..., N, d), of the same shape; errors as in `field`."""
        return self.field(X, X)

    def field(self, points: Array, atoms: Array, masses: Array | None = None) -> Array:
        """The mean-field velocity at points : (..., M, d) for the measure of atoms : (..., N, d), unit vectors.

        masses : (N,), positive with sum 1; None for 1/N each.  Returns (..., M, d).
        Raises ValueError for other shapes, floats that are not finite, and masses that are no probabilities.
        """
        return np.asarray(tangent(points, self.drive(points, atoms, masses)))

    def drive(self, points: Array, atoms: Array, masses: Array | None = None) -> Array:
        """The field before projection, as in `field`."""
        d = require_tokens(points)
        if require_tokens(atoms) != d:
            raise ValueError(f"points have dimension {d} and atoms {atoms.shape[-1]}; allowed is the same dimension")
        A = self.attention(points, atoms, masses)
        sources = atoms[..., np.newaxis, :, :] if A.ndim > max(points.ndim, atoms.ndim) else atoms
        mixed = A @ sources
        if self.V is not None:
            require_square("V", self.V, d)
            mixed = mixed @ np.swapaxes(self.V, -1, -2)
        if mixed.ndim > max(points.ndim, atoms.ndim):
            mixed = np.sum(mixed, axis=-3)
        return np.asarray(mixed if self.feed_forward is None else mixed + self.feed_forward(points))

    def attention(self, points: Array, atoms: Array, masses: Array | None = None) -> Array:
        """The weights A : (..., M, N), or (..., H, M, N) for several heads."""
        heads = {matrix.shape[0] for matrix in (self.P, self.V) if matrix is not None and matrix.ndim > 2}
        if len(heads) > 1 or (heads and any(matrix is None or matrix.ndim == 2 for matrix in (self.P, self.V))):
            raise ValueError("P and V differ in their heads; allowed are both (d, d) or None, or both (H, d, d)")
        L = self.beta * logits(points, self.P, atoms)
        _require_masses(masses, atoms.shape[-2])
        return row_weights(L, self.weights, masses=masses)

    def partition(self, X: Array) -> Array:
        """Z_i = sum_k exp(beta x_i^T P x_k) : (..., N), of one head."""
        if self.P is not None and self.P.ndim > 2:
            raise ValueError("there is one partition function for each head; give P as (d, d)")
        return np.asarray(np.sum(exp(self.beta * logits(X, self.P)), axis=-1))


def sphere_step(field: Callable[[Array], Array], X: Array, h: Any) -> Array:
    """One Runge-Kutta step of order 4 of x' = field(x) for unit tokens X : (..., N, d), put back on the sphere."""
    first = field(X)
    second = field(normalise(X + first * h / 2))
    third = field(normalise(X + second * h / 2))
    fourth = field(normalise(X + third * h))
    return normalise(X + (first + 2 * (second + third) + fourth) * h / 6)


def require_beta(beta: Any) -> None:
    """Raise ValueError for a float that is not finite; any other inverse temperature, of either sign, is allowed."""
    if isinstance(beta, float) and not np.isfinite(beta):
        raise ValueError(f"beta is {beta}; a finite number is needed")


def require_tokens(X: Array) -> int:
    """The dimension d of tokens (..., N, d); ValueError for fewer axes, no tokens, or floats that are not finite."""
    if X.ndim < 2 or 0 in X.shape[-2:]:
        raise ValueError(f"tokens have shape {X.shape}; allowed is (..., N, d) with N, d >= 1")
    if X.dtype.kind == "f" and not np.all(np.isfinite(X)):
        raise ValueError("tokens contain a value that is not finite; allowed are finite numbers")
    return int(X.shape[-1])


def _require_masses(masses: Array | None, N: int) -> None:
    if masses is None:
        return
    if masses.shape != (N,):
        raise ValueError(f"masses have shape {masses.shape}; with {N} atoms, ({N},) is needed")
    excess = np.sum(masses) - 1
    rounding = N * float(np.finfo(masses.dtype).eps) if masses.dtype.kind == "f" else 0.0
    wrong = abs(excess) > max(1e-12, rounding) if masses.dtype.kind == "f" else sign(excess) in (1, -1)
    if wrong or any(sign(mass) in (0, -1) for mass in masses):
        raise ValueError(f"masses are {masses.tolist()!s:.60}; positive numbers with sum 1 are needed")
