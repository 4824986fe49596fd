"""exp, log, sqrt, tanh, sin, cos and abs of exact numbers; off their domain they are Undecided."""

from __future__ import annotations

from fractions import Fraction
from math import isqrt

from .signs import inverse, sign
from .values import Number, Undecided, atom, cleared, meter, number, of, primitive, reduced

_TRIALS = 2_000


def exp(x: Number) -> Number:
    """The exponential: a product of powers of primes where logarithms occur, of exponentials of monomials otherwise."""
    result = number(1)
    for monomial, c in x.terms.items():
        letter, k = next(iter(monomial)) if len(monomial) == 1 else (None, Fraction(0))
        if letter is not None and letter.kind == "logp" and k == 1:
            result = result * reduced({atom("root", letter.arg): Fraction(c)})
        elif letter is not None and letter.kind == "ln" and k == 1 and c.denominator <= 2:
            root = sqrt(Number(dict(letter.arg)))
            result = result * (root if c > 0 else inverse(root)).power(abs(int(2 * c)))
        else:
            result = result * of(atom("exp", monomial), c)
    return result


def log(x: Number) -> Number:
    """The logarithm of a positive number."""
    if sign(x) <= 0:
        raise Undecided("log of a number that is not positive")
    q = x.rational
    if q is not None:
        return _log_rational(q)
    n, factors = cleared(x)
    if factors:
        total = log(n)
        for letter, k in factors.items():
            total = total - number(k) * log(Number(dict(letter.arg)))
        return total
    g, inside = primitive(x)
    total = _log_rational(g)
    if len(inside.terms) > 1 or not all(a.positive for a in inside.atoms()):
        return total + of(atom("ln", inside.key()))
    ((monomial, _),) = inside.terms.items()
    for letter, k in monomial:
        if letter.kind == "root":
            part = of(atom("logp", letter.arg))
        elif letter.kind == "exp":
            part = Number({letter.arg: Fraction(1)})
        elif letter.kind == "sqrt":
            part = number(Fraction(1, 2)) * log(Number(dict(letter.arg)))
        else:
            part = of(atom("ln", of(letter).key()))
        total = total + number(k) * part
    return total


def _log_rational(q: Fraction) -> Number:
    total = number(0)
    for n, side in ((q.numerator, 1), (q.denominator, -1)):
        for p, k in _factors(n).items():
            total = total + number(side * k) * of(atom("logp", p))
    return total


def _factors(n: int) -> dict[int, int]:
    """Prime factors with multiplicity; what is left after trial division stands as one factor."""
    found: dict[int, int] = {}
    p = 2
    while p * p <= n and p < _TRIALS:
        while n % p == 0:
            n //= p
            found[p] = found.get(p, 0) + 1
        p += 1 if p == 2 else 2
    meter.spend(p)
    if n > 1:
        root = isqrt(n)
        base, power = (root, 2) if root * root == n else (n, 1)
        found[base] = found.get(base, 0) + power
    return found


def sqrt(x: Number) -> Number:
    """The root of a number that is not negative; of a sum of squares where bound letters occur."""
    if x.symbolic:
        if not _sum_of_squares(x):
            raise Undecided("the root of a number that depends on a bound letter")
        return of(atom("sqrt", x.key()))
    s = sign(x)
    if s < 0:
        raise Undecided("sqrt of a negative number")
    if s == 0:
        return number(0)
    n, factors = cleared(x)
    outside = number(1)
    for letter, k in factors.items():
        outside = outside * of(letter, -(-k // 2))
        if k % 2:
            n = n * Number(dict(letter.arg))
    g, inside = primitive(n)
    outside = outside * _sqrt_rational(g)
    if len(inside.terms) == 1 and all(a.kind in ("root", "exp") for a in inside.atoms()):
        ((monomial, _),) = inside.terms.items()
        return outside * reduced({letter: Fraction(k, 2) for letter, k in monomial})
    return outside * of(atom("sqrt", inside.key()))


def _sqrt_rational(q: Fraction) -> Number:
    exponents = {}
    for n, side in ((q.numerator, 1), (q.denominator, -1)):
        for p, k in _factors(n).items():
            exponents[atom("root", p)] = Fraction(side * k, 2)
    return reduced(exponents)


def _sum_of_squares(x: Number) -> bool:
    return all(
        c > 0 and len(monomial) == 1 and all(a.kind == "var" and k == 2 for a, k in monomial)
        for monomial, c in x.terms.items()
    )


def tanh(x: Number) -> Number:
    """(exp(2x) - 1)/(exp(2x) + 1)."""
    e = exp(number(2) * x)
    return (e - number(1)) * inverse(e + number(1))


def sin(x: Number) -> Number:
    """The sine; exact at the multiples of pi/4 and of pi/6."""
    turned = _twelfths(x)
    found = None if turned is None else _cosine(turned - 6)
    if found is not None:
        return found
    return -of(atom("sin", (-x).key())) if _falls(x) else of(atom("sin", x.key()))


def cos(x: Number) -> Number:
    """The cosine; exact at the multiples of pi/4 and of pi/6."""
    turned = _twelfths(x)
    found = None if turned is None else _cosine(turned)
    return of(atom("cos", (-x if _falls(x) else x).key())) if found is None else found


def _falls(x: Number) -> bool:
    """Whether the first coefficient is negative: the sine and the cosine of x are then said by those of -x."""
    return x.key()[0][1] < 0


def _twelfths(x: Number) -> int | None:
    """k where x is k*pi/12."""
    c = Fraction(0) if not x.terms else x.terms.get(((atom("pi"), 1),))
    if c is None or len(x.terms) > 1 or (12 * c).denominator != 1:
        return None
    return int(12 * c)


def _cosine(k: int) -> Number | None:
    """The cosine of k*pi/12 where its square is rational."""
    k = min(k % 24, -k % 24)
    square = {0: Fraction(1), 2: Fraction(3, 4), 3: Fraction(1, 2), 4: Fraction(1, 4), 6: Fraction(0)}.get(
        min(k, 12 - k)
    )
    if square is None:
        return None
    return sqrt(number(square)) if k <= 6 else -sqrt(number(square))


def pi() -> Number:
    """The number pi."""
    return of(atom("pi"))
