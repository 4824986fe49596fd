from fractions import Fraction as F
from math import prod

import numpy as np
import pytest
from flint import arb, ctx, fmpq, fmpq_mat

import attnverify.stability as st

V = np.array([[104, -33], [-33, 66]]) / 35
P = np.log(2) * np.array([[3, 22 / 3], [4, 46 / 3]])
KNOWN = np.array([[1, 0], [-0.8, 0.6]])


def test_finds_the_exact_two_cluster_example():
    found = st.equilibria(P, V, [2, 2], starts=60)
    images = [[sign * X for sign in (1, -1) for X in (one.tokens, one.tokens[::-1])] for one in found]
    distances = [min(np.max(np.abs(X - KNOWN)) for X in near) for near in images]
    assert min(distances) < 1e-10
    nearest = found[int(np.argmin(distances))]
    assert sorted(nearest.nu) == pytest.approx([1, 2.2], abs=1e-10)


def test_everything_found_is_an_equilibrium_of_distinct_unit_tokens_and_found_once():
    rng = np.random.default_rng(3)
    W, Q, counts = rng.standard_normal((3, 3)), rng.standard_normal((3, 3)), np.array([2.0, 2.0, 1.0])
    found = st.equilibria(Q, W, [2, 2, 1], starts=60)
    assert len(found) > 3
    for one in found:
        assert np.max(np.abs(st.states.cluster_equations(one.tokens, one.nu, Q, W, counts))) < 1e-9
        assert np.allclose(np.linalg.norm(one.tokens, axis=1), 1)
    for i, one in enumerate(found):
        for other in found[:i]:
            for order in ([0, 1, 2], [1, 0, 2]):
                for sign in (1, -1):
                    assert np.max(np.abs(sign * one.tokens[order] - other.tokens)) > 1e-5


def test_derivative_of_the_equations_is_that_of_central_differences():
    rng = np.random.default_rng(0)
    X, nu, counts = rng.standard_normal((3, 2)), rng.standard_normal(3), np.array([1.0, 2.0, 3.0])
    exact = st.states.cluster_equations_jacobian(X, nu, P, V, counts)
    z, h = np.concatenate([X.reshape(-1), nu]), 1e-6

    def value(z):
        return st.states.cluster_equations(z[:6].reshape(3, 2), z[6:], P, V, counts)

    numeric = np.stack([(value(z + h * e) - value(z - h * e)) / (2 * h) for e in np.eye(9)], axis=1)
    assert np.allclose(exact, numeric, atol=1e-6)


def test_the_same_seed_finds_the_same():
    first, second = (st.equilibria(P, V, [1, 2], starts=20, seed=5) for _ in range(2))
    assert len(first) == len(second) > 0
    assert all(np.array_equal(a.tokens, b.tokens) for a, b in zip(first, second, strict=True))


# Krawczyk.
THREE_V, THREE_P = [[-2, 1], [1, 2]], [[2, -1], [-2, -2]]
COUNTS = [2, 2, 2]


def balls(rows):
    return np.array([[arb(entry) for entry in row] for row in rows], dtype=object)


def candidates():
    return st.equilibria(np.array(THREE_P, dtype=float), np.array(THREE_V, dtype=float), COUNTS, starts=60)


def spectrum(one, alpha):
    given = st.states.State(one.tokens, one.counts)
    P, V = np.array(THREE_P, dtype=float), np.array(THREE_V, dtype=float)
    A = st.models.attention_weights(one.tokens, P, counts=one.counts)
    found = st.states.cluster_jacobian(given, A, P, V, alpha, one.nu)
    return max(abs(np.linalg.eigvals(block)).max() for block in (found.reduced, *found.within))


def test_every_candidate_is_certified_and_its_stability_agrees_with_the_floating_spectrum():
    found, before = candidates(), ctx.prec
    verdicts = []
    for one in found:
        enclosure = st.states.certify_clusters(one, balls(THREE_P), balls(THREE_V))
        assert enclosure is not None
        for ball, value in zip(enclosure.state.tokens.reshape(-1), one.tokens.reshape(-1), strict=True):
            assert abs(ball - arb(float(value))) < arb("1e-9")
        verdicts.append(st.states.certified_stable(enclosure, balls(THREE_P), balls(THREE_V), arb(1) / 20))
        assert verdicts[-1] is bool(spectrum(one, 0.05) < 1)
    assert {*verdicts} == {True, False}
    assert ctx.prec == before


def test_exact_equilibrium_lies_in_its_enclosure():
    W = balls([[1, 1], [1, -1]])
    with ctx.workprec(128):
        Q = -arb(3).log() * W
    rough = np.array([[1, 1e-7], [-1, 0], [0, 1], [0, -1 + 1e-7]])
    candidate = st.states.Candidate(rough, np.array([-0.8] * 4), np.array([1.0] * 4))
    found = st.states.certify_clusters(candidate, Q, W)
    assert found is not None
    # A logarithm known to 53 bits only leaves room for a larger box.
    assert st.states.certify_clusters(candidate, -arb(3).log() * W, W) is None
    exact = [1, 0, -1, 0, 0, 1, 0, -1]
    assert all(ball.contains(value) for ball, value in zip(found.state.tokens.reshape(-1), exact, strict=True))
    assert all((5 * value + 4).contains(0) for value in found.nu)


def test_a_box_that_is_too_large_or_not_near_a_zero_is_not_certified():
    one = candidates()[0]
    assert st.states.certify_clusters(one, balls(THREE_P), balls(THREE_V), radius="1") is None
    merged = st.states.Candidate(np.array([[0.6, 0.8]] * 2), np.array([0.0, 0.0]), np.array([1.0, 1.0]))
    assert st.states.certify_clusters(merged, balls([[0, 0], [0, 0]]), balls([[1, 0], [0, 1]])) is None


def test_negative_factors_are_no_equilibrium():
    one = next(one for one in candidates() if min(one.nu) < -1.1)
    enclosure = st.states.certify_clusters(one, balls(THREE_P), balls(THREE_V))
    assert st.states.certified_stable(enclosure, balls(THREE_P), balls(THREE_V), arb(1)) is False


@pytest.mark.parametrize("degree", [1, 2, 3, 6])
def test_schur_recursion_agrees_with_the_roots(degree):
    rng = np.random.default_rng(degree)
    outcomes = set()
    for _ in range(40):
        roots = rng.uniform(0.3, 1.4) * np.exp(1j * rng.uniform(0, 2 * np.pi, degree // 2))
        real = rng.uniform(-1.2, 1.2, degree % 2)
        coefficients = np.real(np.poly(np.concatenate([roots, roots.conj(), real])))
        largest = max(abs(np.concatenate([roots, real])))
        if abs(largest - 1) > 1e-3:
            expected = bool(largest < 1)
            outcomes.add(expected)
            assert st.states.schur_stable([arb(float(a)) for a in coefficients[::-1]]) is expected
    assert outcomes == {True, False}


def test_balls_around_the_unit_circle_are_undecided():
    assert st.states.schur_stable([arb(1, "1e-5"), arb(1)]) is None
    assert st.states.schur_stable([arb(-1), arb(1)]) is None


V2 = st.numbers.as_array([[F(104, 35), F(-33, 35)], [F(-33, 35), F(66, 35)]])
M2 = st.numbers.as_array([[3, F(22, 3)], [4, F(46, 3)]])
TWO = [[1, 0], [F(-4, 5), F(3, 5)]]
ALPHA = F(1, 10)


def state(tokens, counts):
    return st.states.State(st.numbers.as_array(tokens), st.numbers.as_array(counts))


def in_space():
    """The planar example in R^3, with an extra direction in V and P."""
    tokens = [[*token, 0] for token in TWO]
    V = st.numbers.as_array([[*V2[0], 0], [*V2[1], 0], [0, 0, F(1, 2)]])
    M = st.numbers.as_array([[*M2[0], F(1, 3)], [*M2[1], -2], [1, F(5, 7), 3]])
    return state(tokens, [2, 2]), M, V, F(2)


def triple():
    tokens = [[1, 0], [F(-3, 5), F(4, 5)], [F(-3, 5), F(-4, 5)]]
    M, V = st.numbers.as_array([[0, 0], [0, F(25, 16)]]), st.numbers.as_array([[F(9, 5), 0], [0, 1]])
    return state(tokens, [2, 2, 2]), M, V, F(2)


def axes():
    V = st.numbers.as_array([[1, 1], [1, -1]])
    return state([[1, 0], [-1, 0], [0, 1], [0, -1]], [3, 3, 3, 3]), -V, V, F(3)


EXAMPLES = [in_space, triple, axes]


@pytest.mark.parametrize("example", EXAMPLES)
def test_weights_are_the_softmax_of_log_base_times_the_logits(example):
    given, M, _, base = example()
    A = st.states.power_weights(given, M, base)
    numeric = st.models.attention_weights(
        given.tokens.astype(float), np.log(float(base)) * M.astype(float), counts=given.counts.astype(float)
    )
    assert np.allclose(A.astype(float), numeric, atol=1e-14)


@pytest.mark.parametrize("example", EXAMPLES)
def test_one_step_keeps_every_token_on_its_line(example):
    given, M, V, base = example()
    A = st.states.power_weights(given, M, base)
    nu = st.states.cluster_scalars(given, A, V)
    Y = st.models.attention_step(given.tokens, A, V, ALPHA)
    assert np.array_equal(Y, (1 + ALPHA * nu)[:, np.newaxis] * given.tokens)


def full_jacobian(state, A, P, V, alpha, nu):
    """The tangent Jacobian of all N tokens, cluster after cluster, without the reduction."""
    counts = [int(count) for count in state.counts]
    group = np.repeat(np.arange(len(counts)), counts)
    weights = (A / state.counts)[..., group[:, np.newaxis], group]
    X = state.expand()
    derivative = st.linearisation.attention_derivative(X, weights, P, V, alpha, norms=(1 + alpha * nu)[group])
    return st.linearisation.tangent_jacobian(derivative, X)


def characteristic_polynomial(matrix):
    """det(z I - matrix) for a matrix of fractions."""
    return fmpq_mat([[fmpq(int(x.numerator), int(x.denominator)) for x in row] for row in matrix]).charpoly()


def of_parts(found):
    within = zip(found.within, found.counts, strict=True)
    return prod(
        (characteristic_polynomial(block) ** int(n - 1) for block, n in within),
        start=characteristic_polynomial(found.reduced),
    )


@pytest.mark.parametrize("example", EXAMPLES)
def test_reduced_matrix_and_blocks_give_the_spectrum_of_all_tokens(example):
    given, M, V, base = example()
    A = st.states.power_weights(given, M, base)
    nu = st.states.cluster_scalars(given, A, V)
    found = st.states.cluster_jacobian(given, A, M, V, ALPHA, nu)
    assert characteristic_polynomial(full_jacobian(given, A, M, V, ALPHA, nu)) == of_parts(found)


def test_the_within_block_sees_the_derivative_of_the_weights():
    given, M, V, base = in_space()
    A = st.states.power_weights(given, M, base)
    nu = st.states.cluster_scalars(given, A, V)
    with_P = st.states.cluster_jacobian(given, A, M, V, ALPHA, nu).within[0]
    assert not np.array_equal(with_P, st.states.cluster_jacobian(given, A, 0 * M, V, ALPHA, nu).within[0])


def test_several_heads_add_up_in_the_reduction():
    given, M, V, base = in_space()
    A = st.states.power_weights(given, M, base)
    nu = st.states.cluster_scalars(given, A, V)
    first = st.numbers.as_array([[1, 2, 0], [F(1, 3), -1, 1], [0, 4, -2]])
    values, logits, weights = np.stack([first, V - first]), np.stack([M, M.T + first]), np.stack([A, A])
    found = st.states.cluster_jacobian(given, weights, logits, values, ALPHA, nu)
    full = full_jacobian(given, weights, logits, values, ALPHA, nu)
    assert characteristic_polynomial(full) == of_parts(found)
    assert not np.array_equal(found.within[0], st.states.cluster_jacobian(given, A, M, V, ALPHA, nu).within[0])
