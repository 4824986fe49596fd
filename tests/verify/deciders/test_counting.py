"""Counted experiments: the verdict is about the whole confidence interval."""

import numpy as np
import pytest

import attnverify.verify.deciders as decide
from attnverify.verify.verdict import Rung


def test_counted_needs_the_whole_interval():
    outcomes = np.array([True] * 95 + [False] * 5)
    inside = decide.counted(outcomes, scope="draws", seed=0, at_least=0.8)
    assert inside.rung is Rung.TESTED
    assert inside.certificate["examples"] == 100
    assert inside.certificate["worst"]["happened"] == "95"
    assert decide.counted(outcomes, scope="draws", seed=0, at_least=0.94).rung is Rung.OPEN
    assert decide.counted(outcomes, scope="draws", seed=0, at_most=0.96).rung is Rung.OPEN
    with pytest.raises(ValueError, match="trials = 0"):
        decide.counted([], scope="draws", seed=0)


def test_the_interval_of_a_share():
    low, high = decide.fraction_interval(0, 100)
    assert low == 0.0
    assert high == pytest.approx(1 - 0.005 ** (1 / 100))
    low, high = decide.fraction_interval(50, 100)
    assert low < 0.5 < high
    assert low == pytest.approx(1 - high)
    with pytest.raises(ValueError, match="successes = 3"):
        decide.fraction_interval(3, 2)
