"""A claim: its statement, its proof, and whether the one follows from the other; lemmas are claims used as rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from .contexts import TIMELESS, Context
from .polynomials import Work
from .proofs import CLAIM_WORK, Listener, Walker
from .rules import Premise, Rule
from .statements import Statement, read
from .terms import Rejected, Term, make, steps


@dataclass(frozen=True)
class Proof:
    """What an accepted proof rests on: axioms by name, claims by id; `work` says what it cost.

    compact : whether it decides boxes of a compact set, so that the claim is CERTIFIED there.
    """

    axioms: frozenset[str]
    lemmas: frozenset[str]
    work: int
    compact: bool = False


class Library:
    """Claims by id, each checked once, those it cites first.

    data : for the id of a claim its {"statement", "proof"}; raises KeyError where there is none.
    """

    def __init__(self, data: Callable[[str], Mapping[str, Any]]) -> None:
        self._data = data
        self._statements: dict[str, Statement] = {}
        self._proofs: dict[str, Proof | Rejected] = {}
        self._rules: dict[str, Rule] = {}
        self._open: list[str] = []

    def statement(self, id: str) -> Statement:
        """The statement of a claim."""
        if id not in self._statements:
            try:
                data = self._data(id)
            except KeyError as error:
                raise Rejected(f"no claim {id[:60]!r} that could be cited") from error
            self._statements[id] = read(data["statement"])
        return self._statements[id]

    def proof(self, id: str) -> Proof:
        """Check the proof of a claim and of everything it cites; raises Rejected where it is not accepted."""
        if id in self._open:
            raise Rejected(f"{id} rests on itself: {' -> '.join([*self._open, id])}")
        if id not in self._proofs:
            self._open.append(id)
            try:
                statement = self.statement(id)
                self._proofs[id] = check(statement, self._data(id).get("proof"), self.rule)
            except RecursionError as error:
                raise Rejected("nested too deeply") from error
            except Rejected as error:
                if steps.spent:  # by whoever asks; the next one may have more
                    raise
                self._proofs[id] = error
            finally:
                self._open.pop()
        found = self._proofs[id]
        if isinstance(found, Rejected):
            raise found
        return found

    def axioms(self, id: str) -> frozenset[str]:
        """The axioms that a claim rests on, through whatever it cites."""
        own = self.proof(id)
        return own.axioms.union(*(self.axioms(lemma) for lemma in own.lemmas))

    def rule(self, id: str) -> Rule:
        """A proved claim as a rule."""
        try:
            self.proof(id)
        except Rejected as error:
            raise Rejected(f"the lemma {id} is not proved: {error}"[:400]) from error
        if id not in self._rules:
            self._rules[id] = as_rule(id, self.statement(id))
        return self._rules[id]


def as_rule(id: str, statement: Statement) -> Rule:
    """A statement as a rule: its letters, what is given as premises, what is shown as the goal."""
    goal = conjunction(statement.show)
    premises = tuple(Premise(TIMELESS, (), (), fact) for fact in statement.given)
    letters = {letter.name: letter for letter in statement.letters}
    spaces = statement.scope.spaces or ("",)
    return Rule(id, letters, goal, premises, (), "lemma", "", False, True, spaces, statement.scope.groups)


def conjunction(parts: tuple[Term, ...]) -> Term:
    """All of `parts` as one formula."""
    result = parts[0]
    for part in parts[1:]:
        result = make("and", result, part)
    return result


def check(statement: Statement, proof: Any, lemma: Callable[[str], Rule], listener: Listener | None = None) -> Proof:
    """Accept the proof of a statement, or raise Rejected. Goals are shown in order, later ones using earlier ones."""
    proofs = proof if isinstance(proof, list) else [proof]
    if len(proofs) != len(statement.show):
        raise Rejected(f"{len(proofs)} proofs for {len(statement.show)} goals")
    walker = Walker(lemma, Work(CLAIM_WORK), listener)
    context = Context(statement.scope, statement.given, TIMELESS, walker.work)
    for number, (goal, tree) in enumerate(zip(statement.show, proofs, strict=True), start=1):
        place = (f"goal {number}",) if len(proofs) > 1 else ()
        walker.walk(tree, goal, context, place)
        context = context.having([goal])
    return Proof(frozenset(walker.axioms), frozenset(walker.lemmas), walker.work.spent, walker.compact)
