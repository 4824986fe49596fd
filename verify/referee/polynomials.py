"""Sparse polynomials with rational coefficients: a dictionary from packed exponents to coefficients."""

from collections.abc import Sequence
from fractions import Fraction
from functools import reduce
from math import gcd, lcm
from operator import or_

from attnverify.verify.referee.syntax import GrammarError
from attnverify.verify.referee.work import spend

# Exponents are packed into one integer, 16 bits each, so that multiplying monomials is one addition. Factors with an
# exponent beyond the limit are refused before they are multiplied, so that no exponent runs into its neighbour.
_WIDTH = 16
_MASK = (1 << _WIDTH) - 1
MAX_EXPONENT = 2**11 - 1
MAX_PRODUCTS = 4_000_000
# A product of coefficients of b and c binary digits counts 1 + b*c / 2**_HEAVY; longer ones are refused.
_HEAVY = 18
MAX_BITS = 100_000
# Adding and multiplying fractions cost about so much more than integers, for the work that is counted.
_FRACTION = 10

Coefficient = int | Fraction
Terms = dict[int, Coefficient]


class Ring:
    """Polynomials in named variables, with a limit on the work that one certificate may ask for.

    Raises GrammarError when the limit on exponents or on the number of multiplied terms is passed.
    """

    def __init__(self, variables: Sequence[str]) -> None:
        self.variables = tuple(variables)
        self.place = {name: i * _WIDTH for i, name in enumerate(self.variables)}
        if len(self.place) != len(self.variables):
            raise GrammarError(f"a variable is named twice in {', '.join(self.variables)}")
        self.beyond = sum((_MASK - MAX_EXPONENT) << place for place in self.place.values())
        self.work = 0

    def constant(self, number: Coefficient) -> Terms:
        """The polynomial of degree zero; coefficients stay plain integers where they can."""
        whole = number.numerator if number.denominator == 1 else number
        return {0: whole} if number else {}

    def variable(self, name: str) -> Terms:
        """The polynomial `name`."""
        if name not in self.place:
            raise GrammarError(f"variable {name!r} is not declared; declared are {', '.join(self.variables)}")
        return {1 << self.place[name]: 1}

    def add(self, left: Terms, right: Terms, factor: Coefficient = 1) -> Terms:
        """left + factor*right."""
        self._account((len(left) >> 7) + len(right), 12 + (len(left) >> 3) + len(right) * _fractions(right))
        total = dict(left)
        for monomial, coefficient in right.items():
            found = total.get(monomial, 0) + factor * coefficient
            if found:
                total[monomial] = found
            else:
                total.pop(monomial, None)
        return total

    def multiply(self, left: Terms, right: Terms) -> Terms:
        """The product."""
        sizes = _digits(left), _digits(right)
        if sum(sizes) > MAX_BITS:
            raise GrammarError(f"expanding gives a coefficient of more than {MAX_BITS} binary digits")
        products = len(left) * len(right) * (1 + (sizes[0] * sizes[1] >> _HEAVY))
        self._account(products, 16 + products * max(_fractions(left), _fractions(right)))
        if (reduce(or_, left, 0) | reduce(or_, right, 0)) & self.beyond:
            raise GrammarError(f"expanding passes exponent {MAX_EXPONENT}")
        if len(left) > len(right):
            left, right = right, left
        total: Terms = {}
        find = total.get
        for monomial, coefficient in left.items():
            for other, factor in right.items():
                key = monomial + other
                total[key] = find(key, 0) + coefficient * factor
        return {monomial: coefficient for monomial, coefficient in total.items() if coefficient}

    def _account(self, products: int, beside: int) -> None:
        spend(products + beside)
        self.work += products
        if self.work > MAX_PRODUCTS:
            raise GrammarError(f"expanding needs more than {MAX_PRODUCTS} products of terms")

    def power(self, base: Terms, exponent: int) -> Terms:
        """base**exponent for exponent >= 0."""
        if exponent > MAX_EXPONENT:
            raise GrammarError(f"exponent {exponent} is beyond {MAX_EXPONENT}")
        total = self.constant(1)
        for _ in range(exponent):
            total = self.multiply(total, base)
        return total

    def exponent(self, monomial: int, name: str) -> int:
        """The exponent of `name` in a monomial."""
        return (monomial >> self.place[name]) & _MASK

    def coefficients(self, terms: Terms, name: str) -> dict[int, Terms]:
        """The polynomial as one in `name` alone: exponent of `name` -> the polynomial beside it."""
        shift = self.place[name]
        parts: dict[int, Terms] = {}
        for monomial, coefficient in terms.items():
            exponent = (monomial >> shift) & _MASK
            parts.setdefault(exponent, {})[monomial - (exponent << shift)] = coefficient
        return parts

    def primitive(self, terms: Terms) -> tuple[Fraction, Terms]:
        """Content and primitive part of a non-zero polynomial, the leading coefficient of the part positive."""
        denominator = lcm(*(coefficient.denominator for coefficient in terms.values()))
        numerators = [int(coefficient * denominator) for coefficient in terms.values()]
        content = Fraction(gcd(*numerators), denominator)
        if terms[max(terms)] < 0:
            content = -content
        return content, {monomial: int(coefficient / content) for monomial, coefficient in terms.items()}


def _fractions(terms: Terms) -> int:
    """What an operation on the coefficients costs more than one on integers."""
    return _FRACTION if any(isinstance(c, Fraction) for c in terms.values()) else 0


def _digits(terms: Terms) -> int:
    """The binary digits of the longest coefficient."""
    return max((c.numerator.bit_length() + c.denominator.bit_length() for c in terms.values()), default=0)
