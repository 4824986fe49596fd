"""Counterexamples and exact examples of the field: each comes out of the analysis of its matrices alone."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from flint import fmpq

import attnverify.stability as st

LOG2, LOG3 = sp.log(2), sp.log(3)


def analysed(V, P, N, alpha, *, starts=0, **options):
    found = st.analyse(P, V, N, alpha, **options)
    clusters, _ = st.analyses.cluster_records(found, starts) if starts else ([], "")
    return [*found.equilibria, *clusters]


def values(record):
    return sorted(st.analyses.middle(item.value).real for item in record.spectrum for _ in range(item.multiplicity))


def certified(records, kind, split, verdict, k=None):
    return [
        record
        for record in records
        if record.kind == kind
        and sorted(record.split) == sorted(split)
        and record.verdict is verdict
        and record.certified
        and record.eigenvalue == k
    ]


def test_a_stable_bipartite_point_at_a_negative_eigenvalue_for_any_number_of_pairs():
    for N in (2, 4, 40, 400):
        records = analysed([[1, 0], [0, -2]], [[-LOG3, 0], [0, -LOG3]], N, Fraction(1, 4))
        (record,) = certified(records, "bipartite", (N // 2, N // 2), st.Stability.STABLE, 1)
        wanted = {Fraction(25, 28), Fraction(4, 7)} | ({Fraction(5, 7)} if N > 2 else set())
        assert {Fraction(str(item.value)) for item in record.spectrum} == wanted
        assert record.margin == fmpq(3, 28)


def test_a_stable_polygonal_point_of_a_positive_definite_value_matrix():
    P = [[Fraction(-24, 5), Fraction(7, 5)], [Fraction(7, 5), Fraction(24, 5)]]
    records = analysed([[2, 0], [0, 1]], P, 2, Fraction(1, 10), starts=100)
    spectra = [values(record) for record in certified(records, "polygonal", (1, 1), st.Stability.STABLE)]
    assert any(np.allclose(spectrum, [13 / 25, 112 / 125], atol=1e-12) for spectrum in spectra)


def test_antipodal_pairs_attract_an_open_set_of_starts():
    """V = diag(1, -1), two tokens: about a fifth of the starts stay opposite; the family is no isolated point."""
    analysis = st.analyse(np.zeros((2, 2)), [[1, 0], [0, -1]], 2, Fraction(1, 4))
    (record,) = certified(analysis.equilibria, "bipartite", (1, 1), st.Stability.MARGINAL, 0)
    assert values(record) == [0.75, 1.0]
    limits = {limit.label: limit for limit in st.limits(analysis, 60)}
    away = limits["2 distinct tokens off the eigenvectors"]
    assert 5 <= away.count <= 20
    assert away.certified == 0
    assert limits["consensus on v_1"].certified == 60 - away.count


def test_two_clusters_of_a_positive_definite_value_matrix():
    V = [[Fraction(104, 35), Fraction(-33, 35)], [Fraction(-33, 35), Fraction(66, 35)]]
    P = [[3 * LOG2, sp.Rational(22, 3) * LOG2], [4 * LOG2, sp.Rational(46, 3) * LOG2]]
    stable = certified(analysed(V, P, 4, Fraction(1, 10), starts=100), "clustering", (2, 2), st.Stability.STABLE)
    ell = float(LOG2)
    wanted = sorted([0.976642, 0.702237, 10 / 11 + 4 * ell / 35, 50 / 61 - 36 * ell / 2135])
    assert any(np.allclose(values(record), wanted, atol=1e-6) for record in stable)


def test_three_clusters_of_integer_matrices():
    records = analysed([[-2, 1], [1, 2]], [[2, -1], [-2, -2]], 6, Fraction(1, 20), starts=100)
    stable = certified(records, "clustering", (2, 2, 2), st.Stability.STABLE)
    wanted = [0.593774, 0.711322, 0.845483, 0.870682, 0.940152, 0.979596]
    assert any(np.allclose(values(record), wanted, atol=1e-6) for record in stable)


def test_what_lies_on_an_eigenvector_is_listed_once():
    V = [[Fraction(104, 35), Fraction(-33, 35)], [Fraction(-33, 35), Fraction(66, 35)]]
    P = [[3 * LOG2, sp.Rational(22, 3) * LOG2], [4 * LOG2, sp.Rational(46, 3) * LOG2]]
    v = np.linalg.eigh(np.array([[104, -33], [-33, 66]]) / 35)[1]
    for record in analysed(V, P, 4, Fraction(1, 10), starts=100):
        if record.tokens is not None:
            assert np.max(np.min(1 - np.abs(record.tokens @ v), axis=1)) > 1e-6


def test_caps_around_a_bipartite_point_attract_at_every_step_size():
    analysis = st.analyse([[2, 0], [0, 0]], [[1, 0], [0, Fraction(1, 10)]], 4, 50)
    assert certified(analysis.equilibria, "bipartite", (2, 2), st.Stability.STABLE, 0)
    limits = st.limits(analysis, 12)
    assert all(limit.certified == limit.count for limit in limits)
    assert any(limit.label == "bipartite 2+2 on v_1" for limit in limits)


def test_causal_sign_patterns_are_stable_exactly_when_every_token_outweighs_lambda_2():
    """lambda_2/lambda_1 < n_i^+ - n_i^- e^(-2a) for all i, for alpha below 1 over the spectral radius."""
    for second in (Fraction(1, 2), Fraction(-1, 5)):
        records = analysed([[1, 0], [0, second]], [[LOG3, 0], [0, 0]], 5, Fraction(1, 2), causal=True)
        patterns = [record for record in records if record.kind == "sign pattern" and record.eigenvalue == 0]
        assert len(patterns) == 15
        for record in patterns:
            alike = [sum(e == s for e in record.split[: i + 1]) for i, s in enumerate(record.split)]
            slacks = [n - Fraction(i + 1 - n, 9) - second for i, n in enumerate(alike)]
            assert (record.verdict is st.Stability.STABLE) == (min(slacks) > 0)


def test_the_bipartite_point_flips_where_the_two_cycle_meets_it():
    (record,) = certified(
        analysed([[1, 0], [0, -3]], np.eye(2), 2, Fraction(1, 10)), "bipartite", (1, 1), st.Stability.STABLE, 0
    )
    assert float(record.flip) == pytest.approx(2 / (3 - np.tanh(1)), abs=1e-12)
    assert float(record.flip) == pytest.approx(0.893493, abs=1e-6)
