"""The rational numbers behind a basic solution of a linear program that was solved in floating point."""

from collections.abc import Iterable, Sequence
from fractions import Fraction


def basic_solution(
    entries: Iterable[tuple[int, int, Fraction]], right: Sequence[Fraction], support: Sequence[int], free: Iterable[int]
) -> list[tuple[Fraction, int]] | None:
    """Solve sum(entry[i, j] * x[j]) == right[i] exactly with x[j] == 0 outside the support.

    entries : triples (row, column, number); numbers at the same place are added. free : the columns whose x may be
    negative. Pairs (x[j], j) of the x that are not zero; None where there is no solution with the others nonnegative
    (columns that the others determine up to a choice are set to zero).
    """
    from flint import fmpq, fmpq_mat

    place = {column: k for k, column in enumerate(support)}
    width = len(support) + 1
    table = [[fmpq(0)] * width for _ in right]
    for i, j, value in entries:
        if j in place:
            table[i][place[j]] += fmpq(value.numerator, value.denominator)
    for i, value in enumerate(right):
        table[i][-1] = fmpq(value.numerator, value.denominator)
    reduced, rank = fmpq_mat(table).rref()
    solution = [fmpq(0)] * len(support)
    for i in range(rank):
        pivot = next(k for k in range(width) if reduced[i, k] != 0)
        if pivot == width - 1:
            return None
        solution[pivot] = reduced[i, width - 1]
    signed = set(free)
    if any(value < 0 and column not in signed for column, value in zip(support, solution, strict=True)):
        return None
    return [
        (Fraction(int(value.p), int(value.q)), column)
        for column, value in zip(support, solution, strict=True)
        if value != 0
    ]
