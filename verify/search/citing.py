"""What named lemmas of the library say of the terms of a goal, each with the step that cites it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from attnverify.verify.kernel.contexts import Context
from attnverify.verify.kernel.proofs import Walker
from attnverify.verify.kernel.rules import Rule
from attnverify.verify.kernel.terms import (
    BINDERS,
    Letter,
    Rejected,
    Term,
    applied,
    binder,
    conjuncts,
    fresh,
    opened,
    over,
    range_sort,
    substituted,
)
from attnverify.verify.search.terms_of import Names, subterms

_MOST = 8
_Found = dict[Letter, Term]


class Citing(Walker):
    """Instances of lemmas, by id, found by matching: conclusions with parts of the goal, premises with facts."""

    def __init__(self, rules: Mapping[str, Rule], context: Context) -> None:
        super().__init__(lambda id: rules[id], context.work)
        self.rules, self.context = rules, context

    def steps(self, goal: Term, prove: Callable[[Term], Any]) -> Iterator[tuple[str, Any]]:
        """Facts with their proofs; `prove` proves the premises or gives None."""
        text = Names(self.context).text
        for id, lemma in self.rules.items():
            rule = lemma.in_spaces(self._spaces(lemma, {}, self.context))
            for found in islice(self._matches(rule, goal), _MOST):
                said = {x: text(found[letter]) for x, letter in rule.letters.items() if letter in found}
                try:
                    values = self._values(rule, {"with": said}, self.context)
                except Rejected:
                    continue
                proofs = [prove(substituted(premise.goal, values)) for premise in rule.premises]
                if None not in proofs:
                    cited = {"lemma": id, "with": said, **({"premises": proofs} if proofs else {})}
                    yield text(substituted(rule.goal, values)), cited

    def _matches(self, rule: Rule, goal: Term) -> Iterator[_Found]:
        """What may stand for letters of a rule, each once."""
        letters = frozenset(rule.letters.values())
        seen: list[_Found] = []
        for part in conjuncts(rule.goal):
            own = set(letters)
            while part.op == "forall":
                letter = fresh("any", range_sort(part.args[0]))
                own.add(letter)
                part = opened(part, letter)
            for pattern in _inside(part):
                for target in subterms([goal], [pattern.op]):
                    found = _fitted(pattern, target, frozenset(own), {})
                    if found is None or letters.isdisjoint(pattern.letters):
                        continue
                    for full in self._filled(rule, {x: t for x, t in found.items() if x in letters}):
                        if full not in seen:
                            seen.append(full)
                            yield full

    def _filled(self, rule: Rule, found: _Found) -> Iterable[_Found]:
        """The letters that the goal does not tell, from facts that match premises."""
        letters, chosen = frozenset(rule.letters.values()), [found]
        for premise in rule.premises:
            told = [[_fitted(premise.goal, fact, letters, here) for fact in self.context.facts] for here in chosen]
            matched = [[m for m in row if m is not None] or [here] for row, here in zip(told, chosen, strict=True)]
            chosen = [more for row in matched for more in row][:_MOST]
        return chosen


def _fitted(
    pattern: Term, target: Term, variables: frozenset[Letter], found: _Found, bound: tuple[Letter, ...] = ()
) -> _Found | None:
    """What `variables` stand for where the pattern is the target; x[j] may be any number or vector with j in it."""
    head, arguments = applied(pattern)
    if isinstance(head, Letter) and head in variables and all(x in bound for x in arguments):
        value = target
        for x in reversed(arguments):
            assert isinstance(x, Letter)
            plain = value.op == "ap" and value.args[1] is x and x not in value.args[0].letters
            value = value.args[0] if plain else binder("fn", over(x.sort), x, value)
        escapes = value.loose or not value.letters.isdisjoint(bound) or found.get(head, value) is not value
        return None if escapes else {**found, head: value}
    if pattern is target:
        return found
    if pattern.op != target.op or len(pattern.args) != len(target.args) or isinstance(pattern, Letter):
        return None
    pairs = list(zip(pattern.args, target.args, strict=True))
    if pattern.op in BINDERS:
        x = fresh("any", range_sort(pattern.args[0]))
        pairs[1], bound = (opened(pattern, x), opened(target, x)), (*bound, x)
    result: _Found | None = found
    for p, t in pairs:
        if isinstance(p, Term) and isinstance(t, Term):
            result = None if result is None else _fitted(p, t, variables, result, bound)
        elif p != t:
            return None
    return result


def _inside(formula: Term) -> list[Term]:
    """A formula and the terms in it, the larger ones first."""
    if isinstance(formula, Letter):
        return []
    parts = [term for part in formula.args if isinstance(part, Term) for term in _inside(part)]
    return [formula, *parts]
