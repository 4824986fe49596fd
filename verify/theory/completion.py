"""Completes the proofs of a text: every gap is tried as the lock fills it, and searched where the kernel refuses that.

What is found is put into the trees, so that they, and the lock made of them, say it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from ..kernel.conditions import holds
from ..kernel.contexts import FALSE, TIMELESS, Context
from ..kernel.conversion import same
from ..kernel.judging import OPEN, Judgement, negated
from ..kernel.motions import refuted_by_motion
from ..kernel.proofs import Refused
from ..kernel.rules import Rule
from ..kernel.statements import read
from ..kernel.terms import TOKEN, Rejected, Term, conjuncts, make, over, steps, substituted
from ..outline import TELLING_STEPS, Telling, judged
from ..search.citing import Citing
from ..search.effort import Effort
from ..search.proving import Prover
from .claims import TextClaim
from .elaboration import Node, nodes
from .text import Fault
from .writing import entry_of

_SEARCH_WORK = 600_000_000


class Completer(Citing):
    """A walk through the trees of one claim that fills their gaps. searched : how many it had to search."""

    def __init__(self, lemma: Callable[[str], Rule], citable: Sequence[str] = ()) -> None:
        super().__init__(lemma, citable, work=_SEARCH_WORK)
        self.searched, self.prover = 0, Prover(self, Effort(0))

    def walk(self, node: Any, goal: Term, context: Context, place: tuple[str, ...] = ()) -> None:
        try:
            if isinstance(node, Node):
                wrong = disagreement(self, node, goal, context)
                if wrong:
                    raise Rejected(wrong)
                if node.gap in ("end", "terms"):
                    self._end(node, goal, context, place)
                    return
                if node.gap == "used" and not node.branches and self._part(node, goal, context, place):
                    return
            super().walk(node, goal, context, place)
        except Rejected as error:
            refused = error if isinstance(error, Refused) else Refused(place, error)
            if isinstance(node, Node) and not hasattr(refused, "where"):
                refused.where = getattr(error, "where", (node, goal, context))  # type: ignore[attr-defined]
            if refused is error:
                raise
            raise refused from error

    def _end(self, node: Node, goal: Term, context: Context, place: tuple[str, ...]) -> None:
        try:
            super().walk(dict(node), goal, context, place)
            return
        except Rejected as error:
            refused = error
        self._named(node, context)
        self.searched += 1
        named = "leaf" in node.asked and len(node.asked) > 1
        if "boxes" in node.asked:
            found = self._bisected(node, goal, context)
        else:
            found = self.prover.line(goal, context, node.asked)
        if found is None:
            if named or "boxes" in node.asked:
                raise refused
            raise Rejected(NOT_FOUND)
        node.fill(entry_of(node, found))

    def _named(self, node: Node, context: Context) -> None:
        """Insist that every fact of a reason is known."""
        for term in node.asked.get("terms", ()):
            for text in (term["eq"],) if "eq" in term else term["facts"]:
                if not context.known(self.formula(text, context)):
                    raise Rejected(f"used but not known here: {text}")
        for text in node.asked.get("use", ()):
            if not context.known(self.formula(text, context)):
                raise Rejected(f"used but not known here: {text}")

    def _bisected(self, node: Node, goal: Term, context: Context) -> Any:
        from ..search.bisection import bisected
        from ..search.terms_of import bounds

        letters = dict(node.asked["letters"])
        for letter in goal.letters:
            if letter.name not in letters:
                sides = bounds(letter, context)
                if None in sides:
                    raise Rejected(f"no bounds are known of {letter.name}")
                letters[letter.name] = [str(side) for side in sides]
        found = bisected(letters, goal, context, lambda text: self.number(text, context))
        return found if self.accepts(found, goal, context) else None

    def _part(self, node: Node, goal: Term, context: Context, place: tuple[str, ...]) -> bool:
        """Whether the goal is a part of what the lemma of a line says, which is known first then."""
        if "lemma" not in node.asked or goal.op == "and":
            return False
        lemma = self.lemma(node.asked["lemma"])
        spaced = lemma.in_spaces(self._spaces(lemma, node.asked, context))
        asked = node.asked.get("with", {})
        for part in conjuncts(spaced.goal) if spaced.goal.op == "and" else ():
            letters = self.letters(replace(spaced, goal=part), asked, goal, context)
            try:
                values = self._values(spaced, {"with": letters or {}}, context)
            except Rejected:
                continue
            if same(substituted(part, values), goal, context.normaliser()):
                whole = self.said(substituted(spaced.goal, values), context)
                cited = Node({**node.asked, "with": letters}, node.step, "used", node.key)
                super().walk(cited, self.formula(whole, context), context, place)
                node.fill({**(cited.entry or {}), "with": letters, "whole": whole})
                self.searched += 1
                return True
        return False

    # branches
    def _apply(self, rule: Rule, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        if not isinstance(node, Node):
            super()._apply(rule, node, goal, context, place)
            return
        spaced = rule.in_spaces(self._spaces(rule, node, context))
        values, entry = self._fitted(spaced, node, goal, context)
        for name, terms in spaced.sides:
            holds(name, [substituted(term, values) for term in terms], context)
        new = self.new_letters(spaced, node, context)
        more = {letter: name for letter, name in new.items() if node.asked.get("new", {}).get(letter) != name}
        if more:
            entry["new"] = more
        wanted = [self._premise(premise, values, new, context) for premise in spaced.premises]
        self._branches(node, wanted, entry, rule.name, place)

    def _fitted(self, rule: Rule, node: Node, goal: Term, context: Context) -> tuple[dict[Any, Term], dict[str, Any]]:
        """What stands for the letters of a rule: as the lock says, or else as matching finds."""
        asked = node.asked.get("with", {})
        try:
            values = self._values(rule, node, context)
            if same(substituted(rule.goal, values), goal, context.normaliser()):
                more = {name: text for name, text in node.get("with", {}).items() if name not in asked}
                return values, {"with": more} if more else {}
        except Rejected:
            pass
        self.searched += 1
        letters = self.letters(rule, asked, goal, context) or {}
        missing = [name for name in rule.letters if name not in letters and name not in context.scope.names]
        if missing:
            raise Rejected(
                f"{rule.name}: the letter {missing[0]} is not found from the goal; say  with {missing[0]} = ..."
            )
        values = self._values(rule, {"with": letters}, context)
        conclusion = substituted(rule.goal, values)
        if not same(conclusion, goal, context.normaliser()):
            raise Rejected(f"{rule.name} gives {self.said(conclusion, context)}, which is not the goal")
        more = {name: text for name, text in letters.items() if name not in asked}
        return values, {"with": more} if more else {}

    def _both(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        if not isinstance(node, Node) or goal.op != "and":
            super()._both(node, goal, context, place)
            return
        self._branches(node, [(part, context) for part in conjuncts(goal)], {}, "part", place)

    def _groups(self, node: Mapping[str, Any], goal: Term, context: Context, place: tuple[str, ...]) -> None:
        groups = context.scope.groups
        if not isinstance(node, Node) or goal.op != "forall" or goal.args[0] is not over(TOKEN) or not groups:
            super()._groups(node, goal, context, place)
            return
        wanted = [(make("forall", over(("index", "token", group)), goal.args[1]), context) for group in groups]
        self._branches(node, wanted, {}, "group", place)

    def _branches(
        self, node: Node, wanted: list[tuple[Term, Context]], entry: dict[str, Any], name: str, place: tuple[str, ...]
    ) -> None:
        """Give each branch to its premise, walk them, and look for the premises that have none."""
        places = self._placed(node, wanted, name)
        found: dict[str, Any] = {}
        stored = node.entry.get("found", {}) if isinstance(node.entry, Mapping) else {}
        for number, (goal, inner) in enumerate(wanted):
            where = (*place, f"{name} {number + 1}")
            if number in places:
                self.walk(node.branches[places.index(number)], goal, inner, where)
            elif not inner.known(goal):
                tree = stored.get(str(number))
                if tree is None or not self.accepts(tree, goal, inner):
                    self.searched += 1
                    tree = self.prover.line(goal, inner)
                if tree is None:
                    shown = self.said(goal, inner)
                    raise _at(node, goal, inner, f"{name} {number + 1} is not found; give it a branch:  - show {shown}")
                found[str(number)] = tree
        if found:
            entry["found"] = found
        needed = max([-1, *places, *map(int, found)]) + 1
        number = len(wanted) if node.gap == "parts" else needed
        if list(places) != list(range(len(node.branches))) or number != len(places):
            entry["at"] = [list(places), number]
        if entry != (node.entry or {}):
            node.fill(entry)

    def _placed(self, node: Node, wanted: Sequence[tuple[Term, Context]], name: str) -> list[int]:
        branches = node.branches
        if len(branches) > len(wanted):
            raise Rejected(f"{len(branches)} branches; {node.step.whole} asks for {len(wanted)}")
        if len(branches) == len(wanted) and max(node.numbers, default=-1) < 0:
            return list(range(len(wanted)))
        places: list[int] = []
        for branch, number in zip(branches, node.numbers, strict=True):
            if number >= len(wanted) or number in places:
                raise _at(branch, *wanted[0], f"{name} has {len(wanted)} premises; {number + 1} is none that is left")
            free = [
                k
                for k in range(len(wanted))
                if k not in places
                and (k == number if number >= 0 else k not in node.numbers)
                and (not branch.shows or self.shows(branch.shows, *wanted[k]))
            ]
            if not free:
                goals = "; ".join(self.said(goal, inner) for goal, inner in wanted)
                raise _at(branch, *wanted[0], f"no premise of {name} is {branch.shows}; they are {goals}"[:600])
            places.append(free[0])
        return places


def _at(node: Node, goal: Term, context: Context, why: str) -> Rejected:
    """A refusal at a node that is not walked yet."""
    error = Rejected(why)
    error.where = node, goal, context  # type: ignore[attr-defined]
    return error


def disagreement(searcher: Citing, node: Node, goal: Term, context: Context) -> str:
    """Why what a branch says it shows, or a step says it assumes, is not so; empty where it is."""
    if node.shows and not searcher.shows(node.shows, goal, context):
        return f"not the goal here, which is {searcher.said(goal, context)}"
    for said in node.assumes:
        if goal.op not in ("implies", "not"):
            return "nothing to assume: the goal is no implication"
        if said and not searcher.shows(said, goal.args[0], context):
            return f"not what the goal assumes, which is {searcher.said(goal.args[0], context)}"
        context = context.having(conjuncts(goal.args[0]))
        goal = goal.args[1] if goal.op == "implies" else FALSE
    return ""


class Agreement:
    """Listens to the kernel's walk through a text: whether what the text says of its goals is so.

    It counts its steps by itself, so that the walk takes as many. wrong : whether something is not.
    """

    def __init__(self, lemma: Callable[[str], Rule]) -> None:
        self._searcher, self.wrong = Citing(lemma), False

    def begins(self, kind: str, node: Mapping[str, Any], goal: Term, context: Context, last: str) -> None:
        """Compare what is said of the goal with it."""
        if not isinstance(node, Node) or self.wrong or not (node.shows or node.assumes):
            return
        before, spent = (steps.done, steps.limit), context.work.spent
        steps.limit, context.work.spent = TELLING_STEPS + steps.done, 0
        try:
            self.wrong = bool(disagreement(self._searcher, node, goal, context))
        except (Rejected, RecursionError):
            self.wrong = True
        finally:
            (steps.done, steps.limit), context.work.spent = before, spent

    def ends(self) -> None:
        """Nothing is kept of what is accepted."""


NOT_FOUND = (
    "not found: no fact says it, and the search ended without a proof; "
    "name facts after 'by', or prove it in lines under it"
)


def complete(claim: TextClaim, walker: Completer) -> None:
    """Fill the gaps of a claim's proofs, in its trees; raises Rejected, with `where`, at the first that stays."""
    statement = read(claim.statement)
    refuted = claim.refuted or {}
    if "motion" in refuted:
        refuted_by_motion(statement, refuted["motion"], walker.lemma, walker=walker)
        return
    proof = refuted.get("proof", claim.proof)
    if "proof" in refuted:
        statement = negated(statement, refuted)
    context = Context(statement.scope, statement.given, TIMELESS, walker.work)
    for goal, tree in zip(statement.show, proof if isinstance(proof, list) else [proof], strict=False):
        walker.walk(tree, goal, context)
        context = context.having([goal])


@dataclass(frozen=True)
class Judged:
    """What the kernel says of a claim of a text.

    data : what it judged. searched : how many gaps the lock did not fill. fault : what is wrong, where it is OPEN.
    """

    data: Mapping[str, Any]
    judgement: Judgement
    telling: Telling
    searched: int = 0
    fault: Fault | None = None


def judge_text(claim: TextClaim, lemma: Callable[[str], Rule]) -> Judged:
    """Let the kernel judge a claim as its text and lock say it; where it refuses that, with its gaps searched anew."""
    from .messages import fault

    try:
        if claim.proof is None and claim.refuted is None:
            return _open(Fault(claim.entry.place, "it has no proof; attnverify decide FILE --write looks for one"))
        found = _judged(claim, lemma)
        if found is not None:
            return found
        walker = Completer(lemma, claim.above())
        try:
            complete(claim, walker)
        except Rejected as error:
            return _open(fault(claim, error, walker))
        found = _judged(claim, lemma)
    except Fault as error:
        return _open(_statement_fault(claim, lemma) or error)
    if found is None:
        data = claim.data()
        judgement, telling = judged(claim.id, data, lemma)
        return Judged(data, judgement, telling, walker.searched, Fault(claim.entry.place, judgement.reason))
    return replace(found, searched=walker.searched)


def _statement_fault(claim: TextClaim, lemma: Callable[[str], Rule]) -> Fault | None:
    """What is wrong with the statement already."""
    from .messages import fault

    try:
        read(claim.statement)
    except Rejected as error:
        return fault(claim, error, Completer(lemma))
    except Fault as error:
        return error
    return None


def _judged(claim: TextClaim, lemma: Callable[[str], Rule]) -> Judged | None:
    """What the kernel says of a claim as it is now; None where it refuses it, or the text says what is not so."""
    data, listener = {name: part for name, part in claim.data().items() if part is not None}, Agreement(lemma)
    if claim.id in claim.cites():
        raise Fault(claim.entry.place, f"{claim.id} rests on itself")
    judgement, telling = judged(claim.id, data, lemma, listener)
    return None if judgement.verdict == OPEN or listener.wrong else Judged(data, judgement, telling)


def _open(error: Fault) -> Judged:
    return Judged({}, Judgement(OPEN, error.why), Telling(), 0, error)


def lock_of(claim: TextClaim) -> dict[str, dict[str, Any]]:
    """What the lock says of a claim: the entries of its proofs, by their names."""
    if claim.in_words:
        return {}
    return {
        name: {node.key: node.entry for node in nodes(tree) if node.gap and node.entry}
        for name, tree in claim.trees.items()
    }
