"""Deciding inequalities between rational functions with a certificate that anyone can expand."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from attnverify.verify.deciders.positive import Problem, prove
from attnverify.verify.deciders.solver import ask, vacuous
from attnverify.verify.deciders.translate import Signed, assumed, conditions, integral, variables
from attnverify.verify.deciders.witnesses import hunt, refutation
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.referee.certificates import Status, recheck
from attnverify.verify.verdict import Rung

Expr = Any
METHOD = "Handelman products: linear programming, made exact"
# Enough for z3 to find a model where there is a simple one; its other answers are not used.
_MODEL_RLIMIT = 3_000_000


def inequality(
    goal: Any,
    given: Any,
    *,
    scope: str,
    degree: int = 3,
    squares: Sequence[Expr] = (),
    split: Sequence[Expr] = (),
    covers: bool = True,
) -> Evidence:
    """Decide that `given` implies `goal` and say why, as a positive combination of products of what is given.

    goal, given : one relation or a list of them (a conjunction) between rational functions; Abs, Max, Min and sqrt are
        replaced by variables with their defining relations. The symbols' assumptions (positive, ...) are given too.
        Everything is read where it is defined: no divisor is zero.
    degree : how many hypotheses a product may have.
    squares : expressions whose squares may occur in the products, beside those of the variables.
    split : expressions whose signs are distinguished.

    PROVED with a positivity or split certificate that the referee confirmed; REFUTED with an exact witness; else OPEN,
    also where the hypotheses contradict each other and the goal is not itself a contradiction.

    >>> import sympy as sp
    >>> x, y = sp.symbols("x y")
    >>> inequality(x*y < 1, [x > 0, y > 0, x < 1, y < 1], scope="the unit square").rung.name
    'PROVED'
    """
    goals, hypotheses = [part for item in conditions(goal) for part in _signs(item)], conditions(given)
    obstacle = vacuous(goals, hypotheses)
    if obstacle:
        return open_(scope, METHOD, obstacle, covers=covers)
    steps = []
    for part in goals:
        certificate, found = _decided(part, hypotheses, degree, squares, split, scope)
        if found is not None:
            return found if found.rung is Rung.REFUTED else open_(scope, METHOD, found.reason, covers=covers)
        steps.append({"says": part.relation(), "certificate": certificate})
    whole: dict[str, Any] = {"kind": "all", "steps": steps}
    finding = recheck(whole)
    if finding.status is not Status.CONFIRMED:
        return open_(scope, METHOD, f"the certificate was not confirmed: {finding.detail}", covers=covers)
    return Evidence(Rung.PROVED, scope, METHOD, covers=covers, certificate=whole)


def _signs(part: Signed) -> list[Signed]:
    """An equality is two inequalities; an inequation is a positive square."""
    if part.sign == "zero":
        return [Signed(part.expr, "nonnegative"), Signed(-part.expr, "nonnegative")]
    return [Signed(part.expr**2, "positive")] if part.sign == "nonzero" else [part]


def _decided(
    goal: Signed, hypotheses: Sequence[Signed], degree: int, squares: Sequence[Expr], split: Sequence[Expr], scope: str
) -> tuple[Mapping[str, Any] | None, Evidence | None]:
    """A certificate, or the evidence that there is none: a refutation or an open question."""
    used = [goal.expr, *(part.expr for part in hypotheses)]
    problem = Problem(goal, [*hypotheses, *assumed(used)], tuple(squares))
    certificate = prove(problem, min(degree, 2))
    if certificate is None:
        refuted = _refuted(goal, hypotheses, scope)
        if refuted is not None:
            return None, refuted
        certificate = prove(problem, degree, split, deep=True)
    if certificate is None:
        reason = f"no combination of products of at most {degree} hypotheses was found for {goal.relation()}"
        return None, open_(scope, METHOD, reason)
    return certificate, None


def _refuted(goal: Signed, hypotheses: Sequence[Signed], scope: str) -> Evidence | None:
    used = [goal.expr, *(part.expr for part in hypotheses)]
    stated = [part.relation() for part in (*hypotheses, *assumed(used))] + integral(used)
    violation = goal.negated().relation()
    answer, values = ask(goal, hypotheses, _MODEL_RLIMIT)
    method = "z3: a model, made exact"
    if values is None and answer != "unsat":
        values, method = hunt([*stated, violation], variables(used)), "a rational point found by trying"
    if values is None:
        return None
    found = refutation(values, [violation], hypotheses=stated, scope=scope, method=method)
    return found if found.rung is Rung.REFUTED else None
