"""Figure 3 at a reduced size: what is counted, and that it is counted along SA."""

from __future__ import annotations

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.proofs_checks.perspective.phase_transition import AFTER, BEFORE, DELTA, STEPS, TOKENS, shares, width

# a step in the middle of the jump of that draw
LATE = 300


def test_the_share_is_that_of_plain_steps_of_the_flow() -> None:
    X = st.draws.random_tokens(np.random.default_rng([7, 3, 8]), 1, TOKENS, 8)[0]
    flow = st.models.SphereFlow(1.0)
    for _ in range(LATE):
        X = st.models.sphere_step(flow.velocity, X, 8.0 / STEPS)
    near = (X @ X.T > 1 - DELTA) & ~np.eye(TOKENS, dtype=bool)
    found = shares(8, 1.0, 8.0, seed=7)
    assert found.shape == (STEPS + 1,)
    assert found[0] == 0
    assert 0.1 < found[LATE] < 0.9
    assert found[LATE] == pytest.approx(np.sum(near) / (TOKENS * (TOKENS - 1)), abs=0.01)


def test_the_steps_are_at_four_fifths_and_six_fifths_of_the_curve() -> None:
    assert BEFORE == 0.8 * STEPS / 2
    assert AFTER == 1.2 * STEPS / 2


def test_the_width_counts_the_steps_between_the_two_shares() -> None:
    assert width(np.array([0.0, 0.05, 0.1, 0.5, 0.9, 0.95, 1.0])) == 3
    assert width(np.zeros(5)) == 0
