"""Removes from an accepted proof what it can do without: facts, premises, terms and equations that nothing needs.

What is left is needed, one by one: the kernel notices when any single step is missing.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from verify.kernel.contexts import TIMELESS, Context
from verify.kernel.leaves import arithmetic
from verify.kernel.polynomials import Work
from verify.kernel.proofs import Walker
from verify.kernel.rules import Rule
from verify.kernel.statements import Statement
from verify.kernel.terms import Rejected, Term, conjuncts

_WORK = 600_000_000
KNOWN = {"known": True}


class _Pruning(Walker):
    """A walk that remembers, for every node by its identity, what may stand in its place."""

    def __init__(self, lemma: Callable[[str], Rule]) -> None:
        super().__init__(lemma, Work(_WORK))
        self.checker = Walker(lemma, Work(_WORK))
        self.instead: dict[int, Any] = {}

    def walk(self, node: Any, goal: Term, context: Context, place: tuple[str, ...] = ()) -> None:
        if not isinstance(node, Mapping) or "known" in node:
            super().walk(node, goal, context, place)
            return
        if context.known(goal):
            self.instead[id(node)] = KNOWN
            return
        if "have" in node:
            self._pruned_have(node, goal, context, place)
            return
        super().walk(node, goal, context, place)
        if "leaf" in node:
            self.instead[id(node)] = self._pruned_leaf(node, goal, context)

    def _pruned_have(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        fact = self.formula(node["have"], context)
        self.walk(node.get("by", KNOWN), fact, context, place)
        self.walk(node["then"], goal, context.having(conjuncts(fact)), place)
        then = rebuilt(node["then"], self.instead)
        if self._goes_without(then, goal, context):
            self.instead[id(node)] = then
        else:
            self.instead[id(node)] = {**node, "by": rebuilt(node.get("by", KNOWN), self.instead), "then": then}

    def _goes_without(self, node: Any, goal: Term, context: Context) -> bool:
        try:
            self.checker.walk(node, goal, context)
        except (Rejected, RecursionError):
            return False
        return True

    def _pruned_leaf(self, node: Mapping[str, Any], goal: Term, context: Context) -> Mapping[str, Any]:
        kept = dict(node)
        for name in ("terms", "use", "norms", "times"):
            items = list(kept.get(name, []))
            if name == "terms" and self._proves({**kept, name: []}, goal, context):
                items = []
            for item in list(items):
                fewer = [other for other in items if other is not item]
                if self._proves({**kept, name: fewer}, goal, context):
                    items = fewer
                    kept[name] = items
            kept[name] = items
        return {name: value for name, value in kept.items() if value}

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
    context = Context(statement.scope, statement.given, TIMELESS, walker.work)
    found = []
    for goal, tree in zip(statement.show, proofs, strict=True):
        walker.walk(tree, goal, context)
        found.append(rebuilt(tree, walker.instead))
        context = context.having([goal])
    return found if isinstance(proof, list) else found[0]
