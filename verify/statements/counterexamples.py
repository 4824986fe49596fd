"""Exact counterexamples to a statement, and exact points that show its hypotheses to be consistent."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

import sympy as sp

from verify.deciders.solver import ask
from verify.deciders.translate import Signed
from verify.deciders.witnesses import refutation
from verify.evidence import Evidence
from verify.statements.points import Point, decided, points, satisfies
from verify.statements.problems import hypotheses
from verify.statements.statement import Relation, Statement
from verify.verdict import Rung

SEARCH = "a search among exact points"
_RLIMIT = 300_000
_WHERE = "the hypotheses hold and everything is defined"


def refuted(statement: Statement, goal: Relation, point: Mapping[str, Fraction], method: str) -> Evidence | None:
    """The refutation at a point, if the referee confirms that all hypotheses hold there and the goal fails."""
    stated = [*statement.hypotheses(), *(need.text for need in goal.needs())]
    if decided(point, goal.negated.text) is not True or not satisfies(point, stated):
        return None
    values = {name: str(point[name]) for name in statement.scalars}
    found = refutation(values, [goal.negated.text], hypotheses=stated, scope="an exact counterexample", method=method)
    return found if found.rung is Rung.REFUTED else None


def searched(statement: Statement) -> tuple[Point, Evidence | None]:
    """A point at which the hypotheses hold and everything is defined; a refutation where a conclusion fails."""
    first: Point = {}
    needs = [need.text for need in statement.needs()]
    for point in points(statement):
        if not first and satisfies(point, needs):
            first = point
        for goal in statement.show:
            found = refuted(statement, goal, point, SEARCH)
            if found is not None:
                return point, found
    return first, None


def model(statement: Statement) -> tuple[Point, str]:
    """A point at which the hypotheses hold and everything is defined, found by z3; or no point, and why."""
    given = hypotheses(statement, statement.needs())
    try:
        _, answer, values = ask(Signed(sp.Integer(-1), "nonnegative"), given, _RLIMIT)
    except ValueError:  # exp, log and tanh are outside z3's language
        answer, values = "unknown", None
    if answer == "unsat":
        return {}, f"{_WHERE} nowhere (z3's word), so that anything follows"
    point = {name: Fraction(1) for name in statement.scalars}
    point.update({name: Fraction(value) for name, value in (values or {}).items()})
    stated = [*statement.hypotheses(), *(need.text for need in statement.needs())]
    if values is not None and satisfies(point, stated):
        return point, ""
    return {}, f"no exact point is known where {_WHERE}: a proof might be one of nothing; give a point as 'instance'"
