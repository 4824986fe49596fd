"""Signs of numbers that are enclosed: powers of intervals around zero, roots of other orders, inverses of negatives."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from attnverify.verify.kernel import functions
from attnverify.verify.kernel.elementary import exp_bounds
from attnverify.verify.kernel.signs import _Wide, enclosure, inverse, sign
from attnverify.verify.kernel.values import Number, Undecided, atom, meter, number, of

Truths = Callable[..., list[bool | None]]

TINY = f"(exp(1) - {exp_bounds(Fraction(1), 90)[0]})"  # positive, and around zero at 64 binary digits
ZERO = "(sqrt(3 + 2*sqrt(2)) - 1 - sqrt(2))"  # zero, which no normal form shows

DECIDED = {
    "exp(log(2)/3) < 3/2": True, "exp(log(2)/3) < 13/10": True, "exp(log(2)/3) > 3/2": False,
    "exp(2*log(3)/5) > 155/100": True, "exp(2*log(3)/5) > 156/100": False, "exp(-log(2)/3) < 4/5": True,
    "1/sin(4) < 0": True, "1/sin(4) > -1": False, "sin(4)*(1/sin(4)) == 1": True, "1/(sin(4) - 1) < -1/2": True,
    "pi + 5*sin(4) < 0": True, "exp(-1000000) > 0": True, "cos(3)^3 + 1/2 < 0": True,
    # enclosed at more digits than the first
    f"sqrt({TINY}) < 1/100": True, f"{TINY}*2^64 < 1/100": True, f"log(1 + {TINY})^2 < 1/100": True,
    f"log(1 + {TINY})^2 > 1/2^64/2^64/2^64/2^8": True,
    f"log(log(1 + {TINY})^2 + log(1 + 2*{TINY})^2) < 0": True,
    f"1/sqrt(log(1 + {TINY})^2 + log(1 + 2*{TINY})^2) > 1": True,
    f"exp(1/(log(1 + {TINY})^2 + log(1 + 2*{TINY})^2 + 1)) > 2": True,
    f"exp(1/({TINY}*2^64*2^32)) > 2": True,
    # what is zero is not found to be anything else
    f"log(1 + {ZERO})^2 > 0": None, f"log(1 + {ZERO})^2 > 1/2": False, f"log(1 + {ZERO})^2 < 1/2": True,
    f"cos(pi/2 + {ZERO})^2 > 0": None, f"-(log(1 + {ZERO})^2) < 0": None, f"log(1 + {ZERO})^3 < 1/2": True,
    # exponentials of logarithms, and logarithms of products of negative numbers
    "exp(log(1 + exp(1))/3) > 3/2": True, "exp(-2*log(1 + exp(1))/3) < 1/2": True,
    "exp(-log(1 + exp(1))/2)*sqrt(1 + exp(1)) == 1": True,
    "log(-cos(3)) < 0": True, "log(-pi*cos(3)) > 1": True, "log(cos(2)*cos(3)) < -4/5": True,
    "sqrt(27) == 3*sqrt(3)": True, "sqrt(21) == sqrt(3)*sqrt(7)": True,
    # inverses of what is an inverse, a root or an exponential
    "1/(1/(2 + exp(1))) == 2 + exp(1)": True,
    "1/((2 + exp(1))/(3 + exp(1))) == (3 + exp(1))/(2 + exp(1))": True,
    "exp(1/(1 + sqrt(2))) == exp(sqrt(2) - 1)": True,
    "exp(1/(sqrt(2) + sqrt(3))) == exp(sqrt(3) - sqrt(2))": True,
    "exp(1/(1 + sqrt(2) + sqrt(3))) == exp(1/2 + sqrt(2)/4 - sqrt(6)/4)": True,
    "1/(1 + exp(log(2)/3)) < 1/2": True, "1/(1 + sqrt(2)*exp(1)) < 1/4": True, "1/(1 + sqrt(2)*exp(1)) > 1/5": True,
    "1/(1 - exp(1/2)) < -3/2": True,
}  # fmt: skip


@pytest.mark.parametrize(("formula", "truth"), DECIDED.items())
def test_decided(truths: Truths, formula: str, truth: bool | None) -> None:
    assert truths(formula) == [truth]


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


@pytest.mark.parametrize(
    ("goal", "low", "high"),
    [("x^2 >= 1/4", "-1/2", "1/2"), ("x^2 >= 1/16", "-1/4", "1/2"), ("x^4 >= 1/16", "-1/2", "3/4")],
)
def test_an_even_power_around_zero_reaches_zero(
    refused: Callable[[dict[str, Any]], None], goal: str, low: str, high: str
) -> None:
    proof = {"boxes": None, "letters": {"x": [low, high]}}
    given = [f"{low} <= x", f"x <= {high}"]
    refused({"letters": ["x: number"], "given": given, "show": [goal], "proof": proof, "match": "not above|false|box"})
