"""How exact numbers that move grow for time to infinity: like c*exp(m)^e, with one m in all their exponentials."""

from __future__ import annotations

from fractions import Fraction

from .clock import by_moving, by_root, grows
from .functions import sqrt
from .signs import inverse, sign
from .values import Atom, Monomial, Number, Rational, Undecided, cleared, number, of

Growth = tuple[Rational, Number]


def growth(x: Number) -> Growth:
    """(e, c) such that x/exp(m)^e tends to c, which is not zero unless x is, m positive; x tends to 0 where e < 0.

    Raises Undecided where that is not found.
    """
    bases: set[Atom] = set()
    return _growth(x, bases)


def _growth(x: Number, bases: set[Atom]) -> Growth:
    n, divisors = cleared(x)
    found: dict[Rational, Number] = {}
    for monomial, c in by_moving(n).items():
        e, factor = _product(monomial, bases)
        found[e] = found.get(e, number(0)) + c * factor
    if not found:
        return 0, number(0)
    e = max(found)
    c = found[e]
    if sign(c) == 0:
        e, c = _beyond(n, bases)
    for letter, k in divisors.items():
        lower, d = _growth(Number(dict(letter.arg)), bases)
        e, c = e - k * lower, c * inverse(d).power(int(k))
    return e, c


def _beyond(x: Number, bases: set[Atom]) -> Growth:
    """The growth of a sum whose leading terms cancel: (a + b*r)*(a - b*r) grows without the root r."""
    found = by_root(x)
    if found is None:
        raise Undecided("the leading terms cancel")
    a, b, root = found
    (e, c), (f, d) = _growth(a * a - b * b * Number(dict(root.arg)), bases), _growth(a - b * of(root), bases)
    return e - f, c * inverse(d)


def _product(monomial: Monomial, bases: set[Atom]) -> Growth:
    e: Rational = 0
    c = number(1)
    for letter, k in monomial:
        if grows(letter):
            bases.add(letter)
            e += k
        elif letter.kind == "sqrt":
            inside, d = _growth(Number(dict(letter.arg)), bases)
            e, c = e + Fraction(k) * inside / 2, c * sqrt(d).power(int(k))
        else:
            raise Undecided(f"the growth of {letter.kind}")
    if len(bases) > 1:
        raise Undecided("different exponentials")
    return e, c
