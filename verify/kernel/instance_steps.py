"""Nodes that enter a moment, choose or take an instance, or unfold a definition."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.kernel.contexts import MOMENTS, TIMELESS, Context
from verify.kernel.definitions import definitions
from verify.kernel.elaboration import Elaborator
from verify.kernel.facts import membership
from verify.kernel.logic_steps import LogicSteps
from verify.kernel.moments import OPERATIONS, binds_time, level
from verify.kernel.parsing import parse
from verify.kernel.printing import text as written
from verify.kernel.regularity import admissible
from verify.kernel.spaces import instance_of
from verify.kernel.term_matching import stands
from verify.kernel.terms import CONSTANT, Rejected, Term, conjuncts, opened, range_sort


class InstanceSteps(LogicSteps):
    """Steps at which something stands for a letter, or one time for all: moments could be confused here."""

    def _enter(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        """From a goal about time to a moment; a closed goal may be proved at any moment, and a closed one without."""
        moment = node["enter"]
        if moment not in MOMENTS:
            raise Rejected(f"no moment {str(moment)[:40]!r}; allowed are {', '.join(MOMENTS)}")
        inside = OPERATIONS[goal.op].moment
        if context.moment == TIMELESS and moment != TIMELESS:
            if inside:
                if inside != moment:
                    raise Rejected(f"{goal.op} is proved at the moment {inside!r}")
                goal = goal.args[0]
            elif level(goal) != CONSTANT:
                raise Rejected("the goal speaks of no moment that could be entered")
        elif moment == TIMELESS:
            if level(goal) != CONSTANT:
                raise Rejected("the goal speaks of this moment")
        else:
            raise Rejected("inside a moment no other one can be entered")
        inner = context.at(moment)
        admissible(goal, moment)
        self._then(node, goal, inner, place)

    def _witness(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        if goal.op != "exists":
            raise Rejected(f"no existence is to be shown: {written(goal)}")
        sort = range_sort(goal.args[0])
        value = Elaborator(context.scope).check(parse(node["witness"]), sort)
        admissible(value, context.moment)
        if level(value) != CONSTANT and binds_time(goal):
            raise Rejected("the witness moves, and the goal reads it over time")
        if any(letter.momentary for letter in value.letters) and binds_time(goal):
            raise Rejected("the witness was chosen at a moment")
        for condition in membership(value, goal.args[0]):
            if not context.known(condition):
                raise Rejected(f"the witness is not in the range: {written(condition)}")
        self._then(node, opened(goal, value), context, place)

    def _obtain(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        fact = self.formula(node["obtain"], context)
        if fact.op != "exists" or not context.known(fact):
            raise Rejected(f"no existence that is known here: {node['obtain']}")
        names = node.get("as")
        for name in names if isinstance(names, list) else [names]:
            if fact.op != "exists":
                raise Rejected("more names than existences")
            letter, context = self._letter(name, range_sort(fact.args[0]), context)
            conditions = membership(letter, fact.args[0])
            fact = opened(fact, letter)
            context = context.having(conditions)
        self._then(node, goal, context.having(conjuncts(fact)), place)

    def _take(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        """An instance of a known general fact at given values."""
        fact = self.formula(node["take"], context)
        if not context.known(fact):
            raise Rejected(f"not known here: {node['take']}")
        values = node.get("values")
        if not isinstance(values, list) or not values:
            raise Rejected("'values' is a list of texts")
        conditions: list[Term] = []
        for text in values:
            while fact.op == "implies":
                conditions.append(fact.args[0])
                fact = fact.args[1]
            if fact.op != "forall":
                raise Rejected("more values than the fact has letters")
            sort = range_sort(fact.args[0])
            value = Elaborator(context.scope).check(parse(text), sort)
            admissible(value, context.moment)
            if sort[0] == "index" and not stands(sort, value):
                raise Rejected(f"{text} is no letter of the range")
            moves = level(value) != CONSTANT or any(letter.momentary for letter in value.letters)
            if moves and binds_time(fact):
                raise Rejected(f"{text} moves, and the fact reads it over time")
            conditions.extend(membership(value, fact.args[0]))
            fact = opened(fact, value)
        while fact.op == "implies" and context.known(fact.args[0]):
            fact = fact.args[1]
        for condition in conditions:
            if not context.known(condition):
                raise Rejected(f"a condition is not known here: {written(condition)}")
        self._then(node, goal, context.having(conjuncts(fact)), place)

    def _unfold(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        """A defined predicate replaced by its formula: the goal itself, or a known fact, which is then known too."""
        if node["unfold"] == "goal":
            if goal.op not in ("def", "timed"):
                raise Rejected(f"no defined predicate: {written(goal)}")
            self._then(node, instance_of(definitions()[goal.args[0]], goal.args[1:]), context, place)
            return
        fact = self.formula(node["unfold"], context)
        if fact.op not in ("def", "timed") or not context.known(fact):
            raise Rejected(f"no defined predicate that is known here: {node['unfold']}")
        inside = instance_of(definitions()[fact.args[0]], fact.args[1:])
        self._then(node, goal, context.having(conjuncts(inside)), place)
