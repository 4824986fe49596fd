"""The consensus paper by independent numerics: exact solutions, printed data, layers, enclosed runs."""

import numpy as np
import pytest
from flint import arb
from scipy.integrate import solve_ivp

import attnverify.stability as st
from attnverify.proofs_checks.consensus.poster.conclusion import final_misalignment
from attnverify.proofs_checks.consensus.simulations import enclosed_runs, printed, synthetic
from attnverify.proofs_checks.consensus.simulations.value_spectrum import ROOTS
from attnverify.verify.verdict import Verdict


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


def test_the_norms_of_figure_1():
    norms = [np.linalg.norm(printed.simulation_1().P(t)[0]) for t in np.linspace(0, 1, 401)]
    assert max(norms) == pytest.approx(1.0623, abs=1e-3)


@pytest.mark.deep
def test_all_hundred_trajectories_of_figure_4():
    flow, Y, times = printed.simulation_2(0), printed.cube_tokens(0, 100), np.linspace(0, 160, 81)
    E = st.motion.span_trajectory(flow, Y, times, 1.0, observe=st.misalignment, samples=32).values
    assert E[0].min() > 0.5
    assert E[-1].max() < 0.01
    assert np.all(E[-1] < E[60] / 4)


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


def inside(Y, found):
    """Whether the floats lie in the balls, widened by the error of the floating-point run."""
    wider = st.motion.balls(Y, 1e-7)
    return all(ball.contains(float(x)) for x, ball in zip(found.reshape(-1), wider.reshape(-1), strict=True))


def test_ten_tokens_at_three_places_move_as_the_three_with_multiplicities():
    kept, Y = enclosed_runs.meeting()
    start = np.repeat(enclosed_runs.exact(enclosed_runs.PLACES).astype(float), enclosed_runs.COPIES, axis=0)
    times = np.linspace(0, enclosed_runs.MEETING, 9)
    states = st.trajectory(printed.simulation_1(), start, times, 2e-3).states
    assert kept
    assert len(start) == printed.TOKENS
    assert np.all(states[:, :, 0] > 0)
    assert inside(Y, states[-1, [0, 4, 7]])
    assert max(float(entry.rad()) for entry in Y.flat) < 1e-3


def test_the_first_three_of_ten_causal_tokens_move_alone():
    kept, Y = enclosed_runs.approach()
    rest = st.draws.random_tokens(np.random.default_rng(0), 1, 7, 3)[0]
    start = np.concatenate([enclosed_runs.exact(enclosed_runs.FIRST).astype(float), rest])
    times = np.linspace(0, enclosed_runs.APPROACH, 9)
    states = st.trajectory(printed.simulation_3(), start, times, 2e-3).states
    v = printed.principal_direction()
    assert kept
    assert np.all(states[:, :3] @ v > 0)
    assert inside(Y, states[-1, :3])
    assert max(float(entry.rad()) for entry in Y.flat) < 1e-3
    assert np.max(np.linalg.norm(states[-1, :3] - v, axis=1)) == pytest.approx(0.334, abs=1e-3)


def test_the_principal_balls_contain_the_eigenvector():
    w = enclosed_runs.principal_balls()
    unit = np.array([float(entry) for entry in w / enclosed_runs.length(w)])
    assert np.allclose(unit, printed.principal_direction(), atol=1e-5)


@pytest.mark.parametrize(("kept", "bound", "verdict"), [(True, "1/2", "ARGUED"), (False, "1/2", "OPEN")])
def test_a_run_counts_only_when_everything_is_proved(kept, bound, verdict):
    distances = [arb("0.25", "0.01"), arb("0.4", "0.2")]
    assert enclosed_runs.within(kept, distances[:1], bound, "a run").verdict is Verdict[verdict]
    assert enclosed_runs.within(kept, distances, bound, "a run").verdict is Verdict.OPEN


def margins(seed):
    """Slacks of the two differential inequalities at a random state: central projection, and cosines with token 1."""
    rng = np.random.default_rng(seed)
    N, d, heads = int(rng.integers(2, 9)), int(rng.integers(2, 7)), int(rng.integers(1, 4))
    v, size = np.eye(d)[0], 10 ** rng.uniform(-1, 0.8)
    Y = rng.normal(size=(N, d))
    Y[:, 0] = np.abs(Y[:, 0]) * rng.choice([1e-2, 1.0])
    Y[:, 0] += 1e-3
    if rng.integers(4) == 0:
        Y[-1] = Y[0]
    Y = st.models.onto_ellipsoid(Y)
    P = rng.normal(size=(heads, d, d))
    P *= size / np.linalg.norm(P, ord=2, axis=(-2, -1), keepdims=True)
    A = st.models.head_weights(Y, P, causal=True)
    least = heads * np.exp(-2 * size) / (N * np.sqrt(d))
    rates, c = st.models.velocity(Y, A), st.decrease.heights(Y, v)
    q = Y / c[:, np.newaxis]
    dq = rates / c[:, np.newaxis] - Y * (rates @ v / c**2)[:, np.newaxis]
    away = np.linalg.norm(q - q[0], axis=-1)
    farthest = int(np.argmax(away))
    slope = (q[farthest] - q[0]) @ dq[farthest]
    scale = 1 + away[farthest] * np.linalg.norm(dq[farthest])
    projected = -(slope + least * c[0] * away[farthest] ** 2) / scale
    cosines = st.decrease.cosines(Y)
    lowest = int(np.argmin(cosines))
    if cosines[lowest] <= 0:
        return projected, 0.0
    return projected, (rates[lowest] @ Y[0]) - least * (1 - cosines[lowest] ** 2)


@pytest.mark.parametrize("examples", [400, pytest.param(20_000, marks=pytest.mark.deep)])
def test_the_margins_at_many_states(examples, record_property):
    worst = float(min(min(margins(seed)) for seed in range(examples)))
    record_property("worst margin", worst)
    assert worst >= -1e-9


def test_the_margin_sees_a_wrong_sign():
    """The same slack for the reversed flow is negative: the property can fail."""
    Y = st.models.onto_ellipsoid(np.array([[1.0, 0.1], [1.0, 2.0]]))
    A = st.models.head_weights(Y, np.zeros((1, 2, 2)), causal=True)
    assert st.models.velocity(Y, A, -np.eye(2)[np.newaxis])[1] @ Y[0] < 0 < st.models.velocity(Y, A)[1] @ Y[0]
