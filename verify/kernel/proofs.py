"""The tree walk: from the goal of a statement down to leaves. It compares and substitutes; it never searches.

A node is an object with exactly one of the keys in `Walker.NODES`. Formulas and terms in it are texts, read in the
scope of the place where they stand.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.kernel.conditions import holds
from verify.kernel.contexts import ALMOST, TIMELESS, Context
from verify.kernel.conversion import same
from verify.kernel.declarations import of_indices
from verify.kernel.elaboration import Elaborator
from verify.kernel.instance_steps import InstanceSteps
from verify.kernel.moments import level, moves, reads_over_time, speaks_of_time
from verify.kernel.parsing import parse
from verify.kernel.printing import text as written
from verify.kernel.regularity import absolutely_continuous, admissible
from verify.kernel.rules import Premise, Rule, rules
from verify.kernel.terms import (
    CONSTANT,
    MOVING,
    RANDOM,
    Letter,
    Rejected,
    Term,
    applied,
    conjuncts,
    substituted,
)
from verify.kernel.walking import Refused


class Walker(InstanceSteps):
    """Walks the proofs of one claim: the steps above, and rules and lemmas.

    lemma : gives, for the id of another claim, its rule form; raises Rejected where it cannot be cited.
    axioms, lemmas : what the proofs rest on, collected on the way. compact : whether a bisection of a box was used.
    """

    # rules and lemmas
    def _rule(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        rule = rules().get(node["rule"]) if isinstance(node["rule"], str) else None
        if rule is None:
            raise Rejected(f"no rule {str(node['rule'])[:60]!r}")
        if rule.almost and context.moment != ALMOST:
            raise Rejected(f"{rule.name} holds at almost every time only")
        if rule.kind == "axiom":
            self.axioms.add(rule.name)
        self._apply(rule, node, goal, context, place)

    def _lemma(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        if not isinstance(node["lemma"], str):
            raise Rejected("a lemma is named by a text")
        rule = self.lemma(node["lemma"])
        self.lemmas.add(node["lemma"])
        self._apply(rule, node, goal, context, place)

    def _apply(self, rule: Rule, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        rule = rule.in_spaces(self._spaces(rule, node, context))
        values = self._values(rule, node, context)
        conclusion = substituted(rule.goal, values)
        if not same(conclusion, goal, context.normaliser()):
            raise Rejected(f"{rule.name} gives {written(conclusion)[:600]}, not {written(goal)[:600]}")
        for name, terms in rule.conditions(at_state=False):
            holds(name, [substituted(term, values) for term in terms], context)
        proofs = node.get("premises", [])
        if not isinstance(proofs, list) or len(proofs) > len(rule.premises):
            raise Rejected(f"{rule.name} has {len(rule.premises)} premises")
        new = node.get("new", {})
        if not isinstance(new, Mapping):
            raise Rejected("'new' is an object")
        shown: list[Term] = []
        for number, premise in enumerate(rule.premises):
            proof = proofs[number] if number < len(proofs) else {"known": True}
            where = (*place, f"{rule.name} {number + 1}")
            try:
                wanted, inner = self._premise(premise, values, new, context)
            except Rejected as error:
                raise Refused(where, error) from error
            self.walk(proof, wanted, inner, where)
            if not (premise.moment or premise.letters or premise.facts):
                shown = [*shown, *conjuncts(wanted)]
        for name, terms in rule.conditions(at_state=True):
            holds(name, [substituted(term, values) for term in terms], context.having(shown))

    def _premise(
        self, premise: Premise, values: Mapping[Letter, Term], new: Mapping[str, Any], context: Context
    ) -> tuple[Term, Context]:
        """The goal of a premise and its context. Its letters are made here, after the instantiation."""
        inner = context
        if premise.moment:
            if context.moment not in (TIMELESS, premise.moment) and premise.moment != TIMELESS:
                raise Rejected("inside a moment no other one can be entered")
            inner = context.at(premise.moment)
        own = dict(values)
        for letter in premise.letters:
            own[letter], inner = self._letter(new.get(letter.name, letter.name), letter.sort, inner, letter.level)
        inner = inner.having(part for fact in premise.facts for part in conjuncts(substituted(fact, own)))
        return substituted(premise.goal, own), inner

    def _spaces(self, rule: Rule, node: Mapping[str, Any], context: Context) -> dict[str, str]:
        """What the spaces and groups of a rule or lemma are called here."""
        given = node.get("spaces", {})
        if not isinstance(given, Mapping):
            raise Rejected("'spaces' is an object")
        ours, groups = context.scope.spaces or ("",), context.scope.groups
        names = {space: space if space in ours else ours[0] for space in rule.spaces}
        if rule.kind == "lemma":
            if rule.groups and rule.groups != groups:
                raise Rejected(f"{rule.name} speaks of the groups {', '.join(rule.groups)}")
            names |= {group: group for group in rule.groups}
        else:
            names |= dict(zip(rule.groups, (*groups, "", ""), strict=False))
        for name, space in given.items():
            if name not in names or space not in (groups if name in rule.groups else ours):
                raise Rejected(f"no space or group {str(space)[:40]!r} for {str(name)[:40]!r}")
        if rule.kind == "lemma" and any(given.get(group, group) != group for group in rule.groups):
            raise Rejected("the groups of a lemma keep their names")
        return {**names, **given}

    def _values(self, rule: Rule, node: Mapping[str, Any], context: Context) -> dict[Letter, Term]:
        """What stands for every letter of a rule, each of its sort and level."""
        given = node.get("with", {})
        if not isinstance(given, Mapping):
            raise Rejected("'with' is an object")
        for name in given:
            if name not in rule.letters:
                raise Rejected(f"{rule.name} has no letter {str(name)[:40]!r}; it has {', '.join(rule.letters)}")
        values: dict[Letter, Term] = {}
        for name, letter in rule.letters.items():
            text = given.get(name, name)
            try:
                value = Elaborator(context.scope).check(parse(text), letter.sort)
            except Rejected as error:
                raise Rejected(f"{rule.name}: the letter {name}: {error}") from error
            self._level(rule, letter, value, context)
            if letter.level != RANDOM and (not rule.timed or context.moment != TIMELESS):
                admissible(value, context.moment)
            values[letter] = value
        return values

    def _level(self, rule: Rule, letter: Letter, value: Term, context: Context) -> None:
        lev = level(value)
        if lev > letter.level:
            names = ("constant", "absolutely continuous", "measurable", "random")
            raise Rejected(
                f"{rule.name}: {letter.name} receives {written(value)[:80]}, "
                f"which is {names[lev]}; it is {names[letter.level]}"
            )
        if letter.level == RANDOM and (moves(value) or speaks_of_time(value)):
            raise Rejected(
                f"{rule.name}: {letter.name} receives {written(value)[:80]}, which speaks of time; it is random"
            )
        if rule.timed and any(x.momentary for x in value.letters):
            raise Rejected(f"{rule.name}: {letter.name} receives what was chosen at a moment: {written(value)[:80]}")
        if reads_over_time(value) and any(_at_moving(term, letter) for term in rule.formulas()):
            raise Rejected(
                f"{rule.name}: {letter.name} receives {written(value)[:80]}, which reads its argument over time, "
                "and is applied to what moves"
            )
        if letter.level == MOVING and not absolutely_continuous(value, context):
            raise Rejected(
                f"{rule.name}: {letter.name} receives {written(value)[:80]}, which need not be absolutely continuous"
            )


def _at_moving(term: Term, function: Letter) -> bool:
    """Whether `function` is applied to something that moves: its body would then be read over another's time.

    A map or flow may apply it to its state, which is read where it moves, and `D` takes a start for constant.
    """
    if function not in term.letters:
        return False
    if term.op in ("map", "flow") and not of_indices(function.sort):
        return True
    head, arguments = applied(term)
    if head is function and any(level(argument) != CONSTANT for argument in arguments):
        return True
    return any(_at_moving(part, function) for part in term.args if isinstance(part, Term))
