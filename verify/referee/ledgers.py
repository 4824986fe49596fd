"""Rechecking a whole JSON ledger without the tools that made it: structure, digests, certificates, rules.

`python -m attnverify.verify.referee LEDGER.json` and `attnverify recheck LEDGER.json` print what this finds.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from attnverify.verify.argument import argument
from attnverify.verify.evidence import Evidence
from attnverify.verify.kernel.judging import OPEN
from attnverify.verify.referee.certificates import Status
from attnverify.verify.referee.combining import Basis, Proved, carries, conclude, grounded, twin_fault, vouchers
from attnverify.verify.referee.files import ANSWER
from attnverify.verify.referee.grammar import GrammarError, holds
from attnverify.verify.referee.judgement import judge
from attnverify.verify.referee.proofs import Kernel, twin_words
from attnverify.verify.referee.records import (
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
from attnverify.verify.referee.repairs import repair_faults
from attnverify.verify.referee.tracked import as_printed, differences
from attnverify.verify.referee.work import CLAIM_WORK, LEDGER_WORK, Work, counted
from attnverify.verify.roles import OF_THE_PAPER, ROLES
from attnverify.verify.verdict import Verdict

_TEXTS = (
    "id", "paper", "title", "statement", "source", "role", "form", "as_printed", "scope", "reason", "checked_by",
    "repairs", "repaired_by", "reading", "label", "kind", "place", "no_repair", "argument",
)  # fmt: skip
_LONGEST = 2_000
_PAPER = ("name", "title", "arxiv")


class Outcome(Enum):
    """What rechecking says of one claim, best first."""

    CONFIRMED = "confirmed"
    WORD = "rests on a tool's word"
    SAMPLED = "sampled"
    OPEN = "open, nothing is claimed"
    FAILED = "FAILED"


@dataclass(frozen=True)
class Report:
    """The outcome for one claim, with what failed or what its evidence rests on."""

    id: str
    verdict: str
    outcome: Outcome
    detail: str = ""


_RANK = list(Outcome)
_OUTCOMES = {Status.CONFIRMED: Outcome.CONFIRMED, Status.WORD: Outcome.WORD, Status.SAMPLED: Outcome.SAMPLED}


@dataclass(frozen=True)
class _Entry:
    """A claim of the ledger that has the right shape, and what the referee found in it."""

    data: Mapping[str, Any]
    verdict: Verdict
    basis: Basis
    statuses: tuple[Status | None, ...]
    faults: tuple[str, ...]


def recheck_ledger(ledger: Mapping[str, Any], jobs: int = 0) -> list[Report]:
    """One report per claim of a ledger that `files.read` returned, and one for a seal of the whole that does not fit.

    jobs : how many processes judge the proofs; what is found does not depend on it.

    Malformed claims are FAILED; nothing is raised. So are a claim that needs more work than one claim may, and every
    claim after the work for a whole ledger is spent.
    """
    kernel = Kernel(ledger["claims"], jobs)
    try:
        return _rechecked(ledger, kernel)
    finally:
        kernel.stop()


def _rechecked(ledger: Mapping[str, Any], kernel: Kernel) -> list[Report]:
    entries: dict[str, _Entry] = {}
    broken: list[Report] = []
    whole = Work(LEDGER_WORK)
    for number, data in enumerate(ledger["claims"], start=1):
        try:
            name = text_fields(data, _TEXTS, f"claim {number} of the ledger")["id"]
            if name in entries:
                raise RecordError("the id occurs twice")
            if whole.spent:
                raise RecordError(f"not rechecked: the claims before it spent the {LEDGER_WORK} units of the ledger")
            with counted(Work(CLAIM_WORK, whole)):
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
                faults.append(f"{field} is {entry.data[field]!r}, but the evidence gives {found!r}")
        if entry.data["reason"] != concluded[name].reason:
            faults.append("the reason is not what the evidence gives")
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
    answer = [Report("the answer", "", Outcome.WORD, "beside the claims; sealed, and not decided again")]
    judged = [reports[name] for name in entries if name in reports]
    return [*judged, *(answer if ANSWER & ledger.keys() else []), *sorted(broken, key=lambda item: item.id)]


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
    """The claim `data`, its evidence rechecked; raises RecordError when its shape is wrong."""
    hypotheses, rests_on = _texts(data, "hypotheses"), _texts(data, "rests_on")
    proof = data["form"] == "proof"
    only(data, PROVED_CLAIM if proof and "proof" in data else CLAIM, "claim")
    if not isinstance(data.get("evidence"), list):
        raise RecordError("'evidence' must be a list")
    evidence = tuple(restored(item) for item in data["evidence"])
    claimed, expected = verdict(data, "claim"), verdict(data, "claim", "expected")
    argued = argument(data["argument"])
    if not hypotheses and not proof and not argued and claimed is not Verdict.OPEN:
        raise RecordError("'hypotheses' is empty; at least the sizes are stated")
    if data["form"] not in ("argued", "proof"):
        raise RecordError(f"'form' is {data['form'][:40]!r}; allowed are argued and proof")
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
    faults = [] if digest(data) == data.get("digest") else ["the digest does not fit the claim: it was changed"]
    if statement_digest(data) != data.get("statement_digest"):
        faults.append("the digest of the statement does not fit it: it was changed")
    if data["as_printed"] != as_printed(data["role"], claimed):
        faults.append(f"as_printed is {data['as_printed']!r}, which the verdict does not give")
    if not proof:
        faults.extend(_instance_faults(data.get("instance"), hypotheses))
    elif hypotheses or data["instance"] != {}:
        faults.append("a claim in proof form has its hypotheses and its instance in its proof")
    if not proof and data["formal"] is not None:
        faults.append("'formal' is the statement of a claim in proof form")
    statuses = []
    for number, item in enumerate(evidence, start=1):
        judgement = judge(item.rung, item.certificate, item.method, hypotheses)
        statuses.append(judgement.status)
        if not judgement.sound:
            faults.append(f"evidence {number} ({item.method}): {judgement.detail}")
        elif judgement.checked_by != item.checked_by:
            faults.append(f"evidence {number} says checked by {item.checked_by!r}, found {judgement.checked_by!r}")
    if proof:
        faults.extend(_proof_faults(data, rests_on, says["fault"], kernel))
        proved = Proved(Verdict(kernel.judged(data["id"]).judgement.verdict), data["proof"]["reason"], rests_on)
        return _Entry(data, claimed, Basis(evidence, rests_on, "", proved), tuple(statuses), tuple(faults))
    if argued is not None:
        if str(argued) != data["argument"] or argued.rests_on != rests_on or evidence or hypotheses:
            faults.append("what it is argued by, rests on and was found of it do not fit together")
        if data["checked_by"] != ("" if claimed is Verdict.OPEN else "argument"):
            faults.append(f"checked_by is {data['checked_by']!r}, allowed for an argument is argument")
        return _Entry(data, claimed, Basis((), rests_on, argued=argued.verdict), (), tuple(faults))
    if data["argument"]:
        faults.append(f"'argument' is {data['argument'][:60]!r}; allowed is  by ID, ID: WORDS, or  false by ID: WORDS")
    if data["checked_by"] != vouchers(evidence, claimed):
        faults.append(f"checked_by is {data['checked_by']!r}, but the evidence gives {vouchers(evidence, claimed)!r}")
    found = verdict(twin, "twin")
    fault = twin_fault(says["says"], found, expected)
    told_apart = not says["fault"] and found is not Verdict.OPEN
    if twin.get("rejected") is not told_apart or (fault and not says["fault"]):
        faults.append("the twin's verdict does not fit what is said of its rejection")
    crash = next((item.reason for item in evidence if item.crashed), "")
    basis = Basis(evidence, rests_on, crash or says["fault"])
    return _Entry(data, claimed, basis, tuple(statuses), tuple(faults))


def _report(entry: _Entry, faults: list[str], earlier: Mapping[str, Report]) -> Report:
    """The claim's report: failed, open, or as good as its worst deciding step and its worst premise."""
    name = entry.data["id"]
    if faults:
        return Report(name, entry.verdict.value, Outcome.FAILED, "; ".join(faults))
    if entry.verdict is Verdict.OPEN:
        return Report(name, entry.verdict.value, Outcome.OPEN, entry.data["reason"])
    if entry.basis.proved is not None:
        return Report(name, entry.verdict.value, Outcome.CONFIRMED, "kernel")
    if entry.basis.argued is not None:
        return Report(name, entry.verdict.value, Outcome.WORD, "an argument, which a person must read")
    own = [_OUTCOMES[status] for item, status in _deciding(entry) if status in _OUTCOMES]
    # Whether several steps are parts or alternatives is a matter of the argument; the worst speaks for all.
    outcome, detail = max(own, key=_RANK.index), entry.data["checked_by"]
    if not entry.verdict.fails:
        for premise in entry.basis.rests_on:
            if _RANK.index(earlier[premise].outcome) > _RANK.index(outcome):
                outcome, detail = earlier[premise].outcome, f"through {premise}: {earlier[premise].detail}"
    return Report(name, entry.verdict.value, outcome, detail)


def _deciding(entry: _Entry) -> list[tuple[Evidence, Status | None]]:
    pairs = zip(entry.basis.evidence, entry.statuses, strict=True)
    return [(item, status) for item, status in pairs if carries(item, entry.verdict)]


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
    if data["checked_by"] not in ("core", "kernel"):
        faults.append(f"checked_by is {data['checked_by']!r}, allowed is core or kernel")
    return faults


def _instance_faults(instance: Any, hypotheses: tuple[str, ...]) -> list[str]:
    """The hypotheses that do not hold at the instance which shows that the claim is not vacuous."""
    if not isinstance(instance, dict):
        raise RecordError("'instance' must be an object")
    faults = []
    for hypothesis in hypotheses:
        try:
            truth = holds(hypothesis, instance)
        except GrammarError as error:
            faults.append(f"the hypothesis {hypothesis!r} cannot be read at the instance: {error}")
            continue
        if truth is not True:
            faults.append(f"the hypothesis {hypothesis!r} does not hold at the instance")
    return faults


def _texts(data: Mapping[str, Any], name: str) -> tuple[str, ...]:
    items = data.get(name)
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise RecordError(f"{name!r} must be a list of strings")
    return tuple(items)
