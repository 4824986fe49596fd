"""Families of squares as blocks of a semidefinite program, and how each square is said to the kernel."""

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from ..kernel.atoms import Poly
from ..kernel.polynomials import add, rename, scaled
from ..kernel.terms import Letter, Rejected, Term, make, substituted
from .build import have, leaf, member_rule, sum_rule
from .places import ZERO, Fact, Form, Place, Step
from .semidefinite import Entries, Face, block
from .terms_of import combined, multiplied

Said = tuple[dict[str, Any], list[Step]]


@dataclass(frozen=True)
class Squares:
    """Squares of combinations of a basis, times facts, perhaps summed over tokens.

    basis : numbers or vectors. facts : what the squares are multiplied by. over : the letters summed over, the
        outer one first. apart : whether the two letters are different tokens. form : the form taken instead of |w|^2.
    """

    place: Place
    basis: tuple[Term, ...]
    vectors: bool
    facts: tuple[Fact, ...] = ()
    over: tuple[Letter, ...] = ()
    apart: bool = False
    form: Form | None = None

    def face(self, position: int) -> Face | None:
        """The block of the program; None where it is too large or has no normal form."""
        entries: Entries = {}
        try:
            for i, j in itertools.combinations_with_replacement(range(len(self.basis)), 2):
                value = self._entry(self.basis[i], self.basis[j])
                entries[i, j] = value if i == j else scaled(value, Fraction(2))
        except Rejected:
            return None
        return block(position, len(self.basis), entries)

    def _entry(self, a: Term, b: Term) -> Poly:
        place = self.place
        if self.form is not None:
            both = place.normaliser.scalar(self._at(make("add", a, b)))
            one, other = (place.normaliser.scalar(self._at(w)) for w in (a, b))
            value = scaled(add(add(both, one, -1), other, -1), Fraction(1, 2))
        else:
            value = place.normaliser.scalar(make("dot" if self.vectors else "mul", a, b))
        for fact in self.facts:
            value = place.normaliser.times(value, fact.value)
        return self._summed(value)

    def _summed(self, value: Poly) -> Poly:
        if self.apart:
            outer, inner = self.over
            diagonal = rename(value, {inner: outer})
            return self.place.summed(outer, add(self.place.summed(inner, value), diagonal, -1))
        for x in reversed(self.over):
            value = self.place.summed(x, value)
        return value

    def _at(self, w: Term) -> Term:
        assert self.form is not None
        return substituted(self.form.term, {self.form.letter: w})

    # what the kernel is told
    def said(self, d: Fraction, coefficients: Sequence[Fraction]) -> Said:
        """The term of the certificate for d times the square of one combination, and the facts to state before."""
        w = combined(zip(coefficients, self.basis, strict=True))
        text = self.place.text
        facts = [fact.text for fact in self.facts]
        if self.form is not None:
            known = text(substituted(self.form.fact, {self.form.letter: w}))
            inner: dict[str, Any] = {"c": "1", "facts": [*facts, known]}
            square = self._at(w)
        elif self.vectors:
            square = make("dot", w, w)
            inner = {"c": "1", "facts": [*facts, text(make("<=", ZERO, square))]}
        else:
            square = make("pow", w, 2)
            inner = {"c": "1", "facts": facts, "squares": [text(w)]}
        if not self.over:
            return {**inner, "c": str(d)}, []
        body = make("mul", multiplied(f.term for f in self.facts), square) if self.facts else square
        proof: Any = {"leaf": "arithmetic", "terms": [inner]}
        if self.apart:
            body, proof = self._apart(body, proof)
            fact, proof = sum_rule(self.over[0], body, proof, text)
        else:
            for x in reversed(self.over):
                fact, proof = sum_rule(x, body, proof, text)
                body = fact.args[1]
        said = text(fact)
        return {"c": str(d), "facts": [said]}, [(said, proof)]

    def _apart(self, body: Term, proof: Any) -> tuple[Term, Any]:
        """The sum over the inner letter without the outer one: a sum of nonnegative terms is at least each of them."""
        outer, inner = self.over
        fact, step = member_rule(inner, body, proof, outer, self.place.text)
        own, total = fact.args
        said = self.place.text(fact)
        return make("sub", total, own), have([(said, step)], leaf(f"1: {said}"))
