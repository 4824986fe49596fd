"""Derivations: a list of sequents `hypotheses |- formula`, each made by one of twelve steps from earlier ones.

A sequent holds for all values of its free letters. Nothing is looked up: a step names the sequents that it uses by
their numbers, and every condition of a step stands in its method.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from .polynomials import ONE, Normal, Polynomial
from .schemas import LITERATURE, SCHEMAS
from .terms import O, Packed, R, Refused, State, is_sort, is_value, unpacked

Sequent = tuple[frozenset[int], int]
Part = tuple[Fraction, Sequence[int], Sequence[int]]


class Lemma(NamedTuple):
    """The last sequent of an accepted derivation, and what it rests on."""

    hypotheses: tuple[Packed, ...]
    formula: Packed
    rests_on: frozenset[str] = frozenset()


class Derivation:
    """The sequents made so far, and what they rest on; `library` has lemmas by identity. Dropped at any exception."""

    def __init__(self, state: State, library: Mapping[str, Lemma] | None = None) -> None:
        self.state, self.library = state, library or {}
        self.sequents: list[Sequent] = []
        self.rests_on: set[str] = set()
        self._normal = Normal(state)

    def sequent(self, k: int) -> Sequent:
        self._need(type(k) is int and 0 <= k < len(self.sequents), "there is no such sequent")
        return self.sequents[k]

    def _need(self, right: bool, otherwise: str, *terms: int) -> None:
        """Refuses where this is not right; in the message stand these terms."""
        if not right:
            raise Refused(otherwise.format(*map(self.state.show, terms)))

    def _add(self, hypotheses: frozenset[int], formula: int) -> int:
        self.sequents.append((hypotheses, formula))
        return len(self.sequents) - 1

    def _closed(self, t: int) -> int:
        """A term without loose letters."""
        self._need(type(t) is int and 0 <= t < len(self.state.nodes), "there is no such term")
        self._need(not self.state.loose[t], "the term {} has a loose letter", t)
        return t

    def _formula(self, t: int) -> int:
        self._need(self.state.sorts[self._closed(t)] == O, "{} is no formula", t)
        return t

    def _of(self, t: int, *ops: str) -> tuple[int, ...]:
        """The parts of a term that one of these operations made."""
        op, *parts = self.state.nodes[t]
        if op not in ops:
            raise Refused(f"{self.state.show(t)} is not of the form {' or '.join(ops)}")
        return tuple(parts)

    def _new_letter(self, x: int, hypotheses: frozenset[int]) -> int:
        """A letter that is free in no hypothesis."""
        self._need(self.state.nodes[self._closed(x)][0] == "v", "{} is no letter", x)
        self._need(all(x not in self.state.free[p] for p in hypotheses), "the letter {} is free in a hypothesis", x)
        return x

    # ---- logic

    def assume(self, p: int) -> int:
        """p |- p."""
        return self._add(frozenset([self._formula(p)]), p)

    def disch(self, k: int, *ps: int) -> int:
        """From H |- q: H - {p} |- p => q, for each p in turn."""
        hypotheses, formula = self.sequent(k)
        for p in ps:
            hypotheses, formula = hypotheses - {self._formula(p)}, self.state.make("=>", p, formula)
        return self._add(hypotheses, formula)

    def mp(self, k: int, *js: int) -> int:
        """From p => q and p: q, for each number of a premise in turn."""
        hypotheses, formula = self.sequent(k)
        for j in js:
            more, premise = self.sequent(j)
            wanted, conclusion = self._of(formula, "=>")
            self._need(wanted == premise, "the premise is {}, not {}", wanted, premise)
            hypotheses, formula = hypotheses | more, conclusion
        return self._add(hypotheses, formula)

    def gen(self, k: int, *xs: int) -> int:
        """From p: all x. p, for each letter in turn, if x is free in no hypothesis."""
        hypotheses, formula = self.sequent(k)
        for x in xs:
            formula = self.state.make("all", self.state.lam(self._new_letter(x, hypotheses), formula))
        return self._add(hypotheses, formula)

    def inst(self, k: int, *ts: int) -> int:
        """From all x. p: p with t for x, for each closed term in turn."""
        hypotheses, formula = self.sequent(k)
        for t in ts:
            (f,) = self._of(formula, "all")
            formula = self.state.apply(f, self._closed(t))
        return self._add(hypotheses, formula)

    # ---- what is known

    def ax(self, name: str, *ts: int) -> int:
        """A schema, or a theorem of the literature, at closed terms."""
        schema = SCHEMAS.get(name) or LITERATURE.get(name) if isinstance(name, str) else None
        if schema is None:
            raise Refused(f"there is no schema {name}")
        formula = schema(self.state, *(self._closed(t) for t in ts))
        self.rests_on.add(name)
        return self._add(frozenset(), formula)

    def define(self, name: str, *sorts: object) -> int:
        """A word is the term that it stands for."""
        word = self.state.make("word", name, *sorts)
        return self._add(frozenset(), self.state.eq(word, self.state.bodies[word]))

    def cite(self, name: str, names: Mapping[str, str] | None = None) -> int:
        """The last sequent of an accepted derivation, index sorts and spaces renamed; they need not stay different."""
        lemma = self.library.get(name) if isinstance(name, str) else None
        if lemma is None:
            raise Refused(f"no accepted derivation {name}")
        for old, new in (names := dict(names or {})).items():
            if not (is_sort(old) and is_sort(new) and {old[:2], new[:2]} in ({"I:"}, {"V:"})):
                raise Refused(f"{old} cannot be renamed to {new}")
        hypotheses = frozenset(unpacked(self.state, h, names) for h in lemma.hypotheses)
        self.rests_on |= lemma.rests_on
        return self._add(hypotheses, unpacked(self.state, lemma.formula, names))

    # ---- equations

    def same(self, k: int, j: int, template: int) -> int:
        """From a = b and T a: T b."""
        (first, equation), (second, formula) = self.sequent(k), self.sequent(j)
        a, b = self._of(equation, "=")
        put = self.state.apply(self._closed(template), a)
        self._need(put == formula, "the left side in its place, {}, does not give {}", put, formula)
        return self._add(first | second, self.state.apply(template, b))

    def ext(self, k: int, x: int) -> int:
        """From a = b: (\\x. a) = (\\x. b), if x is free in no hypothesis."""
        hypotheses, equation = self.sequent(k)
        a, b = self._of(equation, "=")
        self._new_letter(x, hypotheses)
        return self._add(hypotheses, self.state.eq(self.state.lam(x, a), self.state.lam(x, b)))

    def ring(self, a: int, b: int) -> int:
        """a = b, where both have one normal form."""
        self._normal.new_step()
        equation = self.state.eq(self._closed(a), self._closed(b))
        self._need(self._normal.same(a, b), "{} and {} have different normal forms", a, b)
        return self._add(frozenset(), equation)

    def comb(self, goal: int, parts: Sequence[Part], equations: Sequence[tuple[int, int]]) -> int:
        """goal: a <= b, a < b or a = b, where b - a is a sum of parts, equations and a number c0 >= 0.

        A part (c, ks, ss) is c*prod(r - l)*prod(s*s) for a rational c > 0, inequalities l <= r or l < r between numbers
        and numbers s. An equation (f, k) is f*(r - l), k being l = r; of vectors is one of the two if the goal is.
        """
        self._normal.new_step()
        (a, b), op = self._of(self._formula(goal), "<=", "<", "="), self.state.nodes[goal][0]
        sort = self.state.sorts[a]
        self._need(is_value(sort), "{} is not about numbers or vectors", goal)
        left = self._normal.difference(a, b)
        for f, k in equations:
            first, second = self._of(self.sequent(k)[1], "=")
            kinds = self.state.sorts[self._closed(f)], self.state.sorts[first]
            self._need(kinds in ((R, sort), (sort, R)), "{} times {} has another sort than {}", f, first, a)
            factor, value = self._normal.form(f), self._normal.difference(first, second)
            if kinds[0] != R:
                factor, value = value, factor
            self._normal.add(left, value, factor.get(ONE) or Polynomial(), -1)
        for c, ks, squares in parts:
            self._normal.add(left, {ONE: self._part(c, ks, squares)}, sign=-1)
        number = left.pop(ONE, Polynomial())
        c0 = number.coefficient(())
        self._need(not left and not any(number.terms), "something is left in {}", goal)  # the monomial of c0 is empty
        less = [all(self.state.nodes[self.sequent(k)[1]][0] == "<" for k in ks) and not ss for _, ks, ss in parts]
        right = c0 == 0 and not parts if op == "=" else c0 > 0 or (c0 == 0 and (op == "<=" or any(less)))
        self._need(right, "what is left does not give {}", goal)
        used = [*(k for _, ks, _ in parts for k in ks), *(k for _, k in equations)]
        return self._add(frozenset().union(*(self.sequent(k)[0] for k in used)), goal)

    def _part(self, c: Fraction, ks: Sequence[int], squares: Sequence[int]) -> Polynomial:
        """c*prod(r - l)*prod(s*s)."""
        self._need(type(c) is Fraction and c > 0, "a factor is not positive")
        product = Polynomial({(): c.numerator}, c.denominator)
        for k in ks:
            relation = self.sequent(k)[1]
            a, b = self._of(relation, "<=", "<")
            self._need(self.state.sorts[a] == R, "{} is not between numbers", relation)
            product = self._normal.product(product, self._normal.difference(a, b).get(ONE) or Polynomial())
        for s in squares:
            self._need(self.state.sorts[self._closed(s)] == R, "{} is no number", s)
            factor = self._normal.number(s)
            product = self._normal.product(product, self._normal.product(factor, factor))
        return product
