"""Signs of numbers that are enclosed: powers of intervals around zero, roots of other orders, inverses of negatives."""

import random
from fractions import Fraction

import pytest

from attnverify.verify.kernel import functions
from attnverify.verify.kernel.elementary import exp_bounds
from attnverify.verify.kernel.signs import _Wide, enclosure, inverse, sign
from attnverify.verify.kernel.values import Number, Undecided, atom, meter, number, of


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
