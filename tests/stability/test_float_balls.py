from fractions import Fraction

import numpy as np
import pytest
from flint import arb, ctx
from hypothesis import given, settings
from hypothesis import strategies as some

from attnverify.stability.float_balls import FloatBalls

seeds = some.integers(0, 2**32 - 1)
scales = some.sampled_from([0.0, 1e-300, 1e-160, 1e-12, 1e-3, 1.0, 1e5, 1e150, 1e200, 1e300])


def drawn(rng, shape, scale, spread):
    """Floating-point balls, and exact numbers inside them: at an end or in the middle."""
    mid = rng.standard_normal(shape) * scale
    rad = np.abs(rng.standard_normal(shape)) * spread
    place = rng.integers(-1, 2, shape)
    inside = [Fraction(m) + int(p) * Fraction(r) for m, p, r in zip(mid.flat, place.flat, rad.flat, strict=True)]
    return FloatBalls(mid, rad), np.array(inside, dtype=object).reshape(shape)


def contains(found, exact):
    for mid, rad, value in zip(found.mid.flat, found.rad.flat, np.asarray(exact).flat, strict=True):
        if np.isfinite(mid) and np.isfinite(rad):
            assert abs(value - Fraction(float(mid))) <= Fraction(float(rad))
        else:
            assert not np.isfinite(rad)


@settings(max_examples=60, deadline=None)
@given(seeds, scales, scales)
def test_arithmetic_contains_the_exact_result(seed, scale, spread):
    rng = np.random.default_rng(seed)
    with np.errstate(over="ignore", invalid="ignore"):
        (a, x), (b, y) = drawn(rng, (3, 4), scale, spread), drawn(rng, (3, 4), 1.0, spread)
        (c, z) = drawn(rng, (4, 2), scale, spread)
        contains(a + b, x + y)
        contains(a - b, x - y)
        contains(a * b, x * y)
        contains(a @ c, x @ z)
        contains(a.sum(axis=0), x.sum(axis=0))
        contains(1.5 * a - 2.0, Fraction(3, 2) * x - 2)


@settings(max_examples=60, deadline=None)
@given(seeds, scales, some.sampled_from([0.0, 1e-17, 1e-5, 0.5]))
def test_quotients_and_roots_contain_the_exact_result(seed, scale, spread):
    a, x = drawn(np.random.default_rng(seed), (5,), scale, spread * scale)
    for mid, rad, value in zip(*(v.flat for v in (a.reciprocal().mid, a.reciprocal().rad, x)), strict=True):
        assert not np.isfinite(rad) or abs(1 / value - Fraction(float(mid))) <= Fraction(float(rad))
    root = a.sqrt()
    for mid, rad, value in zip(root.mid.flat, root.rad.flat, x.flat, strict=True):
        if np.isfinite(rad):
            low, high = Fraction(float(mid)) - Fraction(float(rad)), Fraction(float(mid)) + Fraction(float(rad))
            assert max(low, 0) ** 2 <= value <= high**2


@settings(max_examples=40, deadline=None)
@given(
    seeds, some.sampled_from([0.0, 1e-300, 1.0, 50.0, 400.0]), some.sampled_from([0.0, 1e-17, 1e-3, 1.0, 30.0, 2000.0])
)
def test_the_exponential_contains_the_exact_one(seed, scale, spread):
    a, x = drawn(np.random.default_rng(seed), (6,), scale, spread)
    with np.errstate(over="ignore"):
        found = a.exp()
    for mid, rad, value in zip(found.mid.flat, found.rad.flat, x.flat, strict=True):
        if np.isfinite(mid) and np.isfinite(rad):
            with ctx.workprec(3000):
                exact = (arb(value.numerator) / value.denominator).exp()
                assert abs(exact - arb(float(mid))) <= arb(float(rad))


def test_exact_operands_give_radii_of_a_few_roundings():
    a = FloatBalls.exact(np.random.default_rng(0).standard_normal((5, 5)))
    for found in (a + a, a * a, a.exp(), a @ a, (a * a + 1.0).sqrt(), (a * a + 1.0).reciprocal()):
        assert np.all(found.rad <= 3e-14 * (1 + np.abs(found.mid)))


def test_a_ball_around_zero_has_no_inverse_and_no_root():
    a = FloatBalls(np.array([1e-3, -1.0, 0.0]), np.array([1e-2, 0.0, 0.0]))
    assert list(np.isfinite(a.reciprocal().rad)) == [False, True, False]
    assert not np.any(np.isfinite(a.sqrt().rad))


def test_balls_of_the_library_lie_inside():
    third = arb(1) / 3
    found = FloatBalls.of(np.array([third, arb(5, 2)], dtype=object), radius=0.25)
    assert abs(third - arb(float(found.mid[0]))) + 0.25 <= arb(float(found.rad[0]))
    assert found.rad[1] >= 2.25


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_is_not_finite_stays_visible(value):
    with np.errstate(invalid="ignore"):
        a = FloatBalls.exact(np.array([[value, 1.0]]))
        for found in (a * 0.0, a @ np.zeros((2, 1)), a + 1.0, a.sum(axis=1)):
            assert not np.all(np.isfinite(found.mid)) or not np.all(np.isfinite(found.rad))
