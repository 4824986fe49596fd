"""Looks for the certificate of an arithmetic step: a sum of products of known facts, by linear programming.

Floating point proposes the products; their coefficients are solved exactly; the kernel decides.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from verify.kernel.atoms import Atom, Monomial, Poly
from verify.kernel.contexts import Context
from verify.kernel.facts import parts
from verify.kernel.leaves import texts
from verify.kernel.normal import Normaliser
from verify.kernel.polynomials import ONE, add, constant, single
from verify.kernel.printing import text as written
from verify.kernel.scopes import Macro
from verify.kernel.term_matching import is_number
from verify.kernel.terms import Rejected, Term, make
from verify.tactics.reading import term_of

MAX_COLUMNS = 4_000
_SUPPORT = 1e-9
_MARGINS = (Fraction(1), Fraction(1, 64))
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


def find(node: Mapping[str, Any], goal: Term, context: Context, formula: Read, number: Read) -> dict[str, Any] | None:
    """A leaf that proves `goal`, a relation, in `context`; None if none is found.

    node : {"auto": hints, "use", "norms", "times", "degree"}. A hint is a product of facts joined by ";", in which
    "sq e" is a square; "eq e: fact" is an equation with its cofactor.
    """
    plain = {
        "leaf": "arithmetic",
        "use": texts(node, "use"),
        "norms": texts(node, "norms"),
        "times": texts(node, "times"),
    }
    named = [formula(t) for t in plain["use"]]
    normaliser = context.normaliser(named, [number(t) for t in plain["norms"]])
    if not (is_number(goal.args[0]) and is_number(goal.args[1])):
        return plain
    value = add(normaliser.scalar(goal.args[1]), normaliser.scalar(goal.args[0]), -1)
    for t in plain["times"]:
        value = normaliser.times(value, normaliser.scalar(number(t)))
    if normaliser.is_zero(value) and goal.op != "<":
        return plain
    sign = normaliser.knowledge.sign(value)
    if goal.op != "==" and sign in {"<": (">",), "<=": (">", ">="), "!=": (">", "<", "!=")}[goal.op]:
        return plain
    search = Search(context, normaliser, formula, number, named)
    value, lifted = search.cleared(value)
    if lifted:
        plain["times"] = [*plain["times"], *lifted]
    for degree in range(1, int(node.get("degree", 2)) + 1):
        products = search.columns(texts(node, "auto"), degree, goal.op == "==", value)
        found = combination(value, products, goal.op == "<", normaliser)
        if found is not None:
            return {**plain, "terms": [column.term(c) for c, column in found]}
    return None


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
        found += [column for hint in hints for column in self._hinted(hint)]
        inequalities, equations = self._facts()
        if not equation:
            inequalities += self._signs(value, inequalities)
            for count in range(1, degree + 1):
                for chosen in itertools.combinations_with_replacement(inequalities, count):
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

    def _hinted(self, hint: str) -> Iterable[Column]:
        if hint.startswith("eq"):
            head, _, text = hint.partition(":")
            fact = self.formula(text)
            value = add(self.normaliser.scalar(fact.args[1]), self.normaliser.scalar(fact.args[0]), -1)
            cofactor = head[2:].strip() or "1"
            factor = self.normaliser.scalar(self.number(cofactor))
            yield Column((), self.normaliser.times(value, factor), False, "", text.strip(), cofactor)
            return
        product, strict, facts, square = ONE, True, [], ""
        for part in (p.strip() for p in hint.split(";")):
            if part.startswith("sq "):
                root = self.normaliser.scalar(self.number(part[3:]))
                product, strict, square = (
                    self.normaliser.times(product, self.normaliser.times(root, root)),
                    False,
                    part[3:],
                )
                continue
            fact = self.formula(part)
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
    from verify.kernel.elaboration import Elaborator

    found: dict[Term, str] = {}
    for name, meaning in context.scope.names.items():
        if isinstance(meaning, Macro) and not meaning.parameters:
            term, _ = Elaborator(meaning.scope).infer(meaning.body)
            if term.args and term.op != "num":
                found.setdefault(term, name)
    return found


def combination(
    value: Poly, products: Sequence[Column], strict: bool, normaliser: Normaliser
) -> list[tuple[Fraction, Column]] | None:
    plain = _solved(value, products, None, normaliser)
    if plain is None or not strict or any(column.strict for _, column in plain):
        return plain
    for margin in _MARGINS:
        found = _solved(value, products, margin, normaliser)
        if found is not None and any(column.strict for _, column in found):
            return found
    return None


def _solved(
    value: Poly, products: Sequence[Column], margin: Fraction | None, normaliser: Normaliser
) -> list[tuple[Fraction, Column]] | None:
    import numpy as np
    from scipy.optimize import linprog
    from scipy.sparse import csc_matrix

    rows: dict[Monomial, int] = {}
    for p in (value, *(column.value for column in products)):
        for m in p:
            rows.setdefault(m, len(rows))
    reachable = {m for column in products for m in column.value}
    if any(m not in reachable for m in value):
        return None
    entries = [(rows[m], j, c) for j, column in enumerate(products) for m, c in column.value.items()]
    right = [Fraction(0)] * len(rows)
    for m, c in value.items():
        right[rows[m]] = c
    if margin is not None:
        entries += [(len(right), j, Fraction(1)) for j, column in enumerate(products) if column.strict]
        right.append(margin)
    matrix: Any = csc_matrix(
        ([float(c) for _, _, c in entries], ([i for i, _, _ in entries], [j for _, j, _ in entries])),
        shape=(len(right), len(products)),
    )
    cost = [0.3 if column.free else 1.0 + len(column.facts) for column in products]
    free = [k for k, column in enumerate(products) if column.free]
    # a free coefficient is the difference of two that are not negative, so that short combinations are preferred
    matrix_free = matrix[:, free]
    from scipy.sparse import hstack

    solution = linprog(
        [*cost, *(0.3 for _ in free)],
        A_eq=hstack([matrix, -matrix_free]).tocsc() if free else matrix,
        b_eq=np.array([float(x) for x in right]),
        bounds=(0, None),
        method="highs-ds",
    )
    if solution.status != 0 or solution.x is None:
        return None
    n = len(products)
    support = {k for k in range(n) if solution.x[k] > _SUPPORT}
    support |= {free[k] for k in range(len(free)) if solution.x[n + k] > _SUPPORT}
    return _exact(entries, right, products, sorted(support))


def _exact(
    entries: Sequence[tuple[int, int, Fraction]],
    right: Sequence[Fraction],
    products: Sequence[Column],
    support: Sequence[int],
) -> list[tuple[Fraction, Column]] | None:
    from flint import fmpq, fmpq_mat

    place = {column: k for k, column in enumerate(support)}
    width = len(support) + 1
    table = [[fmpq(0)] * width for _ in right]
    for i, j, c in entries:
        if j in place:
            table[i][place[j]] += fmpq(c.numerator, c.denominator)
    for i, c in enumerate(right):
        table[i][-1] = fmpq(c.numerator, c.denominator)
    reduced, rank = fmpq_mat(table).rref()
    coefficients = [fmpq(0)] * len(support)
    for i in range(rank):
        pivot = next(k for k in range(width) if reduced[i, k] != 0)
        if pivot == width - 1:
            return None
        coefficients[pivot] = reduced[i, width - 1]
    found = []
    for k, q in zip(support, coefficients, strict=True):
        if q < 0 and not products[k].free:
            return None
        if q != 0:
            found.append((Fraction(int(q.p), int(q.q)), products[k]))
    return found


__all__ = ["Atom", "Column", "Search", "combination", "constant", "find"]
