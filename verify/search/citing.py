"""Rules and lemmas by matching: those that end in a goal, and what named ones say of the terms of a goal."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from ..folding import Folder
from ..kernel.contexts import TIMELESS, Context
from ..kernel.conversion import same
from ..kernel.elaboration import Elaborator
from ..kernel.parsing import parse
from ..kernel.polynomials import Work
from ..kernel.proofs import Walker
from ..kernel.rules import Rule, rules
from ..kernel.term_matching import match_terms
from ..kernel.terms import (
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
from .terms_of import Names, subterms

_MOST = 8
_WORK = 60_000_000
_Found = dict[Letter, Term]


class Citing(Walker):
    """A walk that can fill in the letters of rules and lemmas on its way.

    citable : the ids that may be cited. named : those whose instances are looked for in parts of goals, too.
    """

    def __init__(
        self, lemma: Callable[[str], Rule], citable: Sequence[str] = (), named: Sequence[str] = (), work: int = _WORK
    ) -> None:
        super().__init__(lemma, Work(work))
        self.citable, self.named, self.folder = (*named, *citable), tuple(named), Folder()

    def said(self, term: Term, context: Context) -> str:
        """A term with the names that are known at a place."""
        return self.folder.text(term, context.scope, apart=True)

    def shows(self, shown: str, goal: Term, context: Context) -> bool:
        """Whether a text says what the goal says."""
        try:
            return same(self.formula(shown, context), goal, context.normaliser())
        except Rejected:
            return False

    def accepts(self, tree: Any, goal: Term, context: Context) -> bool:
        """Whether the kernel takes a tree for a proof of the goal."""
        try:
            Walker(self.lemma, Work(_WORK)).walk(tree, goal, context)
        except (Rejected, RecursionError):
            return False
        return True

    def whole(self, goal: Term, context: Context) -> Iterator[Any]:
        """Lemmas and rules that end in the goal and whose premises are known, or seem to be."""
        for kind, name in [*(("lemma", id) for id in self.citable), *(("rule", name) for name in rules())]:
            try:
                rule = self.lemma(name) if kind == "lemma" else rules()[name]
            except Exception:
                continue
            try:
                if rule.goal.op != goal.op or (rule.goal.op in ("def", "timed") and rule.goal.args[0] != goal.args[0]):
                    continue
                rule = rule.in_spaces(self._spaces(rule, {kind: name}, context))
                letters = self.letters(rule, {}, goal, context)
                if letters is not None and all(name in letters or name in context.scope.names for name in rule.letters):
                    yield {kind: name, **({"with": letters} if letters else {})}
            except Rejected:
                continue

    def letters(self, rule: Rule, given: Mapping[str, str], goal: Term, context: Context) -> dict[str, str] | None:
        """What stands for the letters of a rule that `given` leaves out, found in the goal and then in single facts.

        A letter that is called as what it stands for is left out. None where `given` is no value of a letter.
        """
        variables = frozenset(rule.letters.values())
        found = {
            rule.letters[name]: Elaborator(context.scope).check(parse(text), rule.letters[name].sort)
            for name, text in given.items()
            if name in rule.letters
        }
        found = match_terms(rule.goal, goal, variables, found) or _partly(rule.goal, goal, variables, found)
        for premise in rule.premises:
            if premise.letters or premise.moment not in ("", TIMELESS) or variables.isdisjoint(premise.goal.letters):
                continue
            if all(x in found for x in premise.goal.letters & variables):
                continue
            tried = (match_terms(premise.goal, fact, variables, found) for fact in context.facts)
            matches = [match for match in tried if match is not None]
            if matches and all(match == matches[0] for match in matches):
                found = matches[0]
        made = dict(given)
        for name, letter in rule.letters.items():
            if letter in found and name not in given:
                text = self.said(found[letter], context)
                if text != name:
                    made[name] = text
        return made

    def new_letters(self, rule: Rule, node: Mapping[str, Any], context: Context) -> dict[str, str]:
        """Names for the letters of the premises that are taken already where the rule is used."""
        given, taken = dict(node.get("new", {})), set(Names(context).taken)
        for premise in rule.premises:
            for letter in premise.letters:
                if letter.name not in given and letter.name in taken:
                    names = (*"tijkhxyzuwabs", *(f"x{k}" for k in range(1000)))
                    given[letter.name] = next(name for name in names if name not in {*taken, *given.values()})
        return given

    def about(self, goal: Term, context: Context, prove: Callable[[Term], Any]) -> Iterator[tuple[str, Any]]:
        """What the named lemmas say of parts of the goal, with proofs; `prove` proves premises or gives None."""
        text = Names(context).text
        for id in self.named:
            lemma = self.lemma(id)
            rule = lemma.in_spaces(self._spaces(lemma, {}, context))
            for found in islice(_matches(rule, goal, context), _MOST):
                said = {x: text(found[letter]) for x, letter in rule.letters.items() if letter in found}
                try:
                    values = self._values(rule, {"with": said}, context)
                except Rejected:
                    continue
                proofs = [prove(substituted(premise.goal, values)) for premise in rule.premises]
                if None not in proofs:
                    cited = {"lemma": id, "with": said, **({"premises": proofs} if proofs else {})}
                    yield text(substituted(rule.goal, values)), cited


def _partly(pattern: Term, target: Term, variables: frozenset[Letter], found: _Found) -> _Found:
    """As many letters as parts of the pattern that match give, where the whole does not."""
    whole = match_terms(pattern, target, variables, found)
    if whole is not None:
        return whole
    alike = pattern.op == target.op != "fn" and len(pattern.args) == len(target.args)
    if alike and not isinstance(pattern, Letter):
        for a, b in zip(pattern.args, target.args, strict=True):
            if isinstance(a, Term) and isinstance(b, Term):
                found = _partly(a, b, variables, found)
    return found


def _matches(rule: Rule, goal: Term, context: Context) -> Iterator[_Found]:
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
                for full in _filled(rule, context, {x: t for x, t in found.items() if x in letters}):
                    if full not in seen:
                        seen.append(full)
                        yield full


def _filled(rule: Rule, context: Context, found: _Found) -> Iterable[_Found]:
    """The letters that the goal does not tell, from facts that match premises."""
    letters, chosen = frozenset(rule.letters.values()), [found]
    for premise in rule.premises:
        told = [[_fitted(premise.goal, fact, letters, here) for fact in context.facts] for here in chosen]
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
