"""A polynomial as a combination of columns: floating point proposes the columns, exact arithmetic the coefficients."""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from attnverify.verify.kernel.atoms import Monomial, Poly
from attnverify.verify.kernel.normal import Normaliser
from attnverify.verify.search.basic_solution import basic_solution
from attnverify.verify.search.columns import Column

_SUPPORT = 1e-9
_MARGINS = (Fraction(1), Fraction(1, 64))


def combination(
    value: Poly, products: Sequence[Column], strict: bool, normaliser: Normaliser
) -> list[tuple[Fraction, Column]] | None:
    plain = _solved(value, products, None, normaliser)
    if plain is None or not strict or any(column.strict for _, column in plain):
        return plain
    for margin in _MARGINS:
        found = _solved(value, products, margin, normaliser)
        if found is not None and any(column.strict for _, column in found):
            return found
    return None


def _solved(
    value: Poly, products: Sequence[Column], margin: Fraction | None, normaliser: Normaliser
) -> list[tuple[Fraction, Column]] | None:
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import csc_matrix, hstack

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
    matrix: Any = csc_matrix(
        ([float(c) for _, _, c in entries], ([i for i, _, _ in entries], [j for _, j, _ in entries])),
        shape=(len(right), len(products)),
    )
    cost = [0.3 if column.free else 1.0 + len(column.facts) for column in products]
    free = [k for k, column in enumerate(products) if column.free]
    # a free coefficient is the difference of two that are not negative, so that short combinations are preferred
    matrix_free = matrix[:, free]
    solution = linprog(
        [*cost, *(0.3 for _ in free)],
        A_eq=hstack([matrix, -matrix_free]).tocsc() if free else matrix,
        b_eq=np.array([float(x) for x in right]),
        bounds=(0, None),
        method="highs-ds",
    )
    if solution.status != 0 or solution.x is None:
        return None
    n = len(products)
    support = {k for k in range(n) if solution.x[k] > _SUPPORT}
    support |= {free[k] for k in range(len(free)) if solution.x[n + k] > _SUPPORT}
    found = basic_solution(entries, right, sorted(support), free)
    return None if found is None else [(number, products[j]) for number, j in found]
