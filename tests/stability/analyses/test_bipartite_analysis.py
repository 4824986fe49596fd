"""The two facts that make many tokens cheap, against single splits and against numerical spectra."""

import numpy as np
import pytest
from flint import fmpq

import attnverify.stability as st
from attnverify.stability.analyses.bipartite_analysis import group_weights, unstable_on_all_splits


def lines_of(V, P):
    spectrum = st.spectrum(V)
    lines = st.linearisation.Eigenlines(spectrum, [st.log_numbers.log_matrix(P, "P")])
    for k, e in enumerate(spectrum.eigenvalues):
        if e.is_real:
            yield spectrum, k, lines.line(e).odds()[0]


@pytest.mark.parametrize("seed", range(8))
def test_ranges_agree_with_single_splits(seed):
    rng = np.random.default_rng(seed)
    V, P = rng.standard_normal((2, 4, 4))
    V, N, alpha = (V + V.T if seed % 2 else V), 40, fmpq(1, 4) if seed < 6 else fmpq(3)
    for spectrum, k, E in lines_of(V, 2 * P):
        single = {}
        for p in range(1, N // 2 + 1):
            record = st.analyses.bipartite_record(spectrum, k, alpha, group_weights(p, N, E), split=(p, N - p))
            single[p] = (record.nature, record.verdict)
        spread = {}
        for record in st.analyses.bipartite_ranges(spectrum, k, E, N, alpha):
            last = record.last or record.split
            spread.update(dict.fromkeys(range(record.split[0], last[0] + 1), (record.nature, record.verdict)))
        assert spread == single


def test_the_rule_for_every_split_agrees_with_the_spectra():
    rng = np.random.default_rng(3)
    applied = 0
    for _ in range(60):
        V, P = rng.standard_normal((2, 3, 3))
        N, alpha = int(rng.integers(2, 9)), fmpq(1, 10)
        for spectrum, k, E in lines_of(V + V.T, 3 * P):
            if unstable_on_all_splits(spectrum, k, alpha):
                applied += 1
                for p in range(1, N):
                    record = st.analyses.bipartite_record(spectrum, k, alpha, group_weights(p, N, E), split=(p, N - p))
                    assert record.verdict is st.Stability.UNSTABLE
    assert applied > 60


def test_the_rule_is_silent_where_a_state_is_stable():
    for spectrum, k, E in lines_of(np.diag([1, 0.2]), 2 * np.eye(2)):
        record = st.analyses.bipartite_record(spectrum, k, fmpq(1, 4), group_weights(2, 4, E), split=(2, 2))
        if record.verdict is st.Stability.STABLE:
            assert unstable_on_all_splits(spectrum, k, fmpq(1, 4)) == ""
            break
    else:
        pytest.fail("no stable state was found")


def test_the_flip_puts_an_eigenvalue_at_minus_one():
    """diag(1, -3), P = I, equal groups: 2/(3 - tanh 1)."""
    for spectrum, k, E in lines_of(np.diag([1, -3]), np.eye(2)):
        if k == 0:
            record = st.analyses.bipartite_record(spectrum, k, fmpq(1, 2), group_weights(2, 4, E), split=(2, 2))
            assert abs(float(record.flip) - 2 / (3 - np.tanh(1))) < 1e-12
