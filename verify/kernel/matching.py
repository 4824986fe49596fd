"""Matching atoms of normal forms: the ways in which letters of a pattern can stand for something."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from .atoms import Atom, Placeholder, index_letters, renamed
from .facts import stands_for_index
from .terms import Letter, Term, final_sort

Found = dict[Letter, Any]
_MOST_FACTORS = 6


def matches(pattern: Atom, target: Atom, variables: tuple[Letter, ...]) -> Iterator[Found]:
    """Every assignment of `variables` under which `pattern` is `target`: index letters to index letters of the same
    kind, vectors to atomic vectors of their space, numbers to polynomials."""
    if not variables:
        if pattern is target:
            yield {}
        return
    yield from _match(pattern, target, frozenset(variables), {})


def _match(p: Any, t: Any, variables: frozenset[Letter], found: Found) -> Iterator[Found]:
    if isinstance(p, Letter):
        if p not in variables:
            if p is t:
                yield found
            return
        if isinstance(t, Letter) and not isinstance(t, Placeholder) and stands_for_index(p, t):
            yield from _bound(p, t, found)
        return
    if isinstance(p, Atom):
        if not isinstance(t, Atom):
            return
        letter = p.key[1] if p.key[0] == "l" and len(p.key) == 2 else None
        if isinstance(letter, Letter) and letter in variables:
            if letter.sort[0] == "vector" and _space(t) == letter.sort[1]:
                yield from _bound(letter, t, found)
            return
        if p.key[0] == "dot" == t.key[0]:
            keys = [t.key]
            if all(head.key[1] for head in t.key[2]):
                keys.append(("dot", t.key[3], tuple(reversed(t.key[2])), t.key[1]))
            for key in keys:
                yield from _match_tuples(p.key, key, variables, found)
            return
        if p.key[0] == t.key[0] and p.key[0] in ("S", "V"):
            yield from _match_sums(p.key, t.key, variables, found)
            return
        if p.key[0] == t.key[0]:
            if p.key[0] in ("dot2", "max2", "min2"):  # both orders are one
                yield from _match_tuples(p.key, (t.key[0], t.key[2], t.key[1]), variables, found)
            yield from _match_tuples(p.key, t.key, variables, found)
        return
    if isinstance(p, tuple):
        if isinstance(t, tuple) and _is_number_variable(p, variables):
            if _is_frozen(t):
                yield from _bound(p[0][0][0][0].key[1], t, found)
        elif isinstance(t, tuple) and len(p) == len(t):
            if _unordered(p) and _unordered(t) and 1 < len(p) <= _MOST_FACTORS:
                yield from _match_any_order(list(p), list(t), variables, found)
            else:
                yield from _match_tuples(p, t, variables, found)
        return
    if isinstance(p, Term):
        if p is t:
            yield found
        return
    if p == t:
        yield found


def _match_sums(p: tuple[Any, ...], t: tuple[Any, ...], variables: frozenset[Letter], found: Found) -> Iterator[Found]:
    """Two sums: their summed letters are made the same new ones first."""
    if [name.sort for name, _ in p[1]] != [name.sort for name, _ in t[1]]:
        return
    common = [Placeholder("#", name.sort) for name, _ in p[1]]
    for rank, letter in enumerate(common, start=1):
        letter.rank = rank
    here = renamed(p[1:], dict(zip((name for name, _ in p[1]), common, strict=True)))
    there = renamed(t[1:], dict(zip((name for name, _ in t[1]), common, strict=True)))
    yield from _match_tuples(here, there, variables, found)


def _match_tuples(
    p: tuple[Any, ...], t: tuple[Any, ...], variables: frozenset[Letter], found: Found
) -> Iterator[Found]:
    if len(p) != len(t):
        return
    if not p:
        yield found
        return
    for first in _match(p[0], t[0], variables, found):
        yield from _match_tuples(p[1:], t[1:], variables, first)


def _match_any_order(p: list[Any], t: list[Any], variables: frozenset[Letter], found: Found) -> Iterator[Found]:
    """Factors of a monomial, or terms of a polynomial, in whatever order."""
    if not p:
        yield found
        return
    for position, candidate in enumerate(t):
        for first in _match(p[0], candidate, variables, found):
            yield from _match_any_order(p[1:], t[:position] + t[position + 1 :], variables, first)


def _bound(letter: Letter, value: Any, found: Found) -> Iterator[Found]:
    if any(isinstance(x, Placeholder) for x in index_letters(value)):
        return  # a summed letter would leave its sum
    if letter not in found:
        yield {**found, letter: value}
    elif found[letter] is value or found[letter] == value:
        yield found


def _unordered(part: tuple[Any, ...]) -> bool:
    if not all(isinstance(x, tuple) and len(x) == 2 for x in part):
        return False
    return all(
        (isinstance(x[0], Atom) and isinstance(x[1], (int, Fraction)))
        or (isinstance(x[0], tuple) and isinstance(x[1], Fraction))
        for x in part
    )


def _is_number_variable(p: tuple[Any, ...], variables: frozenset[Letter]) -> bool:
    """Whether a frozen polynomial is just one letter that may stand for any number."""
    if len(p) != 1 or not (isinstance(p[0], tuple) and len(p[0]) == 2 and isinstance(p[0][0], tuple)):
        return False
    monomial, c = p[0]
    if c != 1 or len(monomial) != 1 or monomial[0][1] != 1:
        return False
    key = monomial[0][0].key
    return len(key) == 2 and key[0] == "l" and key[1] in variables and key[1].sort[0] == "number"


def _is_frozen(part: tuple[Any, ...]) -> bool:
    return all(
        isinstance(x, tuple) and len(x) == 2 and isinstance(x[0], tuple) and isinstance(x[1], Fraction) for x in part
    )


def _space(a: Atom) -> str | None:
    """The space of an atomic vector; None for an atomic number."""
    kind = a.key[0]
    if kind == "V":
        return _space(a.key[3])
    if kind == "op":
        return _letter_space(a.key[1].key[2], len(a.key[1].key) - 3)
    if kind == "unit-vector":
        return str(a.key[2])
    if kind == "rate" and a.key[1] == "l":
        return _letter_space(a.key[2], len(a.key) - 3)
    if kind == "l":
        return _letter_space(a.key[1], len(a.key) - 2)
    return None


def _letter_space(letter: Letter, arguments: int) -> str | None:
    sort = final_sort(letter, arguments)
    return str(sort[-1]) if sort is not None and sort[0] in ("vector", "operator", "matrix") else None
