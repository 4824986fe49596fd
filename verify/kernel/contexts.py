"""What is known at one place of a proof, at which time it is known, and whether a formula follows from it at once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from verify.kernel.atoms import Atom
from verify.kernel.definitions import definitions
from verify.kernel.derivatives import vector_space
from verify.kernel.elaboration import Scope, instance_of
from verify.kernel.facts import Part, membership, parts
from verify.kernel.knowledge import Knowledge
from verify.kernel.levels import level
from verify.kernel.normal import Normaliser
from verify.kernel.polynomials import Work, add, proportional
from verify.kernel.terms import (
    BINDERS,
    CONSTANT,
    MEASURABLE,
    MOVING,
    Letter,
    Rejected,
    Sort,
    Term,
    contains,
    fresh,
    make,
    opened,
    range_sort,
    substituted,
)

TIMELESS, EVERY, ALMOST, START = "timeless", "every", "ae", "start"
MOMENTS = (TIMELESS, EVERY, ALMOST, START)
_COUNTABLE = ("index", "size")
FALSE = make("<=", make("num", Fraction(1)), make("num", Fraction(0)))


class Context:
    """Facts, the moment at which they hold, and the names a proof may use."""

    def __init__(self, scope: Scope, facts: Sequence[Term], moment: str, work: Work) -> None:
        self.scope, self.facts, self.moment, self.work = scope, tuple(facts), moment, work
        self._normalisers: dict[object, Normaliser] = {}
        self._parts: list[Part] | None = None
        self._differences: dict[str, list[dict[Any, Any]]] | None = None
        self._depth = 0

    def having(self, facts: Iterable[Term]) -> Context:
        """This context with more facts."""
        new = [fact for fact in facts if fact not in self.facts]
        return Context(self.scope, (*self.facts, *new), self.moment, self.work) if new else self

    def naming(self, scope: Scope) -> Context:
        """This context with more names."""
        context = Context(scope, self.facts, self.moment, self.work)
        context._normalisers, context._parts = self._normalisers, self._parts
        return context

    def at(self, moment: str) -> Context:
        """What is known at another moment: closed facts stay, those that speak of time are opened."""
        closed = [fact for fact in self.facts if level(fact) == CONSTANT]
        opened_ = [] if moment == TIMELESS else [part for fact in closed for part in _opened(fact, moment)]
        return Context(self.scope, (*closed, *opened_), moment, self.work)

    def normaliser(self, named: Sequence[Term] = (), norms: Sequence[Term] = ()) -> Normaliser:
        """Arithmetic with what is known here."""
        key = (tuple(named), tuple(norms))
        found = self._normalisers.get(key)
        if found is None:
            closed = [fact for fact in self.facts if level(fact) == CONSTANT]
            knowledge = Knowledge(self.facts, closed, named, self.known)
            found = Normaliser(knowledge, self.scope.groups, self.moment == START, norms, self.work)
            self._normalisers[key] = found
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
            if _is_index(goal.args[0]):
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
        try:
            if vector_space(a) is not None:
                difference = normaliser.vector_sum(normaliser.vector(a), normaliser.vector(b), -1)
                if goal.op != "==":
                    return goal.op == "!=" and self._said(goal.op, difference)
                return all(normaliser.is_zero(p) for p in difference.values()) or self._said(goal.op, difference)
            p = add(normaliser.scalar(b), normaliser.scalar(a), -1)
        except Rejected as error:
            if str(error).startswith("work"):
                raise
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
        """Whether a number is visibly not negative as it is written: squares, lengths, and sums and products of such."""
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
        """Whether a fact says of a multiple of `difference` that it is zero (==), or of a vector that it is not (!=)."""
        if self._differences is None:
            self._differences = {"==": [], "!=": []}
            normaliser = self.normaliser()
            for fact in self.facts:
                for part in parts(fact):
                    formula = part.formula
                    if formula.op not in self._differences or part.variables or part.conditions:
                        continue
                    a, b = formula.args
                    if _is_index(a):
                        continue
                    try:
                        if vector_space(a) is not None:
                            value = normaliser.vector_sum(normaliser.vector(a), normaliser.vector(b), -1)
                            self._differences[formula.op].append(_flat(value))
                        else:
                            self._differences[formula.op].append(add(normaliser.scalar(a), normaliser.scalar(b), -1))
                    except Rejected as error:
                        if str(error).startswith("work"):
                            raise
        if difference and isinstance(next(iter(difference)), Atom):
            difference = _flat(difference)
        return any(proportional(difference, known) is not None for known in self._differences[op])

    def _instance(self, goal: Term) -> bool:
        if self._parts is None:
            self._parts = [part for fact in self.facts for part in parts(fact)]
        for part in self._parts:
            if part.formula.op != goal.op or not (part.variables or part.conditions):
                if part.formula is goal and all(self.known(c) for c in part.conditions):
                    return True
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
            if level(value) != CONSTANT and any(_under_time(term, x) for term in (part.formula, *part.conditions)):
                return False
        return True

    def _converted(self, goal: Term) -> bool:
        if goal.op in ("<", "<=", "==", "!="):
            return False
        if self._parts is None:
            self._parts = [part for fact in self.facts for part in parts(fact)]
        ground = [part.formula for part in self._parts if not part.variables and not part.conditions]
        return any(fact.op == goal.op and same(fact, goal, self) for fact in (*self.facts, *ground))


def _opened(fact: Term, moment: str) -> Iterable[Term]:
    """What a closed fact says of a moment."""
    if (
        fact.op == "always"
        or (fact.op == "almost_always" and moment == ALMOST)
        or (fact.op == "at_start" and moment == START)
    ):
        yield fact.args[0]
    elif fact.op == "and":
        for part in fact.args:
            yield from _opened(part, moment)
    elif fact.op == "forall":
        sort = range_sort(fact.args[0])
        x = Letter("?", sort)
        for inner in _opened(opened(fact, x), moment):
            if sort[0] in _COUNTABLE or not contains(opened(fact, x), frozenset(("almost_always", "timed"))):
                from verify.kernel.terms import abstract

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


def _is_index(term: Term) -> bool:
    return isinstance(term, Letter) and term.sort[0] == "index"


def stands(sort: Sort, value: Term) -> bool:
    """Whether `value` may stand for a letter of `sort` that a fact quantifies over."""
    if value.loose:
        return False
    if sort[0] == "index":
        return isinstance(value, Letter) and value.sort[:2] == sort[:2] and sort[2] in ("", value.sort[2])
    if sort[0] == "vector":
        return bool(vector_space(value) == sort[1])
    if sort[0] == "size":
        return _is_size(value)
    if sort[0] == "number":
        return is_number(value)
    return isinstance(value, Letter) and value.sort == sort


def _is_size(value: Term) -> bool:
    if value.op == "num":
        return bool(value.args[0].denominator == 1 and value.args[0] >= 0)
    if value.op in ("add", "mul"):
        return all(_is_size(part) for part in value.args)
    return isinstance(value, Letter) and value.sort[0] == "size"


_NUMBERS = frozenset(
    [
        "num",
        "add",
        "sub",
        "neg",
        "mul",
        "div",
        "pow",
        "dot",
        "norm",
        "exp",
        "log",
        "sqrt",
        "abs",
        "tanh",
        "sin",
        "cos",
        "rate",
        "start",
        "sum",
        "max",
        "min",
        "diam",
        "prod",
        "max2",
        "min2",
        "sizepow",
        "binomial",
        "dim",
        "time",
        "pi",
        "probability",
    ]
)


def is_number(value: Term) -> bool:
    """Whether a closed term is a number."""
    if isinstance(value, Letter):
        return value.sort[0] in ("number", "size")
    if value.op == "ap":
        head, depth = value, 0
        while head.op == "ap":
            head, depth = head.args[0], depth + 1
        if not isinstance(head, Letter):
            return False
        sort = head.sort
        for _ in range(depth):
            sort = sort[2]
        return bool(sort[0] in ("number", "size"))
    return value.op in _NUMBERS and vector_space(value) is None


def match_terms(
    pattern: Term, target: Term, variables: frozenset[Letter], found: dict[Letter, Term]
) -> dict[Letter, Term] | None:
    """The assignment of `variables` that makes `pattern` the term `target`, letter by letter; None if there is none."""
    if pattern in variables:
        assert isinstance(pattern, Letter)
        if target.loose or found.get(pattern, target) is not target:
            return None
        return {**found, pattern: target}
    if pattern is target:
        return found
    if pattern.op != target.op or len(pattern.args) != len(target.args) or isinstance(pattern, Letter):
        return None
    result = found
    for p, t in zip(pattern.args, target.args, strict=True):
        if isinstance(p, Term) and isinstance(t, Term):
            inside = match_terms(p, t, variables, result)
            if inside is None:
                return None
            result = inside
        elif p != t:
            return None
    return result


def _under_time(term: Term, letter: Letter) -> bool:
    """Whether `letter` stands under a rate or an operator of time."""
    if letter not in term.letters:
        return False
    if term.op in (
        "rate",
        "always",
        "almost_always",
        "at_start",
        "start",
        "timed",
        "def",
        "probability",
        "almost_surely",
    ):
        return True
    return any(_under_time(part, letter) for part in term.args if isinstance(part, Term))


def same(a: Term, b: Term, context: Context) -> bool:
    """Whether two formulas or terms are one by the normal form: sides of relations, arguments of predicates, bodies."""
    return _same(a, b, context.normaliser(), context)


def _same(a: Term, b: Term, normaliser: Normaliser, context: Context) -> bool:
    if a is b:
        return True
    if a.loose or b.loose:
        raise Rejected("a bound letter outside its binder")
    if a.op == b.op and a.op in ("<", "<=", "==", "!="):
        return _same_relation(a, b, normaliser)
    number, other = is_number(a), is_number(b)
    space = None if number else vector_space(a)
    if number and other:
        return _zero(normaliser, a, b)
    if space is not None and vector_space(b) == space:
        return _zero_vector(normaliser, a, b)
    if a.op != b.op or len(a.args) != len(b.args) or isinstance(a, Letter):
        return _same_eta(a, b, normaliser, context)
    if a.op in BINDERS:
        if not _same(a.args[0], b.args[0], normaliser, context):
            return False
        x = fresh("x", range_sort(a.args[0]))
        inner = normaliser if x.sort[0] in ("index", "size") else normaliser.timeless()
        return _same(opened(a, x), opened(b, x), inner, context)
    inside = (
        normaliser
        if a.op in ("and", "or", "not", "implies", "over", "before", "upto", "span")
        else normaliser.timeless()
    )
    for p, q in zip(a.args, b.args, strict=True):
        if isinstance(p, Term) and isinstance(q, Term):
            if not _same(p, q, inside, context):
                return False
        elif p != q:
            return False
    return True


def _same_eta(a: Term, b: Term, normaliser: Normaliser, context: Context) -> bool:
    """A function and another way of writing it: compared at a new letter."""
    from verify.kernel.terms import apply

    for f, g in ((a, b), (b, a)):
        if f.op == "fn" and (isinstance(g, Letter) or g.op in ("ap", "cases")):
            x = fresh("x", range_sort(f.args[0]))
            return _same(opened(f, x), apply(g, x), normaliser, context)
    return False


def _same_relation(a: Term, b: Term, normaliser: Normaliser) -> bool:
    if _is_index(a.args[0]) or _is_index(b.args[0]):
        return a.args == b.args
    space = vector_space(a.args[0])
    if space != vector_space(b.args[0]):
        return False
    try:
        if space is not None:
            left = normaliser.vector_sum(normaliser.vector(a.args[0]), normaliser.vector(a.args[1]), -1)
            right = normaliser.vector_sum(normaliser.vector(b.args[0]), normaliser.vector(b.args[1]), -1)
            return all(normaliser.is_zero(p) for p in normaliser.vector_sum(left, right, -1).values())
        first = add(normaliser.scalar(a.args[1]), normaliser.scalar(a.args[0]), -1)
        second = add(normaliser.scalar(b.args[1]), normaliser.scalar(b.args[0]), -1)
        return normaliser.is_zero(add(first, second, -1))
    except Rejected as error:
        if str(error).startswith("work"):
            raise
        return False


def _zero(normaliser: Normaliser, a: Term, b: Term) -> bool:
    try:
        return normaliser.is_zero(add(normaliser.scalar(a), normaliser.scalar(b), -1))
    except Rejected as error:
        if str(error).startswith("work"):
            raise
        return False


def _zero_vector(normaliser: Normaliser, a: Term, b: Term) -> bool:
    try:
        difference = normaliser.vector_sum(normaliser.vector(a), normaliser.vector(b), -1)
        return all(normaliser.is_zero(p) for p in difference.values())
    except Rejected as error:
        if str(error).startswith("work"):
            raise
        return False


def absolutely_continuous(term: Term, context: Context) -> bool:
    """Whether a term is locally absolutely continuous in time: built from moving letters, dividing only by what never vanishes.

    Divisors and arguments of log and sqrt are judged by what holds at every time.
    """
    return _continuous(term, context.at(EVERY))


def _continuous(term: Term, context: Context) -> bool:
    op, args = term.op, term.args
    if level(term) == CONSTANT:
        return True
    if isinstance(term, Letter):
        return term.level == MOVING
    if op == "ap":
        head = term
        while head.op == "ap":
            if level(head.args[1]) != CONSTANT:
                return False
            head = head.args[0]
        return isinstance(head, Letter) and head.level == MOVING
    if op == "time":
        return True
    if op in ("add", "sub", "neg", "mul", "dot", "norm", "exp", "abs", "max2", "min2", "tanh", "sin", "cos"):
        return all(_continuous(part, context) for part in args)
    if op == "pow":
        return _continuous(args[0], context)
    if op == "div":
        return all(_continuous(part, context) for part in args) and context.known(
            make("!=", args[1], make("num", Fraction(0)))
        )
    if op in ("log", "sqrt"):
        return _continuous(args[0], context) and context.known(make("<", make("num", Fraction(0)), args[0]))
    if op == "lin":
        return level(args[0]) == CONSTANT and _continuous(args[1], context)
    if op in ("sum", "max", "min", "diam", "fn"):
        x = fresh("x", range_sort(args[0]))
        inside = context.having(membership(x, args[0])) if op != "fn" else context
        return x.sort[0] == "index" and _continuous(opened(term, x), inside)
    if op == "cases":
        return all(_continuous(part, context) for part in args[1:])
    return False


def speaks_of_rates(term: Term) -> bool:
    """Whether a rate of this moment occurs: outside every operator that closes time."""
    if term.op == "rate":
        return True
    if term.op in ("always", "almost_always", "at_start", "start", "timed"):
        return False
    return any(speaks_of_rates(part) for part in term.args if isinstance(part, Term))


def admissible(term: Term, moment: str) -> None:
    """Insist that a formula may be stated at a moment."""
    lev = level(term)
    if moment == TIMELESS and lev != CONSTANT:
        raise Rejected("speaks of a moment, but no moment was entered")
    if lev > MEASURABLE:
        raise Rejected("speaks of something random outside probability")
    if moment in (EVERY, START) and speaks_of_rates(term):
        raise Rejected("speaks of rates, which exist at almost every time only")
