"""Re-expanding a certificate of positivity: a goal written as a positive combination of products of hypotheses."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from attnverify.verify.referee.findings import Finding, MalformedError, Status, field, texts
from attnverify.verify.referee.grammar import GrammarError, evaluate, names, value
from attnverify.verify.referee.rational import Field, Quotient

_SIGNS = ("positive", "nonnegative", "zero")
_MAX_TERMS = 20_000


@dataclass(frozen=True)
class Signed:
    """An expression with its sign."""

    expr: str
    sign: str


def positivity(certificate: Mapping[str, Any]) -> Finding:
    """Confirm goal * product(multiplier) == sum of coefficient * product(hypotheses) * product(square**2).

    Coefficients are positive, except beside a hypothesis that is zero, where a polynomial cofactor is allowed too. A
    strict goal needs a term made of strictly positive factors alone.
    """
    hypotheses = [_signed(entry) for entry in field(certificate, "hypotheses", list)]
    goal = _goal(certificate)
    rational = Field(texts(certificate, "variables"))
    read = [rational.read(hypothesis.expr) for hypothesis in hypotheses]
    left = rational.read(goal.expr)
    for index in _indices({"multiplier": [], **certificate}, "multiplier", hypotheses):
        if hypotheses[index].sign != "positive":
            raise MalformedError(f"the multiplier {hypotheses[index].expr[:80]!r} is not a positive hypothesis")
        left = rational.multiply(left, read[index])
    terms = field(certificate, "terms", list)
    if len(terms) > _MAX_TERMS:
        raise MalformedError(f"{len(terms)} terms; at most {_MAX_TERMS} are expanded")
    total, strict = rational.constant(0), False
    for term in terms:
        product, positive = _term(term, hypotheses, read, rational)
        total = rational.add(total, product)
        strict = strict or positive
    if not rational.is_zero(rational.add(left, total, -1)):
        return Finding(Status.FAILED, f"the terms do not add up to the goal {goal.expr[:120]!r}")
    if goal.sign == "positive" and not strict:
        return Finding(Status.FAILED, "the goal is strict, but no term is strictly positive")
    return Finding(Status.CONFIRMED, f"{len(terms)} products expanded to the goal")


def _term(
    term: Mapping[str, Any], hypotheses: Sequence[Signed], read: Sequence[Quotient], rational: Field
) -> tuple[Quotient, bool]:
    """The expanded term, and whether it is strictly positive."""
    coefficient = value(field(term, "coefficient", str), "coefficient")
    if not isinstance(coefficient, Fraction):
        raise MalformedError(f"the coefficient {coefficient} is not a rational number")
    factors = _indices(term, "factors", hypotheses)
    squares = texts({"squares": [], **term}, "squares")
    signs = [hypotheses[index].sign for index in factors]
    product = rational.constant(coefficient)
    if "zero" not in signs:
        if coefficient <= 0:
            raise MalformedError(f"the coefficient {coefficient} is not positive")
        if "cofactor" in term:
            raise MalformedError("a cofactor is allowed only beside a hypothesis that is zero")
    elif "cofactor" in term:
        product = rational.multiply(product, _polynomial(field(term, "cofactor", str), rational))
    for index in factors:
        product = rational.multiply(product, read[index])
    for text in squares:
        square = _polynomial(text, rational)
        product = rational.multiply(product, rational.multiply(square, square))
    return product, not squares and all(sign == "positive" for sign in signs)


def _polynomial(text: str, rational: Field) -> Quotient:
    """A polynomial: a denominator could hide a point at which nothing is said."""
    found = rational.read(text)
    if found.denominator:
        raise MalformedError(f"{text[:80]!r} has a denominator; a polynomial is needed")
    return found


def _indices(data: Mapping[str, Any], name: str, hypotheses: Sequence[Signed]) -> list[int]:
    found = field(data, name, list)
    for index in found:
        if not isinstance(index, int) or isinstance(index, bool) or not 0 <= index < len(hypotheses):
            raise MalformedError(f"{name!r} contains {str(index)[:20]}; allowed are 0 to {len(hypotheses) - 1}")
    return found


def _signed(data: Mapping[str, Any]) -> Signed:
    found = Signed(field(data, "expr", str), field(data, "sign", str))
    if found.sign not in _SIGNS:
        raise MalformedError(f"'sign' is {found.sign[:40]!r}; allowed are {', '.join(_SIGNS)}")
    return found


def _goal(certificate: Mapping[str, Any]) -> Signed:
    goal = _signed(field(certificate, "goal", dict))
    if goal.sign == "zero":
        raise MalformedError("the goal of a positivity certificate is positive or nonnegative")
    return goal


def split(certificate: Mapping[str, Any]) -> Finding:
    """Confirm a distinction of cases: `on` >= 0 in one part, -(on) > 0 in the other.

    The outermost split states the hypotheses and the goal. Every leaf proves that goal, or a contradiction, from those
    hypotheses and the cases that lead to it.
    """
    hypotheses = frozenset(_signed(entry) for entry in field(certificate, "hypotheses", list))
    leaves = _cases(certificate, _goal(certificate), hypotheses)
    return leaves if isinstance(leaves, Finding) else Finding(Status.CONFIRMED, f"{leaves} cases expanded")


def _cases(part: Mapping[str, Any], goal: Signed, allowed: frozenset[Signed]) -> int | Finding:
    """The number of confirmed cases below `part`, or what failed."""
    if part.get("kind") == "split":
        on = field(part, "on", str)
        _polynomial(on, Field(sorted(names(on))))  # at a pole it has no sign, and neither case would be there
        first = _cases(field(part, "nonnegative", dict), goal, allowed | {Signed(on, "nonnegative")})
        if isinstance(first, Finding):
            return first
        second = _cases(field(part, "negative", dict), goal, allowed | {Signed(f"-({on})", "positive")})
        return second if isinstance(second, Finding) else first + second
    if part.get("kind") != "positivity":
        raise MalformedError(f"a case is {str(part.get('kind'))[:40]!r}; allowed are positivity and split")
    for entry in field(part, "hypotheses", list):
        if _signed(entry) not in allowed:
            raise MalformedError(f"a case assumes {_signed(entry).expr[:80]!r}, which is neither given nor its case")
    if _goal(part) != goal and not _contradiction(_goal(part)):
        raise MalformedError(f"a case proves {_goal(part).expr[:80]!r} instead of the goal")
    found = positivity(part)
    return 1 if found.status is Status.CONFIRMED else found


def _contradiction(goal: Signed) -> bool:
    try:
        constant = evaluate(goal.expr, {})
    except GrammarError:
        return False
    return isinstance(constant, Fraction) and (constant < 0 or (constant == 0 and goal.sign == "positive"))
