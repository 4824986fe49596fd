"""The bounds contain the true value (a far more precise enclosure of it) and are narrow."""

from collections.abc import Callable
from fractions import Fraction

import pytest

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
    for sign in (-1, 1):  # twice the number is beyond what has an exponential here, the number itself is not
        low, high = tanh_bounds(Fraction(sign * 3 * MAX_EXPONENT, 4), 64)
        assert low <= sign <= high
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
