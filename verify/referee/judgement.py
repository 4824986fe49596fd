"""The judgement on one piece of evidence: does its certificate carry its verdict, and who vouches for it?

The same rule is applied when a claim is decided and when a ledger is rechecked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from verify.referee.certificates import Status, recheck
from verify.referee.grammar import GrammarError, holds
from verify.verdict import Verdict


@dataclass(frozen=True)
class Judgement:
    """What the referee says about one piece of evidence.

    sound : whether the evidence may keep its verdict.
    status : how far the referee could re-decide it; None for OPEN, which claims nothing.
    checked_by : "referee", "sampling", or the tools on whose word the evidence rests, as in "z3's word".
    detail : what failed, or what the referee found.
    """

    sound: bool
    status: Status | None
    checked_by: str = ""
    detail: str = ""


def judge(verdict: Verdict, certificate: Any, method: str, hypotheses: Sequence[str]) -> Judgement:
    """Re-decide `certificate` and say whether it carries `verdict` for a claim with these `hypotheses`.

    A proof or a certified box never rests on samples. A refutation needs an exact witness that satisfies every
    hypothesis of the claim. Never raises on malformed data: it is unsound, and the detail says why.
    """
    if verdict is Verdict.OPEN:
        return Judgement(True, None)
    if certificate is None:
        return _without_certificate(verdict, method)
    finding = recheck(certificate)
    if finding.status is Status.FAILED:
        return Judgement(False, Status.FAILED, detail=finding.detail)
    if finding.status is Status.SAMPLED and verdict is not Verdict.TESTED:
        return Judgement(False, Status.FAILED, detail=f"{verdict.value}, but the certificate is only a sample")
    if verdict is Verdict.REFUTED:
        fault = _witness_fault(certificate, hypotheses)
        if fault:
            return Judgement(False, Status.FAILED, detail=fault)
    return Judgement(True, finding.status, _voucher(finding.status, certificate, method), finding.detail)


def _without_certificate(verdict: Verdict, method: str) -> Judgement:
    if verdict is Verdict.REFUTED:
        return Judgement(False, Status.FAILED, detail="refuted without a witness")
    status = Status.SAMPLED if verdict is Verdict.TESTED else Status.WORD
    return Judgement(True, status, _voucher(status, None, method), "no certificate")


def _witness_fault(certificate: Any, hypotheses: Sequence[str]) -> str:
    """Why no witness in `certificate` hits the claim; empty when one does."""
    faults = []
    for witness in _witnesses(certificate):
        fault = _misses(witness, hypotheses)
        if not fault:
            return ""
        faults.append(fault)
    return "; ".join(faults) or "refuted without a witness"


def _misses(witness: Mapping[str, Any], hypotheses: Sequence[str]) -> str:
    if not witness.get("violates"):
        return "the witness violates nothing"
    for hypothesis in hypotheses:
        try:
            truth = holds(hypothesis, witness.get("values", {}))
        except GrammarError as error:
            return f"the hypothesis {hypothesis!r} cannot be read at the witness: {error}"
        if truth is not True:
            found = "false" if truth is False else "undecided"
            return f"the hypothesis {hypothesis!r} is {found} at the witness"
    return ""


def _witnesses(certificate: Any) -> Iterator[Mapping[str, Any]]:
    for part in _parts(certificate):
        if part is not None and part.get("kind") == "witness":
            yield part


def _parts(certificate: Any) -> Iterator[Any]:
    """The certificate and everything inside its conjunctions; None for a step without a certificate."""
    if certificate is not None and certificate.get("kind") == "all":
        for step in certificate["steps"]:
            yield from _parts(step["certificate"])
    else:
        yield certificate


def _voucher(status: Status, certificate: Any, method: str) -> str:
    if status is Status.CONFIRMED:
        return "referee"
    if status is Status.SAMPLED:
        return "sampling"
    tools: dict[str, None] = {}
    for part in _parts(certificate):
        if part is None:
            tools.update(dict.fromkeys(_tool(sentence) for sentence in method.split(";")))
        elif part.get("kind") == "smt":
            tools[_tool(str(part.get("solver", "")))] = None
    return f"{' and '.join(tools) or _tool(method)}'s word"


def _tool(text: str) -> str:
    """The tool that a method or a solver's name begins with, without its version, which the ledger leaves out."""
    return text.replace(",", " ").replace(":", " ").strip().partition(" ")[0] or "its author"
