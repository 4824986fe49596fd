"""What z3 says of hypotheses and a goal: whether they contradict each other, and a model, made an exact witness."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import product
from typing import Any

import sympy as sp
import z3

from attnverify.verify.deciders.translate import Signed, assumed, integral, text, variables
from attnverify.verify.deciders.witnesses import satisfied
from attnverify.verify.referee.syntax import Node, parse

Expr = Any
# Contradictory hypotheses are found at once or are deep; a search without an answer leaves the proof as it is.
_CONSISTENCY_RLIMIT = 300_000


def vacuous(goals: Sequence[Signed], hypotheses: Sequence[Signed]) -> str:
    """Why a proof would prove nothing: z3 finds that the hypotheses contradict each other, or that they leave a goal
    without a value anywhere (a divisor that is zero, a negative radicand), or no goal is left; empty otherwise.

    Where the goal itself is a contradiction, such as 0 > 0, that is what is to be shown.
    """
    if not goals:
        return "SymPy made the goal true before it was looked at; build it with evaluate=False"
    if all(goal.expr.is_Rational for goal in goals):
        return ""
    absurd = Signed(sp.Integer(-1), "nonnegative")
    if ask(absurd, hypotheses, _CONSISTENCY_RLIMIT)[0] == "unsat":
        return "the hypotheses contradict each other, so that anything follows from them"
    taken = variables(part.expr for part in (*goals, *hypotheses))
    value = sp.Symbol("v" * (1 + max(map(len, taken), default=0)))  # longer than every name that is taken
    for goal in goals:
        if goal.expr.is_polynomial():
            continue
        has_value = Signed(goal.expr - value, "zero")
        if ask(absurd, [*hypotheses, has_value], _CONSISTENCY_RLIMIT)[0] == "unsat":
            return f"under the hypotheses {text(goal.expr)} is defined nowhere"
    return ""


def _stated(goal: Signed, hypotheses: Sequence[Signed]) -> list[str]:
    used = [goal.expr, *(part.expr for part in hypotheses)]
    return [part.relation() for part in (*hypotheses, *assumed(used))] + integral(used)


def ask(goal: Signed, hypotheses: Sequence[Signed], rlimit: int) -> tuple[str, dict[str, Any] | None]:
    """z3 on hypotheses and negated goal: the answer, an exact witness if one was found."""
    used = [goal.expr, *(part.expr for part in hypotheses)]
    names = variables(used)
    solver = z3.SolverFor("QF_NRA")
    solver.set("rlimit", rlimit)
    translation = _Translation()
    violation = goal.negated()
    for part in (*hypotheses, *assumed(used), violation):
        solver.add(translation.condition(part))
    solver.add(*translation.side)
    answer = str(solver.check())
    if answer != "sat":
        return answer, None
    relations = [*_stated(goal, hypotheses), violation.relation()]
    model = solver.model()
    return answer, _rational({n: model.eval(z3.Real(n), True) for n in names}, relations)


def _rational(model: Mapping[str, Any], relations: Sequence[str]) -> dict[str, Any] | None:
    """A rational point at or near the model at which the referee decides every relation to hold."""
    exact = {name: str(value.as_fraction()) for name, value in model.items() if z3.is_rational_value(value)}
    if len(exact) == len(model):
        if satisfied(relations, exact):
            return exact
        centre = {name: Fraction(value) for name, value in exact.items()}
    else:
        centre = {name: _nearby(value) for name, value in model.items()}
    for size in (1, 2, 4, 8, 16, 64, 1024, 10**6):
        rounded = {name: value.limit_denominator(size) for name, value in centre.items()}
        moves: Any = product((0, 1, -1), repeat=len(rounded)) if len(rounded) <= 4 else [(0,) * len(rounded)]
        for move in moves:
            point = {n: str(value + Fraction(s, size)) for (n, value), s in zip(rounded.items(), move, strict=True)}
            if satisfied(relations, point):
                return point
    return None


def _nearby(value: Any) -> Fraction:
    approximation = value.approx(20) if z3.is_algebraic_value(value) else value
    return Fraction(str(approximation.as_fraction()))


class _Translation:
    """From the referee's language to z3; divisions, roots and Abs become variables with side conditions."""

    def __init__(self) -> None:
        self.side: list[Any] = []
        self.named: list[str] = []

    def condition(self, part: Signed) -> Any:
        value = self._of(parse(text(part.expr)))
        return {"positive": value > 0, "nonnegative": value >= 0, "zero": value == 0, "nonzero": value != 0}[part.sign]

    def _of(self, node: Node) -> Any:
        if node.kind == "number":
            return z3.RealVal(str(node.value))
        if node.kind == "name":
            return z3.Real(node.name)
        parts = [self._of(part) for part in node.args]
        if node.kind == "negative":
            return -parts[0]
        if node.kind in ("sum", "product"):
            total = parts[0]
            for operator, part in zip(node.operators, parts[1:], strict=True):
                total = self._combined(operator, total, part)
            return total
        if node.kind == "power" and node.args[1].kind in ("number", "negative"):
            return self._power(parts[0], z3.simplify(parts[1]).as_fraction())
        if node.kind == "call" and node.name == "sqrt":
            return self._root(parts[0])
        if node.kind == "call" and node.name == "Abs":
            return z3.If(parts[0] >= 0, parts[0], -parts[0])
        if node.kind == "call" and node.name in ("Max", "Min"):
            total = parts[0]
            for part in parts[1:]:
                larger = total >= part
                total = z3.If(larger, total, part) if node.name == "Max" else z3.If(larger, part, total)
            return total
        raise ValueError(f"{node.name or node.kind} cannot be given to z3; replace it by a variable with its relations")

    def _new(self, stem: str) -> Any:
        # z3's own fresh names count through the whole process; these depend on the problem alone.
        self.named.append(f"{stem}_{len(self.named) + 1}_")
        return z3.Real(self.named[-1])

    def _combined(self, operator: str, left: Any, right: Any) -> Any:
        if operator == "/":
            return left * self._inverse(right)
        return left + right if operator == "+" else left - right if operator == "-" else left * right

    def _inverse(self, divisor: Any) -> Any:
        if z3.is_rational_value(divisor) and divisor.as_fraction() != 0:
            return z3.RealVal(str(1 / divisor.as_fraction()))
        inverse = self._new("inverse")
        self.side.append(inverse * divisor == 1)
        return inverse

    def _root(self, square: Any) -> Any:
        root = self._new("root")
        self.side += [root >= 0, root * root == square]
        return root

    def _power(self, base: Any, exponent: Fraction) -> Any:
        if exponent < 0:
            return self._power(self._inverse(base), -exponent)
        if exponent.denominator == 2:
            return self._power(self._root(base), 2 * exponent)
        if exponent.denominator != 1:
            raise ValueError(f"the exponent {exponent} cannot be given to z3")
        total = z3.RealVal(1)
        for _ in range(int(exponent)):
            total = total * base
        return total
