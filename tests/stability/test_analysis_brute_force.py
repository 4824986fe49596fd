"""Awkward and random systems against the whole Jacobian: natures, moments, verdicts."""

from dataclasses import replace
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp
from flint import fmpq

import attnverify.stability as st
from tests.stability.linearisation.whole_jacobian import compared

LOG3 = sp.log(3)
SYSTEMS = {
    "defective": ([[1, 1, 0], [0, 1, 1], [0, 0, 1]], np.eye(3), 3, F(1, 4), {}),
    "repeated": ([[2, 0, 0], [0, 1, 0], [0, 0, 1]], np.eye(3), 4, F(1, 4), {}),
    "complex pair": ([[1, 0, 0], [0, F(1, 2), -3], [0, 3, F(1, 2)]], np.diag([1, 2, 3]), 4, F(1, 10), {}),
    "singular": ([[2, 4], [1, 2]], [[LOG3, 0], [0, -LOG3]], 5, 2, {}),
    "nilpotent": ([[0, 1], [0, 0]], [[1, 2], [3, 4]], 3, 1, {}),
    "zero": ([[0, 0], [0, 0]], [[1, 2], [3, 4]], 3, 1, {}),
    "one token": ([[1, 2], [0, -3]], np.eye(2), 1, F(3, 4), {}),
    "two-cycles": ([[1, 0], [0, -2]], [[LOG3, 0], [0, LOG3]], 4, 3, {}),
    "no image": ([[1, 0], [0, -1]], np.eye(2), 3, 1, {}),
    "causal": ([[1, 0], [0, -2]], [[LOG3, 0], [0, -LOG3]], 4, F(1, 3), {"causal": True}),
    "heads": ([[1, 0], [0, 0]], np.eye(2), 4, F(1, 4), {"heads": [(np.diag([2, 1]), [[0, 0], [0, F(1, 2)]])]}),
    "heads with equal logits": ([[1, 2], [0, 1]], np.eye(2), 4, F(1, 4), {"heads": [(np.eye(2), [[0, 1], [1, 0]])]}),
    "floats": ([[0.1, 0.7], [-0.3, 0.2]], [[0.1, 0.2], [0.3, 0.4]], 4, 0.1, {}),
}
for seed in range(4):
    V, P = np.random.default_rng(seed).standard_normal((2, 3, 3))
    SYSTEMS |= {f"random, {causal = }, {seed}": (V, P, 5, 0.2, {"causal": causal}) for causal in (False, True)}
V, (P, Q) = np.diag([0.4, 0.9, 0.6]), np.random.default_rng(7).standard_normal((2, 3, 3))
SYSTEMS["random heads"] = (V, P, 4, 0.2, {"heads": [(Q, V / 2)]})


@pytest.mark.parametrize("name", SYSTEMS)
def test_natures_spectra_and_verdicts(name):
    V, P, N, alpha, options = SYSTEMS[name]
    count = compared(st.analyse(P, V, N, alpha, **options), V, P, alpha, **options)
    assert (count == 0) == (name in ("zero", "floats"))


def test_a_wrong_eigenvalue_is_noticed():
    V, P = [[1, 0], [0, -2]], np.eye(2)
    analysis = st.analyse(P, V, 4, 0.25)
    assert compared(analysis, V, P, 0.25)
    first, *rest = analysis.equilibria
    wrong = replace(first.spectrum[0], value=first.spectrum[0].value + fmpq(1, 10**9))
    analysis = replace(analysis, equilibria=(replace(first, spectrum=(wrong, *first.spectrum[1:])), *rest))
    with pytest.raises(AssertionError):
        compared(analysis, V, P, 0.25)
