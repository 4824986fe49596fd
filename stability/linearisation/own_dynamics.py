"""The linearisation of a map or flow, one's own or one of `stability.models`, in one call: Jacobian, spectrum, verdict.

A state of floats gives floats. The derivative comes from power series of balls where the function is written over the
number types; otherwise from differences along the manifold. An exact state (fractions, SymPy) is differentiated by
SymPy. A `State` with multiplicities uses its symmetry: the Jacobian splits into differences within each group and a
quotient of all groups, for any group sizes, symbols included.

Verdicts on floats hold for the equilibrium that is meant, too. The derivative is enclosed on a box around the state
that contains it, by Newton and Kantorovich: with K the derivative of f(x) - x, or of the field, |K^-1| <= 1/s and the
residual r, one lies within 4 r/s of the state where K varies by at most s/2 on that box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import sympy as sp
from flint import arb, ctx

from ..models.ellipsoid import require_metric
from ..motion.ball_calculus import balls
from ..motion.ball_calculus import jacobian as series_jacobian
from ..numbers import Array, entrywise, like_array, plain, sqrt
from ..states.equilibrium import State, require_count
from .linearised import Enclosed, Linearisation, Part
from .slopes import Manifold, Slopes, bases, displacement, require_state, require_tangent, vanishes
from .spectral_verdicts import Time
from .symbolic import Signs, exact_jacobian

_AGREE, _FARTHEST = 1e-6, 1e-4
Function = Callable[[Array], Array]


@dataclass(frozen=True)
class _Piece:
    """A part of the Jacobian as that of a function g = make(X) at start(X), between the tangent spaces of `tokens`."""

    make: Callable[[Array], Function]
    tokens: slice
    multiplicity: Any
    perturbation: str


def jacobian(f: Function, X: Any, *, assuming: Iterable[Any] = ()) -> Array:
    """The derivative of f : tokens (N, d) -> (N, d) at X on all of R^d, as an (N d, N d) matrix, in the numbers of X.

    X : floats; balls (arb), for which the matrix contains that of every state in the box; fractions or SymPy.
    assuming : inequalities of SymPy that hold at an exact state.
    Raises NoDerivativeError, a ValueError, where f has no derivative at a state of floats or of exact numbers.

    >>> jacobian(lambda X: X * X, np.array([[1.0, 3.0]])).tolist()
    [[2.0, 0.0], [0.0, 6.0]]
    """
    X = _array(X)
    f = _on_tokens(f, X)
    if X.dtype.kind == "f":
        piece = _Piece(lambda base: f, slice(None), 1, "")
        return _float_matrix(piece, X, "flat")[0]
    if isinstance(X.flat[0], arb):
        return series_jacobian(f, X)
    return exact_jacobian(f, X, Signs(assuming))[1]


def linearise(
    f: Callable[..., Any],
    state: Any,
    *,
    manifold: Manifold = "flat",
    time: Time = "discrete",
    causal: bool = False,
    metric: Any = None,
    assuming: Iterable[Any] = (),
) -> Linearisation:
    """The derivative of a map or flow at a state, its spectrum, and whether the state is stable.

    f : tokens (N, d) -> images (N, d), or rates; for a `State` with multiplicities (tokens, counts) -> the same for the
        representatives, every sum over tokens weighted by counts. It must not depend on the order of the tokens then.
    state : (N, d), floats or exact; (d,), or a SymPy column, is taken for one token, as f takes it. Or a `State`, whose
        counts are whole numbers or symbols.
    manifold : "flat" for R^d, "sphere" where every token is a unit vector, "torus" where every entry is an angle.
    time : "discrete" for a map, "continuous" for a field.
    metric : W : (d, d) symmetric positive definite; the sphere is then the ellipsoid |y|_W = 1, and the Jacobian is in
        the coordinates L^T y, W = L L^T.
    causal : token i depends on the tokens 1, ..., i; the spectrum is then that of the diagonal blocks.
    assuming : inequalities of SymPy that hold for the symbols, as [1 + alpha*lam > 0]. Signs of lengths |y| that are
        neither known nor given are inferred, and stand in `assumptions` of the result.
    The map is differentiated as it is given: on the sphere a map that leaves it is an error, not normalised. Of a field
    on the sphere it is the covariant derivative, at any state: the Hessian where the field is a gradient.

    Raises NoDerivativeError, a ValueError, where f has no derivative at the state or a kink within 1e-6 of one of
    floats; ValueError where the state or its image is not on the manifold, a field is not tangent, the state is no
    fixed point of a map on the sphere (its Jacobian goes to another tangent space), a causal map looks ahead, or a
    count is no whole number of at least 1.

    >>> found = linearise(lambda X: 0.5 * X, np.array([[0.0, 0.0]]))
    >>> found.eigenvalues, found.stability.value
    ([((0.5+0j), 1), ((0.5+0j), 1)], 'stable')
    >>> alpha, low, top = sp.symbols("alpha low top", positive=True)
    >>> pull = lambda x: x - alpha * sp.Matrix([low * x[0], top * x[1]])
    >>> at = linearise(pull, sp.Matrix([0, 0]), assuming=[top > low, alpha * top < 2])
    >>> [(str(mode.trace), mode.multiplicity) for mode in at.modes], at.stability.value
    ([('-alpha*low + 1', 1), ('-alpha*top + 1', 1)], 'undecided')
    """
    if time not in ("discrete", "continuous"):
        raise ValueError(f"time is {time!r}; allowed are 'discrete' and 'continuous'")
    if metric is not None:
        if manifold != "sphere":
            raise ValueError(f"metric is for the ellipsoid, manifold='sphere'; manifold is {manifold!r}")
        f, state = _on_sphere(f, state, np.asarray(metric))
    if isinstance(state, State):
        if causal:
            raise ValueError("causal dynamics with multiplicities: copies at different places see different pasts")
        X, counts = _array(state.tokens), state.counts
        for g, count in enumerate(map(plain, counts)):
            require_count(f"counts[{g}]", int(count) if isinstance(count, float) and count.is_integer() else count)
        if X.dtype.kind == "f" and any(isinstance(n, sp.Expr) and not n.is_number for n in counts):
            raise ValueError("the counts contain a symbol and the tokens are floats; allowed are exact tokens")
        pieces = list(_groups(f, counts, len(X)))
    else:
        X = _array(state)
        pieces = [_Piece(lambda base: _on_tokens(f, state), slice(None), 1, "all tokens")]
    require_state(X, manifold)
    if X.dtype.kind == "f":
        found = _of_floats(pieces, X, manifold, time)
    else:
        found = _of_exact(pieces, X, manifold, time, Signs(assuming))
    if not causal:
        return found
    width = len(found.jacobian) // len(X)
    return found.split([slice(i * width, (i + 1) * width) for i in range(len(X))])


def _array(state: Any) -> Array:
    """Tokens as rows; a SymPy column is one token."""
    if isinstance(state, sp.MatrixBase):
        state = np.array(state.T.tolist() if state.cols == 1 else state.tolist(), dtype=object)
    X = np.atleast_2d(np.asarray(like_array(state, "state")))
    if not X.size or X.dtype.kind not in "fiuO":
        raise ValueError(
            f"the state has shape {X.shape} and entries of type {X.dtype}; allowed are real numbers, one or more"
        )
    if X.dtype.kind in "fiu":
        return X.astype(float)
    numbers = X.dtype.kind == "O" and all(isinstance(x, int | float) or getattr(x, "is_number", False) for x in X.flat)
    if numbers and any(isinstance(x, float | sp.Float) for x in X.flat):
        return X.astype(float)
    return X


def _on_tokens(f: Callable[..., Any], state: Any) -> Function:
    """f as a function of (N, d), whatever shape the user's has."""

    def whole(Z: Array) -> Array:
        if isinstance(state, sp.MatrixBase):
            column = state.cols == 1
            found = np.array(sp.Matrix(f(sp.Matrix(Z[0] if column else Z))).tolist(), dtype=object)
        else:
            found = np.asarray(f(Z[0] if np.ndim(state) == 1 else Z))
        if found.size != Z.size:
            raise ValueError(f"f returns the shape {found.shape} for tokens of shape {Z.shape}; allowed is the same")
        odd = [x for x in found.flat if x is None or isinstance(x, str | complex | np.complexfloating)]
        if odd:
            raise ValueError(f"f returns {odd[0]!r}, of type {type(odd[0]).__name__}; allowed are real numbers")
        return found.reshape(Z.shape)

    return whole


def _on_sphere(f: Callable[..., Any], state: Any, W: Array) -> tuple[Callable[..., Any], Any]:
    """f and the state in the coordinates L^T y, where W = L L^T is the metric."""
    grouped = isinstance(state, State)
    Y, g = _array(state.tokens if grouped else state), f if grouped else _on_tokens(f, state)
    W = W.astype(float) if Y.dtype.kind == "f" else np.frompyfunc(Signs().encoded, 1, 1)(W)
    require_metric(W, Y.shape[-1])

    def roots(like: Array) -> tuple[Array, Array]:
        """L and its inverse in the numbers of tokens."""
        M = W if like.dtype.kind == "f" or isinstance(like.flat[0], sp.Expr) else balls(W)
        L, inverse = 0 * M, 0 * M
        for k in range(len(M)):
            left = M[k:, k] - L[k:, :k] @ L[k, :k]
            L[k, k] = sqrt(left[:1])[0]
            L[k + 1 :, k] = left[1:] / L[k, k]
            inverse[k] = -(L[k, :k] @ inverse[:k]) / L[k, k]
            inverse[k, k] = 1 / L[k, k]
        return L, inverse

    def moved(X: Array, *counts: Array) -> Array:
        L, inverse = roots(X)
        return np.asarray(g(X @ inverse, *counts)) @ L

    X = Y @ roots(Y if Y.dtype.kind == "f" else W)[0]
    return moved, replace(state, tokens=X) if grouped else X


def _groups(f: Callable[..., Any], counts: Array, G: int) -> Iterator[_Piece]:
    """All groups as wholes, and one token of each group against the rest of it."""

    def sizes(values: list[Any], like: Array) -> Array:
        return np.array(values, dtype=float if like.dtype.kind == "f" else object)

    def whole(Z: Array) -> Array:
        return np.asarray(f(Z, sizes(list(counts), Z)))

    def within(g: int, base: Array) -> Function:
        rest = [h for h in range(G) if h != g]

        def apart(z: Array) -> Array:
            if base.dtype.kind == "f" and z.dtype.kind != "f":
                raise TypeError("a token in other numbers than the rest")
            Z = np.concatenate([z, base[[g, *rest]]])
            Y = np.asarray(f(Z, sizes([1, counts[g] - 1, *counts[rest]], Z)))
            return np.asarray(Y[:1] - Y[1:2])

        return apart

    yield _Piece(lambda base: whole, slice(None), 1, "each group as a whole")
    for g in range(G):
        yield _Piece(partial(within, g), slice(g, g + 1), counts[g] - 1, f"differences within group {g}")


def _of_exact(pieces: list[_Piece], X: Array, manifold: Manifold, time: Time, signs: Signs) -> Linearisation:
    tangents = bases(X, manifold)
    parts, image = [], None
    for piece in pieces:
        F, J = exact_jacobian(piece.make(X), X[piece.tokens], signs)
        image = F if image is None else image
        matrix = compressed(J, tangents[piece.tokens])
        tidy = np.frompyfunc(signs.tidy, 1, 1)(matrix)
        parts.append(Part(np.asarray(tidy, dtype=object).reshape(matrix.shape), piece.multiplicity, piece.perturbation))
    residual = _residual(X, np.asarray(image), manifold, time)
    return Linearisation(tuple(parts), residual, "exact", time, signs)


def _of_floats(pieces: list[_Piece], X: Array, manifold: Manifold, time: Time) -> Linearisation:
    residual = _residual(X, pieces[0].make(X)(X), manifold, time)
    found = [_float_matrix(piece, X, manifold) for piece in pieces]
    parts = tuple(
        Part(matrix, piece.multiplicity, piece.perturbation)
        for (matrix, _, _), piece in zip(found, pieces, strict=True)
    )
    route = "series" if all(error is None for _, error, _ in found) else "differences"
    if route == "series":
        enclose: Callable[[int], Enclosed] = partial(_enclosed, pieces, X, manifold, time)
    else:
        enclose = partial(_estimated, found, residual, time)
    return Linearisation(parts, residual, route, time, enclosed=enclose)


def _residual(X: Array, F: Array, manifold: Manifold, time: Time) -> Any:
    """How far the state moves, after checking that it may be linearised there."""
    if time == "continuous":
        require_tangent(X, F, manifold)
        apart = F
    else:
        require_state(F, manifold, "image")
        apart = displacement(X, F, manifold)
    if X.dtype.kind == "f":
        residual: Any = float(np.max(np.abs(apart)))
        if not np.isfinite(residual):
            raise ValueError("f is not finite at the state; allowed are finite numbers")
    else:
        residual = next((entry for entry in apart.flat if not vanishes(entry)), apart.flat[0] - apart.flat[0])
    if manifold == "sphere" and time == "discrete" and not vanishes(residual):
        raise ValueError(
            f"the state moves by {residual}; on the sphere a map has a spectrum at its fixed points only"
            + ("" if X.dtype.kind == "f" else " (signs may be given by assuming=[...])")
        )
    return residual


def _float_matrix(piece: _Piece, X: Array, manifold: Manifold) -> tuple[Array, float | None, float]:
    """The matrix in tangent bases; the error of its entries, None where series give it; how fast it may change."""
    g, start, tangents = piece.make(X), X[piece.tokens], bases(X, manifold)[piece.tokens]
    directions = []
    for i, basis in enumerate(tangents):
        for vector in basis:
            D = np.zeros_like(start)
            D[i] = vector
            directions.append(D)
    differences = Slopes(g, start, directions, manifold)
    wide = differences.wide()

    def projected(slopes: Array) -> Array:
        columns = [np.concatenate([B @ slope[m] for m, B in enumerate(tangents)]) for slope in slopes]
        return np.stack(columns, axis=1) if columns else np.zeros((0, 0))

    series = None
    try:
        with ctx.workprec(64):
            series = _floats(_series(piece, balls(X), manifold))
    except Exception:  # a user's function may fail on series in any way
        series = None
    if series is not None and differences.straight and _near(series, projected(wide), _AGREE):
        return series, None, 0.0
    best, error, curvature = differences.checked(wide)
    found = projected(best)
    if series is not None and _near(series, found, _AGREE + 4 * error):
        return series, None, 0.0
    if series is not None and series.shape == found.shape and np.all(np.isfinite(series)):
        # One of them is wrong: slopes where f turns within the steps, or series of an f that tells numbers apart.
        error = max(error, float(np.max(np.abs(series - found))))
    return found, error, curvature


def _near(one: Array, other: Array, relative: float) -> bool:
    if one.shape != other.shape or not np.all(np.isfinite(one)):
        return False
    # Where differences overflow they say nothing; the series is exact.
    known = np.isfinite(other)
    scale = 1 + float(np.max(np.abs(other[known]), initial=0.0))
    return bool(np.all(np.abs(one - other)[known] <= relative * scale))


def _series(piece: _Piece, box: Array, manifold: Manifold) -> Array:
    """Balls that contain the matrix in tangent bases at every state of the box, at the working precision."""
    if manifold == "sphere":
        box = box / np.sum(box * box, axis=-1, keepdims=True) ** arb("0.5")
    J = series_jacobian(piece.make(box), box[piece.tokens])
    return compressed(J, bases(box, manifold)[piece.tokens])


def _floats(matrix: Array) -> Array:
    return np.array([float(entry.mid()) for entry in matrix.flat]).reshape(matrix.shape)


def _enclosed(pieces: list[_Piece], X: Array, manifold: Manifold, time: Time, bits: int) -> Enclosed:
    """The parts in balls, at the state and at the equilibrium that is meant."""
    with ctx.workprec(bits):
        at = balls(X)
        if manifold == "sphere":
            at = at / np.sum(at * at, axis=-1, keepdims=True) ** arb("0.5")
        F = entrywise(arb, pieces[0].make(at)(at))
        apart = F if time == "continuous" else F - at
        if manifold == "torus" and time == "discrete":
            turn = 2 * arb.pi()
            apart = np.frompyfunc(lambda x: x - turn * round(float(x.mid()) / (2 * np.pi)), 1, 1)(apart)
        r = float(sum((abs(entry).abs_upper() ** 2 for entry in apart.flat), arb(0)).sqrt().upper())
        first = [_series(piece, at, manifold) for piece in pieces]
        if r == 0:
            return Enclosed(tuple(first), True)
        K = _floats(first[0])
        s = _least_stretch(K, time)
        radius = min(4 * r / s if s > 0 else np.inf, _FARTHEST)
        box = entrywise(lambda x: x + arb(0, radius), at)
        around = [_series(piece, box, manifold) for piece in pieces]
        change = np.sqrt(
            sum(
                float((entry.mid() - k).abs_upper() + entry.rad()) ** 2
                for entry, k in zip(around[0].flat, K.flat, strict=True)
            )
        )
        return Enclosed(tuple(around), bool(radius >= 4 * r / max(s, 1e-300) and change <= s / 2), radius)


def _least_stretch(J: Array, time: Time) -> float:
    """A number a little below the least singular value of the derivative of f(x) - x, or of the field."""
    if not len(J):
        return 1.0
    K = J if time == "continuous" else J - np.eye(len(J))
    values = np.linalg.svd(K, compute_uv=False)
    return float(values[-1] - 1e-13 * len(J) * values[0])


def _estimated(found: list[tuple[Array, float | None, float]], residual: float, time: Time, bits: int) -> Enclosed:
    """Balls around differences, of the size of their error and of what the residual may mean."""
    s = _least_stretch(found[0][0], time)
    radius = 4 * (residual + 1e-15) / s if s > 0 else np.inf
    curvature = max(bend for _, _, bend in found)
    reach = min(radius, _FARTHEST)
    parts = []
    for matrix, error, _ in found:
        wide = arb(0, (error or 0.0) + 4 * curvature * reach)
        parts.append(entrywise(lambda x, wide=wide: arb(x) + wide, matrix))
    shaped = tuple(part.reshape(m.shape) for part, (m, _, _) in zip(parts, found, strict=True))
    return Enclosed(shaped, reach == radius, reach)


def compressed(ambient: Array, tangents: list[Array]) -> Array:
    """B_i J_ij B_j^T for all blocks."""
    d = tangents[0].shape[-1]
    rows = []
    for i, left in enumerate(tangents):
        blocks = [
            left @ ambient[i * d : (i + 1) * d, j * d : (j + 1) * d] @ right.T for j, right in enumerate(tangents)
        ]
        rows.append(np.concatenate(blocks, axis=1))
    return np.concatenate(rows, axis=0)
