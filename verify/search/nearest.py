"""A goal by the facts that are nearest to it: they share with it, or with one another, what few others speak of."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..kernel.contexts import START, TIMELESS, Context
from ..kernel.facts import Part, parts
from ..kernel.term_matching import is_index, is_number, match_terms
from ..kernel.terms import Letter, Rejected, Term, conjuncts, make, number, substituted
from .build import KNOWN, enter
from .combining import combine_named, equations, rewritings
from .terms_of import Names, known_parts, subterms

if TYPE_CHECKING:
    from .proving import Prover

_RELATIONS = ("<", "<=", "==", "!=")
_PLAIN = (*_RELATIONS, "add", "sub", "neg", "mul", "div", "num", "over", "forall", "implies", "and", "or", "not")
_TELLING = ("ap", "lin", "dot", "norm")
_ROOTED = ("norm", "unit", "sqrt")
_SIZES, _MOST_SQUARED, _MOST_INSTANCES, _ALONE = (3, 6, 12), 30, 8, 4
_SECOND = Fraction(1, 2)  # what counts what a chosen fact speaks of
_STEPS = 10_000  # that one choice of facts may take
LITTLE, MORE, SQUARES = range(3)


def by_nearest(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """A relation by few facts, the last ones and the nearest, then by all; that the kernel accepts."""
    if context.moment == TIMELESS and subterms([goal], ("start",)):  # what is said of the start is known there
        found = prover.prove(goal, context.at(START), depth + 1)
        return found and enter(START, found)
    facts = [part for fact in context.facts for part in conjuncts(fact)]
    relations = [*dict.fromkeys(filter(_is_relation, facts))]
    ranked, some = _ranked(goal, relations), []
    for size in (*_SIZES, len(relations)):
        chosen = {*ranked[:size], *relations[-size:]}
        kept = [fact for fact in facts if fact in chosen or not _is_relation(fact)]
        few = Context(context.scope, kept, context.moment, context.work)
        said = _instances(goal, few)
        some.append((few.having(said), [(Names(context).text(fact), KNOWN) for fact in said]))
        if len(chosen) == len(relations):
            break
    for much, (few, steps) in itertools.product((LITTLE, MORE, SQUARES), some):
        with suppress(Rejected), prover.effort.within(_STEPS, hard=True):
            found = _combined(prover, goal, few, much)
            found = found and prover.trimmed(steps, found, goal, context)
            if found is not None and prover.citing.accepts(found, goal, context):
                return found
    return None


def _combined(prover: Prover, goal: Term, few: Context, much: int) -> Any:
    """By equations that rewrite; with more products, numbers that are taken for lengths, or a factor; with squares."""
    if much == SQUARES:
        plain = goal.op != "==" and is_number(goal.args[0]) and len(few.facts) <= _MOST_SQUARED
        return prover.combine(goal, few, degree=0) if plain else None
    text, more = Names(few).text, list[Mapping[str, Any]]([{}])
    if much:
        signed = list(prover.signed(goal, few)) if subterms([goal], _ROOTED) else []
        strict = [part.formula for _, part in known_parts(few) if part.formula.op == "<" and not part.variables]
        more += [{"norms": signed}, *({"times": [text(f.args[1])]} for f in strict if f.args[0] is number(0))]
    most, *_ = together = list(rewritings(few))
    vectors = [f for f in most if not any(is_number(part.formula.args[0]) for part in parts(f))]
    sets = dict.fromkeys(map(tuple, (*together, vectors, *equations(few), *([f] for f in most[-_ALONE:]))))
    for fields, use in itertools.product(more, [list(map(text, named)) for named in sets]):
        found = combine_named(goal, few, prover.effort, {"use": use, **fields}, few=bool(much))
        if found is not None or prover.late():
            return found
    return None


def _is_relation(fact: Term) -> bool:
    """Whether the fact says something of numbers or vectors."""
    return any(part.formula.op in _RELATIONS and not is_index(part.formula.args[0]) for part in parts(fact))


def _ranked(goal: Term, facts: Sequence[Term]) -> list[Term]:
    """The nearest facts, the nearest first."""
    shapes = {fact: _shapes(fact) for fact in facts}
    seldom = Counter(shape for found in shapes.values() for shape in found)
    weights = dict.fromkeys(_shapes(goal), Fraction(1))
    chosen: list[Term] = []

    def near(fact: Term) -> Fraction:
        shares = {s: Fraction(1, seldom[s]) for s in shapes[fact]}
        return sum((weights.get(s, 0) * k for s, k in shares.items()), Fraction(0)) / (sum(shares.values()) or 1)

    while shapes and len(chosen) < _SIZES[-1]:
        chosen.append(max(shapes, key=near))
        for shape in shapes.pop(chosen[-1]):
            weights.setdefault(shape, _SECOND)
    return chosen


def _shapes(term: Term) -> set[Term]:
    """The letters of a term, and what in it is no plain arithmetic and has a meaning of its own."""
    found = {term} if isinstance(term, Letter) or not (term.op in _PLAIN or term.loose) else set()
    return found.union(*(_shapes(part) for part in term.args if isinstance(part, Term)))


def _instances(goal: Term, context: Context) -> list[Term]:
    """Equations of vectors, solved; general facts at what stands in the goal and in other facts in the same places."""
    ground = [goal, *(fact for fact in context.facts if fact.op not in ("forall", "implies"))]
    there = [t for t in subterms(ground, _TELLING) if not t.loose]
    there += [make("dot", *t.args * 2) for t in there if t.op == "norm"]
    sums = [f for f in ground if f.op == "==" and f.args[0].op == "add" and not is_number(f.args[0])]
    said = [make("==", f.args[0].args[1], make("sub", f.args[1], f.args[0].args[0])) for f in sums]
    for _, part in known_parts(context):
        everything = part.formula.op not in ("<", "<=", "==") or part.formula.args[0] in part.variables
        if everything or {x.sort[0] for x in part.variables} <= {"index"}:
            continue
        for names in _matches(part, there)[:_MOST_INSTANCES]:
            instance = substituted(part.formula, names)
            if all(context.known(substituted(c, names)) for c in part.conditions) and context.known(instance):
                said.append(instance)
    return said


def _matches(part: Part, there: Sequence[Term]) -> list[dict[Letter, Term]]:
    """What all variables of a general fact stand for where a term in it, or one and another, is one that is there."""
    variables, found = frozenset(part.variables), list[dict[Letter, Term]]([{}])
    for pattern in sorted(subterms([part.formula], _TELLING), key=lambda t: -len(variables & t.letters)):
        if not variables.isdisjoint(pattern.letters):
            pairs = itertools.product(there, found[:_MOST_INSTANCES])
            found += [m for term, here in pairs if (m := match_terms(pattern, term, variables, here))]
            found = [*{frozenset(here.items()): here for here in found}.values()]
    return [here for here in found if variables <= here.keys()]
