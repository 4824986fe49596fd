"""Exact matrices and vectors as nested tuples, over rationals or intervals."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import reduce
from operator import add, mul, neg, sub
from typing import cast

from attnverify.verify.referee.intervals import Number, sign
from attnverify.verify.referee.syntax import GrammarError

MAX_SIDE = 128

Vector = tuple[Number, ...]
Matrix = tuple[Vector, ...]
Array = Vector | Matrix


def is_matrix(array: Array) -> bool:
    """Whether the array has two indices."""
    return isinstance(array[0], tuple)


def shape(array: Array) -> tuple[int, ...]:
    """(n,) for a vector, (m, n) for a matrix."""
    first = array[0]
    return (len(array), len(first)) if isinstance(first, tuple) else (len(array),)


def checked(rows: Sequence[object]) -> Array:
    """The array with these entries or rows; raises GrammarError when they are ragged, mixed, empty or too large."""
    if not 0 < len(rows) <= MAX_SIDE:
        raise GrammarError(f"a list of {len(rows)} entries; allowed are 1 to {MAX_SIDE}")
    lengths = {len(row) if isinstance(row, tuple) else 0 for row in rows}
    if len(lengths) != 1 or max(lengths) > MAX_SIDE:
        raise GrammarError("the rows of a matrix must have one length")
    if any(isinstance(entry, tuple) for row in rows if isinstance(row, tuple) for entry in row):
        raise GrammarError("an array has at most two indices")
    return cast(Array, tuple(rows))


def matrix(array: Array, what: str) -> Matrix:
    """The array as a matrix; raises GrammarError naming the function `what` for a vector."""
    if not is_matrix(array):
        raise GrammarError(f"{what} needs a matrix, got a vector of length {len(array)}")
    return cast(Matrix, array)


def square(array: Array, what: str) -> Matrix:
    """The array as a square matrix, or GrammarError."""
    rows = matrix(array, what)
    if len(rows) != len(rows[0]):
        raise GrammarError(f"{what} needs a square matrix, got {len(rows)} x {len(rows[0])}")
    return rows


def each(operation: Callable[..., Number], *arrays: Array) -> Array:
    """Entry by entry; raises GrammarError when the shapes differ."""
    if len({shape(array) for array in arrays}) != 1:
        raise GrammarError(f"shapes {' and '.join(str(shape(array)) for array in arrays)} do not match")
    if is_matrix(arrays[0]):
        return tuple(tuple(map(operation, *rows)) for rows in zip(*arrays, strict=True))
    return tuple(map(operation, *arrays))


def plus(left: Array, right: Array) -> Array:
    """The sum of two arrays of one shape."""
    return each(add, left, right)


def minus(left: Array, right: Array) -> Array:
    """The difference of two arrays of one shape."""
    return each(sub, left, right)


def negated(array: Array) -> Array:
    """The array with every sign turned."""
    return each(neg, array)


def scaled(array: Array, factor: Number) -> Array:
    """A scalar times an array."""
    return each(lambda entry: entry * factor, array)


def dot(left: Vector, right: Vector) -> Number:
    """The sum of the products of corresponding entries."""
    if len(left) != len(right):
        raise GrammarError(f"vectors of lengths {len(left)} and {len(right)} do not match")
    products: list[Number] = list(map(mul, left, right))
    return reduce(add, products)


def transpose(rows: Matrix) -> Matrix:
    """Rows become columns."""
    return tuple(zip(*rows, strict=True))


def product(left: Array, right: Array) -> Number | Array:
    """The matrix product; a vector is a row on the left and a column on the right."""
    if is_matrix(right):
        columns = transpose(matrix(right, "@"))
        if is_matrix(left):
            return tuple(tuple(dot(row, column) for column in columns) for row in matrix(left, "@"))
        return tuple(dot(left, column) for column in columns)  # type: ignore[arg-type]
    if is_matrix(left):
        return tuple(dot(row, right) for row in matrix(left, "@"))  # type: ignore[arg-type]
    return dot(left, right)  # type: ignore[arg-type]


def trace(rows: Matrix) -> Number:
    """The sum of the diagonal."""
    return reduce(add, (row[i] for i, row in enumerate(rows)))


def identity(size: int) -> Matrix:
    """The identity matrix."""
    return diagonal([Fraction(1)] * size)


def diagonal(entries: Sequence[Number]) -> Matrix:
    """The square matrix with these entries on its diagonal and zeros elsewhere."""
    return tuple(
        tuple(entry if i == j else Fraction(0) for j in range(len(entries))) for i, entry in enumerate(entries)
    )


def _eliminate(rows: Matrix) -> tuple[int, Number]:
    """Rank, and the product of the pivots with the sign of the row exchanges; UndecidedError on a doubtful pivot."""
    work = [list(row) for row in rows]
    rank, determinant = 0, Fraction(1)
    for column in range(len(work[0])):
        pivot = next((i for i in range(rank, len(work)) if sign(work[i][column]) != 0), None)
        if pivot is None:
            continue
        if pivot != rank:
            work[rank], work[pivot] = work[pivot], work[rank]
            determinant = -determinant
        head = work[rank]
        determinant = determinant * head[column]  # type: ignore[assignment]
        for row in work[rank + 1 :]:
            if row[column] != 0:
                factor = row[column] / head[column]
                row[column:] = [x - factor * y for x, y in zip(row[column:], head[column:], strict=True)]
                row[column] = Fraction(0)
        rank += 1
        if rank == len(work):
            break
    return rank, determinant


def rank(rows: Matrix) -> int:
    """The rank, by exact elimination."""
    return _eliminate(rows)[0]


def determinant(rows: Matrix) -> Number:
    """The determinant, by exact elimination."""
    found, value = _eliminate(rows)
    return value if found == len(rows) else Fraction(0)
