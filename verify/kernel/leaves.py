"""The only arithmetic steps of a proof: identities, equations with cofactors, and sums of products of known facts.

A leaf is data: it says which facts it multiplies and which equations rewrite. The kernel expands and compares.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from .atoms import Poly
from .contexts import Context
from .derivatives import vector_space
from .normal import Normaliser, shown
from .polynomials import ONE, add, scaled
from .term_matching import is_number
from .terms import Rejected, Term

Read = Callable[[str], Term]
_MAX_DIGITS = 1_000
_RATIONAL = re.compile(r"([0-9]+)(?:/([0-9]+))?", re.ASCII)
_TERM_FIELDS = ("c", "facts", "squares", "eq", "by")


def arithmetic(node: Mapping[str, Any], goal: Term, context: Context, formula: Read, number: Read) -> None:
    """Accept `goal`, a relation, because of the certificate in `node`; raises Rejected with what is missing.

    terms : a list of {"c", "facts", "squares"}: c > 0 times a product of known inequalities and of squares; or
        {"eq", "by"}: a known equation times any number. Their sum must be the right side minus the left side.
    use : known equations that rewrite. norms : numbers claimed to be lengths. times : positive numbers to multiply the
        goal by first.
    """
    named = [formula(text) for text in texts(node, "use")]
    for fact, text in zip(named, texts(node, "use"), strict=True):
        if not context.known(fact):
            raise Rejected(f"used but not known here: {text}")
    norms = [number(text) for text in texts(node, "norms")]
    normaliser = context.normaliser(named, norms)
    if goal.op not in ("<", "<=", "==", "!="):
        raise Rejected("arithmetic proves relations only")
    if not is_number(goal.args[0]):
        if node.get("terms") or node.get("times"):
            raise Rejected("an equation of vectors is decided by its normal form; 'terms' and 'times' are of no use")
        _vectors(goal, normaliser)
        return
    value = add(normaliser.scalar(goal.args[1]), normaliser.scalar(goal.args[0]), -1)
    for text in texts(node, "times"):
        factor = normaliser.scalar(number(text))
        if normaliser.knowledge.sign(factor) != ">":
            raise Rejected(f"a factor is not known to be positive: {text}")
        value = normaliser.times(value, factor)
    terms = node.get("terms", [])
    if not isinstance(terms, list):
        raise Rejected("'terms' is a list")
    if not terms and goal.op in ("<", "<=", "!="):
        _signed(goal, value, normaliser)
        return
    if goal.op == "!=":
        raise Rejected("an inequation has no combination; prove < or use its sign")
    total, strict = combined(terms, goal, context, normaliser, formula, number)
    rest = add(value, total, -1)
    if not normaliser.is_zero(rest):
        raise Rejected(f"the combination does not give the goal; what is left: {shown(rest)}")
    if goal.op == "<" and not strict:
        raise Rejected("the combination gives <= only")


def _vectors(goal: Term, normaliser: Normaliser) -> None:
    if goal.op != "==" or vector_space(goal.args[0]) is None:
        raise Rejected("arithmetic proves relations of numbers and equations of vectors")
    difference = normaliser.vector_sum(normaliser.vector(goal.args[0]), normaliser.vector(goal.args[1]), -1)
    left = {a: p for a, p in difference.items() if not normaliser.is_zero(p)}
    if left:
        a, p = next(iter(left.items()))
        raise Rejected(f"the sides differ, by ({shown(p)})*{shown({((a, 1),): Fraction(1)})} and {len(left) - 1} more")


def _signed(goal: Term, value: Poly, normaliser: Normaliser) -> None:
    sign = normaliser.knowledge.sign(value)
    wanted = {"<": (">",), "<=": (">", ">="), "!=": (">", "<", "!=")}[goal.op]
    if sign not in wanted and not (goal.op == "<=" and normaliser.is_zero(value)):
        raise Rejected(f"the sign is not evident: {shown(value)}")


def combined(
    terms: Sequence[Any], goal: Term, context: Context, normaliser: Normaliser, formula: Read, number: Read
) -> tuple[Poly, bool]:
    """The sum of the terms of a combination, and whether it is positive rather than not negative."""
    total: Poly = {}
    strict = False
    for term in terms:
        if not isinstance(term, Mapping):
            raise Rejected("a term of a combination is an object")
        _only(term, _TERM_FIELDS)
        if "eq" in term:
            total = add(total, _equation(term, context, normaliser, formula, number))
            continue
        if goal.op == "==":
            raise Rejected("an equation follows from equations only")
        product, own = _product(term, context, normaliser, formula, number)
        total, strict = add(total, product), strict or own
    return total, strict


def _equation(term: Mapping[str, Any], context: Context, normaliser: Normaliser, formula: Read, number: Read) -> Poly:
    text = term["eq"]
    fact = formula(text)
    if fact.op != "==" or not is_number(fact.args[0]) or not context.known(fact):
        raise Rejected(f"used but no known equation here: {text}")
    cofactor = normaliser.scalar(number(term.get("by", "1")))
    difference = add(normaliser.scalar(fact.args[1]), normaliser.scalar(fact.args[0]), -1)
    return normaliser.times(cofactor, difference)


def _product(
    term: Mapping[str, Any], context: Context, normaliser: Normaliser, formula: Read, number: Read
) -> tuple[Poly, bool]:
    c = positive(term.get("c", "1"))
    product, strict = scaled(ONE, c), True
    for text in texts(term, "facts"):
        fact = formula(text)
        if fact.op not in ("<", "<=") or not is_number(fact.args[0]):
            raise Rejected(f"no inequality: {text}")
        if not context.known(fact):
            raise Rejected(f"used but not known here: {text}")
        factor = add(normaliser.scalar(fact.args[1]), normaliser.scalar(fact.args[0]), -1)
        product, strict = normaliser.times(product, factor), strict and fact.op == "<"
    for text in texts(term, "squares"):
        root = normaliser.scalar(number(text))
        product, strict = normaliser.times(product, normaliser.times(root, root)), False
    return product, strict


def positive(text: Any) -> Fraction:
    """A positive rational coefficient."""
    if isinstance(text, int) and not isinstance(text, bool) and 0 < text < 10**_MAX_DIGITS:
        return Fraction(text)
    found = _RATIONAL.fullmatch(text) if isinstance(text, str) and len(text) <= _MAX_DIGITS else None
    if found is None or not int(found.group(1)) or not int(found.group(2) or 1):
        raise Rejected(
            f"a coefficient is a positive rational, got {text[:40] if isinstance(text, str) else type(text).__name__!r}"
        )
    return Fraction(text)


def texts(node: Mapping[str, Any], name: str) -> list[str]:
    """The texts of a field; none where it is missing."""
    found = node.get(name, [])
    if not isinstance(found, list) or not all(isinstance(item, str) for item in found):
        raise Rejected(f"{name!r} is a list of texts")
    return found


def _only(node: Mapping[str, Any], allowed: Sequence[str]) -> None:
    for name in node:
        if name not in allowed:
            raise Rejected(f"no field {str(name)[:40]!r} here; allowed are {', '.join(allowed)}")
