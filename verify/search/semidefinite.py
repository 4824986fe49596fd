"""A target as a sum of columns and of positive semidefinite blocks, exactly over the rationals.

An interior-point solver proposes, blocks are restricted to the subspaces that the proposal leaves (facial reduction),
the rest is rounded with the pivots of the linear system solved exactly, and an exact LDL^T gives squares. Nothing here
is trusted: the kernel expands what comes out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from ..kernel.atoms import Monomial, Poly
from ..kernel.terms import steps
from .effort import Effort

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
        rows = [[(i, u[a]) for i, u in enumerate(columns) if u[a]] for a in range(self.size)]
        for (a, b), p in self.entries.items():
            ordered = [(i, x, j, y) for i, x in rows[a] for j, y in rows[b]]
            turned = [(i, x, j, y) for i, x in rows[b] for j, y in rows[a]] if a != b else []
            steps.spend(len(p) * len(ordered) // _SYSTEM)
            for i, x, j, y in (*ordered, *turned):
                if i > j:
                    continue
                c = x * y * (1 + (i != j)) / (1 + (a != b))
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


_MAX_ENTRIES = 600_000
_BITS = (3, 6, 12, 20)
_SYSTEM = 20  # of the system that count as one step


def rounded(target: Poly, columns: Sequence[Line], faces: Sequence[Face], values: Any) -> Found | None:
    """An exact solution near the numeric one."""
    from flint import fmpq, fmpq_mat

    near, matrices = values
    unknowns: list[tuple[float, Mapping[Monomial, Fraction], float, Any]] = []  # how firmly free, what, value, where
    for k, line in enumerate(columns):
        unknowns.append((-1e9 if line.free else -near[k], line.value, float(near[k]), ("column", k)))
    for f, (face, M) in enumerate(zip(faces, matrices, strict=True)):
        for i in range(face.size):
            for j in range(i, face.size):
                firm = -1e6 + (abs(M[i, j]) if i != j else 1e3 - M[i, i])
                unknowns.append((firm, face.entries.get((i, j), {}), float(M[i, j]), ("face", f, i, j)))
    unknowns.sort(key=lambda u: u[0])
    rows: dict[Monomial, int] = {}
    for p in (target, *(u[1] for u in unknowns)):
        for m in p:
            rows.setdefault(m, len(rows))
    if len(rows) * len(unknowns) > _MAX_ENTRIES:
        return None
    steps.spend(len(rows) * len(unknowns) // _SYSTEM)
    table = fmpq_mat(len(rows), len(unknowns) + 1)
    for at, u in enumerate(unknowns):
        for m, c in u[1].items():
            table[rows[m], at] = fmpq(c.numerator, c.denominator)
    for m, c in target.items():
        table[rows[m], len(unknowns)] = fmpq(c.numerator, c.denominator)
    reduced, rank = table.rref()
    lines = reduced.table()
    pivots = []
    for i in range(rank):
        pivot = next(k for k, c in enumerate(lines[i]) if c != 0)
        if pivot == len(unknowns):
            return None
        pivots.append(pivot)
    for bits in _BITS:
        chosen = [fmpq(round(u[2] * 2**bits), 2**bits) for u in unknowns]
        for i, pivot in enumerate(pivots):
            chosen[pivot] = lines[i][-1] - sum(
                (lines[i][k] * chosen[k] for k in range(pivot + 1, len(unknowns)) if lines[i][k] != 0), fmpq(0)
            )
        exact = {u[3]: Fraction(int(x.p), int(x.q)) for u, x in zip(unknowns, chosen, strict=True)}
        found = _accepted(columns, faces, exact)
        if found is not None:
            return found
    return None


def _accepted(columns: Sequence[Line], faces: Sequence[Face], exact: Mapping[Any, Fraction]) -> Found | None:
    coefficients = []
    for k, line in enumerate(columns):
        c = exact["column", k]
        if c < 0 and not line.free:
            return None
        if c:
            coefficients.append((c, line.place))
    squares = []
    for f, face in enumerate(faces):
        n = face.size
        parts = ldl([[exact["face", f, min(i, j), max(i, j)] for j in range(n)] for i in range(n)])
        if parts is None:
            return None
        if parts:
            wide = [
                (d, [sum((v[k] * face.basis[k][t] for k in range(n)), Fraction(0)) for t in range(len(face.basis[0]))])
                for d, v in parts
            ]
            squares.append((face.place, wide))
    return coefficients, squares


def ldl(matrix: Sequence[Sequence[Fraction]]) -> list[tuple[Fraction, Vector]] | None:
    """[(d, v)] with d > 0 and matrix = sum d v v^T; None where the symmetric matrix is not positive semidefinite."""
    n, M = len(matrix), [list(row) for row in matrix]
    found: list[tuple[Fraction, Vector]] = []
    for k in range(n):
        d = M[k][k]
        if d < 0 or (d == 0 and any(M[k][j] for j in range(k, n))):
            return None
        if d == 0:
            continue
        v = [Fraction(0)] * k + [M[k][j] / d for j in range(k, n)]
        for i in range(k, n):
            for j in range(k, n):
                M[i][j] -= d * v[i] * v[j]
        found.append((d, v))
    return found


_THRESHOLDS = (1e-5, 1e-3, 1e-7)
_MOST_ROWS = 150
_PROGRAM, _ENTRIES, _CUBES = 100, 4, 20  # steps that a program counts as, and what of its size counts as one


def solve(target: Poly, lines: Sequence[Line], blocks: Sequence[Face], strict: bool, effort: Effort) -> Found | None:
    """Coefficients of columns, and for every block its squares; None where nothing was found.

    strict : a column that is strictly positive must take part.
    """
    start = _pruned(target, list(lines), list(blocks))
    if start is None:
        return None
    positive = {line.place for line in lines if line.strict}
    for threshold in _THRESHOLDS:
        columns, faces = start
        for _ in range(6):
            if effort.over() or (strict and not any(c.strict for c in columns)):
                return None
            values = _numeric(target, columns, faces, strict)
            if values is None:
                if threshold == _THRESHOLDS[0] and columns is start[0]:
                    return None
                break
            found = rounded(target, columns, faces, values)
            if found is not None and (not strict or any(k in positive and c > 0 for c, k in found[0])):
                return found
            smaller = _reduced(columns, faces, values, threshold)
            again = smaller and _pruned(target, *smaller)
            if not again:
                break
            columns, faces = again
    return None


def _pruned(target: Poly, columns: list[Line], faces: list[Face]) -> tuple[list[Line], list[Face]] | None:
    """Leave out what must vanish: a monomial that only terms of one sign give, and the target does not have."""
    while True:
        uses: dict[Monomial, list[tuple[str, Any, Fraction]]] = {}
        for k, line in enumerate(columns):
            for m, c in line.value.items():
                uses.setdefault(m, []).append(("free" if line.free else "column", k, c))
        for f, face in enumerate(faces):
            for (i, j), p in face.entries.items():
                for m, c in p.items():
                    uses.setdefault(m, []).append(("square" if i == j else "free", (f, i), c))
        if any(c and m not in uses for m, c in target.items()):
            return None
        gone: set[int] = set()
        rows: dict[int, set[int]] = {}
        for m, found in uses.items():
            if target.get(m) or any(kind == "free" for kind, _, _ in found):
                continue
            if len({c > 0 for _, _, c in found if c}) == 1:
                for kind, where, c in found:
                    if not c:
                        continue
                    if kind == "column":
                        gone.add(where)
                    else:
                        rows.setdefault(where[0], set()).add(where[1])
        if not gone and not rows:
            return columns, faces
        columns = [line for k, line in enumerate(columns) if k not in gone]
        kept = []
        for f, face in enumerate(faces):
            stay = [i for i in range(face.size) if i not in rows.get(f, ())]
            if len(stay) == face.size:
                kept.append(face)
            elif stay:
                kept.append(face.restricted([[Fraction(int(i == k)) for i in range(face.size)] for k in stay]))
        faces = kept


def _numeric(target: Poly, columns: Sequence[Line], faces: Sequence[Face], strict: bool) -> Any:
    """(values of the columns, matrices) near the relative interior of the solutions; None where there are none."""
    import clarabel
    import numpy as np
    from scipy import sparse

    rows: dict[Monomial, int] = {}
    for p in (target, *(c.value for c in columns), *(p for f in faces for p in f.entries.values())):
        for m in p:
            rows.setdefault(m, len(rows))
    entries: list[tuple[int, int, float]] = []
    for k, line in enumerate(columns):
        entries += [(rows[m], k, float(c)) for m, c in line.value.items()]
    width, starts = len(columns), []
    for face in faces:
        starts.append(width)
        for (i, j), p in face.entries.items():
            scale = 1.0 if i == j else 2**-0.5
            entries += [(rows[m], width + j * (j + 1) // 2 + i, float(c) * scale) for m, c in p.items()]
        width += face.size * (face.size + 1) // 2
    extra = int(strict)
    right = np.zeros(len(rows))
    for m, c in target.items():
        right[rows[m]] = float(c)
    data = [v for _, _, v in entries], ([i for i, _, _ in entries], [j for _, j, _ in entries])
    A, right = _independent(sparse.csc_matrix(data, shape=(len(rows), width + extra)), right)
    parts, cones, rights = [A], [clarabel.ZeroConeT(len(right))], [right]
    signed = [k for k, line in enumerate(columns) if not line.free]
    if signed:
        minus = [-1.0] * len(signed), (range(len(signed)), signed)
        parts.append(sparse.csc_matrix(minus, shape=(len(signed), width + extra)))
        cones.append(clarabel.NonnegativeConeT(len(signed)))
        rights.append(np.zeros(len(signed)))
    cost = np.zeros(width + extra)
    if strict:  # a margin, at most 1, below the sum of the strict coefficients; half of the best is asked for
        bound = np.zeros((2, width + 1))
        bound[:, width] = 1
        bound[0, [k for k, line in enumerate(columns) if line.strict and not line.free]] = -1
        parts.append(sparse.csc_matrix(bound))
        cones.append(clarabel.NonnegativeConeT(2))
        rights.append(np.array([0.0, 1.0]))
        cost[width] = -1
    for face, s in zip(faces, starts, strict=True):
        n = face.size * (face.size + 1) // 2
        parts.append(sparse.csc_matrix(([-1.0] * n, (range(n), range(s, s + n))), shape=(n, width + extra)))
        cones.append(clarabel.PSDTriangleConeT(face.size))
        rights.append(np.zeros(n))
    steps.spend(_PROGRAM + len(entries) // _ENTRIES + sum(face.size**3 for face in faces) // _CUBES)
    settings = clarabel.DefaultSettings()
    settings.verbose, settings.max_threads = False, 1
    settings.tol_gap_abs = settings.tol_gap_rel = settings.tol_feas = 1e-9
    nothing = sparse.csc_matrix((width + extra, width + extra))
    whole = sparse.vstack(parts, format="csc")
    solver = clarabel.DefaultSolver(nothing, cost, whole, np.concatenate(rights), cones, settings)
    solution = solver.solve()
    x = np.array(solution.x)
    if x.shape != (width + extra,) or not np.all(np.isfinite(x)):
        return None
    if np.abs(A[:, :width] @ x[:width] - right).max(initial=0) > 1e-4 * max(1.0, np.abs(right).max(initial=0)):
        return None
    if strict and x[width] < 1e-6:
        return None
    matrices = []
    for face, s in zip(faces, starts, strict=True):
        M = np.zeros((face.size, face.size))
        for b in range(face.size):
            for a in range(b + 1):
                M[a, b] = M[b, a] = x[s + b * (b + 1) // 2 + a] * (1.0 if a == b else 2**-0.5)
        matrices.append(M)
    return x[: len(columns)], matrices


def _independent(A: Any, right: Any) -> tuple[Any, Any]:
    """The same equations as independent ones, which the solver needs after a reduction.

    They stay as they are where there are many, and where nothing solves them.
    """
    import numpy as np
    from scipy import linalg, sparse

    if A.shape[0] > _MOST_ROWS or not A.shape[0]:
        return A, right
    q, r, _ = linalg.qr(A.toarray(), mode="economic", pivoting=True)
    diagonal = np.abs(np.diag(r))
    rank = int((diagonal > 1e-9 * max(1.0, diagonal[0])).sum())
    basis = q[:, :rank]
    inside = np.abs(basis @ (basis.T @ right) - right).max() < 1e-9 * max(1.0, np.abs(right).max())
    if rank == A.shape[0] or not inside:
        return A, right
    return sparse.csc_matrix(basis.T @ A), basis.T @ right


def _reduced(
    columns: Sequence[Line], faces: Sequence[Face], values: Any, threshold: float
) -> tuple[list[Line], list[Face]] | None:
    """Columns and blocks without what the numeric solution leaves at zero; None where that is nothing."""
    import numpy as np

    near, matrices = values
    scale = min(1.0, max([1e-9, *(float(np.abs(M).max()) for M in matrices), *map(abs, near)]))
    kept, changed = [], False
    for face, M in zip(faces, matrices, strict=True):
        span = _complement(M, threshold * scale * 10)
        if span is None:
            kept.append(face)
        else:
            changed = True
            if span:
                kept.append(face.restricted(span))
    stay = [line for line, c in zip(columns, near, strict=True) if line.free or c > threshold * scale]
    return (stay, kept) if changed or len(stay) < len(columns) else None


def _complement(M: Any, threshold: float) -> list[Vector] | None:
    """A rational basis of the complement of the numeric kernel of M; None where it has none that is rational."""
    import numpy as np

    w, V = np.linalg.eigh(M)
    small = w < threshold
    if not small.any():
        return None
    if small.all():
        return []
    K, pivots, row = V[:, small].T.copy(), [], 0
    for column in range(K.shape[1]):
        if row == K.shape[0]:
            break
        p = row + int(np.argmax(np.abs(K[row:, column])))
        if abs(K[p, column]) < 1e-3:
            continue
        K[[row, p]] = K[[p, row]]
        K[row] /= K[row, column]
        for i in range(K.shape[0]):
            if i != row:
                K[i] -= K[i, column] * K[row]
        pivots.append(column)
        row += 1
    if row < K.shape[0]:
        return None
    span = []
    for j in (j for j in range(K.shape[1]) if j not in pivots):
        v = [Fraction(0)] * K.shape[1]
        v[j] = Fraction(1)
        for i, p in enumerate(pivots):
            a = Fraction(float(K[i, j])).limit_denominator(40)
            if abs(float(a) - K[i, j]) > 2e-3:
                return None
            v[p] = -a
        span.append(v)
    return span
