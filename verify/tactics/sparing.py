"""Finds which of the doubtful facts of an accepted proof it cannot do without, in one walk for all of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verify.kernel.contexts import TIMELESS, Context
from verify.kernel.polynomials import Work
from verify.kernel.rules import Rule
from verify.kernel.statements import Statement
from verify.kernel.terms import Rejected, Term, conjuncts
from verify.kernel.walking import Refused
from verify.tactics.recalling import RecallingContext, RecallingWalker, knowing

Lemma = Callable[[str], Rule]


@dataclass(frozen=True)
class _Fact:
    """What a `have` node says, and the context where it says it."""

    node: Mapping[str, Any]
    parts: tuple[Term, ...]
    context: Context

    def at(self, moment: str) -> list[Term]:
        """What it says at another moment."""
        if moment == self.context.moment:
            return list(self.parts)
        alone = RecallingContext(self.context.scope, self.parts, self.context.moment, self.context.work)
        return list(alone.at(moment).facts)


class _GoBack(Exception):  # noqa: N818 - a signal, no error
    """A fact that was passed over is needed: back to its node."""

    def __init__(self, node: Any) -> None:
        super().__init__()
        self.node = node


class _Sparing(RecallingWalker):
    """A walk that passes over the doubtful `have` nodes; where a node fails without their facts, it goes back to them.

    needed : for a node that it went back to, by identity, the node that failed without its fact and how to try that.
    branches : what was to be proved at the nodes that it went back to. seen : the contexts of the nodes that failed.
    """

    def __init__(self, lemma: Lemma, work: Work, doubtful: Mapping[int, Any]) -> None:
        super().__init__(lemma, work)
        self.plain = RecallingWalker(lemma, work)
        self.doubtful = doubtful
        self.needed: dict[int, tuple[Any, Callable[[Context], bool]]] = {}
        self.branches: dict[int, tuple[_Fact, Term]] = {}
        self.seen: dict[int, Context] = {}
        self._passed: list[_Fact] = []

    def walk(self, node: Any, goal: Term, context: Context, place: tuple[str, ...] = ()) -> None:
        if id(node) in self.doubtful:
            fact = _Fact(node, tuple(conjuncts(self.formula(node["have"], context))), context)
            if id(node) not in self.needed and self._goes_without(fact, goal, place):
                return
            self.branches[id(node)] = fact, goal
        if any(failed is node for failed, _ in self.needed.values()):
            self.seen[id(node)] = context
        self._as_with_all(node, goal, context)
        try:
            super().walk(node, goal, context, place)
        except Refused as error:
            if len(error.place) <= len(place) + 1:  # not of a branch, where it was tried
                self._go_back(node, context, lambda other: accepted(self.plain, node, goal, other))
            raise

    def _goes_without(self, fact: _Fact, goal: Term, place: tuple[str, ...]) -> bool:
        self._passed.append(fact)
        try:
            self.walk(fact.node["then"], goal, fact.context, place)
        except _GoBack as wanted:
            if wanted.node is not fact.node:
                raise
            return False
        finally:
            self._passed.pop()
        return True

    def _as_with_all(self, node: Any, goal: Term, context: Context) -> None:
        """Go back if an instance gives less than with all that was passed over: fewer of its conditions are known."""
        if self._passed and isinstance(node, Mapping) and "take" in node:
            wanted = _taken(self.lemma, node, goal, _having(context, self._passed))
            if _taken(self.lemma, node, goal, context) != wanted:
                self._go_back(node, context, lambda other: _taken(self.lemma, node, goal, other) == wanted)

    def _go_back(self, node: Any, context: Context, holds: Callable[[Context], bool]) -> None:
        """Go back to the first of a few facts with which something holds, and of which none can go."""
        if not self._passed or not holds(_having(context, self._passed)):
            return
        chosen = _few(self._passed, lambda some: holds(_having(context, some)))
        for fact in chosen:
            self.needed[id(fact.node)] = node, holds
        raise _GoBack(chosen[0].node)

    def is_needed(self, number: int) -> bool:
        """Whether the node that failed without a fact still does."""
        failed, holds = self.needed[number]
        if id(failed) not in self.seen:  # a node that is not written in the proof
            return False
        context = self.seen[id(failed)]
        own = {*self.branches[number][0].parts, *self.branches[number][0].at(context.moment)}
        rest = [fact for fact in context.facts if fact not in own]
        return not holds(knowing(context, rest))


class _Taking(RecallingWalker):
    """Stops behind a `take` node, with the facts that it gave."""

    facts: Sequence[Term] | None = None

    def _then(
        self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...], name: str = "then"
    ) -> None:
        self.facts = context.facts


def _taken(lemma: Lemma, node: Any, goal: Term, context: Context) -> Sequence[Term] | None:
    walker = _Taking(lemma, context.work)
    if not accepted(walker, node, goal, context) or walker.facts is None:
        return None
    return [fact for fact in walker.facts if fact not in context.facts]


def _having(context: Context, facts: Sequence[_Fact]) -> Context:
    for fact in facts:
        context = context.having(fact.at(context.moment))
    return context


def _few(facts: Sequence[_Fact], hold: Callable[[Sequence[_Fact]], bool]) -> Sequence[_Fact]:
    """Some of the facts that hold together, of which none can go; halves are tried first, the last facts go first.

    Without any of them it does not hold.
    """

    def needed(some: Sequence[_Fact], beside: Sequence[_Fact]) -> Sequence[_Fact]:
        if beside and hold(beside):
            return []
        if len(some) == 1:
            return some
        first, second = some[: len(some) // 2], some[len(some) // 2 :]
        late = needed(second, [*first, *beside])
        return [*needed(first, [*late, *beside]), *late]

    return needed(facts, [])


def accepted(walker: RecallingWalker, node: Any, goal: Term, context: Context) -> bool:
    try:
        walker.walk(node, goal, context)
    except (Rejected, RecursionError):
        return False
    return True


def spared(
    statement: Statement, proofs: Sequence[Any], doubtful: Mapping[int, Any], lemma: Lemma, work: Work
) -> list[Any]:
    """The proofs without those of their doubtful `have` nodes, by identity, that nothing in them needs.

    Raises Rejected where a node needs what no fact that was passed over gives.
    """
    walk = _Sparing(lemma, work, doubtful)
    context: Context = RecallingContext(statement.scope, statement.given, TIMELESS, work)
    for goal, tree in zip(statement.show, proofs, strict=True):
        walk.walk(tree, goal, context)
        context = context.having([goal])
    dropped = {number: node for number, node in doubtful.items() if number not in walk.needed}
    for number in walk.needed:
        if number in walk.branches and not walk.is_needed(number):
            fact, goal = walk.branches[number]
            if accepted(walk.plain, without(fact.node["then"], dropped), goal, fact.context):
                dropped[number] = fact.node
    return [without(tree, dropped) for tree in proofs]


def without(tree: Any, dropped: Mapping[int, Any]) -> Any:
    """A proof without some of its `have` nodes."""
    while id(tree) in dropped:
        tree = tree["then"]
    if isinstance(tree, Mapping):
        return {name: without(part, dropped) for name, part in tree.items()}
    return [without(part, dropped) for part in tree] if isinstance(tree, list) else tree
