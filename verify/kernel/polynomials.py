"""Laurent polynomials over the rationals in atoms: sums, products, exact division.

Every product is counted: work is bounded, and the bound is the same on every machine.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from .atoms import Atom, Exponent, Monomial, Poly, accumulate, joined, order, renamed
from .terms import Letter, Rejected, Sort, fresh, steps

ONE: Poly = {(): Fraction(1)}
MAX_TERMS, MAX_EXPONENT, MAX_BITS = 50_000, 64, 4_000


class Work:
    """A deterministic budget of work; whoever spends more is rejected. What one walk does once only is kept with it."""

    def __init__(self, limit: int) -> None:
        self.limit, self.spent = limit, 0
        self._kept: dict[str, dict[Any, Any]] = {}
        self._inside = 0

    def kept(self, kind: str) -> dict[Any, Any]:
        """What was found so far, of one kind; it is the same in every context of the walk."""
        return self._kept.setdefault(kind, {})

    def enter(self, sort: Sort, new: bool = False) -> Letter:
        """A letter for one more sum inside those that are entered; when that is left, it is used again if not `new`."""
        self._inside += 1
        if new:
            return fresh("x", sort)
        kept, place = self.kept("summed"), (self._inside, sort)
        if place not in kept:
            kept[place] = fresh("x", sort)
        found: Letter = kept[place]
        return found

    def leave(self, sums: int = 1) -> None:
        """Leave the sums that were entered last."""
        self._inside -= sums

    def spend(self, amount: int) -> None:
        """Count `amount` products."""
        self.spent += amount
        steps.spend(amount)
        if self.spent > self.limit:
            raise Rejected(f"work: more than {self.limit} products")


def constant(value: int | Fraction) -> Poly:
    """A rational number as a polynomial."""
    return {(): Fraction(value)} if value else {}


def single(a: Atom, exponent: Exponent = 1) -> Poly:
    """A power of one atom."""
    return {((a, exponent),): Fraction(1)}


def add(p: Poly, q: Poly, c: int | Fraction = 1) -> Poly:
    """p + c q."""
    if not p and c == 1:
        return q
    result = dict(p)
    for monomial, value in q.items():
        accumulate(result, monomial, c * value)
    return result


def scaled(p: Poly, c: Fraction) -> Poly:
    """c p."""
    return {m: c * v for m, v in p.items()} if c else {}


def product(m: Monomial, n: Monomial) -> Monomial:
    """The product of two monomials."""
    if not m:
        return n
    if not n:
        return m
    result: list[tuple[Atom, Exponent]] = []
    i = j = 0
    while i < len(m) and j < len(n):
        (a, k), (b, e) = m[i], n[j]
        if a is b:
            if k + e:
                result.append((a, k + e))
                if not -MAX_EXPONENT <= k + e <= MAX_EXPONENT:
                    raise Rejected(f"work: an exponent above {MAX_EXPONENT}")
            i, j = i + 1, j + 1
        elif a.number < b.number:
            result.append((a, k))
            i += 1
        else:
            result.append((b, e))
            j += 1
    result.extend(m[i:])
    result.extend(n[j:])
    return tuple(result)


def mul(p: Poly, q: Poly, work: Work) -> Poly:
    """p q, expanded."""
    if len(p) > len(q):
        p, q = q, p
    if len(p) == 1 and () in p:
        if p[()] == 1:
            return q
        result: Poly = scaled(q, p[()])
        check_size(result)
        return result
    work.spend(len(p) * len(q))
    if len(p) == 1:  # different monomials stay different
        ((m, c),) = p.items()
        result = {product(m, n): d if c == 1 else c * d for n, d in q.items()}
        check_size(result)
        return result
    result = {}
    for m, c in p.items():
        for n, d in q.items():
            accumulate(result, product(m, n), c * d)
    check_size(result)
    if len(result) > MAX_TERMS:
        raise Rejected(f"work: a polynomial of {len(result)} terms; allowed are {MAX_TERMS}")
    return result


def divided(p: Poly, q: Poly, work: Work) -> Poly | None:
    """p / q where that is a Laurent polynomial, else None."""
    if len(q) == 1:
        ((m, c),) = q.items()
        inverse = tuple((a, -k) for a, k in m)
        return {product(n, inverse): v / c for n, v in p.items()}
    present = {a for m in p for a, _ in m}
    atoms = {a for m in q for a, _ in m}
    for a in atoms - present:  # a product spans at least the powers that a factor spans
        if len({dict(m).get(a, 0) for m in q}) > 1:
            return None
    everything = sorted(atoms | present, key=lambda a: a.number)

    def vector(m: Monomial) -> tuple[Exponent, ...]:
        powers = dict(m)
        return tuple(powers.get(a, 0) for a in everything)

    rest, divisor = {vector(m): c for m, c in p.items()}, {vector(m): c for m, c in q.items()}
    low = tuple(min(v[k] for v in rest) for k in range(len(everything)))
    least = tuple(min(v[k] for v in divisor) for k in range(len(everything)))
    lead, quotient = max(divisor), {}
    while rest:
        top = max(rest)
        shift = tuple(x - y for x, y in zip(top, lead, strict=True))
        if any(s + y < x for s, x, y in zip(shift, low, least, strict=True)):
            return None
        c = rest[top] / divisor[lead]
        quotient[tuple((a, k) for a, k in zip(everything, shift, strict=True) if k)] = c
        work.spend(len(divisor))
        for term, v in divisor.items():
            place = tuple(x + y for x, y in zip(term, shift, strict=True))
            total = rest.get(place, Fraction(0)) - c * v
            if total:
                rest[place] = total
            else:
                rest.pop(place, None)
    return quotient


def proportional(p: Poly, q: Poly) -> Fraction | None:
    """The factor c with p = c q; None if there is none."""
    if len(p) != len(q) or not q:
        return None
    m = next(iter(q))
    if m not in p:
        return None
    c = p[m] / q[m]
    return c if all(p.get(n) == c * v for n, v in q.items()) else None


def monic(p: Poly) -> tuple[Fraction, Poly]:
    """(c, q) with p = c q, the first coefficient of q being 1."""
    c = p[min(p, key=order)]
    return c, scaled(p, 1 / c)


def indices(p: Poly) -> set[Letter]:
    """The index letters of a polynomial."""
    found: set[Letter] = set()
    for m in p:
        for a, _ in m:
            found |= a.indices
    return found


def rename(p: Poly, names: dict[Letter, Letter]) -> Poly:
    """A polynomial with index letters replaced."""
    result: Poly = {}
    done: dict[Atom, Atom] = {}
    for m, c in p.items():
        if all(a.indices.isdisjoint(names) for a, _ in m):
            accumulate(result, m, c)
            continue
        for a, _ in m:
            if a not in done:
                done[a] = renamed(a, names)
        accumulate(result, joined((done[a], k) for a, k in m), c)
    return result


def check_size(p: Poly) -> None:
    """Reject coefficients that are too large."""
    for c in p.values():
        if c.numerator.bit_length() > MAX_BITS or c.denominator.bit_length() > MAX_BITS:
            raise Rejected(f"work: a coefficient of more than {MAX_BITS} bits")
