"""Whether the solutions that a claim speaks of exist: from every start that it allows exactly one, by a proved lemma.

"If y solves f, then ..." says as much as "from every start there is exactly one solution, and ..." where a lemma shows
that of the flow f, and what is given speaks of y at the start alone. That the lemma gives it is a statement of its own,
which the kernel judges: what is given and does not speak of solutions, and then
`forall X in state: on(f, X) => one_solution(f, X)`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import count
from typing import Any

from ..kernel.claims import as_rule, check
from ..kernel.moments import parts, under_time
from ..kernel.printing import text
from ..kernel.rules import Rule
from ..kernel.statements import Statement, read
from ..kernel.term_matching import match_terms
from ..kernel.terms import (
    BINDERS,
    MOVING,
    Letter,
    Rejected,
    Term,
    conjuncts,
    fresh,
    opened,
    range_sort,
    steps,
    substituted,
)
from ..verdict import Verdict

_HOLDS = (Verdict.PROVED.value, Verdict.CERTIFIED.value)
_WORD = "one_solution("
_STEPS = 20_000_000


@dataclass(frozen=True)
class Solution:
    """What is known of solutions that a claim speaks of.

    lemma : by which there is exactly one from every start; empty where none says so. where : what it asks for and the
    claim does not give. besides : what the claim assumes of them later than at the start, or why it is not read.
    """

    lemma: str
    where: str = ""
    besides: str = ""

    def __str__(self) -> str:
        """In words.

        >>> print(Solution("LEM-solved.sa"))
        exactly one from every start (LEM-solved.sa)
        """
        said = f"exactly one from every start ({self.lemma})" if self.lemma else "no lemma here says that they exist"
        where = f", where {self.where}" if self.where else ""
        return f"{said}{where}{f'; assumed of them: {self.besides}' if self.besides else ''}"


def of_ledger(claims: Sequence[Mapping[str, Any]]) -> dict[str, tuple[Solution, ...]]:
    """For every proved claim of a ledger that assumes solutions, what its proved lemmas say of them."""
    proved = {
        entry["id"]: entry["proof"]["data"]["statement"]
        for entry in claims
        if entry.get("proof") and entry["verdict"] in _HOLDS
    }
    known = lemmas(proved)
    found = {id: solutions(statement, known) for id, statement in proved.items()}
    return {id: said for id, said in found.items() if said}


def in_short(known: Sequence[Solution]) -> str:
    """A few words for a table."""
    if not all(solution.lemma for solution in known):
        return "solutions assumed"
    where = " under more than is given" if any(solution.where for solution in known) else ""
    later = ", of which more is assumed" if any(solution.besides for solution in known) else ""
    return f"solutions by {', '.join(dict.fromkeys(solution.lemma for solution in known))}{where}{later}"


def assumed(statement: Mapping[str, Any]) -> bool:
    """Whether a statement speaks of solutions of a flow."""
    return any("solves(" in said for name in ("given", "show") for said in _texts(statement, name))


def lemmas(statements: Mapping[str, Mapping[str, Any]]) -> dict[str, Mapping[str, Any]]:
    """Those statements, by id, that say of one flow that it has exactly one solution from every state."""
    return {
        id: statement
        for id, statement in statements.items()
        if len(shown := _texts(statement, "show")) == 1 and _WORD in shown[0] and shown[0].startswith("forall")
    }


def solutions(statement: Mapping[str, Any], lemmas: Mapping[str, Mapping[str, Any]]) -> tuple[Solution, ...]:
    """What lemmas, by id, say of the solutions that a statement assumes, each once; none where it assumes none."""
    if not assumed(statement):
        return ()
    return _solutions(json.dumps(statement), json.dumps(lemmas))


@lru_cache(4096)
def _solutions(statement: str, lemmas: str) -> tuple[Solution, ...]:
    steps.allow(_STEPS)
    data = json.loads(statement)
    found: dict[Solution, None] = {}
    for facts in _assumptions(said := read(data)):
        solved = [part for fact in facts for part in _solved(fact)]
        moving = frozenset(letter for _, x in solved for letter in x.letters if letter.level == MOVING)
        flows = Counter(x for _, x in dict.fromkeys(solved))
        plain = [fact for fact in facts if _solves(fact) and fact.args[2] in moving and flows[fact.args[2]] == 1]
        later = [text(fact) for fact in facts if fact not in plain and not _of_the_start(fact, moving)]
        for flow in dict.fromkeys(flow for flow, _ in solved):
            wanted = companion(data, said, facts, flow, moving)
            lemma, where = _lemma(wanted, lemmas) if wanted else ("", "")
            found[Solution(lemma, where, "; ".join(later))] = None
    return tuple(found)


def companion(
    data: Mapping[str, Any], said: Statement, facts: Sequence[Term], flow: Term, moving: frozenset[Letter]
) -> dict[str, Any] | None:
    """The statement that a flow has exactly one solution from every state, under those facts that speak of none.

    None where the flow depends on a solution, or has no name, as it depends on what is chosen later.
    """
    names, texts = said.scope.names, dict(zip(said.given, said.given_texts, strict=True))
    name = next((name for name, known in names.items() if isinstance(known, tuple) and known[0] is flow), "")
    letters = frozenset(said.letters) - moving
    given = [texts.get(fact) or text(fact, names) for fact in facts if fact.letters <= letters and not _speaks(fact)]
    shown = f"forall origin in state: on({name}, origin) => one_solution({name}, origin)"
    return {**data, "given": given, "show": [shown]} if name and flow.letters.isdisjoint(moving) else None


@lru_cache(64)
def _rules(lemmas: str) -> list[Rule]:
    return [as_rule(id, read(statement)) for id, statement in json.loads(lemmas).items()]


def _lemma(wanted: Mapping[str, Any], lemmas: str) -> tuple[str, str]:
    """The lemma that gives a companion, and what it asks for besides; two empty texts for none."""
    try:
        statement = read(wanted)
    except Rejected:  # what is given cannot be written out
        return "", ""
    found: list[tuple[str, str]] = []
    ours = statement.scope.spaces or ("",)
    for rule in _rules(lemmas):
        here = rule.in_spaces({space: space if space in ours else ours[0] for space in rule.spaces})
        values = match_terms(here.goal, statement.show[0], frozenset(here.letters.values()), {})
        if values is None:
            continue
        if _accepts(statement, rule, values):
            return rule.name, ""
        more, new = _with_letters(statement, here, values)
        where = more.given[len(statement.given) :]
        if where and _accepts(more, rule, {**values, **new}):
            found.append((rule.name, " and ".join(map(text, where))))
    return min(found, key=lambda pair: len(pair[1]), default=("", ""))


def _accepts(statement: Statement, rule: Rule, values: Mapping[Letter, Term]) -> bool:
    """Whether the kernel accepts a lemma, at these values of its letters, as a proof."""
    try:
        said = {letter.name: text(value) for letter, value in values.items()}
        check(statement, {"lemma": rule.name, "with": said}, lambda id: rule)
    except Rejected:
        return False
    return True


def _with_letters(
    statement: Statement, rule: Rule, values: Mapping[Letter, Term]
) -> tuple[Statement, dict[Letter, Term]]:
    """The statement with new letters for those of a lemma that have no value, and with what it asks of these."""
    scope, new = statement.scope.extended(), dict[Letter, Term]()
    for letter in rule.letters.values():
        if letter not in values:
            name = next(name for k in count() if (name := f"{letter.name}{k or ''}") not in scope.names)
            made = new[letter] = fresh(name, letter.sort, letter.level)
            scope.declare(name, made)
    asked = [premise.goal for premise in rule.premises if not premise.goal.letters.isdisjoint(new)]
    given = (*statement.given, *(substituted(fact, {**values, **new}) for fact in asked))
    return Statement(scope, statement.letters, given, statement.show, (), ()), new


def _assumptions(statement: Statement) -> Iterator[list[Term]]:
    """What is assumed, all together, at each place where solutions are spoken of."""
    given = [part for fact in statement.given for part in conjuncts(fact)]
    if any(map(_speaks, given)):
        yield given
    for goal in statement.show:
        yield from _assumed(goal, given)


def _assumed(goal: Term, facts: list[Term]) -> Iterator[list[Term]]:
    if goal.op == "and":
        for part in goal.args:
            yield from _assumed(part, facts)
    elif goal.op == "implies":
        new = list(conjuncts(goal.args[0]))
        if any(map(_speaks, new)):
            yield [*facts, *new]
        yield from _assumed(goal.args[1], [*facts, *new])
    elif goal.op in ("forall", "exists"):
        yield from _assumed(opened(goal, fresh("x", range_sort(goal.args[0]))), facts)
    elif _speaks(goal) and not _solves(goal):
        yield [goal]


def _solves(term: Term) -> bool:
    return term.op == "timed" and term.args[0] == "solves"


def _solved(term: Term) -> Iterator[tuple[Term, Term]]:
    """The flows that are spoken of anywhere in a formula, with what solves them."""
    if _solves(term):
        yield term.args[1:]
    elif term.op in BINDERS:
        yield from _solved(opened(term, fresh("x", range_sort(term.args[0]))))
    else:
        for part in parts(term):
            yield from _solved(part)


def _speaks(term: Term) -> bool:
    return any(True for _ in _solved(term))


def _of_the_start(term: Term, moving: frozenset[Letter]) -> bool:
    """Whether a formula speaks of solutions at the start only, and of no rate of theirs."""
    if term.letters.isdisjoint(moving):
        return not _speaks(term)
    if term.op in ("at_start", "start"):
        return not any(under_time(part, letter) for part in parts(term) for letter in moving)
    return not isinstance(term, Letter) and all(_of_the_start(part, moving) for part in parts(term))


def _texts(statement: Mapping[str, Any], name: str) -> list[str]:
    said = statement.get(name, [])
    return [said] if isinstance(said, str) else list(said)
