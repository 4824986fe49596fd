"""Self-attention on the sphere with an inverse temperature of either sign, for every number type.

    x_i' = (I - x_i x_i^T) (sum_h V_h sum_j A^h_ij x_j + f(x_i))
    softmax (SA):      A^h_ij = exp(beta x_i^T P_h x_j) / sum_k exp(beta x_i^T P_h x_k)
    exponential (USA): A^h_ij = exp(beta x_i^T P_h x_j) / n

with P = Q^T K and a feed-forward part f. The velocity of a token is the field of the empirical measure at its place;
every measure of finitely many atoms has such a field. In one dimension nothing moves.

Source: arXiv 2312.10794, (2.3), (2.7), Section 2.3.2, (3.1) to (3.4), (USA), (3.8).

Self-attention without projection onto the sphere: rescaled tokens, differences, and the limit of large beta.

    x_i' = sum_j A_ij V x_j                     free
    z_i = exp(-tV) x_i:  z_i' = sum_j A_ij V (z_j - z_i)     rescaled, the same weights A
    x_i' = sum_j A_ij V (x_j - x_i)             differences (9.4), and its singular limit (9.5), (9.6):
    x_i' = the mean of V (x_j - x_i) over the j with the largest x_i^T P x_j

Source: arXiv 2312.10794, Sections 9.2 and 9.4, Table 1.

Tokens on the circle as angles, and the Kuramoto model that they are at beta = 0, for every number type with cosines.

    theta_i' = -sum_j A_ij sin(theta_i - theta_j),   A_ij = exp(beta cos(theta_i - theta_j)) / n   or with softmax

Source: arXiv 2312.10794, (7.1) to (7.4).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from ..numbers import Array, cos, exp, sign, sin
from .ellipsoid import tangent
from .maps import logits, normalise, require_square, row_weights, softmax

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


def free_velocity(X: Array, beta: Any, P: Array | None = None, V: Array | None = None) -> Array:
    """sum_j A_ij V x_j : (..., N, d) for tokens X of that shape. Raises ValueError for other shapes."""
    return SphereFlow(beta, P=P, V=V).drive(X, X)


def difference_velocity(X: Array, beta: Any, P: Array | None = None, V: Array | None = None) -> Array:
    """sum_j A_ij V (x_j - x_i) : (..., N, d), equation (9.4)."""
    own = X if V is None else X @ np.swapaxes(V, -1, -2)
    return np.asarray(free_velocity(X, beta, P, V) - own)


def rescaled_velocity(Z: Array, grown: Array, beta: Any, P: Array | None = None, V: Array | None = None) -> Array:
    """z_i' : (..., N, d) for rescaled tokens Z at the time t. grown : exp(tV), (d, d), else ValueError, as for a beta
    that is not finite.

    Logits are shifted by their row maxima, so that large times do not overflow before exp(tV) does.
    """
    require_beta(beta)
    d = require_tokens(Z)
    if grown.shape != (d, d):
        raise ValueError(f"grown has shape {grown.shape}; with tokens in R^{d}, ({d}, {d}) is needed")
    X = Z @ grown.T
    A = softmax(beta * logits(X, P))
    apart = A @ Z - Z
    return np.asarray(apart if V is None else apart @ V.T)


def singular_velocity(X: Array, P: Array | None = None, V: Array | None = None) -> Array:
    """Equation (9.5) for tokens X : (N, d), one system: the mean over the nearest in the sense of the logits.

    Ties count as they are: exactly, for floats too. Raises ValueError for other shapes, and where balls or symbols do
    not decide which logit is the largest.
    """
    d = require_tokens(X)
    if X.ndim != 2:
        raise ValueError(f"tokens have shape {X.shape}; one system (N, d) is needed")
    L = logits(X, P)
    value = np.eye(d, dtype=int) if V is None else V
    moved = []
    for i in range(len(X)):
        leaders = _largest(L[i])
        moved.append(sum((X[j] - X[i] for j in leaders), 0 * X[i]) @ value.T / len(leaders))
    return np.stack(moved)


def _largest(row: Array) -> list[int]:
    best = [0]
    for j in range(1, len(row)):
        above = sign(row[j] - row[best[0]])
        if above is None:
            raise ValueError(f"which of the logits {row[j]} and {row[best[0]]} is larger is not decided")
        best = [j] if above > 0 else [*best, j] if above == 0 else best
    return best


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
