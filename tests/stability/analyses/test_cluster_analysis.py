from fractions import Fraction

import numpy as np

import attnverify.stability as st


def stable(records, kind):
    return [r for r in records if r.kind == kind and r.verdict is st.Stability.STABLE and r.certified]


def test_a_stable_polygonal_pair_off_the_eigenvectors():
    P = [[Fraction(-24, 5), Fraction(7, 5)], [Fraction(7, 5), Fraction(24, 5)]]
    records, searched = st.analyses.cluster_records(st.analyse(P, [[2, 0], [0, 1]], 2, Fraction(1, 10)), starts=100)
    near = [r for r in stable(records, "polygonal") if np.allclose(np.abs(r.tokens), [[0.8, 0.6], [0.8, 0.6]])]
    assert len(near) == 1
    values = sorted(st.analyses.middle(item.value).real for item in near[0].spectrum)
    assert np.allclose(values, [13 / 25, 112 / 125], atol=1e-12)
    assert "100" in searched


def test_three_stable_clusters():
    analysis = st.analyse([[2, -1], [-2, -2]], [[-2, 1], [1, 2]], 6, Fraction(1, 20))
    records, _ = st.analyses.cluster_records(analysis, starts=100)
    (three,) = [r for r in stable(records, "clustering") if r.split == (2, 2, 2)]
    values = sorted(st.analyses.middle(item.value).real for item in three.spectrum)
    assert np.allclose(values, sorted([0.940152, 0.870682, 0.593774, 0.845483, 0.979596, 0.711322]), atol=1e-6)


def test_states_on_eigenvectors_are_not_repeated():
    analysis = st.analyse(np.eye(2), [[1, 0], [0, -2]], 4, 0.25)
    records, _ = st.analyses.cluster_records(analysis, starts=30)
    assert not [r for r in records if np.allclose(np.sort(np.abs(r.tokens), axis=-1), [0, 1])]


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
