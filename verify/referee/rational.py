"""Rational functions over a factored denominator, and deciding whether one is identically zero modulo relations."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import prod

from attnverify.verify.referee.points import avoids
from attnverify.verify.referee.polynomials import Coefficient, Ring, Terms
from attnverify.verify.referee.syntax import GrammarError, Node
from attnverify.verify.referee.work import read, spend

MAX_EXPONENT = 1_000

# A denominator is a product of powers of primitive polynomials, kept unexpanded.
Factor = frozenset[tuple[int, Coefficient]]


@dataclass(frozen=True)
class Quotient:
    """numerator / product(factor**exponent)."""

    numerator: Terms
    denominator: Mapping[Factor, int]


@dataclass(frozen=True)
class Relation:
    """variable**power equals a quotient without that variable."""

    variable: str
    power: int
    equals: Quotient


class Field:
    """Rational functions in the declared variables, read from texts of the grammar.

    relations : pairs of texts (a power of one variable, what it equals). The order of elimination they induce must have
        no circle, so that reduction ends; each quotient must have a denominator that is not zero.

    Raises GrammarError for texts outside the rational functions (sqrt, exp, ... must be introduced as variables with
    relations) and when the work passes the limits of `Ring`.
    """

    def __init__(self, variables: Sequence[str], relations: Sequence[tuple[str, str]] = ()) -> None:
        self.ring = Ring(variables)
        self.relations: list[Relation] = []
        self.relations = self._ordered([self._relation(*pair) for pair in relations])
        if not self.is_defined(self.constant(1)):
            raise GrammarError("the relations contradict each other: a denominator in them is identically zero")

    def read(self, text: str) -> Quotient:
        """The rational function that `text` denotes."""
        return self._of(read(text))

    def constant(self, number: Coefficient) -> Quotient:
        """A rational number as a rational function."""
        return Quotient(self.ring.constant(number), {})

    def add(self, left: Quotient, right: Quotient, sign: int = 1) -> Quotient:
        """left + sign*right over the least common multiple of the factored denominators."""
        if left.denominator == right.denominator:
            return Quotient(self.ring.add(left.numerator, right.numerator, sign), left.denominator)
        common = dict(left.denominator)
        for factor, exponent in right.denominator.items():
            common[factor] = max(common.get(factor, 0), exponent)
        numerators = [self._expanded(part, common) for part in (left, right)]
        return Quotient(self.ring.add(numerators[0], numerators[1], sign), common)

    def multiply(self, left: Quotient, right: Quotient) -> Quotient:
        """The product; the denominators are collected, not expanded."""
        exponents = dict(left.denominator)
        for factor, exponent in right.denominator.items():
            exponents[factor] = exponents.get(factor, 0) + exponent
        return Quotient(self.ring.multiply(left.numerator, right.numerator), exponents)

    def inverse(self, quotient: Quotient) -> Quotient:
        """1/quotient; raises GrammarError when it is zero modulo the relations."""
        if self.is_zero(quotient):
            raise GrammarError("division by an expression that is identically zero")
        content, part = self.ring.primitive(quotient.numerator)
        numerator = self.ring.constant(1 / content)
        for factor, exponent in quotient.denominator.items():
            numerator = self.ring.multiply(numerator, self.ring.power(dict(factor), exponent))
        is_constant = part == self.ring.constant(1)
        return Quotient(numerator, {} if is_constant else {frozenset(part.items()): 1})

    def is_zero(self, quotient: Quotient) -> bool:
        """Whether the quotient vanishes wherever it is defined and the relations hold."""
        terms = quotient.numerator
        for relation in self.relations:
            terms = self._reduced(terms, relation)
        return not terms

    def is_defined(self, quotient: Quotient) -> bool:
        """Whether the relations leave a point at which the denominators, theirs included, are not zero.

        Where they are zero everywhere, every equation about `quotient` is empty. The factors may vanish in turn, as
        c - 1 and c + 1 do where c**2 is 1, or some power of them may, as c does where c**2 is 0.
        """
        if not self.relations:
            return True  # no factor is zero, and a product of non-zero polynomials is not zero
        one = self.constant(1)
        bottoms = [self._expanded(one, each.equals.denominator) for each in self.relations]
        ties = [(r.variable, r.power, r.equals.numerator, b) for r, b in zip(self.relations, bottoms, strict=True)]
        factors = [dict(factor) for factor in quotient.denominator]
        if avoids(self.ring, ties[::-1], factors):
            return True
        bottom = one.numerator
        for factor in (*factors, *bottoms):
            bottom = self.ring.multiply(bottom, factor)
        # Over roots of expressions that are never zero no power vanishes that did not vanish at once.
        dimension = prod(each.power for each in self.relations) if self._has_nilpotents() else 1
        for _ in range((dimension - 1).bit_length()):
            bottom = self.ring.multiply(bottom, bottom)
        return not self.is_zero(Quotient(bottom, {}))

    def _has_nilpotents(self) -> bool:
        """Whether some power of an expression may vanish without it; never for roots of what has no tied variables."""
        tied = {each.variable for each in self.relations}
        return any(
            each.power > 1 and (not each.equals.numerator or self._variables(each.equals) & tied)
            for each in self.relations
        )

    def _expanded(self, quotient: Quotient, common: Mapping[Factor, int]) -> Terms:
        terms = quotient.numerator
        for factor, exponent in common.items():
            missing = exponent - quotient.denominator.get(factor, 0)
            if missing:
                terms = self.ring.multiply(terms, self.ring.power(dict(factor), missing))
        return terms

    def _relation(self, power: str, equals: str) -> Relation:
        node = read(power)
        base, exponent = (node.args[0], self._exponent(node.args[1])) if node.kind == "power" else (node, 1)
        if base.kind != "name" or exponent < 1:
            raise GrammarError(f"the left side of a relation is {power[:80]!r}; a power such as c**2 is needed")
        self.ring.variable(base.name)
        return Relation(base.name, exponent, self.read(equals))

    def _ordered(self, relations: list[Relation]) -> list[Relation]:
        """The relations in an order in which no later one brings back an eliminated variable."""
        if len({relation.variable for relation in relations}) != len(relations):
            raise GrammarError("two relations replace the same variable")
        uses = {relation.variable: self._variables(relation.equals) for relation in relations}
        ordered: list[Relation] = []
        waiting = list(relations)
        while waiting:
            # Eliminate first what no other waiting relation brings in.
            free = next((r for r in waiting if not any(r.variable in uses[other.variable] for other in waiting)), None)
            if free is None:
                raise GrammarError(f"the relations for {', '.join(r.variable for r in waiting)} form a circle")
            ordered.append(free)
            waiting.remove(free)
        return ordered

    def _variables(self, quotient: Quotient) -> set[str]:
        polynomials = [quotient.numerator, *(dict(factor) for factor in quotient.denominator)]
        return {
            name
            for name in self.ring.variables
            if any(set(self.ring.coefficients(terms, name)) - {0} for terms in polynomials)
        }

    def _reduced(self, terms: Terms, relation: Relation) -> Terms:
        """The polynomial with the power replaced, multiplied by a power of the relation's denominator."""
        parts = self.ring.coefficients(terms, relation.variable)
        turns = max(parts, default=0) // relation.power
        if turns == 0:
            return terms
        top = relation.equals.numerator
        bottom = self._expanded(self.constant(1), relation.equals.denominator)
        variable = self.ring.variable(relation.variable)
        total: Terms = {}
        for exponent, beside in parts.items():
            turn, rest = divmod(exponent, relation.power)
            factor = self.ring.multiply(self.ring.power(top, turn), self.ring.power(bottom, turns - turn))
            beside = self.ring.multiply(beside, self.ring.power(variable, rest))
            total = self.ring.add(total, self.ring.multiply(beside, factor))
        return total

    def _exponent(self, node: Node) -> int:
        negative = node.kind == "negative"
        inner = node.args[0] if negative else node
        if inner.kind != "number" or inner.value.denominator != 1 or inner.value > MAX_EXPONENT:
            raise GrammarError(f"an exponent must be an integer literal of size at most {MAX_EXPONENT}")
        return -int(inner.value) if negative else int(inner.value)

    def _of(self, node: Node) -> Quotient:
        spend(8)
        if node.kind == "number":
            return self.constant(node.value)
        if node.kind == "name":
            return Quotient(self.ring.variable(node.name), {})
        if node.kind == "negative":
            return self.multiply(self.constant(-1), self._of(node.args[0]))
        if node.kind == "sum":
            total = self._of(node.args[0])
            for operator, part in zip(node.operators, node.args[1:], strict=True):
                total = self.add(total, self._of(part), 1 if operator == "+" else -1)
            return total
        if node.kind == "product":
            total = self._of(node.args[0])
            for operator, part in zip(node.operators, node.args[1:], strict=True):
                if operator == "@":
                    raise GrammarError("matrix products do not belong in a rational function")
                factor = self._of(part)
                total = self.multiply(total, self.inverse(factor) if operator == "/" else factor)
            return total
        if node.kind == "power":
            return self._power(self._of(node.args[0]), self._exponent(node.args[1]))
        what = node.name or {"list": "a matrix", "index": "an index", "compare": "a comparison"}.get(node.kind, "")
        raise GrammarError(f"{what} does not belong in a rational function; introduce a variable with a relation")

    def _power(self, base: Quotient, exponent: int) -> Quotient:
        if exponent < 0:
            return self._power(self.inverse(base), -exponent)
        numerator = self.ring.power(base.numerator, exponent)
        return Quotient(numerator, {factor: e * exponent for factor, e in base.denominator.items() if exponent})
