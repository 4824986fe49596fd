"""The record of one lemma, as `attnverify decide --json` writes it: made, sealed, and judged again by the kernel."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from ..kernel.claims import Library
from ..kernel.judging import CERTIFIED, OPEN, PROVED, Judgement, judge
from ..kernel.terms import Rejected
from ..lemmas.files import Lemma, lemma
from .judges import CLAIM_STEPS, allowed
from .ledgers import Outcome, Report
from .records import seal

FORMAT, VERSION = "attnverify-lemma", 2
_KEYS = {"format", "version", "title", "lemma", "verdict", "reason", "resisted", "data", "seal"}


def made(
    lemma: Lemma, verdict: str, reason: str, resisted: Sequence[str], data: Mapping[str, Any] | None
) -> dict[str, Any]:
    """The sealed record of a lemma: the table of its file, and what the kernel judged, the statement alone where OPEN.

    resisted : where it is OPEN, the goals that no method decided.
    """
    said = {
        "format": FORMAT,
        "version": VERSION,
        "title": lemma.title,
        "lemma": dict(lemma.table),
        "verdict": verdict,
        "reason": reason,
        "resisted": list(resisted),
        "data": dict(data or {"statement": lemma.data}),
    }
    return {**said, "seal": seal(said)}


def is_record(data: Any) -> bool:
    """Whether `data` calls itself the record of a lemma."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def judged(data: Mapping[str, Any]) -> Judgement:
    """What the kernel alone says of a lemma, within the steps that a claim may take.

    A lemma stands on its own: what it cites, and all that this rests on, stands beside it with its proof, and is judged
    first; everything given is seen to hold at its instance.
    """
    own = {key: value for key, value in data.items() if key != "library"}
    library = Library(data.get("library", {}).__getitem__)
    with allowed(CLAIM_STEPS):
        found = judge(own, library.rule)
        cited, waiting = set[str](), list(found.lemmas)
        while waiting:
            if (id := waiting.pop()) not in cited:
                cited.add(id)
                waiting += library.proof(id).lemmas
        if "library" in data and (wrong := _library_fault(data["library"], cited)):
            return Judgement(OPEN, wrong)
        proofs = [library.proof(id) for id in sorted(cited)]
    axioms = tuple(sorted({*found.axioms}.union(*(proof.axioms for proof in proofs))))
    compact = found.verdict == PROVED and any(proof.compact for proof in proofs)
    return replace(found, verdict=CERTIFIED if compact else found.verdict, axioms=axioms)


def _library_fault(library: Any, cited: set[str]) -> str:
    if set(library) != cited or not cited:
        return (
            f"the library has {', '.join(sorted(library)) or 'nothing'}; cited are {', '.join(sorted(cited)) or 'none'}"
        )
    broken = next((id for id, entry in library.items() if set(entry) != {"statement", "proof"}), None)
    return f"{broken} of the library has a statement and a proof, and nothing else" if broken else ""


def recheck_record(record: Mapping[str, Any]) -> Report:
    """The report on a record: CONFIRMED where the seal fits, the lemma of the file says what was judged, and the kernel
    comes to the verdict that the record states, for the reason that it states."""
    title = record.get("title")
    name = title if isinstance(title, str) and title else "the lemma"
    verdict = record.get("verdict")
    fault = _shape_fault(record) or _reading_fault(record)
    if fault:
        return Report(name, str(verdict or ""), Outcome.FAILED, fault)
    if record["verdict"] == OPEN:
        return Report(name, OPEN, Outcome.OPEN, str(record["reason"]))
    found = judged(record["data"])
    if (found.verdict, found.reason) != (verdict, record["reason"]):
        detail = f"the kernel finds {found.verdict}" + (f": {found.reason}" if found.reason else "")
        return Report(name, str(verdict), Outcome.FAILED, detail)
    theorems = f", with the theorems {', '.join(found.axioms)}" if found.axioms else ""
    return Report(name, found.verdict, Outcome.CONFIRMED, f"kernel{theorems}")


def _reading_fault(record: Mapping[str, Any]) -> str:
    """Why the lemma of the file is not the statement that was judged; empty where it is."""
    try:
        with allowed(CLAIM_STEPS):
            found = lemma(record["lemma"], record["title"])
    except Rejected as error:
        return f"the lemma cannot be read: {error}"
    if found.title != record["title"]:
        return "the title is not that of the lemma"
    return "" if found.data == record["data"].get("statement") else "the statement that was judged is not the lemma"


def _shape_fault(record: Mapping[str, Any]) -> str:
    if set(record) != _KEYS:
        return f"a record has the fields {', '.join(sorted(_KEYS))}, this one {', '.join(sorted(map(str, record)))}"
    if record["version"] != VERSION:
        return f"'version' is {str(record['version'])[:40]!r}; allowed is {VERSION}"
    for key, kind in (("title", str), ("lemma", dict), ("verdict", str), ("reason", str), ("data", dict)):
        if not isinstance(record[key], kind):
            return f"{key!r} is no {'object' if kind is dict else 'text'}"
    library = record["data"].get("library", {})
    if not isinstance(library, dict) or not all(isinstance(entry, dict) for entry in library.values()):
        return "'library' is no object of claims"
    resisted = record["resisted"]
    if not isinstance(resisted, list) or not all(isinstance(text, str) for text in resisted):
        return "'resisted' is no list of texts"
    if resisted and record["verdict"] != OPEN:
        return "'resisted' belongs to what is OPEN"
    try:
        fits = record["seal"] == seal(record)
    except RecursionError:
        fits = False
    return "" if fits else "its seal does not fit: something in it was changed"
