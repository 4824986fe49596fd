"""Deciding a claim in proof form: tactics complete its proof, the kernel judges it, and the steps are written down."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TYPE_CHECKING, Any

from .claim import Claim
from .formal import Formal, all_formal
from .kernel.claims import as_rule
from .kernel.judging import OPEN, VACUOUS, Judgement
from .kernel.rules import Rule
from .kernel.statements import read
from .kernel.terms import Rejected
from .outline import Telling, judged, printed
from .referee.records import plain
from .search.contradiction import contradictory
from .theory.claims import TextClaim
from .verdict import Verdict

if TYPE_CHECKING:
    from .theory.completion import Judged


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
        found = {name: list(value) if isinstance(value, tuple) else value for name, value in vars(self).items()}
        return {**found, "verdict": self.verdict.value}

    @classmethod
    def from_data(cls, data: Mapping[str, Any]) -> ProofOutcome:
        """The outcome that `to_data` wrote; raises KeyError, TypeError or ValueError on anything else."""
        tuples: dict[str, Any] = {name: tuple(data[name]) for name in ("axioms", "lemmas", "undecided", "steps")}
        texts: dict[str, Any] = {name: str(data[name]) for name in ("reason", "twin", "twin_fault")}
        return cls(data=dict(data["data"]), verdict=Verdict(data["verdict"]), **tuples, **texts)


def decide_proof(claim: Claim) -> ProofOutcome:
    """Judge the proof of `claim`. Its lemmas are taken at their word here; `conclude` looks at them."""
    assert claim.formal is not None
    if isinstance(claim.formal, TextClaim):
        from .theory.completion import judge_text

        return outcome(judge_text(claim.formal, cited), claim.formal)
    _loaded(claim.formal)
    data: Mapping[str, Any] = plain({name: value for name, value in claim.formal.data().items() if value is not None})
    try:
        found, telling = judged(claim.id, data, cited)
    except Rejected as error:
        found, telling = Judgement(OPEN, str(error)), Telling()
    return _outcome(data, found, telling)


def outcome(found: Judged, claim: TextClaim) -> ProofOutcome:
    """What came of a claim of a text, as it stands there and in its lock."""
    judgement = found.judgement
    if found.fault is not None:
        judgement = replace(judgement, reason=next(found.fault.lines(claim.file)))
    return _outcome(plain(found.data), judgement, found.telling)


def _outcome(data: Mapping[str, Any], found: Judgement, telling: Telling) -> ProofOutcome:
    if VACUOUS in found.reason and "statement" in data and (clash := contradictory(read(data["statement"]))):
        found = replace(found, reason=f"{found.reason}; what is given contradicts itself: {' and '.join(clash)}")
    rests, twin = (found.axioms, found.lemmas, found.undecided), (found.twin, found.twin_fault)
    steps = tuple(printed(data, found.verdict, telling))
    return ProofOutcome(data, Verdict(found.verdict), found.reason, *rests, *twin, steps)


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
        from .registry import load

        load()


def ingredients(claim: Claim) -> dict[str, Any]:
    """What the outcome depends on besides the engine: the claim's own data, and the statements of what it cites."""
    if claim.formal is None:
        return {}
    statements = {id: all_formal()[id].statement for id in claim.formal.cites() if id in all_formal()}
    said = [line for _, line in claim.formal.entry.lines] if isinstance(claim.formal, TextClaim) else []
    return {"data": claim.formal.data(), "cites": statements, "says": said}


def library_of(names: Sequence[str]) -> tuple[list[str], dict[str, dict[str, Any]]]:
    """The ids of the proved claims `names` (LEM- may be left out), and statement and proof of all they rest on.

    Raises Rejected with one line for a name that is no proved claim in proof form.
    """
    from .cache import Cache
    from .registry import find, load, named, with_premises
    from .runner import decide_all

    claims = load(links=False)
    try:
        ids = [named(f"LEM-{name}", claims) or find(name).id for name in names]
    except KeyError as error:
        raise Rejected(error.args[0]) from error
    for id in ids:
        if claims[id].formal is None or claims[id].expected not in (Verdict.PROVED, Verdict.CERTIFIED):
            raise Rejected(f"{id} is {claims[id].expected.value}; needed is what is proved in proof form")
    needed = with_premises(ids, claims)
    decisions = decide_all(needed, Cache(0), jobs=0, done=lambda claim, decision: None)
    proofs = {id: decision.proof for id, decision in decisions.items() if decision.proof is not None}
    for id, found in proofs.items():
        if found.verdict not in (Verdict.PROVED, Verdict.CERTIFIED):
            raise Rejected(f"{id} is {found.verdict.value}: {found.reason}")
    return ids, {id: {key: found.data[key] for key in ("statement", "proof")} for id, found in proofs.items()}
