"""What a fact says, taken apart: conjuncts with their letters and conditions, and what it means to be in a range."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Sequence

from .terms import Letter, Term, make, opened, range_sort


class Part:
    """A conjunct of a fact, its quantifiers opened: letters that may stand for anything of their sort, conditions."""

    __slots__ = ("conditions", "formula", "variables")

    def __init__(self, variables: tuple[Letter, ...], conditions: tuple[Term, ...], formula: Term) -> None:
        self.variables, self.conditions, self.formula = variables, conditions, formula


def parts(fact: Term, variables: tuple[Letter, ...] = (), conditions: tuple[Term, ...] = ()) -> Iterable[Part]:
    """The conjuncts of a fact: `and`, `forall` and `=>` taken apart."""
    if fact.op == "and":
        for part in fact.args:
            yield from parts(part, variables, conditions)
    elif fact.op == "forall":
        scope = fact.args[0]
        x = Letter("?", range_sort(scope))
        yield from parts(opened(fact, x), (*variables, x), (*conditions, *membership(x, scope)))
    elif fact.op == "implies":
        yield from parts(fact.args[1], variables, (*conditions, fact.args[0]))
    else:
        yield Part(variables, conditions, fact)


def taken_apart(facts: Iterable[Term], kept: dict[Term, tuple[Part, ...]]) -> list[Part]:
    """The conjuncts of all facts, each fact taken apart once."""
    found: list[Part] = []
    for fact in facts:
        if fact not in kept:
            kept[fact] = tuple(parts(fact))
        found += kept[fact]
    return found


def membership(x: Term, scope: Term) -> tuple[Term, ...]:
    """What it means that x is in a range."""
    if scope.op == "before":
        return (make("<", x, scope.args[0]),)
    if scope.op == "upto":
        return (make("<=", x, scope.args[0]),)
    if scope.op == "span":
        return (make("<=", scope.args[0], x), make("<=", x, scope.args[1]))
    return ()


def stands_for_index(variable: Letter, value: Letter) -> bool:
    """Whether an index letter may stand for a variable: it is of that group, or the variable is of no group."""
    return (
        variable.sort[0] == "index" and value.sort[:2] == variable.sort[:2] and variable.sort[2] in ("", value.sort[2])
    )


def choices(part: Part, letters: Sequence[Letter]) -> Iterable[tuple[Letter, ...]]:
    """The index letters among `letters` that may stand for the variables of a pattern, in all ways."""
    allowed = ([x for x in letters if stands_for_index(variable, x)] for variable in part.variables)
    return itertools.product(*allowed)
