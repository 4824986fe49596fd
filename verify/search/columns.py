"""The facts of one context as columns of a linear program: products of facts, hints, and multiples of equations."""

import itertools
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import prod
from typing import Any

from attnverify.verify.kernel.atoms import Poly
from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.elaboration import Elaborator
from attnverify.verify.kernel.facts import parts
from attnverify.verify.kernel.normal import Normaliser
from attnverify.verify.kernel.polynomials import ONE, add, single
from attnverify.verify.kernel.printing import text as written
from attnverify.verify.kernel.scopes import Macro
from attnverify.verify.kernel.term_matching import is_number
from attnverify.verify.kernel.terms import Rejected, Term, make
from attnverify.verify.search.reading import term_of

MAX_COLUMNS, MAX_MONOMIALS = 4_000, 20_000
Read = Callable[[str], Term]


@dataclass(frozen=True)
class Column:
    """One product that may be used: how it is written, what it is, and whether its coefficient has a sign."""

    facts: tuple[str, ...]
    value: Poly
    strict: bool
    square: str = ""
    equation: str = ""
    cofactor: str = ""

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


class Search:
    """The facts of one context as columns."""

    def __init__(
        self, context: Context, normaliser: Normaliser, formula: Read, number: Read, named: Sequence[Term]
    ) -> None:
        self.context, self.normaliser, self.formula, self.number = context, normaliser, formula, number
        self.taken = [*context.scope.names, *context.scope.spaces, *context.scope.groups]
        self.named = {
            meaning[0]: name for name, meaning in context.scope.names.items() if isinstance(meaning, tuple)
        } | _abbreviations(context)
        self.rewriting = set(named)

    def text(self, term: Term) -> str:
        """A term as the kernel reads it again in this context."""
        return written(term, self.taken, self.named)

    def cleared(self, value: Poly) -> tuple[Poly, list[str]]:
        """The goal times its positive divisors, so that only polynomials are left to combine."""
        lifted: list[str] = []
        for _ in range(12):
            units = sorted({a for m in value for a, k in m if a.key[0] != "exp" and k < 0}, key=lambda a: a.number)
            units = [a for a in units if self.normaliser.knowledge.atom_sign(a) in (">", "<")]
            if not units:
                break
            a = units[0]
            power = int(-min(dict(m).get(a, 0) for m in value))
            term = term_of(a)
            if term is None:
                break
            sign = "" if self.normaliser.knowledge.atom_sign(a) == ">" else "-"
            factor = self.text(term)
            lifted += [f"{sign}({factor})"] * power
            for _ in range(power):
                value = self.normaliser.times(value, self.normaliser.scalar(term))
                if sign:
                    value = {m: -c for m, c in value.items()}
        return value, lifted

    def columns(self, hints: Sequence[str], degree: int, equation: bool, value: Poly) -> list[Column]:
        """Products of at most `degree` facts, hints, and multiples of equations."""
        found = [] if equation else [Column((), ONE, True)]
        found += [column for hint in hints for column in self.hinted(hint)]
        inequalities, equations = self._facts()
        if not equation:
            inequalities += self._signs(value, inequalities)
            for count in range(1, degree + 1):
                for chosen in itertools.combinations_with_replacement(inequalities, count):
                    if prod(len(column.value) for column in chosen) > MAX_MONOMIALS:
                        continue
                    product = ONE
                    try:
                        for column in chosen:
                            product = self.normaliser.times(product, column.value)
                    except Rejected:
                        continue
                    found.append(
                        Column(tuple(f for c in chosen for f in c.facts), product, all(c.strict for c in chosen))
                    )
                    if len(found) > MAX_COLUMNS:
                        return found
        monomials = self._monomials(value, found)
        for column in equations:
            for name, factor in monomials:
                found.append(Column((), self.normaliser.times(column.value, factor), False, "", column.equation, name))
                if len(found) > MAX_COLUMNS:
                    return found
        return found

    def _facts(self) -> tuple[list[Column], list[Column]]:
        inequalities, equations = [], []
        seen: set[Any] = set()
        for fact in self.context.facts:
            for part in parts(fact):
                formula = part.formula
                if (
                    part.variables
                    or part.conditions
                    or formula.op not in ("<", "<=", "==")
                    or formula in self.rewriting
                ):
                    continue
                if not (is_number(formula.args[0]) and is_number(formula.args[1])):
                    continue
                try:
                    value = add(self.normaliser.scalar(formula.args[1]), self.normaliser.scalar(formula.args[0]), -1)
                except Rejected:
                    continue
                key = (formula.op == "==", frozenset(value.items()))
                if not value or key in seen:
                    continue
                seen.add(key)
                if formula.op == "==":
                    equations.append(Column((), value, False, "", self.text(formula)))
                else:
                    inequalities.append(Column((self.text(formula),), value, formula.op == "<"))
        return inequalities, equations

    def _signs(self, value: Poly, facts: Sequence[Column]) -> list[Column]:
        """Atoms whose sign is evident, as facts."""
        atoms = {a for p in (value, *(f.value for f in facts)) for m in p for a, _ in m}
        said = {next(iter(f.value)) for f in facts if len(f.value) == 1}
        found = []
        for a in sorted(atoms, key=lambda a: a.number):
            sign = self.normaliser.knowledge.atom_sign(a)
            if sign not in (">", ">=") or ((a, 1),) in said:
                continue
            term = term_of(a)
            if term is not None:
                zero = make("num", Fraction(0))
                found.append(
                    Column((self.text(make("<" if sign == ">" else "<=", zero, term)),), single(a), sign == ">")
                )
        return found[:12]

    def hinted(self, hint: str) -> Iterable[Column]:
        if hint.startswith("eq"):
            head, _, text = hint.partition(":")
            fact = self.formula(text)
            value = add(self.normaliser.scalar(fact.args[1]), self.normaliser.scalar(fact.args[0]), -1)
            cofactor = head[2:].strip() or "1"
            factor = self.normaliser.scalar(self.number(cofactor))
            yield Column((), self.normaliser.times(value, factor), False, "", text.strip(), cofactor)
            return
        product, strict, facts, square = ONE, True, [], ""
        for part in (p.strip() for p in hint.split(";") if p.strip()):
            if part.startswith("sq "):
                root = self.normaliser.scalar(self.number(part[3:]))
                product, strict, square = (
                    self.normaliser.times(product, self.normaliser.times(root, root)),
                    False,
                    part[3:],
                )
                continue
            fact = self.formula(part)
            if fact.op not in ("<", "<=", "=="):
                raise Rejected(f"no relation between numbers here: {part}")
            factor = add(self.normaliser.scalar(fact.args[1]), self.normaliser.scalar(fact.args[0]), -1)
            product, strict = self.normaliser.times(product, factor), strict and fact.op == "<"
            facts.append(part)
        yield Column(tuple(facts), product, strict, square)

    def _monomials(self, value: Poly, columns: Sequence[Column]) -> list[tuple[str, Poly]]:
        """Multipliers of equations: 1, and the atoms of the goal, by themselves and in pairs."""
        atoms = sorted({a for m in value for a, k in m if k > 0}, key=lambda a: a.number)
        named = [(self.text(term), single(a)) for a in atoms[:10] if (term := term_of(a)) is not None]
        found = [("1", ONE), *named]
        for (x, p), (y, q) in itertools.combinations_with_replacement(named[:6], 2):
            found.append((f"({x})*({y})", self.normaliser.times(p, q)))
        return found


def _abbreviations(context: Context) -> dict[Term, str]:
    """Definitions without parameters, by what they stand for."""
    found: dict[Term, str] = {}
    for name, meaning in context.scope.names.items():
        if isinstance(meaning, Macro) and not meaning.parameters:
            term, _ = Elaborator(meaning.scope).infer(meaning.body)
            if term.args and term.op != "num":
                found.setdefault(term, name)
    return found
