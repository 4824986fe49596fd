"""Handelman certificates: a polynomial as a positive combination of products of hypotheses.

The products are found by linear programming in floating point; the combination is then solved exactly on the support
that was found. The floats only propose: a combination counts when the referee expands it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
from flint import fmpq, fmpq_mpoly, fmpq_mpoly_ctx
from scipy.optimize import linprog
from scipy.sparse import csc_matrix

from attnverify.verify.search.combination import basic_solution

MAX_COLUMNS = 6_000
# Floating-point entries below this do not propose a term. The exact solve decides.
_SUPPORT = 1e-9
_MARGINS = (Fraction(1), Fraction(1, 16), Fraction(1, 1024))

Polynomial = fmpq_mpoly


@dataclass(frozen=True)
class Column:
    """One product: positions of the generators in it, its polynomial, and how its coefficient is bound."""

    factors: tuple[int, ...]
    polynomial: Polynomial
    strict: bool
    free: bool
    cofactor: str = ""


def columns(
    generators: Sequence[Polynomial], signs: Sequence[str], context: fmpq_mpoly_ctx, degree: int, highest: int
) -> list[Column]:
    """All products of at most `degree` generators whose total degree is at most `highest`.

    A generator that is zero occurs once, times monomials in the variables, with a coefficient of either sign. At most
    MAX_COLUMNS are given.
    """
    one = context.constant(1)
    found = [Column((), one, True, False)]
    usable = [i for i, sign in enumerate(signs) if sign != "zero"]
    partial: dict[tuple[int, ...], Polynomial] = {(): one}
    for count in range(1, degree + 1):
        grown: dict[tuple[int, ...], Polynomial] = {}
        for factors in combinations_with_replacement(usable, count):
            shorter = partial.get(factors[:-1])
            if shorter is None:
                continue
            product = shorter * generators[factors[-1]]
            if product.total_degree() <= highest:
                grown[factors] = product
                strict = all(signs[i] == "positive" for i in factors)
                found.append(Column(factors, product, strict, False))
            if len(found) >= MAX_COLUMNS:
                return found
        partial = grown
    for i, sign in enumerate(signs):
        if sign == "zero":
            found += _cofactors(i, generators[i], context, max(degree - 1, highest - generators[i].total_degree()))
    return found[:MAX_COLUMNS]


def _cofactors(index: int, generator: Polynomial, context: fmpq_mpoly_ctx, degree: int) -> list[Column]:
    found = []
    variables = list(zip(context.names(), context.gens(), strict=True))
    for count in range(min(degree, 4) + 1):
        for chosen in combinations_with_replacement(variables, count):
            product = generator
            for _, variable in chosen:
                product = product * variable
            found.append(Column((index,), product, False, True, "*".join(name for name, _ in chosen) or "1"))
            if len(found) >= MAX_COLUMNS // 4:
                return found
    return found


def combination(goal: Polynomial, products: Sequence[Column], strict: bool) -> list[tuple[Fraction, Column]] | None:
    """Exact coefficients with sum(coefficient * product) == goal, positive except for free columns; None if not found.

    strict : ask for a strictly positive product with a positive coefficient.
    """
    plain = _solved(goal, products, None)
    if plain is not None and (not strict or any(column.strict for _, column in plain)):
        return plain
    if strict and plain is not None:
        for margin in _MARGINS:
            found = _solved(goal, products, margin)
            if found is not None and any(column.strict for _, column in found):
                return found
    return None


def _solved(
    goal: Polynomial, products: Sequence[Column], margin: Fraction | None
) -> list[tuple[Fraction, Column]] | None:
    tables = [column.polynomial.to_dict() for column in products]
    rows = {monomial: i for i, monomial in enumerate(sorted({m for table in tables for m in table}))}
    wanted = goal.to_dict()
    if any(monomial not in rows for monomial in wanted):
        return None
    last = len(rows)
    entries = [(rows[m], j, _fraction(value)) for j, table in enumerate(tables) for m, value in table.items()]
    right = [Fraction(0)] * last
    for monomial, value in wanted.items():
        right[rows[monomial]] = _fraction(value)
    if margin is not None:
        entries += [(last, j, Fraction(1)) for j, column in enumerate(products) if column.strict]
        right.append(margin)
    support = _support(entries, right, products)
    if support is None:
        return None
    free = [j for j, column in enumerate(products) if column.free]
    found = basic_solution(entries, right, support, free)
    return None if found is None else [(value, products[j]) for value, j in found]


def _fraction(value: fmpq) -> Fraction:
    return Fraction(int(value.p), int(value.q))


def _support(
    entries: Sequence[tuple[int, int, Fraction]], right: Sequence[Fraction], products: Sequence[Column]
) -> list[int] | None:
    """Columns that a basic solution of the linear program uses."""
    i, j, values = zip(*entries, strict=True)
    floats = [float(value) for value in values]
    matrix: Any = csc_matrix((floats, (i, j)), shape=(len(right), len(products)))
    cost = [0.0 if column.free else 1.0 + len(column.factors) for column in products]
    bounds = [(None, None) if column.free else (0, None) for column in products]
    target = np.array([float(value) for value in right])
    solution = linprog(cost, A_eq=matrix, b_eq=target, bounds=bounds, method="highs-ds")
    if solution.status != 0 or solution.x is None:
        return None
    return [k for k, value in enumerate(solution.x) if abs(value) > _SUPPORT]
