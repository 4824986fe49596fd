"""Signs, enclosures and inverses of exact numbers.

Zero is decided by the normal form alone, any other sign by rational enclosures; what neither decides is Undecided.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from . import elementary
from .clock import sign_later
from .values import ONE, Atom, Number, Rational, Undecided, atom, cleared, meter, number, of, primitive, reduced

_PRECISIONS = (64, 200, 600)
_MAX_POWER = 1_000

Bounds = tuple[Fraction, Fraction]


class _Wide(Exception):  # noqa: N818
    """The enclosure at this precision is too wide to go on."""


def is_zero(x: Number) -> bool:
    """Whether the normal form is zero; False says nothing of the value."""
    return not cleared(x)[0].terms


def sign(x: Number) -> int:
    """-1, 0 or 1, at every positive time. Raises Undecided when a bound letter occurs or the enclosures do not tell."""
    x = cleared(x)[0]
    if x.is_rational:
        c = x.terms.get(ONE, 0)
        return (c > 0) - (c < 0)
    if x.symbolic:
        raise Undecided("depends on a bound letter")
    if x.moves:
        return sign_later(x, sign)
    if all(a.positive for a in x.atoms()):
        signs = {c > 0 for c in x.terms.values()}
        if len(signs) == 1:
            return 1 if signs.pop() else -1
    for bits in _PRECISIONS:
        try:
            low, high = enclosure(x, bits)
        except _Wide:
            continue
        except OverflowError as error:
            raise Undecided(str(error)) from error
        if low > 0:
            return 1
        if high < 0:
            return -1
    raise Undecided("a number too close to zero")


def enclosure(x: Number, bits: int) -> Bounds:
    """Rational bounds of the value, at `bits` binary digits.

    Raises Undecided for a bound letter, OverflowError for numbers out of range, and asks for more digits inside `sign`.
    """
    low = high = Fraction(0)
    for monomial, c in x.terms.items():
        meter.spend(1 + len(monomial))
        product: Bounds = (Fraction(c), Fraction(c))
        for letter, k in monomial:
            product = _times(product, _power_bounds(letter, k, bits), bits)
        low, high = low + product[0], high + product[1]
    return low, high


def _times(a: Bounds, b: Bounds, bits: int) -> Bounds:
    if a[0] >= 0 and b[0] >= 0:
        return elementary.round_down(a[0] * b[0], bits), elementary.round_up(a[1] * b[1], bits)
    corners = (a[0] * b[0], a[0] * b[1], a[1] * b[0], a[1] * b[1])
    return elementary.round_down(min(corners), bits), elementary.round_up(max(corners), bits)


def _power_bounds(letter: Atom, k: Rational, bits: int) -> Bounds:
    found = meter.bounds.get((letter, k, bits))
    if found is None:
        meter.spend(bits)
        found = meter.bounds[letter, k, bits] = _bounds(letter, k, bits)
    return found


def _bounds(letter: Atom, k: Rational, bits: int) -> Bounds:
    """Bounds of an atom to the power k; k is natural unless the atom is a root or an exponential."""
    kind, arg = letter.kind, letter.arg
    if kind in ("var", "time", "angle"):
        raise Undecided("depends on a bound letter")
    if kind == "root":
        if k == Fraction(1, 2):
            return elementary.sqrt_bounds(Fraction(arg), bits)
        low, high = elementary.log_bounds(Fraction(arg), bits)
        return elementary.exp_bounds(k * low, bits)[0], elementary.exp_bounds(k * high, bits)[1]
    if kind == "exp":
        low, high = enclosure(Number({arg: k}), bits)
        return elementary.exp_bounds(low, bits)[0], elementary.exp_bounds(high, bits)[1]
    if kind == "logp":
        base = elementary.log_bounds(Fraction(arg), bits)
    elif kind == "pi":
        base = elementary.pi_bounds(bits)
    else:
        base = _function_bounds(kind, *enclosure(Number(dict(arg)), bits), bits)
    if k > _MAX_POWER:
        raise Undecided("a power too high to be enclosed")
    result = base
    for _ in range(int(k) - 1):
        result = _times(result, base, bits)
    if k % 2 == 0 and result[0] < 0:
        result = (Fraction(0), result[1])
    return result


def _function_bounds(kind: str, low: Fraction, high: Fraction, bits: int) -> Bounds:
    if kind in ("sin", "cos"):
        bounds: Callable[[Fraction, int], Bounds] = elementary.sin_bounds if kind == "sin" else elementary.cos_bounds
        middle, radius = (low + high) / 2, (high - low) / 2
        lower, upper = bounds(elementary.round_down(middle, bits), bits)
        radius += abs(middle - elementary.round_down(middle, bits))  # sine and cosine are Lipschitz with constant 1
        return lower - radius, upper + radius
    if low <= 0:
        raise _Wide
    if kind == "inv":
        return elementary.round_down(1 / high, bits), elementary.round_up(1 / low, bits)
    increasing = {"sqrt": elementary.sqrt_bounds, "ln": elementary.log_bounds}[kind]
    return increasing(low, bits)[0], increasing(high, bits)[1]


def inverse(x: Number) -> Number:
    """1/x. Raises Undecided for zero, for a number whose sign is not decided, and where a bound letter occurs."""
    s = sign(x)
    if s == 0:
        raise Undecided("division by zero")
    n, factors = cleared(x)
    result = number(1)
    for letter, k in factors.items():
        result = result * Number(dict(letter.arg)).power(int(k))
    result, n = _rationalised(result, n)
    if len(n.terms) == 1:
        ((monomial, c),) = n.terms.items()
        result = result * number(1 / Fraction(c))
        for letter, k in monomial:
            result = result * (
                reduced({letter: -k}) if letter.kind in ("root", "exp") else _inverse_atom(of(letter)).power(int(k))
            )
        return result
    g, primitive_part = primitive(n if sign(n) > 0 else -n)
    return result * number(sign(n) / g) * of(atom("inv", primitive_part.key()))


def _inverse_atom(x: Number) -> Number:
    ((monomial, _),) = x.terms.items()
    ((letter, _),) = monomial
    if letter.kind == "sqrt":
        return x * inverse(Number(dict(letter.arg)))
    s = sign(x)
    return number(s) * of(atom("inv", (x if s > 0 else -x).key()))


def _rationalised(result: Number, n: Number) -> tuple[Number, Number]:
    """The same quotient with the square roots of primes removed from a denominator that is algebraic."""
    half = Fraction(1, 2)
    while len(n.terms) > 1 and all(a.kind == "root" and k == half for monomial in n.terms for a, k in monomial):
        letter = next(n.atoms())
        pair = (letter, half)
        conjugate = Number({monomial: -c if pair in monomial else c for monomial, c in n.terms.items()})
        product = n * conjugate
        if not product.terms:
            break
        result, n = result * conjugate, product
    return result, n
