"""Squares that are summed over one token, over two, and over two different ones."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from attnverify.verify.deciding.blocks import Squares
from attnverify.verify.deciding.columns import Fact, opened_sums
from attnverify.verify.kernel.atoms import Poly
from attnverify.verify.kernel.derivatives import vector_space
from attnverify.verify.kernel.term_matching import is_number
from attnverify.verify.kernel.terms import Letter, Term, make, number, opened, range_sort, substituted
from attnverify.verify.tactics.reading import term_of

if TYPE_CHECKING:
    from attnverify.verify.deciding.programs import Programs

_NUMBERS = ("l", "exp", "abs", "sin", "cos", "root")


def summed_blocks(programs: Programs, vectors: Sequence[Term]) -> list[Squares]:
    """The blocks for every kind of index."""
    found: list[Squares] = []
    every = [x for letters in programs.new.values() for x in letters]
    for x, y in programs.new.values():
        at_x = programs.bodies(x)
        weights = _pairs(programs, at_x, x, y)
        one = [v for v in vectors if not any(z in v.letters for z in every if z is not x)]
        if any(x in v.letters for v in one):
            found += _of_vectors(programs, sorted(one, key=lambda v: x not in v.letters), at_x, weights, x, y)
        found += _of_numbers(programs, at_x, weights, x, y)
    return found


def _pairs(programs: Programs, at_x: Sequence[Fact], x: Letter, y: Letter) -> list[tuple[Fact, ...]]:
    """What squares about two tokens are multiplied by: nothing, the same facts about both, facts about the pair."""
    both = [(f, programs.moved(f, x, y)) for f in at_x[:3]]
    plain = [pair for pair in both if len(pair[0].value) == 1][:2]
    about = [(f,) for f in programs.place.at(programs.tokens, [x, y])[0] if len(f.value) == 1][:2]
    return [(), *both, *([(*plain[0], *plain[1])] if len(plain) == 2 else []), *about]


def _of_vectors(
    programs: Programs,
    vectors: Sequence[Term],
    at_x: Sequence[Fact],
    weights: Sequence[tuple[Fact, ...]],
    x: Letter,
    y: Letter,
) -> list[Squares]:
    found = []
    for basis in by_space(vectors):
        scaled = [make("mul", f.term, v) for f in at_x[:3] for v in basis[:2] if x in v.letters]
        for w in [(), *((f,) for f in at_x[:5])]:
            found.append(Squares(programs.place, tuple([*basis[:5], *scaled][:8]), True, w, (x,)))
        two = [v for v in basis if x in v.letters][:2]
        two += [substituted(v, {x: y}) for v in two]
        found += [
            Squares(programs.place, tuple(two), True, w, (x, y), apart) for w in weights for apart in (False, True)
        ]
    return found


def _of_numbers(
    programs: Programs, at_x: Sequence[Fact], weights: Sequence[tuple[Fact, ...]], x: Letter, y: Letter
) -> list[Squares]:
    numbers = _numbers_at(programs, x)
    if not numbers:
        return []
    found = []
    scaled = [make("mul", a, b) for a, b in itertools.combinations_with_replacement(numbers[:3], 2)]
    whole = [t for a in atoms_of(programs.value) if not a.indices and a.key[0] in ("l", "S") and (t := term_of(a))][:3]
    basis = tuple([number(1), *numbers[:4], *scaled, *whole][:12])
    for w in [(), *((f,) for f in at_x[:5])]:
        found.append(Squares(programs.place, basis, False, w, (x,)))
    two = [*numbers[:3], *(substituted(v, {x: y}) for v in numbers[:3])]
    two += [make("mul", a, substituted(b, {x: y})) for a, b in itertools.permutations(numbers[:3], 2)]
    products = _of_two(programs, [number(1)], False, [w for w in weights if len(w) > 1], (x, y))
    return [*found, *_of_two(programs, two, False, weights, (x, y)), *products]


def _of_two(
    programs: Programs,
    basis: Sequence[Term],
    vectors: bool,
    weights: Sequence[tuple[Fact, ...]],
    xy: tuple[Letter, Letter],
) -> list[Squares]:
    """Squares over all pairs of tokens, and over pairs of different ones."""
    return [Squares(programs.place, tuple(basis), vectors, w, xy, apart) for w in weights for apart in (False, True)]


def _numbers_at(programs: Programs, x: Letter) -> list[Term]:
    """The numbers of the token x that occur in the goal's sums, and their quotients there."""
    found: list[Term] = []
    quotients: list[Term] = []
    for term in opened_sums([programs.goal, *programs.context.facts]):
        if term.op != "sum" or range_sort(term.args[0]) != x.sort or not is_number(opened(term, x)):
            continue
        value = programs.place.poly(opened(term, x)) or {}
        for a, k in sorted({f for m in value for f in m}, key=lambda f: (f[0].number, f[1])):
            t = term_of(a) if x in a.indices and a.key[0] in _NUMBERS else None
            if t is not None and Fraction(k).denominator != 1:
                t = make("exp", make("mul", number(k), t.args[0]))
            if t is not None and t not in found:
                found.append(t)
        for m in value:
            above = [t for a, k in m if k == 2 and (t := term_of(a)) is not None]
            below = [t for a, k in m if k == -1 and (t := term_of(a)) is not None]
            quotients += [make("div", a, b) for a in above for b in below if x in b.letters]
    return [*dict.fromkeys(quotients), *found]


def atoms_of(p: Poly) -> list[Any]:
    """The atoms of a polynomial."""
    return sorted({a for m in p for a, _ in m}, key=lambda a: a.number)


def by_space(vectors: Sequence[Term]) -> list[list[Term]]:
    """Vectors, those of one space together."""
    found: dict[str, list[Term]] = {}
    for v in vectors:
        found.setdefault(vector_space(v) or "", []).append(v)
    return list(found.values())
