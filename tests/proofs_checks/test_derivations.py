"""The derivations of the mission: each formula that SymPy derives holds, beside a wrong one that must fail; then the
same formulas on what hypothesis draws: P, V or U, sizes, step sizes and initial states.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations
from math import isclose

import numpy as np
import pytest
import sympy as sp
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as some

import attnverify.stability as st
from attnverify.proofs_checks.derivations import (
    bipartite,
    clusters,
    consensus,
    dini,
    energy,
    hemisphere,
    polygonal,
    tracking,
)
from attnverify.proofs_checks.derivations.formula import Formula, failing
from attnverify.verify.registry import load

DRAWS = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
ALL = {
    "consensus, Oja": lambda: consensus.formulas("oja"),
    "consensus, attention": lambda: consensus.formulas("attention"),
    "bipartite, Oja": lambda: bipartite.formulas("oja"),
    "bipartite, attention": lambda: bipartite.formulas("attention"), "polygonal": polygonal.formulas,
    "clusters": clusters.formulas, "largest height": dini.formulas, "energy": energy.formulas,
    "tracking": tracking.formulas, "hemisphere": hemisphere.formulas,
}  # fmt: skip


@cache
def formulas(module):
    return ALL[module]()


@pytest.mark.parametrize("module", ALL)
def test_every_formula_is_what_sympy_derives(module):
    assert failing(formulas(module)) == []


def test_every_formula_names_claims_that_exist():
    known = set(load())
    assert [id for module in ALL for formula in formulas(module) for id in formula.claims if id not in known] == []


def without_common_part(lambda_k, others, N, alpha):
    _, apart = st.linearisation.consensus_modes(lambda_k, others, N, alpha)
    return [type(apart)(apart.trace, None, 1, "together"), apart]


def one_short(lambda_k, others, N, alpha):
    together, apart = st.linearisation.consensus_modes(lambda_k, others, N, alpha)
    return [together, type(apart)(apart.trace, None, N * len(others), "apart")]


def exchanged(lambda_k, others, weights, alpha):
    both, first, second = st.linearisation.bipartite_modes(lambda_k, others, weights, alpha)
    return [both, second, first]


def doubled_determinant(lambda_k, others, weights, alpha):
    both, *within = st.linearisation.bipartite_modes(lambda_k, others, weights, alpha)
    return [type(both)(both.trace, 2 * both.determinant, 1, "both"), *within]


def without_covariance(state, A, P, V, alpha, nu):
    return st.states.cluster_jacobian(state, A, 0 * P, V, alpha, nu)


# Each row is a wrong formula, and how many of the formulas it is among it spoils.
WRONG = {
    "alpha instead of alpha/N in the blocks": (
        lambda: consensus.blocks("oja", lambda own: consensus.claimed_block(own, 1)), 1),
    "the same, attention": (lambda: consensus.blocks("attention", lambda own: consensus.claimed_block(own, 1)), 1),
    "equal tokens contract like differences": (lambda: consensus.spectrum("oja", without_common_part), 1),
    "N differences instead of N - 1": (lambda: consensus.spectrum("attention", one_short), 1),
    "the bound 3/(|lambda_d| - lambda_1)": (lambda: consensus.step_bound(lambda pair: 3 / (-pair[1] - pair[0])), 1),
    "period two at another step size": (lambda: [consensus.circle_of_period_two(3)], 1),
    "the weights of the Oja map in the attention map": (
        lambda: bipartite.blocks("attention", lambda _: bipartite.claimed_block("oja")), 1),
    "the factors of the groups exchanged": (lambda: bipartite.spectrum("oja", exchanged), 4),
    "twice the determinant": (lambda: bipartite.spectrum("attention", doubled_determinant), 1),
    "factors positive up to 2/|lambda_k|": (lambda: bipartite.step_bound(2), 2),
    "Schur and Cohn without the sign at -1": (lambda: bipartite.schur_cohn(lambda t, d: (1 - t + d, 1 - t + d, 1 - d)),
        2,),
    "alpha V at polygons": (lambda: polygonal.oja(1), 2),
    "the growth without 1/N": (lambda: polygonal.growing_mode(1), 1),
    "a rate with the other sign": (lambda: polygonal.attention_rates(-1), 1),
    "no covariance within a cluster": (lambda: clusters.two_clusters(closed_form=without_covariance), 3),
    "heights with a plus": (lambda: [dini.height_rate(1)], 1),
    "twice the term": (lambda: [dini.lowest_term(2)], 1),
    "2 beside |y_i|": (lambda: [energy.oja_increment(2, tokens=1)], 1),
    "twice the dissipation of SA": (lambda: [energy.sphere_rate("softmax", 2)], 1),
    "twice the dissipation of USA": (lambda: [energy.sphere_rate("exponential", 2)], 1),
    "-v'^T y": (lambda: [tracking.equation_8(-1)], 1),
    "half the gap": (lambda: [tracking.tangent_rate(sp.Rational(1, 2))], 1),
    "the sine squared": (lambda: tracking.tracking_roots(2), 1),
    "b (1 - b)": (lambda: tracking.input_level(1), 1),
    "|y_1 - y_j|^2 for half of it": (lambda: tracking.cascade_input(1), 1),
    "the decay A k": (lambda: [tracking.cascade_decay(1)], 1),
    "Pascal's rule without the shift": (lambda: [hemisphere.schlaefli(0)], 1),
    "the weights a_ij of the projected flow": (lambda: [hemisphere.projected_flow(0)], 1),
}  # fmt: skip


@pytest.mark.parametrize("mistake", WRONG)
def test_a_wrong_formula_fails(mistake):
    wrong, spoilt = WRONG[mistake]
    assert len(failing(wrong())) == spoilt


def test_shapes_that_differ_are_an_error():
    with pytest.raises(ValueError, match="one shape"):
        Formula("a vector for a number", ("POW-L1",), [1, 2], 1).holds()


@pytest.mark.parametrize("module", [consensus, bipartite])
def test_an_unknown_map_is_an_error(module):
    with pytest.raises(ValueError, match="allowed are oja, attention"):
        module.jacobian("power")


# ---- the same formulas at drawn P, V, sizes and step sizes
SPECTRA = some.lists(some.integers(-12, 12), min_size=2, max_size=4, unique=True).map(
    lambda drawn: [Fraction(value, 4) for value in sorted(drawn, reverse=True)]
)
STEPS = some.integers(1, 40).map(lambda drawn: Fraction(drawn, 16))


def tangent_eigenvalues(X, derivative):
    return np.sort_complex(np.linalg.eigvals(st.linearisation.tangent_jacobian(derivative, X).astype(float)))


def values(modes):
    found = []
    for mode in modes:
        roots = (
            [mode.trace] if mode.determinant is None else np.roots([1.0, -float(mode.trace), float(mode.determinant)])
        )
        found += list(roots) * int(mode.multiplicity)
    return np.sort_complex(np.array(found, dtype=complex))


@DRAWS
@given(SPECTRA, some.integers(2, 5), STEPS, some.data())
def test_the_spectrum_at_a_consensus_is_that_of_the_jacobian(eigenvalues, N, alpha, data):
    d = len(eigenvalues)
    k = data.draw(some.integers(0, d - 1))
    assume(1 + alpha * eigenvalues[k] > Fraction(1, 8))
    V, P = np.diag([float(value) for value in eigenvalues]), data.draw(st.strategies.matrices(1, d))[0]
    X = np.tile(np.eye(d)[k], (N, 1))
    others = [float(value) for j, value in enumerate(eigenvalues) if j != k]
    claimed = values(st.linearisation.consensus_modes(float(eigenvalues[k]), others, N, float(alpha)))
    oja = st.linearisation.oja_derivative(X, V, float(alpha))
    attention = st.linearisation.attention_derivative(X, st.models.attention_weights(X, P), P, V, float(alpha))
    for derivative in (oja, attention):
        assert np.allclose(tangent_eigenvalues(X, derivative), claimed, atol=1e-9)


@DRAWS
@given(SPECTRA, STEPS, st.strategies.tokens(3, 4))
def test_the_principal_consensus_is_stable_up_to_its_bound(eigenvalues, alpha, drawn):
    assume(eigenvalues[0] > 0)
    bound, d = st.linearisation.consensus_bound(eigenvalues), len(eigenvalues)
    V, first = np.diag([float(value) for value in eigenvalues]), np.eye(d)[0]
    modes = st.linearisation.consensus_modes(*(eigenvalues[0], eigenvalues[1:], 3, alpha))
    radius = max(abs(mode.trace) for mode in modes)
    assert (radius < 1) is (bound is None or alpha < bound)
    assume(radius < Fraction(9, 10))
    X = st.models.normalise(first + 1e-4 * drawn[:, :d])
    start = np.max(np.abs(X - first))
    for _ in range(60):
        X = st.oja_map(X, V, float(alpha))
    assert np.max(np.abs(X - first)) <= max(0.1 * start, 1e-12)


@DRAWS
@given(SPECTRA, some.integers(1, 3), some.integers(1, 3), some.data())
def test_the_spectrum_at_a_bipartite_state_is_that_of_the_jacobian(eigenvalues, p, q, data):
    d = len(eigenvalues)
    k = data.draw(some.integers(0, d - 1))
    alpha = float(Fraction(data.draw(some.integers(1, 15)), 16) / max(abs(eigenvalues[k]), 1))
    V, P = np.diag([float(value) for value in eigenvalues]), data.draw(st.strategies.matrices(1, d))[0]
    weights = st.states.GroupWeights(p, q, float(np.exp(2 * P[k, k])))
    assert min(weights.factors(float(eigenvalues[k]), alpha)) > 0  # Lemma 13
    X = np.concatenate([np.tile(np.eye(d)[k], (p, 1)), np.tile(-np.eye(d)[k], (q, 1))])
    others = [float(value) for j, value in enumerate(eigenvalues) if j != k]
    claimed = values(st.linearisation.bipartite_modes(float(eigenvalues[k]), others, weights, alpha))
    derivative = st.linearisation.attention_derivative(X, st.models.attention_weights(X, P), P, V, alpha)
    assert np.allclose(tangent_eigenvalues(X, derivative), claimed, atol=1e-6)


@DRAWS
@given(st.strategies.symmetric(2), some.integers(3, 6), some.floats(0.05, 1.5))
def test_a_regular_polygon_has_the_growing_mode(V, N, alpha):
    top = np.linalg.eigvalsh(V)[-1]
    assume(top > 0.1)
    X = np.stack([[np.cos(2 * np.pi * k / N), np.sin(2 * np.pi * k / N)] for k in range(N)])
    J = st.linearisation.tangent_jacobian(st.linearisation.oja_derivative(X, V, alpha, norms=np.ones(N)), X)
    a = 2 / N  # M = (N/2) I for a regular polygon
    assert np.allclose(J, J.T)
    assert np.max(np.linalg.eigvalsh(J)) >= 1 + alpha * top / (N * a) - 1e-9


def test_the_stable_pair_attracts():
    found = polygonal.stable_pair()
    assert found["logit"] == 0
    assert max(found["rates"]) < 0
    V, P, u = (np.array(found[name]).astype(float) for name in ("V", "P", "u"))
    X = st.models.normalise(np.stack([u[:, 0] + [0.01, 0.0], [0.02, -0.01] - u[:, 0]]))
    for _ in range(2000):
        X = st.attention_map(X, P, V, 0.02)
    assert np.allclose(np.abs(X @ u[:, 0]), 1, atol=1e-6)
    assert np.allclose(X[0], -X[1], atol=1e-6)


# ---- Lyapunov functions
def orthogonal(rng, d):
    """A random rational orthogonal matrix, the Cayley transform of a small skew one."""
    S = sp.Matrix(np.tril(rng.integers(-3, 4, size=(d, d)), -1)) / 2
    Q = (sp.eye(d) - S + S.T) * (sp.eye(d) + S - S.T).inv()
    return np.array([[Fraction(int(x.p), int(x.q)) for x in Q.row(i)] for i in range(d)], dtype=object)


def tied_state(rng):
    """Four exact unit tokens of R^4, three of them of the least height 3/5 over v = e_1; random positive weights."""
    corners = np.stack([orthogonal(rng, 3)[0] for _ in range(3)]) * Fraction(4, 5)
    lowest = np.concatenate([np.full((3, 1), Fraction(3, 5), dtype=object), corners], axis=1)
    Y = np.concatenate([lowest, np.array([[1, 0, 0, 0]], dtype=object)])
    a = np.frompyfunc(lambda k: Fraction(int(k), 5), 1, 1)(rng.integers(1, 9, size=(4, 4)))
    return Y, a, np.array([1, 0, 0, 0], dtype=object)


@DRAWS
@given(some.integers(0, 2**32))
def test_the_dini_derivative_is_the_one_sided_slope_at_exact_ties(seed):
    quotient, claimed = dini.slopes_at_a_tie(*tied_state(np.random.default_rng(seed)))
    assert quotient == claimed


def test_the_least_slope_of_the_active_set_is_not_the_derivative():
    def least(Y, a, v):
        return np.min(-st.decrease.height_rates(Y, a, v)[st.decrease.active_set(Y, v, tolerance=0)])

    found = [dini.slopes_at_a_tie(*tied_state(np.random.default_rng(seed)), least) for seed in range(10)]
    assert any(quotient != claimed for quotient, claimed in found)


@DRAWS
@given(some.integers(2, 6), some.integers(2, 5), some.data())
def test_the_largest_height_decreases_by_its_bound(N, d, data):
    v = np.eye(d)[0]
    Y = data.draw(st.strategies.tokens(N, d, hemisphere=v))
    a = data.draw(st.strategies.weights(1, N))[0]
    assert dini.decrease_margin(Y, a, v) >= -1e-12


def test_three_times_the_bound_of_the_decrease_is_too_much():
    Y = np.array([[0.6, 0.8], [0.6, -0.8]])
    assert dini.decrease_margin(Y, np.full((2, 2), 0.5), np.array([1.0, 0.0]), 3) < 0


@DRAWS
@given(st.strategies.systems((2, 6), (2, 4)), some.floats(0.05, 0.9))
def test_the_energy_of_the_oja_map_rises_by_its_bound(system, share):
    _, V, X = system
    alpha = share / max(float(np.linalg.norm(V, 2)), 0.1)
    assert energy.increase_margin(X, V, alpha) >= -1e-10
    increment = st.decrease.energy_increment(X, V, alpha)
    assert isclose(increment.total, st.energy(st.oja_map(X, V, alpha), V) - st.energy(X, V), abs_tol=1e-10)


def test_four_times_the_bound_of_the_energy_is_too_much():
    X = st.models.normalise(np.array([[1.0, 1.0], [1.0, -0.5]]))
    assert energy.increase_margin(X, np.diag([1.0, -1.0]), 0.1, 4) < 0


@DRAWS
@given(
    some.integers(2, 6),
    some.integers(2, 4),
    some.floats(-3, 3),
    some.sampled_from(["softmax", "exponential"]),
    some.data(),
)
def test_the_flows_on_the_sphere_climb_their_energy(N, d, beta, weights, data):
    assume(abs(beta) > 0.01)
    X, flow = data.draw(st.strategies.tokens(N, d)), st.models.SphereFlow(beta, weights=weights)
    rate = st.decrease.energy_rate(X, flow.velocity(X), beta)
    assert rate >= -1e-12
    assert isclose(rate, st.decrease.dissipation(flow, X), abs_tol=1e-9)


@DRAWS
@given(some.floats(0.05, 0.95), some.floats(0.2, 3), some.integers(2, 5), some.floats(0.02, 0.95))
def test_a_slow_eigenvector_is_tracked_within_its_tangent(share, gap, d, start):
    speed = share * st.decrease.critical_speed(gap, d)
    inner, outer = st.decrease.tracking_tangents(speed, gap, d)
    time = 40 / (speed * (outer - inner) + 0.1)
    found = tracking.tracked(speed, gap, d, start * outer, time=time, steps=1500)
    assert 0 <= found <= max(inner, start * outer) + 1e-3
    assert isclose(found, inner, rel_tol=0.05, abs_tol=0.02) or start * outer > inner


def test_a_fast_eigenvector_is_lost():
    assert tracking.tracked(2 * st.decrease.critical_speed(1, 2), 1, 2, 0.5, time=6.0) < 0


@DRAWS
@given(some.integers(3, 6), some.integers(2, 4), some.data())
def test_the_cosines_of_causal_tokens_keep_the_iss_bound(N, d, data):
    Y = data.draw(st.strategies.tokens(N, d))
    A = data.draw(st.strategies.weights(1, N, causal=True))[0]
    assert np.min(st.decrease.cascade_slacks(Y, A)) >= -1e-12
    c, delta = st.decrease.cosines(Y)[-1], st.decrease.earlier_inputs(Y)[-1]
    assume(st.decrease.in_iss_region(c, delta) and delta < 0.99)
    worst, step, k = float(c), 1e-3, np.sqrt(1 - delta)
    for _ in range(2000):
        worst += step * (1 - worst**2 - delta)
    assert worst >= st.decrease.iss_bound(float(c), float(delta), 2.0) - 1e-2 * k


@DRAWS
@given(some.integers(2, 6), some.integers(2, 4), some.integers(0, 2**32))
def test_the_share_of_sign_patterns_in_a_hemisphere_is_wendels(tokens, d, seed):
    Y = st.numbers.as_array(np.random.default_rng(seed).integers(-99, 100, size=(tokens, d)))
    minors = min(tokens, d)
    assume(all(sp.Matrix(Y[list(rows)].tolist()).rank() == minors for rows in combinations(range(tokens), minors)))
    assert hemisphere.counted(Y) == hemisphere.probability(tokens, d - 1)


def test_the_printed_sum_is_not_the_share():
    assert hemisphere.probability(2, 1) == 1
    assert hemisphere.probability(2, 1, last=0) == Fraction(1, 2)
    with pytest.raises(ValueError, match="allowed are tokens >= 1"):
        hemisphere.probability(0, 1)
