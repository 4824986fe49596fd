"""What logic gives: cases of what is claimed or given, values for what is to exist, letters for what does."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from functools import reduce
from typing import TYPE_CHECKING, Any

from ..kernel.contexts import Context
from ..kernel.derivatives import vector_space
from ..kernel.facts import membership, stands_for_index
from ..kernel.term_matching import is_number
from ..kernel.terms import (
    NUMBER,
    SIZE,
    Letter,
    Sort,
    Term,
    binder,
    conjuncts,
    fresh,
    make,
    number,
    opened,
    range_sort,
    substituted,
)
from .build import KNOWN, obtain, ranged, rule, witness
from .terms_of import Names, subterms

if TYPE_CHECKING:
    from .proving import Prover

_ALTERNATIVES = 3


def denied(formula: Term) -> Term:
    """What holds where the formula does not: a relation for a relation."""
    if formula.op in ("<", "<="):
        return make("<=" if formula.op == "<" else "<", *reversed(formula.args))
    if formula.op in ("==", "!="):
        return make("!=" if formula.op == "==" else "==", *formula.args)
    return formula.args[0] if formula.op == "not" else make("not", formula)


def _split(formula: Term, other: Term, holds: Any, fails: Any, names: Names) -> Any:
    """The cases of a formula and its negation, in the order in which the kernel knows that one of them holds."""
    turned = formula.op in ("!=", "not")
    parts = (other, formula) if turned else (formula, other)
    proofs = (fails, holds) if turned else (holds, fails)
    return {"split": names.text(make("or", *parts)), "first": proofs[0], "second": proofs[1]}


def by_alternatives(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """`P or Q or R`: R where P and Q fail; else one of them as it stands."""
    parts = list(_parts(goal, ()))
    found = _otherwise(prover, parts, context, depth)
    for place, part in parts if found is None else ():
        proof = prover.prove(part, context, depth + 1)
        if proof is not None:
            return _placed(place, proof)
    return found


def _parts(goal: Term, place: tuple[str, ...]) -> Any:
    if goal.op != "or":
        yield place, goal
        return
    for side, part in zip(("left", "right"), goal.args, strict=True):
        yield from _parts(part, (*place, side))


def _placed(place: tuple[str, ...], proof: Any) -> Any:
    for side in reversed(place):
        proof = {side: proof}
    return proof


def _otherwise(prover: Prover, parts: list[tuple[tuple[str, ...], Term]], context: Context, depth: int) -> Any:
    (place, first), rest = parts[0], parts[1:]
    if not rest:
        found = prover.prove(first, context, depth + 1)
        return None if found is None else _placed(place, found)
    found = _otherwise(prover, rest, context.having([denied(first)]), depth)
    return None if found is None else _split(first, denied(first), _placed(place, KNOWN), found, Names(context))


def negations(context: Context) -> list[tuple[str, Any]]:
    """What is known not to hold, as relations, each with its proof."""
    names, facts = Names(context), [part for fact in context.facts for part in conjuncts(fact)]
    steps = []
    for fact in facts:
        if fact.op == "not" and (said := denied(fact.args[0])).op != "not" and said not in facts:
            against = rule("contradiction", KNOWN, KNOWN, P=names.text(fact.args[0]), C=names.text(said))
            steps.append((names.text(said), _split(said, fact.args[0], KNOWN, against, names)))
            facts.append(said)
    return steps


def by_given_alternatives(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """The goal in both cases of an alternative that is given."""
    facts = [part for fact in context.facts for part in conjuncts(fact)]
    given = [fact for fact in facts if fact.op == "or" and not any(part in facts for part in fact.args)]
    for fact in given[:_ALTERNATIVES]:
        proofs = prover.all_of([(goal, context.having(conjuncts(part))) for part in fact.args], depth)
        if proofs is not None:
            return {"split": Names(context).text(fact), "first": proofs[0], "second": proofs[1]}
    return None


_WITNESSES = 40
_QUICK, _SLOW, _SHARE = 1_500, 15_000, 0.15


def by_witness(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """`exists x: P` by a value of which P is proved: at once for one of them, else within a share of the effort."""
    sort, effort = range_sort(goal.args[0]), prover.effort
    values = [*dict.fromkeys(itertools.islice(_values(goal, context, sort), _WITNESSES))]
    for quick in (True, False):
        for value in values:
            said = opened(goal, value)
            conditions = membership(value, goal.args[0])
            if prover.late() or not all(context.known(condition) for condition in conditions):
                continue
            with effort.within(_QUICK if quick else max(_SLOW, _SHARE * effort.left)):
                found = prover.prove(said, context, depth + 1)
            if found is not None:
                return witness(Names(context).text(value), found)
    return _extreme(prover, goal, context, depth) if sort[0] == "index" else None


def _values(goal: Term, context: Context, sort: Sort) -> Iterator[Term]:
    x = fresh("x", sort)
    body = opened(goal, x)
    known = [y for y in _named_letters(goal, context) if y.sort == sort or (sort == NUMBER and y.sort == SIZE)]
    if sort == NUMBER:
        yield from _numbers(x, body)
    if sort in (NUMBER, SIZE):
        yield from (number(k) for k in (0, 1, 2))
        yield from known
        yield from (make("add", y, number(1)) for y in known)
    if sort == NUMBER:
        yield from (make("div", number(1), number(2)), make("neg", number(1)), number(10))
        yield from (make("neg", y) for y in known)
    elif sort[0] == "vector":
        yield make("zero", sort[1])
        found = [t for t in subterms(conjuncts(body), ("lin", "unit", "sum")) if not t.loose and x not in t.letters]
        found = [*known, *(t for t in found if vector_space(t) == sort[1])]
        yield from found
        yield from (make("neg", v) for v in found)
        for a, b in itertools.combinations(found[:4], 2):
            yield from (make("sub", a, b), make("add", a, b), make("sub", b, a))
    elif sort[0] == "index":
        yield from (y for y in _named_letters(goal, context) if stands_for_index(x, y))
    elif sort[0] in ("operator", "matrix"):
        yield from known


def _numbers(x: Letter, body: Term) -> Iterator[Term]:
    """Where an equation that is linear in x holds, the ends that relations put to x, what lies between them."""
    low: list[Term] = []
    high: list[Term] = []
    for part in conjuncts(body):
        if part.op not in ("==", "<", "<=") or not is_number(part.args[0]):
            continue
        a, b = part.args
        if part.op == "==":
            nothing, one = (make("sub", *(substituted(side, {x: number(k)}) for side in part.args)) for k in (0, 1))
            yield from (other for side, other in ((a, b), (b, a)) if side is x and x not in other.letters)
            yield make("div", nothing, make("sub", nothing, one))
        elif a is x and x not in b.letters:
            high.append(b)
        elif b is x and x not in a.letters:
            low.append(a)
    least = reduce(lambda p, q: make("min2", p, q), high) if high else None
    above = [t for t in low if t is not number(0)] or low
    greatest = reduce(lambda p, q: make("max2", p, q), above) if above else None
    if least is not None and greatest is not None:
        yield make("div", least if greatest is number(0) else make("add", greatest, least), number(2))
    yield from (t for t in (least, greatest, *high, *low) if t is not None)
    if greatest is not None:
        yield number(1) if greatest is number(0) else make("add", greatest, number(1))
    if least is not None:
        yield make("sub", least, number(1))


def _named_letters(goal: Term, context: Context) -> list[Letter]:
    """The letters that the goal and the facts speak of and that have a name."""
    found = {y for t in (goal, *context.facts) for y in t.letters if y.name in context.scope.names}
    return sorted(found, key=lambda y: (y not in goal.letters, y.serial))


def _extreme(prover: Prover, goal: Term, context: Context, depth: int) -> Any:
    """A token at which a family of the goal is greatest, or least."""
    x = fresh("x", range_sort(goal.args[0]))
    if goal.args[0].op != "over" or (x.sort[1] == "token" and x.sort[2]) or x.sort[1] not in ("token", "head"):
        return None
    members = [t for t in subterms([opened(goal, x)], ("ap", "dot", "norm")) if not t.loose and x in t.letters]
    for member in [t for t in members if is_number(t)][:3]:
        for word, sides in (("greatest", -1), ("least", 1)):
            names = Names(context)
            y, wider = names.new(x.sort)
            z = fresh("z", x.sort)
            at, other = substituted(member, {x: y}), substituted(member, {x: z})
            order = make("<=", *(at, other)[::sides])
            extreme = binder("max" if word == "greatest" else "min", goal.args[0], z, other)
            inner = wider.having([make("==", extreme, at), binder("forall", goal.args[0], z, order)])
            found = prover.prove(opened(goal, y), inner, depth + 1)
            if found is not None:
                name = ranged(f"attained {word}", x)
                family = names.text(binder("fn", goal.args[0], z, other))
                then = witness(y.name, found)
                return rule(name, then, e=family, C=names.text(goal), new={"x": y.name})
    return None


def obtained(context: Context) -> tuple[list[tuple[str, str]], Context]:
    """What is known to exist, with a letter for each, and the context in which they are known."""
    steps: list[tuple[str, str]] = []
    for fact in [part for known in context.facts for part in conjuncts(known) if part.op == "exists"]:
        sort = range_sort(fact.args[0])
        letters = {y for other in context.facts for y in other.letters if y.sort == sort}
        if any(set(conjuncts(opened(fact, y))) <= set(context.facts) for y in letters):
            continue
        said = Names(context).text(fact)
        y, inner = Names(context).new(sort)
        context = inner.having([*membership(y, fact.args[0]), *conjuncts(opened(fact, y))])
        steps.append((said, y.name))
    return steps, context


def with_letters(steps: list[tuple[str, str]], proof: Any) -> Any:
    """A proof behind the letters for what is known to exist."""
    for fact, name in reversed(steps):
        proof = obtain(fact, [name], proof)
    return proof
