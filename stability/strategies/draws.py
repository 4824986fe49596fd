"""Hypothesis strategies for the data of attention systems: P, U, W, heads, tokens, weights; valid by construction.

An instance is one drawn integer: its remainder chooses the structure, its quotient seeds the numbers. So large arrays
cost one draw and are of generic rank, and a failing instance shrinks to the simplest structure that still fails: the
structures are ordered from zero, axes and small integers to general and large numbers. Where sizes are ranges, they are
drawn before and shrink first.

`exact=True` gives arrays of `fractions.Fraction` in place of floats; tokens then lie exactly on the ellipsoid.
Arguments are looked at when a strategy is asked for: sizes are integers from 1 (d from 2 where there are tokens),
ranges are pairs (least, most) of such, bounds are positive numbers up to 1e100; a ValueError names what is not.

Recipes for matrices go from zero to general, those for tokens from axes to general position. Points x of the sphere
come from the inverse stereographic projection of small integers (rational points) or from normal numbers; the token is
y = B^-1 x, which has |y|_W = |x| for W = B^T B. Fewer tokens from one seed are the first ones of more, so that a
failure with many tokens can shrink."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, partial
from typing import Any

import numpy as np
from flint import arb, arb_series
from hypothesis import strategies as some
from hypothesis.strategies import SearchStrategy

from ..models.flow import Flow
from ..models.schedules import Schedule, switched
from ..numbers import Array, cos, entrywise, sin

Sizes = int | tuple[int, int]
Rng = np.random.Generator
Recipe = Callable[[Rng], Array]
_CODES = some.integers(0, 2**63 - 1)
_SHARES = some.integers(0, 10)


_TIMES: list[Callable[[Rng], Any]] = [lambda rng: 0.0, lambda rng: 7.3]


def matrices(heads: int, d: int, *, bound: float = 3, exact: bool = False) -> SearchStrategy[Array]:
    """P or U without further structure: (heads, d, d), entries in [-bound, bound].

    Zero, the identity, minus the identity, diagonal, a nilpotent (far from symmetric), small integers, general.
    """
    return _instances(matrix_recipes(_size("heads", heads), _size("d", d), _bound(bound), exact))


def symmetric(
    d: int, spectrum: Sequence[Any] | None = None, *, bound: float = 3, exact: bool = False
) -> SearchStrategy[Array]:
    """A symmetric matrix (d, d): diagonal, or turned by one or two reflections, so that its eigenvectors are generic.

    spectrum : its eigenvalues with multiplicities, in any order; drawn within [-bound, bound] when not given, first
        with repetitions, then without.
    Raises ValueError for a spectrum that has not d real values.
    """
    values = None if spectrum is None else list(_finite("spectrum", spectrum, (_size("d", d),), exact))
    return _instances(symmetric_recipes(_size("d", d), values, _bound(bound), exact))


def metric_roots(d: int, *, exact: bool = False) -> SearchStrategy[Array]:
    """B : (d, d), upper triangular, diagonal in [1/2, 3/2]. W = B^T B is a metric; |B^-1 x|_W = 1 where |x| = 1."""
    return _instances(metric_recipes(_size("d", d), exact))


def tokens(
    N: int, d: int, *, root: Array | None = None, hemisphere: Array | None = None, exact: bool = False
) -> SearchStrategy[Array]:
    """Tokens (N, d) on the ellipsoid of W = B^T B: along axes, equal, antipodal, clustered, near a boundary, general.

    root : B, upper triangular with a positive diagonal, see `metric_roots`; the sphere when not given.
    hemisphere : v : (d,), non-zero; then all v^T y_i > 0.
    """
    _size("N", N), _size("d", d, 2)
    if root is not None:
        root = _finite("root", root, (d, d), exact)
        if np.any(np.tril(root, -1) != 0) or not np.all(root.diagonal() > 0):
            raise ValueError("root is not upper triangular with a positive diagonal, as cholesky(W).T is")
    if hemisphere is not None:
        hemisphere = _finite("hemisphere", hemisphere, (d,), exact)
        if not np.any(hemisphere != 0):
            raise ValueError("hemisphere is zero; allowed is a vector that is not")
    return _instances(token_structures(N, d, root, hemisphere, exact))


def weights(heads: int, N: int, *, causal: bool = False, exact: bool = False) -> SearchStrategy[Array]:
    """Positive attention weights (heads, N, N), rows summing to 1: uniform, small ratios, general, saturated.

    causal : zero above the diagonal.  For what holds for all positive weights, whatever P is.
    """
    shape = (_size("heads", heads), _size("N", N), N)

    def normal(odds: Array) -> Array:
        kept = odds * np.tri(N, dtype=int) if causal else odds
        return np.asarray(kept / kept.sum(axis=-1, keepdims=True))

    def fractions(high: int) -> Recipe:
        return lambda rng: normal(typed(rng.integers(1, high + 1, shape).astype(float), exact))

    return _instances([fractions(1), fractions(3), fractions(100), fractions(10**6)])


def systems(N: Sizes, d: Sizes, heads: int = 1, *, bound: float = 3) -> SearchStrategy[tuple[Array, Array, Array]]:
    """P : (heads, d, d), a symmetric U : (d, d) and tokens Y : (N, d) on the sphere from one integer: the fastest draw.

    The integer is read as three choices of a structure and a seed, so that the three shrink together. Floats.
    N, d : sizes, or inclusive ranges of them. Of one seed, smaller matrices are the corners of larger ones, so that a
        failure that does not need its size shrinks to a smaller one.
    """
    (least, most), (low, high) = _range("N", N), _range("d", d, 2)
    heads, bound = _size("heads", heads), _bound(bound)
    matrices = matrix_recipes(heads, high, bound, False), symmetric_recipes(high, None, bound, False)
    if least == most and low == high:
        return _CODES.map(partial(_chosen, kinds=(*matrices, token_structures(least, low, None, None, False))))

    def sized(drawn: tuple[int, int, int]) -> tuple[Array, Array, Array]:
        tokens, size, code = drawn
        P, U, Y = _chosen(code, (*matrices, token_structures(tokens, size, None, None, False)))
        return P[:, :size, :size].copy(), U[:size, :size].copy(), Y

    return some.tuples(some.integers(least, most), some.integers(low, high), _CODES).map(sized)


@dataclass(frozen=True)
class Wave:
    """The schedule P(t) = cos(frequency t) P0 + sin(frequency t) P1, bounded and smooth."""

    P0: Array
    P1: Array
    frequency: float

    def __call__(self, t: Any) -> Array:
        c, s = cos(self.frequency * t), sin(self.frequency * t)
        if isinstance(c, arb_series):
            exact = np.frompyfunc(lambda x, y: c * arb(float(x)) + s * arb(float(y)), 2, 1)
            return np.asarray(exact(self.P0, self.P1), dtype=object)
        return np.asarray(c * self.P0 + s * self.P1)

    @property
    def period(self) -> float | None:
        """None for a constant."""
        return 2 * np.pi / self.frequency if self.frequency else None


def logit_schedules(heads: int, d: int, *, bound: float = 3) -> SearchStrategy[Schedule]:
    """Bounded P(t): constant, a wave, or switching; floats. |P_h(t)| is at most 2 bound entry by entry."""
    return _instances(_schedule_recipes(_size("heads", heads), _size("d", d), _bound(bound)))


def _schedule_recipes(heads: int, d: int, bound: float) -> list[Callable[[Rng], Schedule]]:
    constant = matrix_recipes(heads, d, bound, exact=False)

    def matrix(rng: Rng) -> Array:
        return constant[int(rng.integers(len(constant)))](rng)

    def speed(rng: Rng) -> float:
        return float(10.0 ** rng.integers(0, 3))

    return [
        lambda rng: Wave(matrix(rng), np.zeros((heads, d, d)), 0.0),
        lambda rng: Wave(matrix(rng), matrix(rng), speed(rng)),
        lambda rng: _switching(matrix(rng), matrix(rng), 1 / speed(rng)),
    ]


def _switching(P0: Array, P1: Array, period: float) -> Schedule:
    """P0 and P1 by turns, each for `period`: bounded, not continuous."""
    return switched([P0, P1], [period], period=2 * period)


@dataclass(frozen=True)
class Instance:
    """A drawn system with its initial tokens Y : (N, d) at time t; all heights v^T y_i are positive."""

    flow: Flow
    Y: Array
    v: Array
    t: float


def hemisphere_instances(
    *, N: Sizes = (1, 8), d: Sizes = (2, 6), heads: Sizes = (1, 3), causal: bool = False, metric: bool = True
) -> SearchStrategy[Instance]:
    """Systems with U = I, random P(t), W and heads, and tokens in an open hemisphere: what Theorem 3.2 speaks about.

    N, d, heads : sizes, or inclusive ranges of them. Floats.  metric : False for W = I.
    """

    def instance(n: int, d: int, heads: int, code: int) -> Instance:
        make = metric_recipes(d, exact=False), token_structures(1, d, None, None, exact=False)
        P, B, (v,), t = _chosen(code, (_schedule_recipes(heads, d, 3), *make, _TIMES))
        Y = _chosen(code, (token_structures(n, d, B if metric else None, v, exact=False),))[0]
        return Instance(Flow(P, W=B.T @ B if metric else None, causal=causal), Y, v, t)

    return some.builds(instance, *_drawn(N, d, heads), _CODES)


def theorem_4_2_instances(*, N: Sizes = (1, 8), d: Sizes = (2, 6), heads: Sizes = (1, 3)) -> SearchStrategy[Instance]:
    """Causal systems with U = I, W = I, bounded P(t), and tokens in an open hemisphere: Theorem 4.2 as it is true.

    As it is printed it asks only that no token is opposite to the first, and is false: CON-T4.2.
    N, d, heads : sizes, or inclusive ranges of them. Floats.
    Source: "Consensus is all you get" (ICML 2025), Theorem 4.2.
    """
    return hemisphere_instances(N=N, d=d, heads=heads, causal=True, metric=False)


def theorem_4_5_instances(*, N: Sizes = (1, 8), d: Sizes = (2, 6), bound: float = 3) -> SearchStrategy[Instance]:
    """Causal systems of one head with a symmetric U whose largest eigenvalue is simple and positive, and tokens on the
    side of its unit eigenvector v: what Theorem 4.5 speaks about.

    N, d : sizes, or inclusive ranges of them.  bound : of the eigenvalues; the largest exceeds the others by bound/30
    at least. Floats.
    Source: "Consensus is all you get" (ICML 2025), Theorem 4.5.
    """
    bound = _bound(bound)

    def instance(n: int, d: int, code: int, tenths: int, shares: list[int]) -> Instance:
        lam = tenths * bound / 10
        others = [-bound + (lam + bound - bound / 30) * one / 10 for one in shares[: d - 1]]
        U_recipes = symmetric_recipes(d, [lam, *others], bound, False)
        P, U, t = _chosen(code, (_schedule_recipes(1, d, 3), U_recipes, _TIMES))
        v = np.linalg.eigh(U)[1][:, -1]
        Y = _chosen(code, (token_structures(n, d, None, v, exact=False),))[0]
        return Instance(Flow(P, U, causal=True), Y, v, t)

    most = _range("d", d, 2)[1]
    shares = some.lists(_SHARES, min_size=most, max_size=most)
    return some.builds(instance, *_drawn(N, d), _CODES, some.integers(1, 10), shares)


def _drawn(N: Any, d: Any, *heads: Any) -> list[SearchStrategy[int]]:
    """Draws of sizes from their ranges."""
    ranges = [_range("N", N), _range("d", d, 2), *(_range("heads", one) for one in heads)]
    return [some.integers(*one) for one in ranges]


def _size(name: str, value: Any, least: int = 1) -> int:
    """An integer from `least`; raises ValueError for anything else."""
    if isinstance(value, bool) or not hasattr(value, "__index__") or operator.index(value) < least:
        raise ValueError(f"{name} = {value}; allowed are integers from {least}")
    return operator.index(value)


def _range(name: str, value: Any, least: int = 1) -> tuple[int, int]:
    """A size, or a pair of them in order; raises ValueError for anything else."""
    pair = value if isinstance(value, (tuple, list)) else (value, value)
    if len(pair) != 2:
        raise ValueError(f"{name} = {value}; allowed are an integer or a pair (least, most)")
    low, high = (_size(name, one, least) for one in pair)
    if low > high:
        raise ValueError(f"{name} = {value}: the range is empty; allowed are pairs (least, most) in order")
    return low, high


def _bound(value: Any) -> float:
    if not isinstance(value, int | float | Fraction | np.integer | np.floating) or not 0 < value <= 1e100:
        raise ValueError(f"bound = {value}; allowed are positive numbers up to 1e100")
    return float(value)


def _finite(name: str, value: Any, shape: tuple[int, ...], exact: bool) -> Array:
    """An array of this shape, as floats or as fractions; raises ValueError where its entries do not become such."""
    given = np.asarray(value)
    if given.shape != shape:
        raise ValueError(f"{name} has the shape {given.shape}; needed is {shape}")
    try:
        found: Array = np.frompyfunc(Fraction if exact else float, 1, 1)(given.astype(object))
        finite = given.dtype.kind in "Oiuf" and np.all(np.isfinite(found.astype(float)))
    except (TypeError, ValueError, OverflowError):
        finite = False
    if not finite:
        raise ValueError(f"{name} = {given.tolist()}; allowed are finite {'rational' if exact else 'real'} numbers")
    return found if exact else found.astype(float)


def _instances(recipes: Sequence[Callable[[Rng], Any]]) -> SearchStrategy[Any]:
    """One integer a draw: its remainder chooses the recipe, its quotient is the seed."""
    return _CODES.map(lambda code: _chosen(code, (recipes,))[0])


def _chosen(code: int, kinds: Sequence[Sequence[Callable[[Rng], Any]]]) -> tuple[Any, ...]:
    """One value of each kind: remainders of `code` choose their recipes, what is left of it is the seed of all."""
    chosen = []
    for recipes in kinds:
        code, choice = divmod(code, len(recipes))
        chosen.append(recipes[choice])
    rng = np.random.default_rng(code)
    return tuple(recipe(rng) for recipe in chosen)


# Rounding turns an eigenvalue at the bound into one beyond.
_TURNED = 1 - 2.0**-40


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
    return entrywise(lambda x: Fraction(float(x)).limit_denominator(10**6), values)
