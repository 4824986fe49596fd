"""Recipes for tokens on an ellipsoid, from axes to general position; see `stability.strategies.draws`.

Points x of the sphere come from the inverse stereographic projection of small integers (rational points) or from normal
numbers; the token is y = B^-1 x, which has |y|_W = |x| for W = B^T B. Fewer tokens from one seed are the first ones of
more, so that a failure with many tokens can shrink.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import numpy as np

from attnverify.stability.numbers import Array

Rng = np.random.Generator
Recipe = Callable[[Rng], Array]


def token_structures(N: int, d: int, root: Array | None, hemisphere: Array | None, exact: bool) -> list[Recipe]:
    """Recipes rng -> (N, d), simplest first, for N >= 1, d >= 2, B with a positive diagonal and v != 0."""

    def standard(rng: Rng) -> Array:
        """The same for every seed."""
        return typed(_standard(N, d), exact).copy()

    def axes(rng: Rng) -> Array:
        choice = (2 * min(d, 3) * rng.random(N)).astype(int)
        return np.asarray(typed(np.eye(min(d, 3), d), exact)[choice // 2] * (1 - 2 * (choice % 2))[:, np.newaxis])

    def equal(rng: Rng) -> Array:
        return np.asarray(_rational(rng, 1, d, 2, exact).repeat(N, axis=0))

    def signs(rng: Rng) -> Array:
        return np.asarray(np.where(rng.random((N, 1)) < 0.5, 1, -1))

    def opposite(rng: Rng) -> Array:
        return signs(rng) * typed(np.eye(1, d), exact)

    def antipodal(rng: Rng) -> Array:
        """Two opposite points: of one seed, the same tokens have the same sign as in the simpler structure before."""
        return signs(rng) * _rational(rng, 1, d, 2, exact)

    def clustered(rng: Rng) -> Array:
        return np.asarray(_rational(rng, 3, d, 3, exact)[(3 * rng.random(N)).astype(int)])

    def general(rng: Rng) -> Array:
        return _rational(rng, N, d, 1000, exact) if exact else _normal(rng, N, d)

    def boundary(rng: Rng) -> Array:
        """Heights of 1e-1 to 1e-6 over the boundary of the hemisphere; exact ones over the plane of the other axes."""
        across, up = _heights(exact)
        choice = (len(up) * rng.random(N)).astype(int)
        X = np.concatenate([_rational(rng, N, d - 1, 50, exact) * across[choice], up[choice]], axis=1)
        return X if hemisphere is None or exact else _turned(X, root, hemisphere)

    recipes: list[Recipe] = [
        standard,
        axes,
        opposite,
        equal,
        antipodal,
        clustered,
        lambda rng: _rational(rng, N, d, 3, exact),
        boundary,
        general,
    ]
    if root is None and hemisphere is None:
        return recipes
    return [lambda rng, recipe=recipe: _placed(recipe(rng), root, hemisphere) for recipe in recipes]  # type: ignore[misc]


def _placed(X: Array, root: Array | None, v: Array | None) -> Array:
    """y = B^-1 x, each token turned to the side of v; where v^T y = 0 an axis with positive height takes its place."""
    Y = X if root is None else _solve(root, X)
    if v is None:
        return Y
    axes = typed(np.eye(X.shape[1]), X.dtype.kind == "O")
    axes = axes if root is None else _solve(root, axes)
    best = axes[int(np.argmax(np.abs(axes @ v)))]
    best = best if best @ v > 0 else -best
    heights = (Y @ v)[:, np.newaxis]
    return np.asarray(np.where(heights > 0, Y, np.where(heights < 0, -Y, best)))


def _turned(X: Array, root: Array | None, v: Array) -> Array:
    """X reflected so that the last axis becomes the direction u = B^-T v, in which v^T y = u^T x."""
    u = v if root is None else np.linalg.solve(root.T, v)
    w = -u / np.linalg.norm(u)
    w[-1] += 1
    size = w @ w
    return X if size == 0 else np.asarray(X - 2 * np.outer(X @ w, w) / size)


def _solve(B: Array, X: Array) -> Array:
    """B^-1 x for every row x; B is upper triangular."""
    Y = np.empty_like(X)
    for k in range(len(B) - 1, -1, -1):
        Y[:, k] = (X[:, k] - np.sum(B[k, k + 1 :] * Y[:, k + 1 :], axis=1)) / B[k, k]
    return Y


def whole(rng: Rng, shape: tuple[int, ...], top: int) -> Array:
    """Integers from -top to top as floats, by the faster of two ways."""
    if math.prod(shape) > 1000 and top < 127:
        return rng.integers(-top, top + 1, shape, dtype=np.int8).astype(float)
    return np.asarray(np.floor(rng.uniform(-top, top + 1, shape)))


@cache
def _heights(exact: bool) -> tuple[Array, Array]:
    """The heights 1e-1 to 1e-6 as 2t/(1 + t^2), and the lengths (1 - t^2)/(1 + t^2) beside them, as columns."""
    t = typed(10.0 ** -np.arange(1, 7)[:, np.newaxis], exact)
    return (1 - t * t) / (1 + t * t), 2 * t / (1 + t * t)


@cache
def _standard(N: int, d: int) -> Array:
    """e_1, e_2, -e_1, -e_2, e_1, ..."""
    index = np.arange(N)
    return np.asarray(np.eye(2, d)[index % 2] * np.where(index % 4 > 1, -1, 1)[:, np.newaxis])


def _rational(rng: Rng, N: int, d: int, height: int, exact: bool) -> Array:
    """Points of the sphere from integers up to `height`: (2u, |u|^2 - 1)/(|u|^2 + 1), where the last place is drawn."""
    last = int(rng.random() * d)
    X = typed(whole(rng, (N, d), height), exact)
    X[:, last] *= 0
    square = np.add.reduce(X * X, axis=1)
    X *= 2
    X[:, last] = square - 1
    X /= (square + 1)[:, np.newaxis]
    return X


def _normal(rng: Rng, N: int, d: int) -> Array:
    X = rng.normal(size=(N, d))
    return np.asarray(X / np.sqrt(np.sum(X * X, axis=1, keepdims=True)))


def typed(values: Array, exact: bool) -> Array:
    """Floats as they are, or as fractions with denominators that are read easily."""
    if not exact or values.dtype.kind == "O":
        return values
    return np.asarray(np.frompyfunc(lambda x: Fraction(float(x)).limit_denominator(10**6), 1, 1)(values), dtype=object)
