"""Deciding a lemma: a search for an exact counterexample, then for a proof; the kernel judges what was found."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from ..formal import cites
from ..kernel.atoms import forget
from ..kernel.claims import as_rule
from ..kernel.contexts import TIMELESS, Context
from ..kernel.judging import OPEN
from ..kernel.polynomials import Work
from ..kernel.rules import Rule, forget_spaces, rules
from ..kernel.statements import read
from ..kernel.terms import Rejected, Term, steps
from ..lemmas.files import Lemma
from ..referee.lemmas import judged
from .citing import Citing
from .effort import Effort, TimeOut
from .points import search
from .proving import REFUSED, Prover

STEPS = 1_500_000  # that deciding a lemma may take
_WORK = 1_000_000_000
_FIRST, _LAST, _POINTS = 0.15, 0.1, 300


@dataclass(frozen=True)
class Decided:
    """What was found: the verdict, the data that the kernel judged (None where OPEN), and why it is OPEN.

    resisted : the goals that no method decided. seconds, steps : the processor time and the steps that it took.
    axioms : the theorems of analysis that a proof rests on.
    """

    verdict: str
    data: Mapping[str, Any] | None
    reason: str = ""
    resisted: tuple[str, ...] = ()
    seconds: float = 0.0
    steps: int = 0
    axioms: tuple[str, ...] = ()

    @property
    def size(self) -> int:
        """The certificate in bytes."""
        if self.data is None:
            return 0
        return len(json.dumps(self.data.get("proof") or self.data.get("refuted"), separators=(",", ":")))


def decide_lemma(lemma: Lemma, seconds: float | None = None, seed: int = 0, most: int = STEPS) -> Decided:
    """Decide a lemma within `most` steps, the same in every process and on every machine.

    seconds : of processor time, after which it is OPEN whatever was found; None where it may last.
    """
    start = time.process_time()
    rules()  # read before anything is counted
    forget()
    forget_spaces()
    before = steps.done
    prover: list[Prover] = []
    try:
        found = _decided(lemma, Effort(most, seconds), most, seed, prover)
    except TimeOut:
        reason = f"time-out after {seconds:g} s of processor time"
        found = Decided(OPEN, None, reason, _told(prover))
    return replace(found, seconds=time.process_time() - start, steps=steps.done - before)


def _decided(lemma: Lemma, effort: Effort, most: int, seed: int, provers: list[Prover]) -> Decided:
    own = [] if lemma.instance is None else [dict(lemma.instance)]
    with effort.within(_FIRST * most):
        points = search(lemma.statement, effort, own, seed, _POINTS)
    if points.refuting is not None:
        return _judged({"statement": lemma.data, "refuted": {"instance": points.refuting}})
    lemmas, library = _library(lemma)
    prover = Prover(Citing(lemmas.__getitem__, named=tuple(lemmas)), effort, lemma.using)
    provers.append(prover)
    proofs: list[Any] = []
    with effort.within(effort.left - _LAST * most):
        proof = _proof(lemma, prover, prover.prove, proofs)
        tried = "the steps are over" if prover.late() else "every method was tried"
    if proof is None:
        points = search(lemma.statement, effort, own, seed + 1, 40 * _POINTS)
        if points.refuting is not None:
            return _judged({"statement": lemma.data, "refuted": {"instance": points.refuting}})
        proof = _proof(lemma, prover, prover.nearest, proofs)
    if proof is None:
        reason = f"no proof found: {tried} ({prover.goals} goals); none of {points.tried} points refutes it"
        fault = prover.fault or points.fault
        if fault:
            reason += f"; the search met an error of its own: {' '.join(fault.split())[:200]}"
        return Decided(OPEN, None, reason, _told(provers))
    instance = points.satisfying or search(lemma.statement, effort, (), seed + 1, 40 * _POINTS).satisfying
    if instance is None:
        return Decided(OPEN, None, "a proof was found, but no point at which everything given holds; state an instance")
    data = {"statement": lemma.data, "proof": proof, "instance": instance}
    return _judged({**data, "library": cited} if (cited := _cited(proof, library)) else data)


def _told(provers: list[Prover]) -> tuple[str, ...]:
    """The goals that resisted, each once, without those that resisted with less assumed."""
    found = dict.fromkeys(text for prover in provers for text in prover.resisted)
    others = tuple(f"{text}{mark}" for text in found for mark in (", where", ";"))
    return tuple(text for text in found if not text.startswith(others))


def _library(lemma: Lemma) -> tuple[dict[str, Rule], dict[str, Any]]:
    """The claims that the lemma may cite, as rules, and the proofs of all they rest on."""
    if not lemma.by:
        return {}, {}
    from ..proof_decision import library_of

    try:
        ids, library = library_of(lemma.by)
    except Rejected as error:
        raise Rejected(f"by: {error}") from error
    return {id: as_rule(id, read(library[id]["statement"])) for id in ids}, library


def _cited(proof: Any, library: Mapping[str, Any]) -> dict[str, Any]:
    """What of the library a proof rests on."""
    found: dict[str, Any] = {}
    waiting = list(cites(proof))
    while waiting:
        id = waiting.pop()
        if id not in found:
            found[id] = library[id]
            waiting += cites(library[id]["proof"])
    return dict(sorted(found.items()))


def _judged(data: Mapping[str, Any]) -> Decided:
    found = judged(data)
    if found.verdict == OPEN:
        return Decided(OPEN, None, f"{REFUSED}: {found.reason}")
    return Decided(found.verdict, data, found.reason, axioms=tuple(found.axioms))


def _proof(lemma: Lemma, prover: Prover, prove: Callable[[Term, Context], Any], proofs: list[Any]) -> Any:
    """A proof tree for every line of `show`, after `proofs` of the first ones; None where one is not found."""
    statement = lemma.statement
    context = Context(statement.scope, statement.given, TIMELESS, Work(_WORK))
    context = context.having(statement.show[: len(proofs)])
    for goal in statement.show[len(proofs) :]:
        prover.given = context.facts
        found = prove(goal, context)
        if found is None:
            return None
        proofs.append(found)
        context = context.having([goal])
    return proofs[0] if len(proofs) == 1 else proofs
