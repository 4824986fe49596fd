"""The algebraic problem behind one relation of a statement: sign conditions, sharpened for integers and matrices."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any

import sympy as sp

from verify.deciders.translate import Signed, conditions
from verify.statements.exponentials import is_transcendental, replaced
from verify.statements.scalars import entry_name
from verify.statements.statement import Relation, Statement
from verify.statements.symbolic import expression, relation, symbols

Expr = Any
Ranges = dict[str, tuple[Fraction, Fraction]]


@dataclass(frozen=True)
class Problem:
    """Show the goals from what is given.

    squares : expressions whose squares may help.
    factors : entry of a matrix -> its value in terms of a triangular factor, where that was substituted.
    notes : how the problem differs from what the user wrote, in words; it implies what the user wrote.
    """

    goals: tuple[Signed, ...]
    given: tuple[Signed, ...]
    squares: tuple[Expr, ...] = ()
    factors: Mapping[str, Expr] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def hypotheses(statement: Statement, needs: Sequence[Relation]) -> list[Signed]:
    """The statement's conditions and where something is defined, as sign conditions."""
    known = symbols(statement)
    return list(dict.fromkeys(conditions([relation(part, known) for part in (*statement.conditions(), *needs)])))


def problem(statement: Statement, goal: Relation) -> Problem:
    """What the statement asks of `goal`, over the reals."""
    known = symbols(statement)
    return Problem(
        tuple(conditions(relation(goal, known))),
        tuple(hypotheses(statement, goal.needs())),
        tuple(expression(square, known) for square in statement.squares),
    )


def algebraic(stated: Problem) -> Problem | None:
    """Without exp, log and tanh: variables with facts stand for them. The problem itself where there are none."""
    if not is_transcendental([*stated.goals, *stated.given]):
        return stated
    found = replaced([*stated.goals, *stated.given])
    if found is None:
        return None
    count = len(stated.goals)
    legend = ", ".join(f"{name} = {meaning}" for name, meaning in found.legend.items())
    note = f"with {legend}, and from bounds of these functions among the hypotheses"
    given = dict.fromkeys((*found.conditions[count:], *found.facts))
    return replace(stated, goals=found.conditions[:count], given=tuple(given), notes=(*stated.notes, note))


def integral(stated: Problem, statement: Statement) -> Problem:
    """With what integers add: a polynomial with integer coefficients that is positive is at least 1."""
    whole = {sp.Symbol(name, real=True) for name in statement.integers}
    sharper = []
    for part in stated.given:
        primitive = _primitive(part.expr, whole)
        if primitive is not None and part.sign in ("positive", "nonzero"):
            least = primitive if part.sign == "positive" else primitive**2
            sharper.append(Signed(sp.expand(least - 1), "nonnegative"))
    goals, weaker = [], False
    for part in stated.goals:
        primitive = _primitive(part.expr, whole) if part.sign == "nonnegative" else None
        weaker = weaker or primitive is not None
        goals.append(part if primitive is None else Signed(primitive + 1, "positive"))
    notes = list(stated.notes)
    if sharper:
        notes.append("of integers, p > 0 is used as p >= 1")
    if weaker:
        notes.append("of integers, p >= 0 is shown as p + 1 > 0")
    return replace(stated, goals=tuple(goals), given=(*stated.given, *sharper), notes=tuple(notes))


def _primitive(expr: Expr, whole: set[Expr]) -> Expr | None:
    """The positive multiple of a polynomial in integers that has coprime integer coefficients; None for others."""
    if not expr.free_symbols or not expr.free_symbols <= whole or not expr.is_polynomial(*expr.free_symbols):
        return None
    polynomial = sp.Poly(expr, *sorted(expr.free_symbols, key=str), domain="QQ")
    return polynomial.clear_denoms(convert=True)[1].primitive()[1].as_expr()


def factored(stated: Problem, statement: Statement) -> Problem | None:
    """With every positive-semidefinite matrix written as L*transpose(L), L lower triangular; None without matrices.

    Such a factor exists exactly for these matrices, so that L may be any triangular matrix.
    """
    entries: dict[str, Expr] = {}
    squares: list[Expr] = []
    minors: set[Signed] = set()
    known = symbols(statement)
    for name, domain in statement.domains.items():
        if domain.size:
            n = domain.size
            low = sp.Matrix(n, n, lambda i, j, name=name: _factor(name, i, j, known) if i >= j else 0)
            gram = low * low.T
            entries.update({entry_name(name, i, j): gram[i, j] for i in range(n) for j in range(i, n)})
            minors.update(conditions([relation(part, known) for part in statement.ranges_of(name)]))
    if not entries:
        return None
    values = {known[name]: value for name, value in entries.items()}
    goals = tuple(Signed(part.expr.xreplace(values), part.sign) for part in stated.goals)
    given = tuple(Signed(part.expr.xreplace(values), part.sign) for part in stated.given if part not in minors)
    squares = [square.xreplace(values) for square in stated.squares]
    note = "with every positive-semidefinite matrix as L*transpose(L), L lower triangular"
    return Problem(goals, given, tuple(squares), entries, (*stated.notes, note))


def _factor(name: str, i: int, j: int, known: Mapping[str, Expr]) -> Expr:
    stem = f"{name}L{i}{j}"
    while stem in known:
        stem += "L"
    return sp.Symbol(stem, real=True)


def ranges(statement: Statement) -> Ranges:
    """The closed ranges of the variables that have one, from the box and from bounded domains."""
    found: Ranges = {}
    for name, domain in statement.domains.items():
        ends = [(domain.low, domain.high)] if domain.bounded else []
        ends += [statement.box[name]] if name in statement.box else []
        if ends:
            found[name] = (max(low for low, _ in ends), min(high for _, high in ends))
    return found


def boxed(stated: Problem, box: Ranges) -> list[Signed]:
    """Sign conditions to be certified on the whole box: where they hold, a goal holds or a given fails.

    The larger of a goal and the negated givens is positive only where one of them is. A weak given holds on its
    boundary as well, so that with one the sign must be strict. Raises ValueError for a goal that is an equation.
    """
    given = [part for part in stated.given if part.sign != "nonzero" and not _implied(part, box)]
    failing = [sp.Abs(part.expr, evaluate=False) if part.sign == "zero" else -part.expr for part in given]
    strict = any(part.sign in ("nonnegative", "zero") for part in given)
    found = []
    for goal in stated.goals:
        if goal.sign not in ("positive", "nonnegative"):
            raise ValueError("only < <= > >= can be certified on a box")
        whole = sp.Max(goal.expr, *failing, evaluate=False) if failing else goal.expr
        found.append(Signed(whole, "positive" if strict else goal.sign))
    return found


def _implied(part: Signed, box: Ranges) -> bool:
    """Whether a given is a bound of one variable that the box implies, its end apart."""
    symbol = next(iter(part.expr.free_symbols), None)
    if symbol is None or symbol.name not in box or part.sign == "zero":
        return False
    if not part.expr.is_polynomial(symbol) or len(part.expr.free_symbols) > 1 or sp.degree(part.expr, symbol) != 1:
        return False
    ends = (sp.Rational(end.numerator, end.denominator) for end in box[symbol.name])
    return all(part.expr.xreplace({symbol: end}) >= 0 for end in ends)
