"""Polynomials over atoms of the core, as dictionaries: what certificates are computed with."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction

Monomial = tuple[int, ...]
Poly = dict[Monomial, Fraction]


def plus(p: Poly, q: Poly, c: Fraction | int = 1) -> Poly:
    """p + c q."""
    result = dict(p)
    for m, d in q.items():
        _add_to(result, m, c * d)
    return result


def times(p: Poly, q: Poly) -> Poly:
    """p q."""
    result: Poly = {}
    for m, c in p.items():
        for n, d in q.items():
            _add_to(result, tuple(sorted(m + n)), c * d)
    return result


def _add_to(p: Poly, m: Monomial, c: Fraction) -> None:
    """p + c m, in place; no coefficient is 0."""
    e = p.get(m, Fraction(0)) + c
    if e:
        p[m] = e
    else:
        p.pop(m, None)


def power(p: Poly, k: int) -> Poly:
    result: Poly = {(): Fraction(1)}
    for _ in range(k):
        result = times(result, p)
    return result


def without(m: Monomial, a: int, k: int = 1) -> Monomial:
    """m divided by a^k."""
    left = list(m)
    for _ in range(k):
        left.remove(a)
    return tuple(left)


def proportional(p: Poly, q: Poly) -> Fraction | None:
    """c with p = c q."""
    if len(p) != len(q) or not p:
        return None
    m = next(iter(p))
    if m not in q:
        return None
    c = p[m] / q[m]
    return c if all(n in q and p[n] == c * q[n] for n in p) else None


def multiple(p: Poly, q: Poly) -> tuple[Fraction, Fraction] | None:
    """c and a number r with p = c q + r."""
    c = proportional({m: d for m, d in p.items() if m}, {m: d for m, d in q.items() if m})
    return None if c is None else (c, p.get((), Fraction(0)) - c * q.get((), Fraction(0)))


def common(p: Poly) -> Monomial:
    """The largest monomial that divides all terms."""
    found: Counter[int] | None = None
    for m in p:
        found = Counter(m) if found is None else found & Counter(m)
    return tuple(sorted((found or Counter()).elements()))


def cofactor(p: Poly, n: Monomial) -> Poly:
    """The terms of p that n divides, divided by it."""
    result: Poly = {}
    for m, c in p.items():
        left = list(m)
        for a in n:
            if a not in left:
                break
            left.remove(a)
        else:
            result[tuple(left)] = c
    return result


def atoms(p: Iterable[Monomial]) -> set[int]:
    return {a for m in p for a in m}


def graded(m: Monomial) -> tuple[int, Monomial]:
    """The order of monomials: by degree, then by atoms."""
    return len(m), m


def quotient(p: Poly, q: Poly) -> Poly | None:
    """p / q where q divides p."""
    lead = max(q, key=graded)
    result: Poly = {}
    rest = dict(p)
    while rest:
        target = max(rest, key=graded)
        found = cofactor({target: rest[target] / q[lead]}, lead)
        if not found or len(result) > 300:
            return None
        result = plus(result, found)
        rest = plus(rest, times(found, q), -1)
    return result
