"""Time-varying matrices: constants, samples, printed forms, and their errors."""

import numpy as np
import pytest

import stability as st


def test_constants_get_a_head_axis_and_are_checked_at_once():
    assert st.models.as_schedule(np.eye(2), 2, "P")(3.0).shape == (1, 2, 2)
    with pytest.raises(ValueError, match=r"P has shape \(3, 3\)"):
        st.models.as_schedule(np.eye(3), 2, "P")


def test_callables_are_checked_at_their_time():
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
    with pytest.raises(ValueError, match="do not increase"):
        st.models.sampled(np.array([0.0, 0.0]), values[:2])


def test_modulated_is_the_product_with_the_diagonal():
    rng = np.random.default_rng(0)
    P, D = rng.normal(size=(2, 3, 3)), rng.normal(size=(2, 3))
    found = st.models.modulated(lambda t: t * D, P)(2.0)
    assert np.allclose(found, np.stack([2 * np.diag(D[h]) @ P[h] for h in range(2)]))


@pytest.mark.parametrize("samples", [3, 16])
def test_nearest_quadratic_keeps_quadratics(samples):
    rng = np.random.default_rng(1)
    a, b, c = rng.normal(size=(3, 2, 2))
    found = st.models.nearest_quadratic(lambda t: a + b * t + c * t * t, 1.0, 3.0, samples)
    assert np.allclose(found, [a + b * t + c * t * t for t in (1.0, 2.0, 3.0)], atol=1e-12)


def test_nearest_quadratic_keeps_the_mean_of_a_kink():
    found = st.models.nearest_quadratic(lambda t: np.array(abs(t - 0.3)), 0.0, 1.0, 400)
    simpson = (found[0] + 4 * found[1] + found[2]) / 6
    assert simpson == pytest.approx((0.09 + 0.49) / 2, abs=1e-5)
