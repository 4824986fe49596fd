"""Deciding identities: both sides as rational functions, expanded exactly to a common zero."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import isqrt
from typing import Any

import sympy as sp

from attnverify.verify.deciders.algebraic import Algebraic, exponential
from attnverify.verify.deciders.translate import (
    Signed,
    assumed,
    conditions,
    integral,
    refuse_floats,
    refuse_undefined,
    text,
    variables,
)
from attnverify.verify.deciders.witnesses import points, refutation, satisfied
from attnverify.verify.evidence import Evidence, open_
from attnverify.verify.referee.certificates import Status, recheck
from attnverify.verify.referee.grammar import GrammarError, evaluate
from attnverify.verify.verdict import Rung

Expr = Any
METHOD = "SymPy rewrites over common generators, the referee expands exactly"
_POINTS = 300


def identity(
    pairs: Mapping[str, tuple[Any, Any]],
    *,
    scope: str,
    given: Sequence[Any] = (),
    relations: Sequence[tuple[Expr, Expr]] = (),
    covers: bool = True,
) -> Evidence:
    """Decide that every left side equals its right side.

    pairs : sentence -> (left, right), SymPy expressions, or matrices of one shape, which are compared entry by entry.
    given : relations between the variables; used only to find a point that refutes.
    relations : (power of a variable, what it equals), such as (c**2, 1 + 2*a); the variable may take any root.

    PROVED with an identity certificate; REFUTED with an exact witness that satisfies `given` and the assumptions of the
    symbols; OPEN, with the difference, when the sides differ and no such point was found.

    >>> x = sp.Symbol("x")
    >>> identity({"binomial": ((x + 1)**2, x**2 + 2*x + 1)}, scope="all real x").rung.name
    'PROVED'

    Raises ValueError for no pairs, matrices of different shapes, floats, infinities, and what does not commute.
    """
    entries = _entries(pairs)
    everything = [side for pair in entries.values() for side in pair]
    for side in everything:
        refuse_floats(side)
        refuse_undefined(side)
    algebraic = Algebraic([*everything, *(equals for _, equals in relations)])
    rational = {says: (algebraic.of(left), algebraic.of(right)) for says, (left, right) in entries.items()}
    named = [(power, algebraic.of(equals)) for power, equals in relations] + algebraic.relations
    certificate = {
        "kind": "identity",
        "variables": variables([*(side for pair in rational.values() for side in pair), *_flat(named)]),
        "pairs": [{"says": says, "left": text(left), "right": text(right)} for says, (left, right) in rational.items()],
        "relations": [{"power": text(power), "equals": text(equals)} for power, equals in named],
        "where": {str(symbol): str(stands_for) for symbol, stands_for in algebraic.where.items()},
    }
    finding = recheck(certificate)
    if finding.status is Status.CONFIRMED:
        return Evidence(Rung.PROVED, scope, METHOD, covers=covers, certificate=certificate)
    return _refuted(entries, relations, given, scope, covers, finding.detail)


def _entries(pairs: Mapping[str, tuple[Any, Any]]) -> dict[str, tuple[Expr, Expr]]:
    if not pairs:
        raise ValueError("identity of no pairs: give at least one")
    entries: dict[str, tuple[Expr, Expr]] = {}
    for says, (left, right) in pairs.items():
        if not isinstance(left, sp.MatrixBase):
            entries[says] = (sp.sympify(left), sp.sympify(right))
            continue
        if not isinstance(right, sp.MatrixBase) or left.shape != right.shape:
            raise ValueError(
                f"{says}: a matrix of shape {left.shape} is compared with {getattr(right, 'shape', right)}"
            )
        for i in range(left.rows):
            for j in range(left.cols):
                entries[f"{says} [{i}, {j}]"] = (left[i, j], right[i, j])
    return entries


def _flat(pairs: Sequence[tuple[Expr, Expr]]) -> list[Expr]:
    return [side for pair in pairs for side in pair]


def _refuted(
    entries: Mapping[str, tuple[Expr, Expr]],
    named: Sequence[tuple[Expr, Expr]],
    given: Sequence[Any],
    scope: str,
    covers: bool,
    failed: str,
) -> Evidence:
    """A witness against the first entry that has one, or OPEN."""
    stated = conditions(given)
    says, (left, right) = next(
        ((says, pair) for says, pair in entries.items() if says[:200] in failed), next(iter(entries.items()))
    )
    used = [left, right, *(part.expr for part in stated), *_flat(named)]
    hypotheses = [part.relation() for part in (*stated, *assumed(used))] + integral(used)
    roots = [(power.as_base_exp(), equals) for power, equals in named]
    bound = {base.name for (base, _), _ in roots}
    violation = Signed(exponential(left - right), "nonzero").relation()
    for point in points([name for name in variables(used) if name not in bound], _POINTS):
        values = _with_roots(point, roots)
        if values is not None and satisfied([*hypotheses, violation], values):
            ties = [Signed(power - equals, "zero").relation() for power, equals in named]
            found = refutation(values, [violation], hypotheses=[*hypotheses, *ties], scope=scope, method=METHOD)
            if found.rung is Rung.REFUTED:
                return found
    residual = str(left - right)[:300]
    return open_(scope, METHOD, f"{failed}; left - right of {says!r} is {residual}", covers=covers)


def _with_roots(point: dict[str, Any], roots: Sequence[tuple[tuple[Expr, Expr], Expr]]) -> dict[str, Any] | None:
    """The point completed by exact roots of the tied variables; None where a root is not rational."""
    values = dict(point)
    for (base, exponent), equals in roots:
        try:
            square = evaluate(text(equals), values)
        except GrammarError:
            return None
        if not isinstance(square, Fraction) or square < 0:
            return None
        root = Fraction(isqrt(square.numerator), isqrt(square.denominator)) if exponent == 2 else square
        if root**exponent != square:
            return None
        values[base.name] = str(root)
    return values
