"""Exact real numbers: polynomials over Q in atoms such as log 2, pi, the roots of primes, exponentials and inverses.

Numbers of one value may be written in several ways; `signs` decides which of them are zero.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import gcd, lcm
from typing import Any

MAX_WORK = 500_000
MAX_BITS = 20_000


class Undecided(Exception):  # noqa: N818
    """The value or truth is not decided by the means here; the message says why."""


class Exhausted(Undecided):
    """The work that one judgement may ask for is spent."""


class Meter:
    """Counts the work of one judgement, in products of small numbers; `bounds` are the enclosures found in it.

    atoms : those of this judgement by kind and argument, so that their order does not depend on what was judged before.
    """

    def __init__(self) -> None:
        self.left = MAX_WORK
        self.bounds: dict[Any, tuple[Fraction, Fraction]] = {}
        self.atoms: dict[Any, Atom] = {}

    def start(self) -> None:
        """Begin a new judgement."""
        self.left = MAX_WORK
        self.bounds, self.atoms = {}, {}

    def spend(self, work: int) -> None:
        """Account for `work`; raises Exhausted when nothing is left."""
        self.left -= work
        if self.left < 0:
            raise Exhausted(f"needs more than {MAX_WORK} operations")


meter = Meter()


class Atom:
    """A real number that is a letter of the polynomials; equal atoms of one judgement are one object.

    kind, arg : root p (exponents between 0 and 1), logp p for a prime p; pi; exp of a monomial (any exponents);
        sqrt, inv, ln, sin, cos of a polynomial; var, a bound letter that stands for every real number; time, which
        stands for every positive one; angle, a function of time with this name of which its rate is known.
    number : how many were made before it. symbolic : contains a bound letter. moves : contains the time or an angle.
    """

    __slots__ = ("arg", "kind", "moves", "number", "symbolic")

    def __init__(self, kind: str, arg: Any, number: int) -> None:
        self.kind, self.arg, self.number = kind, arg, number
        inside = [a for a, _ in arg] if kind == "exp" else [a for m, _ in arg for a, _ in m] if kind in _MADE else []
        self.symbolic = kind == "var" or any(a.symbolic for a in inside)
        self.moves = kind in ("time", "angle") or any(a.moves for a in inside)

    @property
    def positive(self) -> bool:
        """Whether the atom is positive by its kind; the argument of a root was found positive when it was made."""
        return self.kind in ("root", "logp", "pi", "exp", "sqrt", "inv") and not (self.symbolic and self.kind == "sqrt")


_REDUCED = ("root", "sqrt", "sin")
_MADE = ("sqrt", "inv", "ln", "sin", "cos")  # of a polynomial
Rational = int | Fraction  # never divide two of them: the quotient of integers would be a floating-point number
Monomial = tuple[tuple[Atom, Rational], ...]  # in the order of the atoms
ONE: Monomial = ()


def atom(kind: str, arg: Any = None) -> Atom:
    """The atom of this kind and argument."""
    found = meter.atoms.get((kind, arg))
    if found is None:
        found = meter.atoms[kind, arg] = Atom(kind, arg, len(meter.atoms))
    return found


class Number:
    """A polynomial in atoms: coefficients by monomial, none of them zero; integers as far as they are at hand."""

    __slots__ = ("terms",)

    def __init__(self, terms: dict[Monomial, Rational]) -> None:
        self.terms = terms

    def __add__(self, other: Number) -> Number:
        if not isinstance(other, Number):
            return NotImplemented
        return self._plus(other, 1)

    def _plus(self, other: Number, factor: int) -> Number:
        work, terms = 1 + len(self.terms) // 8, dict(self.terms)
        for monomial, c in other.terms.items():
            old = terms.pop(monomial, 0)
            total = old + c if factor == 1 else old - c
            if type(total) is not int:
                total = whole(total)
            work += _cost(total)
            if total:
                terms[monomial] = total
        meter.spend(work)
        return Number(terms)

    def __neg__(self) -> Number:
        return Number({monomial: -c for monomial, c in self.terms.items()})

    def __sub__(self, other: Number) -> Number:
        return self._plus(other, -1) if isinstance(other, Number) else NotImplemented

    def __mul__(self, other: Number) -> Number:
        if not isinstance(other, Number):
            return NotImplemented
        terms: dict[Monomial, Rational] = {}
        for a, c in self.terms.items() if other.terms else ():
            work = 0
            for b, d in other.terms.items():
                product = c * d
                if type(product) is not int:
                    product = whole(product)
                work += _cost(product) + len(a) + len(b)
                if a and b:
                    for monomial, e in _joined(a, b).items():
                        _add(terms, monomial, product * e)
                else:
                    _add(terms, a or b, product)
            meter.spend(work)
        return Number({monomial: c for monomial, c in terms.items() if c})

    def power(self, exponent: int) -> Number:
        """The power to a natural exponent."""
        result, base = number(1), self
        while exponent:
            if exponent & 1:
                result = result * base
            exponent >>= 1
            if exponent:
                base = base * base
        return result

    @property
    def is_rational(self) -> bool:
        """Whether the value is visibly rational."""
        return not self.terms or (len(self.terms) == 1 and ONE in self.terms)

    @property
    def rational(self) -> Fraction | None:
        """The value where it is visibly rational."""
        return Fraction(self.terms.get(ONE, 0)) if self.is_rational else None

    def atoms(self) -> Iterator[Atom]:
        """Every atom that occurs, with repetitions."""
        return (a for monomial in self.terms for a, _ in monomial)

    @property
    def symbolic(self) -> bool:
        """Whether a bound letter occurs."""
        return any(a.symbolic for a in self.atoms())

    @property
    def moves(self) -> bool:
        """Whether the time or an angle occurs."""
        return any(a.moves for a in self.atoms())

    def key(self) -> tuple[tuple[Monomial, Rational], ...]:
        """The polynomial as an argument of an atom."""
        return tuple(sorted(self.terms.items(), key=_order)) if len(self.terms) > 1 else tuple(self.terms.items())


def _order(term: tuple[Monomial, Rational]) -> list[tuple[int, Rational]]:
    return [(a.number, k) for a, k in term[0]]


def _number(factor: tuple[Atom, Rational]) -> int:
    return factor[0].number


def monomial(exponents: Mapping[Atom, Rational]) -> Monomial:
    """The product of these powers, as it stands."""
    return tuple(sorted([factor for factor in exponents.items() if factor[1]], key=_number))


def _add(terms: dict[Any, Any], key: Any, c: Rational) -> None:
    """Add c to the coefficient at `key`, in place."""
    old = terms.get(key)
    terms[key] = c if old is None else old + c


def _cost(c: Rational) -> int:
    """The work of making a coefficient. Raises Undecided for one with too many digits."""
    bits = c.bit_length() + 1 if type(c) is int else c.numerator.bit_length() + c.denominator.bit_length()
    if bits > MAX_BITS:
        raise Undecided("a number with too many digits")
    return 1 + (bits // 256) ** 2


def number(value: Rational) -> Number:
    """A rational number."""
    return Number({ONE: whole(value)} if value else {})


def whole(value: Rational) -> Rational:
    """The same number, an integer if it is one."""
    return value.numerator if value.denominator == 1 else value


def of(a: Atom, exponent: Rational = 1) -> Number:
    """A power of an atom that needs no reduction."""
    return Number({((a, whole(exponent)),): 1})


def _joined(a: Monomial, b: Monomial) -> dict[Monomial, Rational]:
    """The product of two monomials, reduced."""
    exponents = dict(a)
    for letter, k in b:
        _add(exponents, letter, k)
    if any(letter.kind in _REDUCED for letter in exponents):
        return reduced(exponents).terms
    return {monomial(exponents): 1}


def reduced(exponents: Mapping[Atom, Rational]) -> Number:
    """The product of powers: roots keep the fractional part, squares of square roots and of sines are written out."""
    coefficient: Rational = 1
    kept: dict[Atom, Rational] = {}
    more: list[Number] = []
    for letter, k in exponents.items():
        if letter.kind == "root":
            floor = k.numerator // k.denominator
            if abs(floor) * int(letter.arg).bit_length() > MAX_BITS:
                raise Undecided("a number with too many digits")
            coefficient, k = whole(coefficient * Fraction(letter.arg) ** floor) if floor else coefficient, k - floor
        elif letter.kind in ("sqrt", "sin") and k >= 2:
            inside = Number(dict(letter.arg)) if letter.kind == "sqrt" else number(1) - of(atom("cos", letter.arg), 2)
            more.append(inside.power(int(k) // 2))
            k = int(k) % 2
        kept[letter] = k
    result = Number({monomial(kept): coefficient})
    for factor in more:
        result = result * factor
    return result


def cleared(x: Number) -> tuple[Number, dict[Atom, Rational]]:
    """(n, exponents) with x = n * product of inv-atoms to these exponents, and no inv-atom in n."""
    found: dict[Atom, Rational] = {}
    while True:
        inverted = [a for m in x.terms for a, _ in m if a.kind == "inv"]
        if not inverted:
            return x, found
        letter = min(inverted, key=lambda a: a.number)
        most = max(dict(m).get(letter, 0) for m in x.terms)
        found[letter] = most
        inside, total = Number(dict(letter.arg)), number(0)
        for m, c in x.terms.items():
            rest = dict(m)
            missing = most - rest.pop(letter, 0)
            total = total + Number({monomial(rest): c}) * inside.power(int(missing))
        x = total


def primitive(x: Number) -> tuple[Fraction, Number]:
    """(g, P) with x = g*P, g > 0 and the coefficients of P coprime integers; x is not zero."""
    top, bottom = 0, 1
    for c in x.terms.values():
        top, bottom = gcd(top, c.numerator), lcm(bottom, c.denominator)
    g = Fraction(top, bottom)
    return g, Number({monomial: c / g for monomial, c in x.terms.items()})
