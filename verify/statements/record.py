"""A decided statement as a claim of a JSON ledger, so that the referee rechecks it like any other."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

from verify.claim import Claim, Paper, Source, Twin
from verify.decision import decide
from verify.evidence import Evidence, combine
from verify.ledger import build
from verify.statements.deciding import Decided
from verify.statements.statement import Statement
from verify.verdict import Rung, Verdict

_WITHOUT_INSTANCE = "No point at which the hypotheses hold is known; they stand in the statement alone."
_PAPER = Paper("decide", "Statements of a user")


def ledger(statement: Statement, decided: Decided, name: str) -> dict[str, Any]:
    """The JSON ledger of one decided statement, named after its file; every certificate is judged by the referee.

    The false twin is the statement with its conclusion negated at the instance: it must come out the other way round.
    """
    claim = _claim(statement, decided, name)
    return build([claim], {claim.id: decide(claim)}, seed=0)


def _claim(statement: Statement, decided: Decided, name: str) -> Claim:
    expected = combine(decided.evidence).verdict
    negated = _negated(statement, decided.instance, expected)

    def check(negate: bool = False) -> Iterable[Evidence]:
        return [negated] if negate else decided.evidence

    hypotheses, instance, reading = statement.hypotheses(), dict(decided.instance), ""
    if not instance:  # then the statement is open, and nothing is said of a point
        hypotheses, instance, reading = [], dict.fromkeys(statement.scalars, Fraction(0)), _WITHOUT_INSTANCE
    # Every real number satisfies this; a ledger wants at least one hypothesis.
    hypotheses = hypotheses or [f"{scalar}**2 >= 0" for scalar in statement.scalars]
    shown = " and ".join(goal.text for goal in statement.show)
    return Claim(
        id=f"DECIDE-{re.sub('[^A-Za-z0-9]+', '.', name).strip('.') or 'statement'}",
        title=statement.title or shown[:100],
        statement=f"For {statement.scope()}: {shown}.",
        source=Source(_PAPER, name),
        kind="inequality",
        hypotheses=tuple(hypotheses),
        instance={scalar: str(value) for scalar, value in instance.items()},
        reading=reading,
        twin=Twin("the conclusion negated, at the instance", {"negate": True}),
        expected=expected,
        check=check,
        module=__name__,
    )


def _negated(statement: Statement, instance: Mapping[str, Fraction], verdict: Verdict) -> Evidence:
    """What an exact evaluation at the instance says of the negated conclusion."""
    values = {name: str(value) for name, value in instance.items()}
    method = "exact evaluation at the instance"
    if verdict is Verdict.OPEN or not values:
        return Evidence(Rung.OPEN, "nothing", method, reason="the statement is open, so that its negation is too")
    goals = [goal.text for goal in statement.show]
    if verdict.fails:
        return Evidence(Rung.CERTIFIED, "the counterexample", method, reason="the negated conclusion holds there")
    certificate = {"kind": "witness", "values": values, "hypotheses": statement.hypotheses(), "violates": goals}
    return Evidence(Rung.REFUTED, "the instance", method, certificate=certificate, reason="the conclusion holds there")
