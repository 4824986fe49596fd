"""The enclosed runs against floating-point runs of all ten tokens, and what is decided of their balls."""

import numpy as np
import pytest
from flint import arb

import attnverify.stability as st
from attnverify.proofs_checks.consensus.simulations import enclosed_runs, printed
from attnverify.verify.verdict import Verdict


def inside(Y, found):
    """Whether the floats lie in the balls, widened by the error of the floating-point run."""
    wider = st.motion.balls(Y, 1e-7)
    return all(ball.contains(float(x)) for x, ball in zip(found.reshape(-1), wider.reshape(-1), strict=True))


def test_ten_tokens_at_three_places_move_as_the_three_with_multiplicities():
    kept, Y = enclosed_runs.meeting()
    start = np.repeat(enclosed_runs.exact(enclosed_runs.PLACES).astype(float), enclosed_runs.COPIES, axis=0)
    times = np.linspace(0, enclosed_runs.MEETING, 9)
    states = st.trajectory(printed.simulation_1(), start, times, 2e-3).states
    assert kept
    assert len(start) == printed.TOKENS
    assert np.all(states[:, :, 0] > 0)
    assert inside(Y, states[-1, [0, 4, 7]])
    assert max(float(entry.rad()) for entry in Y.flat) < 1e-3


def test_the_first_three_of_ten_causal_tokens_move_alone():
    kept, Y = enclosed_runs.approach()
    rest = st.random_tokens(np.random.default_rng(0), 1, 7, 3)[0]
    start = np.concatenate([enclosed_runs.exact(enclosed_runs.FIRST).astype(float), rest])
    times = np.linspace(0, enclosed_runs.APPROACH, 9)
    states = st.trajectory(printed.simulation_3(), start, times, 2e-3).states
    v = printed.principal_direction()
    assert kept
    assert np.all(states[:, :3] @ v > 0)
    assert inside(Y, states[-1, :3])
    assert max(float(entry.rad()) for entry in Y.flat) < 1e-3
    assert np.max(np.linalg.norm(states[-1, :3] - v, axis=1)) == pytest.approx(0.334, abs=1e-3)


def test_the_principal_balls_contain_the_eigenvector():
    w = enclosed_runs.principal_balls()
    unit = np.array([float(entry) for entry in w / enclosed_runs.length(w)])
    assert np.allclose(unit, printed.principal_direction(), atol=1e-5)


@pytest.mark.parametrize(("kept", "bound", "verdict"), [(True, "1/2", "ARGUED"), (False, "1/2", "OPEN")])
def test_a_run_counts_only_when_everything_is_proved(kept, bound, verdict):
    distances = [arb("0.25", "0.01"), arb("0.4", "0.2")]
    assert enclosed_runs.within(kept, distances[:1], bound, "a run").verdict is Verdict[verdict]
    assert enclosed_runs.within(kept, distances, bound, "a run").verdict is Verdict.OPEN
