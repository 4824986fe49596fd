"""The spaces on which a user's own dynamics live: what is tangent, and what it means to stay.

Tokens are rows; on the sphere every token has norm 1, on the torus every entry is an angle, in R^d nothing is asked.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from attnverify.stability.linearisation.derivatives import tangent_basis
from attnverify.stability.numbers import Array, is_zero

Manifold = Literal["flat", "sphere", "torus"]
MANIFOLDS = ("flat", "sphere", "torus")
# What floats may be off by at a state that a user types or an iteration finds.
_NEAR = 1e-6


def require_state(X: Array, manifold: str, what: str = "state") -> None:
    """Raise ValueError unless X : (N, d) is finite and lies on the manifold, naming the token."""
    if manifold not in MANIFOLDS:
        raise ValueError(f"manifold is {manifold!r}; allowed are {', '.join(map(repr, MANIFOLDS))}")
    if X.ndim != 2:
        raise ValueError(f"the {what} has shape {X.shape}; allowed is (N, d), one row per token")
    if X.dtype.kind == "f" and not np.all(np.isfinite(X)):
        raise ValueError(f"the {what} contains a value that is not finite; allowed are finite numbers")
    if manifold == "sphere":
        for i, x in enumerate(X):
            square = np.sum(x * x)
            if not vanishes(square - 1):
                raise ValueError(
                    f"token {i} of the {what} has squared norm {square}; on the sphere allowed is 1"
                    " (normalise it, or give manifold='flat')"
                )


def require_tangent(X: Array, F: Array, manifold: str) -> None:
    """Raise ValueError unless the field F at X is tangent to the manifold, naming the token."""
    if manifold == "sphere":
        for i, along in enumerate(np.sum(X * F, axis=-1)):
            if not vanishes(along):
                raise ValueError(
                    f"the field at token {i} has the radial part {along}; on the sphere allowed is 0"
                    " (project it, or give manifold='flat')"
                )


def displacement(X: Array, F: Array, manifold: str) -> Array:
    """F - X, for angles the smallest one of their turns."""
    moved = F - X
    if manifold == "torus" and moved.dtype.kind == "f":
        return np.asarray((moved + np.pi) % (2 * np.pi) - np.pi)
    return np.asarray(moved)


def moved(X: Array, D: Array, manifold: str) -> Array:
    """Floats near X on the manifold, along the tangent D."""
    if manifold == "sphere":
        Y = X + D
        return np.asarray(Y / np.linalg.norm(Y, axis=-1, keepdims=True))
    return np.asarray(X + D)


def bases(X: Array, manifold: str) -> list[Array]:
    """An orthonormal basis of the tangent space at every token, as rows."""
    if manifold == "sphere":
        return [tangent_basis(x) for x in X]
    d = X.shape[-1]
    identity = np.eye(d) if X.dtype.kind == "f" else np.eye(d, dtype=int).astype(object)
    return [identity] * len(X)


def vanishes(x: Any) -> bool:
    """Whether a number is zero: exactly, for floats nearly. Not decided counts as no."""
    if isinstance(x, float | np.floating):
        return bool(np.abs(x) <= _NEAR)
    return is_zero(x) is True
