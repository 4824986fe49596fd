"""Completes proof trees: every `auto` node is replaced by the certificate of a search made in its context."""

from collections.abc import Callable, Mapping
from typing import Any, ClassVar

from attnverify.verify.kernel.claims import as_rule
from attnverify.verify.kernel.contexts import TIMELESS, Context
from attnverify.verify.kernel.judging import negated
from attnverify.verify.kernel.leaves import texts
from attnverify.verify.kernel.proofs import Walker
from attnverify.verify.kernel.rules import Rule
from attnverify.verify.kernel.statements import Statement, read
from attnverify.verify.kernel.terms import Rejected, Term
from attnverify.verify.search.citing import Citing
from attnverify.verify.search.combining import FIELDS
from attnverify.verify.search.effort import Effort
from attnverify.verify.search.proving import Prover

_SEARCH_WORK = 600_000_000


class Completing(Citing):
    """A walk that looks for the certificates that are missing, and remembers them by node."""

    NODES: ClassVar[Mapping[str, tuple[str, ...]]] = {**Walker.NODES, "auto": FIELDS}

    def __init__(self, lemma: Callable[[str], Rule]) -> None:
        super().__init__(lemma, work=_SEARCH_WORK)
        self.found: dict[int, Mapping[str, Any]] = {}

    def _auto(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        asked = {"leaf": "arithmetic", "terms": node["auto"], **{name: texts(node, name) for name in FIELDS}}
        found = Prover(self, Effort(0)).line(goal, context, asked)
        if found is None:
            raise Rejected("no certificate found")
        self.walk(found, goal, context, place)
        self.found[id(node)] = found


class Completer:
    """Statements and completed proofs by id, for `verify.kernel.claims.Library`.

    claims : gives the claim in proof form of an id; raises KeyError where there is none.
    """

    def __init__(self, claims: Callable[[str], Any]) -> None:
        self._claims = claims
        self._done: dict[str, Mapping[str, Any]] = {}
        self._statements: dict[str, Statement] = {}

    def data(self, id: str) -> Mapping[str, Any]:
        """The statement and the completed proof of a claim."""
        if id not in self._done:
            claim = self._claims(id)
            self._done[id] = {"statement": claim.statement, "proof": self.completed(id, claim.proof)}
        return self._done[id]

    def _statement(self, id: str) -> Statement:
        if id not in self._statements:
            self._statements[id] = read(self._claims(id).statement)
        return self._statements[id]

    def _rule(self, id: str) -> Rule:
        try:
            return as_rule(id, self._statement(id))
        except KeyError as error:
            raise Rejected(f"no claim {id!r} that could be cited") from error

    def completed(self, id: str, proof: Any, refuted: Mapping[str, Any] | None = None) -> Any:
        """`proof` of the claim `id`, or of its negation where it is `refuted`, with every missing certificate found.

        Raises Rejected where one is not found, or the proof goes wrong before.
        """
        if not _has_auto(proof):
            return proof
        statement = self._statement(id) if refuted is None else negated(self._statement(id), refuted)
        walker = Completing(self._rule)
        proofs = proof if isinstance(proof, list) else [proof]
        context = Context(statement.scope, statement.given, TIMELESS, walker.work)
        for number, (goal, tree) in enumerate(zip(statement.show, proofs, strict=False), start=1):
            walker.walk(tree, goal, context, (f"goal {number}",) if len(proofs) > 1 else ())
            context = context.having([goal])
        return _replaced(proof, walker.found)


def _has_auto(tree: Any) -> bool:
    if isinstance(tree, Mapping):
        return "auto" in tree or any(_has_auto(part) for part in tree.values())
    return isinstance(tree, (list, tuple)) and any(_has_auto(part) for part in tree)


def _replaced(tree: Any, found: Mapping[int, Mapping[str, Any]]) -> Any:
    if isinstance(tree, Mapping):
        if "auto" in tree:
            return found.get(id(tree), tree)
        return {name: _replaced(part, found) for name, part in tree.items()}
    return [_replaced(part, found) for part in tree] if isinstance(tree, (list, tuple)) else tree
