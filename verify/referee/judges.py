"""One claim in proof form, judged by the kernel and told as steps, its lemmas taken at their word.

What comes out depends on the data of the claim and on the statements that it cites, and on nothing that was judged
before: neither the order nor the process makes a difference, not even to the number of steps.
"""

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from ..kernel.claims import as_rule
from ..kernel.judging import Judgement
from ..kernel.rules import Rule, forget_spaces, rules
from ..kernel.statements import read
from ..kernel.terms import Rejected, steps
from ..outline import judged, printed

CLAIM_STEPS = 600_000


@dataclass(frozen=True)
class Judged:
    """What the kernel says of a claim where its lemmas hold.

    taken : the steps that judging it took. told : the printed steps, a JSON list; `trouble` says why there are none.
    """

    found: Judgement
    taken: int
    told: str
    trouble: str = ""


class Judge:
    """Judges claims in proof form; `texts` are their data as JSON, by id."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._rules: dict[str, tuple[Rule | str, int]] = {}
        self._cited: set[str] = set()
        rules()  # read before anything is counted

    def judged(self, id: str) -> Judged:
        """Judge the claim `id`, within the steps that a claim may take."""
        data = json.loads(self._texts[id])
        self._cited.clear()
        forget_spaces()
        before = steps.done
        with allowed(CLAIM_STEPS):
            found, telling = judged(id, data, self.rule)
        taken = steps.done - before
        try:
            return Judged(found, taken, json.dumps(printed(data, found.verdict, telling)))
        except Rejected as error:
            return Judged(found, taken, "[]", str(error))

    def rule(self, id: str) -> Rule:
        """The statement of a cited claim as a rule. Whoever cites it pays for reading it, also where it is at hand."""
        if id not in self._rules:
            self._rules[id] = self._read(id)
        found, cost = self._rules[id]
        if id not in self._cited:
            self._cited.add(id)
            steps.spend(cost)
        if isinstance(found, str):
            raise Rejected(found)
        return found

    def _read(self, id: str) -> tuple[Rule | str, int]:
        """The rule, or why there is none, and the steps that reading took, which are not counted here."""
        data = json.loads(self._texts[id]) if id in self._texts else None
        before = steps.done
        try:
            with allowed(CLAIM_STEPS):
                return _rule(id, data), steps.done - before
        except Rejected as error:
            return str(error), steps.done - before
        finally:
            steps.done = before


def _rule(id: str, data: Mapping[str, Any] | None) -> Rule:
    if data is None:
        raise Rejected(f"no claim {id[:60]!r} that could be cited")
    if "statement" not in data:
        raise Rejected(f"{id} has no statement")
    return as_rule(id, read(data["statement"]))


@contextmanager
def allowed(limit: int) -> Iterator[None]:
    """Within so many steps of the kernel; afterwards as many are allowed as before."""
    before = steps.limit
    steps.allow(limit)
    try:
        yield
    finally:
        steps.limit = before
