"""Evidence: steps that a check yields, how far each one reaches, and the one rule that combines them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from attnverify.verify.verdict import Rung, Verdict

Certificate = Mapping[str, Any]


@dataclass(frozen=True)
class Evidence:
    """A step: what one method found.

    rung : how far this step reaches; what it means for a claim is the business of `combine`.
    scope : in words, the sizes, signs and parameters it speaks about.
    method : the tool and the technique.
    covers : whether `scope` is everything the claim quantifies over. Narrower evidence is listed, never promoted.
    certificate : plain JSON data that the referee re-decides; None where there is nothing to re-decide.
    reason : for OPEN, what resisted; otherwise a remark for the reader, such as the worst margin of a search.
    checked_by : who confirmed it: "referee", or the tool whose word it is. Filled in when the claim is decided.
    crashed : the evidence is OPEN because of an exception, not because the mathematics resisted.
    """

    rung: Rung
    scope: str
    method: str
    covers: bool = True
    certificate: Certificate | None = None
    reason: str = ""
    checked_by: str = ""
    seconds: float = 0.0
    crashed: bool = False

    def narrowed(self, scope: str) -> Evidence:
        """The same finding, declared to cover only `scope` (explicit sizes, a sub-family, an instance)."""
        return replace(self, scope=scope, covers=False)


def open_(scope: str, method: str, reason: str, *, covers: bool = True) -> Evidence:
    """Undecided, with the reason."""
    return Evidence(Rung.OPEN, scope, method, covers=covers, reason=reason)


def conjunction(parts: Mapping[str, Evidence], *, scope: str, method: str = "") -> Evidence:
    """One piece of evidence for a statement that is the conjunction of `parts`.

    Its rung is the lowest among the parts; a refuted part refutes the whole with that part's witness; an open part
    leaves it open. Every part is kept in the certificate under its own sentence.

    Raises ValueError when there are no parts: an empty conjunction would be a proof of nothing.
    """
    if not parts:
        raise ValueError("conjunction of no parts: give at least one part")
    methods = method or "; ".join(dict.fromkeys(part.method for part in parts.values()))
    for says, part in parts.items():
        if part.rung is Rung.REFUTED:
            return replace(part, reason=f"fails: {says}. {part.reason}".strip())
    for says, part in parts.items():
        if part.rung is Rung.OPEN:
            return replace(part, scope=scope, reason=f"undecided: {says}: {part.reason}", covers=True)
    weakest = min((part.rung for part in parts.values()), key=lambda rung: rung.strength)
    steps = [{"says": says, "certificate": part.certificate} for says, part in parts.items()]
    return Evidence(
        weakest,
        scope,
        methods,
        covers=all(part.covers for part in parts.values()),
        certificate={"kind": "all", "steps": steps},
        reason=" ".join(dict.fromkeys(part.reason for part in parts.values() if part.reason)),
    )


@dataclass(frozen=True)
class Combined:
    """The verdict of a claim, with the scope and the reason of the evidence that decided it."""

    verdict: Verdict
    scope: str
    reason: str = ""


def combine(evidence: Sequence[Evidence], premises: Iterable[tuple[str, Verdict]] = ()) -> Combined:
    """The one rule for claims in argued form: the strongest step whose scope covers the claim decides it, up to ARGUED.

    What the steps have to do with the claim's sentence is an argument, which a person must read. So the claim is never
    PROVED, CERTIFIED or REFUTED. A step that was never decided and that is declared to cover the claim leaves it OPEN.
    A refutation decides whatever was only tested. A refutation beside a proof or a certificate is a contradiction and
    leaves the claim OPEN, and so does a check that crashed. A claim that rests on others (`premises`, pairs of id and
    verdict) is never stronger than the weakest of them; where one of them does not hold, it is OPEN, refuted or not.
    """
    for item in evidence:
        if item.crashed:
            return Combined(Verdict.OPEN, item.scope, item.reason)
    weakest = min(premises, key=lambda premise: premise[1].strength, default=None)
    refuted = [item for item in evidence if item.rung is Rung.REFUTED]
    covering = [item for item in evidence if item.covers and item.rung.holds]
    best = max(covering, key=lambda item: item.rung.strength, default=None)
    if refuted:
        # A proof on part of the claim may stand beside a counterexample elsewhere; one of the whole may not.
        if best is not None and best.rung is not Rung.TESTED:
            return Combined(Verdict.OPEN, best.scope, f"contradiction: {best.method} and {refuted[0].method} disagree")
        if weakest is not None and not weakest[1].holds:
            return Combined(Verdict.OPEN, refuted[0].scope, f"rests on {weakest[0]}, which is {weakest[1].value}")
        return Combined(Verdict.ARGUED_FALSE, refuted[0].scope, refuted[0].reason)
    undecided = [item for item in evidence if item.rung is Rung.OPEN and (item.covers or best is None)]
    if undecided or best is None:
        narrower = any(item.rung.holds for item in evidence)
        reasons = "; ".join(item.reason for item in undecided if item.reason)
        return Combined(
            Verdict.OPEN, "the whole claim", reasons or ("only narrower evidence" if narrower else "no evidence")
        )
    if weakest is not None and weakest[1].strength < best.rung.argued.strength:
        name, verdict = weakest
        capped = verdict if verdict.holds else Verdict.OPEN
        return Combined(capped, best.scope, f"rests on {name}, which is {verdict.value}")
    return Combined(best.rung.argued, best.scope, best.reason)
