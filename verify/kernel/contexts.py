"""What is known at one place of a proof, at which time it is known, and whether a formula follows from it at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any, ClassVar

from .atoms import Atom
from .conversion import same
from .definitions import definitions
from .derivatives import vector_space
from .facts import Part, taken_apart
from .knowledge import Knowledge, signed
from .moments import OPERATIONS, level, under_time
from .normal import Normaliser
from .polynomials import Work, add, proportional
from .scopes import Scope
from .spaces import instance_of
from .term_matching import is_index, match_terms, stands
from .terms import (
    CONSTANT,
    Letter,
    Term,
    abstract,
    contains,
    fresh,
    make,
    opened,
    range_sort,
    substituted,
    unless_rejected,
)

TIMELESS, EVERY, ALMOST, START = "timeless", "every", "ae", "start"
MOMENTS = (TIMELESS, EVERY, ALMOST, START)
_COUNTABLE = ("index", "size")
FALSE = make("<=", make("num", Fraction(1)), make("num", Fraction(0)))


class Context:
    """Facts, the moment at which they hold, and the names a proof may use."""

    arithmetic: ClassVar[type[Normaliser]] = Normaliser

    def __init__(self, scope: Scope, facts: Sequence[Term], moment: str, work: Work) -> None:
        self.scope, self.facts, self.moment, self.work = scope, tuple(facts), moment, work
        self._normalisers: dict[object, Normaliser] = {}
        self._parts: list[Part] | None = None
        self._differences: dict[str, list[dict[Any, Any]]] | None = None
        self._depth = 0

    def having(self, facts: Iterable[Term]) -> Context:
        """This context with more facts."""
        new = [fact for fact in facts if fact not in self.facts]
        return type(self)(self.scope, (*self.facts, *new), self.moment, self.work) if new else self

    def naming(self, scope: Scope) -> Context:
        """This context with more names."""
        context = type(self)(scope, self.facts, self.moment, self.work)
        context._normalisers, context._parts = self._normalisers, self._parts
        return context

    def at(self, moment: str) -> Context:
        """What is known at another moment: closed facts stay, those that speak of time are opened."""
        closed = [fact for fact in self.facts if level(fact) == CONSTANT]
        opened_ = [] if moment == TIMELESS else [part for fact in closed for part in _opened(fact, moment)]
        return type(self)(self.scope, (*closed, *opened_), moment, self.work)

    def normaliser(self, named: Sequence[Term] = (), norms: Sequence[Term] = ()) -> Normaliser:
        """Arithmetic with what is known here."""
        key = (tuple(named), tuple(norms))
        found = self._normalisers.get(key)
        if found is None:
            kept = self.work.kept("normalisers")  # of all contexts of the walk that say the same of signs
            closed = tuple(fact for fact in self.facts if level(fact) == CONSTANT)
            signs = signed(self.facts, self.work), signed(closed, self.work)
            equations = taken_apart(named, self.work.kept("apart"))
            asks = any(part.conditions for part in (*signs[0], *equations))  # then all facts count
            says = self.facts if asks else signs
            place = (self.arithmetic, says, self.scope.groups, self.moment == START, *key)
            if place not in kept:
                base = self.normaliser().knowledge if named or norms else None
                knowledge = Knowledge(self.facts, closed, named, self.known, base)
                kept[place] = self.arithmetic(knowledge, self.scope.groups, self.work, self.moment == START, norms)
            found = self._normalisers[key] = kept[place]
        return found

    # what follows at once
    def known(self, goal: Term) -> bool:
        """Whether `goal` is a fact, an instance of one, or a sign that arithmetic sees. Never searches further."""
        if goal in self.facts:
            return True
        if self._depth > 5:
            return False
        self._depth += 1
        try:
            return self._known(goal)
        finally:
            self._depth -= 1

    def _known(self, goal: Term) -> bool:
        if goal.op == "and":
            return all(self.known(part) for part in goal.args)
        if goal.op == "not" and goal.args[0].op == "==" and self.known(make("!=", *goal.args[0].args)):
            return True
        if goal.op == "or" and any(self.known(part) for part in goal.args):
            return True
        if goal.op in ("<", "<=", "==", "!="):
            if is_index(goal.args[0]):
                if self._index_relation(goal):
                    return True
            elif self._relation(goal):
                return True
        return self._instance(goal) or self._converted(goal)

    def _index_relation(self, goal: Term) -> bool:
        a, b = goal.args
        if goal.op in ("<=", "=="):
            return a is b or (goal.op == "<=" and self.known(make("<", a, b)))
        return goal.op == "!=" and (self.known(make("<", a, b)) or self.known(make("<", b, a)))

    def _relation(self, goal: Term) -> bool:
        normaliser = self.normaliser()
        a, b = goal.args
        p = None
        with unless_rejected():
            if vector_space(a) is not None:
                difference = normaliser.vector_sum(normaliser.vector(a), normaliser.vector(b), -1)
                if goal.op != "==":
                    return goal.op == "!=" and self._said(goal.op, difference)
                return all(normaliser.is_zero(p) for p in difference.values()) or self._said(goal.op, difference)
            p = add(normaliser.scalar(b), normaliser.scalar(a), -1)
        if p is None:
            return False
        if goal.op == "==":
            return normaliser.is_zero(p) or self._said(goal.op, p)
        sign = normaliser.knowledge.sign(p)
        if goal.op == "<":
            return sign == ">"
        if goal.op == "!=":
            return sign in (">", "<", "!=")
        return sign in (">", ">=") or normaliser.is_zero(p) or (_is_zero(a) and self._nonnegative(b, normaliser))

    def _nonnegative(self, term: Term, normaliser: Normaliser) -> bool:
        """Whether a number is visibly not negative as it is written: squares, lengths, sums and products of such."""
        op, args = term.op, term.args
        if op == "dot" or op == "mul":
            if args[0] is args[1]:
                return True
            return op == "mul" and all(self._nonnegative(part, normaliser) for part in args)
        if op == "pow":
            return args[1] % 2 == 0 or self._nonnegative(args[0], normaliser)
        if op == "add":
            return all(self._nonnegative(part, normaliser) for part in args)
        if op == "sum" and args[0].op != "span":
            return self._nonnegative(opened(term, fresh("x", range_sort(args[0]))), normaliser)
        return normaliser.knowledge.sign(normaliser.scalar(term)) in (">", ">=")

    def _said(self, op: str, difference: dict[Any, Any]) -> bool:
        """Whether a fact says of a multiple of `difference` that it is zero (==), or of a vector that it is not."""
        differences = self._differences
        normaliser = self.normaliser()
        if differences is None:
            differences = {"==": [], "!=": []}
            for part in self._apart():
                formula = part.formula
                if formula.op not in differences or part.variables or part.conditions:
                    continue
                a, b = formula.args
                if is_index(a):
                    continue
                with unless_rejected():
                    if vector_space(a) is not None:
                        value = normaliser.vector_sum(normaliser.vector(a), normaliser.vector(b), -1)
                        differences[formula.op].append(_flat(value))
                    else:
                        differences[formula.op].append(add(normaliser.scalar(a), normaliser.scalar(b), -1))
            if not normaliser.knowledge.learning:
                self._differences = differences
        if difference and isinstance(next(iter(difference)), Atom):
            difference = _flat(difference)
        return any(proportional(difference, known) is not None for known in differences[op])

    def _apart(self) -> list[Part]:
        if self._parts is None:  # with other letters than those of signs, which may stand in a goal
            self._parts = taken_apart(self.facts, self.work.kept("parts"))
        return self._parts

    def _instance(self, goal: Term) -> bool:
        for part in self._apart():
            if part.formula.op != goal.op or not (part.variables or part.conditions):
                continue
            found: dict[Letter, Term] | None
            found = match_terms(part.formula, goal, frozenset(part.variables), {})
            if found is None or not self._fit(part, found):
                continue
            if all(self.known(substituted(c, found)) for c in part.conditions):
                return True
        return False

    def _fit(self, part: Part, found: Mapping[Letter, Term]) -> bool:
        """Whether every letter of a fact stands for something of its sort that may stand there."""
        for x in part.variables:
            value = found.get(x)
            if value is None or not stands(x.sort, value):
                return False
            if level(value) != CONSTANT and any(under_time(term, x) for term in (part.formula, *part.conditions)):
                return False
        return True

    def _converted(self, goal: Term) -> bool:
        if goal.op in ("<", "<=", "==", "!="):
            return False
        ground = [part.formula for part in self._apart() if not part.variables and not part.conditions]
        return any(fact.op == goal.op and same(fact, goal, self.normaliser()) for fact in (*self.facts, *ground))


def _opened(fact: Term, moment: str) -> Iterable[Term]:
    """What a closed fact says of a moment."""
    if OPERATIONS[fact.op].moment in (EVERY, moment) and OPERATIONS[fact.op].moment:
        yield fact.args[0]
    elif fact.op == "and":
        for part in fact.args:
            yield from _opened(part, moment)
    elif fact.op == "forall":
        sort = range_sort(fact.args[0])
        x = Letter("?", sort)
        for inner in _opened(opened(fact, x), moment):
            if sort[0] in _COUNTABLE or not contains(opened(fact, x), frozenset(("almost_always", "timed"))):
                yield make("forall", fact.args[0], abstract(inner, x))
    elif fact.op == "implies":
        for inner in _opened(fact.args[1], moment):
            yield make("implies", fact.args[0], inner)
    elif fact.op == "timed":
        yield from _opened(instance_of(definitions()[fact.args[0]], fact.args[1:]), moment)


def _is_zero(term: Term) -> bool:
    return term.op == "num" and term.args[0] == 0


def _flat(value: Mapping[Atom, Any]) -> dict[Any, Any]:
    """A vector as one table: its coefficients with the atomic vector in front of every monomial."""
    return {(atom, *m): c for atom, p in value.items() for m, c in p.items()}
