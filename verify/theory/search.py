"""Looks for what a text leaves out at one place: letters of rules and lemmas, coefficients, and whole small proofs.

What is found is a tree of the kernel, and is tried there before it is used.
"""

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any

from attnverify.verify.folding import Folder
from attnverify.verify.kernel.contexts import FALSE, TIMELESS, Context
from attnverify.verify.kernel.conversion import same
from attnverify.verify.kernel.definitions import definitions
from attnverify.verify.kernel.elaboration import Elaborator
from attnverify.verify.kernel.facts import membership
from attnverify.verify.kernel.leaves import texts
from attnverify.verify.kernel.moments import OPERATIONS
from attnverify.verify.kernel.parsing import parse
from attnverify.verify.kernel.polynomials import Work, add
from attnverify.verify.kernel.proofs import Walker
from attnverify.verify.kernel.rules import Rule, rules
from attnverify.verify.kernel.spaces import instance_of
from attnverify.verify.kernel.term_matching import is_number, match_terms
from attnverify.verify.kernel.terms import TOKEN, Letter, Rejected, Term, conjuncts, make, opened, over, range_sort
from attnverify.verify.search.arithmetic import find
from attnverify.verify.search.columns import Search as Columns
from attnverify.verify.search.combination import combination

KNOWN = {"known": True}
RELATIONS = ("<", "<=", "==", "!=")
_FIELDS = ("use", "norms", "times")
_WORK = 60_000_000
_DEEPEST = 3
_MOVING = ("value", "unit", "D")  # with equations that speak of these nothing is rewritten


class Searcher(Walker):
    """A walk that can look for proofs on its way. citable : the ids that may be cited without being named."""

    def __init__(
        self, lemma: Callable[[str], Rule], work: Work, citable: Sequence[str] = (), seconds: float = 2.0
    ) -> None:
        super().__init__(lemma, work)
        self.citable, self.seconds, self.folder = tuple(citable), seconds, Folder()

    def said(self, term: Term, context: Context) -> str:
        """A term with the names that are known at a place."""
        return self.folder.text(term, context.scope, apart=True)

    def accepts(self, tree: Any, goal: Term, context: Context) -> bool:
        """Whether the kernel takes a tree for a proof of the goal."""
        try:
            Walker(self.lemma, Work(_WORK)).walk(tree, goal, context)
        except (Rejected, RecursionError):
            return False
        return True

    # proofs
    def proof(self, goal: Term, context: Context, depth: int = 0) -> Any:
        """A tree of the goal that the kernel accepts, or None."""
        for tree in self._candidates(goal, context, depth):
            if tree is not None and self.accepts(tree, goal, context):
                return tree
        return None

    def _candidates(self, goal: Term, context: Context, depth: int) -> Iterator[Any]:
        if context.known(goal):
            yield KNOWN
            return
        if goal.op in RELATIONS:
            yield from self.leaves({"leaf": "arithmetic"}, goal, context)
        yield self._by_shape(goal, context, depth)
        yield self._by_groups(goal, context, depth)
        if depth < _DEEPEST:
            yield from self._cited(goal, context)
            yield from self._proved(goal, context)

    def _by_shape(self, goal: Term, context: Context, depth: int) -> Any:
        if depth > _DEEPEST:
            return None
        if goal.op in ("def", "timed"):
            inside = self.proof(instance_of(definitions()[goal.args[0]], goal.args[1:]), context, depth + 1)
            return inside and {"unfold": "goal", "then": inside}
        moment = OPERATIONS[goal.op].moment if goal.op in OPERATIONS and context.moment == TIMELESS else ""
        if moment:
            inside = self.proof(goal.args[0], context.at(moment), depth + 1)
            return inside and {"enter": moment, "then": inside}
        if goal.op == "and":
            parts = [self.proof(part, context, depth + 1) for part in conjuncts(goal)]
            return {"both": parts} if all(parts) else None
        if goal.op == "forall":
            sort = range_sort(goal.args[0])
            name = unused(context, "tijkhxyzuw" if sort[0] == "index" else "xyzuwabst")
            letter, inner = self._letter(name, sort, context)
            inner = inner.having(membership(letter, goal.args[0]))
            inside = self.proof(opened(goal, letter), inner, depth + 1)
            return inside and {"intro": [name], "then": inside}
        if goal.op in ("implies", "not"):
            rest = goal.args[1] if goal.op == "implies" else FALSE
            inside = self.proof(rest, context.having(conjuncts(goal.args[0])), depth + 1)
            return inside and {"intro": [""], "then": inside}
        return None

    def _by_groups(self, goal: Term, context: Context, depth: int) -> Any:
        groups = context.scope.groups
        if depth > _DEEPEST or goal.op != "forall" or goal.args[0] is not over(TOKEN) or not groups:
            return None
        wanted = [make("forall", over(("index", "token", group)), goal.args[1]) for group in groups]
        parts = [self.proof(part, context, depth + 1) for part in wanted]
        return {"groups": parts} if all(parts) else None

    def _cited(self, goal: Term, context: Context) -> Iterator[Any]:
        """Lemmas and rules whose premises are all known, their letters found by matching."""
        named = [("lemma", name) for name in self.citable] + [("rule", name) for name in rules()]
        for kind, name in named:
            try:
                rule = self.lemma(name) if kind == "lemma" else rules()[name]
                if rule.goal.op != goal.op or (rule.goal.op in ("def", "timed") and rule.goal.args[0] != goal.args[0]):
                    continue
                node: dict[str, Any] = {kind: name}
                rule = rule.in_spaces(self._spaces(rule, node, context))
                letters = self.letters(rule, {}, goal, context)
                if letters is not None and all(name in letters or name in context.scope.names for name in rule.letters):
                    yield {**node, **({"with": letters} if letters else {})}
            except Rejected:
                continue

    def _proved(self, goal: Term, context: Context) -> Iterator[Any]:
        from attnverify.verify.search.proving import Prover

        yield Prover(time.process_time() + self.seconds).prove(goal, context)

    # arithmetic
    def leaves(self, node: Mapping[str, Any], goal: Term, context: Context) -> Iterator[Any]:
        """Certificates of a relation from the products and equations that `node` names, or from the facts at hand."""
        if goal.op not in RELATIONS:
            return
        hints = [hint(term) for term in node.get("terms", ())]
        given = {name: texts(node, name) for name in _FIELDS}
        yield self._combined(hints, given, goal, context)
        yield self._found(hints, given, goal, context)
        yield from _weighted(node)
        if any(given.values()):
            return
        ground, general = self._equations(context)
        signed = list(self._signed(context))
        for use, norms in ((ground, signed), ([*ground, *general], signed), ([*ground, *general], []), ([], signed)):
            if use or norms:
                yield self._found(hints, {"use": use, "norms": norms, "times": []}, goal, context)
        for name in signed:
            yield self._found(hints, {"use": [], "norms": [], "times": [name]}, goal, context)

    def _found(self, hints: Sequence[str], given: Mapping[str, Any], goal: Term, context: Context) -> Any:
        try:
            return find({"auto": list(hints), "degree": 2, **given}, goal, context, *self.readers(context))
        except Rejected:
            return None

    def readers(self, context: Context) -> tuple[Callable[[str], Term], Callable[[str], Term]]:
        """What reads formulas and numbers at a place."""
        return lambda text: self.formula(text, context), lambda text: self.number(text, context)

    def _combined(self, hints: Sequence[str], given: Mapping[str, Any], goal: Term, context: Context) -> Any:
        """The products as they are named, with coefficients; nothing else, and nothing cleared."""
        if not hints or not is_number(goal.args[0]):
            return None
        formula, number = self.readers(context)
        try:
            named = [formula(text) for text in given["use"]]
            normaliser = context.normaliser(named, [number(text) for text in given["norms"]])
            value = add(normaliser.scalar(goal.args[1]), normaliser.scalar(goal.args[0]), -1)
            for text in given["times"]:
                value = normaliser.times(value, normaliser.scalar(number(text)))
            search = Columns(context, normaliser, formula, number, named)
            columns = [column for text in hints for column in search.hinted(text)]
            found = combination(value, columns, goal.op == "<", normaliser)
        except Rejected:
            return None
        if found is None:
            return None
        return {
            "leaf": "arithmetic",
            "terms": [column.term(c) for c, column in found],
            **{k: v for k, v in given.items() if v},
        }

    def _equations(self, context: Context) -> tuple[list[str], list[str]]:
        """Known equations that may rewrite: those of single terms, and those of all members of a family."""
        ground: dict[str, None] = {}
        general: dict[str, None] = {}
        for fact in context.facts:
            inner, into = (fact.args[1], general) if fact.op == "forall" else (fact, ground)
            if (
                inner.op == "=="
                and inner.args[0].op in ("ap", "dot", "lin", "sum", "letter")
                and not _speaks(inner, _MOVING)
            ):
                into[self.said(fact, context)] = None
        return list(ground)[:20], list(general)[:20]

    def _signed(self, context: Context) -> Iterator[str]:
        """Names of numbers whose sign is known, turned so that they are positive."""
        for name, meaning in context.scope.names.items():
            if isinstance(meaning, tuple) and meaning[1] == ("number",):
                try:
                    normaliser = context.normaliser()
                    sign = normaliser.knowledge.sign(normaliser.scalar(meaning[0]))
                except Rejected:
                    continue
                if sign in (">", "<"):
                    yield name if sign == ">" else f"-{name}"

    # letters of rules and lemmas
    def letters(self, rule: Rule, given: Mapping[str, str], goal: Term, context: Context) -> dict[str, str] | None:
        """What stands for the letters of a rule that `given` leaves out, found in the goal and then in single facts.

        A letter that is called as what it stands for is left out. None where `given` is no value of a letter.
        """
        variables = frozenset(rule.letters.values())
        found: dict[Letter, Term] = {}
        found.update(self._given(rule, given, context))
        found = match_terms(rule.goal, goal, variables, found) or _partly(rule.goal, goal, variables, found)
        for premise in rule.premises:
            if premise.letters or premise.moment not in ("", TIMELESS) or variables.isdisjoint(premise.goal.letters):
                continue
            if all(x in found for x in premise.goal.letters & variables):
                continue
            matches = [
                m for fact in context.facts if (m := match_terms(premise.goal, fact, variables, found)) is not None
            ]
            if matches and all(match == matches[0] for match in matches):
                found = matches[0]
        made = dict(given)
        for name, letter in rule.letters.items():
            if letter in found and name not in given:
                text = self.said(found[letter], context)
                if text != name:
                    made[name] = text
        return made

    def _given(self, rule: Rule, given: Mapping[str, str], context: Context) -> Iterator[tuple[Letter, Term]]:
        for name, text in given.items():
            if name in rule.letters:
                yield rule.letters[name], Elaborator(context.scope).check(parse(text), rule.letters[name].sort)

    def new_letters(self, rule: Rule, node: Mapping[str, Any], context: Context) -> dict[str, str]:
        """Names for the letters of the premises that are taken already where the rule is used."""
        given = dict(node.get("new", {}))
        for premise in rule.premises:
            for letter in premise.letters:
                if letter.name not in given and _taken(letter.name, context):
                    given[letter.name] = unused(context, "tijkhxyzuwabs", given.values())
        return given

    def shows(self, shown: str, goal: Term, context: Context) -> bool:
        """Whether a text says what the goal says."""
        try:
            return same(self.formula(shown, context), goal, context.normaliser())
        except Rejected:
            return False


def hint(term: Mapping[str, Any]) -> str:
    """A term of a leaf as a hint for the search."""
    if "eq" in term:
        return f"eq {term.get('by', '1')}: {term['eq']}"
    return "; ".join([*term["facts"], *(f"sq {square}" for square in term.get("squares", ()))])


def _weighted(node: Mapping[str, Any]) -> Iterator[Any]:
    """The terms of a leaf as they are, with simple coefficients: where the kernel sees more than linear programming."""
    terms = node.get("terms", ())
    free = [k for k, term in enumerate(terms) if "eq" not in term]
    if 0 < len(free) <= 3:
        for weights in product(("1", "2", "1/2", "1/4"), repeat=len(free)):
            said = dict(zip(free, weights, strict=True))
            yield {**node, "terms": [{**term, "c": said[k]} if k in said else term for k, term in enumerate(terms)]}


def _partly(pattern: Term, target: Term, variables: frozenset[Letter], found: dict[Letter, Term]) -> dict[Letter, Term]:
    """As many letters as parts of the pattern that match give, where the whole does not."""
    whole = match_terms(pattern, target, variables, found)
    if whole is not None:
        return whole
    if (
        not isinstance(pattern, Letter)
        and pattern.op == target.op
        and pattern.op != "fn"
        and len(pattern.args) == len(target.args)
    ):
        for a, b in zip(pattern.args, target.args, strict=True):
            if isinstance(a, Term) and isinstance(b, Term):
                found = _partly(a, b, variables, found)
    return found


def _speaks(term: Term, words: Sequence[str]) -> bool:
    return term.op in words or any(_speaks(part, words) for part in term.args if isinstance(part, Term))


def _taken(name: str, context: Context) -> bool:
    return name in context.scope.names or name in context.scope.spaces or name in context.scope.groups


def unused(context: Context, names: Iterable[str], also: Iterable[str] = ()) -> str:
    """A name that nothing has."""
    taken = set(also)
    found = (
        name for name in (*names, *(f"x{k}" for k in range(1000))) if name not in taken and not _taken(name, context)
    )
    return next(found)
