"""Deciding one claim: run its check, have the referee judge every piece of evidence, and try its false twin."""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from attnverify.verify.claim import Check, Claim
from attnverify.verify.evidence import Evidence, combine, open_
from attnverify.verify.import_errors import place
from attnverify.verify.proof_decision import ProofOutcome, decide_proof
from attnverify.verify.referee.combining import Basis, Proved, twin_fault
from attnverify.verify.referee.judgement import judge
from attnverify.verify.referee.records import RecordError, plain, record, restored
from attnverify.verify.referee.work import CLAIM_WORK, Work, counted
from attnverify.verify.verdict import Rung, Verdict

Crash = Callable[[BaseException], None]
_TWINS = {"refuted": Verdict.REFUTED}


@dataclass(frozen=True)
class TwinOutcome:
    """What the check made of its false twin; `fault` says why the check cannot be trusted after that.

    A twin that the check leaves open is no fault, but it is not rejected either.
    """

    says: str
    verdict: Verdict
    fault: str = ""
    crashed: bool = False

    @property
    def rejected(self) -> bool:
        """Whether the check decided the twin the other way round than the claim."""
        return not self.fault and self.verdict is not Verdict.OPEN


@dataclass(frozen=True)
class Decision:
    """The judged evidence of one claim and the outcome of its twin: plain data, the same for every run of a seed.

    proof : for a claim in proof form, what the kernel judged; there is no evidence beside it.
    seconds : what the whole decision took, twin included.
    """

    id: str
    evidence: tuple[Evidence, ...]
    twin: TwinOutcome
    seconds: float = 0.0
    proof: ProofOutcome | None = None

    @property
    def crashed(self) -> bool:
        """Whether the check raised an exception or its process died."""
        return any(item.crashed for item in self.evidence)

    def basis(self, claim: Claim) -> Basis:
        """What the verdict of `claim` is computed from, once its premises are decided."""
        if self.proof is not None:
            proved = Proved(self.proof.verdict, self.proof.reason, self.proof.lemmas)
            return Basis(self.evidence, self.proof.lemmas, "", proved)
        if claim.argument is not None:
            return Basis((), claim.rests_on, argued=claim.argument.verdict)
        crash = next((item.reason for item in self.evidence if item.crashed), "")
        return Basis(self.evidence, claim.rests_on, crash or self.twin.fault)

    def to_data(self) -> dict[str, Any]:
        """The decision as a JSON object."""
        return {
            "id": self.id,
            "evidence": [record(item) for item in self.evidence],
            "twin": {**vars(self.twin), "verdict": self.twin.verdict.value},
            "seconds": self.seconds,
            "proof": None if self.proof is None else self.proof.to_data(),
        }

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> Decision:
        """The decision that `to_data` wrote; raises KeyError, TypeError or ValueError on anything else."""
        twin = data["twin"]
        return cls(
            data["id"],
            tuple(restored(item) for item in data["evidence"]),
            TwinOutcome(twin["says"], Verdict(twin["verdict"]), twin["fault"], twin["crashed"]),
            float(data["seconds"]),
            None if data["proof"] is None else ProofOutcome.from_data(data["proof"]),
        )

    def _repr_html_(self) -> str:
        from attnverify.verify.registry import find
        from attnverify.verify.report.cell import decision_cell

        return decision_cell(find(self.id), self)


def decide(claim: Claim, seed: int = 0, crash: Crash | None = None) -> Decision:
    """Decide `claim` and its false twin with the same code.

    A check that draws at random has a parameter named `seed`, which receives `seed`. An exception inside the check
    becomes crashed OPEN evidence that names its place in the check's file, and is handed to `crash`, if that is given;
    KeyboardInterrupt passes through.
    """
    start = time.perf_counter()
    if claim.undecided:
        nothing = open_("the whole claim", "none", claim.undecided)
        return Decision(claim.id, (nothing,), TwinOutcome(claim.twin.says, Verdict.OPEN), time.perf_counter() - start)
    if claim.argument is not None:
        return Decision(claim.id, (), TwinOutcome(claim.twin.says, Verdict.OPEN), time.perf_counter() - start)
    if claim.formal is not None:
        return of_proof(claim, decide_proof(claim), time.perf_counter() - start)
    evidence = () if claim.check is None else _gather(claim, claim.check, {}, seed, crash)
    twin = _twin_outcome(claim, seed, crash)
    return Decision(claim.id, evidence, twin, time.perf_counter() - start)


def of_proof(claim: Claim, proof: ProofOutcome, seconds: float) -> Decision:
    """The decision of a claim in proof form, from what the kernel judged."""
    try:
        says = claim.twin.says
    except Exception as error:  # a text that cannot be read; the outcome says what is wrong with it
        says = f"cannot be read: {error}"
    return Decision(
        claim.id, (), TwinOutcome(says, _TWINS.get(proof.twin, Verdict.OPEN), proof.twin_fault), seconds, proof
    )


def crashed(claim: Claim, reason: str) -> Decision:
    """The decision of a claim whose check could not be run to its end."""
    evidence = replace(open_("the whole claim", "the check", reason), crashed=True)
    twin = TwinOutcome(claim.twin.says, Verdict.OPEN, "the twin was not tried", crashed=True)
    return Decision(claim.id, (evidence,), twin)


def _gather(
    claim: Claim, check: Check, changes: Mapping[str, Any], seed: int, crash: Crash | None
) -> tuple[Evidence, ...]:
    """The judged evidence of the check, called with `changes` instead of its defaults, in the order it came."""
    arguments = dict(changes)
    if "seed" in inspect.signature(check).parameters:
        arguments.setdefault("seed", seed)
    gathered: list[Evidence] = []
    work = Work(CLAIM_WORK)  # what the referee would not recheck in a ledger is not confirmed here either
    _reset_precision()
    start = time.perf_counter()
    try:
        for item in check(**arguments):
            if not isinstance(item, Evidence):
                raise TypeError(f"the check yields {type(item).__name__}; allowed is Evidence")
            with counted(work):
                judged = _judged(item, claim)
            now = time.perf_counter()
            gathered.append(replace(judged, seconds=now - start))
            start = now
    except Exception as error:
        if crash is not None:
            crash(error)
        said = f"the check crashed: {type(error).__name__}: {error}".splitlines()[0]
        reason = f"{said}, in {place(error, _file(check))}"
        item = replace(open_("the whole claim", "the check", reason), crashed=True)
        gathered.append(replace(item, seconds=time.perf_counter() - start))
    return tuple(gathered)


def _file(check: Check) -> Path | None:
    """The file of a check, where it has one."""
    code = getattr(inspect.unwrap(check), "__code__", None)
    return Path(code.co_filename) if code else None


def _judged(item: Evidence, claim: Claim) -> Evidence:
    """The evidence with the referee's word on it; OPEN when its certificate does not carry its verdict."""
    try:
        item = replace(item, certificate=plain(item.certificate))
    except RecordError as error:
        return _opened(replace(item, certificate=None), f"the certificate is {error}")
    if not item.scope.strip() or not item.method.strip():
        return _opened(item, "the evidence names no scope or no method")
    judgement = judge(item.rung, item.certificate, item.method, claim.hypotheses)
    if not judgement.sound:
        return _opened(item, f"{item.rung.value}, but the referee does not confirm it: {judgement.detail}")
    return replace(item, checked_by=judgement.checked_by)


def _opened(item: Evidence, reason: str) -> Evidence:
    return replace(item, rung=Rung.OPEN, reason=reason, checked_by="")


def _twin_outcome(claim: Claim, seed: int, crash: Crash | None) -> TwinOutcome:
    assert claim.check is not None
    evidence = _gather(claim, claim.check, claim.twin.changes, seed, crash)
    verdict = combine(evidence).verdict
    fault = twin_fault(claim.twin.says, verdict, claim.expected, _trouble(evidence))
    return TwinOutcome(claim.twin.says, verdict, fault, any(item.crashed for item in evidence))


def _trouble(evidence: tuple[Evidence, ...]) -> str:
    """Why the twin's evidence rejects nothing whatever its combined verdict; empty when there is no such reason.

    A second route that proves the twin which the first one refutes does not depend on the claimed constant.
    """
    if not evidence:
        return "the check says nothing of it"
    for item in evidence:
        if item.crashed:
            return item.reason
    refuted = [item for item in evidence if item.rung is Rung.REFUTED]
    proved = [item for item in evidence if item.covers and item.rung in (Rung.PROVED, Rung.CERTIFIED)]
    if refuted and proved:
        return f"{proved[0].method} accepts what {refuted[0].method} refutes"
    return ""


def _reset_precision() -> None:
    """Undo what an earlier check of this process did to the global working precision of balls and floats."""
    if "flint" in sys.modules:
        sys.modules["flint"].ctx.default()
    if "mpmath" in sys.modules:
        sys.modules["mpmath"].mp.dps = 15
