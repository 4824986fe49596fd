"""`python -m attnverify.verify.derivations [--write] [IDS]`: which claims the core accepts, by default all PROVED ones.

Every claim is elaborated after those that it cites, its derivation is read again by the core, and compared with the
core's own formula of the statement. With --write the derivations are kept beside the texts; those that show their
statement already are taken as they are. Exit codes: 0 all are accepted, or what was found is written, 1 one was not
found, 2 no such claim, 3 some are declined.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ..cache import Cache
from ..claim import Claim
from ..registry import load, with_premises
from ..runner import decide_all
from ..verdict import Verdict
from . import stored
from .coverage import ACCEPTED, FAILED, Library, table

_SHOWN = (Verdict.PROVED, Verdict.CERTIFIED, Verdict.REFUTED)
SECONDS = 60  # of the processor, for a claim


def proofs(claims: Sequence[Claim]) -> dict[str, Mapping[str, Any]]:
    """Statement and proof, or refutation, of the claims among these, and those that they rest on, that have one."""
    known = load()
    needed = with_premises([claim.id for claim in claims], known)
    found = decide_all(needed, Cache(0), done=lambda claim, decision: None)
    made = {id: decision.proof for id, decision in found.items()}
    return {id: proof.data for id, proof in made.items() if proof and proof.verdict in _SHOWN}


class Elaboration:
    """Derivations of claims and of what they rest on, lemmas first; those beside the texts are taken as they are.

    asked : the claims. seconds : of the processor that a claim may take; 0 is no limit.
    """

    def __init__(self, asked: Sequence[Claim], seconds: float = 0.0) -> None:
        self.data, self._asked, self._seconds = proofs(asked), asked, seconds
        self._texts: dict[Path, list[str]] = {}
        for id, text in stored.texts_of(load().values()).items():
            self._texts.setdefault(text, []).append(id)
        self.store = stored.Store(self._texts)
        self.library = Library(lambda id: self.data.get(id, {}), self.store.checker)
        self._kept = stored.Kept(self.store.checker)

    def make(self, id: str, text: Path | None) -> None:
        """Elaborate a claim, if it is proved."""
        if id in self.library.outcomes or id not in self.data:
            return
        kind = "refute" if self.data[id].get("refuted") else "claim"
        statement = stored.stated(id, self.data[id]["statement"], kind)
        section = self.store.section(text, statement) if statement and text else None
        if section:
            self.library.take(id, section)
            return
        for lemma in load()[id].rests_on:
            formal = load()[lemma].formal
            self.make(lemma, formal.text if formal else None)
        with limited(self._seconds):
            self.library.outcome(id)

    def run(self, *, write: bool) -> int:
        """Elaborate all, text by text, and write what was made beside each; how many files are other ones than were."""
        asked, new, done = {claim.id for claim in self._asked}, set[Path](), 0
        for text, ids in self._texts.items():
            before = {*self.library.outcomes}
            for id in (id for id in ids if id in asked):
                self.make(id, text)
                done += 1
            made = self.library.outcomes.keys() - before  # lemmas of other texts too
            if write:
                new |= {other for other in self._texts if made.intersection(self._texts[other]) and self._write(other)}
            if sys.stderr.isatty():
                print(f"\r{done} of {len(asked)} claims", end="\r", file=sys.stderr, flush=True)
        return len(new)

    def _write(self, text: Path) -> bool:
        """Write what is there of the claims of a text; what was not looked at stays."""
        old, library = {section.name: section for section in self.store.sections.get(text, ())}, self.library
        ids = self._texts[text]
        found = [library.sections.get(id, None if id in library.outcomes else old.get(id)) for id in ids]
        return stored.write(stored.beside(text), [section for section in found if section and self._kept(section)])


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """What takes longer than so many seconds of the processor is not found; 0 is no limit. Windows knows none."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def late(number: int, frame: object) -> None:
        raise RecursionError(f"more than {seconds} s")

    before = signal.signal(signal.SIGVTALRM, late)
    signal.setitimer(signal.ITIMER_VIRTUAL, seconds, seconds and 1.0)  # again: a callback may swallow it
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, before)


def main(arguments: Sequence[str] | None = None) -> int:
    ids = list(sys.argv[1:] if arguments is None else arguments)
    if {"-h", "--help"}.intersection(ids):
        print(__doc__)
        return 0
    write = "--write" in ids
    ids = [id for id in ids if id != "--write"]
    claims = load()
    unknown = [id for id in ids if id not in claims]
    if unknown:
        print(f"no claim {unknown[0]}", file=sys.stderr)
        return 2
    made = Elaboration([claims[id] for id in ids or claims], SECONDS if write else 0.0)
    new = made.run(write=write)
    for id in ids:
        o = made.library.outcome(id)
        print(f"{id}: {o.answer} {o.why or f'{o.steps} steps'}")
    if write:
        print(f"{new} files are new")
    print(table(made.library.outcomes))
    answers = {outcome.answer for outcome in made.library.outcomes.values()}
    return 0 if write else 1 if FAILED in answers else 0 if answers == {ACCEPTED} else 3


if __name__ == "__main__":
    sys.exit(main())
