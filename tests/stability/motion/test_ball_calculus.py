import numpy as np
import pytest
from flint import arb, ctx

import attnverify.stability as st
from attnverify.stability.motion.ball_calculus import total_radius, working


def test_the_jacobian_of_a_flow_contains_its_difference_quotients():
    rng = np.random.default_rng(3)
    Y, P, U = st.normalise(rng.normal(size=(3, 2))), rng.normal(size=(2, 2, 2)), rng.normal(size=(2, 2, 2))
    rigorous = st.Flow(st.motion.balls(P), st.motion.balls(U))
    J = st.motion.jacobian(lambda Z: rigorous.velocity(0, Z), st.motion.balls(Y))
    for k in range(Y.size):
        step = np.zeros(Y.size)
        step[k] = 1e-6
        step = step.reshape(Y.shape)
        slope = (st.Flow(P, U).velocity(0, Y + step) - st.Flow(P, U).velocity(0, Y - step)) / 2e-6
        assert np.allclose([float(entry) for entry in J[:, k]], slope.reshape(-1), atol=1e-8)


def test_over_a_box_the_jacobian_contains_the_one_at_every_point():
    X = st.motion.balls(np.array([0.5, -1.0]), 0.25)
    J = st.motion.jacobian(lambda Z: Z * Z * Z[::-1], X)
    assert all(J[0, 0].contains(arb(2 * x * y)) for x in (0.25, 0.75) for y in (-1.25, -0.75))
    assert all(J[1, 0].contains(arb(y * y)) for y in (-1.25, -0.75))
    assert not J[0, 0].contains(0)


@pytest.mark.parametrize("size", [1, 2, 5])
def test_norm_bounds_are_above_and_near(size):
    J = np.random.default_rng(size).normal(size=(size, size))
    norm, logarithmic = np.linalg.norm(J, 2), np.linalg.eigvalsh((J + J.T) / 2)[-1]
    assert norm <= float(st.motion.spectral_norm_bound(st.motion.balls(J))) <= norm * (1 + 1e-9)
    assert (
        logarithmic
        <= float(st.motion.log_norm_bound(st.motion.balls(J)))
        <= logarithmic + 1e-9 * (1 + abs(logarithmic))
    )


def test_norm_bounds_cover_the_whole_ball_matrix():
    J = st.motion.balls(np.array([[1.0, 0.0], [0.0, -1.0]]), 0.5)
    assert st.motion.spectral_norm_bound(J) > 1.5
    assert st.motion.log_norm_bound(J) > 1.5
    zero = st.motion.balls(np.zeros((2, 2)))
    assert 0 <= float(st.motion.spectral_norm_bound(zero)) < 1e-5


def test_the_global_precision_is_given_back():
    before = ctx.prec, ctx.cap
    within = []

    def failing():
        with working(500, cap=3):
            within.append((ctx.prec, ctx.cap))
            raise KeyError

    with pytest.raises(KeyError):
        failing()
    assert within == [(500, 3)]
    assert (ctx.prec, ctx.cap) == before


def test_balls_of_floats_and_fractions():
    third = st.motion.balls(np.array([1], dtype=object) / 3.0)[0]
    assert third == arb(1 / 3)
    assert total_radius(st.motion.balls(np.array([0.0, 1.0]), 3)) >= arb(18).sqrt()


@pytest.mark.parametrize("weights", [np.array([1.0, 2.0]), np.array([[1.0], [2.0]])])
def test_an_array_times_an_entry_is_refused(weights):
    """NumPy unpacks the series of an entry: without the refusal the derivative would be wrong, with a fitting shape."""
    with pytest.raises(ValueError, match=r"series|broadcast"):
        st.motion.jacobian(lambda X: weights * X[0], st.motion.balls(np.array([1.0, 3.0])))
