"""Flows: on ellipsoids, spheres, the circle, and free of them."""

from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp
from scipy.linalg import expm
from scipy.spatial import ConvexHull

import attnverify.stability as st


def plain_velocity(Y, P, U, W, causal):
    """Equation (6), the heads along the first axis."""
    E = np.exp(Y @ P @ Y.T) * (np.tri(len(Y)) if causal else 1)
    total = np.sum(E / E.sum(axis=2, keepdims=True) @ Y @ np.swapaxes(U, 1, 2), axis=0) / np.sqrt(Y.shape[1])
    return total - Y * np.sum(Y @ W * total, axis=1, keepdims=True)


@pytest.mark.parametrize("causal", [False, True])
def test_velocity_is_equation_6(causal):
    rng = np.random.default_rng(0)
    P, U = rng.normal(size=(2, 3, 3)), rng.normal(size=(2, 3, 3))
    W = np.diag([1.0, 2.0, 0.5])
    Y = st.models.onto_ellipsoid(rng.normal(size=(4, 5, 3)), W)
    flow = st.Flow(P, U, W, causal)
    for b in range(4):
        assert np.allclose(flow.velocity(0.0, Y)[b], plain_velocity(Y[b], P, U, W, causal), atol=1e-13)
    assert np.allclose(flow.field(3)(0.0, Y), flow.velocity(0.0, Y), atol=0)
    assert np.allclose(flow.weights(0.0, Y).sum(axis=-1), 1 / np.sqrt(3))
    none = st.Flow(P, None, W, causal)
    identity = st.Flow(P, np.stack([np.eye(3)] * 2), W, causal)
    assert np.allclose(none.velocity(0.0, Y), identity.velocity(0.0, Y), atol=1e-14)


def test_the_map_is_the_flow_to_first_order():
    rng = np.random.default_rng(1)
    W = np.diag([1.0, 2.0, 0.5])
    flow = st.Flow(lambda t: np.cos(t) * np.ones((3, 3)), rng.normal(size=(1, 3, 3)), W)
    Y = st.models.onto_ellipsoid(rng.normal(size=(4, 3)), W)
    errors = [np.max(np.abs((flow.step(0.3, Y, tau) - Y) / tau - flow.velocity(0.3, Y))) for tau in (1e-3, 1e-4)]
    assert errors[0] < 1e-2
    assert errors[1] < 0.2 * errors[0]


def test_weights_of_symbols_and_rationals_contain_the_root_of_d():
    zero = st.numbers.as_array(sp.zeros(3))
    assert st.models.head_weights(st.numbers.as_array(sp.eye(3)), zero)[0, 1] == sp.Rational(1, 3) / sp.sqrt(3)
    four = st.numbers.as_array(np.eye(4, dtype=int))
    assert st.models.head_weights(four, 0 * four)[0, 0] == F(1, 8)
    three = st.numbers.as_array(np.eye(3, dtype=int))
    with pytest.raises(ValueError, match="not rational"):
        st.models.head_weights(three, 0 * three)


# Rescaled tokens are free tokens in other coordinates; the three cases of Table 1; the limit of large beta.
def random_system(seed, d=3, n=5):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), *rng.normal(size=(2, d, d))


def test_rescaled_tokens_move_as_the_free_ones_do():
    X, P, V = random_system(0)
    t, beta = 0.3, 1.2
    grown, shrunk = expm(t * V), expm(-t * V)
    Z = X @ shrunk.T
    wanted = st.models.free_velocity(X, beta, P, V) @ shrunk.T - X @ V.T @ shrunk.T
    assert np.allclose(st.models.rescaled_velocity(Z, grown, beta, P, V), wanted, atol=1e-12)
    rescaled = st.models.rescaled_velocity(X, np.eye(3), beta, P, V)
    assert np.allclose(rescaled, st.models.difference_velocity(X, beta, P, V), atol=1e-12)


def rescaled_end(X, V, P, T, steps):
    """Euler steps with the exact exponential at each time; tokens stay in their hull where V = I."""
    Z, h = X, T / steps
    for k in range(steps):
        Z = Z + h * st.models.rescaled_velocity(Z, expm(k * h * V), 1.0, P, V)
    return Z


def test_tokens_go_to_the_corners_of_a_polytope():
    X = np.random.default_rng(4).normal(size=(12, 2))
    V, P = np.eye(2), np.diag([1.0, 2.0])
    Z = rescaled_end(X, V, P, 9.0, 900)
    hull = ConvexHull(X)
    assert np.all(hull.equations @ np.column_stack([Z, np.ones(12)]).T < 1e-9)
    corners = np.unique(np.round(Z, 2), axis=0)
    assert len(ConvexHull(corners).vertices) == len(corners) == 3


def test_tokens_go_to_at_most_three_hyperplanes():
    X = np.random.default_rng(5).normal(size=(12, 2))
    V, P = np.diag([1.0, -0.5]), np.eye(2)
    heights = rescaled_end(X, V, P, 14.0, 2000)[:, 0]
    ends = (heights.min(), heights.max())
    near = [min(abs(height - level) for level in (*ends, 0.0)) for height in heights]
    assert max(near) < 0.05


def test_the_singular_limit_away_from_ties():
    X, P, V = random_system(6)
    wanted = st.models.singular_velocity(X, P, V)
    errors = [np.max(np.abs(st.models.difference_velocity(X, beta, P, V) - wanted)) for beta in (2.0, 20.0, 2000.0)]
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 1e-8


def test_ties_share():
    X = st.numbers.as_array([[1, 0], [0, 1], [1, 1]])
    # The logits of (1, 0) are 1, 0, 1: the token itself and (1, 1) are nearest.
    assert st.models.singular_velocity(X)[0].tolist() == [0, F(1, 2)]
    assert st.models.singular_velocity(X.astype(float))[0].tolist() == [0.0, 0.5]
    one = st.numbers.as_array([[2, 3]])
    assert st.models.singular_velocity(one).tolist() == [[0, 0]]


# The flows on the sphere over the number types: the same definition, the printed formulas, symmetries, bad input.
BOTH = pytest.mark.parametrize("weights", ["softmax", "exponential"])


@BOTH
def test_a_token_moves_with_the_field_of_the_empirical_measure(weights):
    rng = np.random.default_rng(1)
    X = st.models.normalise(rng.normal(size=(6, 3)))
    flow = st.models.SphereFlow(1.3, weights, *rng.normal(size=(2, 3, 3)))
    assert np.allclose(flow.field(X[2:3], X), flow.velocity(X)[2:3], atol=1e-14)
    assert np.allclose(flow.field(X, X[:3], np.full(3, 1 / 3)), flow.field(X, X[:3]), atol=1e-14)
    doubled = flow.field(X, X[[0, 0, 1, 2]])
    assert np.allclose(flow.field(X, X[:3], np.array([0.5, 0.25, 0.25])), doubled, atol=1e-14)


@BOTH
def test_rotations_relabelling_and_the_gram_matrix(weights):
    rng = np.random.default_rng(3)
    X, flow = st.models.normalise(rng.normal(size=(5, 3))), st.models.SphereFlow(-0.8, weights)
    turned = np.linalg.qr(rng.normal(size=(3, 3)))[0]
    Y = flow.velocity(X)
    assert np.allclose(flow.velocity(X @ turned.T), Y @ turned.T, atol=1e-14)
    order = rng.permutation(5)
    assert np.allclose(flow.velocity(X[order]), Y[order], atol=1e-14)
    assert np.allclose(st.states.gram_velocity(X @ X.T, flow.attention(X, X)), Y @ X.T + X @ Y.T, atol=1e-14)


def of_angles(theta, *flow):
    field = lambda Z: st.models.circle_velocity(Z[:, 0], *flow)[:, np.newaxis]  # noqa: E731
    return st.linearise(field, theta[:, np.newaxis], manifold="torus", time="continuous")


@BOTH
def test_the_jacobian_at_a_state_that_moves(weights):
    """Covariant: on the circle that of the angles, for USA symmetric and n times the Hessian of the energy."""
    rng = np.random.default_rng(6)
    theta, beta, step = rng.uniform(-np.pi, np.pi, 4), -1.2, 1e-4
    flow = st.models.SphereFlow(beta, weights)
    found = st.linearise(flow.velocity, st.models.on_circle(theta), manifold="sphere", time="continuous")
    angles = of_angles(theta, beta, weights)
    assert found.residual > 0.1
    assert np.allclose(np.sort(np.linalg.eigvals(found.jacobian)), np.sort(np.linalg.eigvals(angles.jacobian)))
    with pytest.raises(ValueError, match="the state is no equilibrium"):
        _ = found.stability
    X = st.models.normalise(rng.normal(size=(3, 4)))
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
    whole = st.linearise(block.velocity, st.models.normalise(X), manifold="sphere", time="continuous")
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
    X = st.models.normalise(np.random.default_rng(4).normal(size=(3, 2)))
    w, a, b = np.random.default_rng(5).normal(size=(3, 2, 2))
    block = st.models.SphereFlow(1.0, feed_forward=lambda Z: np.tanh(Z @ a.T + b[0]) @ w.T)
    part = np.tanh(X @ a.T + b[0]) @ w.T
    added = part - np.sum(X * part, axis=-1, keepdims=True) * X
    assert np.allclose(block.velocity(X), st.models.SphereFlow(1.0).velocity(X) + added, atol=1e-14)


@BOTH
def test_one_token_and_one_dimension_stay(weights):
    assert not np.any(np.abs(st.models.SphereFlow(2.0, weights).velocity(np.array([[0.6, 0.8]]))) > 1e-15)
    line = st.numbers.as_array([[1], [-1], [1]])
    assert not np.any(st.models.SphereFlow(0, weights).velocity(line))
    assert not np.any(st.models.SphereFlow(1.0, weights).velocity(line.astype(float)))
    assert st.models.circle_velocity(np.array([0.3]), -2.0, weights).tolist() == [0.0]


# The ellipsoid over floats, symbols, rationals and balls.
def metric(rng, d):
    A = rng.normal(size=(d, d))
    return A @ A.T + 0.2 * np.eye(d)


def test_projection_and_tangent_in_any_metric():
    rng = np.random.default_rng(0)
    W, X, Z = metric(rng, 4), rng.normal(size=(3, 5, 4)), rng.normal(size=(3, 5, 4))
    Y = st.models.onto_ellipsoid(X, W)
    assert np.allclose(np.einsum("...i,ij,...j->...", Y, W, Y), 1, atol=1e-13)
    assert np.allclose(st.models.onto_ellipsoid(Y, W), Y, atol=1e-14)
    T = st.models.tangent(Y, Z, W)
    assert np.allclose(st.models.inner(Y, T, W), 0, atol=1e-12)
    assert np.allclose(st.models.tangent(Y, T, W), T, atol=1e-12)
    step = 1e-6
    moved = (st.models.onto_ellipsoid(Y + step * Z, W) - st.models.onto_ellipsoid(Y - step * Z, W)) / (2 * step)
    assert np.allclose(moved, T, atol=1e-8)


def test_what_is_no_metric_is_refused():
    st.models.require_metric(None, 3)
    st.models.require_metric(st.numbers.as_array([[2, 1], [1, 1]]), 2)
    st.models.require_metric(st.motion.balls(st.numbers.as_array([[2, F(1, 3)], [F(1, 3), 1]])), 2)
    refused = {
        "shape": [np.eye(3)],
        "not positive definite": [np.diag([1.0, -1.0]), st.numbers.as_array([[1, 1], [1, 1]])],
    }
    skew = st.numbers.as_array([[1, F(1, 3)], [0, 1]])
    for said, metrics in (refused | {"not symmetric": [skew, skew.astype(float), st.motion.balls(skew)]}).items():
        for W in metrics:
            with pytest.raises(ValueError, match=said):
                st.models.require_metric(W, 2)


# Angles are tokens on the circle; at beta = 0 they are the Kuramoto model.
THETA = np.array([0.3, 1.1, -2.0, 2.9])


@BOTH
def test_kuramoto_is_the_limit(weights):
    assert np.allclose(st.models.circle_velocity(THETA, 0.0, weights), st.models.kuramoto_velocity(THETA), atol=1e-15)
    assert np.max(np.abs(st.models.circle_velocity(THETA, 1e-6, weights) - st.models.kuramoto_velocity(THETA))) < 1e-5
    turning = st.models.kuramoto_velocity(THETA, coupling=2, omega=np.ones(4))
    assert np.allclose(turning, 1 + 2 * st.models.kuramoto_velocity(THETA), atol=1e-15)


def test_stable_and_unstable_states():
    def stability(theta, beta):
        return sum(value.real > 1e-8 for value, _ in of_angles(np.array(theta), beta).eigenvalues)

    third = 2 * np.pi / 3
    assert stability([0.0, 0.0, 0.0], 1.0) == 0
    assert stability([0.0, 0.0, np.pi], 1.0) == 1
    assert stability([0.0, 0.0, np.pi], -0.4) == 2
    assert stability([0.0, third, 2 * third], 1.0) == 2
    assert stability([0.0, third, 2 * third], -0.7) == 0
