"""Laurent polynomials over the rationals in interned atoms; what an atom means is not known here.

A polynomial is a dict from monomials to nonzero rationals, a monomial a tuple of (atom, exponent) in the order of the
atoms. Every product is counted: work is bounded, and the bound is the same on every machine.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Any
from weakref import WeakValueDictionary

from verify.kernel.terms import Letter, Rejected, Term, steps

Exponent = int | Fraction
Monomial = tuple[tuple["Atom", Exponent], ...]
Poly = dict[Monomial, Fraction]

ONE: Poly = {(): Fraction(1)}
MAX_TERMS, MAX_EXPONENT, MAX_BITS = 50_000, 64, 4_000


class Atom:
    """An indeterminate. `key` says what it is; equal keys are one atom.

    indices : the index letters that occur free in it.
    deepest : the highest number of a placeholder of a sum anywhere inside, bound or free.
    """

    __slots__ = ("__weakref__", "deepest", "indices", "key", "number")

    key: tuple[Any, ...]
    number: int
    indices: frozenset[Letter]
    deepest: int

    def __repr__(self) -> str:
        return repr(self.key)


_atoms: WeakValueDictionary[tuple[Any, ...], Atom] = WeakValueDictionary()
_count = 0


class Placeholder(Letter):
    """The summed letter of a sum in normal form, numbered from the inside."""

    __slots__ = ("rank",)

    rank: int


_placeholders: dict[tuple[Any, int], Placeholder] = {}


def placeholder(sort: tuple[Any, ...], rank: int) -> Placeholder:
    """The summed letter of number `rank` over `sort`."""
    found = _placeholders.get((sort, rank))
    if found is None:
        found = Placeholder(f"#{rank}", sort)
        found.rank = rank
        _placeholders[sort, rank] = found
    return found


def atom(*key: Any) -> Atom:
    """The atom with this key."""
    global _count
    found = _atoms.get(key)
    if found is None:
        found = Atom()
        _count += 1
        found.key, found.number = key, _count
        indices: set[Letter] = set()
        found.deepest = _scan(key, indices)
        if key[0] in ("S", "V"):
            indices -= {name for name, _ in key[1]}
        elif key[0] in ("max", "min", "diam", "prod", "sum"):
            indices.discard(key[1])
        found.indices = frozenset(indices)
        _atoms[key] = found
    return found


def _scan(part: Any, indices: set[Letter]) -> int:
    """Collect the free index letters of `part`; return the highest number of a placeholder."""
    if isinstance(part, tuple):
        return max((_scan(inner, indices) for inner in part), default=0)
    if isinstance(part, Atom):
        indices |= part.indices
        return part.deepest
    if isinstance(part, Letter):
        if part.sort[0] in ("index", "size"):
            indices.add(part)
        return part.rank if isinstance(part, Placeholder) else 0
    if isinstance(part, Term):
        return max((_scan(letter, indices) for letter in part.letters), default=0)
    return 0


def index_letters(part: Any) -> set[Letter]:
    """The free index letters of an atom, a monomial or a frozen polynomial."""
    found: set[Letter] = set()
    _scan(part, found)
    return found


def renamed(part: Any, names: dict[Letter, Letter]) -> Any:
    """An atom, a monomial, or a key with index letters replaced. No replacement may be bound inside."""
    if isinstance(part, Atom):
        if part.indices.isdisjoint(names):
            return part
        return atom(*canonical(tuple(renamed(inner, names) for inner in part.key)))
    if isinstance(part, Letter):
        return names.get(part, part)
    if isinstance(part, tuple):
        return _restored(tuple(renamed(inner, names) for inner in part))
    return part


def _restored(part: tuple[Any, ...]) -> tuple[Any, ...]:
    """Monomials and frozen polynomials are put in order again when their atoms change."""
    if part and all(isinstance(x, tuple) and len(x) == 2 for x in part):
        if all(isinstance(x[0], Atom) and isinstance(x[1], (int, Fraction)) for x in part):
            return joined(part)
        if all(isinstance(x[0], tuple) and isinstance(x[1], Fraction) for x in part):
            return frozen(thawed(part))
    return part


def canonical(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """The key of an atom in the one form that equal scalar products share.

    ("dot", a, W, b) is <a, W b> with a word W of operators; where all of them are symmetric it is <b, W reversed a> too.
    """
    if key[0] == "dot":
        _, left, word, right = key
        if all(head.key[1] for head in word):
            mirrored = tuple(reversed(word))
            here = (left.number, right.number, [head.number for head in word])
            there = (right.number, left.number, [head.number for head in mirrored])
            if there < here:
                return ("dot", right, mirrored, left)
    elif key[0] == "dot2" and key[1].number > key[2].number:
        return ("dot2", key[2], key[1])
    return key


def order(monomial: Monomial) -> tuple[tuple[int, Any], ...]:
    """A sort key of a monomial."""
    return tuple((a.number, k) for a, k in monomial)


def _frozen_order(item: tuple[Monomial, Fraction]) -> Any:
    return order(item[0])


def frozen(p: Poly) -> tuple[tuple[Monomial, Fraction], ...]:
    """A polynomial as hashable data."""
    return tuple(sorted(p.items(), key=_frozen_order))


def thawed(data: tuple[tuple[Monomial, Fraction], ...]) -> Poly:
    """The polynomial that `frozen` wrote; terms that have become equal are added."""
    result: Poly = {}
    for monomial, c in data:
        accumulate(result, monomial, c)
    return result


def accumulate(p: Poly, monomial: Monomial, c: Fraction) -> None:
    """Add c times `monomial` to `p`, in place."""
    total = p.get(monomial)
    total = c if total is None else total + c
    if total:
        p[monomial] = total
    else:
        p.pop(monomial, None)


class Work:
    """A deterministic budget of work; whoever spends more is rejected."""

    def __init__(self, limit: int) -> None:
        self.limit, self.spent = limit, 0

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
                if abs(Fraction(k + e)) > MAX_EXPONENT:
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
    atoms = sorted({a for m in q for a, _ in m}, key=lambda a: a.number)
    if not any(a in atoms for m in p for a, _ in m):
        return None
    everything = sorted({a for r in (p, q) for m in r for a, _ in m}, key=lambda a: a.number)

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
    for m, c in p.items():
        accumulate(result, joined((renamed(a, names), k) for a, k in m), c)
    return result


def joined(factors: Iterable[tuple[Atom, Exponent]]) -> Monomial:
    """The monomial of factors in any order, with equal ones joined."""
    powers: dict[Atom, Exponent] = {}
    for a, k in factors:
        powers[a] = powers.get(a, 0) + k
    return tuple(sorted(((a, k) for a, k in powers.items() if k), key=lambda x: x[0].number))


def check_size(p: Poly) -> None:
    """Reject coefficients that are too large."""
    for c in p.values():
        if c.numerator.bit_length() > MAX_BITS or c.denominator.bit_length() > MAX_BITS:
            raise Rejected(f"work: a coefficient of more than {MAX_BITS} bits")
