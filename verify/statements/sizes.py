"""How large an expression would be when expanded, bounded before anything is computed with it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import comb

from verify.referee.grammar import evaluate
from verify.referee.intervals import ends
from verify.referee.syntax import GrammarError, Node
from verify.statements.writing import written

MAX_EXPONENT = 30
_MAX_TERMS = 3_000
_MAX_DEGREE = 40
_MAX_BITS = 4_000
_MAX_ARGUMENT = 1_000
_MAX_ARGUMENTS = 8
TRANSCENDENTAL = ("exp", "log", "tanh")


@dataclass(frozen=True, slots=True)
class Size:
    """Upper bounds of an expression as one fraction of polynomials in its variables and functions.

    terms, bottom : monomials above and below. degree : total. bits : of a coefficient. constant : has no variable.
    """

    terms: int
    bottom: int
    degree: int
    bits: int
    constant: bool

    def checked(self) -> Size:
        """The size itself; raises GrammarError when it is beyond the limits."""
        for what, found, most in (
            ("terms", max(self.terms, self.bottom), _MAX_TERMS),
            ("as its degree", self.degree, _MAX_DEGREE),
            ("binary digits in a coefficient", self.bits, _MAX_BITS),
        ):
            if found > most:
                raise GrammarError(f"expanded, it may have more than {most} {what}")
        return self


def measured(node: Node) -> Size:
    """The size of a scalar expression; raises GrammarError when it, or any part of it, is beyond the limits.

    >>> from verify.referee.syntax import parse
    >>> measured(parse("(x + y + 1)**3")).terms
    10
    """
    if node.kind == "number":
        return Size(1, 1, 0, node.value.numerator.bit_length() + node.value.denominator.bit_length(), True).checked()
    if node.kind == "name":
        return Size(1, 1, 1, 1, False)
    if node.kind == "power":
        return _power(measured(node.args[0]), node.args[1].value)
    parts = [measured(part) for part in node.args]
    if node.kind == "call":
        return _function(node, parts)
    total = parts[0]
    for operator, part in zip(node.operators, parts[1:], strict=True):
        total = _combined(operator, total, part).checked()
    return total


def _combined(operator: str, left: Size, right: Size) -> Size:
    constant = left.constant and right.constant
    if operator in "+-":
        terms = left.terms * right.bottom + right.terms * left.bottom
        degree = left.degree + right.degree if max(left.bottom, right.bottom) > 1 else max(left.degree, right.degree)
        bits = left.bits + right.bits + 1 if constant else max(left.bits, right.bits) + 1
        return Size(terms, left.bottom * right.bottom, degree, bits, constant)
    above, below = (right.terms, right.bottom) if operator == "*" else (right.bottom, right.terms)
    bits = left.bits + right.bits
    return Size(left.terms * above, left.bottom * below, left.degree + right.degree, bits, constant)


def _power(base: Size, exponent: Fraction) -> Size:
    n = abs(exponent.numerator)
    if exponent.denominator != 1 or n > MAX_EXPONENT:
        raise GrammarError(f"an exponent must be an integer of size at most {MAX_EXPONENT}; write roots with sqrt")
    above, below = (base.terms, base.bottom) if exponent >= 0 else (base.bottom, base.terms)
    terms, bottom = (comb(count + n - 1, n) if n else 1 for count in (above, below))
    return Size(terms, bottom, base.degree * n, base.bits * max(n, 1), base.constant).checked()


def _function(node: Node, parts: list[Size]) -> Size:
    if len(parts) > _MAX_ARGUMENTS:
        raise GrammarError(f"{node.name} takes at most {_MAX_ARGUMENTS} arguments here, got {len(parts)}")
    constant = all(part.constant for part in parts)
    if constant and node.name in TRANSCENDENTAL:
        # Nothing may ever be asked for the digits of exp(exp(exp(9))).
        low, high = ends(evaluate(written(node.args[0]), {}))  # type: ignore[arg-type]
        if max(abs(low), abs(high)) > _MAX_ARGUMENT:
            raise GrammarError(f"{node.name} of a constant beyond {_MAX_ARGUMENT} in size")
    return Size(1, 1, 1, 1, constant)
