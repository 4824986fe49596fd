import numpy as np

import attnverify.stability as st
from attnverify.stability.states.cluster_search import same_state


def test_a_settled_state_does_not_move():
    rng = np.random.default_rng(0)
    P, V = np.eye(2), np.diag([1.0, 0.5])
    X = st.motion.settle(st.random_tokens(rng, 4, 3, 2), P, V, 0.3)
    assert np.max(np.abs(st.attention_map(X, P, V, 0.3) - X)) < 1e-12


def test_limits_are_taken_together_up_to_sign_and_order():
    found = st.motion.settled_clusters(4 * np.eye(2), np.diag([1.0, 0.5]), 4, 0.3, starts=40)
    assert sorted(tuple(sorted(candidate.counts)) for candidate in found) == [(1, 3), (2, 2)]
    swapped = st.states.Candidate(-found[0].tokens[::-1], found[0].nu[::-1], found[0].counts[::-1])
    assert same_state(found[0], swapped)
    assert not same_state(found[0], found[1])
