"""Worked systems whose equilibria and exact spectra are known."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from flint import fmpq

import attnverify.stability as st
from attnverify.stability.states.equilibrium import Nature
from tests.stability.linearisation.whole_jacobian import compared

LOG3 = sp.log(3)


def found(analysis, kind, k, split=None):
    (record,) = [
        r for r in analysis.equilibria if r.kind == kind and r.eigenvalue == k and (split is None or r.split == split)
    ]
    return record


def exact(record):
    return sorted((Fraction(str(item.value)), item.multiplicity) for item in record.spectrum)


def test_causal_attention_has_a_stable_pair_of_opposite_tokens():
    analysis = st.analyse([[0, 0], [0, 0]], [[1, 0], [0, -1]], 2, Fraction(1, 4), causal=True)
    record = found(analysis, "sign pattern", 0)
    assert record.verdict is st.Stability.STABLE
    assert exact(record) == [(Fraction(3, 5), 1), (Fraction(7, 8), 1)]


def test_several_heads_have_a_stable_bipartite_point():
    zero = [0] * 4
    heads = [([zero, zero, [0, -1, 0, 3], zero], [zero, zero, [0, 0, 0.25, 0], [0, 0, 0, -0.25]])]
    V, P = [[2, 0, 0, 0], [0, 0.5, 0, 0], zero, zero], [[LOG3, 0, 0, 0], [0, 2, 0, 0], zero, zero]
    record = found(st.analyse(P, V, 4, Fraction(1, 4), heads=heads), "bipartite", 0, (2, 2))
    assert record.verdict is st.Stability.STABLE
    wanted = sorted([45 / 56, 85 / 112, 75 / 112, 11 / 14, *[5 / 7] * 8])
    values = [st.analyses.middle(item.value).real for item in record.spectrum for _ in range(item.multiplicity)]
    assert np.allclose(sorted(values), wanted, atol=1e-12)


def test_the_flip_of_a_bipartite_point_of_a_negative_eigenvalue():
    """diag(1/2, -2, -5/2), one token at each pole, T = -1/2, alpha = 3: an eigenvalue is -20/19."""
    V = np.diag([Fraction(1, 2), Fraction(-2), Fraction(-5, 2)]).tolist()
    P = (-np.eye(3, dtype=int) * sp.log(3) / 2).tolist()
    record = found(st.analyse(P, V, 2, 3), "bipartite", 2)
    assert record.verdict is st.Stability.UNSTABLE
    assert Fraction(-20, 19) in [value for value, _ in exact(record)]
    assert record.flip < 3


def test_marginal_is_proved_or_not_said():
    exact_bound = Fraction(4, 33)
    V = [[1, 0, 0], [0, 0.5, -3], [0, 3, 0.5]]
    analysis = st.analyse(np.eye(3), V, 4, exact_bound)
    assert analysis.bound[0] == fmpq(4, 33)
    assert found(analysis, "consensus", 0).verdict is st.Stability.MARGINAL
    above, below = exact_bound + Fraction(1, 10**30), exact_bound - Fraction(1, 10**30)
    assert found(st.analyse(np.eye(3), V, 4, above), "consensus", 0).verdict is st.Stability.UNSTABLE
    assert found(st.analyse(np.eye(3), V, 4, below), "consensus", 0).verdict is st.Stability.STABLE
    # lambda = -1 +- sqrt(5): the bound is 1, reached exactly by irrational eigenvalues.
    irrational = [[-1, 5], [1, -1]]
    assert found(st.analyse(np.eye(2), irrational, 4, 1), "consensus", 0).verdict is st.Stability.MARGINAL


def test_natures_at_large_steps():
    analysis = st.analyse(np.zeros((2, 2)), [[2, 0], [0, -1]], 3, 1)
    assert found(analysis, "consensus", 1).nature is Nature.UNDEFINED
    analysis = st.analyse(np.zeros((2, 2)), [[2, 0], [0, -1]], 3, 2)
    assert found(analysis, "consensus", 1).nature is Nature.TWO_CYCLE
    assert found(analysis, "bipartite", 0).nature is Nature.MOVES
    assert found(analysis, "bipartite", 0).verdict is None


def test_a_consensus_two_cycle_is_stable_beyond_the_bound():
    """Beyond 2/(|lambda_d| - lambda_1) the 2-cycle on v_d takes over."""
    analysis = st.analyse(np.zeros((2, 2)), [[1, 0], [0, -2]], 4, 3)
    assert found(analysis, "consensus", 1).nature is Nature.TWO_CYCLE
    assert found(analysis, "consensus", 1).verdict is st.Stability.STABLE
    assert found(analysis, "consensus", 0).verdict is st.Stability.UNSTABLE


def test_ten_thousand_tokens():
    analysis = st.analyse(np.diag([2.0, 1.0, 0.5]), np.diag([1.0, 0.3, -0.4]), 10_000, 0.3)
    principal = [r for r in analysis.equilibria if r.eigenvalue == 0 and r.kind == "bipartite"]
    assert [r.verdict for r in principal] == [st.Stability.UNSTABLE, st.Stability.STABLE]
    assert principal[-1].last == (5000, 5000)
    assert principal[0].last[0] + 1 == principal[1].split[0]
    assert sum(item.multiplicity for item in principal[0].spectrum) == 10_000 * 2


def test_families_that_are_not_covered_say_so():
    V = [[1, 0, 0], [0, 1, 0], [0, 0, 0.5]]
    analysis = st.analyse(np.diag([1.0, 2.0, 3.0]), V, 4, 0.1)
    record = found(analysis, "bipartite", 0)
    assert record.verdict is st.Stability.UNDECIDED
    assert not record.certified
    assert found(analysis, "consensus", 0).verdict is st.Stability.MARGINAL
    assert any("famil" in remark for remark in analysis.remarks)


@pytest.mark.parametrize(("change", "message"), [
    ({"N": 0}, "N is 0"),
    ({"N": 10**9 + 1}, "N is 1000000001"),
    ({"alpha": 0}, "alpha"),
    ({"alpha": float("nan")}, "alpha"),
    ({"P": [[1]]}, "P has shape"),
    ({"V": [[1]], "P": [[1]]}, "dimension"),
    ({"V": np.eye(600), "P": np.eye(600)}, "allowed are 2 to 512, .* these would be 3.2"),
    ({"split": 4}, "split"),
    ({"V": [[1e200 if i == j else 1e-200 for j in range(30)] for i in range(30)], "P": np.eye(30)}, "orders"),
    ({"V": [[LOG3, 0], [0, 1]]}, r"V\[0\]\[0\]"),
])  # fmt: skip
def test_bad_input_is_named(change, message):
    given = {"V": [[1, 0], [0, -2]], "P": [[0, 0], [0, 0]], "N": 4, "alpha": 0.25, **change}
    with pytest.raises(ValueError, match=message):
        st.analyse(**given)


# Multi head pairs.
def bipartite(analysis, k):
    return [r for r in analysis.equilibria if r.kind == "bipartite" and r.eigenvalue == k]


def test_generic_heads_have_no_bipartite_equilibrium_on_an_eigenvector_of_their_sum():
    rng = np.random.default_rng(0)
    V, P, V2, P2 = rng.standard_normal((4, 3, 3))
    analysis = st.analyse(P, V, 4, 0.2, heads=[(P2, V2)])
    records = [r for r in analysis.equilibria if r.kind == "bipartite" and r.split == (1, 3)]
    assert records
    assert all(record.nature is Nature.MOVES and record.verdict is None for record in records)


def test_heads_with_one_logit_matrix_are_one_head():
    rng = np.random.default_rng(1)
    V, P, V2 = np.diag([1.0, 0.5, -0.25]), rng.standard_normal((3, 3)), np.diag([0.5, 0.25, 0.0])
    several = st.analyse(P, V, 4, 0.2, heads=[(P, V2)])
    one = st.analyse(P, V + V2, 4, 0.2)
    for left, right in zip(bipartite(several, 0), bipartite(one, 0), strict=True):
        assert left.verdict is right.verdict
        assert abs(float(left.margin) - float(right.margin)) < 1e-10


def test_one_logit_on_the_line_is_enough():
    """P_1 and P_2 differ off the line of e_1 only; the values of the heads are not parallel there."""
    V, V2 = [[1, 1], [0, 0.5]], [[1, -1], [0, 0.25]]
    P, heads = [[2, 0], [0, 1]], [([[2, 0], [0, 5]], V2)]
    analysis = st.analyse(P, V, 4, 0.2, heads=heads)
    assert bipartite(analysis, 0)[-1].nature is Nature.FIXED
    assert compared(analysis, V, P, 0.2, heads=heads) > 0
