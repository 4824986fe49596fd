"""Matrices that do not distinguish tokens of one group, and their spectrum for any group sizes.

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

from attnverify.stability.linearisation.differentiate import GroupedJacobian
from attnverify.stability.numbers import Array


@dataclass(frozen=True)
class BlockConstant:
    """own : (G,), coupling : (G, G), counts : (G,), all over one number type; counts may be symbols."""

    own: Array
    coupling: Array
    counts: Array

    @classmethod
    def from_entries(cls, diagonal: Sequence[Any], same: Sequence[Any], cross: Array, counts: Array) -> BlockConstant:
        """From the entries: on the diagonal, off it within a group, and [h, g] between two groups."""
        coupling = np.array(cross, dtype=object)
        for g, value in enumerate(same):
            coupling[g, g] = value
        own = np.array([a - b for a, b in zip(diagonal, same, strict=True)], dtype=object)
        return cls(own, coupling, counts)

    def quotient(self) -> Array:
        """The action on group-constant vectors : (G, G)."""
        return np.asarray(np.diag(self.own) + self.coupling * self.counts[np.newaxis, :])

    def classes(self) -> list[tuple[Any, Any]]:
        """(own_g, n_g - 1): the eigenvalues on the zero-sum vectors of each group with their multiplicities."""
        return [(value, count - 1) for value, count in zip(self.own, self.counts, strict=True)]

    def dense(self) -> Array:
        """The (N, N) matrix itself, for explicit group sizes. Raises TypeError for symbolic ones."""
        group = np.repeat(np.arange(len(self.own)), [int(count) for count in self.counts])
        return np.asarray(self.coupling[np.ix_(group, group)] + np.diag(self.own[group]))

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
    cross = np.zeros((groups, groups), dtype=object)
    for (h, g), block in jacobian.cross.items():
        cross[h, g] = block[a, b]
    return BlockConstant.from_entries(
        [block[a, b] for block in jacobian.own], [block[a, b] for block in jacobian.same], cross, jacobian.counts
    )
