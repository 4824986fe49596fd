"""Rechecking a whole JSON ledger without the tools that made it: structure, digests, proofs, and what rests on what.

`python -m attnverify.verify.referee LEDGER.json` and `attnverify recheck LEDGER.json` print what this finds.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from ..argument import argument
from ..evidence import Combined
from ..kernel.judging import OPEN
from ..roles import OF_THE_PAPER, ROLES
from ..verdict import Verdict
from .combining import EVERYTHING, Basis, conclude, grounded
from .proofs import Kernel, twin_words
from .records import (
    CLAIM,
    PROVED_CLAIM,
    TWIN,
    RecordError,
    digest,
    only,
    restored,
    seal,
    statement_digest,
    text_fields,
    verdict,
)
from .repairs import repair_faults
from .tracked import as_printed, differences

_TEXTS = (
    "id", "paper", "title", "statement", "source", "role", "form", "as_printed", "scope", "reason", "checked_by",
    "repairs", "repaired_by", "reading", "label", "kind", "place", "no_repair", "argument",
)  # fmt: skip
_LONGEST = 2_000
_FORMS = ("proof", "argued", "computed", "open")
_PAPER = ("name", "title", "arxiv")


class Outcome(Enum):
    """What rechecking says of one claim, best first."""

    CONFIRMED = "confirmed"
    ARGUED = "argued, for a person to read"
    WORD = "rests on a tool's word"
    SAMPLED = "sampled"
    OPEN = "open, nothing is claimed"
    FAILED = "FAILED"


@dataclass(frozen=True)
class Report:
    """The outcome for one claim, with what failed or whose word it is."""

    id: str
    verdict: str
    outcome: Outcome
    detail: str = ""


_RANK = list(Outcome)


@dataclass(frozen=True)
class _Entry:
    """A claim of the ledger that has the right shape, and what the referee found in it."""

    data: Mapping[str, Any]
    verdict: Verdict
    basis: Basis
    outcome: Outcome
    faults: tuple[str, ...]


def recheck_ledger(ledger: Mapping[str, Any], jobs: int = 0) -> list[Report]:
    """One report per claim of a ledger that `files.read` returned, and one for a seal of the whole that does not fit.

    jobs : how many processes judge the proofs; what is found does not depend on it.

    Malformed claims are FAILED; nothing is raised. What was drawn or computed is not drawn or computed again.
    """
    kernel = Kernel(ledger["claims"], jobs)
    try:
        return _rechecked(ledger, kernel)
    finally:
        kernel.stop()


def _rechecked(ledger: Mapping[str, Any], kernel: Kernel) -> list[Report]:
    entries: dict[str, _Entry] = {}
    broken: list[Report] = []
    for number, data in enumerate(ledger["claims"], start=1):
        try:
            name = text_fields(data, _TEXTS, f"claim {number} of the ledger")["id"]
            if name in entries:
                raise RecordError("the id occurs twice")
            entries[name] = _entry(data, kernel)
        except (RecordError, RecursionError) as error:
            known = data.get("id") if isinstance(data, dict) else None
            detail = "nested too deeply" if isinstance(error, RecursionError) else str(error)
            broken.append(Report(str(known or f"claim {number}"), "", Outcome.FAILED, detail))
    order = grounded({name: entry.basis for name, entry in entries.items()})
    concluded = conclude({name: entries[name].basis for name in order})
    unfounded = dict(repair_faults([entry.data for entry in entries.values()]))
    papers = {paper["name"] for paper in ledger["papers"]}
    reports: dict[str, Report] = {}
    for name in order:
        entry = entries[name]
        faults = list(entry.faults)
        for field, found in (("verdict", concluded[name].verdict.value), ("scope", concluded[name].scope)):
            if entry.data[field] != found:
                faults.append(f"{field} is {entry.data[field]!r}, but what was found gives {found!r}")
        if entry.data["reason"] != concluded[name].reason:
            faults.append("the reason is not what was found")
        if entry.data["paper"] not in papers:
            faults.append(f"the ledger has no paper {entry.data['paper'][:40]!r}")
        if name in unfounded:
            faults.append(unfounded[name])
        reports[name] = _report(entry, faults, reports)
    for name in entries.keys() - reports.keys():
        detail = "rests on itself, or on a claim that the ledger lacks or that is malformed"
        broken.append(Report(name, entries[name].verdict.value, Outcome.FAILED, detail))
    if "seal" in ledger and not _sealed(ledger):
        broken.append(Report("the file", "", Outcome.FAILED, "its seal does not fit: something in it was changed"))
    judged = [reports[name] for name in entries if name in reports]
    return [*judged, *sorted(broken, key=lambda item: item.id)]


def compare_with_tracked(ledger: Mapping[str, Any], tracked: tuple[str, str]) -> list[Report]:
    """One FAILED report for every claim that the texts of a tracked LEDGER.md and LEDGER.lock tell otherwise.

    Ids, digests of the statements, verdicts and everything else that the table shows are compared, so that a claim that
    was dropped, renamed, weakened or exchanged is found; a repair that the ledger lacks is found too. Call it for a
    ledger without failed claims.
    """
    try:
        if not isinstance(ledger.get("papers"), list):
            raise RecordError("'papers' must be a list")
        for paper in ledger["papers"]:
            text_fields(paper, _PAPER, "paper")
    except RecordError as error:
        return [Report("the file", "", Outcome.FAILED, str(error))]
    found = sorted([*differences(ledger, tracked), *repair_faults(ledger["claims"], whole=True)])
    return [Report(id, "", Outcome.FAILED, detail) for id, detail in found]


def summary(reports: Sequence[Report]) -> Iterator[str]:
    """One line per claim, what failed at the end, and a last line that counts."""
    for report in sorted(reports, key=lambda report: report.outcome is Outcome.FAILED):
        yield printable(f"{report.id}: {report.verdict or 'no verdict'}: {report.outcome.value} ({report.detail})")
    tally = Counter(report.outcome for report in reports)
    yield ", ".join(f"{tally[outcome]} {outcome.value}" for outcome in Outcome if tally[outcome]) or "no claims"


def printable(line: str) -> str:
    """The line, cut where it is very long, with line breaks and escapes of terminals spelt out: one claim, one line."""
    return spelt(line if len(line) <= _LONGEST else line[: _LONGEST - 1] + "…")


def spelt(line: str) -> str:
    """The line with line breaks and escapes of terminals spelt out."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in line)


def _sealed(ledger: Mapping[str, Any]) -> bool:
    try:
        return bool(ledger["seal"] == seal(ledger))
    except RecursionError:  # this program writes nothing that is nested so deeply
        return False


def _entry(data: Mapping[str, Any], kernel: Kernel) -> _Entry:
    """The claim `data`, its proof rechecked; raises RecordError when its shape is wrong."""
    rests_on, form = _texts(data, "rests_on"), data["form"]
    if form not in _FORMS:
        raise RecordError(f"'form' is {form[:40]!r}; allowed are {', '.join(_FORMS)}")
    only(data, PROVED_CLAIM if form == "proof" and "proof" in data else CLAIM, "claim")
    claimed = verdict(data, "claim")
    verdict(data, "claim", "expected")
    if data["role"] not in ROLES:
        raise RecordError(f"'role' is {data['role'][:40]!r}; allowed are {', '.join(ROLES)}")
    twin = data.get("twin")
    says = text_fields(twin, ("says", "fault"), "twin")
    assert isinstance(twin, dict)
    only(twin, TWIN, "twin")
    if not isinstance(twin["changes"], dict) or not all(isinstance(text, str) for text in twin["changes"].values()):
        raise RecordError("twin: 'changes' is an object of texts")
    if not isinstance(data["reconstructed"], bool):
        raise RecordError(f"'reconstructed' is {str(data['reconstructed'])[:40]!r}; allowed are true and false")
    if data["role"] in OF_THE_PAPER and (data["role"] == "reconstructed") != data["reconstructed"]:
        raise RecordError(f"'role' is {data['role']!r}, 'reconstructed' {data['reconstructed']}: one says the other")
    evidence = None if data["evidence"] is None else restored(data["evidence"])
    faults = [] if digest(data) == data.get("digest") else ["the digest does not fit the claim: it was changed"]
    if statement_digest(data) != data.get("statement_digest"):
        faults.append("the digest of the statement does not fit it: it was changed")
    if data["as_printed"] != as_printed(data["role"], claimed):
        faults.append(f"as_printed is {data['as_printed']!r}, which the verdict does not give")
    for name, forms in (("formal", ("proof",)), ("argument", ("argued",)), ("evidence", ("computed", "open"))):
        if data[name] not in (None, "") and form not in forms:
            faults.append(f"{name!r} is what a claim has that is {' or '.join(forms)}, and no other one")
    by: tuple[str, ...]
    if form == "proof":
        faults.extend(_proof_faults(data, rests_on, says["fault"], kernel))
        judged = Verdict(kernel.judged(data["id"]).judgement.verdict)
        found = Combined(judged, EVERYTHING, data["proof"]["reason"])
        outcome, by = Outcome.CONFIRMED, ("core", "kernel")
    elif form == "argued":
        found, outcome, by = _argued(data, rests_on), Outcome.ARGUED, ("argument",)
    else:
        if evidence is None:
            raise RecordError(f"'evidence' is what a claim has that is {form}")
        found, by = Combined(evidence.verdict, evidence.scope, evidence.reason), (evidence.checked_by,)
        outcome = Outcome.SAMPLED if evidence.verdict is Verdict.TESTED else Outcome.WORD
        if form == "open" and evidence.verdict is not Verdict.OPEN:
            faults.append(f"it is open, and computed to be {evidence.verdict.value}")
    if form != "proof":
        faults.extend(_twin_faults(twin, form))
    allowed = by if claimed is not Verdict.OPEN or form == "proof" else ("",)
    if data["checked_by"] not in allowed:
        faults.append(f"checked_by is {data['checked_by']!r}, allowed is {' or '.join(allowed) or 'nobody'}")
    basis = Basis(found, rests_on, says["fault"] if form == "computed" else "")
    return _Entry(data, claimed, basis, outcome, tuple(faults))


def _argued(data: Mapping[str, Any], rests_on: tuple[str, ...]) -> Combined:
    """What an argument gives where all that it rests on holds; raises RecordError where it is none."""
    found = argument(data["argument"])
    if found is None or str(found) != data["argument"] or found.rests_on != rests_on:
        raise RecordError(f"'argument' is {data['argument'][:60]!r}; it begins with  by  and what the claim rests on")
    return Combined(found.verdict, EVERYTHING)


def _twin_faults(twin: Mapping[str, Any], form: str) -> Iterator[str]:
    """The check tells its false twin from the claim where it leaves it open."""
    told_apart = form == "computed" and not twin["fault"] and verdict(twin, "twin") is Verdict.OPEN
    if twin["rejected"] is not told_apart or (form == "computed" and not told_apart and not twin["fault"]):
        yield "the twin's verdict does not fit what is said of its rejection"


def _report(entry: _Entry, faults: list[str], earlier: Mapping[str, Report]) -> Report:
    """The claim's report: failed, open, or as good as what decided it and its worst premise."""
    name, detail = entry.data["id"], entry.data["checked_by"]
    if faults:
        return Report(name, entry.verdict.value, Outcome.FAILED, "; ".join(faults))
    if entry.verdict is Verdict.OPEN:
        return Report(name, entry.verdict.value, Outcome.OPEN, entry.data["reason"])
    if entry.outcome is Outcome.CONFIRMED:
        return Report(name, entry.verdict.value, Outcome.CONFIRMED, "kernel")
    outcome: Outcome = entry.outcome
    for premise in entry.basis.rests_on:
        if _RANK.index(earlier[premise].outcome) > _RANK.index(outcome):
            outcome, detail = earlier[premise].outcome, f"through {premise}: {earlier[premise].detail}"
    return Report(name, entry.verdict.value, outcome, detail)


def _proof_faults(data: Mapping[str, Any], rests_on: tuple[str, ...], twin_fault: str, kernel: Kernel) -> list[str]:
    """What of a claim in proof form the kernel finds otherwise; raises RecordError when its shape is wrong."""
    proof = data.get("proof")
    if not isinstance(proof, dict) or not isinstance(proof.get("data"), dict):
        raise RecordError("'proof' must be an object with 'data'")
    judged = kernel.judged(data["id"])
    found = judged.judgement
    only(proof, {"data", "steps", *vars(found)}, "proof")
    said = {name: list(value) if isinstance(value, tuple) else value for name, value in vars(found).items()}
    if found.verdict == OPEN and proof.get("verdict") == OPEN:
        del said["reason"]  # a tactic that found nothing says so; the kernel only sees that a step is missing
    faults = [
        f"{name} of the proof is {proof.get(name)!r}, the kernel finds {value!r}"
        for name, value in said.items()
        if proof.get(name) != value
    ]
    if not faults and proof.get("steps") != judged.steps():
        faults.append("the printed steps are not those of the proof")
    if data.get("formal") != proof["data"].get("statement"):
        faults.append("the statement that was proved is not the statement of the claim")
    if sorted(rests_on) != sorted(found.lemmas) and found.verdict != OPEN:
        faults.append(
            f"rests_on is {', '.join(rests_on) or 'nothing'}, the proof cites {', '.join(found.lemmas) or 'nothing'}"
        )
    refuted = found.twin == "refuted"
    shown = {"verdict": (Verdict.REFUTED if refuted else Verdict.OPEN).value, "rejected": refuted}
    if twin_fault != found.twin_fault or any(data["twin"].get(name) != value for name, value in shown.items()):
        faults.append("what is said of the twin is not what the kernel finds")
    if (data["twin"]["says"], data["twin"].get("changes")) != twin_words(proof["data"].get("twin")):
        faults.append("the twin that was judged is not the twin of the claim")
    return faults


def _texts(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    items = data.get(name)
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise RecordError(f"{name!r} must be a list of strings")
    return tuple(items)
