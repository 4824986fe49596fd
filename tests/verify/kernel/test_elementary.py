"""The bounds contain the true value (a far more precise enclosure of it) and are narrow."""

import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from attnverify.verify.kernel import functions
from attnverify.verify.kernel.elementary import (
    MAX_EXPONENT,
    Bounds,
    cos_bounds,
    exp_bounds,
    log_bounds,
    round_down,
    round_up,
    sin_bounds,
    sqrt_bounds,
    tanh_bounds,
)
from attnverify.verify.kernel.signs import _Wide, enclosure, inverse, sign
from attnverify.verify.kernel.values import Number, Undecided, atom, meter, number, of

POINTS = [Fraction(n, d) for n in (1, 2, 3, 7, 50, 123, 999) for d in (1, 2, 3, 7, 64, 1000, 10**9)]
FUNCTIONS = [exp_bounds, log_bounds, sqrt_bounds, tanh_bounds, sin_bounds, cos_bounds]


def reference(name: str, x: Fraction) -> Bounds:
    """Rigorous bounds from an independent library."""
    flint = pytest.importorskip("flint")
    with flint.ctx.workprec(1200):
        ball = getattr(flint.arb(flint.fmpq(x.numerator, x.denominator)), name)()
        ends = []
        for end in (ball.lower(), ball.upper()):
            mantissa, exponent = end.mid().man_exp()
            ends.append(Fraction(int(mantissa)) * Fraction(2) ** int(exponent))
    return ends[0], ends[1]


@pytest.mark.parametrize("function", FUNCTIONS)
@pytest.mark.parametrize("bits", [8, 64, 300])
def test_bounds_contain_the_value(function: Callable[[Fraction, int], Bounds], bits: int) -> None:
    name = function.__name__.removesuffix("_bounds")
    for x in POINTS:
        for point in (x, -x) if name not in ("log", "sqrt") else (x,):
            low, high = function(point, bits)
            true_low, true_high = reference(name, point)
            assert low <= true_high
            assert true_low <= high
            assert high - low <= max(abs(high), Fraction(1)) * Fraction(2) ** (12 - bits)


def test_exact_values() -> None:
    assert sqrt_bounds(Fraction(9, 4), 64) == (Fraction(3, 2), Fraction(3, 2))
    assert exp_bounds(Fraction(0), 64) == (1, 1)
    assert log_bounds(Fraction(1), 64) == (0, 0)
    assert tanh_bounds(Fraction(0), 64) == (0, 0)
    assert sin_bounds(Fraction(0), 64) == (0, 0)
    assert cos_bounds(Fraction(0), 64) == (1, 1)


def test_tanh_never_reaches_one() -> None:
    low, high = tanh_bounds(Fraction(10**6), 64)
    assert low < 1 <= high
    assert tanh_bounds(Fraction(-(10**6)), 64) == (-high, -low)
    for side in (-1, 1):  # twice the number is beyond what has an exponential here, the number itself is not
        low, high = tanh_bounds(Fraction(side * 3 * MAX_EXPONENT, 4), 64)
        assert low <= side <= high
        assert abs(low) <= 1 >= abs(high)
    for x in (1400, 2040):  # 1 - tanh(x) > exp(-2x), and exp(2) < 2**2.89
        assert tanh_bounds(Fraction(x), 64)[0] < 1 - Fraction(1, 2 ** (289 * x // 100))


def test_exp_refuses_giants() -> None:
    with pytest.raises(OverflowError):
        exp_bounds(Fraction(10**6), 64)


@pytest.mark.parametrize("x", [Fraction(1, 3), Fraction(-1, 3), Fraction(10**30, 7), Fraction(0)])
def test_rounding_is_outward(x: Fraction) -> None:
    assert round_down(x, 10) <= x <= round_up(x, 10)
    assert abs(x - round_down(x, 10)) <= abs(x) / 2**8


# Signs of numbers that are enclosed: powers of intervals around zero, roots of other orders, inverses of negatives.
def drawn(draw: random.Random, depth: int = 2) -> tuple[Number, str]:
    """A random number and a text that mpmath evaluates; functions of functions, in which every atom is enclosed."""
    q = Fraction(draw.randint(1, 12), draw.randint(1, 5))
    text = f"(mpf({q.numerator})/{q.denominator})"
    if not depth:
        return number(q), text
    x, s = drawn(draw, depth - 1)
    name = draw.choice(["exp", "log", "sqrt", "sin", "cos", "inverse", "root", "product"])
    if name == "product":
        y, t = drawn(draw, depth - 1)
        return x * y - number(q), f"({s}*{t} - {text})"
    if name == "root":
        p, k = draw.choice((2, 3, 5, 7, 11, 13)), Fraction(draw.randint(1, 6), 7)
        return functions.exp(number(k) * functions.log(number(p))), f"mpf({p})**(mpf({k.numerator})/7)"
    if name == "inverse":  # a quotient is cleared where it stands by itself
        return functions.exp(inverse(x + number(9))), f"exp(1/({s} + 9))"
    return getattr(functions, name)(x), f"{name}({s})"


@pytest.mark.parametrize("bits", [10, 30, 64])
def test_enclosures_of_functions_of_functions_contain_the_value(bits: int) -> None:
    mpmath = pytest.importorskip("mpmath")
    mpmath.mp.dps = 90
    draw = random.Random(bits)
    scope = {"mpf": mpmath.mpf} | {name: getattr(mpmath, name) for name in ("exp", "log", "sqrt", "sin", "cos")}
    narrow = 0
    for _ in range(150):
        meter.start()
        try:
            x, text = drawn(draw)
            low, high = enclosure(x, bits)
        except (Undecided, OverflowError, _Wide):  # off the domain, out of range, or too few digits
            continue
        value = eval(text, scope)
        assert mpmath.mpf(low.numerator) / low.denominator <= value + abs(value) * mpmath.mpf(10) ** -50
        assert mpmath.mpf(high.numerator) / high.denominator >= value - abs(value) * mpmath.mpf(10) ** -50
        narrow += high - low < max(abs(low), Fraction(1)) / 2 ** (bits - 8)
    assert narrow > 80


def test_either_bound_of_an_increasing_function_is_on_its_own_side() -> None:
    meter.start()
    low, high = enclosure(of(atom("sqrt", number(2).key())), 64)
    assert low**2 < 2 < high**2
    low, high = enclosure(of(atom("ln", number(2).key())), 64)
    assert exp_bounds(low, 200)[1] < 2 < exp_bounds(high, 200)[0]


def test_a_sign_of_what_depends_on_a_bound_letter_is_not_given() -> None:
    meter.start()
    with pytest.raises(Undecided, match="bound letter"):
        sign(functions.exp(of(atom("var", "x"))))


def test_a_power_too_high_is_not_enclosed() -> None:
    meter.start()
    assert sign(functions.cos(number(3)).power(1000) - number(1)) == -1
    with pytest.raises(Undecided, match="too high"):
        sign(functions.cos(number(3)).power(1001) + number(2))
