"""Deciding a user's statement: a search for an exact counterexample, then every sound way to a proof."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction

from verify.evidence import Evidence, conjunction, open_
from verify.statements.counterexamples import SEARCH, model, searched
from verify.statements.points import Point, decided
from verify.statements.routes import attempts
from verify.statements.statement import Relation, Statement
from verify.verdict import Rung


@dataclass(frozen=True)
class Decided:
    """What was found out about a statement.

    evidence : all of it; the verdict is that of `verify.evidence.combine`, up to ARGUED.
    instance : an exact point at which all hypotheses hold; empty when none was found.
    """

    evidence: tuple[Evidence, ...]
    instance: Mapping[str, Fraction]


def decide_statement(statement: Statement) -> Decided:
    """Decide the statement.

    PROVED with a certificate or a solver's word, CERTIFIED on its box, REFUTED with an exact witness that satisfies
    every hypothesis, or OPEN with what resisted. Without an exact point at which the hypotheses hold a proof might be
    one of nothing, and the statement is OPEN.
    """
    scope = statement.scope()
    fault = _instance_fault(statement)
    if fault:
        return Decided((open_(scope, SEARCH, fault),), {})
    instance, counterexample = searched(statement)
    if counterexample is not None:
        return Decided((counterexample,), instance)
    if not instance:
        instance, reason = model(statement)
        if not instance:
            return Decided((open_(scope, SEARCH, reason),), {})
    parts: dict[str, Evidence] = {}
    resisted: list[Evidence] = []
    for goal in statement.show:
        found, undecided = _decided(statement, goal, instance)
        resisted += undecided
        if found.rung is Rung.REFUTED:
            return Decided((found,), _values(found))
        parts[goal.text] = found
    whole = next(iter(parts.values())) if len(parts) == 1 else conjunction(parts, scope=scope)
    # Routes that did not decide stand beside the one that did; they are no part of the statement.
    return Decided((whole, *(replace(route, covers=False) for route in resisted)), instance)


def _instance_fault(statement: Statement) -> str:
    if not statement.instance:
        return ""
    stated = [*statement.hypotheses(), *(need.text for need in statement.needs())]
    failed = next((part for part in stated if decided(statement.instance, part) is not True), "")
    return f"at the given instance {failed!r} does not hold" if failed else ""


def _decided(statement: Statement, goal: Relation, instance: Point) -> tuple[Evidence, list[Evidence]]:
    """The evidence that decides one relation, or an open question; and what every route before it said."""
    undecided: list[Evidence] = []
    for found in attempts(statement, goal, instance):
        if found.rung is not Rung.OPEN:
            return found, undecided
        undecided.append(found)
    reasons = "; ".join(dict.fromkeys(item.reason for item in undecided if item.reason))
    return open_(statement.scope(), "every route", reasons or f"no route applies to {goal.text}"), []


def _values(found: Evidence) -> Point:
    assert found.certificate is not None
    return {name: Fraction(value) for name, value in found.certificate["values"].items()}
