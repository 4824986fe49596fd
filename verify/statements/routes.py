"""Every sound way to a proof of one relation of a statement, the cheap ones first."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

import sympy as sp

import verify.deciders as decide
from verify.deciders import positive
from verify.deciders.inequalities import METHOD
from verify.deciders.positive import prove
from verify.deciders.translate import Signed
from verify.evidence import Evidence, open_
from verify.referee.certificates import Status, recheck
from verify.statements.counterexamples import refuted
from verify.statements.points import Point
from verify.statements.problems import Problem, Ranges, algebraic, boxed, factored, integral, problem, ranges
from verify.statements.statement import Relation, Statement
from verify.statements.symbolic import expression, stated, symbols
from verify.verdict import Rung

# A solver of polynomials may spend seconds between two counts of its resources.
_RLIMIT = 300_000
_MAX_BOXES = 4_000
# Products of three hypotheses are tried for small problems only: their number grows with the cube.
_SMALL = 10
# Beyond this many variables a solver for polynomials rarely ends.
_FEW = 12

Route = tuple[Problem, Callable[[Problem, str], Evidence]]


def attempts(statement: Statement, goal: Relation, instance: Mapping[str, Fraction]) -> Iterator[Evidence]:
    """What each route finds, until one of them decides; every undecided one says what resisted.

    Whatever a route raises leaves it undecided. A counterexample counts only where the referee confirms it against
    the statement as the user wrote it.

    instance : a point at which the hypotheses hold; it completes a counterexample that leaves variables free.
    """
    scope = statement.scope()
    for posed, route in _routes(statement, goal):
        try:
            found = route(posed, scope)
        except Exception as error:  # SymPy and z3 raise many kinds for what they do not understand
            said = " ".join(str(error).split())[:300]
            yield open_(scope, "a route that stopped", f"{goal.text}: {type(error).__name__}: {said}")
            continue
        if found.rung is Rung.REFUTED:
            confirmed = refuted(statement, goal, {**instance, **_point(found, posed)}, found.method)
            yield confirmed or open_(scope, found.method, f"a point found so does not refute {goal.text} itself")
        else:
            yield replace(found, reason="; ".join(part for part in (found.reason, *posed.notes) if part))


def _routes(statement: Statement, goal: Relation) -> Iterator[Route]:
    base = problem(statement, goal)
    if goal.operator == "==":
        yield base, lambda posed, scope: _identity(statement, goal, scope)
    exact = algebraic(base)
    exact = exact and integral(exact, statement)
    few = len(statement.scalars) <= _FEW
    gram = factored(exact, statement) if exact and few else None
    for posed in (exact, gram):
        if posed:
            yield posed, _products(2)
    box = ranges(statement)
    if box:
        yield base, lambda posed, scope: _on_box(posed, box, scope)
    for posed in (exact, gram):
        if posed and few:
            yield posed, _solver
    for posed in (exact, gram):
        if posed and len(posed.given) <= _SMALL:
            yield posed, _products(3)


def _identity(statement: Statement, goal: Relation, scope: str) -> Evidence:
    known = symbols(statement)
    return decide.identity({goal.text: (expression(goal.left, known), expression(goal.right, known))}, scope=scope)


def _products(degree: int) -> Callable[[Problem, str], Evidence]:
    """A positive combination of products of what is given, without the search for a model that `inequality` adds."""

    def route(posed: Problem, scope: str) -> Evidence:
        steps = []
        for goal in posed.goals:
            certificate = _product(goal, posed, degree)
            if certificate is None:
                return open_(scope, METHOD, f"no products of at most {degree} hypotheses give {goal.relation()}")
            steps.append({"says": goal.relation(), "certificate": certificate})
        whole = {"kind": "all", "steps": steps}
        finding = recheck(whole)
        if finding.status is not Status.CONFIRMED:
            return open_(scope, METHOD, f"the certificate was not confirmed: {finding.detail}")
        return Evidence(Rung.PROVED, scope, METHOD, certificate=whole)

    return route


def _product(goal: Signed, posed: Problem, degree: int) -> Mapping[str, Any] | None:
    """A certificate of one sign; an equation is two inequalities, an inequation a positive square."""
    if goal.sign == "zero":
        sides = [Signed(goal.expr, "nonnegative"), Signed(-goal.expr, "nonnegative")]
        found = [_product(side, posed, degree) for side in sides]
        if None in found:
            return None
        steps = [{"says": side.relation(), "certificate": each} for side, each in zip(sides, found, strict=True)]
        return {"kind": "all", "steps": steps}
    if goal.sign == "nonzero":
        goal = Signed(goal.expr**2, "positive")
    return prove(positive.Problem(goal, posed.given, posed.squares), degree, deep=True)


def _solver(posed: Problem, scope: str) -> Evidence:
    goals, given = [stated(part) for part in posed.goals], [stated(part) for part in posed.given]
    return decide.smt(goals, given, scope=scope, rlimit=_RLIMIT)


def _on_box(posed: Problem, box: Ranges, scope: str) -> Evidence:
    goals = boxed(posed, box)
    used = {symbol for part in goals for symbol in part.expr.free_symbols}
    sides = {symbol: tuple(sp.Rational(end.numerator, end.denominator) for end in box[symbol.name]) for symbol in used}
    ordered = dict(sorted(sides.items(), key=lambda item: str(item[0])))
    return decide.on_box([stated(part) for part in goals], ordered, scope=scope, max_boxes=_MAX_BOXES)


def _point(found: Evidence, posed: Problem) -> Point:
    """The scalars' values at a counterexample of the problem; empty where they are not all rational numbers."""
    assert found.certificate is not None
    values = found.certificate["values"]
    point = {name: Fraction(value) for name, value in values.items()}
    exact = {sp.Symbol(name, real=True): sp.Rational(str(value)) for name, value in point.items()}
    for name, value in posed.factors.items():
        entry = value.xreplace(exact)
        if entry.is_Rational:
            point[name] = Fraction(int(entry.p), int(entry.q))
    return point
