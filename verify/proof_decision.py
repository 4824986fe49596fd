"""Deciding a claim in proof form: tactics complete its proof, the kernel judges it, and the steps are written down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from verify.claim import Claim
from verify.formal import Formal, all_formal
from verify.kernel.claims import as_rule
from verify.kernel.judging import Judgement, judge, negated
from verify.kernel.rules import Rule
from verify.kernel.statements import read
from verify.kernel.terms import Rejected
from verify.outline import printed
from verify.referee.records import plain
from verify.tactics.completion import Completer
from verify.tactics.pruning import pruned
from verify.verdict import Verdict


@dataclass(frozen=True)
class ProofOutcome:
    """What the kernel judged, and what it said; all of it plain data.

    data : statement, completed proof, instance, twin, refutation, as the kernel read them.
    verdict : worth what the cited lemmas are, where it is PROVED. steps : the proof as numbered steps.
    """

    data: Mapping[str, Any]
    verdict: Verdict
    reason: str
    axioms: tuple[str, ...]
    lemmas: tuple[str, ...]
    undecided: tuple[str, ...]
    twin: str
    twin_fault: str
    steps: tuple[Mapping[str, Any], ...]

    def to_data(self) -> dict[str, Any]:
        """The outcome as a JSON object."""
        return {**vars(self), "verdict": self.verdict.value}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> ProofOutcome:
        """The outcome that `to_data` wrote; raises KeyError, TypeError or ValueError on anything else."""
        tuples: dict[str, Any] = {name: tuple(data[name]) for name in ("axioms", "lemmas", "undecided", "steps")}
        texts: dict[str, Any] = {name: str(data[name]) for name in ("reason", "twin", "twin_fault")}
        return cls(data=dict(data["data"]), verdict=Verdict(data["verdict"]), **tuples, **texts)


def decide_proof(claim: Claim) -> ProofOutcome:
    """Complete and judge the proof of `claim`. Its lemmas are taken at their word here; `conclude` looks at them."""
    assert claim.formal is not None
    _loaded(claim.formal)
    data = {name: value for name, value in claim.formal.data().items() if value is not None}
    trouble = ""
    try:
        data = plain(_completed(claim.formal, data))
    except Rejected as error:
        data, trouble = plain(data), str(error)
    found = Judgement("OPEN", trouble) if trouble else judge(data, cited)
    return ProofOutcome(
        data,
        Verdict(found.verdict),
        found.reason,
        found.axioms,
        found.lemmas,
        found.undecided,
        found.twin,
        found.twin_fault,
        tuple(printed(data, found.verdict, cited)),
    )


def _completed(formal: Formal, data: Mapping[str, Any]) -> dict[str, Any]:
    completer = Completer(lambda id: all_formal()[id])
    made = dict(data)
    if formal.proof is None and not (formal.refuted and "proof" in formal.refuted):
        return made
    statement = read(plain(formal.statement))
    if formal.proof is not None:
        made["proof"] = pruned(statement, plain(completer.completed(formal.id, formal.proof)), cited)
    elif formal.refuted is not None:
        refuted = formal.refuted
        proof = plain(completer.completed(formal.id, refuted["proof"], refuted))
        made["refuted"] = {**made["refuted"], "proof": pruned(negated(statement, refuted), proof, cited)}
    return made


@cache
def cited(id: str) -> Rule:
    """The rule form of a claim in proof form that another one cites."""
    found = all_formal().get(id)
    if found is None:
        raise Rejected(f"no claim {id[:60]!r} in proof form that could be cited")
    return as_rule(id, read(plain(found.statement)))


def _loaded(formal: Formal) -> None:
    """Import every claim where a cited one is not there yet, as in a worker that knows one module only."""
    if any(id not in all_formal() for id in formal.cites()):
        from verify.registry import load

        load()


def ingredients(claim: Claim) -> dict[str, Any]:
    """What the outcome depends on besides the engine: the claim's own data, and the statements of what it cites."""
    if claim.formal is None:
        return {}
    statements = {id: all_formal()[id].statement for id in claim.formal.cites() if id in all_formal()}
    return {"data": claim.formal.data(), "cites": statements}
