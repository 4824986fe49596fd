"""The flows on the sphere over the number types: the same definition, the printed formulas, symmetries, bad input."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from flint import arb

import attnverify.stability as st

BOTH = pytest.mark.parametrize("weights", ["softmax", "exponential"])
X3 = [[Fraction(3, 5), Fraction(4, 5)], [Fraction(0), Fraction(1)], [Fraction(-5, 13), Fraction(12, 13)]]


@BOTH
def test_the_number_types_agree(weights):
    floats = np.array(X3, dtype=float)
    wanted = st.models.SphereFlow(0.5, weights).velocity(floats)
    symbols = np.array([[sp.Rational(x.numerator, x.denominator) for x in row] for row in X3], dtype=object)
    exact = st.models.SphereFlow(sp.Rational(1, 2), weights).velocity(symbols)
    assert np.allclose(np.vectorize(float)(exact), wanted, atol=1e-14)
    balls = np.array([[arb(x.numerator) / x.denominator for x in row] for row in X3], dtype=object)
    enclosed = st.models.SphereFlow(arb(0.5), weights).velocity(balls)
    assert all(abs(float(ball.mid()) - value) < 1e-14 for ball, value in zip(enclosed.flat, wanted.flat, strict=True))
    rational = st.models.SphereFlow(0, weights).velocity(st.as_array(X3))
    assert all(isinstance(entry, Fraction) for entry in rational.flat)
    assert np.allclose(rational.astype(float), st.models.SphereFlow(0.0, weights).velocity(floats), atol=1e-15)


@BOTH
def test_a_token_moves_with_the_field_of_the_empirical_measure(weights):
    rng = np.random.default_rng(1)
    X = st.normalise(rng.normal(size=(6, 3)))
    flow = st.models.SphereFlow(1.3, weights, *rng.normal(size=(2, 3, 3)))
    assert np.allclose(flow.field(X[2:3], X), flow.velocity(X)[2:3], atol=1e-14)
    assert np.allclose(flow.field(X, X[:3], np.full(3, 1 / 3)), flow.field(X, X[:3]), atol=1e-14)
    doubled = flow.field(X, X[[0, 0, 1, 2]])
    assert np.allclose(flow.field(X, X[:3], np.array([0.5, 0.25, 0.25])), doubled, atol=1e-14)


@BOTH
def test_rotations_relabelling_and_the_gram_matrix(weights):
    rng = np.random.default_rng(3)
    X, flow = st.normalise(rng.normal(size=(5, 3))), st.models.SphereFlow(-0.8, weights)
    turned = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    Y = flow.velocity(X)
    assert np.allclose(flow.velocity(X @ turned.T), Y @ turned.T, atol=1e-14)
    order = rng.permutation(5)
    assert np.allclose(flow.velocity(X[order]), Y[order], atol=1e-14)
    assert np.allclose(st.states.gram_velocity(X @ X.T, flow.attention(X, X)), Y @ X.T + X @ Y.T, atol=1e-14)


@BOTH
def test_jacobian_and_spectrum_in_one_call(weights):
    beta, together = 1.5, np.array([[0.6, 0.8]] * 3)
    found = st.linearise(st.models.SphereFlow(beta, weights).velocity, together, manifold="sphere", time="continuous")
    rate = 1 if weights == "softmax" else np.exp(beta)
    assert np.allclose(sorted(value.real for value, _ in found.eigenvalues), [-rate, -rate, 0], atol=1e-9)
    # The regular triangle: unstable from beta = -2/3 on, stable below it but for the rotation.
    angles = np.arange(3) * 2 * np.pi / 3
    for temperature, side in ((-0.6, 1), (-0.75, -1)):
        flow = st.models.SphereFlow(temperature, weights)
        triangle = st.linearise(flow.velocity, st.models.on_circle(angles), manifold="sphere", time="continuous")
        values = sorted(value.real for value, _ in triangle.eigenvalues)
        assert min(abs(value) for value in values) < 1e-9
        assert np.sign([value for value in values if abs(value) > 1e-6]).tolist() == [side] * 2


@BOTH
def test_the_jacobian_at_a_state_that_moves(weights):
    """Covariant: on the circle that of the angles, for USA symmetric and n times the Hessian of the energy."""
    rng = np.random.default_rng(6)
    theta, beta, step = rng.uniform(-np.pi, np.pi, 4), -1.2, 1e-4
    flow = st.models.SphereFlow(beta, weights)
    found = st.linearise(flow.velocity, st.models.on_circle(theta), manifold="sphere", time="continuous")
    angles = st.linearise(
        lambda Z: st.models.circle_velocity(Z[:, 0], beta, weights)[:, np.newaxis],
        theta[:, np.newaxis],
        manifold="torus",
        time="continuous",
    )
    assert found.residual > 0.1
    assert np.allclose(np.sort(np.linalg.eigvals(found.jacobian)), np.sort(np.linalg.eigvals(angles.jacobian)))
    with pytest.raises(ValueError, match="the state is no equilibrium"):
        _ = found.stability
    X = st.normalise(rng.normal(size=(3, 4)))
    spatial = st.linearise(flow.velocity, X, manifold="sphere", time="continuous").jacobian
    symmetric = np.max(np.abs(spatial - spatial.T)) < 1e-9
    assert symmetric == (weights == "exponential")
    if symmetric:
        move = flow.velocity(X)
        speed = np.linalg.norm(move, axis=-1, keepdims=True)
        great = [np.cos(t * speed) * X + np.sin(t * speed) * move / speed for t in (-step, 0.0, step)]
        energies = [3 * st.decrease.interaction_energy(Y, beta) for Y in great]
        along = np.concatenate([st.linearisation.tangent_basis(x) @ v for x, v in zip(X, move, strict=True)])
        assert along @ spatial @ along == pytest.approx(np.dot([1, -2, 1], energies) / step**2, rel=1e-5)


def test_every_dynamics_has_a_jacobian_at_any_state_in_one_call():
    """Heads, matrices and a feed-forward part on the sphere; without it the free, rescaled and difference fields."""
    rng = np.random.default_rng(7)
    P, V, W = rng.normal(size=(2, 3, 3)), rng.normal(size=(2, 3, 3)), rng.normal(size=(3, 3))
    X = rng.normal(size=(4, 3))
    block = st.models.SphereFlow(0.8, "softmax", P, V, feed_forward=lambda Z: Z @ W)
    whole = st.linearise(block.velocity, st.normalise(X), manifold="sphere", time="continuous")
    assert whole.route == "series"
    assert whole.jacobian.shape == (8, 8)
    assert len(whole.eigenvalues) == 8
    for field in (
        lambda Z: st.models.free_velocity(Z, -0.8, P[0], V[0]),
        lambda Z: st.models.difference_velocity(Z, 0.8, P[0], V[0]),
        lambda Z: st.models.rescaled_velocity(Z, W, 0.8, P[0], V[0]),
        lambda Z: st.models.singular_velocity(Z, P[0], V[0]),
    ):
        found = st.linearise(field, X, time="continuous")
        slope = (field(X + 1e-6 * W[0]) - field(X - 1e-6 * W[0])) / 2e-6
        assert np.allclose(found.jacobian @ np.tile(W[0], 4), slope.ravel(), atol=1e-6)


def test_the_feed_forward_part_is_projected_too():
    X = st.normalise(np.random.default_rng(4).normal(size=(3, 2)))
    w, a, b = np.random.default_rng(5).normal(size=(3, 2, 2))
    block = st.models.SphereFlow(1.0, feed_forward=lambda Z: np.tanh(Z @ a.T + b[0]) @ w.T)
    part = np.tanh(X @ a.T + b[0]) @ w.T
    added = part - np.sum(X * part, axis=-1, keepdims=True) * X
    assert np.allclose(block.velocity(X), st.models.SphereFlow(1.0).velocity(X) + added, atol=1e-14)


@BOTH
def test_one_token_and_one_dimension_stay(weights):
    assert not np.any(np.abs(st.models.SphereFlow(2.0, weights).velocity(np.array([[0.6, 0.8]]))) > 1e-15)
    line = st.as_array([[1], [-1], [1]])
    assert not np.any(st.models.SphereFlow(0, weights).velocity(line))
    assert not np.any(st.models.SphereFlow(1.0, weights).velocity(line.astype(float)))


@pytest.mark.parametrize(("call", "said"), [
    (lambda: st.models.SphereFlow(1.0, "uniform"), "weights is 'uniform'; allowed are"),
    (lambda: st.models.SphereFlow(float("nan")), "beta is nan; a finite number"),
    (lambda: st.models.SphereFlow(1.0).velocity(np.ones(3)), r"tokens have shape \(3,\)"),
    (lambda: st.models.SphereFlow(1.0).velocity(np.ones((0, 3))), r"tokens have shape \(0, 3\)"),
    (lambda: st.models.SphereFlow(1.0).velocity(np.array([[np.inf, 0]])), "tokens contain a value that is not finite"),
    (lambda: st.models.SphereFlow(1.0, P=np.eye(3)).velocity(np.eye(2)), r"P has shape \(3, 3\)"),
    (lambda: st.models.SphereFlow(1.0, V=np.eye(3)).velocity(np.eye(2)), r"V has shape \(3, 3\)"),
    (lambda: st.models.SphereFlow(1.0, P=np.ones((2, 2, 2))).velocity(np.eye(2)), "P and V differ in their heads"),
    (lambda: st.models.SphereFlow(1.0).field(np.eye(3), np.eye(2)), "points have dimension 3 and atoms 2"),
    (lambda: st.models.SphereFlow(1.0).field(np.eye(2), np.eye(2), np.ones(3) / 3), r"masses have shape \(3,\)"),
    (lambda: st.models.SphereFlow(1.0).field(np.eye(2), np.eye(2), np.ones(2)), "positive numbers with sum 1"),
    (lambda: st.models.SphereFlow(1.0, P=np.ones((1, 2, 2))).partition(np.eye(2)),
     "one partition function for each head"),
])  # fmt: skip
def test_bad_input(call, said):
    with pytest.raises(ValueError, match=said):
        call()
