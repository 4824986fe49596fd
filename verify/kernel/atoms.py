"""Atoms, the indeterminates of normal forms: interned by what they are, renamed, put in one canonical order.

A polynomial is a dict from monomials to nonzero rationals, a monomial a tuple of (atom, exponent) in the order of the
atoms. What an atom means is not known here.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any

from .terms import Letter, Term, substituted

Exponent = int | Fraction
Monomial = tuple[tuple["Atom", Exponent], ...]
Poly = dict[Monomial, Fraction]


class Atom:
    """An indeterminate. `key` says what it is; equal keys are one atom.

    indices : the index letters that occur free in it.
    deepest : the highest number of a placeholder of a sum anywhere inside, bound or free.
    """

    __slots__ = ("deepest", "indices", "key", "number")

    key: tuple[Any, ...]
    number: int
    indices: frozenset[Letter]
    deepest: int

    def __repr__(self) -> str:
        return repr(self.key)


_atoms: dict[tuple[Any, ...], Atom] = {}
_renamings: dict[tuple[Any, ...], Atom] = {}
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


def forget() -> None:
    """Begin anew, so that the order of atoms does not depend on what was judged before; older ones equal no new one."""
    _atoms.clear()
    _renamings.clear()
    _placeholders.clear()


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
        elif key[0] in ("max", "min", "diam", "sum"):
            indices.discard(key[1])
        found.indices = frozenset(indices)
        _atoms[key] = found
    return found


_BARE = frozenset((str, bool, int, Fraction))  # what has no letters


def _scan(part: Any, indices: set[Letter]) -> int:
    """Collect the free index letters of `part`; return the highest number of a placeholder."""
    if isinstance(part, tuple):
        deepest = 0
        for inner in part:
            if type(inner) not in _BARE:
                deepest = max(deepest, _scan(inner, indices))
        return deepest
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
        here = {x: y for x, y in names.items() if x in part.indices}
        key = (part, *here.items())
        found = _renamings.get(key)
        if found is None:
            found = _renamings[key] = atom(*canonical(tuple([renamed(inner, here) for inner in part.key])))
        return found
    if isinstance(part, Term):  # a letter, or what is kept as it is written: a function, a formula
        return substituted(part, names)
    if isinstance(part, tuple):
        new = [inner if type(inner) in _BARE else renamed(inner, names) for inner in part]
        changed = any(x is not y for x, y in zip(part, new, strict=True))
        return _restored(tuple(new)) if changed else part
    return part


def _restored(part: tuple[Any, ...]) -> tuple[Any, ...]:
    """Monomials, frozen polynomials and frozen vectors are put in order again when their atoms change."""
    if part and all(isinstance(x, tuple) and len(x) == 2 for x in part):
        if all(isinstance(x[0], Atom) and isinstance(x[1], (int, Fraction)) for x in part):
            return joined(part)
        if all(isinstance(x[0], tuple) and isinstance(x[1], Fraction) for x in part):
            return frozen(thawed(part))
        if all(isinstance(x[0], Atom) and isinstance(x[1], tuple) for x in part):
            vector: dict[Atom, Poly] = {}
            for a, p in part:
                for m, c in p:
                    accumulate(vector.setdefault(a, {}), m, c)
            return frozen_vector(vector)
    return part


def canonical(key: tuple[Any, ...]) -> tuple[Any, ...]:
    """The key of an atom in the one form that equal scalar products and absolute values share.

    ("dot", a, W, b) is <a, W b> with a word W of operators; where all are symmetric it is <b, W reversed a> too.
    The summed letters of a sum are in the order that makes what is summed the least.
    An absolute value is that of the sum whose first coefficient is positive, and the lesser of two terms comes first.
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
    elif key[0] == "abs" and key[1] and key[1][0][1] < 0:
        return ("abs", tuple((m, -c) for m, c in key[1]))
    elif key[0] in ("S", "V") and len(key[1]) > 1:
        return min(_orders(key), key=lambda k: (order(k[2]), k[3].number if key[0] == "V" else 0))
    elif key[0] in ("max2", "min2"):
        return (key[0], *sorted(key[1:], key=lambda f: [(order(m), c) for m, c in f]))
    return key


def _orders(key: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    """The key of a sum with its summed letters in all orders that leave ranges of one kind together."""
    letters = [name for name, _ in key[1]]
    alike = [list(group) for _, group in itertools.groupby(key[1], lambda binder: (binder[1][0], binder[0].sort))]
    for groups in itertools.product(*map(itertools.permutations, alike)):
        binders = [binder for group in groups for binder in group]
        names: dict[Letter, Letter] = {x: y for (x, _), y in zip(binders, letters, strict=True)}
        ranges = [(where[0], names.get(where[1], where[1])) for _, where in binders]
        inside = joined((renamed(a, names), k) for a, k in key[2])
        yield (key[0], tuple(zip(letters, ranges, strict=True)), inside, *(renamed(a, names) for a in key[3:]))


def order(monomial: Monomial) -> tuple[tuple[int, Any], ...]:
    """A sort key of a monomial."""
    return tuple((a.number, k) for a, k in monomial)


def frozen(p: Poly) -> tuple[tuple[Monomial, Fraction], ...]:
    """A polynomial as hashable data."""
    return tuple(sorted(p.items(), key=lambda item: order(item[0])))


def frozen_vector(u: dict[Atom, Poly]) -> tuple[tuple[Atom, Any], ...]:
    """A vector as hashable data."""
    return tuple(sorted([(a, frozen(p)) for a, p in u.items() if p], key=_number))


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


def joined(factors: Iterable[tuple[Atom, Exponent]]) -> Monomial:
    """The monomial of factors in any order, with equal ones joined."""
    powers: dict[Atom, Exponent] = {}
    for a, k in factors:
        powers[a] = powers[a] + k if a in powers else k
    if len(powers) == 1:
        return tuple((a, k) for a, k in powers.items() if k)
    return tuple(sorted([(a, k) for a, k in powers.items() if k], key=_number))


def _number(factor: tuple[Atom, Any]) -> int:
    return factor[0].number
