"""Analyses of clusters, of bipartite states, of sign patterns and mirror images."""

from dataclasses import replace

import numpy as np
import pytest
from flint import fmpq

import attnverify.stability as st
from attnverify.stability.analyses.bipartite_analysis import group_weights, unstable_on_all_splits
from attnverify.stability.analyses.cluster_analysis import without_mirror_images
from attnverify.stability.analyses.equilibrium_record import EquilibriumRecord
from attnverify.stability.linearisation.spectral_verdicts import Stability


def test_what_is_not_searched_says_so():
    zero = np.zeros((2, 2))
    for options in ({"causal": True}, {"heads": [(np.eye(2), zero)]}):
        records, remark = st.analyses.cluster_records(st.analyse(zero, [[1, 0], [0, -2]], 3, 0.25, **options))
        assert records == []
        assert "not searched" in remark


def test_continuous_families_are_numerical_only():
    """The Oja map, N = 2: antipodal pairs in every direction are equilibria, none of them isolated."""
    records, _ = st.analyses.cluster_records(st.analyse(np.zeros((2, 2)), [[1, 0], [0, -1]], 2, 0.25), starts=50)
    assert records
    assert all(not r.certified and r.verdict is st.Stability.UNDECIDED for r in records)


# The two facts that make many tokens cheap, against single splits and against numerical spectra.
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


def test_all_patterns_up_to_the_common_sign():
    spectrum = st.spectrum([[2, 0], [0, 1]])
    records = list(st.analyses.pattern_records(spectrum, 0, fmpq(100), 4, fmpq(1, 4)))
    assert len(records) == 7
    assert all(record.split[0] == 1 and -1 in record.split for record in records)
    assert {record.verdict for record in records} == {st.Stability.STABLE}  # 3/100 < 1 - 1/2


# Mirror images are put together; other states with equal numbers are not.
V, P = np.diag([2.0, 1.0, -1.0]), np.diag([0.5, 0.0, 1.0])
HERE = np.array([[0.6, 0.8, 0.0], [0.0, 0.6, 0.8]])


def record(tokens, split=(2, 3), verdict=Stability.STABLE):
    return EquilibriumRecord("clustering", None, split, None, verdict=verdict, tokens=np.array(tokens))


def test_reflections_that_keep_the_matrices_are_one_state():
    images = [HERE, HERE * [1, 1, -1], HERE * [-1, 1, 1]]
    (found,) = without_mirror_images([record(x) for x in images], P, V)
    assert found.images == 3
    assert without_mirror_images([record(x) for x in images], 1e150 * P, 1e-150 * V)[0].images == 3
    swapped = record(HERE[::-1] * [1, -1, 1], split=(3, 2))
    assert len(without_mirror_images([record(HERE), swapped], P, V)) == 1


def test_everything_else_is_kept_apart():
    turned = HERE[:, [1, 0, 2]]
    assert len(without_mirror_images([record(HERE), record(turned)], P, V)) == 2
    mixed = V + np.array([[0, 0, 0.1], [0, 0, 0], [0.1, 0, 0]])
    assert len(without_mirror_images([record(HERE), record(HERE * [1, 1, -1])], P, mixed)) == 2
    assert len(without_mirror_images([record(HERE), record(HERE, verdict=Stability.UNSTABLE)], P, V)) == 2
    assert len(without_mirror_images([record(HERE), record(HERE, split=(1, 4))], P, V)) == 2
    line = replace(record(HERE), tokens=None)
    assert without_mirror_images([line, line], P, V) == [line, line]
