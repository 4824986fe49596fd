"""Alignment of tokens with eigendirections, and how much one layer adds to it: the indicators (4) to (7).

The correlation of a token x with a subspace that has the orthonormal basis U : (d, m) is |U^T x| / |x|: the absolute
cosine with the eigenvector for m = 1 (equations (4), (5)), the cosine with the projection on the real plane of a
complex pair for m = 2 (equation (6)). Averages over all eigendirections are equation (7).

Source: arXiv 2605.25619, Section 2.2, equations (4)-(7).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from attnverify.stability.numbers import Array, ComplexArray, sqrt

ORDERS: dict[str, Callable[[Array], Array]] = {"real part": np.real, "modulus": np.abs}


@dataclass(frozen=True)
class LayerIndicators:
    """What one layer does to the alignment of the tokens.

    increment, probability : equations (4), (5) for the principal direction, or (6) for its plane.
    mean_increment, mean_probability : equation (7), the same averaged over all eigendirections of the layer matrix.
    """

    increment: Any
    probability: float
    mean_increment: Any
    mean_probability: float


def alignment(X: Array, U: Array) -> Array:
    """|U^T x_i| / |x_i| for every token : (..., N), between 0 and 1.

    X : (..., N, d), no token zero.  U : (d, m) with orthonormal columns, or one unit vector (d,).
    Raises ValueError when the shapes do not fit, a floating U is not orthonormal, or a floating token is zero.

    >>> alignment(np.array([[3.0, 4.0], [0.0, -2.0]]), np.array([0.0, 1.0])).tolist()
    [0.8, 1.0]
    """
    basis = U[:, np.newaxis] if U.ndim == 1 else U
    if basis.ndim != 2 or basis.shape[0] != X.shape[-1]:
        raise ValueError(f"U has shape {U.shape}; with tokens in R^{X.shape[-1]}, ({X.shape[-1]}, m) is needed")
    if basis.dtype.kind == "f" and not np.allclose(basis.T @ basis, np.eye(basis.shape[1])):
        raise ValueError("U has columns that are not orthonormal; orthonormalise a real plane with `real_basis`")
    squares = np.sum(X * X, axis=-1)
    if X.dtype.kind == "f" and not np.all(squares > 0):
        raise ValueError("X contains a token that is zero or not finite; it has no direction")
    projected = X @ basis
    return np.asarray(sqrt(np.sum(projected * projected, axis=-1)) / sqrt(squares))


def real_basis(v: ComplexArray) -> Array:
    """Orthonormal basis of span(Re v, Im v) : (d, 1) for a real eigenvector up to a phase, (d, 2) for a complex one.

    Re v and Im v of a complex eigenvector need not be orthogonal; using them as they are would be wrong.
    """
    pair = np.stack([np.real(v), np.imag(v)], axis=1)
    left, singular, _ = np.linalg.svd(pair, full_matrices=False)
    size = int(np.sum(singular > 1e-10 * singular[0]))
    return np.asarray(left[:, :size])


def eigendirections(F: Array, order: str = "real part") -> list[Array]:
    """Orthonormal bases of the real eigendirections of F, principal first; one plane for each complex pair.

    F : (d, d), floating.  order : "real part" or "modulus", what makes an eigenvalue come first.
    """
    if order not in ORDERS:
        raise ValueError(f"order is {order!r}; allowed are {', '.join(ORDERS)}")
    if F.ndim != 2 or F.shape[0] != F.shape[1] or not np.all(np.isfinite(F)):
        raise ValueError(f"F has shape {F.shape}; a finite square matrix is needed")
    values, vectors = np.linalg.eig(F)
    upper = [j for j in range(len(values)) if np.imag(values[j]) >= 0]
    ranked = sorted(upper, key=lambda j: -float(ORDERS[order](values[j])))
    return [real_basis(vectors[:, j]) for j in ranked]


def mean_increment(before: Array, after: Array, U: Array) -> Any:
    """Equation (4), or (6) for a plane: the mean over tokens of the alignment after minus before the layer."""
    return np.mean(alignment(after, U) - alignment(before, U), axis=-1)


def increment_probability(before: Array, after: Array, U: Array) -> float:
    """Equation (5): the fraction of tokens whose alignment grows strictly; a tie does not count."""
    return float(np.mean(alignment(after, U) > alignment(before, U), axis=-1))


def layer_indicators(
    states: Sequence[Array], matrices: Sequence[Array], order: str = "real part"
) -> list[LayerIndicators]:
    """The indicators of every layer of a run.

    states : tokens (N, d) before the first layer, after it, and so on: one more than layers.
    matrices : the layer matrices F : (d, d).  Raises ValueError when the numbers do not fit.
    """
    if len(states) != len(matrices) + 1:
        raise ValueError(
            f"{len(states)} states and {len(matrices)} layer matrices; one more state than layers is needed"
        )
    return [_indicators(*step, order) for step in zip(states[:-1], states[1:], matrices, strict=True)]


def _indicators(before: Array, after: Array, F: Array, order: str) -> LayerIndicators:
    directions = eigendirections(F, order)
    increments = [mean_increment(before, after, U) for U in directions]
    probabilities = [increment_probability(before, after, U) for U in directions]
    return LayerIndicators(
        increments[0], probabilities[0], sum(increments) / len(increments), sum(probabilities) / len(probabilities)
    )
