"""A user's scalar expressions as SymPy expressions: only whitelisted nodes, and nothing is evaluated on the way."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import sympy as sp

from verify.deciders.translate import Signed
from verify.referee.syntax import Node
from verify.statements.statement import Relation, Statement

Expr = Any

_RELATIONS = {"==": sp.Eq, "!=": sp.Ne, "<": sp.Lt, "<=": sp.Le, ">": sp.Gt, ">=": sp.Ge}
_SIGNS = {"positive": sp.Gt, "nonnegative": sp.Ge, "zero": sp.Eq, "nonzero": sp.Ne}
# Left as they are: deciding the sign of a constant argument could ask for very many digits.
_UNEVALUATED = {"Abs": sp.Abs, "Max": sp.Max, "Min": sp.Min}
_FUNCTIONS = {"sqrt": sp.sqrt, "exp": sp.exp, "log": sp.log, "tanh": sp.tanh}


def symbols(statement: Statement) -> dict[str, Expr]:
    """The real symbol of every scalar. Signs are hypotheses of their own, so that SymPy simplifies nothing by them."""
    return {name: sp.Symbol(name, real=True) for name in statement.scalars}


def expression(node: Node, known: Mapping[str, Expr]) -> Expr:
    """The expression of a scalar tree."""
    if node.kind == "number":
        return sp.Rational(node.value.numerator, node.value.denominator)
    if node.kind == "name":
        return known[node.name]
    parts = [expression(part, known) for part in node.args]
    if node.kind == "negative":
        return -parts[0]
    if node.kind == "power":
        return parts[0] ** int(node.args[1].value)
    if node.kind == "call":
        if node.name in _UNEVALUATED:
            return _UNEVALUATED[node.name](*parts, evaluate=False)
        return _FUNCTIONS[node.name](*parts)
    total = parts[0]
    for operator, part in zip(node.operators, parts[1:], strict=True):
        if operator in "+-":
            total = total + part if operator == "+" else total - part
        else:
            total = total * part if operator == "*" else total / part
    return total


def relation(stated: Relation, known: Mapping[str, Expr]) -> Expr:
    """The relation, kept even where SymPy could decide it."""
    make = _RELATIONS[stated.operator]
    return make(expression(stated.left, known), expression(stated.right, known), evaluate=False)


def stated(part: Signed) -> Expr:
    """The relation that a sign condition says, kept as it is."""
    return _SIGNS[part.sign](part.expr, sp.Integer(0), evaluate=False)
