"""The record of one lemma, as `attnverify decide --json` writes it: made, sealed, and judged again by the kernel."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from verify.kernel.judging import OPEN, Judgement, judge
from verify.kernel.rules import Rule
from verify.kernel.terms import Rejected
from verify.referee.judges import CLAIM_STEPS, allowed
from verify.referee.ledgers import Outcome, Report
from verify.referee.records import seal

FORMAT, VERSION = "attnverify-lemma", 1
_KEYS = {"format", "version", "title", "verdict", "reason", "data", "seal"}


def made(title: str, verdict: str, reason: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """The sealed record of a lemma: `data` is what the kernel judged, or the statement alone where it is OPEN."""
    said = {
        "format": FORMAT,
        "version": VERSION,
        "title": title,
        "verdict": verdict,
        "reason": reason,
        "data": dict(data),
    }
    return {**said, "seal": seal(said)}


def is_record(data: Any) -> bool:
    """Whether `data` calls itself the record of a lemma."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def judged(data: Mapping[str, Any]) -> Judgement:
    """What the kernel alone says of a lemma, within the steps that a claim may take.

    A lemma stands on its own: it cites no claim, and everything given is seen to hold at its instance.
    """
    with allowed(CLAIM_STEPS):
        return judge(data, _no_lemma)


def recheck_record(record: Mapping[str, Any]) -> Report:
    """The report on a record: CONFIRMED where the seal fits and the kernel comes to the verdict that it states."""
    title = record.get("title")
    name = title if isinstance(title, str) and title else "the lemma"
    verdict = record.get("verdict")
    fault = _shape_fault(record)
    if fault:
        return Report(name, str(verdict or ""), Outcome.FAILED, fault)
    if record["verdict"] == OPEN:
        return Report(name, OPEN, Outcome.OPEN, str(record["reason"]))
    found = judged(record["data"])
    if found.verdict != verdict:
        detail = f"the kernel finds {found.verdict}" + (f": {found.reason}" if found.reason else "")
        return Report(name, str(verdict), Outcome.FAILED, detail)
    theorems = f", with the theorems {', '.join(found.axioms)}" if found.axioms else ""
    return Report(name, found.verdict, Outcome.CONFIRMED, f"kernel{theorems}")


def _shape_fault(record: Mapping[str, Any]) -> str:
    if set(record) != _KEYS:
        return f"a record has the fields {', '.join(sorted(_KEYS))}, this one {', '.join(sorted(map(str, record)))}"
    if record["version"] != VERSION:
        return f"'version' is {str(record['version'])[:40]!r}; allowed is {VERSION}"
    if not isinstance(record["data"], dict):
        return "'data' is no object"
    try:
        fits = record["seal"] == seal(record)
    except RecursionError:
        fits = False
    return "" if fits else "its seal does not fit: something in it was changed"


def _no_lemma(id: str) -> Rule:
    raise Rejected(f"no lemma {id!r}: a lemma of a file stands on its own")
