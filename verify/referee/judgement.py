"""The judgement on one piece of evidence: does its certificate carry its verdict, and who vouches for it?

The same rule is applied when a claim is decided and when a ledger is rechecked.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from attnverify.verify.referee.certificates import Status, recheck
from attnverify.verify.referee.grammar import GrammarError, holds
from attnverify.verify.verdict import Rung

# The best rung that a step with such a certificate can reach; a witness speaks against a claim and never for one.
_REACH = {
    "identity": Rung.PROVED,
    "positivity": Rung.PROVED,
    "split": Rung.PROVED,
    "eigensystem": Rung.CERTIFIED,
    "example": Rung.CERTIFIED,
    "sample": Rung.TESTED,
}
# What a method may begin with to be called a tool: anything else is the word of the check's author.
_TOOLS = {
    "sympy": "SymPy", "flint": "python-flint", "python-flint": "python-flint", "numpy": "NumPy",
    "scipy": "SciPy", "mpmath": "mpmath", "hypothesis": "hypothesis",
}  # fmt: skip


@dataclass(frozen=True)
class Judgement:
    """What the referee says about one piece of evidence.

    sound : whether the evidence may keep its rung.
    status : how far the referee could re-decide it; None for OPEN, which claims nothing.
    checked_by : "referee", "sampling", or the tools on whose word the evidence rests, as in "SymPy's word".
    detail : what failed, or what the referee found.
    """

    sound: bool
    status: Status | None
    checked_by: str = ""
    detail: str = ""


def judge(rung: Rung, certificate: Any, method: str, hypotheses: Sequence[str]) -> Judgement:
    """Re-decide `certificate` and say whether it carries a step of this `rung` for a claim with these `hypotheses`.

    A step reaches no further than the kinds of its certificates can: an example speaks of one point, a sample of what
    was drawn. A refutation needs an exact witness that satisfies every hypothesis of the claim, and a witness carries
    nothing else. Never raises on malformed data: it is unsound, and the detail says why.
    """
    if rung is Rung.OPEN:
        return Judgement(True, None)
    if certificate is None:
        return _without_certificate(rung, method)
    finding = recheck(certificate)
    if finding.status is Status.FAILED:
        return Judgement(False, Status.FAILED, detail=finding.detail)
    if finding.status is Status.SAMPLED and rung is not Rung.TESTED:
        return Judgement(False, Status.FAILED, detail=f"{rung.value}, but the certificate is only a sample")
    fault = _witness_fault(certificate, hypotheses) if rung is Rung.REFUTED else _reach_fault(rung, certificate)
    if fault:
        return Judgement(False, Status.FAILED, detail=fault)
    return Judgement(True, finding.status, _voucher(finding.status, certificate, method), finding.detail)


def _without_certificate(rung: Rung, method: str) -> Judgement:
    if rung is Rung.REFUTED:
        return Judgement(False, Status.FAILED, detail="refuted without a witness")
    status = Status.SAMPLED if rung is Rung.TESTED else Status.WORD
    return Judgement(True, status, _voucher(status, None, method), "no certificate")


def _reach_fault(rung: Rung, certificate: Any) -> str:
    """Why the kinds of certificates cannot carry a step of this rung; empty when they can."""
    for part in _parts(certificate):
        kind = "" if part is None else str(part.get("kind"))
        reach = _REACH.get(kind)
        if kind and (reach is None or reach.strength < rung.strength):
            what = f"is {reach.value} at most" if reach is not None else "speaks against a claim and never for one"
            return f"{rung.value}, but a certificate of the kind {kind!r} {what}"
    return ""


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
    return f"{' and '.join(tools) or _tool(method)}'s word"


def _tool(text: str) -> str:
    """The tool that a method begins with, without its version, which the ledger leaves out."""
    first = text.replace(",", " ").replace(":", " ").strip().partition(" ")[0]
    return _TOOLS.get(first.lower(), "its author")
