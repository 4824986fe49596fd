"""The Jacobian of a map that does not tell tokens of one group apart, for any group sizes: its blocks, how it splits.

Nothing here knows the closed formula of a Jacobian: SymPy differentiates the definition. With norms the function is
divided by its norm first: r_i = |y_i| satisfies r_i^2 = y_i.y_i, so that its derivative is (y_i . dy_i)/r_i.

Tokens fall into groups g = 0..G-1 of sizes n_g. A matrix that commutes with all permutations within the groups is

    M = diag(own_g on group g) + (coupling_gh on the block g, h),

and R^N splits into invariant subspaces: for each g the vectors on group g with zero sum (dimension n_g - 1, M acts as
own_g) and the group-constant vectors (dimension G, M acts as the quotient own_g delta_gh + coupling_gh n_h). Both facts
are entrywise identities with finitely many index patterns, `reduction_identities`; so they hold for all n_g.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import sympy as sp

from attnverify.stability.linearisation.symbolic import Signs, exact_jacobian
from attnverify.stability.numbers import Array, is_zero
from attnverify.stability.states.equilibrium import State, Step


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
    Y, J = exact_jacobian(lambda Z: step(Z, state.counts), state.tokens, Signs())
    sizes = [None] * len(Y) if norms is None else list(norms)
    d = Y.shape[1]
    rows = [_normalised(y, J[i * d : (i + 1) * d], sizes[i], f"token {i}") for i, y in enumerate(Y)]
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
        rest = [h for h in range(groups) if h != g]
        counts = np.array([1, state.counts[g] - 1, *state.counts[rest]], dtype=object)

        def split(z: Array, others: Array = state.tokens[[g, *rest]], counts: Array = counts) -> Array:
            return step(np.concatenate([z, others]), counts)

        Y, J = exact_jacobian(split, state.tokens[[g]], Signs())
        places = [(f"moved token of group {g}", g), (f"rest of group {g}", g), *((f"group {h}", h) for h in rest)]
        blocks = [_normalised(Y[i], J[i * d : (i + 1) * d], sizes[h], where) for i, (where, h) in enumerate(places)]
        own.append(blocks[0])
        same.append(blocks[1])
        cross.update({(h, g): block for h, block in zip(rest, blocks[2:], strict=True)})
    return GroupedJacobian(tuple(own), tuple(same), cross, state.counts)


def _normalised(y: Array, slopes: Array, norm: Any, where: str) -> Array:
    """The slopes (d, K) of y/r, with r^2 = y.y and r = norm at the state; without a norm those of y."""
    if norm is None:
        return slopes
    square = np.sum(y * y)
    if is_zero(square - norm**2) is not True:
        raise NormMismatchError(f"{where}: |y|^2 is {sp.cancel(square)}, not ({norm})^2")
    moved = slopes / norm - np.outer(y, y @ slopes) / norm**3
    return np.asarray(np.frompyfunc(Signs().tidy, 1, 1)(moved), dtype=object).reshape(slopes.shape)


@dataclass(frozen=True)
class BlockConstant:
    """own : (G,), coupling : (G, G), counts : (G,), all over one number type; counts may be symbols."""

    own: Array
    coupling: Array
    counts: Array

    def quotient(self) -> Array:
        """The action on group-constant vectors : (G, G)."""
        return np.asarray(np.diag(self.own) + self.coupling * self.counts[np.newaxis, :])

    def classes(self) -> list[tuple[Any, Any]]:
        """(own_g, n_g - 1): the eigenvalues on the zero-sum vectors of each group with their multiplicities."""
        return [(value, count - 1) for value, count in zip(self.own, self.counts, strict=True)]

    def entry(self, i: tuple[int, int], j: tuple[int, int]) -> Any:
        """M_ij for tokens given as (group, index within the group)."""
        value = self.coupling[i[0], j[0]]
        return value + self.own[i[0]] if i == j else value

    def reduction_identities(self) -> list[tuple[str, Any, Any]]:
        """(what, left, right) for every index pattern: together they prove the splitting for all group sizes.

        Zero-sum vectors of group g are spanned by e_1 - e_2 up to permutation, so the tokens whose row must be looked
        at are the first, the second, a third of the same group, and one of each other group. A row of M times the
        indicator of group h is a sum over the n_h tokens of h; all but the row's own token give the same entry.
        """
        found = []
        groups = range(len(self.own))
        for g in groups:
            for i, row in [((g, 0), 1), ((g, 1), -1), ((g, 2), 0), *(((h, 0), 0) for h in groups if h != g)]:
                left = self.entry(i, (g, 0)) - self.entry(i, (g, 1))
                found.append((f"row {i} of M(e_1 - e_2) on group {g}", left, row * self.own[g]))
        for g in groups:
            for h in groups:
                n = self.counts[h]
                if g == h:
                    left = self.entry((g, 0), (g, 0)) + (n - 1) * self.entry((g, 0), (g, 1))
                else:
                    left = n * self.entry((g, 0), (h, 0))
                found.append((f"row of group {g} of M times the indicator of group {h}", left, self.quotient()[g, h]))
        return found


def directional_block(jacobian: GroupedJacobian, a: int, b: int | None = None) -> BlockConstant:
    """The N x N block of a grouped Jacobian from coordinate `b` (default `a`) of the tokens to coordinate `a`."""
    b = a if b is None else b
    groups = len(jacobian.own)
    coupling = np.zeros((groups, groups), dtype=object)
    for (h, g), block in jacobian.cross.items():
        coupling[h, g] = block[a, b]
    for g, block in enumerate(jacobian.same):
        coupling[g, g] = block[a, b]
    own = [one[a, b] - other[a, b] for one, other in zip(jacobian.own, jacobian.same, strict=True)]
    return BlockConstant(np.array(own, dtype=object), coupling, jacobian.counts)
