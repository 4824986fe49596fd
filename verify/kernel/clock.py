"""Exact numbers that move: the time is an atom that stands for every positive number, and a sign is one at all of them.

An angle is an atom that stands for a function of time, whatever its values; its rate is known to who evaluates.
What is decided are sums of products of one exponential of the time, of roots of such sums, and of positive numbers
where no subtraction occurs. All else is Undecided.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import comb, lcm

from .values import Atom, Monomial, Number, Rational, Undecided, atom, number, of

Sign = Callable[[Number], int]
_MAX_DEGREE = 80


def time() -> Number:
    """The time, at every positive moment at once."""
    return of(atom("time"))


def on_circles(x: Number) -> bool:
    """Whether x is a function of the points of the circles at its angles, which is smooth then: 1/y, sqrt(y) and log(y)
    are made only where y > 0 whatever they are. The time does not occur."""
    return all(_on_circles(a) for a in x.atoms())


def _on_circles(a: Atom) -> bool:
    if not a.moves or a.kind in ("time", "angle"):
        return not a.moves
    if a.kind == "exp":
        return all(_on_circles(b) for b, _ in a.arg)
    if a.kind not in ("sin", "cos"):
        return on_circles(Number(dict(a.arg)))
    moving = [(m, c) for m, c in a.arg if any(b.moves for b, _ in m)]
    return all(len(m) == 1 and m[0][0].kind == "angle" and m[0][1] == c.denominator == 1 for m, c in moving)


def by_moving(x: Number) -> dict[Monomial, Number]:
    """What does not move, by the product of what does. Raises Undecided where a bound letter occurs."""
    found: dict[Monomial, Number] = {}
    for monomial, c in x.terms.items():
        moving = tuple((a, k) for a, k in monomial if a.moves)
        rest = tuple((a, k) for a, k in monomial if not a.moves)
        if any(a.symbolic for a, _ in monomial):
            raise Undecided("depends on a bound letter")
        found[moving] = found.get(moving, number(0)) + Number({rest: c})
    return found


def grows(letter: Atom) -> bool:
    """Whether it is the exponential of a positive multiple of a power of the time."""
    return letter.kind == "exp" and all(
        k > 0 and (a.kind == "time" or (a.positive and not a.moves)) for a, k in letter.arg
    )


def sign_later(x: Number, sign: Sign) -> int:
    """The sign of x, without divisors, at every positive time. Raises Undecided where it is not one and the same."""
    parts = by_moving(x)
    signs = {sign(c) for c in parts.values()} - {0}
    if len(signs) < 2 and all(a.positive or a.kind == "time" for monomial in parts for a, _ in monomial):
        return signs.pop() if signs else 0
    found = by_root(x)
    if found is None:
        return _between(_powers(parts), sign)
    a, b, root = found
    s, t = (sign(part) if part.terms else 0 for part in (a, b))
    if s == t or t == 0:
        return s
    return t if s == 0 else s * sign(a * a - b * b * Number(dict(root.arg)))


def by_root(x: Number) -> tuple[Number, Number, Atom] | None:
    """(a, b, r) with x = a + b*r for a root r that moves; None where there is none."""
    root = min((a for a in x.atoms() if a.kind == "sqrt" and a.moves), key=lambda a: a.number, default=None)
    if root is None:
        return None
    pair = (root, 1)
    a = Number({m: c for m, c in x.terms.items() if pair not in m})
    return a, Number({tuple(f for f in m if f != pair): c for m, c in x.terms.items() if pair in m}), root


def _powers(parts: dict[Monomial, Number]) -> dict[Rational, Number]:
    """The coefficients by exponent in a sum of powers of one exponential, which grows from 1 to infinity."""
    moving = [factor for monomial in parts for factor in monomial]
    if any(len(monomial) > 1 for monomial in parts) or not all(a is moving[0][0] and grows(a) for a, _ in moving):
        raise Undecided("not one exponential of the time")
    return {monomial[0][1] if monomial else 0: c for monomial, c in parts.items()}


def _between(powers: dict[Rational, Number], sign: Sign) -> int:
    """The sign of a polynomial in 1/exp on (0, 1): that of its coefficients in Bernstein's basis, if they have one."""
    scale = lcm(*(Fraction(k).denominator for k in powers))
    top = max(powers)
    rising = {int((top - k) * scale): c for k, c in powers.items()}
    least = degree = max(rising)
    while degree <= max(least, _MAX_DEGREE):
        signs = set()
        for j in range(degree + 1):
            total = number(0)
            for i, c in rising.items():
                if i <= j:
                    total = total + number(Fraction(comb(j, i), comb(degree, i))) * c
            signs.add(sign(total))
        if len(signs - {0}) < 2:
            return (signs - {0}).pop()
        degree *= 2
    raise Undecided("not one sign at all times")
