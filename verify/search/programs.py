"""Which squares are tried for a goal: bases of numbers and vectors, with factors, summed over tokens or not."""

import itertools
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any

from ..kernel.atoms import Poly, order, renamed
from ..kernel.derivatives import vector_space
from ..kernel.term_matching import is_number
from ..kernel.terms import Letter, Sort, Term, make, number, opened, range_sort, substituted
from .blocks import Squares
from .places import Fact, Place, opened_sums, vector_seeds
from .reading import term_of
from .terms_of import multiplied

MOST_BASIS, _MOST_PLAIN, _MOST_PAIRED = 34, 40, 8
Weights = Sequence[tuple[Fact, ...]]
_NUMBERS = ("l", "exp", "abs", "sin", "cos", "root")


class Programs:
    """The semidefinite programs for one goal at one place, from small to large.

    value : the goal as a polynomial. tokens : the index letters there are. new : letters to sum over, two of a sort.
    """

    def __init__(
        self,
        place: Place,
        goal: Term,
        value: Poly,
        tokens: Sequence[Letter],
        new: Mapping[Sort, Sequence[Letter]],
        hints: Sequence[Term],
    ) -> None:
        self.place, self.goal, self.value, self.tokens, self.new, self.hints = place, goal, value, tokens, new, hints
        self.context = place.context
        self.scales = _scales(value)

    def sizes(self, facts: Sequence[Fact], only_halves: bool) -> Iterator[tuple[list[Squares], Term | None]]:
        """Programs from small to large, with a positive factor for the goal where one is tried."""
        place = self.place
        halves = self._halves()
        if halves:
            yield [Squares(place, tuple(halves), False)], None
        if only_halves:
            return
        scalars = self._monomials()
        vectors = vector_seeds([*self.hints, self.goal, *self.context.facts], self.new)
        ground = [v for v in vectors if not any(x in v.letters for y in self.new.values() for x in y)]
        first = [Squares(place, tuple(scalars), False)] if scalars else []
        spaces = by_space(ground)
        plain = [Squares(place, tuple(basis[:12]), True) for basis in spaces]
        forms = [
            Squares(place, tuple(basis[:10]), True, form=form)
            for form in place.forms()
            for basis in spaces
            if _space(basis[0]) == form.letter.sort[1]
        ]
        summed = summed_blocks(self, vectors)
        yield [*first, *plain, *forms, *summed], None
        scaled_ = self._scaled_vectors(ground)
        weighted = [Squares(place, tuple(self._monomials((f,))), False, (f,)) for f in facts[:8]]
        heavy = [Squares(place, b.basis, True, (f,), form=b.form) for f in facts[:6] for b in (*plain, *forms)]
        yield [*first, *plain, *forms, *summed, *(b for b in weighted if b.basis), *heavy, *scaled_], None
        if not vectors and not self.new and scalars:
            for letter in [a for a in atoms_of(self.value) if self._is_positive(a)][:3]:
                more = [Squares(place, tuple(self._monomials((), 1)), False)]
                more += [Squares(place, tuple(self._monomials((f,), 1)), False, (f,)) for f in facts[:6]]
                yield [b for b in more if b.basis], term_of(letter)
            pairs = self._pairs(facts)
            if pairs:
                yield [*first, *pairs], None
            factor = self._positive_factor()
            if factor is not None:
                more = [Squares(place, tuple(self._monomials((), 2)), False)]
                yield more, factor

    def _pairs(self, facts: Sequence[Fact]) -> list[Squares]:
        """Squares times two facts, for polynomials in a few letters."""
        atoms = atoms_of(self.value)
        if len(atoms) > 6 or any(a.key[0] != "l" for a in atoms):
            return []
        blocks = [
            Squares(self.place, tuple(self._monomials(pair)), False, pair)
            for pair in itertools.combinations(facts[:6], 2)
        ]
        return [b for b in blocks if 1 < len(b.basis) <= _MOST_PAIRED]

    def _is_positive(self, a: Any) -> bool:
        sign = self.place.normaliser.knowledge.atom_sign(a)
        return bool(a.key[0] == "l" and sign == ">" and term_of(a) is not None)

    def _positive_factor(self) -> Term | None:
        """1 plus the squares of the letters, to multiply a polynomial with that is no sum of squares itself."""
        letters = [t for a in atoms_of(self.value) if (t := term_of(a)) is not None]
        homogeneous = len({sum(Fraction(k) for _, k in m) for m in self.value}) == 1
        if not letters or len(letters) > 4 or homogeneous:
            return None
        total: Term = number(1)
        for t in letters:
            total = make("add", total, make("pow", t, 2))
        return total

    def _monomials(self, over: Sequence[Fact] = (), more: int = 0) -> list[Term]:
        """Monomials whose squares (times the facts `over`) stay within the degree of the goal, and `more`."""
        atoms = [a for a in atoms_of(self.value) if not a.indices or all(x in self.tokens for x in a.indices)]
        atoms = [a for a in atoms if a.key[0] not in ("recip", "unit")]
        degree = _degree(self.value) + more - sum(_degree(f.value) for f in over)
        half = max(0, degree // 2 if over else -(-degree // 2))
        terms = [t for a in atoms if (t := term_of(a)) is not None]
        plain = not over and not more and all(a.key[0] == "l" for a in atoms)
        most = _MOST_PLAIN if plain else MOST_BASIS
        found: list[Term] = [number(1)]
        for count in range(1, half + 1):
            chosen = list(itertools.combinations_with_replacement(terms, count))
            if len(found) + len(chosen) > most:
                break
            found += [multiplied(c) for c in chosen]
        return found

    def _halves(self) -> list[Term]:
        """The monomials whose squares are terms of the goal."""
        found = []
        for m, c in sorted(self.value.items(), key=lambda item: order(item[0])):
            if m and c > 0 and all(k % 2 == 0 and k > 0 for _, k in m):
                parts_ = [(term_of(a), int(k) // 2) for a, k in m]
                if all(t is not None for t, _ in parts_):
                    found.append(multiplied([t for t, k in parts_ if t is not None for _ in range(k)]))
        return found[:MOST_BASIS]

    def _scaled_vectors(self, ground: Sequence[Term]) -> list[Squares]:
        """Vectors times numbers: lengths, scalar products and letters of the goal."""
        plain = [a for a in atoms_of(self.value) if a.key[0] in ("l", "root", "dot", "S") and not a.indices]
        scalars = [t for a in plain if (t := term_of(a))][:4]
        found = []
        for basis in by_space(ground):
            wide = [*basis[:4], *(make("mul", s, v) for s in scalars for v in basis[:4])]
            found.append(Squares(self.place, tuple(wide[: MOST_BASIS // 2]), True))
        return found

    def moved(self, fact: Fact, x: Letter, y: Letter) -> Fact:
        """A fact about x, about y."""
        term = substituted(fact.term, {x: y})
        return Fact(self.place.text(make("<=", number(0), term)), term, self.place.poly(term) or {}, False)

    def bodies(self, x: Letter) -> list[Fact]:
        """Facts about the token x, and the signs of what the sums of the goal contain at it."""
        facts, _ = self.place.at(self.tokens, [x])
        polys = [f.value for f in facts]
        for term in opened_sums([self.goal, *self.context.facts]):
            if term.op == "sum" and range_sort(term.args[0]) == x.sort:
                value = self.place.poly(opened(term, x)) if is_number(opened(term, x)) else None
                if value:
                    polys.append(value)
        related = self._related(x)
        found = distinct([*facts, *self.place.signs(polys, [x])])
        return sorted(found, key=lambda f: sum(x in a.indices and a not in related for a in atoms_of(f.value)))

    def _related(self, x: Letter) -> set[Any]:
        """The atoms about x that the sums of the goal are made of."""
        found: set[Any] = set()
        for a in atoms_of(self.value):
            if a.key[0] == "S":
                for name, _ in a.key[1]:
                    found |= {renamed(b, {name: x}) for b, _ in a.key[2]}
        return found


def _scales(value: Poly) -> list[Term]:
    """Two numbers such that the polynomial is a quadratic form in them: squares are of numbers times these."""
    letters = [a for a in atoms_of(value) if a.key[0] == "l" and not a.indices][:6]
    for pair in itertools.combinations(letters, 2):
        if all(sum(k for a, k in m if a in pair) == 2 for m in value):
            return [t for a in pair if (t := term_of(a)) is not None]
    return []


def _degree(p: Poly) -> int:
    return max((int(sum(abs(Fraction(k)) for _, k in m)) for m in p), default=0)


def _space(v: Term) -> str:
    return vector_space(v) or ""


def distinct(facts: Sequence[Fact]) -> list[Fact]:
    """Facts without those that say nothing, or the same as an earlier one."""
    found: list[Fact] = []
    for fact in facts:
        if fact.value and all(fact.value != other.value for other in found):
            found.append(fact)
    return found


# squares that are summed over one token, over two, and over two different ones
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
    programs: Programs, vectors: Sequence[Term], at_x: Sequence[Fact], weights: Weights, x: Letter, y: Letter
) -> list[Squares]:
    found = []
    for basis in by_space(vectors):
        scaled = [make("mul", f.term, v) for f in at_x[:3] for v in basis[:2] if x in v.letters]
        for w in [(), *((f,) for f in at_x[:5])]:
            found.append(Squares(programs.place, tuple([*basis[:5], *scaled][:8]), True, w, (x,)))
        two = [v for v in basis if x in v.letters][:2]
        two += [substituted(v, {x: y}) for v in two]
        found += _of_two(programs, two, True, weights, (x, y))
    return found


def _of_numbers(programs: Programs, at_x: Sequence[Fact], weights: Weights, x: Letter, y: Letter) -> list[Squares]:
    numbers = _numbers_at(programs, x)
    if not numbers:
        return []
    found, scales = [], programs.scales
    whole = [t for a in atoms_of(programs.value) if not a.indices and a.key[0] in ("l", "S") and (t := term_of(a))][:3]
    if scales:
        numbers = [make("mul", s, v) for v in numbers[:3] for s in scales]
        basis = tuple([*scales, *numbers, *(make("mul", s, w) for w in whole if w not in scales for s in scales)][:12])
    else:
        scaled = [make("mul", a, b) for a, b in itertools.combinations_with_replacement(numbers[:3], 2)]
        basis = tuple([number(1), *numbers[:4], *scaled, *whole][:12])
    for w in [(), *((f,) for f in at_x[:5])]:
        found.append(Squares(programs.place, basis, False, w, (x,)))
    own = numbers[: 6 if scales else 3]
    two = [*own, *(substituted(v, {x: y}) for v in own)]
    two += [make("mul", a, substituted(b, {x: y})) for a, b in itertools.permutations(own, 2) if not scales]
    products = _of_two(programs, [number(1)], False, [w for w in weights if len(w) > 1], (x, y))
    return [*found, *_of_two(programs, two, False, weights, (x, y)), *products]


def _of_two(
    programs: Programs, basis: Sequence[Term], vectors: bool, weights: Weights, xy: tuple[Letter, Letter]
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
        powers = {f for m in value for f in m}
        for a, k in sorted(powers, key=lambda f: ((f[0], 2 * f[1]) not in powers, f[0].number, f[1])):
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
