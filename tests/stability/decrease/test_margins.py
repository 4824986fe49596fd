"""One-call checks along trajectories: margins of true inequalities are not negative, those of false ones are."""

import numpy as np
import pytest

import stability as st
from stability.motion import Trajectory

TIMES = np.linspace(0, 6, 61)


def path(flow, Y):
    return st.fixed_step_trajectory(flow, np.array(Y, dtype=float), TIMES, 0.02)


def start(seed, N=5, d=3):
    rng = np.random.default_rng(seed)
    Y = st.random_tokens(rng, 1, N, d)[0]
    Y[:, 0] = np.abs(Y[:, 0])
    return rng, Y, np.eye(d)[0]


@pytest.mark.parametrize("seed", range(4))
def test_margins_with_the_identity_as_value_matrix(seed):
    rng, Y, v = start(seed)
    flow = st.Flow(2 * rng.normal(size=(2, 3, 3)), causal=True)
    found = st.decrease.worst_margins(flow, path(flow, Y), v)
    assert set(found.found) == {
        "the least height does not fall",
        "-D+V is at least its bound",
        "the input is at most its bound",
        "cosines are at least the ISS bound",
    }
    assert found.worst > -1e-6
    assert "worst margin" in str(found)


def test_margins_with_a_value_matrix():
    rng, Y, v = start(7)
    flow = st.Flow(rng.normal(size=(3, 3)), np.diag([2.0, 1.0, -1.0]), causal=True)
    found = st.decrease.worst_margins(flow, path(flow, Y), v)
    assert list(found.found) == ["tangents are at most their bounds"]
    assert found.worst > -1e-6


def test_a_trajectory_that_breaks_an_inequality_is_found_with_its_time():
    rng, Y, v = start(3)
    flow = st.Flow(rng.normal(size=(3, 3)))
    forwards = path(flow, Y)
    backwards = Trajectory(forwards.times, forwards.states[::-1], 0.0)
    margin, when = st.decrease.worst_margins(flow, backwards, v).found["the least height does not fall"]
    assert margin < -0.05
    assert when > 0


def test_the_dose_is_the_integral_of_the_weights_on_earlier_tokens():
    _, Y, _ = start(1, N=3)
    flow = st.Flow(np.zeros((3, 3)), causal=True)
    dose = st.decrease.iss_dose(flow, path(flow, Y))
    # Uniform weights: 0, 1/2 and 2/3 of 1/sqrt(d) are on earlier tokens.
    assert dose[-1] == pytest.approx(np.array([0, 1 / 2, 2 / 3]) / np.sqrt(3) * TIMES[-1])
    bounds = st.decrease.iss_lower_bounds(flow, path(flow, Y))
    assert np.all(bounds[:, 0] == -1)
    assert bounds[-1, 2] > 0.5
    assert np.min(st.decrease.cosines(path(flow, Y).states) - bounds) > -1e-9  # the fixed steps of the trajectory


def test_what_does_not_apply_is_refused():
    rng, Y, v = start(2)
    full = st.Flow(rng.normal(size=(3, 3)))
    with pytest.raises(ValueError, match="no inequality applies"):
        st.decrease.worst_margins(full, path(full, -Y), v)
    with pytest.raises(ValueError, match="causal flows with U = I"):
        st.decrease.iss_dose(full, path(full, Y))
    causal = st.Flow(full.P, causal=True)
    batch = st.fixed_step_trajectory(causal, np.stack([Y, Y]), TIMES, 0.1)
    for call in (lambda: st.decrease.iss_dose(causal, batch), lambda: st.decrease.worst_margins(causal, batch, v)):
        with pytest.raises(ValueError, match="allowed is one system"):
            call()
