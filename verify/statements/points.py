"""Exact points at which a statement is tried: drawn from the domains, completed where equalities tie variables."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import floor

from verify.referee.grammar import GrammarError, evaluate, holds
from verify.referee.syntax import names
from verify.statements.statement import Statement

_DRAWN = 400
_CORNERS = 64

Point = dict[str, Fraction]


def satisfies(point: Mapping[str, Fraction], relations: Sequence[str]) -> bool:
    """Whether the referee decides that every relation holds at the point."""
    return all(decided(point, relation) is True for relation in relations)


def decided(point: Mapping[str, Fraction], relation: str) -> bool | None:
    """Whether a relation holds at the point; None where it has no value there or cannot be decided."""
    try:
        return holds(relation, point)
    except GrammarError:
        return None


def points(statement: Statement, seed: int = 0) -> Iterator[Point]:
    """Points at which all of the statement's hypotheses hold, simple ones first; the same ones every time."""
    hypotheses = statement.hypotheses()
    ties = _ties(statement)
    for drawn in _drawn(statement, random.Random(seed)):
        point = _tied(drawn, ties)
        if point is not None and satisfies(point, hypotheses):
            yield point


def _drawn(statement: Statement, source: random.Random) -> Iterator[Point]:
    if statement.instance:
        yield dict(statement.instance)
    yield from _corners(statement, source)
    for number in range(_DRAWN):
        point: Point = {}
        for name, domain in statement.domains.items():
            point.update(domain.draw(name, source, wild=number % 2 == 1))
        for name, (low, high) in statement.box.items():
            value = low + (high - low) * Fraction(source.randint(0, 12), 12)
            point[name] = Fraction(floor(value)) if statement.domains[name].kind == "integer" else value
        yield point


def _corners(statement: Statement, source: random.Random) -> Iterator[Point]:
    """Corners of the box and of the intervals, where the most is asked; the other variables are drawn."""
    sides = {name: (domain.low, domain.high) for name, domain in statement.domains.items() if domain.bounded}
    sides.update(statement.box)
    for _ in range(min(2 ** len(sides), _CORNERS) if sides else 0):
        point: Point = {}
        for name, domain in statement.domains.items():
            point.update(domain.draw(name, source, wild=False))
        yield {**point, **{name: source.choice(ends) for name, ends in sides.items()}}


def _ties(statement: Statement) -> list[tuple[str, str]]:
    """Variables with the difference that is zero and can be solved for each of them, in an order that works."""
    ties: list[tuple[str, str]] = []
    for relation in statement.given:
        if relation.operator != "==":
            continue
        difference = relation.difference
        free = [name for name in sorted(names(difference)) if name not in dict(ties)]
        linear = [name for name in free if _is_linear(difference, name, statement)]
        if linear:
            ties.append((linear[-1], difference))
    return ties


def _is_linear(difference: str, name: str, statement: Statement) -> bool:
    """Whether a few values say that the difference is of degree one in the variable; the point is checked later."""
    source = random.Random(1)
    point = {scalar: Fraction(source.randint(2, 9), 7) for scalar in statement.scalars}
    at = [_value(difference, {**point, name: Fraction(x)}) for x in (1, 2, 3)]
    if None in at:
        return False
    first, second, third = (value for value in at if value is not None)
    return third - second == second - first != 0


def _tied(point: Point, ties: Sequence[tuple[str, str]]) -> Point | None:
    """The point moved onto the equalities, one variable each."""
    for name, difference in ties:
        at_one, at_two = (_value(difference, {**point, name: Fraction(x)}) for x in (1, 2))
        if at_one is None or at_two is None or at_one == at_two:
            return None
        point = {**point, name: 1 - at_one / (at_two - at_one)}
    return point


def _value(text: str, point: Point) -> Fraction | None:
    try:
        found = evaluate(text, point)
    except GrammarError:
        return None
    return found if isinstance(found, Fraction) else None
