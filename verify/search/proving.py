"""The search for a proof tree of a lemma: by the shape of the goal, with known inequalities added, then by cases."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.derivatives import vector_space
from attnverify.verify.kernel.facts import membership
from attnverify.verify.kernel.rules import Rule
from attnverify.verify.kernel.term_matching import is_number
from attnverify.verify.kernel.terms import (
    SIZE,
    Rejected,
    Term,
    binder,
    conjuncts,
    fresh,
    make,
    number,
    opened,
    over,
    range_sort,
    substituted,
)
from attnverify.verify.search.averaging import by_average
from attnverify.verify.search.build import KNOWN, both, cases, have, intro, leaf, rule
from attnverify.verify.search.citing import Citing
from attnverify.verify.search.combining import combine
from attnverify.verify.search.enriching import KINDS, Steps, enriched, widened
from attnverify.verify.search.existing import by_witness, obtained, with_letters
from attnverify.verify.search.functions import by_functions
from attnverify.verify.search.logic import by_alternatives, by_given_alternatives, negations
from attnverify.verify.search.parts_of import alternatives, attained, factors, without
from attnverify.verify.search.restating import (
    by_boxes,
    by_content,
    by_contradiction,
    by_curved_boxes,
    by_definitions,
    by_generalising,
    by_isolating,
    by_multiplier,
    by_nonzero,
    by_pieces,
    by_positive_sums,
    by_radicands,
    by_signs,
    by_square,
    by_unequal,
    by_weights,
    lengths,
)
from attnverify.verify.search.slopes import by_slope
from attnverify.verify.search.terms_of import Names
from attnverify.verify.search.termwise import by_terms
from attnverify.verify.search.trimming import accepts, trimmed

_MOST_CASES = 3


class Prover:
    """Looks for proofs until a deadline in processor time; `resisted` are the goals that no method decided.

    fault : an error of a method, where there was one: it has found nothing then. lemmas : what may be cited, by id.
    """

    def __init__(self, deadline: float, hints: Sequence[str] = (), lemmas: Mapping[str, Rule] | None = None) -> None:
        self.deadline, self.hints, self.lemmas = deadline, tuple(hints), lemmas or {}
        self.resisted: list[str] = []
        self.fault = ""
        self.slopes = 0
        self._found: dict[tuple[Term, tuple[Term, ...]], Steps] = {}

    def late(self) -> bool:
        """Whether the time is over."""
        return time.process_time() > self.deadline

    def prove(self, goal: Term, context: Context, depth: int = 0) -> Any:
        """A proof tree of `goal`, or None."""
        if self.late() or depth > 12:
            return None
        try:
            if context.known(goal):
                return KNOWN
            letters, inner = obtained(context)
            steps = [*negations(inner), *lengths(inner), *self._cited(goal, inner, depth)]
            found = self._by_shape(goal, widened(inner, steps), depth)
            found = found if found is None else with_letters(letters, have(steps, found))
        except (Rejected, RecursionError):
            return None
        except Exception as error:  # the search is not trusted: a method that breaks has found nothing
            self.fault = f"{type(error).__name__}: {error}"
            return None
        if found is None and goal.op in ("<", "<=", "==", "!=", "or", "exists"):
            self.resisted.append(Names(context).text(goal))
        return found

    def _cited(self, goal: Term, context: Context, depth: int) -> Steps:
        """What the lemmas say of a goal that is opened, and not of their own premises."""
        if self._citing or not self.lemmas or goal.op in ("forall", "implies", "not", "and"):
            return []
        self._citing = True
        try:
            return list(Citing(self.lemmas, context).steps(goal, lambda asked: self.prove(asked, context, depth + 1)))
        finally:
            self._citing = False

    # by the shape of the goal
    def _by_shape(self, goal: Term, context: Context, depth: int) -> Any:
        names = Names(context)
        if goal.op == "forall":
            sort = range_sort(goal.args[0])
            letter, inner = names.new(sort)
            inner = inner.having(membership(letter, goal.args[0]))
            found = self.prove(opened(goal, letter), inner, depth + 1)
            if found is None and sort == SIZE:
                return self._induction(goal, context, depth)
            return None if found is None else intro([letter.name], found)
        if goal.op in ("implies", "not"):
            rest = goal.args[1] if goal.op == "implies" else make("<=", number(1), number(0))
            found = self.prove(rest, context.having(conjuncts(goal.args[0])), depth + 1)
            return None if found is None else intro([""], found)
        if goal.op == "and":
            proofs = [self.prove(part, context, depth + 1) for part in conjuncts(goal)]
            return None if any(p is None for p in proofs) else both(*proofs)
        if goal.op == "or":
            return by_alternatives(self, goal, context, depth)
        if goal.op == "exists":
            return by_witness(self, goal, context, depth)
        if goal.op not in ("<", "<=", "==", "!="):
            return None
        if not is_number(goal.args[0]):
            return self._vectors(goal, context, depth)
        return self._relation(goal, context, depth)

    def _induction(self, goal: Term, context: Context, depth: int) -> Any:
        names = Names(context)
        base = self.prove(opened(goal, number(0)), context, depth + 1)
        if base is None:
            return None
        n, inner = names.new(SIZE)
        inner = inner.having([opened(goal, n)])
        step = self.prove(opened(goal, make("add", n, number(1))), inner, depth + 1)
        if step is None:
            return None
        P = names.text(make("fn", *goal.args))
        return rule("induction", base, step, P=P, new={"n": n.name})

    def _by_induction(self, goal: Term, context: Context, depth: int) -> Any:
        """The goal for every size in the place of one of its letters, with what is given of that."""
        if self._inducting:
            return None
        self._inducting = True
        try:
            for n in sorted((x for x in goal.letters if x.sort == SIZE), key=lambda x: x.serial)[:2]:
                m = fresh("m", SIZE)
                claim = substituted(goal, {n: m})
                for fact in reversed(context.facts):
                    if n in fact.letters:
                        claim = make("implies", substituted(fact, {n: m}), claim)
                general = binder("forall", over(SIZE), m, claim)
                found = self._induction(general, context, depth)
                if found is not None:
                    return have([(Names(context).text(general), found)], KNOWN)
            return None
        finally:
            self._inducting = False

    def _vectors(self, goal: Term, context: Context, depth: int) -> Any:
        if goal.op != "==" or vector_space(goal.args[0]) is None:
            return None
        leaf = {"leaf": "arithmetic", "terms": [], "use": [], "norms": [], "times": []}
        if accepts(leaf, goal, context):
            return leaf
        text = Names(context).text
        apart = make("sub", *goal.args)
        found = self.prove(make("<=", make("dot", apart, apart), number(0)), context, depth + 1)
        return None if found is None else rule("equal vectors", found, u=text(goal.args[0]), w=text(goal.args[1]))

    # relations of numbers
    def _relation(self, goal: Term, context: Context, depth: int) -> Any:
        found = combine(goal, context, self.deadline, squares=False, degree=2)
        if found is not None:
            return found
        if goal.op == "!=":
            return self._apart(goal, context, depth)
        for method in self._METHODS:
            found = method(self, goal, context, depth)
            if found is not None or self.late():
                return found
        return self._antisymmetric(goal, context, depth) if goal.op == "==" else None

    def _apart(self, goal: Term, context: Context, depth: int) -> Any:
        for sides in (goal.args, tuple(reversed(goal.args))):
            less = make("<", *sides)
            found = self.prove(less, context, depth + 1)
            if found is not None:
                return have([(Names(context).text(less), found)], KNOWN)
        return self._cases(goal, context, depth)

    def _antisymmetric(self, goal: Term, context: Context, depth: int) -> Any:
        a, b = goal.args
        first = self.prove(make("<=", a, b), context, depth + 1)
        second = self.prove(make("<=", b, a), context, depth + 1) if first is not None else None
        text = Names(context).text
        return None if second is None else rule("antisymmetry", first, second, a=text(a), b=text(b))

    def _extrema(self, goal: Term, context: Context, depth: int) -> Any:
        """Greatest values on the smaller side, and least ones on the greater side, are attained at some token."""
        if goal.op == "==":
            return None
        wanted = [t for t in attained(goal) if not any(f.op == "==" and f.args[0] is t for f in context.facts)]
        if not wanted:
            return None
        wraps, inner = [], context
        for term in wanted:
            names = Names(inner)
            x, wider = names.new(range_sort(term.args[0]))
            at, y = opened(term, x), fresh("y", x.sort)
            order = make("<=", opened(term, y), at) if term.op == "max" else make("<=", at, opened(term, y))
            name = "attained greatest" if term.op == "max" else "attained least"
            name += "" if x.sort[1] == "token" else ", heads"
            wraps.append((name, names.text(make("fn", *term.args)), names.text(goal), x.name))
            inner = wider.having([make("==", term, at), binder("forall", term.args[0], y, order)])
        found = self.prove(goal, inner, depth + 1)
        if found is None:
            return None
        for name, family, claim, new in reversed(wraps):
            found = rule(name, found, e=family, C=claim, new={"x": new})
        return found

    def _factored(self, goal: Term, context: Context, depth: int) -> Any:
        """A factor that both sides share is not negative, and what is left is ordered."""
        left, right = (factors(side) for side in goal.args)
        shared = [f for f in left if f in right]
        if goal.op == "==" or not shared or depth > 6:
            return None
        factor = shared[0]
        rest = [without(side, factor) for side in goal.args]
        sign = self.prove(make(goal.op, number(0), factor), context, depth + 1)
        order = self.prove(make(goal.op, *rest), context, depth + 1) if sign is not None else None
        if order is None:
            return None
        text = Names(context).text
        facts = [(text(make(goal.op, number(0), factor)), sign), (text(make(goal.op, *rest)), order)]
        return have(facts, leaf(f"1: {facts[0][0]}; {facts[1][0]}"))

    def small(self) -> Any:
        """A prover of side conditions, quick and without cases."""

        def proved(goal: Term, context: Context, squares: bool = False) -> Any:
            try:
                return (
                    KNOWN if context.known(goal) else combine(goal, context, self.deadline, squares=squares, degree=2)
                )
            except Rejected:
                return None

        return proved

    def after(self, steps: Steps, goal: Term, context: Context, depth: int, squares: bool = True) -> Any:
        """`goal` by a combination, once `steps` are stated."""
        wide = widened(context, steps)
        found = combine(goal, wide, self.deadline, squares=False)
        if found is None and squares and not self.late():
            found = combine(goal, wide, self.deadline, degree=0)
        return None if found is None else trimmed(steps, found, goal, context)

    def _facts(self, goal: Term, context: Context) -> Steps:
        """Known inequalities about what occurs in the goal."""
        key = goal, context.facts
        if key not in self._found:
            self._found[key] = enriched(goal, context, KINDS, self.small())
        return self._found[key]

    def _with_facts(self, goal: Term, context: Context, depth: int) -> Any:
        """The goal from what is known, and known inequalities about what occurs in it."""
        return self.after(self._facts(goal, context), goal, context, depth, squares=False)

    def _with_squares(self, goal: Term, context: Context, depth: int) -> Any:
        """The same with squares."""
        steps = self._facts(goal, context)
        if not steps or goal.op == "==":
            return None
        found = combine(goal, widened(context, steps), self.deadline, degree=0)
        return None if found is None else trimmed(steps, found, goal, context)

    def _halves(self, goal: Term, context: Context, depth: int) -> Any:
        """Squares of monomials, before anything is added to what is known."""
        if goal.op == "==":
            return None
        return combine(goal, context, self.deadline, halves=True, degree=1)

    def _squares(self, goal: Term, context: Context, depth: int) -> Any:
        if goal.op == "==":
            return None
        hints = [t for text in self.hints if (t := Names(context).read(text)) is not None]
        return combine(goal, context, self.deadline, hints)

    def _cases(self, goal: Term, context: Context, depth: int) -> Any:
        level = self._level
        if level >= _MOST_CASES or goal.op == "==":
            return None
        self._level = level + 1
        try:
            for value in alternatives(goal, context):
                if self.late():
                    return None
                here = make("<=", number(0), value)
                below = make("<", value, number(0))
                if context.known(here) or context.known(below):
                    continue
                first = self.prove(goal, context.having([here]), depth + 1)
                if first is None:
                    continue
                second = self.prove(goal, context.having([below]), depth + 1)
                if second is not None:
                    return cases(Names(context).text(value), first, second)
            return None
        finally:
            self._level = level

    _level = 0
    _inducting = False
    _citing = False
    _METHODS: ClassVar[tuple[Callable[[Prover, Term, Context, int], Any], ...]] = (
        _extrema,
        _factored,
        by_radicands,
        by_content,
        by_weights,
        by_definitions,
        _with_facts,
        by_average,
        by_given_alternatives,
        by_functions,
        _halves,
        _with_squares,
        by_nonzero,
        by_square,
        by_isolating,
        by_generalising,
        by_terms,
        by_signs,
        by_pieces,
        by_positive_sums,
        by_curved_boxes,
        by_slope,
        by_contradiction,
        _squares,
        by_multiplier,
        by_boxes,
        _by_induction,
        by_unequal,
        _cases,
    )


__all__ = ["Prover"]
