"""Derivatives of the maps by automatic symbolic differentiation of their definition.

Nothing here knows the closed formula of a Jacobian: tokens are replaced by symbols, the step is evaluated by the same
code as everywhere, SymPy differentiates, and the state is substituted afterwards. Without norms that is the derivative
of the function as it is given. With norms the function is divided by its norm first: r_i = |y_i| satisfies
r_i^2 = y_i.y_i, so its derivative is (y_i . dy_i)/r_i and no square root has to be simplified.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from stability.numbers import Array, is_zero
from stability.states.equilibria import State, Step


class NormMismatchError(ValueError):
    """A claimed norm |y_i| does not satisfy norm^2 = y_i.y_i."""


@dataclass(frozen=True)
class GroupedJacobian:
    """The ambient Jacobian of a symmetric map at a state of equal groups, entry pattern by entry pattern.

    A token of group g is moved. Its own image answers with `own[g]`, the image of another token of the same group with
    `same[g]`, that of a token of group h with `cross[h, g]`: each a (d, d) matrix, for any group sizes `counts`. By
    permutation symmetry these are all the blocks of the Nd x Nd Jacobian.
    """

    own: tuple[Array, ...]
    same: tuple[Array, ...]
    cross: dict[tuple[int, int], Array]
    counts: Array


def differentiated_jacobian(step: Step, state: State, norms: Sequence[Any] | None = None) -> Array:
    """The (Nd, Nd) Jacobian of `step`, with norms that of step/|step|, every coordinate of every token differentiated.

    state : its representatives are taken one by one, so every multiplicity must be 1 for the Jacobian of all tokens.
    norms : |y_i| at the state, one per token, positive, for the normalised map; None for the function itself.
    Raises NormMismatchError when a norm is wrong.
    """
    m, d = state.tokens.shape
    symbols = _symbols(m, d)
    Y = step(symbols, state.counts)
    at = dict(zip(symbols.reshape(-1), state.tokens.reshape(-1), strict=True))
    sizes = [None] * m if norms is None else list(norms)
    rows = [_row_jacobian(Y[i], list(symbols.reshape(-1)), at, sizes[i], f"token {i}") for i in range(m)]
    return np.concatenate(rows, axis=0)


def grouped_jacobian(step: Step, state: State, norms: Sequence[Any] | None = None) -> GroupedJacobian:
    """All blocks of the Jacobian at a state with symbolic group sizes, from one moved token per group.

    Of `step` itself, a map or a field; with norms, of the normalised map step/|step|.

    The moved token is split off its group: its multiplicity is 1, that of the rest n_g - 1. The step is evaluated on
    these representatives, so the result holds for every n_g >= 1 (`same[g]` is meaningful when n_g >= 2).

    norms : |y| at the state, one per group, or None.  Raises NormMismatchError when one is wrong.
    """
    groups, d = state.tokens.shape
    sizes = [None] * groups if norms is None else list(norms)
    own, same, cross = [], [], {}
    for g in range(groups):
        moved = _symbols(1, d)
        rest = [h for h in range(groups) if h != g]
        tokens = np.concatenate([moved, state.tokens[[g, *rest]]])
        counts = np.array([1, state.counts[g] - 1, *state.counts[rest]], dtype=object)
        Y = step(tokens, counts)
        at = dict(zip(moved[0], state.tokens[g], strict=True))
        variables = list(moved[0])
        own.append(_row_jacobian(Y[0], variables, at, sizes[g], f"moved token of group {g}"))
        same.append(_row_jacobian(Y[1], variables, at, sizes[g], f"rest of group {g}"))
        for position, h in enumerate(rest):
            cross[h, g] = _row_jacobian(Y[2 + position], variables, at, sizes[h], f"group {h}")
    return GroupedJacobian(tuple(own), tuple(same), cross, state.counts)


def _symbols(m: int, d: int) -> Array:
    return np.array([[sp.Symbol(f"x_{i}_{a}", real=True) for a in range(d)] for i in range(m)], dtype=object)


def _row_jacobian(y: Array, variables: list[Any], at: dict[Any, Any], norm: Any, where: str) -> Array:
    """d(y/r)/d(variables) : (d, len(variables)) at the state, with r^2 = y.y and r = norm there; dy without a norm."""
    if norm is None:
        slopes = [[sp.diff(sp.sympify(entry), x).subs(at) for x in variables] for entry in y]
        return np.array([[sp.cancel(sp.together(slope)) for slope in row] for row in slopes], dtype=object)
    values = [sp.sympify(entry).subs(at) for entry in y]
    square = sum((value**2 for value in values), sp.Integer(0))
    if is_zero(square - norm**2) is not True:
        raise NormMismatchError(f"{where}: |y|^2 is {sp.cancel(square)}, not ({norm})^2")
    columns = []
    for x in variables:
        slopes = [sp.diff(entry, x).subs(at) for entry in y]
        along = sum((value * slope for value, slope in zip(values, slopes, strict=True)), sp.Integer(0))
        column = [
            sp.cancel(sp.together(slope / norm - value * along / norm**3))
            for value, slope in zip(values, slopes, strict=True)
        ]
        columns.append(column)
    return np.array(columns, dtype=object).T
