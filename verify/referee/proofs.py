"""The claims in proof form of a ledger, judged again by the kernel, each once, within a joint number of steps.

Every claim is judged with its lemmas at their word, wherever a process is free; what it is worth where the lemmas are
what they are, and whether the steps of the ledger suffice for it, is found afterwards and in one order.
"""

import json
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ..kernel.judging import CERTIFIED, OPEN, PROVED, Judgement
from .judges import Judge, Judged
from .records import RecordError
from .workers import Workers

LEDGER_STEPS = 20_000_000
# A process that would judge fewer claims than this takes longer to start than to work.
_FEWEST = 4


@dataclass(frozen=True)
class Found:
    """What the kernel says of one claim of a ledger, and the steps as they are printed."""

    judgement: Judgement
    told: str
    trouble: str

    def steps(self) -> Any:
        """The printed steps; raises RecordError where they cannot be written."""
        if self.trouble:
            raise RecordError(self.trouble)
        return json.loads(self.told)


class Kernel:
    """Judges the claims in proof form among the data of a ledger's claims.

    jobs : how many processes; with 0 or 1, and where there is little to do, it is done in this one. What is found does
        not depend on it. `stop` ends them.
    """

    def __init__(self, claims: Sequence[Any], jobs: int = 0) -> None:
        self._texts: dict[str, str] = {}
        for data in claims:
            proof = data.get("proof") if isinstance(data, dict) else None
            if isinstance(proof, dict) and isinstance(proof.get("data"), dict) and isinstance(data.get("id"), str):
                with suppress(RecursionError):  # what is nested so deeply is no proof
                    self._texts.setdefault(data["id"], json.dumps(proof["data"]))
        first: dict[str, str] = {}  # copies of one claim are judged once
        self._alike = {id: first.setdefault(text, id) for id, text in self._texts.items()}
        self._judged: dict[str, Judged] = {}
        self._found: dict[str, Found] = {}
        self._open: list[str] = []
        self._left = LEDGER_STEPS
        processes = min(jobs, len(first) // _FEWEST)
        self._workers = Workers(self._texts, list(first.values()), processes, LEDGER_STEPS) if processes > 1 else None
        self._judge = Judge(self._texts)

    def stop(self) -> None:
        """End the worker processes."""
        if self._workers is not None:
            self._workers.stop()

    def judged(self, id: str) -> Found:
        """What the kernel says of the claim `id`; raises RecordError without proof data or steps."""
        if id not in self._texts:
            raise RecordError("a claim in proof form has 'proof' with 'data'")
        if id not in self._found:
            self._open.append(id)
            try:
                self._found[id] = self._settled(id)
            finally:
                self._open.pop()
        return self._found[id]

    def _settled(self, id: str) -> Found:
        """What a claim is worth: nothing where one of its lemmas is not proved."""
        judged = self._at_its_word(self._alike[id])
        for lemma in judged.found.lemmas:
            fault = self._fault(lemma)
            if fault:
                reason = f"the lemma {lemma} is not proved: {fault}"[:400]
                return Found(Judgement(OPEN, reason), "[]", "")
        return Found(judged.found, judged.told, judged.trouble)

    def _fault(self, lemma: str) -> str:
        if lemma in self._open:
            return f"{lemma} rests on itself: {' -> '.join([*self._open, lemma])}"
        found = self.judged(lemma).judgement
        return "" if found.verdict in (PROVED, CERTIFIED) else found.reason or f"it is {found.verdict}"

    def _at_its_word(self, id: str) -> Judged:
        """What the kernel says where the lemmas hold, paid for by the steps of the ledger when first asked for."""
        if id not in self._judged and self._left > 0:
            judged = (self._workers or self._judge).judged(id)
            self._left -= judged.taken
            if self._left >= 0:
                self._judged[id] = judged
        if id not in self._judged:
            raise RecordError(f"not rechecked: with the claims before it, it needs more than {LEDGER_STEPS} steps")
        return self._judged[id]


def twin_words(twin: Any) -> tuple[Any, Any]:
    """What a claim says of the twin that the kernel read."""
    if not isinstance(twin, dict) or not isinstance(twin.get("replace"), dict):
        return "none", {}
    return twin.get("says"), {old: repr(new) for old, new in twin["replace"].items()}
