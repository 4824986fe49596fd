"""Removes from an accepted proof what it can do without: facts, premises, terms and equations that nothing needs.

What is left is needed, one by one: the kernel notices when any single step is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from verify.kernel.atoms import Poly
from verify.kernel.contexts import MOMENTS, TIMELESS, Context
from verify.kernel.leaves import arithmetic, combined, texts
from verify.kernel.polynomials import ONE, Work
from verify.kernel.rules import Rule
from verify.kernel.statements import Statement
from verify.kernel.terms import Rejected, Term, conjuncts
from verify.tactics.build import KNOWN
from verify.tactics.recalling import RecallingContext, RecallingWalker, knowing
from verify.tactics.sparing import accepted, spared

_WORK = 600_000_000
_GIVING = ("take", "obtain", "unfold")


class _Pruning(RecallingWalker):
    """A walk that remembers, for every node by its identity, what may stand in its place.

    quoted : the facts that nodes of the pruned tree name, and the place where they have to be known, in order.
    doubtful : the nodes of the pruned tree, by identity, whose facts nothing names.
    """

    def __init__(self, lemma: Callable[[str], Rule]) -> None:
        super().__init__(lemma, Work(_WORK))
        self.instead: dict[int, Any] = {}
        self.doubtful: dict[int, Any] = {}
        self.quoted: list[tuple[Term, Context]] = []
        self._behind: dict[int, Context] = {}

    def walk(self, node: Any, goal: Term, context: Context, place: tuple[str, ...] = ()) -> None:
        if not isinstance(node, Mapping) or "known" in node:
            super().walk(node, goal, context, place)
            self._quote([goal], context)
            return
        if context.known(goal):
            self.instead[id(node)] = KNOWN
            self._quote([goal], context)
            return
        if "have" in node:
            self._pruned_have(node, goal, context, place)
            return
        for name in _GIVING:
            if node.get(name, "goal") != "goal":
                self._pruned_step(node, node[name], goal, context, place)
                return
        if "leaf" not in node:
            super().walk(node, goal, context, place)
            if "restate" in node:
                self._dropped(node, goal, context)
            return
        super().walk(node, goal, context, place)
        kept = self.instead[id(node)] = self._pruned_leaf(node, goal, context)
        named = list(kept.get("use", []))
        for term in kept.get("terms", []):
            named += [term["eq"]] if "eq" in term else term.get("facts", [])
        self._quote([self.formula(text, context) for text in named], context)

    def _quote(self, facts: Sequence[Term], context: Context) -> None:
        light = RecallingContext(context.scope, context.facts, context.moment, context.work)  # without its normal forms
        self.quoted += [(fact, light) for fact in facts]

    def _pruned_have(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        fact = self.formula(node["have"], context)
        start = len(self.quoted)
        self.walk(node.get("by", KNOWN), fact, context, place)
        middle = len(self.quoted)
        self.walk(node["then"], goal, context.having(conjuncts(fact)), place)
        by, then = (rebuilt(node.get(name, KNOWN), self.instead) for name in ("by", "then"))
        made = self.instead[id(node)] = {**node, "by": by, "then": then}
        if not self._is_named([part for part in conjuncts(fact) if part not in context.facts], context, middle):
            self.doubtful[id(made)] = made
            del self.quoted[start:middle]

    def _pruned_step(
        self, node: Mapping[str, Any], named: str, goal: Term, context: Context, place: tuple[str, ...]
    ) -> None:
        """A step that gives facts: it goes where none of them is named and what follows is accepted without it."""
        fact = self.formula(named, context)
        start = len(self.quoted)
        super().walk(node, goal, context, place)
        given = self._behind.pop(id(node), context).facts
        new = [part for part in given if part not in context.facts]
        if self._is_named(new, context, start) or not self._dropped(node, goal, context):
            self._quote([fact], context)

    def _dropped(self, node: Mapping[str, Any], goal: Term, context: Context) -> bool:
        """Whether what follows a step is accepted without it; then it goes."""
        then = rebuilt(node["then"], self.instead)
        found = accepted(RecallingWalker(self.lemma, self.work), then, goal, context)
        if found:
            self.instead[id(node)] = then
        return found

    def _then(
        self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...], name: str = "then"
    ) -> None:
        if any(kind in node for kind in _GIVING):
            self._behind[id(node)] = context
        super()._then(node, goal, context, place, name)

    def _is_named(self, parts: Sequence[Term], context: Context, start: int) -> bool:
        """Whether a node from `start` on names a part, or what it says at a moment, and nothing else says it there."""
        new = RecallingContext(context.scope, parts, context.moment, context.work)
        says = {moment: {*parts, *new.at(moment).facts} for moment in MOMENTS}
        for named, where in self.quoted[start:]:
            if named in says[where.moment]:
                rest = [other for other in where.facts if other not in says[where.moment]]
                if not knowing(where, rest).known(named):
                    return True
        return False

    def _pruned_leaf(self, node: Mapping[str, Any], goal: Term, context: Context) -> Mapping[str, Any]:
        kept = dict(node)
        for name in ("terms", "use", "norms", "times"):
            items = list(kept.get(name, []))
            if name == "terms":
                items = [] if self._proves({**kept, name: []}, goal, context) else items
                items = [self._without_ones(term, kept, goal, context) for term in items]
                candidates = [term for term in items if self._is_zero(term, kept, goal, context)]
            else:
                candidates = list(items)
            while candidates:
                before = len(items)
                for item in candidates:
                    fewer = [other for other in items if other is not item]
                    if self._proves({**kept, name: fewer}, goal, context):
                        items = fewer
                        kept[name] = items
                # once more with what is left, where something went: it may have made up for what something else did
                candidates = [item for item in candidates if item in items] if len(items) < before else []
            kept[name] = items
        return {name: value for name, value in kept.items() if value}

    def _without_ones(self, term: Any, leaf: Mapping[str, Any], goal: Term, context: Context) -> Any:
        """A term of a combination without the facts that only say that 1 is positive."""
        ones = [
            fact for fact in term.get("facts", []) if self._combined([{"facts": [fact]}], leaf, goal, context) == ONE
        ]
        return {**term, "facts": [fact for fact in term["facts"] if fact not in ones]} if ones else term

    def _is_zero(self, term: Any, leaf: Mapping[str, Any], goal: Term, context: Context) -> bool:
        """Whether a term of a combination adds nothing: only such a one can be missing."""
        return not self._combined([term], leaf, goal, context)

    def _combined(self, terms: Sequence[Any], leaf: Mapping[str, Any], goal: Term, context: Context) -> Poly:
        """What terms of a combination add up to."""

        def formula(text: str) -> Term:
            return self.formula(text, context)

        def number(text: str) -> Term:
            return self.number(text, context)

        named, norms = [formula(t) for t in texts(leaf, "use")], [number(t) for t in texts(leaf, "norms")]
        normaliser = context.normaliser(named, norms)
        found = combined(terms, goal, context, normaliser, formula, number)[0]
        return {} if normaliser.is_zero(found) else found

    def _proves(self, node: Mapping[str, Any], goal: Term, context: Context) -> bool:
        try:
            arithmetic(node, goal, context, lambda t: self.formula(t, context), lambda t: self.number(t, context))
        except Rejected:
            return False
        return True


def rebuilt(tree: Any, instead: Mapping[int, Any]) -> Any:
    """`tree` with nodes replaced by what stands in their place."""
    if id(tree) in instead:
        return instead[id(tree)]
    if isinstance(tree, Mapping):
        return {name: rebuilt(part, instead) for name, part in tree.items()}
    return [rebuilt(part, instead) for part in tree] if isinstance(tree, list) else tree


def pruned(statement: Statement, proof: Any, lemma: Callable[[str], Rule]) -> Any:
    """An accepted proof, plain data in which no two nodes are one object, without what it does not need.

    Raises Rejected where the proof is not accepted.
    """
    walker = _Pruning(lemma)
    proofs: Sequence[Any] = proof if isinstance(proof, list) else [proof]
    context: Context = RecallingContext(statement.scope, statement.given, TIMELESS, walker.work)
    found = []
    for goal, tree in zip(statement.show, proofs, strict=True):
        walker.walk(tree, goal, context)
        found.append(rebuilt(tree, walker.instead))
        context = context.having([goal])
    found = spared(statement, found, walker.doubtful, lemma, walker.work)
    return found if isinstance(proof, list) else found[0]
