"""Time-varying matrices: constants, samples, switches, printed forms, their knots, and their errors."""

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest

import attnverify.stability as st


def test_constants_get_a_head_axis_and_callables_are_checked_at_their_time():
    assert st.models.as_schedule(np.eye(2), 2, "P")(3.0).shape == (1, 2, 2)
    schedule = st.models.as_schedule(lambda t: np.eye(2) if t < 1 else np.full((2, 2), np.nan), 2, "P")
    assert np.array_equal(schedule(0.5)[0], np.eye(2))
    with pytest.raises(ValueError, match=r"P\(1.5\) contains a value that is not finite"):
        schedule(1.5)


def test_samples_are_interpolated():
    values = np.array([np.eye(2), 3 * np.eye(2), np.zeros((2, 2))])
    at = st.models.sampled(np.array([0.0, 1.0, 3.0]), values)
    for t, factor in ((0.0, 1), (0.5, 2), (1.0, 3), (2.0, 1.5), (3.0, 0)):
        assert np.allclose(at(t), factor * np.eye(2))
    with pytest.raises(ValueError, match=r"outside \[0.0, 3.0\]"):
        at(3.1)


def test_modulated_is_the_product_with_the_diagonal():
    rng = np.random.default_rng(0)
    P, D = rng.normal(size=(2, 3, 3)), rng.normal(size=(2, 3))
    found = st.models.modulated(lambda t: t * D, P)(2.0)
    assert np.allclose(found, np.stack([2 * np.diag(D[h]) @ P[h] for h in range(2)]))


@pytest.mark.parametrize("samples", [4, 5, 16])
def test_nearest_linear_keeps_linear_functions_and_the_mean_and_the_moment_of_cubics(samples):
    a, b = np.random.default_rng(1).normal(size=(2, 2, 2))
    found = st.models.nearest_linear(lambda t: a + b * t, 1.0, 3.0, samples)
    assert np.allclose(found, [a + b * t for t in (1.0, 3.0)], atol=1e-12)
    first, last = st.models.nearest_linear(lambda t: np.array([t**2, t**3]), 0.0, 1.0, samples)
    assert np.allclose((first + last) / 2, [1 / 3, 1 / 4], atol=1e-12)
    assert np.allclose(first / 2 + (last - first) / 3, [1 / 4, 1 / 5], atol=1e-12)


def test_nearest_linear_keeps_the_mean_and_the_moment_of_a_kink():
    first, last = st.models.nearest_linear(lambda t: np.array(abs(t - 0.3)), 0.0, 1.0, 400)
    assert (first + last) / 2 == pytest.approx((0.09 + 0.49) / 2, abs=1e-5)
    # The integrals of t |t - 0.3| and of t (first + (last - first) t) over [0, 1].
    assert first / 2 + (last - first) / 3 == pytest.approx(1 / 3 - 0.15 + 0.3**3 / 3, abs=1e-5)


ONE, TWO = np.eye(2), 2 * np.eye(2)


@pytest.mark.parametrize(("schedule", "knots", "values"), [
    (st.models.switched([ONE, TWO], [1]), [1], {0.5: 1, 0.999: 1, 1.0: 2, 5.0: 2}),
    (st.models.switched([ONE, TWO, ONE], [1, 2.5]), [1, 2.5], {1.0: 2, 2.5: 1}),
    (st.models.switched([ONE, TWO], [0.25], period=1), [0.25, 1, 1.25, 2, 2.25], {1.2: 1, 1.25: 2, -0.9: 1, -0.1: 2}),
    (st.models.switched([ONE, st.models.sampled(np.array([0.0, 2, 9]), np.array([ONE, ONE, ONE]))], [1]), [1, 2],
     {2.0: 1}),
    (st.models.sampled([0.0, 1, 3], np.array([ONE, TWO, ONE])), [1], {0.5: 1.5, 2.0: 1.5}),
    (st.models.timed(lambda t: t * ONE, knots=[2, 0.5]), [0.5, 2], {2.0: 2}),
    (st.models.modulated(st.models.switched([np.ones((1, 2)), np.zeros((1, 2))], [1]), ONE[None]), [1],
     {0.0: 1, 1.0: 0}),
    (st.models.modulated(lambda t: [[t, t]], ONE[None]), [], {2.0: 2}),
])  # fmt: skip
def test_schedules_know_their_knots_and_are_their_pieces_between_them(schedule, knots, values):
    assert [float(t) for t in st.models.knots_of(schedule, 0, 2.6)] == knots
    for t, factor in values.items():
        assert np.allclose(schedule(t), factor * ONE)
    for a, b in pairwise([0, *knots, 2.6]):
        piece = st.models.piece_of(schedule, a, b)
        for t in np.linspace(a, b, 7)[1:-1]:
            assert np.allclose(piece(float(t)) if callable(piece) else piece, schedule(float(t)))
    assert st.Flow(schedule, schedule).knots(0, 2.6) == [Fraction(t) for t in knots]
