"""The consensus paper by independent numerics: spectra, exact solutions, printed data, layers."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import attnverify.stability as st
from attnverify.proofs_checks.consensus.poster.conclusion import final_misalignment
from attnverify.proofs_checks.consensus.simulations import figures, printed, synthetic
from attnverify.proofs_checks.consensus.simulations.value_spectrum import ROOTS
from attnverify.stability.transformers.attention import Norm


def test_the_printed_waves_are_cosines_and_sines():
    D = printed.diagonals((printed.D_1, printed.D_2))
    for t in (0.0, 0.013, 0.4):
        x = np.pi * t
        assert np.allclose(D(t)[0], 2 * np.array([np.cos(10 * x), np.sin(10 * x), np.cos(6 * x)]))
        assert np.allclose(D(t)[1], 2 * np.array([np.cos(6 * x), np.sin(6 * x), np.cos(4 * x)]))


def test_the_spectrum_of_u_numerically():
    found = np.linalg.eigvalsh(printed.floats(printed.U_3))
    for value, (low, high) in zip(found, ROOTS, strict=True):
        assert float(low) < value < float(high)


def test_figures_carry_their_data():
    assert np.max(figures.figure_1().panels["Frobenius norm of P_1"]) == pytest.approx(1.0623, abs=1e-3)
    V = figures.figure_3(0).panels["V"]
    assert np.all(np.diff(V) < 0)
    six = figures.figure_6(0)
    assert six.panels["V_1"].shape == six.times.shape
    assert "seed 0" in six.title


@pytest.mark.deep
def test_all_hundred_trajectories_of_figure_4():
    E = figures.figure_4(0).panels["misalignment E"]
    assert E.shape == (81, 100)
    assert E[0].min() > 0.5
    assert E[-1].max() < 0.01
    assert np.all(E[-1] < E[60] / 4)


# The claimed spectra at consensus against finite differences of the model at sizes no claim looks at.


# The exact solution against the definition of the model: P(t), softmax, finite differences, integration.
def logit_matrix(u):
    """P(t) in floats, solved from its three conditions and a free fourth: nothing is taken from the proof's formula."""
    Y = st.decrease.wedge_tokens(u, u / 4)
    third = np.array([1 / 4, (1 + u**2) / (4 + u**2), (8 - u**2) / (4 * (4 + u**2))])
    A, B = np.log(third[1] / third[0]), np.log(third[2] / third[0])
    rows, right = [], [0.0, A, B, 0.0]
    for left, difference in ((Y[1], Y[1] - Y[0]), (Y[2], Y[1] - Y[0]), (Y[2], Y[2] - Y[0])):
        rows.append(np.outer(left, difference).ravel())
    turned, along = np.array([Y[2][1], -Y[2][0]]), np.array([1.0, u])
    rows.append(np.outer(turned, along).ravel())
    return np.linalg.solve(np.array(rows), right).reshape(2, 2)


@pytest.mark.parametrize("u", [1.0, 0.7, 0.2, 0.01])
def test_the_curve_solves_the_model(u):
    Y = st.decrease.wedge_tokens(u, u / 4)
    flow = st.Flow(lambda _: logit_matrix(u), causal=True)
    step = 1e-6
    rate = -u / (2 * np.sqrt(2))
    moved = (st.decrease.wedge_tokens(u + step * rate, (u + step * rate) / 4) - Y) / step
    assert np.allclose(moved, flow.velocity(0.0, Y), atol=1e-5)


def test_the_logit_matrix_is_bounded_and_the_tokens_separate():
    sizes = [np.linalg.norm(logit_matrix(u)) for u in np.geomspace(1e-3, 1, 60)]
    assert max(sizes) < 8
    Y = st.decrease.wedge_tokens(1e-4, 0.25e-4)
    assert Y[1] @ Y[0] == pytest.approx(1)
    assert Y[2] @ Y[0] == pytest.approx(-1)
    assert st.decrease.wedge_tokens(1.0, 0.25)[2] @ [1, 0] > -0.9


def test_integration_follows_the_curve_while_rounding_is_small():
    """Twenty digits would be needed for long times, as neighbours of the exceptional token are repelled."""

    def field(t, state):
        Y = st.models.onto_ellipsoid(state.reshape(3, 2))
        P = logit_matrix(np.exp(-t / (2 * np.sqrt(2))))
        return st.Flow(P, causal=True).velocity(t, Y).ravel()

    end = 8.0
    run = solve_ivp(field, (0, end), st.decrease.wedge_tokens(1.0, 0.25).ravel(), rtol=1e-11, atol=1e-13)
    u = np.exp(-end / (2 * np.sqrt(2)))
    assert np.allclose(run.y[:, -1].reshape(3, 2), st.decrease.wedge_tokens(u, u / 4), atol=1e-6)


# The images of layer normalisation against samples, and what refutes a statement about them.
def layer_norm(X, gamma, beta):
    return Norm(gamma, beta, 0.0)(X)


@pytest.mark.parametrize("shift", [0.0, 2.5])
def test_layer_norm_steps_are_steps_of_the_map_in_one_dimension_less(shift):
    """N(y_i + tau sum_j alpha_ij y_j) = beta + rho pi(u_i + tau sum_j alpha_ij u_j) with the weights of the y_i."""
    rng = np.random.default_rng(7)
    d, g0, tau = 5, 0.7, 0.3
    gamma, beta, rho = np.full(d, g0), np.full(d, shift), np.sqrt(d) * g0
    Y = layer_norm(rng.normal(size=(4, d)), gamma, beta)
    A = st.models.head_weights(Y, rng.normal(size=(2, d, d)))
    moved = layer_norm(Y + tau * st.models.drive(Y, A), gamma, beta)
    assert np.allclose(moved, beta + rho * st.models.flow_step((Y - beta) / rho, A, tau), atol=1e-12)
    turned = layer_norm(Y, -gamma, beta)
    assert not np.allclose(turned, Y)


# The synthetic protocol of the poster's conclusion.
@pytest.mark.parametrize("number", range(3))
def test_the_misalignment_collapses_forwards_only(number):
    assert final_misalignment(number, 1.0, layers=0) > 1e-2
    assert final_misalignment(number, 1.0) < 1e-6
    assert final_misalignment(number, -1.0) > 1e-3


def test_the_number_of_the_draw_decides():
    first, again, other = (final_misalignment(number, 1.0, layers=3) for number in (4, 4, 5))
    assert first == again
    assert np.abs(first - other) > 0


# The constants of CON-2.3.b against floats.
def random_system(number):
    """A random flow with W, an initial state, and its constants F and L."""
    rng = np.random.default_rng(number)
    d, N, H = int(rng.integers(2, 5)), int(rng.integers(2, 5)), int(rng.integers(1, 3))
    P, U = rng.uniform(-1, 1, (H, d, d)), rng.uniform(-1, 1, (H, d, d))
    B = rng.normal(size=(d, d))
    W = B @ B.T + 0.5 * np.eye(d)
    Y = st.models.onto_ellipsoid(rng.normal(size=(N, d)), W)
    values, vectors = np.linalg.eigh(W)
    root, inverse = (vectors * values**power @ vectors.T for power in (0.5, -0.5))
    u = np.linalg.norm(root @ U @ inverse, ord=2, axis=(1, 2))
    p = np.linalg.norm(inverse @ P @ inverse, ord=2, axis=(1, 2))
    return st.Flow(P, U, W), Y, float(np.sum(u) / np.sqrt(d)), float(np.sum(u * (4 * p + 3)) / np.sqrt(d))


def local_error(flow, Y, tau):
    """The largest W-distance of a token of one step of the map (1) from the flow at time tau."""
    exact = st.trajectory(flow, Y, np.array([0.0, tau])).states[-1]
    gap = flow.step(0.0, Y, tau) - exact
    return float(np.sqrt(np.max(st.models.inner(gap, gap, flow.W))))


def global_error(flow, Y, time, steps):
    """The same after `steps` steps of the map up to `time`."""
    exact = st.trajectory(flow, Y, np.array([0.0, time])).states[-1]
    for _ in range(steps):
        Y = flow.step(0.0, Y, time / steps)
    gap = Y - exact
    return float(np.sqrt(np.max(st.models.inner(gap, gap, flow.W))))


@pytest.mark.parametrize("seed", range(5))
def test_the_constants_bound_drive_and_field(seed):
    """F and L of a random system, against drives and difference quotients at random pairs of states."""
    flow, Y, F, L = random_system(seed)
    rng = np.random.default_rng(seed)
    for size in (1e-3, 0.3, 3.0):
        Z = st.models.onto_ellipsoid(Y + size * rng.normal(size=Y.shape), flow.W)
        drives = st.models.drive(Y, flow.weights(0.0, Y), flow.U)
        assert np.sqrt(np.max(st.models.inner(drives, drives, flow.W))) <= F * (1 + 1e-12)
        change, moved = flow.velocity(0.0, Y) - flow.velocity(0.0, Z), Y - Z
        quotient = np.sqrt(
            np.max(st.models.inner(change, change, flow.W)) / np.max(st.models.inner(moved, moved, flow.W))
        )
        assert quotient <= L * (1 + 1e-9)


@pytest.mark.parametrize("seed", range(5))
def test_one_step_stays_within_the_sharp_remainder(seed):
    """tau^2 F^2/(sqrt(3)(1 - tau F)^2) for one token with |f| = F, both signs of tau; nearly attained."""
    rng = np.random.default_rng(seed)
    worst = 0.0
    for _ in range(2000):
        y, f = st.normalise(rng.normal(size=(2, 3)))
        tau = rng.choice([-1, 1]) * rng.uniform(1e-3, 0.5)
        gap = st.normalise((y + tau * f)[np.newaxis])[0] - y - tau * st.models.tangent(y, f)
        worst = max(worst, np.linalg.norm(gap) / (tau**2 / (np.sqrt(3) * (1 - abs(tau)) ** 2)))
    assert 0.8 < worst <= 1


def test_errors_halve_as_the_orders_say():
    flow, Y, F, _ = random_system(3)
    local = [local_error(flow, Y, tau / F) for tau in (0.02, 0.01)]
    overall = [global_error(flow, Y, 1 / F, steps) for steps in (50, 100)]
    assert local[0] / local[1] == pytest.approx(4, rel=0.05)
    assert overall[0] / overall[1] == pytest.approx(2, rel=0.05)


# The looped surrogate against a plain loop over tokens, and what normalisation does.
def plain_pass(X, given, feed_forward):
    for P, V, W_1, W_2 in zip(*(given[name] for name in ("P", "V", "W_1", "W_2")), strict=True):
        Z = np.array([(x - x.mean()) / x.std() for x in X])
        after = X.copy()
        for i in range(len(X)):
            for P_h, V_h in zip(P, V, strict=True):
                odds = np.array([np.exp(Z[i] @ P_h @ Z[j]) for j in range(i + 1)])
                after[i] += sum(w * (V_h @ Z[j]) for j, w in enumerate(odds / odds.sum()))
        if feed_forward:
            after = np.array([x + np.maximum((x - x.mean()) / x.std() @ W_1, 0) @ W_2 for x in after])
        X = after
    return np.array([(x - x.mean()) / x.std() for x in X])


@pytest.mark.parametrize("feed_forward", [False, True])
def test_a_pass_is_the_definition(feed_forward):
    rng = np.random.default_rng(0)
    shape = synthetic.Shape(prompts=2, tokens=4, d=6, heads=2, layers=2)
    X, given = rng.normal(size=(2, 4, 6)), synthetic.weights(rng, shape, 1.0)
    found = synthetic.one_pass(X, given, feed_forward=feed_forward)
    for prompt in range(2):
        assert np.allclose(found[prompt], plain_pass(X[prompt], given, feed_forward), atol=1e-12)


def test_equal_tokens_stay_equal():
    rng = np.random.default_rng(1)
    shape = synthetic.Shape()
    X = np.repeat(rng.normal(size=(1, 1, shape.d)), 5, axis=1)
    found = synthetic.one_pass(X, synthetic.weights(rng, shape, 1.0), feed_forward=True)
    assert st.misalignment(found).max() < 1e-25


def test_drawing_anew_and_positions_change_the_run():
    base = synthetic.misalignment(3, seed=0)
    assert base.shape == (4, 12)
    for other in ({"redrawn": True}, {"positions": 0.3}, {"feed_forward": True}, {"scale": 2.0}):
        assert not np.allclose(base[-1], synthetic.misalignment(3, seed=0, **other)[-1])
    assert np.array_equal(base, synthetic.misalignment(3, seed=0))
