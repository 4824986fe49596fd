"""Named equations as rewriting rules: the single quantity on one side is replaced by the other side."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from verify.kernel.atoms import Atom, thawed
from verify.kernel.derivatives import vector_space
from verify.kernel.facts import Part
from verify.kernel.matching import matches
from verify.kernel.moments import under_time
from verify.kernel.terms import Letter, Rejected, Term, make, substituted

if TYPE_CHECKING:
    from verify.kernel.normal import Normaliser


class Equation:
    """A named equation as a rewriting rule: the atom on its greater side, and what replaces it."""

    __slots__ = ("conditions", "factor", "pattern", "replacement", "variables")

    def __init__(self, part: Part, pattern: Atom, factor: Fraction, replacement: Term) -> None:
        self.variables, self.conditions = part.variables, part.conditions
        self.pattern, self.factor, self.replacement = pattern, factor, replacement


class Equations:
    """The equations that a proof names for rewriting, read in the normal form of `normaliser`.

    known : decides whether a condition holds here.
    """

    known: Callable[[Term], bool]
    equations: list[Equation]
    normaliser: Normaliser

    # equations
    def _equation(self, part: Part) -> Equation:
        formula = part.formula
        if formula.op != "==":
            raise Rejected("only an equation can be named for rewriting")
        if any(
            x.sort[0] != "index" and under_time(term, x) for x in part.variables for term in (formula, *part.conditions)
        ):
            raise Rejected("an equation that reads its letters over time does not rewrite; take it at values instead")
        kept, self.equations = self.equations, []
        try:
            for left, right in (formula.args, tuple(reversed(formula.args))):
                found = self._single(left)
                if found is not None and all(x in _letters_of(found[0]) for x in part.variables):
                    return Equation(part, found[0], found[1], right)
        finally:
            self.equations = kept
            self.normaliser._scalars.clear()
            self.normaliser._vectors.clear()
        raise Rejected("an equation rewrites only if one side is a single quantity; use it with a cofactor instead")

    def _single(self, term: Term) -> tuple[Atom, Fraction] | None:
        """The atom that `term` is, up to a factor."""
        try:
            value: dict[Any, Any] = (
                self.normaliser.vector(term) if vector_space(term) is not None else self.normaliser.scalar(term)
            )
        except Rejected:
            return None
        if len(value) != 1:
            return None
        key, c = next(iter(value.items()))
        if isinstance(key, Atom):
            return (key, Fraction(1)) if c == {(): Fraction(1)} else None
        return (key[0][0], c) if len(key) == 1 and key[0][1] == 1 else None

    def rewrite(self, a: Atom) -> Term | None:
        """What a named equation replaces the atom by; None where none does."""
        for equation in self.equations:
            for found in matches(equation.pattern, a, equation.variables):
                if len(found) < len(equation.variables):
                    continue
                names: dict[Letter, Term] = {}
                for variable, value in found.items():
                    names[variable] = self._stands_for(variable, value)
                if not all(self._holds(substituted(c, names)) for c in equation.conditions):
                    continue
                term = substituted(equation.replacement, names)
                return term if equation.factor == 1 else make("div", term, make("num", equation.factor))
        return None

    def _stands_for(self, variable: Letter, value: Any) -> Term:
        if isinstance(value, Letter):
            return value
        stand_in = Letter("?", variable.sort)
        if isinstance(value, Atom):
            self.normaliser.standing[stand_in] = {value: {(): Fraction(1)}}
        else:
            self.normaliser.standing[stand_in] = thawed(value)
        return stand_in

    def _holds(self, condition: Term) -> bool:
        if condition.op in ("<", "<="):
            left, right = condition.args
            if (left, right) in self.normaliser.earlier or (condition.op == "<=" and left is right):
                return True
        return self.known(condition)


def _letters_of(a: Atom) -> set[Letter]:
    found: set[Letter] = set()

    def visit(part: Any) -> None:
        if isinstance(part, Letter):
            found.add(part)
        elif isinstance(part, Atom):
            visit(part.key)
        elif isinstance(part, Term):
            found.update(part.letters)
        elif isinstance(part, tuple):
            for inner in part:
                visit(inner)

    visit(a)
    return found
