"""Nodes that follow the shape of a formula: introductions, alternatives, intermediate facts, other words for a goal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.kernel.contexts import FALSE, Context
from verify.kernel.conversion import same
from verify.kernel.declarations import define
from verify.kernel.derivatives import vector_space
from verify.kernel.facts import membership
from verify.kernel.printing import text as written
from verify.kernel.regularity import admissible
from verify.kernel.terms import TOKEN, Rejected, Term, conjuncts, make, opened, over, range_sort
from verify.kernel.walking import Walk


class LogicSteps(Walk):
    """Steps of logic at one moment."""

    # the shape of the goal
    def _intro(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        names = node["intro"] if isinstance(node["intro"], list) else [node["intro"]]
        for name in names:
            if goal.op == "forall":
                letter, context = self._letter(name, range_sort(goal.args[0]), context)
                context = context.having(membership(letter, goal.args[0]))
                goal = opened(goal, letter)
            elif goal.op == "implies":
                if name:
                    raise Rejected("an assumption has no name; write an empty text")
                context, goal = context.having(conjuncts(goal.args[0])), goal.args[1]
            elif goal.op == "not":
                if name:
                    raise Rejected("an assumption has no name; write an empty text")
                context, goal = context.having(conjuncts(goal.args[0])), FALSE
            else:
                raise Rejected(f"nothing to introduce: {written(goal)}")
        self._then(node, goal, context, place)

    def _both(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        proofs = node["both"]
        goals = list(conjuncts(goal))
        if not isinstance(proofs, list) or len(proofs) != len(goals) or len(goals) < 2:
            raise Rejected(f"{len(goals)} parts: {written(goal)}")
        for number, (proof, part) in enumerate(zip(proofs, goals, strict=True), start=1):
            self.walk(proof, part, context, (*place, f"part {number}"))

    def _groups(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        """Something of all tokens, shown for the tokens of every group of the declared partition."""
        proofs, groups = node["groups"], context.scope.groups
        if goal.op != "forall" or goal.args[0] is not over(TOKEN) or not groups:
            raise Rejected("no goal about all tokens, or no groups are declared")
        if not isinstance(proofs, list) or len(proofs) != len(groups):
            raise Rejected(f"one proof for each of {', '.join(groups)}")
        for group, proof in zip(groups, proofs, strict=True):
            part = make("forall", over(("index", "token", group)), goal.args[1])
            self.walk(proof, part, context, (*place, f"group {group}"))

    def _left(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        if goal.op != "or":
            raise Rejected("the goal is no alternative")
        self.walk(node["left"], goal.args[0], context, (*place, "left"))

    def _right(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        if goal.op != "or":
            raise Rejected("the goal is no alternative")
        self.walk(node["right"], goal.args[1], context, (*place, "right"))

    # steps
    def _have(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        fact = self.formula(node["have"], context)
        where = (*place, f"have {str(node['have'])[:60]}")
        self.walk(node.get("by", {"known": True}), fact, context, where)
        self._then(node, goal, context.having(conjuncts(fact)), place)

    def _cases(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        value = self.number(node["cases"], context)
        zero = make("num", 0 * _ONE)
        for name, fact in (("nonneg", make("<=", zero, value)), ("neg", make("<", value, zero))):
            admissible(fact, context.moment)
            self._then(node, goal, context.having([fact]), place, name)

    def _split(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        fact = self.formula(node["split"], context)
        if fact.op == "!=" and vector_space(fact.args[0]) is None:
            fact = make("or", make("<", *fact.args), make("<", *reversed(fact.args))) if context.known(fact) else fact
        elif not context.known(fact) and not _excluded_middle(fact):
            raise Rejected(f"not known here: {node['split']}")
        if fact.op != "or":
            raise Rejected(f"no alternative: {node['split']}")
        self._then(node, goal, context.having([fact.args[0]]), place, "first")
        self._then(node, goal, context.having([fact.args[1]]), place, "second")

    def _restate(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        other = self.formula(node["restate"], context)
        if not same(other, goal, context.normaliser()):
            raise Rejected(f"not the goal, which is {written(goal)}")
        self._then(node, other, context, place)

    def _absurd(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        self.walk(node["absurd"], FALSE, context, (*place, "absurd"))

    def _define(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        scope = context.scope.extended()
        for text in node["define"] if isinstance(node["define"], list) else [node["define"]]:
            define(text, scope)
        self._then(node, goal, context.naming(scope), place)


_ONE = make("num", 1).args[0]


def _excluded_middle(fact: Term) -> bool:
    """`P or not P`, and the three ways in which two numbers or indices compare."""
    if fact.op != "or":
        return False
    a, b = fact.args
    if b.op == "not" and b.args[0] is a:
        return True
    if a.op == "<" and b.op == "<=":
        return bool(a.args == (b.args[1], b.args[0]))
    if a.op == "<=" and b.op == "<":
        return bool(a.args == (b.args[1], b.args[0]))
    return bool(a.op == "==" and b.op == "!=" and a.args == b.args)
