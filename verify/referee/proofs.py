"""The claims in proof form of a ledger, judged again by the kernel, each once, within a joint number of steps."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from verify.kernel.claims import Library
from verify.kernel.judging import judge
from verify.kernel.terms import Rejected, steps
from verify.outline import printed
from verify.referee.records import RecordError
from verify.verdict import Verdict

CLAIM_STEPS = 600_000
LEDGER_STEPS = 20_000_000


@dataclass(frozen=True)
class Found:
    """What the kernel says of one claim of a ledger."""

    verdict: Verdict
    reason: str
    axioms: tuple[str, ...]
    lemmas: tuple[str, ...]
    undecided: tuple[str, ...]
    twin: str
    twin_fault: str


class Kernel:
    """Judges the claims in proof form among the data of a ledger's claims."""

    def __init__(self, claims: Sequence[Any]) -> None:
        self._data = {
            data["id"]: data["proof"]["data"]
            for data in claims
            if isinstance(data, dict)
            and isinstance(data.get("id"), str)
            and isinstance(data.get("proof"), dict)
            and isinstance(data["proof"].get("data"), dict)
        }
        self._library = Library(self._cited)
        self._found: dict[str, Found] = {}
        self._copies: dict[str, Found] = {}
        self._left = LEDGER_STEPS

    def _cited(self, id: str) -> Mapping[str, Any]:
        found: Mapping[str, Any] = self._data[id]
        if "statement" not in found:
            raise Rejected(f"{id} has no statement")
        return found

    def judged(self, id: str) -> Found:
        """What the kernel says of the claim `id`; raises RecordError without proof data or steps."""
        if id not in self._data:
            raise RecordError("a claim in proof form has 'proof' with 'data'")
        if id not in self._found:
            text = json.dumps(self._data[id], sort_keys=True)
            alone = '"lemma"' not in text  # what cites others may cite itself under one of its ids
            found = self._copies.get(text) if alone else None
            if found is None:
                found = self._judged(id)
            if alone:
                self._copies[text] = found
            self._found[id] = found
        return self._found[id]

    def _judged(self, id: str) -> Found:
        if self._left <= 0:
            raise RecordError(f"not rechecked: the claims before it took the {LEDGER_STEPS} steps of the ledger")
        before = steps.done
        with allowed(min(CLAIM_STEPS, self._left)):
            found = judge(self._data[id], self._library.rule)
        self._left -= steps.done - before
        return Found(
            Verdict(found.verdict),
            found.reason,
            found.axioms,
            found.lemmas,
            found.undecided,
            found.twin,
            found.twin_fault,
        )

    def steps(self, id: str) -> list[dict[str, Any]]:
        """The steps of the judged claim `id` as they are printed; raises RecordError where they cannot be written."""
        try:
            with allowed(CLAIM_STEPS):
                return printed(self._data[id], self.judged(id).verdict.value, self._library.rule)
        except Rejected as error:
            raise RecordError(f"the steps of the proof cannot be written: {error}") from error


@contextmanager
def allowed(limit: int) -> Iterator[None]:
    """Within so many steps of the kernel."""
    steps.allow(limit)
    try:
        yield
    finally:
        steps.allow(1 << 60)


def twin_words(twin: Any) -> tuple[Any, Any]:
    """What a claim says of the twin that the kernel read."""
    if not isinstance(twin, dict) or not isinstance(twin.get("replace"), dict):
        return "none", {}
    return twin.get("says"), {old: repr(new) for old, new in twin["replace"].items()}
