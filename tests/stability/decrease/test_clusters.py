"""The interaction energy is largest at consensus and rises along its flow; clusters are components of being near."""

import numpy as np
import pytest
from flint import arb

import stability as st


def test_the_energy_of_one_state_is_that_of_batches():
    X = st.random_tokens(np.random.default_rng(0), 3, 5, 4)
    dynamics = st.batches.Dynamics(beta=2.0)
    observed = st.batches.observed(dynamics, X, 0.1, 0, st.batches.statistic("energy"))
    assert st.decrease.interaction_energy(X, 2.0) == pytest.approx(np.asarray(observed)[0])


def test_it_rises_along_the_flow_and_is_largest_at_consensus():
    X = st.random_tokens(np.random.default_rng(1), 1, 6, 3)[0]
    flow = st.Flow(3 * np.eye(3))
    path = st.fixed_step_trajectory(flow, X, np.linspace(0, 5, 51), 0.02)
    values = st.decrease.interaction_energy(path.states, 3.0)
    assert np.all(np.diff(values) > 0)
    assert np.all(values < np.exp(3) / 6)
    balls = st.decrease.interaction_energy(st.motion.balls(np.array([[1.0, 0.0], [0.0, 1.0]])), 1)
    assert balls.overlaps((arb(1).exp() + 1) / 4)
    with pytest.raises(ValueError, match="beta is 0"):
        st.decrease.interaction_energy(X, 0)


def test_clusters_are_components_of_being_near():
    angles = np.array([0, 0.04, 0.08, 1.0, 1.01, 3.0])
    X = np.stack([np.cos(angles), np.sin(angles)], axis=1)
    assert st.decrease.cluster_count(X, 1e-3) == 3
    assert st.decrease.cluster_count(X, 1e-5) == 6
    with pytest.raises(ValueError, match="delta = 2"):
        st.decrease.cluster_count(X, 2)
