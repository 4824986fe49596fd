"""Recipes for matrices P, U and roots of metrics, from zero to general; see `stability.strategies.draws`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from attnverify.stability.numbers import Array
from attnverify.stability.strategies.token_draws import typed, whole

# Rounding turns an eigenvalue at the bound into one beyond.
_TURNED = 1 - 2.0**-40
Rng = np.random.Generator
Recipe = Callable[[Rng], Array]


def matrix_recipes(heads: int, d: int, bound: float, exact: bool) -> list[Recipe]:
    """Recipes rng -> (heads, d, d) with entries in [-bound, bound], simplest first."""
    shape = (heads, d, d)
    eye = np.broadcast_to(np.eye(d), shape)
    scale = min(1.0, bound)
    above = 1.0 - np.tri(d)
    recipes: list[Recipe] = [
        lambda rng: np.zeros(shape),
        lambda rng: scale * eye,
        lambda rng: -scale * eye,
        lambda rng: eye * _integers(rng, (heads, 1, d), bound),
        lambda rng: _integers(rng, shape, bound) * above,
        lambda rng: _integers(rng, shape, bound),
        lambda rng: whole(rng, shape, int(10 * bound)) / 10,
        lambda rng: rng.uniform(-bound, bound, shape),
    ]
    if not exact:
        return recipes
    return [lambda rng, recipe=recipe: typed(recipe(rng), exact) for recipe in recipes]  # type: ignore[misc]


def symmetric_recipes(d: int, spectrum: Sequence[Any] | None, bound: float, exact: bool) -> list[Recipe]:
    """Recipes rng -> (d, d), symmetric: diagonal, or turned by one or two reflections."""

    def diagonal(rng: Rng, digits: int) -> Array:
        if spectrum is not None:
            return np.array([Fraction(value) if exact else float(value) for value in spectrum])
        return typed(_decimals(rng, d, bound, digits), exact)

    def turned(reflections: int, digits: int) -> Recipe:
        def recipe(rng: Rng) -> Array:
            values = diagonal(rng, digits)
            if spectrum is None and not exact:
                values = np.clip(values, -_TURNED * bound, _TURNED * bound)
            vectors = whole(rng, (reflections, d), 3)
            vectors[:, 0] += 7
            return _reflected(values, typed(vectors, exact))

        return recipe

    return [turned(k, digits) for digits in (0, 1, 12) for k in (0, 1, 2)]


def metric_recipes(d: int, exact: bool) -> list[Recipe]:
    """Recipes rng -> (d, d), upper triangular with a positive diagonal."""
    eye = np.eye(d)

    def triangular(rng: Rng, digits: int) -> Array:
        above = np.triu(np.round(rng.uniform(-1, 1, (d, d)), digits), 1) / d
        return np.asarray(np.diag(1 + np.round(rng.uniform(-0.5, 0.5, d), digits)) + above)

    return [
        lambda rng: typed(eye, exact),
        lambda rng: typed(np.diag(1 + rng.integers(-1, 2, d) / 2), exact),
        lambda rng: typed(triangular(rng, 1), exact),
        lambda rng: typed(triangular(rng, 6), exact),
    ]


def _integers(rng: Rng, shape: tuple[int, ...], bound: float) -> Array:
    """Small integers as floats; halves where the bound is below 1."""
    unit = 1.0 if bound >= 1 else bound
    return np.asarray(unit * whole(rng, shape, int(bound / unit)))


def _decimals(rng: Rng, size: int, bound: float, digits: int) -> Array:
    """Numbers in [-bound, bound] with so many decimals."""
    unit = 10.0**digits
    top = np.floor(bound * unit)
    top -= top / unit > bound
    return np.asarray(np.clip(np.rint(rng.uniform(-bound * unit, bound * unit, size)), -top, top) / unit)


def _reflected(diagonal: Array, vectors: Array) -> Array:
    """H_1 ... H_k diag H_k ... H_1 for the reflections H = I - 2 w w^T/(w^T w): exactly symmetric.

    diagonal : (d,).  vectors : (k, d), the rows w. No product of two matrices is formed.
    """
    S = np.asarray(np.diag(diagonal) + 0 * diagonal[0])
    for w in vectors[::-1]:
        u, moved = 2 * w / w.dot(w), S.dot(w)
        across = np.outer(u, moved)
        S = S - (across + across.T) + w.dot(moved) * np.outer(u, u)
    return S
