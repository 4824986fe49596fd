"""Which claims the core accepts: each is elaborated, written, read again by the core, compared with its statement."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ..core.files import Checker, Section, shows
from ..core.terms import Refused, State
from ..kernel.statements import Statement as Typed
from ..kernel.statements import read
from ..kernel.terms import Rejected
from .boxes import Boxes
from .emit import Failed
from .refutations import Refutations
from .statement import Declined
from .stored import statement_of
from .walk import Walk
from .writing import derivation

_CRASHES = (RecursionError, KeyError, AssertionError, StopIteration, TypeError, ValueError, IndexError)
ACCEPTED, DECLINED, FAILED = "accepted", "declined", "failed"


@dataclass(frozen=True)
class Outcome:
    """What became of one claim: `why` names the construct that is missing, or where no derivation was found."""

    id: str
    answer: str
    why: str = ""
    steps: int = 0


class Library:
    """Claims, each elaborated once, after those that it cites.

    data : the statement and the tree of a claim. checker : what the derivations may cite.
    """

    def __init__(self, data: Callable[[str], Mapping[str, Any]], checker: Checker | None = None) -> None:
        self._data = data
        self.checker = checker or Checker(())
        self.sections: dict[str, Section] = {}
        self.outcomes: dict[str, Outcome] = {}
        self._statements: dict[str, Typed] = {}

    def statement(self, id: str) -> Typed:
        if id not in self._statements:
            self._statements[id] = read(self._data(id)["statement"])
        return self._statements[id]

    def lemma(self, id: str) -> tuple[Typed, str]:
        """The statement of a claim and the identity of its accepted derivation."""
        outcome = self.outcome(id)
        if outcome.answer != ACCEPTED or self._data(id).get("refuted"):
            raise Declined("a lemma that the core did not accept")
        return self.statement(id), self.sections[id].id

    def take(self, id: str, section: Section) -> None:
        """A derivation that the checker has accepted for the statement of a claim."""
        self.sections[id] = section
        self.outcomes[id] = Outcome(id, ACCEPTED, steps=sum(line.startswith(b'["!') for line in section.lines))

    def outcome(self, id: str) -> Outcome:
        if id not in self.outcomes:
            self.outcomes[id] = Outcome(id, FAILED, "cites itself")
            limit = sys.getrecursionlimit()
            sys.setrecursionlimit(max(limit, 12_000))
            try:
                self.outcomes[id] = self._outcome(id)
            finally:
                sys.setrecursionlimit(limit)
        return self.outcomes[id]

    def _outcome(self, id: str) -> Outcome:
        walk: Walk | None = None
        try:
            data, statement = self._data(id), self.statement(id)
            if data.get("refuted"):
                walk = against = Refutations(State(), self.checker, self.lemma)
                formula, made = statement_of(id, statement, "refute"), against.refutation(statement, data)
            elif data.get("proof") is not None:
                walk = Boxes(State(), self.checker, self.lemma)
                formula, made = statement_of(id, statement), walk.claim(statement, data["proof"])
            else:
                raise Declined("no proof")
            section = derivation(walk, made, id)
        except Declined as error:
            return Outcome(id, DECLINED, str(error))
        except (Failed, Refused, Rejected, *_CRASHES) as error:
            where = "/".join(walk.trail()) if walk is not None else ""
            return Outcome(id, FAILED, f"{type(error).__name__} {error} at {where}")
        self.checker.sections[section.id] = section
        checked = self.checker.result(section.id)
        if checked.answer != "accept" or checked.lemma is None or not shows(checked.lemma, formula):
            return Outcome(id, FAILED, f"the core: {checked.answer} {checked.refusal}")
        self.take(id, section)
        return self.outcomes[id]


def table(outcomes: Mapping[str, Outcome]) -> str:
    """Counts by answer, and what is missing by frequency."""
    counts = Counter(outcome.answer for outcome in outcomes.values())
    lines = [", ".join(f"{counts[a]} {a}" for a in (ACCEPTED, DECLINED, FAILED))]
    missing = Counter((o.answer, o.why.partition(" at ")[0][:90]) for o in outcomes.values() if o.answer != ACCEPTED)
    return "\n".join([*lines, *(f"{n:5} {answer}: {why}" for (answer, why), n in missing.most_common())])
