"""Deciding one claim: judge its proof, take its argument, or run its check and try the false twin."""

from __future__ import annotations

import inspect
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from .claim import Check, Claim
from .evidence import REACHED, Combined, Evidence, open_
from .import_errors import place
from .proof_decision import ProofOutcome, decide_proof
from .referee.combining import EVERYTHING, Basis, twin_fault
from .referee.records import record, restored
from .verdict import Verdict

Crash = Callable[[BaseException], None]
_TWINS = {"refuted": Verdict.REFUTED}


@dataclass(frozen=True)
class TwinOutcome:
    """What became of the false twin; `fault` says why the claim cannot be trusted after that.

    rejected : whether the kernel refuted it, or the check left it open. A twin that no counterexample decides is no
        fault of a proof, but it is not rejected either.
    """

    says: str
    verdict: Verdict
    rejected: bool = False
    fault: str = ""
    crashed: bool = False


@dataclass(frozen=True)
class Decision:
    """What was found of one claim and the outcome of its twin: plain data, the same for every run of a seed.

    proof : for a claim in proof form, what the kernel judged.  evidence : for a computed or open one, what was found.
    seconds : what the whole decision took, twin included.
    """

    id: str
    evidence: Evidence | None
    twin: TwinOutcome
    seconds: float = 0.0
    proof: ProofOutcome | None = None

    @property
    def crashed(self) -> bool:
        """Whether the check raised an exception or its process died."""
        return self.evidence is not None and self.evidence.crashed

    def basis(self, claim: Claim) -> Basis:
        """What the verdict of `claim` is computed from, once its premises are decided."""
        if self.proof is not None:
            return Basis(Combined(self.proof.verdict, EVERYTHING, self.proof.reason), self.proof.lemmas)
        if self.evidence is None:
            assert claim.argument is not None
            return Basis(Combined(claim.argument.verdict, EVERYTHING), claim.rests_on)
        found = self.evidence
        return Basis(Combined(found.verdict, found.scope, found.reason), claim.rests_on, self.twin.fault)

    def to_data(self) -> dict[str, Any]:
        """The decision as a JSON object."""
        return {
            "id": self.id,
            "evidence": None if self.evidence is None else record(self.evidence),
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
            None if data["evidence"] is None else restored(data["evidence"]),
            TwinOutcome(twin["says"], Verdict(twin["verdict"]), twin["rejected"], twin["fault"], twin["crashed"]),
            float(data["seconds"]),
            None if data["proof"] is None else ProofOutcome.from_data(data["proof"]),
        )

    def _repr_html_(self) -> str:
        from .registry import find
        from .report.cell import decision_cell

        return decision_cell(find(self.id), self)


def decide(claim: Claim, seed: int = 0, crash: Crash | None = None) -> Decision:
    """Decide `claim`, and the false twin of a check with the same code.

    A check that draws at random has a parameter named `seed`, which receives `seed`. An exception inside the check
    becomes crashed OPEN evidence that names its place in the check's file, and is handed to `crash`, if that is given;
    KeyboardInterrupt passes through.
    """
    start = time.perf_counter()
    if claim.formal is not None:
        return of_proof(claim, decide_proof(claim), time.perf_counter() - start)
    if claim.check is not None:
        found = _found(claim.check, {}, seed, crash)
        twin = _found(claim.check, claim.twin.changes, seed, crash)
        fault = twin_fault(claim.twin.says, twin.verdict, twin.reason if twin.crashed else "")
        outcome = TwinOutcome(claim.twin.says, twin.verdict, not fault, fault, twin.crashed)
        return Decision(claim.id, found, outcome, time.perf_counter() - start)
    nothing = open_("the whole claim", "none", claim.undecided) if claim.undecided else None
    return Decision(claim.id, nothing, TwinOutcome(claim.twin.says, Verdict.OPEN), time.perf_counter() - start)


def of_proof(claim: Claim, proof: ProofOutcome, seconds: float) -> Decision:
    """The decision of a claim in proof form, from what the kernel judged."""
    try:
        says = claim.twin.says
    except Exception as error:  # a text that cannot be read; the outcome says what is wrong with it
        says = f"cannot be read: {error}"
    verdict = _TWINS.get(proof.twin, Verdict.OPEN)
    twin = TwinOutcome(says, verdict, not proof.twin_fault and verdict is not Verdict.OPEN, proof.twin_fault)
    return Decision(claim.id, None, twin, seconds, proof)


def crashed(claim: Claim, reason: str) -> Decision:
    """The decision of a claim whose check could not be run to its end."""
    evidence = replace(open_("the whole claim", "the check", reason), crashed=True)
    return Decision(claim.id, evidence, TwinOutcome(claim.twin.says, Verdict.OPEN, fault="not tried", crashed=True))


def _found(check: Check, changes: Mapping[str, Any], seed: int, crash: Crash | None) -> Evidence:
    """What the check returns, called with `changes` instead of its defaults."""
    arguments = dict(changes)
    if "seed" in inspect.signature(check).parameters:
        arguments.setdefault("seed", seed)
    _reset_precision()
    start = time.perf_counter()
    try:
        found = check(**arguments)
        if not isinstance(found, Evidence) or found.verdict not in REACHED:
            allowed = ", ".join(verdict.value for verdict in REACHED)
            raise TypeError(f"the check returns {str(found)[:60]}; allowed is Evidence whose verdict is {allowed}")
        if not found.scope.strip() or not found.method.strip():
            raise TypeError("the evidence names no scope or no method")
    except Exception as error:
        if crash is not None:
            crash(error)
        said = f"the check crashed: {type(error).__name__}: {error}".splitlines()[0]
        found = replace(open_("the whole claim", "the check", f"{said}, in {place(error, _file(check))}"), crashed=True)
    return replace(found, seconds=time.perf_counter() - start)


def _file(check: Check) -> Path | None:
    """The file of a check, where it has one."""
    code = getattr(inspect.unwrap(check), "__code__", None)
    return Path(code.co_filename) if code else None


def _reset_precision() -> None:
    """Undo what an earlier check of this process did to the global working precision of balls and floats."""
    if "flint" in sys.modules:
        sys.modules["flint"].ctx.default()
    if "mpmath" in sys.modules:
        sys.modules["mpmath"].mp.dps = 15
