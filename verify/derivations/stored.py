"""Derivations beside the texts: `NAME.der.xz` holds what the core accepts of the claims of `NAME.proof`.

They are made by `python -m attnverify.verify.derivations --write`. Nothing in them is trusted: the core reads them, and
compares what they prove with the statement of the claim as it stands now.
"""

from __future__ import annotations

import json
import lzma
import os
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from ..cache_folder import cache_folder, read_kept, write_kept
from ..claim import Claim
from ..core.files import Checker, Section, Statement, read, shows
from ..core.terms import Refused, State, packed
from ..fingerprint import core_digest
from ..kernel.statements import Statement as Typed
from ..kernel.statements import read as typed
from ..kernel.terms import Rejected
from ..referee.workers import Processes, begin_work, ended_on_error
from ..verdict import Verdict
from .statement import Declined, Translator

SUFFIX = ".der.xz"
_FEW = 12  # claims that are judged before a worker process has started
LARGEST = 100_000  # bytes of a derivation that is kept, compressed; a larger one is made when it is asked for


def beside(text: Path) -> Path:
    """Where the derivations of a text lie."""
    return text.with_suffix(SUFFIX)


def statement_of(id: str, statement: Typed, kind: str = "claim") -> Statement:
    """What the core has to be shown. Raises Declined where it has no words for it."""
    translator = Translator(State())
    translator.measured = kind == "refute"
    return Statement(kind, id, packed(translator.state, translator.statement(statement)))


def stated(id: str, data: Mapping[str, Any], kind: str = "claim") -> Statement | None:
    """What the core has to be shown of a statement as data; None where it has no words for it."""
    try:
        return statement_of(id, typed(data), kind)
    except (Declined, Rejected, RecursionError):
        return None


@dataclass(frozen=True)
class Asked:
    """A claim: its text, its statement as data, and whether it is to be shown ("claim") or refuted ("refute")."""

    id: str
    text: Path
    data: Mapping[str, Any]
    kind: str = "claim"

    @property
    def digest(self) -> str:
        """Of all that the core has to be shown."""
        return sha256(json.dumps([self.kind, self.data], sort_keys=True).encode()).hexdigest()

    @property
    def statement(self) -> Statement | None:
        """What the core has to be shown; None where it has no words for it."""
        return stated(self.id, self.data, self.kind)

    @classmethod
    def of(cls, id: str, text: Path, data: Mapping[str, Any], verdict: Verdict) -> Asked:
        """What the core is asked of a claim with a verdict."""
        return cls(id, text, data, "refute" if verdict is Verdict.REFUTED else "claim")


def texts_of(claims: Iterable[Claim]) -> dict[str, Path]:
    """The texts of the claims that stand in one."""
    return {claim.id: claim.formal.text for claim in claims if claim.formal and claim.formal.text}


def write(path: Path, sections: Sequence[Section]) -> bool:
    """Write a file of derivations, the same bytes for the same sections, none for none; whether it is another one."""
    data = b"".join(b"\n".join(section.lines) + b"\n" for section in sections)
    try:
        if lzma.decompress(path.read_bytes()) == data:  # another liblzma may write other bytes
            return False
    except (OSError, EOFError, lzma.LZMAError):
        if not data:
            return False
    if data:
        path.write_bytes(lzma.compress(data))
    else:
        path.unlink()
    return True


def cited(section: Section) -> list[str]:
    """The identities of the derivations that one cites."""
    return [json.loads(line)[1] for line in section.lines if line.startswith(b'["!cite"')]


def closed(section: Section, checker: Checker) -> list[Section]:
    """A derivation and all that it cites, however deep, what is cited first."""
    found: dict[str, Section] = {}

    def add(id: str) -> None:
        if id not in found:
            for other in cited(checker.sections[id]):
                add(other)
            found[id] = checker.sections[id]

    add(section.id)
    return list(found.values())


class Kept:
    """What is kept of what a checker accepts: what is at most LARGEST, and cites nothing that is larger, or gone."""

    def __init__(self, checker: Checker) -> None:
        self._checker, self._known = checker, dict[str, bool]()

    def __call__(self, section: Section) -> bool:
        if section.id not in self._known:
            small = len(lzma.compress(b"\n".join(section.lines))) <= LARGEST
            known = self._checker.sections
            self._known[section.id] = small and all(id in known and self(known[id]) for id in cited(section))
        return self._known[section.id]


class Store:
    """The derivations beside some texts, each checked when it is first asked for."""

    def __init__(self, texts: Iterable[Path]) -> None:
        self.sections: dict[Path, list[Section]] = {}
        for text in sorted(set(texts)):
            path = beside(text)
            if path.exists():
                with suppress(Refused, OSError):  # what cannot be read shows nothing
                    self.sections[text] = [section for section in read(path) if section.kind == "derivation"]
        self.texts = {section.id: text for text, found in self.sections.items() for section in found}
        self.checker = Checker(section for found in self.sections.values() for section in found)

    def section(self, text: Path, statement: Statement) -> Section | None:
        """A derivation beside `text` that the core accepts and that shows the statement."""
        for section in self.sections.get(text, ()):
            if section.name == statement.name:
                lemma = self.checker.result(section.id).lemma
                if lemma is not None and shows(lemma, statement):
                    return section
        return None


class _Found(NamedTuple):
    """What there is beside a text: names of derivations, the claims that they show, the texts that those cite."""

    names: list[str]
    shown: dict[str, str]
    cites: set[str]


def accepted(
    claims: Collection[Asked], texts: Collection[Path], *, fresh: bool = False, jobs: int | None = 0
) -> frozenset[str]:
    """Those of the claims that the core accepts by a derivation beside their text.

    texts : where the derivations that those cite lie. What was accepted is kept in the cache's folder, for the bytes
    of a file and of those that it cites, and the sources of the core, as they are; if `fresh`, nothing of it is used.
    jobs : worker processes, None for one per core; few claims are judged in this process.
    """
    kept = {} if fresh else _kept()
    known = {str(text) for text in texts} | {str(asked.text) for asked in claims}
    digests = {text: _bytes(Path(text)) for text in known.union(*(entry["cites"] for entry in kept.values()))}
    for name, entry in [*kept.items()]:
        if any(digests[text] != was for text, was in entry["cites"].items()):
            del kept[name]

    def shown(asked: Asked) -> bool:
        entry = kept.get(str(asked.text))
        return entry is not None and entry["shown"].get(asked.id) == asked.digest

    waiting: dict[Path, list[Asked]] = {}
    for asked in claims:
        entry = kept.get(str(asked.text))
        if digests[str(asked.text)] and not shown(asked) and (entry is None or asked.id in entry["names"]):
            waiting.setdefault(asked.text, []).append(asked)
    try:
        for text, found in _judged(waiting, sorted(set(texts)), jobs):
            new = {"cites": {str(text): digests[str(text)]}, "names": found.names, "shown": {}}
            entry = kept.setdefault(str(text), new)
            entry["cites"] |= {cited: digests[cited] for cited in found.cites}
            entry["shown"] |= found.shown
    finally:
        if waiting:
            with suppress(OSError):  # the next run checks them again
                write_kept(cache_folder() / "core.accepted", {"judge": core_digest(), "texts": kept})
    return frozenset(asked.id for asked in claims if shown(asked))


def _judged(
    waiting: Mapping[Path, Sequence[Asked]], texts: Sequence[Path], jobs: int | None
) -> Iterator[tuple[Path, _Found]]:
    """What is found for each text, in any order."""
    processes = min(os.cpu_count() or 1 if jobs is None else jobs, len(waiting))
    left = dict(waiting)
    if processes > 1 and sum(map(len, waiting.values())) > _FEW:
        with Processes(processes, _begin, (texts,)) as pool, ended_on_error():
            running = {pool.submit(_work, *asked): asked[0] for asked in waiting.items()}
            for future in as_completed(running):
                if not isinstance(future.exception(), BrokenProcessPool):  # then it is judged below
                    yield (text := running[future]), future.result()
                    del left[text]
    if left:
        store = Store(texts)
        yield from ((text, _find(store, text, asked)) for text, asked in left.items())


def _find(store: Store, text: Path, claims: Sequence[Asked]) -> _Found:
    found = _Found([section.name for section in store.sections.get(text, ())], {}, set())
    for asked in claims:
        statement = asked.statement if asked.id in found.names else None
        section = store.section(text, statement) if statement else None
        if section is not None:
            found.shown[asked.id] = asked.digest
            found.cites.update(str(store.texts[part.id]) for part in closed(section, store.checker))
    return found


_store: list[Store] = []  # of this worker process


def _begin(texts: Sequence[Path]) -> None:
    begin_work()
    _store.append(Store(texts))


def _work(text: Path, claims: Sequence[Asked]) -> _Found:
    return _find(_store[0], text, claims)


def _bytes(text: Path) -> str:
    try:
        return sha256(beside(text).read_bytes()).hexdigest()
    except OSError:
        return ""


def _kept() -> dict[str, Any]:
    try:
        kept = read_kept(cache_folder() / "core.accepted")
        return dict(kept["texts"]) if kept["judge"] == core_digest() else {}
    except (OSError, ValueError, KeyError, TypeError):
        return {}
