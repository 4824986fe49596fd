"""What a combination may use at one place of a proof: facts at tokens, signs, sums of facts, quadratic forms."""

import itertools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any

from ..kernel.atoms import Atom, Poly
from ..kernel.contexts import Context
from ..kernel.derivatives import vector_space
from ..kernel.elaboration import Elaborator
from ..kernel.facts import Part
from ..kernel.normal import Normaliser
from ..kernel.polynomials import ONE, add, rename, single
from ..kernel.printing import text as written
from ..kernel.scopes import Macro
from ..kernel.term_matching import is_number
from ..kernel.terms import Letter, Rejected, Sort, Term, make, number, opened, over, range_sort, substituted
from .reading import term_of
from .terms_of import Names, known_parts, multiplied, subterms

ZERO = number(0)
_MANY = 14
Step = tuple[str, Any]
Equation = tuple[Term, Poly]  # with the right side less the left one


@dataclass(frozen=True)
class Fact:
    """An inequality term >= 0 that is known: how it is said, what it is, and whether it is strict."""

    text: str
    term: Term
    value: Poly
    strict: bool


@dataclass(frozen=True)
class Form:
    """A quadratic form in a vector that is known not to be negative: the letter, and the fact about it."""

    letter: Letter
    fact: Term
    term: Term


@dataclass(frozen=True)
class Column:
    """One product that may be used: how it is written, what it is, and whether it is strictly positive.

    equation, cofactor : of a multiple of an equation, whose coefficient may have either sign. steps : facts that it
    rests on, which have to be stated first.
    """

    facts: tuple[str, ...]
    value: Poly
    strict: bool
    square: str = ""
    equation: str = ""
    cofactor: str = ""
    steps: tuple[Step, ...] = field(default=(), compare=False)

    @property
    def free(self) -> bool:
        """Whether the coefficient may have either sign."""
        return bool(self.equation)

    def term(self, c: Fraction) -> dict[str, Any]:
        """The term of the certificate."""
        if self.equation:
            return {"eq": self.equation, "by": f"({c})*({self.cofactor})"}
        made: dict[str, Any] = {"c": str(c), "facts": list(self.facts)}
        return {**made, "squares": [self.square]} if self.square else made


class Place:
    """The facts at one place, read in one normal form.

    named : the equations that rewrite. norms : numbers that are taken for lengths of vectors.
    """

    def __init__(self, context: Context, named: Sequence[Term] = (), norms: Sequence[Term] = ()) -> None:
        self.context, self.named = context, tuple(named)
        self.normaliser: Normaliser = context.normaliser(named, norms)
        self.lengths: dict[Atom, Term] = {}
        self.note(context.facts)
        self._general = [part for _, part in known_parts(context) if part.variables]

    @cached_property
    def _names(self) -> tuple[list[str], dict[Term, str]]:
        """The names that are taken here, and those of terms that have one."""
        scope, found = self.context.scope, dict[Term, str]()
        for name, meaning in scope.names.items():
            if isinstance(meaning, Macro) and not meaning.parameters:
                term, _ = Elaborator(meaning.scope).infer(meaning.body)
                if term.args and term.op != "num":
                    found.setdefault(term, name)
        own = {meaning[0]: name for name, meaning in scope.names.items() if isinstance(meaning, tuple)}
        return [*scope.names, *scope.spaces, *scope.groups], own | found

    def text(self, term: Term) -> str:
        """A term as the kernel reads it again."""
        return written(term, *self._names)

    def number(self, text: str) -> Poly:
        """The normal form of a number that a text says."""
        return self.normaliser.scalar(Names(self.context).number(text))

    def difference(self, relation: Term) -> Poly:
        """The right side less the left one."""
        return add(self.normaliser.scalar(relation.args[1]), self.normaliser.scalar(relation.args[0]), -1)

    def note(self, terms: Iterable[Term]) -> None:
        """Remember how roots in the normal form of `terms` are written as lengths of vectors."""
        for length in subterms(terms, ("norm",)):
            value = None if length.loose else self.poly(length)
            if value and len(value) == 1:
                ((m, _),) = value.items()
                self.lengths.update({a: length for a, k in m if a.key[0] == "root" and k == len(m) == 1})

    def poly(self, term: Term) -> Poly | None:
        """The normal form of a number; None where it has none."""
        try:
            return self.normaliser.scalar(term)
        except Rejected:
            return None

    def cleared(self, value: Poly) -> tuple[Poly, list[str]]:
        """The goal times its positive divisors, so that only polynomials are left to combine."""
        lifted: list[str] = []
        for _ in range(12):
            units = sorted({a for m in value for a, k in m if a.key[0] != "exp" and k < 0}, key=lambda a: a.number)
            units = [a for a in units if self.normaliser.knowledge.atom_sign(a) in (">", "<")]
            term = term_of(units[0]) if units else None
            if term is None:
                break
            power = int(-min(dict(m).get(units[0], 0) for m in value))
            negative = self.normaliser.knowledge.atom_sign(units[0]) == "<"
            lifted += [f"{'-' if negative else ''}({self.text(term)})"] * power
            for _ in range(power):
                value = self.normaliser.times(value, self.normaliser.scalar(make("neg", term) if negative else term))
        return value, lifted

    def hinted(self, hint: str) -> Column:
        """A product of facts that a text names, "fact; fact; sq number", or a multiple "eq cofactor: equation"."""
        if hint.startswith("eq"):
            head, _, text = hint.partition(":")
            cofactor = head[2:].strip() or "1"
            value = self.normaliser.times(self.difference(Names(self.context).formula(text)), self.number(cofactor))
            return Column((), value, False, "", text.strip(), cofactor)
        product, strict, facts, square = ONE, True, [], ""
        for part in (p.strip() for p in hint.split(";") if p.strip()):
            if part.startswith("sq "):
                root, strict, square = self.number(part[3:]), False, part[3:]
                product = self.normaliser.times(product, self.normaliser.times(root, root))
                continue
            fact = Names(self.context).formula(part)
            if fact.op not in ("<", "<=", "=="):
                raise Rejected(f"no relation between numbers here: {part}")
            product, strict = self.normaliser.times(product, self.difference(fact)), strict and fact.op == "<"
            facts.append(part)
        return Column(tuple(facts), product, strict, square)

    # facts
    def ground(self, tokens: Sequence[Letter]) -> tuple[list[Fact], list[Equation]]:
        """Inequalities and equations between numbers, general ones at `tokens`."""
        return self._between(f for _, part in known_parts(self.context) for f in self._instances(part, tokens))

    def at(self, tokens: Sequence[Letter], new: Sequence[Letter]) -> tuple[list[Fact], list[Equation]]:
        """The same of general facts in which each of the letters `new` occurs."""
        found = (formula for part in self._general for formula in self._instances(part, [*tokens, *new]))
        return self._between(formula for formula in found if all(x in formula.letters for x in new))

    def _instances(self, part: Part, tokens: Sequence[Letter]) -> Iterable[Term]:
        if any(x.sort[0] != "index" for x in part.variables):
            return
        for choice in itertools.product(tokens, repeat=len(part.variables)):
            if not all(_fits(x.sort, v.sort) for x, v in zip(part.variables, choice, strict=True)):
                continue
            names: dict[Letter, Term] = dict(zip(part.variables, choice, strict=True))
            if all(self.context.known(substituted(c, names)) for c in part.conditions):
                yield substituted(part.formula, names)

    def _between(self, formulas: Iterable[Term]) -> tuple[list[Fact], list[Equation]]:
        """What formulas say of numbers, each once, without what rewrites."""
        facts: list[Fact] = []
        equations: list[Equation] = []
        for formula in formulas:
            if formula.op not in ("<", "<=", "==") or not all(map(is_number, formula.args)) or formula in self.named:
                continue
            left, right = (self.poly(side) for side in formula.args)
            value = {} if left is None or right is None else add(right, left, -1)
            if value and formula.op == "==" and all(value != other for _, other in equations):
                equations.append((formula, value))
            elif value and formula.op != "==" and all(value != other.value for other in facts):
                term = formula.args[1] if formula.args[0] is ZERO else make("sub", formula.args[1], formula.args[0])
                facts.append(Fact(self.text(formula), term, value, formula.op == "<"))
        return facts, equations

    def signs(self, polys: Iterable[Poly], new: Sequence[Letter] = (), most: int = 14) -> list[Fact]:
        """Atoms whose sign is evident, as facts; with `new`, those in which every one of these letters occurs."""
        powers = {(a, k if a.key[0] == "exp" else 1) for p in polys for m in p for a, k in m}
        found = []
        for a, k in sorted(powers, key=lambda x: (x[0].number, -x[1])):
            sign = self.normaliser.knowledge.atom_sign(a)
            term = (
                (self.lengths.get(a) or term_of(a))
                if sign in (">", ">=") and all(x in a.indices for x in new)
                else None
            )
            if term is None or (a.key[0] in ("unit", "recip") and new):
                continue
            if k != 1:
                term = make("exp", make("mul", number(k), term.args[0]))
            strict = sign == ">"
            fact = make("<" if strict else "<=", ZERO, term)
            if self.context.known(fact):
                found.append(Fact(self.text(fact), term, single(a, k), strict))
        return found[:most]

    def evens(self, value: Poly, polys: Iterable[Poly], most: int = 6) -> list[Fact]:
        """Even monomials of `polys`, and squares in `value` of what is not zero, as facts.

        Where an atom has a sign of its own, that says as much.
        """
        found, squares = [], [((a, 2),) for m in value for a, k in m if k >= 2]
        for strict, m in dict.fromkeys([*((True, m) for m in squares), *((False, m) for p in polys for m in p)]):
            if not m or any(k < 0 or k % 2 or self.normaliser.knowledge.atom_sign(a) in (">", ">=") for a, k in m):
                continue
            powers = [make("pow", t, int(k)) for a, k in m if (t := term_of(a)) is not None]
            if len(powers) < len(m):
                continue
            term = multiplied(powers)
            fact = make("<" if strict else "<=", ZERO, term)
            if self.context.known(fact):
                found.append(Fact(self.text(fact), term, {m: Fraction(1)}, strict))
        return found[:most]

    def forms(self) -> list[Form]:
        """Known quadratic forms: general facts about one vector, homogeneous of degree two in it."""
        found = []
        for part in self._general:
            if len(part.variables) != 1 or part.variables[0].sort[0] != "vector" or part.conditions:
                continue
            x, formula = part.variables[0], part.formula
            if formula.op != "<=" or not all(is_number(side) for side in formula.args):
                continue
            form = Form(x, formula, make("sub", formula.args[1], formula.args[0]))
            once, twice = self.poly(form.term), self.poly(substituted(form.term, {x: make("mul", number(2), x)}))
            if once and twice == {m: 4 * c for m, c in once.items()}:
                found.append(form)
        return found

    # products
    def products(self, facts: Sequence[Fact], degree: int, most: int) -> list[Column]:
        """Products of at most `degree` facts; where three are too many, two of them are such that say little."""
        found: list[Column] = []
        short = [f for f in facts if len(f.value) <= 2][:8]
        for count in range(1, degree + 1):
            choices: Iterable[tuple[Fact, ...]] = itertools.combinations_with_replacement(facts, count)
            if count == 3 and len(facts) > _MANY:
                pairs = itertools.combinations_with_replacement(short, 2)
                choices = ((*pair, fact) for pair, fact in itertools.product(pairs, facts[:40]))
            for chosen in choices:
                value = self.product(chosen)
                if value is not None:
                    found.append(Column(tuple(f.text for f in chosen), value, all(f.strict for f in chosen)))
                if len(found) >= most:
                    return found
        return found

    def product(self, chosen: Sequence[Fact]) -> Poly | None:
        """The product of facts; None where it is too large."""
        value = ONE
        try:
            for fact in chosen:
                value = self.normaliser.times(value, fact.value)
        except Rejected:
            return None
        return value

    def summed(self, x: Letter, value: Poly) -> Poly:
        """The sum over everything of the sort of x."""
        total: Poly = self.normaliser._sum(over(x.sort), lambda y: rename(value, {x: y}), self.normaliser._sum_over)
        return total


def _fits(wanted: Sort, got: Sort) -> bool:
    return wanted[:2] == got[:2] and wanted[2] in ("", got[2])


def opened_sums(terms: Iterable[Term]) -> list[Term]:
    """The closed sums over indices that occur in `terms`, the outer ones first."""
    return [t for t in subterms(terms, ("sum", "max", "min"))[::-1] if t.args[0].op == "over" and not t.loose]


def vector_seeds(terms: Iterable[Term], new: Mapping[Sort, Sequence[Letter]]) -> list[Term]:
    """Vectors that occur in `terms`, bound letters replaced by those of `new` in turn."""
    found: list[Term] = []

    def visit(term: Term, depth: Mapping[Sort, int]) -> None:
        if term.op in ("sum", "max", "min", "forall", "diam") and term.args[0].op == "over":
            sort = range_sort(term.args[0])
            if vector_space(term) is not None and not term.loose and term not in found:
                found.append(term)
            letters = new.get(sort, ())
            k = depth.get(sort, 0)
            if k < len(letters):
                visit(opened(term, letters[k]), {**depth, sort: k + 1})
            return
        if vector_space(term) is not None and term.op in ("letter", "ap", "lin", "unit"):
            if term not in found:
                found.append(term)
            if term.op == "lin":
                visit(term.args[1], depth)
            return
        for part in term.args:
            if isinstance(part, Term):
                visit(part, depth)

    for term in terms:
        visit(term, {})
    return found
