"""From a numeric solution of a semidefinite program to an exact one: pivots solved over the rationals, then LDL^T."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from attnverify.verify.kernel.atoms import Monomial, Poly
from attnverify.verify.kernel.terms import steps
from attnverify.verify.search.faces import Face, Found, Line, Vector

_MAX_ENTRIES = 600_000
_BITS = (3, 6, 12, 20)
_ENTRIES = 20  # of the system that count as one step


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
    steps.spend(len(rows) * len(unknowns) // _ENTRIES)
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
