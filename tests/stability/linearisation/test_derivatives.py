from fractions import Fraction as F

import numpy as np
import pytest
from flint import arb

import attnverify.stability as st
from attnverify.stability.float_balls import FloatBalls
from attnverify.stability.linearisation.derivatives import attention_blocks, attention_jacobian, mixing_jacobian
from attnverify.stability.motion.ball_map import weights


@pytest.mark.parametrize("causal", [False, True])
def test_the_derivative_of_the_attention_map_agrees_with_finite_differences(causal):
    rng = np.random.default_rng(3)
    X, P, V = st.models.normalise(rng.normal(size=(5, 4))), rng.normal(size=(2, 4, 4)), rng.normal(size=(2, 4, 4))
    D, h = rng.normal(size=X.shape), 1e-5
    df = st.linearisation.attention_derivative(X, st.models.attention_weights(X, P, causal=causal), P, V, 0.3)(D)
    ahead = st.attention_map(X + h * D, P, V, 0.3, causal=causal)
    behind = st.attention_map(X - h * D, P, V, 0.3, causal=causal)
    assert np.abs((ahead - behind) / (2 * h) - df).max() < 1e-8


def test_the_derivative_of_the_oja_map_is_that_of_attention_with_zero_logits():
    rng = np.random.default_rng(4)
    X, V, D = st.models.normalise(rng.normal(size=(5, 3))), rng.normal(size=(3, 3)), rng.normal(size=(5, 3))
    P, A = np.zeros((3, 3)), np.full((5, 5), 0.2)
    attention = st.linearisation.attention_derivative(X, A, P, V, 0.3)(D)
    assert np.allclose(st.linearisation.oja_derivative(X, V, 0.3)(D), attention, atol=1e-14)


@pytest.mark.parametrize("x", [[F(1), F(0), F(0)], [F(-1), F(0), F(0)], [F(2, 3), F(-1, 3), F(2, 3)]])
def test_tangent_bases_are_rational_and_orthonormal(x):
    x = st.numbers.as_array(x)
    B = st.linearisation.tangent_basis(x)
    assert np.array_equal(B @ B.T, st.numbers.as_array(np.eye(2, dtype=int)))
    assert list(B @ x) == [0, 0]


# Assembly.
def instance(seed, N, d, heads=1):
    rng = np.random.default_rng(seed)
    X = st.models.normalise(rng.standard_normal((N, d)))
    P, V = rng.standard_normal((2, heads, d, d))
    return (X, P[0], V[0]) if heads == 1 else (X, P, V)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize(("N", "d", "heads"), [(1, 2, 1), (2, 1, 1), (4, 3, 1), (3, 4, 2), (6, 2, 3)])
def test_the_assembled_jacobian_is_the_derivative_column_by_column(N, d, heads, causal):
    X, P, V = instance(N + d, N, d, heads)
    A = st.models.attention_weights(X, P, causal=causal)
    plain = st.linearisation.ambient_jacobian(st.linearisation.attention_derivative(X, A, P, V, 0.7), X)
    J = attention_jacobian(X, P, V, 0.7, causal=causal)
    assert np.allclose(J.reshape(N * d, N * d), plain, atol=1e-13)
    blocks = attention_blocks(X, P, V, 0.7, causal=causal)
    assert np.allclose(blocks, [J[i, :, i] for i in range(N)], atol=1e-13)
    into = np.full(J.shape, np.nan)
    assert attention_jacobian(X, P, V, 0.7, causal=causal, out=into) is into
    assert np.array_equal(into, J)


def test_a_batch_is_its_members():
    X, P, V = instance(1, 3, 2, 2)
    Z = st.models.normalise(X + 0.1)
    both = attention_jacobian(np.stack([X, Z]), P, V, 0.3)
    assert np.allclose(both, [attention_jacobian(tokens, P, V, 0.3) for tokens in (X, Z)], atol=1e-14)


def test_exact_numbers_stay_exact():
    """Equal tokens, P = 0: the weights are 1/N, and the Jacobian of fractions is the one of the derivative."""
    X, A = st.numbers.as_array([[F(3, 5), F(4, 5)]] * 2), np.full((2, 2), F(1, 2), dtype=object)
    P, V = st.numbers.as_array([[1, 2], [0, 1]]), st.numbers.as_array([[2, 1], [2, 1]])
    J = mixing_jacobian(X, A, P, V, F(1, 3), np.array([np.eye(2, dtype=int).astype(object)] * 2)).reshape(4, 4)
    for column, D in enumerate(np.eye(4, dtype=int).astype(object).reshape(4, 2, 2)):
        moved = st.linearisation.weights_derivative(X, D, A, P)
        expected = D + F(1, 3) * (st.models.mixed_values(D, A, V) + st.models.mixed_values(X, moved, V))
        assert list(J[:, column]) == list(expected.reshape(-1))


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("heads", [1, 2])
@pytest.mark.parametrize("radius", [0.0, 1e-9, 1e-3, 0.05])
def test_the_enclosed_jacobian_contains_the_one_at_every_point_of_the_box(heads, causal, radius):
    X, P, V = instance(5, 3, 2, heads)
    layer = st.motion.AttentionLayer(P, V, 0.4, causal)
    J = layer.jacobians(0, X[np.newaxis], np.array([radius]))
    rng = np.random.default_rng(0)
    logits, values = st.motion.balls(P), st.motion.balls(V)
    for _ in range(10):
        point = st.motion.balls(X + radius * rng.choice([-1, 0, 1], X.shape))
        A = st.models.attention_weights(point, logits, causal=causal)
        derivative = st.linearisation.attention_derivative(point, A, logits, values, arb(0.4))
        exact = st.linearisation.ambient_jacobian(derivative, point)
        for value, mid, rad in zip(exact.flat, J.mid.flat, J.rad.flat, strict=True):
            # On a wide box some norm may not be proved positive.
            inside = abs(value - arb(float(mid))) <= arb(float(rad)) + value.rad()
            assert inside or (radius > 1e-3 and not np.isfinite(rad))
    if radius <= 1e-9:
        assert np.max(J.rad) < 1e3 * radius + 1e-12


@pytest.mark.parametrize("causal", [False, True])
def test_enclosed_weights_contain_the_exact_ones_with_copies_and_large_logits(causal):
    X, P, _ = instance(3, 4, 3, 1)
    counts = None if causal else np.array([1, 2, 3, 4])
    exact = st.models.attention_weights(st.motion.balls(X), st.motion.balls(200 * P), counts=counts, causal=causal)
    found = weights(FloatBalls.exact(X), FloatBalls.exact(200 * P), causal=causal, counts=counts)
    for value, mid, rad in zip(exact.flat, found.mid.flat, found.rad.flat, strict=True):
        assert abs(arb(value) - arb(float(mid))) <= arb(float(rad)) + 1e-20


# Step size.
def consensus_radius(alpha, eigenvalues):
    first, *rest = eigenvalues
    return max([1, *(abs(1 + alpha * value) for value in rest)]) / (1 + alpha * first)


@pytest.mark.parametrize("eigenvalues", [(1, F(1, 2), -2), (F(1, 3), -1), (2, 1, 0, F(-5, 2))])
def test_the_bound_is_sharp_on_both_sides(eigenvalues):
    bound = st.linearisation.consensus_bound(eigenvalues)
    assert consensus_radius(bound * F(999, 1000), eigenvalues) < 1
    assert consensus_radius(bound, eigenvalues) == 1
    assert consensus_radius(bound * F(1001, 1000), eigenvalues) > 1


@pytest.mark.parametrize("eigenvalues", [(2, -2), (1, F(1, 2)), (1,)])
def test_without_a_larger_negative_eigenvalue_there_is_no_bound(eigenvalues):
    assert st.linearisation.consensus_bound(eigenvalues) is None
    assert consensus_radius(10**6, eigenvalues) < 1


def test_the_complex_bound_is_where_the_moduli_meet():
    principal, real, imaginary = F(1), F(1, 2), F(3)
    bound = st.linearisation.complex_consensus_bound(principal, real, imaginary)
    squared = (1 + bound * real) ** 2 + (bound * imaginary) ** 2
    assert squared == (1 + bound * principal) ** 2
    assert st.linearisation.complex_consensus_bound(F(2), F(1), F(1)) is None
    with pytest.raises(ValueError, match="must be smaller"):
        st.linearisation.complex_consensus_bound(F(1), F(1), F(1))


@pytest.mark.parametrize(
    ("roots", "inside"), [((F(1, 2), F(-1, 3)), True), ((F(1), F(0)), False), ((F(-3, 2), F(1, 2)), False)]
)
def test_schur_cohn_slacks_tell_roots_inside_the_disc(roots, inside):
    slacks = st.linearisation.schur_cohn_slacks(roots[0] + roots[1], roots[0] * roots[1])
    assert all(slack > 0 for slack in slacks) is inside


def dense(X, P, V, alpha, causal=False):
    A = st.models.attention_weights(X, P, causal=causal)
    derivative = st.linearisation.attention_derivative(X, A, P, V, alpha)
    values = np.linalg.eigvals(st.linearisation.ambient_jacobian(derivative, X))
    return values[np.argsort(-np.abs(values))]


@pytest.mark.parametrize(("N", "d", "heads", "k"), [(3, 2, 1, 4), (20, 6, 1, 6), (12, 9, 2, 5), (16, 8, 1, 1)])
def test_leading_eigenvalues_are_those_of_the_whole_jacobian(N, d, heads, k):
    X, P, V = instance(N, N, d, heads)
    found = st.linearisation.leading_eigenvalues(X, P, V, 0.3, k)
    whole = dense(X, P, V, 0.3)
    assert np.allclose(np.abs(found), np.abs(whole[:k]), rtol=1e-9)
    assert all(np.min(np.abs(whole - value)) < 1e-8 for value in found)


def test_the_causal_spectrum_is_that_of_the_whole_jacobian_at_any_state():
    X, P, V = instance(7, 9, 4)
    found, whole = st.linearisation.causal_spectrum(X, P, V, 0.7), dense(X, P, V, 0.7, causal=True)
    assert np.allclose(np.sort(np.abs(found)), np.sort(np.abs(whole)), atol=1e-7)
    assert all(np.min(np.abs(whole - value)) < 1e-6 for value in found)
    assert np.array_equal(st.linearisation.leading_eigenvalues(X, P, V, 0.7, 3, causal=True), found[:3])
