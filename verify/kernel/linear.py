"""Vectors and matrices of exact numbers: rank, characteristic polynomial, definiteness; Undecided where a sign is."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from .duals import ONE, ZERO, Scalar
from .signs import inverse, is_zero, sign
from .values import Number, meter, number

Vector = tuple[Scalar, ...]
Row = Sequence[Number]


def dot(u: Sequence[Scalar], w: Sequence[Scalar]) -> Scalar:
    """The inner product."""
    total: Scalar = ZERO
    for x, y in zip(u, w, strict=True):
        total = total + x * y
    return total


def apply(rows: Sequence[Sequence[Scalar]], u: Sequence[Scalar]) -> Vector:
    """A matrix at a vector."""
    return tuple(dot(row, u) for row in rows)


def product(a: Sequence[Row], b: Sequence[Row]) -> list[list[Number]]:
    """The product of two matrices."""
    meter.spend(len(a) * len(b) * len(b[0]) // 4 if b else 0)
    return [[_dot(row, [other[k] for other in b]) for k in range(len(b[0]))] for row in a] if b else [[] for _ in a]


def _dot(u: Row, w: Row) -> Number:
    total = ZERO
    for x, y in zip(u, w, strict=True):
        if x.terms and y.terms:
            total = total + x * y
    return total


def identity(n: int) -> list[list[Number]]:
    """The identity matrix."""
    return [[ONE if i == j else ZERO for j in range(n)] for i in range(n)]


def combined(a: Sequence[Row], c: Number, b: Sequence[Row]) -> list[list[Number]]:
    """a + c*b."""
    return [[x + c * y for x, y in zip(r, s, strict=True)] for r, s in zip(a, b, strict=True)]


def reduced(rows: Sequence[Row], width: int) -> tuple[list[list[Number]], list[int]]:
    """The reduced echelon form without its zero rows, and the columns of the pivots."""
    left, pivots = [list(row) for row in rows], []
    done: list[list[Number]] = []
    for column in range(width):
        at = next((k for k, row in enumerate(left) if sign(row[column]) != 0), None)
        if at is None:
            continue
        row = left.pop(at)
        scale = inverse(row[column])
        row = [scale * x for x in row]
        for other in (*left, *done):
            c = other[column]
            if not is_zero(c):
                other[:] = [x - c * y for x, y in zip(other, row, strict=True)]
        done.append(row)
        pivots.append(column)
    return done, pivots


def kernel(rows: Sequence[Row], width: int) -> tuple[list[list[Number]], list[int]]:
    """A basis of the vectors that every row is orthogonal to, and the columns in which the basis is the identity."""
    echelon, pivots = reduced(rows, width)
    free = [column for column in range(width) if column not in pivots]
    basis = []
    for column in free:
        vector = [ONE if k == column else ZERO for k in range(width)]
        for row, pivot in zip(echelon, pivots, strict=True):
            vector[pivot] = -row[column]
        basis.append(vector)
    return basis, free


def is_eigenvalue(V: Sequence[Row], v: Row, m: Number) -> bool:
    """Whether V(w) == m*w for some w != 0 with dot(v, w) == 0."""
    n = len(v)
    return len(reduced([*combined(V, -m, identity(n)), v], n)[1]) < n


def restricted(V: Sequence[Row], rows: Sequence[Row]) -> list[list[Number]] | None:
    """The matrix of V on the kernel of `rows`, in the basis of `kernel`; None where V does not keep the kernel."""
    width = len(V)
    basis, free = kernel(rows, width)
    columns = []
    for vector in basis:
        image = [_dot(row, vector) for row in V]
        if any(sign(_dot(row, image)) != 0 for row in rows):
            return None
        columns.append([image[k] for k in free])
    return [[column[k] for column in columns] for k in range(len(free))]


def characteristic(M: Sequence[Row]) -> list[Number]:
    """Coefficients of det(x - M), highest first (Faddeev and LeVerrier)."""
    n = len(M)
    coefficients = [ONE]
    B = [[ZERO] * n for _ in range(n)]
    for k in range(1, n + 1):
        B = product(M, combined(B, coefficients[-1], identity(n)))
        trace = ZERO
        for i in range(n):
            trace = trace + B[i][i]
        coefficients.append(number(Fraction(-1, k)) * trace)
    return coefficients


def times(p: Sequence[Number], q: Sequence[Number]) -> list[Number]:
    """The product of two polynomials in one variable."""
    result = [ZERO] * (len(p) + len(q) - 1)
    for i, a in enumerate(p):
        for j, b in enumerate(q):
            result[i + j] = result[i + j] + a * b
    return result


def definiteness(A: Sequence[Row]) -> tuple[bool, bool]:
    """Whether a symmetric matrix is positive semidefinite, and whether it is positive definite."""
    left = [list(row) for row in A]
    while left:  # a diagonal entry that is not positive stays so
        signs = [sign(row[k]) for k, row in enumerate(left)]
        if -1 in signs:
            return False, False
        if 1 not in signs:
            return all(sign(x) == 0 for row in left for x in row), False
        at = signs.index(1)
        pivot = left.pop(at)
        scale = inverse(pivot.pop(at))
        for row in left:
            c = row.pop(at) * scale
            if c.terms:
                row[:] = [x - c * y for x, y in zip(row, pivot, strict=True)]
    return True, True
