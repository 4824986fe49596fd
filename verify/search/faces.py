"""What a semidefinite program is made of: columns, blocks on subspaces, and what a solution is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from attnverify.verify.kernel.atoms import Monomial, Poly

Vector = list[Fraction]
Entries = dict[tuple[int, int], Poly]


@dataclass
class Face:
    """A block on a subspace: entries[i, j], i <= j, is what Q[i, j] multiplies, both off-diagonals together.

    basis : the columns of the subspace in the original coordinates.
    """

    place: int
    size: int
    entries: Entries
    basis: list[Vector] = field(default_factory=list)

    def restricted(self, columns: Sequence[Vector]) -> Face:
        """The block on the span of `columns`, which are written in the coordinates of this face."""
        entries: Entries = {}
        for (a, b), p in self.entries.items():
            for i, u in enumerate(columns):
                for j in range(i, len(columns)):
                    v = columns[j]
                    c = u[a] * v[b] if a == b else (u[a] * v[b] + u[b] * v[a]) / 2
                    if i != j:
                        c *= 2
                    if c:
                        q = entries.setdefault((i, j), {})
                        for m, value in p.items():
                            q[m] = q.get(m, Fraction(0)) + c * value
        basis = [
            [sum((x * self.basis[k][t] for k, x in enumerate(u) if x), Fraction(0)) for t in range(len(self.basis[0]))]
            for u in columns
        ]
        return Face(self.place, len(columns), entries, basis)


def block(place: int, size: int, entries: Entries) -> Face:
    """The whole block number `place`."""
    return Face(place, size, entries, [[Fraction(int(i == j)) for j in range(size)] for i in range(size)])


@dataclass(frozen=True)
class Line:
    """A column: what it adds, whether its coefficient may be negative, whether it is strictly positive."""

    place: int
    value: Mapping[Monomial, Fraction]
    free: bool
    strict: bool


Found = tuple[list[tuple[Fraction, int]], list[tuple[int, list[tuple[Fraction, Vector]]]]]
