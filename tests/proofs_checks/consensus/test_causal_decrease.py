"""Property tests of the auto-regressive decrease: random states, P and heads; the worst margin is reported."""

import numpy as np

from attnverify.proofs_checks.consensus.auto_regressive.almost_every import expansion_slack
from attnverify.proofs_checks.consensus.auto_regressive.hemisphere import trajectory_slack


def numbers(count):
    return [int(number) for number in np.random.default_rng(11).integers(0, 2**32, count)]


def test_the_searches_reject_faster_rates():
    """The claimed rates hold at every draw; twice the rate fails at some: the searches of the claims can fail."""
    assert min(trajectory_slack(number, 1) for number in numbers(20)) >= 0
    assert min(trajectory_slack(number, 2) for number in numbers(20)) < -0.1
    assert min(expansion_slack(number, 0.5) for number in numbers(200)) >= 0
    assert min(expansion_slack(number, 1.0) for number in numbers(200)) < -0.1
