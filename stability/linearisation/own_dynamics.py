"""The linearisation of one's own map or flow, in one call: Jacobian and spectrum.

A state of floats gives floats. The derivative comes from power series, exact up to rounding, where the function is
written over the number types; otherwise from differences of fourth order along the manifold. An exact state (fractions,
SymPy) is differentiated by SymPy. A `State` with multiplicities uses its symmetry: the Jacobian splits into differences
within each group and a quotient of all groups, for any group sizes, symbols included.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import sympy as sp
from flint import ctx

from stability.linearisation.differentiate import differentiated_jacobian, grouped_jacobian
from stability.linearisation.linearised import Linearisation, Part, Time
from stability.linearisation.manifolds import (
    Manifold,
    bases,
    displacement,
    moved,
    require_state,
    require_tangent,
    vanishes,
)
from stability.motion.ball_calculus import balls
from stability.motion.ball_calculus import jacobian as series_jacobian
from stability.numbers import Array
from stability.states.equilibria import State

_STEP, _AGREE = 1e-3, 1e-6


def linearise(
    f: Callable[..., Array],
    state: Any,
    *,
    manifold: Manifold = "flat",
    time: Time = "discrete",
    causal: bool = False,
) -> Linearisation:
    """The derivative of your own map or flow at a state, and its spectrum.

    f : tokens (N, d) -> images (N, d), or rates; for a `State` with multiplicities (tokens, counts) -> the same for the
        representatives, every sum over tokens weighted by counts. It must not depend on the order of the tokens then.
    state : (N, d), floats or exact; (d,) is taken for one token. Or a `State`, whose counts may be symbols.
    manifold : "flat" for R^d, "sphere" where every token is a unit vector, "torus" where every entry is an angle.
    time : "discrete" for a map, "continuous" for a field.
    causal : token i depends on the tokens 1, ..., i; the spectrum is then that of the diagonal blocks.
    The map is differentiated as it is given: on the sphere a map that leaves it is an error, not normalised. Of a field
    on the sphere it is the covariant derivative, at any state: the Hessian where the field is a gradient.

    Raises ValueError where the state or its image is not on the manifold, a field is not tangent, the state is no fixed
    point of a map on the sphere (its Jacobian goes to another tangent space), or a causal map looks ahead.

    >>> found = linearise(lambda X: 0.5 * X, np.array([[0.0, 0.0]]))
    >>> found.eigenvalues, found.stability.value
    ([((0.5+0j), 1), ((0.5+0j), 1)], 'stable')
    """
    if time not in ("discrete", "continuous"):
        raise ValueError(f"time is {time!r}; allowed are 'discrete' and 'continuous'")
    if isinstance(state, State):
        if causal:
            raise ValueError("causal dynamics with multiplicities: copies at different places see different pasts")
        return _grouped(f, state, manifold, time)
    X = np.atleast_2d(np.asarray(state))
    X = X.astype(float) if X.dtype.kind in "fiu" else X
    residual = _residual(X, _image(f, X, np.ndim(state) == 1), manifold, time)

    def whole(Z: Array) -> Array:
        return _image(f, Z, np.ndim(state) == 1)

    tangents = bases(X, manifold)
    if X.dtype.kind == "f":
        blocks, route = _float_derivative(whole, X, tangents, manifold)
    else:
        exact = State(X, np.ones(len(X), dtype=int).astype(object))
        ambient = differentiated_jacobian(lambda Z, n: whole(Z), exact)
        blocks, route = _compressed(ambient, tangents, X.shape[-1]), "exact"
    if not causal:
        return Linearisation((Part(blocks, 1, "all tokens"),), residual, route, time)
    return Linearisation(tuple(_diagonal(blocks, tangents)), residual, route, time)


def _image(f: Callable[..., Array], X: Array, single: bool) -> Array:
    found = np.asarray(f(X[0] if single else X))
    if found.size != X.size:
        raise ValueError(f"f returns the shape {found.shape} for tokens of shape {X.shape}; allowed is the same shape")
    return found.reshape(X.shape)


def _residual(X: Array, F: Array, manifold: Manifold, time: Time) -> Any:
    """How far the state moves, after checking that it may be linearised there."""
    require_state(X, manifold)
    if time == "continuous":
        require_tangent(X, F, manifold)
        apart = F
    else:
        require_state(F, manifold, "image")
        apart = displacement(X, F, manifold)
    if X.dtype.kind == "f":
        residual: Any = float(np.max(np.abs(apart)))
    else:
        residual = next((entry for entry in apart.flat if not vanishes(entry)), apart.flat[0] - apart.flat[0])
    if manifold == "sphere" and time == "discrete" and not vanishes(residual):
        raise ValueError(f"the state moves by {residual}; on the sphere a map has a spectrum at its fixed points only")
    return residual


def _float_derivative(
    f: Callable[[Array], Array], X: Array, tangents: list[Array], manifold: Manifold
) -> tuple[Array, str]:
    """The Jacobian in tangent bases, by series where the function takes them and they agree with a difference."""
    differences = _differences(f, X, tangents, manifold)
    try:
        with ctx.workprec(64):
            J = series_jacobian(f, balls(X))
        ambient = np.array([[float(entry) for entry in row] for row in J])
    except Exception:  # a user's function may fail on series in any way
        return differences, "differences"
    series = np.asarray(_compressed(ambient, tangents, X.shape[-1]), dtype=float)
    scale = 1 + float(np.max(np.abs(differences), initial=0.0))
    if series.shape == differences.shape and np.max(np.abs(series - differences), initial=0.0) <= _AGREE * scale:
        return series, "series"
    return differences, "differences"


def _differences(
    f: Callable[[Array], Array],
    X: Array,
    tangents: list[Array],
    manifold: Manifold,
    targets: list[Array] | None = None,
) -> Array:
    """Central differences of fourth order along curves on the manifold, in the bases `targets` of the images."""
    targets = tangents if targets is None else targets
    columns = []
    for i, basis in enumerate(tangents):
        for direction in basis:
            D = np.zeros_like(X)
            D[i] = direction * _STEP
            near, far = (
                displacement(f(moved(X, -k * D, manifold)), f(moved(X, k * D, manifold)), manifold) for k in (1, 2)
            )
            slope = (8 * near - far) / (12 * _STEP)
            columns.append(np.concatenate([rows @ slope[m] for m, rows in enumerate(targets)]))
    return np.stack(columns, axis=1) if columns else np.zeros((0, 0))


def _compressed(ambient: Array, tangents: list[Array], d: int) -> Array:
    """B_i J_ij B_j^T for all blocks."""
    rows = []
    for i, left in enumerate(tangents):
        blocks = [
            left @ ambient[i * d : (i + 1) * d, j * d : (j + 1) * d] @ right.T for j, right in enumerate(tangents)
        ]
        rows.append(np.concatenate(blocks, axis=1))
    return np.concatenate(rows, axis=0)


def _diagonal(blocks: Array, tangents: list[Array]) -> Iterator[Part]:
    """The diagonal blocks of a Jacobian that must be block lower triangular."""
    ends = np.cumsum([0, *(len(basis) for basis in tangents)])
    for i in range(len(tangents)):
        ahead = blocks[ends[i] : ends[i + 1], ends[i + 1] :]
        if not all(vanishes(entry) for entry in ahead.flat):
            raise ValueError(f"token {i} depends on a later token; causal dynamics do not look ahead")
        yield Part(blocks[ends[i] : ends[i + 1], ends[i] : ends[i + 1]], 1, f"token {i}")


def _grouped(f: Callable[..., Array], state: State, manifold: Manifold, time: Time) -> Linearisation:
    """The parts at a state of equal groups: differences within each group, and all groups as wholes."""
    X, counts = state.tokens, state.counts
    floats = X.dtype.kind == "f"
    if floats:
        if any(isinstance(n, sp.Expr) and not n.is_number for n in counts):
            raise ValueError("the counts contain a symbol and the tokens are floats; allowed are exact tokens")
        counts = np.array([int(n) for n in counts], dtype=float)
    residual = _residual(X, np.asarray(f(X, counts)), manifold, time)
    tangents, G = bases(X, manifold), len(X)
    if floats:
        own, same, cross, route = _float_groups(f, X, counts, tangents, manifold)
    else:
        found = grouped_jacobian(f, state)
        own, same = ([B @ M @ B.T for B, M in zip(tangents, part, strict=True)] for part in (found.own, found.same))
        cross = {(h, g): tangents[h] @ M @ tangents[g].T for (h, g), M in found.cross.items()}
        route = "exact"
    parts = [Part(own[g] - same[g], state.counts[g] - 1, f"differences within group {g}") for g in range(G)]
    rows = [
        [own[g] + (counts[g] - 1) * same[g] if g == h else counts[g] * cross[h, g] for g in range(G)] for h in range(G)
    ]
    quotient = np.concatenate([np.concatenate(row, axis=1) for row in rows], axis=0)
    return Linearisation((Part(quotient, 1, "each group as a whole"), *parts), residual, route, time)


def _float_groups(
    f: Callable[..., Array], X: Array, counts: Array, tangents: list[Array], manifold: Manifold
) -> tuple[list[Array], list[Array], dict[tuple[int, int], Array], str]:
    """Blocks by differences, one token of each group split off."""
    own, same, cross = [], [], {}
    for g in range(len(X)):
        rest = [h for h in range(len(X)) if h != g]
        tokens, sizes = X[[g, g, *rest]], np.array([1.0, counts[g] - 1, *counts[rest]])
        near = [tangents[g], tangents[g], *(tangents[h] for h in rest)]

        def split(Z: Array, sizes: Array = sizes) -> Array:
            return np.asarray(f(Z, sizes))

        J = _differences(split, tokens, [near[0], *(basis[:0] for basis in near[1:])], manifold, near)
        ends = np.cumsum([0, *(len(basis) for basis in near)])
        blocks = [J[ends[k] : ends[k + 1]] for k in range(len(near))]
        own.append(blocks[0])
        same.append(blocks[1])
        for place, h in enumerate(rest):
            cross[h, g] = blocks[2 + place]
    return own, same, cross, "differences"
