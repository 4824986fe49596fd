"""Worked systems whose spectra are known, and awkward and random ones against the whole Jacobian of all tokens."""

import math
from dataclasses import replace
from fractions import Fraction

import mpmath
import numpy as np
import pytest
import sympy as sp
from flint import fmpq

import attnverify.stability as st
from attnverify.stability.states.equilibrium import Nature

LOG3 = sp.log(3)


def found(analysis, kind, k, split=None):
    of_kind = [r for r in analysis.equilibria if (r.kind, r.eigenvalue) == (kind, k)]
    (record,) = [r for r in of_kind if split is None or r.split == split]
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


STEP = 1e-30


def image(X, V, P, alpha, causal=False, heads=()):
    """One step, written out for this test from the matrices as they were given."""
    Y = X
    for logits, values in [(P, V), *heads]:
        v, p = np.array(values, dtype=float), np.array(logits, dtype=float)
        weights = np.exp(X @ p @ X.T) * (np.tri(len(X)) if causal else 1)
        Y = Y + float(alpha) * (weights / weights.sum(axis=1, keepdims=True)) @ X @ v.T
    return Y / np.sqrt(np.sum(Y * Y, axis=1, keepdims=True))


def tangent_jacobian(X, step):
    N, d = X.shape
    columns = []
    for k in range(N * d):
        Z = X.astype(complex).reshape(-1)
        Z[k] += STEP * 1j
        columns.append(step(Z.reshape(N, d)).imag.reshape(-1) / STEP)
    basis = np.zeros((N * d, N * (d - 1)))
    for i, x in enumerate(X):
        basis[i * d : (i + 1) * d, i * (d - 1) : (i + 1) * (d - 1)] = np.linalg.svd(x[np.newaxis])[2][1:].T
    return basis.T @ np.stack(columns, axis=1) @ basis


def states(analysis):
    """The records of single states with their tokens in floating point."""
    given = analysis.system
    lines = st.linearisation.Eigenlines(analysis.spectrum, given.P)
    for record in analysis.equilibria:
        line = lines.line(analysis.spectrum.eigenvalues[record.eigenvalue])
        if line.direction is None or record.last or record.nature is Nature.UNDEFINED:
            continue
        v = np.array([st.analyses.middle(entry).real for entry in line.direction])
        signs = {"consensus": [1] * given.N, "sign pattern": record.split}.get(record.kind)
        if signs is None:
            signs = [1] * record.split[0] + [-1] * record.split[1]
        yield record, np.outer(signs, v / np.linalg.norm(v))


def compared(analysis, V, P, alpha, **options):
    """How many states have the nature, the moments of the spectrum and the verdict that their Jacobians have: all."""
    count = 0
    for record, X in states(analysis):
        moved = image(X, V, P, alpha, **options)
        sign = {Nature.FIXED: 1, Nature.TWO_CYCLE: -1}.get(record.nature, 0)
        assert np.allclose(moved, X) == (sign == 1)
        assert np.allclose(moved, -X) == (sign == -1)
        if not sign:
            continue
        J = sign * tangent_jacobian(X, lambda Z: image(Z, V, P, alpha, **options))
        values = [st.analyses.middle(item.value) for item in record.spectrum for _ in range(item.multiplicity)]
        assert len(values) == len(J)
        power = np.eye(len(J))
        for exponent in range(1, len(J) + 1):  # moments do not suffer where eigenvalues are defective
            power = power @ J
            size = np.linalg.norm(power)
            assert np.sum(np.array(values) ** exponent) == pytest.approx(np.trace(power), rel=1e-11, abs=1e-11 * size)
        if record.verdict in (st.Stability.STABLE, st.Stability.UNSTABLE):
            assert (np.max(np.abs(values)) < 1) == (record.verdict is st.Stability.STABLE)
        count += 1
    return count


SYSTEMS = {
    "defective": ([[1, 1, 0], [0, 1, 1], [0, 0, 1]], np.eye(3), 3, Fraction(1, 4), {}),
    "repeated": ([[2, 0, 0], [0, 1, 0], [0, 0, 1]], np.eye(3), 4, Fraction(1, 4), {}),
    "complex pair": ([[1, 0, 0], [0, 0.5, -3], [0, 3, 0.5]], np.diag([1, 2, 3]), 4, Fraction(1, 10), {}),
    "singular": ([[2, 4], [1, 2]], [[LOG3, 0], [0, -LOG3]], 5, 2, {}),
    "nilpotent": ([[0, 1], [0, 0]], [[1, 2], [3, 4]], 3, 1, {}),
    "zero": ([[0, 0], [0, 0]], [[1, 2], [3, 4]], 3, 1, {}),
    "one token": ([[1, 2], [0, -3]], np.eye(2), 1, Fraction(3, 4), {}),
    "two-cycles": ([[1, 0], [0, -2]], [[LOG3, 0], [0, LOG3]], 4, 3, {}),
    "no image": ([[1, 0], [0, -1]], np.eye(2), 3, 1, {}),
    "causal": ([[1, 0], [0, -2]], [[LOG3, 0], [0, -LOG3]], 4, Fraction(1, 3), {"causal": True}),
    "heads": ([[1, 0], [0, 0]], np.eye(2), 4, 0.25, {"heads": [(np.diag([2, 1]), [[0, 0], [0, 0.5]])]}),
    "heads with equal logits": ([[1, 2], [0, 1]], np.eye(2), 4, 0.25, {"heads": [(np.eye(2), [[0, 1], [1, 0]])]}),
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


LOG2 = sp.log(2)


def analysed(V, P, N, alpha, *, starts=0, **options):
    found = st.analyse(P, V, N, alpha, **options)
    clusters, _ = st.analyses.cluster_records(found, starts) if starts else ([], "")
    return [*found.equilibria, *clusters]


def values(record):
    return sorted(st.analyses.middle(item.value).real for item in record.spectrum for _ in range(item.multiplicity))


def certified(records, kind, split, verdict, k=None):
    wanted = (kind, sorted(split), verdict, True, k)
    return [r for r in records if (r.kind, sorted(r.split), r.verdict, r.certified, r.eigenvalue) == wanted]


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
    found = analysed([[1, 0], [0, -3]], np.eye(2), 2, Fraction(1, 10))
    (record,) = certified(found, "bipartite", (1, 1), st.Stability.STABLE, 0)
    assert float(record.flip) == pytest.approx(2 / (3 - np.tanh(1)), abs=1e-12)
    assert float(record.flip) == pytest.approx(0.893493, abs=1e-6)


@pytest.mark.parametrize("digits", [20, 200, 350])
def test_a_margin_is_told_to_its_own_digits(digits):
    """sqrt(2) and an eigenvalue whose step size bound is just above 1; 1 and one that is as near."""
    near = Fraction(math.isqrt(2 * 100**digits), 10**digits) + 2
    (record, *_) = analysed([[1, 1, 0], [1, -1, 0], [0, 0, -near]], np.zeros((3, 3)), 3, 1)
    with mpmath.workdps(2 * digits):
        exact = 1 - (mpmath.mpf(near.numerator) / near.denominator - 1) / (1 + mpmath.sqrt(2))
        assert float(record.margin) == pytest.approx(float(exact))
    close = 1 - Fraction(1, 10**digits)
    first, second, *_ = analysed([[1, 0], [0, close]], np.zeros((2, 2)), 3, Fraction(1, 2))
    assert (first.verdict, second.verdict) == (st.Stability.STABLE, st.Stability.UNSTABLE)
    sizes = 1 + close / 2, Fraction(3, 2)
    assert Fraction(str(first.margin)) == 1 - sizes[0] / sizes[1]
    assert Fraction(str(second.margin)) == 1 - sizes[1] / sizes[0]
    cells = [row[6] for row in st.analyse(np.zeros((2, 2)), [[1, 0], [0, close]], 3, Fraction(1, 2)).table().rows]
    assert cells[:2] == [f"3.33333e-{digits + 1}", f"-3.33333e-{digits + 1}"]


@pytest.mark.parametrize(("V", "P", "N"), [
    ([[-1, 0], [0, Fraction(-1, 2)]], [[1, 0], [0, 0]], 5), ([[-3, 1], [1, -2]], [[0, 1], [0, 0]], 3),
    ([[1, 0, 0], [0, Fraction(1, 2), -3], [0, 3, Fraction(1, 2)]], np.zeros((3, 3)), 2),
])  # fmt: skip
def test_a_flip_is_one_of_a_fixed_point(V, P, N):
    """At the step size of a flip the state is still fixed, and -1 or a pair on the circle is among its eigenvalues."""
    flips = 0
    for record in analysed(V, P, N, Fraction(1, 100)):
        if record.flip is None:
            continue
        flip = record.flip if isinstance(record.flip, fmpq) else record.flip.mid()
        there = Fraction(str(flip)) if isinstance(flip, fmpq) else Fraction(float(flip))
        (same,) = [
            other for other in analysed(V, P, N, there)
            if (other.kind, other.eigenvalue, other.split) == (record.kind, record.eigenvalue, record.split)
        ]  # fmt: skip
        assert same.nature is Nature.FIXED
        sizes = [abs(st.analyses.middle(item.value)) for item in same.spectrum if item.value != 1]
        assert min(abs(size - 1) for size in sizes) < 1e-9
        flips += 1
    assert flips
