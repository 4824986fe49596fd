"""The exact criterion against directly computed spectra; benchmarks/bipartite_criterion.py does it 20000 times."""

import numpy as np

from proofs_checks.power_method.attention import bipartite_criterion, bipartite_trials


def outcomes(sign, cases):
    drawn = (bipartite_trials.draw(np.random.default_rng([2, n]), most_tokens=5, most_d=3) for n in range(cases))
    return [bipartite_criterion.agrees(system, sign) for system in drawn if system.is_equilibrium]


def test_the_criterion_says_what_the_spectrum_says():
    found = outcomes(-1, 300)
    assert False not in found
    assert found.count(True) == 272


def test_a_wrong_sign_in_the_criterion_is_noticed():
    assert False in outcomes(1, 60)
