"""The ledger: every claim with its verdict and evidence, as JSON for programs and as one tracked line for readers."""

from __future__ import annotations

import json
import re
from collections.abc import Container, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from .claim import Claim
from .evidence import Combined
from .fingerprint import commit, declaration, versions
from .referee.combining import conclude
from .referee.files import FORMAT, VERSION
from .referee.records import digest, plain, record, seal, statement_digest
from .referee.tracked import as_printed
from .registry import package_of, repairs
from .verdict import Verdict

if TYPE_CHECKING:
    from .decision import Decision


def build(
    claims: Sequence[Claim], decisions: Mapping[str, Decision], seed: int, jobs: int | None = 0
) -> dict[str, Any]:
    """The JSON ledger of decided `claims`, sorted by id; the premises of every claim must be among them.

    jobs : worker processes in which the core judges, None for one per core.
    """
    combined = conclude({claim.id: decisions[claim.id].basis(claim) for claim in claims})
    core = _accepted(claims, decisions, combined, jobs)
    repaired = repairs() | {claim.repairs: claim.id for claim in claims if claim.repairs}
    entries = [
        _entry(claim, decisions[claim.id], combined[claim.id], repaired.get(claim.id, ""), claim.id in core)
        for claim in sorted(claims, key=lambda claim: natural(claim.id))
    ]
    made_of = " ".join(sorted({commit(module) for module in {_package(claim) for claim in claims}} - {""}))
    papers = {claim.source.paper.name: claim.source.paper for claim in claims}
    return {
        "format": FORMAT,
        "version": VERSION,
        "seed": seed,
        "versions": versions() | ({"commit": made_of} if made_of else {}),
        "papers": [vars(papers[name]) for name in sorted(papers)],
        "claims": entries,
    }


def _package(claim: Claim) -> str:
    """The top package of the module that declares a claim: all of it lies in one working copy."""
    return package_of(claim.formal.module if claim.formal is not None else claim.module)


def file_text(ledger: Mapping[str, Any]) -> str:
    """The text of a ledger's file: JSON, a claim a line, with a seal over the whole, so that a changed digit shows."""
    data = plain(ledger)
    claims = ",\n  ".join(map(json.dumps, data["claims"]))
    written = {name: json.dumps(value) for name, value in {**data, "claims": None, "seal": seal(data)}.items()}
    written["claims"] = f"[\n  {claims}\n ]"
    fields = ",\n ".join(f"{json.dumps(name)}: {value}" for name, value in written.items())
    return f"{{\n {fields}\n}}\n"


def _accepted(
    claims: Sequence[Claim], decisions: Mapping[str, Decision], combined: Mapping[str, Combined], jobs: int | None
) -> Container[str]:
    """The claims that the core accepts by a derivation beside their text, or refutes by one."""
    from .derivations.stored import Asked, accepted, texts_of

    decided, texts = (Verdict.PROVED, Verdict.CERTIFIED, Verdict.REFUTED), texts_of(claims)
    asked = [
        Asked.of(id, text, proof.data["statement"], combined[id].verdict)
        for id, text in texts.items()
        if (proof := decisions[id].proof) is not None and combined[id].verdict in decided
    ]
    return accepted(asked, texts.values(), jobs=jobs)


def _entry(claim: Claim, decision: Decision, combined: Combined, repaired_by: str, core: bool) -> dict[str, Any]:
    declared = declaration(claim)
    entry = {
        **declared,
        "as_printed": as_printed(claim.role, combined.verdict),
        "verdict": combined.verdict.value,
        "scope": combined.scope,
        "reason": combined.reason,
        "checked_by": _checked_by(decision, combined.verdict, core),
        "repaired_by": repaired_by,
        "twin": {
            **declared["twin"],
            "verdict": decision.twin.verdict.value,
            "rejected": decision.twin.rejected,
            "fault": decision.twin.fault,
        },
        "evidence": None if decision.evidence is None else record(decision.evidence),
    }
    if decision.proof is not None:
        entry["proof"] = decision.proof.to_data()
        entry["rests_on"] = list(decision.proof.lemmas)
    entry["statement_digest"] = statement_digest(entry)
    return {**entry, "digest": digest(entry)}


def _checked_by(decision: Decision, verdict: Verdict, core: bool) -> str:
    if decision.proof is not None:
        return "core" if core else "kernel"
    if verdict is Verdict.OPEN:
        return ""
    return "argument" if decision.evidence is None else decision.evidence.checked_by


def natural(id: str) -> list[tuple[int, str]]:
    """A sorting key that puts L2 before L10.

    >>> sorted(["POW-L10", "POW-L2.b", "POW-L2"], key=natural)
    ['POW-L2', 'POW-L2.b', 'POW-L10']
    """
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.findall(r"\d+|\D+", id)]


def fault(entry: Mapping[str, Any]) -> str:
    """Why the claim is not as it should be, in one line; empty when its verdict is the pinned one and its check fit."""
    if entry["verdict"] != entry["expected"]:
        found = f"{entry['verdict']}, expected {entry['expected']}"
        return f"{found}{': ' if entry['reason'] else ''}{entry['reason']}"
    return untrusted(entry)


def untrusted(entry: Mapping[str, Any]) -> str:
    """Why the verdict cannot be trusted, whatever was expected: the check or the proof serves the false twin too.

    An open claim may say as its reason that its check cannot be trusted; any other verdict may not hide it.
    """
    return "" if entry["verdict"] == Verdict.OPEN.value else str(entry["twin"]["fault"])
