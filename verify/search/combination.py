"""A polynomial as a combination of columns: floating point proposes the columns, exact arithmetic the coefficients."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

from ..kernel.atoms import Monomial, Poly
from ..kernel.terms import steps
from .places import Column

_SUPPORT = 1e-9
_MARGINS = (Fraction(1), Fraction(1, 64))
_PROGRAM, _ENTRIES = 50, 8  # steps that a program counts as, and entries of its matrix that count as one


def combination(value: Poly, products: Sequence[Column], strict: bool) -> list[tuple[Fraction, Column]] | None:
    """Coefficients with which the columns are `value`, positive where they have a sign; None where none are found.

    strict : whether a column that is strictly positive must take part.
    """
    plain = _solved(value, products, None)
    if plain is None or not strict or any(column.strict for _, column in plain):
        return plain
    for margin in _MARGINS:
        found = _solved(value, products, margin)
        if found is not None and any(column.strict for _, column in found):
            return found
    return None


def _solved(value: Poly, products: Sequence[Column], margin: Fraction | None) -> list[tuple[Fraction, Column]] | None:
    rows: dict[Monomial, int] = {}
    for p in (value, *(column.value for column in products)):
        for m in p:
            rows.setdefault(m, len(rows))
    reachable = {m for column in products for m in column.value}
    if any(m not in reachable for m in value):
        return None
    entries = [(rows[m], j, c) for j, column in enumerate(products) for m, c in column.value.items()]
    right = [Fraction(0)] * len(rows)
    for m, c in value.items():
        right[rows[m]] = c
    if margin is not None:
        entries += [(len(right), j, Fraction(1)) for j, column in enumerate(products) if column.strict]
        right.append(margin)
    steps.spend(_PROGRAM + len(entries) // _ENTRIES)
    if _hopeless(value, products):
        return None
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import csc_matrix, hstack

    matrix: Any = csc_matrix(
        ([float(c) for _, _, c in entries], ([i for i, _, _ in entries], [j for _, j, _ in entries])),
        shape=(len(right), len(products)),
    )
    cost = [0.3 if column.free else 1.0 + len(column.facts) for column in products]
    free = [k for k, column in enumerate(products) if column.free]
    # a free coefficient is the difference of two that are not negative, so that short combinations are preferred
    whole = hstack([matrix, -matrix[:, free]]).tocsc() if free else matrix
    cost, sides = [*cost, *(0.3 for _ in free)], np.array([float(x) for x in right])
    solution = linprog(cost, A_eq=whole, b_eq=sides, bounds=(0, None), method="highs-ds")
    if solution.status != 0 or solution.x is None:
        return None
    n = len(products)
    support = {k for k in range(n) if solution.x[k] > _SUPPORT}
    support |= {free[k] for k in range(len(free)) if solution.x[n + k] > _SUPPORT}
    found = basic_solution(entries, right, sorted(support), free)
    return None if found is None else [(number, products[j]) for number, j in found]


def _hopeless(value: Poly, products: Sequence[Column]) -> bool:
    """Whether signs alone rule every combination out, without a program, whose solver takes long to be there.

    A monomial that is not in `value` and has one sign in all columns has the coefficient 0 in each of them.
    """
    columns = [*products]
    while True:
        signs = {(m, sign) for column in columns for m, c in column.value.items() for sign in _signs(column, c)}
        if any((m, c > 0) not in signs for m, c in value.items()):
            return True
        left = [c for c in columns if all(m in value or {(m, True), (m, False)} <= signs for m in c.value)]
        if len(left) == len(columns):
            return False
        columns = left


def _signs(column: Column, c: Fraction) -> tuple[bool, ...]:
    return (True, False) if column.free else (c > 0,)


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
