"""All eigendirections of a layer matrix at once, the correlations of many tokens with them, and what chance gives.

The correlation of x with a real eigenvector v is |cos(x, v)|; with a complex pair it is |U^T x| / |x|, U an orthonormal
basis of span(Re v, Im v). For a random x and a fixed m-dimensional subspace of R^d its mean is
Gamma(d/2) Gamma((m+1)/2) / (Gamma((d+1)/2) Gamma(m/2)): a plane has pi/2 times the level of a line, in every dimension,
so that raw correlations with the two cannot be compared.

Source: arXiv 2605.25619, Section 2.2; the levels are those of a uniformly distributed point on the sphere.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from attnverify.stability.blas_threads import one_blas_thread
from attnverify.stability.numbers import Array, ComplexArray
from attnverify.stability.transformers.attention import affine


@dataclass(frozen=True)
class Directions:
    """The real eigendirections of a matrix, principal first.

    values : (m,), imaginary part >= 0.  first, second : (d, m), orthonormal bases of lines (second column 0) and
    planes. copies : (m,), 1 for a line and 2 for a plane, which stands for two eigenvectors.
    """

    values: ComplexArray
    first: ComplexArray
    second: ComplexArray
    copies: Array

    def correlations(self, X: Array) -> Array:
        """Of every token with every direction : (..., N, m) for tokens X : (..., N, d), none of them zero."""
        sizes = np.sqrt(np.sum(X * X, axis=-1, keepdims=True))
        return np.asarray(np.hypot(affine(X, self.first.T), affine(X, self.second.T)) / sizes)

    def mean(self, quantity: Array, *, eigenspaces: bool = False) -> Array:
        """The mean over the last axis: over eigenvectors, so that pairs count twice, or over `eigenspaces`."""
        return np.asarray(
            np.average(quantity, axis=-1, weights=np.ones_like(self.copies) if eigenspaces else self.copies)
        )

    def levels(self) -> Array:
        """What chance gives for each direction : (m,)."""
        d = len(self.first)
        return np.where(self.copies == 1, chance_level(d, 1), chance_level(d, 2))


def eigen_directions(F: Array, key: Callable[[Array], Array]) -> Directions:
    """The directions of F : (d, d), those with the largest `key` of the eigenvalue first."""
    with one_blas_thread():
        values, vectors = np.linalg.eig(np.asarray(F, dtype=np.float64))
    upper = np.flatnonzero(np.imag(values) >= 0)
    upper = upper[np.argsort(-key(values[upper]), kind="stable")]
    values, vectors = values[upper], vectors[:, upper]
    complex_pair = np.imag(values) > 0
    first = _unit(np.real(vectors))
    # Re v and Im v are not orthogonal; subtracting twice makes them so to the last digit.
    second = np.where(complex_pair, np.imag(vectors), 0.0)
    for _ in range(2):
        second = second - first * np.sum(first * second, axis=0)
        second = np.where(complex_pair, _unit(second), 0.0)
    return Directions(values, first, second, np.where(complex_pair, 2, 1))


def chance_level(d: int, m: int) -> float:
    """E |U^T x| for a random unit x in R^d and a fixed subspace of dimension m.

    >>> round(chance_level(768, 2) / chance_level(768, 1) * 2 / math.pi, 12)
    1.0
    """
    if not 1 <= m <= d:
        raise ValueError(f"a subspace of dimension {m} in R^{d}; allowed is 1 <= m <= d")
    return math.exp(math.lgamma(d / 2) - math.lgamma((d + 1) / 2) + math.lgamma((m + 1) / 2) - math.lgamma(m / 2))


def _unit(columns: Array) -> Array:
    norms = np.sqrt(np.sum(columns * columns, axis=0))
    return np.asarray(columns / np.where(norms > 0, norms, 1))
