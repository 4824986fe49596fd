"""The one search for proofs: by the shape of the goal, by rules and lemmas, with inequalities added, then by cases."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from itertools import product
from typing import Any, ClassVar

from ..kernel.contexts import FALSE, TIMELESS, Context
from ..kernel.definitions import definitions
from ..kernel.derivatives import vector_space
from ..kernel.facts import membership
from ..kernel.moments import OPERATIONS
from ..kernel.spaces import instance_of
from ..kernel.term_matching import is_number
from ..kernel.terms import (
    NUMBER,
    SIZE,
    TOKEN,
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
from . import restating
from .build import KNOWN, both, cases, enter, groups, have, intro, leaf, ranged, rule, unfold
from .citing import Citing
from .combining import FIELDS, combine, combine_named, equations, hint, rewritings
from .effort import Effort, TimeOut
from .enriching import Steps, enriched, widened
from .functions import by_average, by_functions
from .logic import by_alternatives, by_given_alternatives, by_witness, negations, obtained, with_letters
from .nearest import by_nearest
from .slopes import by_slope
from .terms_of import Names, alternatives, attained, factors, without
from .termwise import by_terms

RELATIONS = ("<", "<=", "==", "!=")
REFUSED = "the kernel refused what was found"
LINE = 60_000  # steps that a line of a text may take
NEAREST = 90_000  # steps for the facts that are nearest, where all else has found nothing
_MOST_CASES, _MOST_SIGNED, _MOST_TOLD = 3, 4, 3


class Prover:
    """Looks for proofs until its effort is over; `resisted` are the goals that no method decided, of `goals` in all.

    given : facts that are not told beside a goal that resisted. citing : what knows rules and lemmas. hints : numbers
    and vectors whose squares may be of use.
    fault : an error of a method, where there was one: it has found nothing then.
    """

    def __init__(self, citing: Citing, effort: Effort, hints: Sequence[str] = ()) -> None:
        self.citing, self.effort, self.hints = citing, effort, tuple(hints)
        self.resisted: list[str] = []
        self.given: tuple[Term, ...] = ()
        self.goals = 0
        self.fault = ""
        self.slopes = 0
        self._found: dict[tuple[Term, tuple[Term, ...]], Steps] = {}

    def late(self) -> bool:
        """Whether the effort is over."""
        return self.effort.over()

    def prove(self, goal: Term, context: Context, depth: int = 0) -> Any:
        """A proof tree of `goal`, or None."""
        if self.late() or depth > 12:
            return None
        try:
            if context.known(goal):
                return KNOWN
            found = None if goal.op in RELATIONS else self._ending(goal, context)
            if found is not None:
                return found
            letters, inner = obtained(context)
            steps = [*negations(inner), *restating.lengths(inner), *self._about(goal, inner, depth)]
            found = self._by_shape(goal, widened(inner, steps), depth)
            found = found if found is None else with_letters(letters, have(steps, found))
        except (Rejected, RecursionError):
            return None
        except TimeOut:
            raise
        except Exception as error:  # the search is not trusted: a method that breaks has found nothing
            self.fault = f"{type(error).__name__}: {error}"
            return None
        if found is None and goal.op in (*RELATIONS, "or", "exists") and (goal.letters or not depth):
            self.resisted.append(self._told(goal, context))
        return found

    def _told(self, goal: Term, context: Context) -> str:
        """A goal, and what was assumed on the way to it about its letters."""
        text = Names(context).text
        assumed = [f for f in context.facts if f not in self.given and not f.letters.isdisjoint(goal.letters)]
        return text(goal) + (f", where {'; '.join(map(text, assumed[-_MOST_TOLD:]))}" if assumed else "")

    def line(self, goal: Term, context: Context, asked: Mapping[str, Any] | None = None, most: int = LINE) -> Any:
        """A proof that the kernel accepts of a line of a text, within so many steps, or None.

        asked : the leaf that the text gives, without its coefficients; where it names nothing, all may be used.
        """
        self.effort, asked = Effort(most), asked or {}
        named = any(asked.get(name) for name in ("terms", *FIELDS))
        for tree in self._leaves(goal, context, asked) if goal.op in RELATIONS else ():
            if tree is not None and self.citing.accepts(tree, goal, context):
                return tree
        found = None if named else self._varied(goal, context) or self.prove(goal, context)
        if found is not None and not self.citing.accepts(found, goal, context):
            self.fault, found = REFUSED, None
        return found if found is not None or named else self.nearest(goal, context)

    def nearest(self, goal: Term, context: Context) -> Any:
        """A proof that the kernel accepts, by the facts that are nearest to each relation; in an effort of its own."""
        self.effort.renew(NEAREST)
        self._near = True
        try:
            with suppress(Rejected), self.effort.within(NEAREST, hard=True):
                found = self.prove(goal, context)
                if found is None or self.citing.accepts(found, goal, context):
                    return found
                self.fault = REFUSED
            return None
        finally:
            self._near = False

    def _leaves(self, goal: Term, context: Context, asked: Mapping[str, Any]) -> Iterator[Any]:
        """Guesses at the leaf that a text gives."""
        terms = asked.get("terms", ())
        yield combine_named(goal, context, self.effort, {**asked, "terms": list(map(hint, terms))})
        free = [k for k, term in enumerate(terms) if "eq" not in term]
        if 0 < len(free) <= 3:  # simple coefficients, where the kernel sees more than linear programming
            for weights in product(("1", "2", "1/2", "1/4"), repeat=len(free)):
                said = dict(zip(free, weights, strict=True))
                weighted = [{**term, "c": said[k]} if k in said else term for k, term in enumerate(terms)]
                yield {**asked, "terms": weighted}

    # rules and lemmas
    def _ending(self, goal: Term, context: Context) -> Any:
        """A rule or a lemma that ends in a goal as it was asked for, not in one that a method makes."""
        trees = () if self.inside or self._near else self.citing.whole(goal, context)
        return next((tree for tree in trees if self.citing.accepts(tree, goal, context)), None)

    def _about(self, goal: Term, context: Context, depth: int) -> Steps:
        """What the named lemmas say of a goal that is opened, and not of their own premises."""
        if self._citing or goal.op in ("forall", "implies", "not", "and"):
            return []
        self._citing = True
        try:
            return list(self.citing.about(goal, context, lambda asked: self.prove(asked, context, depth + 1)))
        finally:
            self._citing = False

    # by the shape of the goal
    def _by_shape(self, goal: Term, context: Context, depth: int) -> Any:
        if goal.op in ("def", "timed"):
            found = self.prove(instance_of(definitions()[goal.args[0]], goal.args[1:]), context, depth + 1)
            return None if found is None else unfold("goal", found)
        moment = OPERATIONS[goal.op].moment if goal.op in OPERATIONS and context.moment == TIMELESS else ""
        if moment:
            found = self.prove(goal.args[0], context.at(moment), depth + 1)
            return None if found is None else enter(moment, found)
        if goal.op == "forall":
            return self._general(goal, context, depth)
        if goal.op in ("implies", "not"):
            rest = goal.args[1] if goal.op == "implies" else FALSE
            found = self.prove(rest, context.having(conjuncts(goal.args[0])), depth + 1)
            return None if found is None else intro([""], found)
        if goal.op == "and":
            proofs = [self.prove(part, context, depth + 1) for part in conjuncts(goal)]
            return None if None in proofs else both(*proofs)  # what resists is named part by part
        if goal.op == "or":
            return by_alternatives(self, goal, context, depth)
        if goal.op == "exists":
            return by_witness(self, goal, context, depth)
        if goal.op not in RELATIONS:
            return None
        if not is_number(goal.args[0]):
            return self._vectors(goal, context, depth)
        return self._relation(goal, context, depth)

    def all_of(self, goals: Iterable[tuple[Term, Context]], depth: int) -> list[Any] | None:
        """Proofs of all goals, each in its context; None where one is not found."""
        proofs: list[Any] = []
        for goal, context in goals:
            found = self.prove(goal, context, depth + 1)
            if found is None:
                return None
            proofs.append(found)
        return proofs

    def _general(self, goal: Term, context: Context, depth: int) -> Any:
        """By a new letter; else for the tokens of every group, or by induction over sizes."""
        sort = range_sort(goal.args[0])
        letter, inner = Names(context).new(sort)
        inner = inner.having(membership(letter, goal.args[0]))
        found = self.prove(opened(goal, letter), inner, depth + 1)
        if found is not None:
            return intro([letter.name], found)
        if goal.args[0] is over(TOKEN) and context.scope.groups:
            scopes = [over(("index", "token", name)) for name in context.scope.groups]
            proofs = self.all_of([(make("forall", scope, goal.args[1]), context) for scope in scopes], depth)
            return None if proofs is None else groups(*proofs)
        return self._induction(goal, context, depth) if sort == SIZE else None

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
        found, text = self._ending(goal, context), Names(context).text
        if found is not None or vector_space(goal.args[0]) is None:
            return found
        if goal.op == "!=" and self._near:
            u = goal.args[0] if goal.args[1].op == "zero" else make("sub", *goal.args)
            found = self.prove(make("<", number(0), make("dot", u, u)), context, depth + 1)
            tree = found and rule("nonzero vector", found, u=text(u))
            return tree if tree and self.citing.accepts(tree, goal, context) else None  # a vector 0 reads as a number
        if goal.op != "==":
            return None
        for named in () if self._near else rewritings(context):
            same = leaf(use=list(map(text, named)))
            if self.citing.accepts(same, goal, context):
                return same
        if self._near:
            found = by_nearest(self, goal, context, depth)
        elif not self.inside:
            found = self._varied(goal, context)
        if found is not None:
            return found
        apart = make("sub", *goal.args)
        found = self.prove(make("<=", make("dot", apart, apart), number(0)), context, depth + 1)
        return None if found is None else rule("equal vectors", found, u=text(goal.args[0]), w=text(goal.args[1]))

    # relations of numbers
    def combine(self, goal: Term, context: Context, **how: Any) -> Any:
        """The goal by a combination of what is known (see `combine`)."""
        return combine(goal, context, self.effort, **how)

    def _relation(self, goal: Term, context: Context, depth: int) -> Any:
        if self._near:
            return by_nearest(self, goal, context, depth)
        found = self.combine(goal, context, squares=False, degree=2)
        if found is None and not self.inside:
            found = self._ending(goal, context) or self._varied(goal, context)
        if found is not None:
            return found
        self.inside += 1
        try:
            return self._by_methods(goal, context, depth)
        finally:
            self.inside -= 1

    def _by_methods(self, goal: Term, context: Context, depth: int) -> Any:
        self.goals += 1
        if goal.op == "!=":
            return self._apart(goal, context, depth)
        for method in self._METHODS:
            found = method(self, goal, context, depth)
            if found is not None or self.late():
                return found
        return self._antisymmetric(goal, context, depth) if goal.op == "==" else None

    def _varied(self, goal: Term, context: Context) -> Any:
        """The goal with other equations that rewrite, numbers taken for lengths, or times a positive number."""
        if goal.op not in RELATIONS:
            return None
        signed = list(self.signed(goal, context))
        uses = [list(map(Names(context).text, named)) for named in equations(context)]
        for asked in (
            *({"use": use} for use in uses),
            *({"norms": signed, "use": use} for use in uses if signed),
            *({"times": [x]} for x in signed),
        ):
            found = combine_named(goal, context, self.effort, asked)
            if found is not None and self.citing.accepts(found, goal, context):
                return found
        return None

    def signed(self, goal: Term, context: Context) -> Iterator[str]:
        """Numbers with names whose sign is known, turned so that they are positive."""
        normaliser = context.normaliser()
        letters = sorted((x for x in goal.letters if x.sort == NUMBER), key=lambda x: x.serial)[:_MOST_SIGNED]
        named = {name: m[0] for name, m in context.scope.names.items() if isinstance(m, tuple) and m[1] == NUMBER}
        for name, term in (named | {x.name: x for x in letters if context.scope.names.get(x.name) is x}).items():
            try:
                sign = normaliser.knowledge.sign(normaliser.scalar(term))
            except Rejected:
                continue
            if sign in (">", "<"):
                yield name if sign == ">" else f"-{name}"

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
        wanted = [t for t in attained(goal, context) if not any(f.op == "==" and f.args[0] is t for f in context.facts)]
        if not wanted:
            return None
        wraps, inner = [], context
        for term in wanted:
            names = Names(inner)
            x, wider = names.new(range_sort(term.args[0]))
            at, y = opened(term, x), fresh("y", x.sort)
            order = make("<=", opened(term, y), at) if term.op == "max" else make("<=", at, opened(term, y))
            name = ranged("attained greatest" if term.op == "max" else "attained least", x)
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

    def small(self, goal: Term, context: Context, squares: bool = False) -> Any:
        """A proof of a side condition, quick and without cases; None where there is none."""
        try:
            return KNOWN if context.known(goal) else self.combine(goal, context, squares=squares, degree=2)
        except Rejected:
            return None

    def after(self, steps: Steps, goal: Term, context: Context, squares: bool = True) -> Any:
        """`goal` by a combination, once `steps` are stated."""
        wide = widened(context, steps)
        found = self.combine(goal, wide, squares=False)
        if found is None and squares and not self.late():
            found = self.combine(goal, wide, degree=0)
        return None if found is None else self.trimmed(steps, found, goal, context)

    def trimmed(self, steps: Steps, then: Any, goal: Term, context: Context) -> Any:
        """`then` after those of the steps that it names, and that these rest on; after all where that is too few."""
        kept: Steps = []
        named = json.dumps(then)
        for text, proof in reversed(steps):
            if json.dumps(text)[1:-1] in named:
                kept.insert(0, (text, proof))
                named += json.dumps(proof)
        few = have(kept, then)
        return few if len(kept) < len(steps) and self.citing.accepts(few, goal, context) else have(steps, then)

    def facts(self, goal: Term, context: Context) -> Steps:
        """Known inequalities about what occurs in the goal."""
        key = goal, context.facts
        if key not in self._found:
            self._found[key] = enriched(goal, context, self.small)
        return self._found[key]

    def _with_facts(self, goal: Term, context: Context, depth: int) -> Any:
        """The goal from what is known, and known inequalities about what occurs in it."""
        return self.after(self.facts(goal, context), goal, context, squares=False)

    def _with_squares(self, goal: Term, context: Context, depth: int) -> Any:
        """The same with squares."""
        steps = self.facts(goal, context)
        if not steps or goal.op == "==":
            return None
        found = self.combine(goal, widened(context, steps), degree=0)
        return None if found is None else self.trimmed(steps, found, goal, context)

    def _halves(self, goal: Term, context: Context, depth: int) -> Any:
        """Squares of monomials, before anything is added to what is known."""
        if goal.op == "==":
            return None
        return self.combine(goal, context, halves=True, degree=1)

    def _squares(self, goal: Term, context: Context, depth: int) -> Any:
        if goal.op == "==":
            return None
        hints = [t for text in self.hints if (t := Names(context).read(text)) is not None]
        return self.combine(goal, context, hints=hints)

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
                proofs = self.all_of([(goal, context.having([fact])) for fact in (here, below)], depth)
                if proofs is not None:
                    return cases(Names(context).text(value), *proofs)
            return None
        finally:
            self._level = level

    _level = inside = 0
    _inducting = _citing = _near = False
    _METHODS: ClassVar[tuple[Callable[[Prover, Term, Context, int], Any], ...]] = (
        _extrema, _factored, restating.by_radicands, restating.by_content, restating.by_weights,
        restating.by_definitions, _with_facts, by_average, by_given_alternatives, by_functions, _halves, _with_squares,
        restating.by_nonzero, restating.by_square, restating.by_isolating, restating.by_generalising, by_terms,
        restating.by_signs, restating.by_pieces, restating.by_positive_factors, restating.by_curved_boxes, by_slope,
        restating.by_contradiction, restating.by_discriminant, _squares, restating.by_multiplier, restating.by_boxes,
        _by_induction, restating.by_unequal, restating.by_parts, _cases,
    )  # fmt: skip
