"""Counted experiments: the verdict is about the whole confidence interval."""

import numpy as np

from proofs_checks.counted_runs import counted
from verify.verdict import Rung


def test_counted_needs_the_whole_interval():
    outcomes = np.array([True] * 95 + [False] * 5)
    inside = counted(outcomes, scope="draws", seed=0, at_least=0.8)
    assert inside.rung is Rung.TESTED
    assert inside.certificate["examples"] == 100
    assert counted(outcomes, scope="draws", seed=0, at_least=0.94).rung is Rung.OPEN
    assert counted(outcomes, scope="draws", seed=0, at_most=0.96).rung is Rung.OPEN
