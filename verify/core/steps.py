"""Derivations: a list of sequents `hypotheses |- formula`, each made by one of twelve steps from earlier ones.

A sequent holds for all values of its free letters. Nothing is looked up: a step names the sequents that it uses by
their numbers, and every condition of a step stands in its method.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from .polynomials import ONE, Normal, Polynomial
from .schemas import LITERATURE, SCHEMAS
from .terms import O, Packed, R, Refused, State, is_index, is_sort, is_space, is_value, unpacked

Sequent = tuple[frozenset[int], int]
Part = tuple[Fraction, Sequence[int], Sequence[int]]


@dataclass(frozen=True)
class Lemma:
    """The last sequent of an accepted derivation, and what it rests on."""

    hypotheses: tuple[Packed, ...]
    formula: Packed
    rests_on: frozenset[str] = field(default_factory=frozenset)


class Derivation:
    """The sequents made so far; `library` has lemmas by the identity of their sections. Dropped after any exception.

    `rests_on` names the schemas and theorems used, those of the lemmas among them.
    """

    def __init__(self, state: State, library: Mapping[str, Lemma] | None = None) -> None:
        self.state, self.library = state, library or {}
        self.sequents: list[Sequent] = []
        self.rests_on: set[str] = set()
        self._normal = Normal(state)

    def sequent(self, k: int) -> Sequent:
        if type(k) is not int or not 0 <= k < len(self.sequents):
            raise Refused(f"there is no sequent {k}")
        return self.sequents[k]

    # ---- helpers

    def _add(self, hypotheses: frozenset[int], formula: int) -> int:
        self.sequents.append((hypotheses, formula))
        return len(self.sequents) - 1

    def _closed(self, t: int) -> int:
        """A term without loose letters."""
        if type(t) is not int or not 0 <= t < len(self.state.nodes):
            raise Refused(f"there is no term {t}")
        if self.state.loose[t]:
            raise Refused(f"the term {self.state.show(t)} has a loose letter")
        return t

    def _formula(self, t: int) -> int:
        if self.state.sorts[self._closed(t)] != O:
            raise Refused(f"{self.state.show(t)} is no formula")
        return t

    def _of(self, t: int, *ops: str) -> tuple[int, ...]:
        """The parts of a term that one of these operations made."""
        op, *parts = self.state.nodes[t]
        if op not in ops:
            raise Refused(f"{self.state.show(t)} is not of the form {' or '.join(ops)}")
        return tuple(parts)

    def _new_letter(self, x: int, hypotheses: frozenset[int]) -> int:
        """A letter that is free in no hypothesis."""
        if self.state.nodes[self._closed(x)][0] != "v":
            raise Refused(f"{self.state.show(x)} is no letter")
        if any(x in self.state.free[p] for p in hypotheses):
            raise Refused(f"the letter {self.state.show(x)} is free in a hypothesis")
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
            if wanted != premise:
                raise Refused(f"the premise is {self.state.show(wanted)}, not {self.state.show(premise)}")
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
        renamed = dict(names or {})
        for old, new in renamed.items():
            same_kind = (is_index(old) and is_index(new)) or (is_space(old) and is_space(new))
            if not (same_kind and is_sort(old) and is_sort(new)):
                raise Refused(f"{old} cannot be renamed to {new}")
        hypotheses = frozenset(unpacked(self.state, h, renamed) for h in lemma.hypotheses)
        self.rests_on |= lemma.rests_on
        return self._add(hypotheses, unpacked(self.state, lemma.formula, renamed))

    # ---- equations

    def same(self, k: int, j: int, template: int) -> int:
        """From a = b and T a: T b."""
        (first, equation), (second, formula) = self.sequent(k), self.sequent(j)
        a, b = self._of(equation, "=")
        if self.state.apply(self._closed(template), a) != formula:
            raise Refused(f"the left side in its place does not give {self.state.show(formula)}")
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
        if not self._normal.same(a, b):
            raise Refused(f"{self.state.show(a)} and {self.state.show(b)} have different normal forms")
        return self._add(frozenset(), equation)

    def comb(self, goal: int, parts: Sequence[Part], equations: Sequence[tuple[int, int]]) -> int:
        """goal: a <= b, a < b or a = b, where b - a is a sum of parts, equations and a number c0 >= 0.

        A part (c, ks, ss) is c*prod(r - l)*prod(s*s) for a rational c > 0, inequalities l <= r or l < r between numbers
        and numbers s. An equation (f, k) is f*(r - l), k being l = r; of vectors is one of the two if the goal is.
        """
        self._normal.new_step()
        (a, b), op = self._of(self._formula(goal), "<=", "<", "="), self.state.nodes[goal][0]
        sort, strict = self.state.sorts[a], False
        if not is_value(sort):
            raise Refused(f"{self.state.show(goal)} is not about numbers or vectors")
        left = self._normal.difference(a, b)
        hypotheses: frozenset[int] = frozenset()
        for f, k in equations:
            more, equation = self.sequent(k)
            first, second = self._of(equation, "=")
            kinds = self.state.sorts[self._closed(f)], self.state.sorts[first]
            if kinds not in ((R, sort), (sort, R)):
                raise Refused(f"a {kinds[0]} times an equation of {kinds[1]} is no {sort}")
            factor, value = self._normal.form(f), self._normal.difference(first, second)
            if kinds[0] != R:
                factor, value = value, factor
            self._normal.add(left, value, factor.get(ONE) or Polynomial(), -1)
            hypotheses |= more
        for c, ks, squares in parts:
            part, sharp, more = self._part(c, ks, squares)
            self._normal.add(left, {ONE: part}, sign=-1)
            strict, hypotheses = strict or sharp, hypotheses | more
        number = left.pop(ONE, Polynomial())
        c0 = number.coefficient(())
        if left or any(number.terms):  # the monomial of c0 is empty
            raise Refused(f"something is left in {self.state.show(goal)}")
        if c0 < 0 or (op == "<" and not strict and c0 == 0) or (op == "=" and (parts or c0 != 0)):
            raise Refused(f"what is left, {c0}, does not give {self.state.show(goal)}")
        return self._add(hypotheses, goal)

    def _part(self, c: Fraction, ks: Sequence[int], squares: Sequence[int]) -> tuple[Polynomial, bool, frozenset[int]]:
        """A product that is not negative, whether it is positive, and the hypotheses that it needs."""
        if type(c) is not Fraction or c <= 0:
            raise Refused(f"the factor {c} is not positive")
        product, sharp = Polynomial({(): c.numerator}, c.denominator), not squares
        hypotheses: frozenset[int] = frozenset()
        for k in ks:
            more, relation = self.sequent(k)
            a, b = self._of(relation, "<=", "<")
            if self.state.sorts[a] != R:
                raise Refused(f"{self.state.show(relation)} is not between numbers")
            product = self._normal.product(product, self._normal.difference(a, b).get(ONE) or Polynomial())
            sharp = sharp and self.state.nodes[relation][0] == "<"
            hypotheses |= more
        for s in squares:
            if self.state.sorts[self._closed(s)] != R:
                raise Refused(f"{self.state.show(s)} is no number")
            factor = self._normal.number(s)
            product = self._normal.product(product, self._normal.product(factor, factor))
        return product, sharp, hypotheses
