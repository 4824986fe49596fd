"""Random systems of every shape against the whole Jacobian; the same check with a wrong eigenvalue fails."""

from dataclasses import replace

import numpy as np
import pytest
from flint import fmpq

import attnverify.stability as st
from tests.stability.linearisation.whole_jacobian import cross_check


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("seed", range(4))
def test_random_systems_have_the_spectra_of_their_whole_jacobian(seed, causal):
    rng = np.random.default_rng(seed)
    V, P = rng.standard_normal((2, 3, 3))
    checked = cross_check(st.analyse(P, V, 5, 0.2, causal=causal))
    assert checked.compared > 0
    assert checked.disagreeing == 0


def test_several_heads():
    rng = np.random.default_rng(7)
    V = np.diag(rng.uniform(0.2, 1, 3))
    P, P2 = rng.standard_normal((2, 3, 3))
    checked = cross_check(st.analyse(P, V, 4, 0.2, heads=[(P2, V / 2)]))
    assert checked.compared == 3 + 3 * 2
    assert checked.disagreeing == 0


def test_a_wrong_eigenvalue_is_noticed():
    analysis = st.analyse(np.eye(2), [[1, 0], [0, -2]], 4, 0.25)
    first, *rest = analysis.equilibria
    wrong = replace(first.spectrum[0], value=first.spectrum[0].value + fmpq(1, 10**9))
    checked = cross_check(replace(analysis, equilibria=(replace(first, spectrum=(wrong, *first.spectrum[1:])), *rest)))
    assert checked.disagreeing == 1
    assert checked.analysis.equilibria[0].verdict is st.Stability.UNDECIDED
    assert not checked.analysis.equilibria[0].certified


def test_large_systems_are_left_alone():
    checked = cross_check(st.analyse(np.eye(2), [[1, 0], [0, -2]], 101, 0.25))
    assert (checked.compared, checked.disagreeing) == (0, 0)
