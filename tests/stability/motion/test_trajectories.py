"""Trajectories: integrators against each other and a closed form, order, refused input; coordinates of the span."""

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.motion.timetable import changes_of


def system(seed=0, W=None, causal=False):
    rng = np.random.default_rng(seed)
    P = st.models.modulated(lambda t: 2 * np.cos(np.outer([3.0, 5.0], [1.0, 0.7, 0.2]) * t), rng.normal(size=(2, 3, 3)))
    return st.Flow(P, rng.normal(size=(2, 3, 3)), W, causal), st.models.onto_ellipsoid(rng.normal(size=(2, 5, 3)), W)


@pytest.mark.parametrize("W", [None, np.diag([1.0, 2.0, 0.5])])
def test_both_integrators_agree_on_the_ellipsoid(W):
    flow, Y = system(W=W)
    times = np.linspace(0, 2, 5)
    adaptive = st.trajectory(flow, Y, times, max_step=0.1)
    fixed = st.trajectory(flow, Y, times, 0.01)
    assert np.array_equal(adaptive.states[0], fixed.states[0])
    assert np.allclose(adaptive.states, fixed.states, atol=1e-6)
    for found in (adaptive, fixed):
        assert np.allclose(st.models.inner(found.states, found.states, W), 1, atol=1e-14)
        assert 0 < found.drift < 1e-7


def test_fixed_steps_have_order_four():
    flow, Y = system(causal=True)
    times = np.array([0.0, 1.0])
    exact = st.trajectory(flow, Y, times, rtol=1e-12, atol=1e-13).states[-1]
    errors = [np.max(np.abs(st.trajectory(flow, Y, times, h).states[-1] - exact)) for h in (0.02, 0.01)]
    assert 10 < errors[0] / errors[1] < 30


def test_a_pair_follows_its_closed_form():
    # P = 0, U = I: the cosine g of two tokens obeys g' = (1 - g^2)/sqrt(2), so artanh g grows linearly.
    Y = np.array([[1.0, 0.0], [-0.6, 0.8]])
    times = np.linspace(0, 4, 9)
    states = st.trajectory(st.Flow(np.zeros((2, 2))), Y, times).states
    g = np.sum(states[:, 0] * states[:, 1], axis=-1)
    assert np.allclose(g, np.tanh(np.arctanh(-0.6) + times / np.sqrt(2)), atol=1e-9)


def kinked(t):
    return abs(t - 0.5) * 10 * np.array([[0.0, 1.0], [-1.0, 0.0]])


def test_kinks_that_are_said_keep_the_order():
    Y = np.array([[1.0, 0.0], [-0.6, 0.8]])
    times = np.array([0.0, 1.0])
    exact = st.trajectory(st.Flow(kinked), Y, np.array([0.0, 0.5, 1.0]), 0.002).states[-1]
    flows = st.Flow(st.models.timed(kinked, knots=[0.5])), st.Flow(kinked)
    said, unsaid = (np.max(np.abs(st.trajectory(f, Y, times, 1 / 9).states[-1] - exact)) for f in flows)
    assert said < unsaid / 10


I2, O2 = np.eye(2), np.zeros((2, 2))
PAIR = np.array([[1.0, 0.0], [-0.6, 0.8]])


def pulse(a, b, height=1.0):
    return lambda t: I2 * (height if a <= t < b else 0.0)


def bump(center, width):
    return lambda t: I2 * np.exp(-(((t - center) / width) ** 2))


@pytest.mark.parametrize(("base", "least"), [(0.0, 1e-5), (0.5, 1e-3), (9.0, 0.1)])
@pytest.mark.parametrize("wider", [1.0001, 4])
def test_what_lasts_as_long_as_the_resolution_is_seen(base, least, wider):
    """Pulses at random times on cos(base t): both edges are found, to a float."""
    rng = np.random.default_rng(int(10 * wider))
    width = wider * changes_of(lambda t: I2 * np.cos(base * t), 2, 0.0, 100.0, "U").resolution
    for a in rng.uniform(0, 100 - width, 6):
        found = changes_of(lambda t, a=a: I2 * (np.cos(base * t) + least * (a <= t < a + width)), 2, 0.0, 100.0, "U")
        edges = [min(found.jumps, key=lambda t, edge=edge: abs(t - edge)) for edge in (a, a + width)]
        assert edges == pytest.approx([a, a + width], abs=1e-12)


# U(t), the end, and the integral of a(t) where U = a(t) I: then artanh g = artanh g(0) + integral/sqrt 2 for a pair.
PULSES = {
    "a pulse late in a long rest": (pulse(50, 50.5), 100, 0.5),
    "a pulse at an irrational time": (pulse(np.pi * 20, np.pi * 20 + 0.3), 100, 0.3),
    "a pulse of a 5 000th of the time": (pulse(np.e * 20, np.e * 20 + 0.02), 100, 0.02),
    "a short, high pulse": (pulse(33, 33.2, 4.0), 100, 0.8),
    "a low pulse after a high one": (lambda t: I2 * (0.3 * (t < 1) + 0.01 * (60 <= t < 61)), 100, 0.31),
    "two pulses": (lambda t: I2 * ((10 <= t < 10.25) + (90 < t <= 90.25)), 100, 0.5),
    "a pulse at the end": (pulse(99.75, 200), 100, 0.25),
    "a pulse at the beginning": (pulse(-1, 0.25), 100, 0.25),
    "a jump at the last time": (pulse(100, 200), 100, 0.0),
    "a smooth bump": (bump(40, 0.3), 100, 0.3 * np.sqrt(np.pi)),
    "a triangle": (lambda t: I2 * max(0.0, 1 - abs(t - 70) / 0.5), 100, 0.5),
    "0.01 s in each of 100 s, the period said": (st.models.timed(lambda t: I2 * (t % 1 < 0.01), period=1), 100, 1.0),
    "switched once for 0.001": (st.models.switched([O2, I2, O2], [71.5, 71.5009765625]), 100, 0.0009765625),
    "switched by a period": (st.models.switched([I2, O2], [0.0078125], period=1), 100, 0.78125),
    "a switched wave": (st.models.switched([O2, lambda t: I2 * np.sin(t) ** 2], [60]), 61,
        0.5 - np.sin(122) / 4 + np.sin(120) / 4),
    "sampled, with a narrow tooth": (st.models.sampled(np.array([0, 50, 50.001, 50.002, 100]),
        np.array([O2, O2, 30 * I2, O2, O2])), 100, 0.03),
    "a modulated wave": (st.models.modulated(lambda t: [[1 + np.cos(40 * t)] * 2], I2[np.newaxis]), 1,
        1 + np.sin(40) / 40),
    "modulated samples": (st.models.modulated(st.models.sampled(np.array([0.0, 5, 10]),
        np.array([[[0, 0]], [[0.2, 0.2]], [[0, 0]]])), I2[np.newaxis]), 10, 1.0),
    "written for series": (lambda t: st.numbers.object_array([[st.numbers.sin(t) ** 2, 0],
        [0, st.numbers.sin(t) ** 2]]), 2, 1 - np.sin(4) / 4),
}  # fmt: skip


@pytest.mark.parametrize("name", PULSES)
def test_pulses_of_u_are_not_jumped_over(name):
    U, end, dose = PULSES[name]
    flow, times = st.Flow(O2, U), np.linspace(0, end, 3)
    for run in (st.trajectory(flow, PAIR, times), st.trajectory(flow, PAIR, times, 0.02)):
        g = float(run.states[-1, 0] @ run.states[-1, 1])
        off = 1e-5 if "smooth" in name else 2e-6
        assert np.arctanh(g) - np.arctanh(-0.6) == pytest.approx(dose / np.sqrt(2), abs=off)
        known = isinstance(U, st.models.schedules.Switched | st.models.schedules.Sampled) and name != "a switched wave"
        assert (run.resolution == 0) == (known or name == "modulated samples")


@pytest.mark.parametrize("at", [0.3, 1 / 3, 0.5, 0.7000000001, np.e / 4, 0.9999])
@pytest.mark.parametrize("closed", [False, True])
def test_jumps_of_p_are_stopped_at(at, closed):
    """A plain callable that jumps, its value at the jump that of before or after, against two systems in a row."""
    P, Q = (3 * np.random.default_rng(2).normal(size=(2, 1, 2, 2)))[:2]
    flow = st.Flow(lambda t: P if t < at or (closed and t == at) else Q)
    middle = st.trajectory(st.Flow(P), PAIR, np.array([0.0, at])).states[-1]
    expected = st.trajectory(st.Flow(Q), middle, np.array([at, 1.0])).states[-1]
    for run in (
        st.trajectory(flow, PAIR, TIMES),
        st.trajectory(flow, PAIR, TIMES, 0.01),
        st.trajectory(st.Flow(st.models.switched([P, Q], [at])), PAIR, TIMES),
    ):
        assert np.allclose(run.states[-1], expected, atol=1e-8)
    span = st.motion.span_trajectory(st.Flow(st.models.switched([P, Q], [at])), PAIR[np.newaxis], TIMES, 0.01).values
    assert span[-1, 0, 0] @ span[-1, 0, 1] == pytest.approx(expected[0] @ expected[1], abs=1e-8)


def test_what_may_be_missed_is_said():
    narrow = pulse(50, 50.001)
    run = st.trajectory(st.Flow(O2, narrow), PAIR, np.array([0.0, 100.0]))
    assert np.array_equal(run.states[0], run.states[-1])
    assert 0.001 < run.resolution < 0.02
    assert "that last less than 0.014 may be missed" in repr(run)
    said = st.trajectory(st.Flow(O2, st.models.timed(narrow, shortest=0.001)), PAIR, np.array([0.0, 100.0]))
    assert said.resolution <= 0.001
    assert not np.array_equal(said.states[0], said.states[-1])
    assert st.trajectory(st.Flow(O2, I2), PAIR, TIMES).resolution == 0


def test_what_changes_too_often_needs_a_word():
    fast = st.Flow(lambda t: I2 * np.cos(1e5 * t))
    with pytest.raises(ValueError, match=r"P\(t\) changes too often .* give max_step.* or its period"):
        st.trajectory(fast, PAIR, np.array([0.0, 100.0]))
    assert st.trajectory(fast, PAIR, np.array([0.0, 0.01]), max_step=1e-4).resolution <= 1e-4
    said = st.models.timed(fast.P, period=2e-5 * np.pi)
    run = st.trajectory(st.Flow(said), PAIR, np.array([0.0, 0.01]))
    # Averaged, P is nearly zero.
    assert np.allclose(run.states[-1], st.trajectory(st.Flow(O2), PAIR, np.array([0.0, 0.01])).states[-1], atol=1e-5)


ALONG = np.array([[0.6, 0.8], [0.8, 0.6]])
STEEP = np.array([[1.0, 0.0], [0.0, -1.0]])


@pytest.mark.parametrize(("system", "Y", "step", "allowed"), [
    # A token on the axis of the leading eigenvalue of U = c diag(1, -1): its rate is 2 c/sqrt 2.
    *((st.Flow(O2, c * STEEP), np.array([[1.0, 1e-3]]) / np.sqrt(1 + 1e-6), 1.0,
        abs(2 * c / np.sqrt(2)) < 2.78) for c in (0.5, 1.5, 1.9, 2.1, 4, 40, 4000)),
    # A pair with U = c I, P = 0: at consensus the rate is c/sqrt 2.
    *((st.Flow(O2, c * I2), ALONG, 1.0, c / np.sqrt(2) < 2.78) for c in (1.0, 2.0, 5.0, 50.0)),
    (st.Flow(O2, 50 * I2), ALONG, 0.01, True),
    (st.models.SphereFlow(6.0, "exponential"), ALONG, 0.1, False),
    (st.models.SphereFlow(6.0, "exponential"), ALONG, 0.001, True),
    (st.models.SphereFlow(6.0), ALONG, 0.1, True),
])  # fmt: skip
def test_steps_beyond_the_stability_limit_are_refused(system, Y, step, allowed):
    times = np.array([0.0, 60 * step])
    if allowed:
        st.trajectory(system, Y, times, step)
    else:
        with pytest.raises(ValueError, match=r"too long at t = .* allowed are steps up to"):
            st.trajectory(system, Y, times, step)


def test_a_stiff_field_ends_with_an_estimate():
    flow = st.Flow(O2, 1e7 * STEEP)
    with pytest.raises(RuntimeError, match=r"the field is stiff, about .* steps or .* hours are left"):
        st.trajectory(flow, ALONG, np.array([0.0, 1.0]))
    with pytest.raises(RuntimeError, match="max_steps = 600"):
        st.trajectory(st.Flow(O2, 1e3 * STEEP), ALONG, np.array([0.0, 10.0]), max_steps=600)


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("beta", [710.0, 1000.0, 1e6])
def test_what_overflows_is_named_at_once(beta):
    flow = st.models.SphereFlow(beta, "exponential")
    for call in (
        lambda: st.trajectory(flow.velocity, ALONG, TIMES),
        lambda: st.trajectory(flow, ALONG, TIMES, 0.1),
        lambda: st.trajectory(st.Flow(O2, 1e308 * np.ones((2, 2))), ALONG, TIMES),
    ):
        with pytest.raises(RuntimeError, match=r"stopped after t = 0: the field overflows: its matrices, or exp of"):
            call()


def bad(t):
    return np.full((2, 2), np.nan) if t > 0.4 else np.eye(2)


def wrong(t):
    return np.eye(3) if t > 0.4 else np.eye(2)


GOOD = np.array([[1.0, 0.0], [0.6, 0.8]])
TIMES = np.array([0.0, 1.0])


@pytest.mark.parametrize(("flow", "Y", "times", "hemisphere", "said"), [
    (st.Flow(bad), GOOD, TIMES, None, r"P\(0\.\d+\) contains a value that is not finite"),
    (st.Flow(wrong), GOOD, TIMES, None, r"P\(0\.\d+\) has shape \(3, 3\)"),
    (st.Flow(np.eye(2), wrong), GOOD, TIMES, None, r"U\(0\.\d+\) has shape"),
    (st.Flow(np.eye(2), W=np.diag([1.0, -1.0])), GOOD, TIMES, None, "not positive definite"),
    (st.Flow(np.eye(2), W=np.eye(3)), GOOD, TIMES, None, "W has shape"),
    (st.Flow(np.eye(3)), GOOD, TIMES, None, "P has shape"),
    (st.Flow(np.eye(2)), 2 * GOOD, TIMES, None, r"token \[0\] is not on the ellipsoid"),
    (st.Flow(np.eye(2)), np.full((2, 2), np.nan), TIMES, None, "finite numbers"),
    (st.Flow(np.eye(2)), GOOD[0], TIMES, None, "shape"),
    (st.Flow(np.eye(2)), GOOD, np.array([0.0, 0.0]), None, "increasing"),
    (st.Flow(np.eye(2)), GOOD, TIMES, np.array([-1.0, 1.0]), r"token \[0\] has v\^T y = -1"),
    (st.Flow(np.eye(2)), GOOD, TIMES, np.ones(3), "the hemisphere has shape"),
])  # fmt: skip
def test_bad_input_gives_one_clear_error_and_no_result(flow, Y, times, hemisphere, said):
    with pytest.raises(ValueError, match=said):
        st.trajectory(flow, Y, times, hemisphere=hemisphere)
    with pytest.raises(ValueError, match=said):
        st.trajectory(flow, Y, times, 0.1, hemisphere=hemisphere)


def wide_system(d=12, N=5, heads=2, batch=13, W=None, scale=1.0):
    rng = np.random.default_rng(0)
    w, phi = rng.uniform(0, 1, (heads, d)), rng.uniform(0, 6, (heads, d))
    P = scale * rng.normal(size=(heads, d, d))
    flow = st.Flow(st.models.modulated(lambda t: np.sin(w * t + phi), P), None, W, True)
    return flow, st.models.onto_ellipsoid(rng.normal(size=(batch, N, d)), W)


def metric(d):
    A = np.random.default_rng(1).normal(size=(d, d))
    return A @ A.T + 0.2 * np.eye(d)


@pytest.mark.parametrize("d", [3, 12])
def test_coordinates_reproduce_tokens_and_products(d):
    W = metric(d)
    _, Y = wide_system(d=d, W=W)
    C, Q = st.motion.span_coordinates(Y, W)
    assert np.allclose(C @ np.swapaxes(Q, -1, -2), Y, atol=1e-12)
    assert np.allclose(np.swapaxes(Q, -1, -2) @ W @ Q, np.eye(min(d, 5)), atol=1e-10)
    assert np.allclose(C, np.tril(C))
    assert np.all(np.diagonal(C, axis1=-2, axis2=-1) >= 0)
    assert np.allclose(st.models.gram(C), st.models.gram(Y, W), atol=1e-12)


@pytest.mark.parametrize("scale", [1.0, 60.0], ids=["small logits", "logits that need the shift"])
@pytest.mark.parametrize("causal", [True, False])
@pytest.mark.parametrize("W", [None, metric(12)], ids=["sphere", "ellipsoid"])
def test_the_span_carries_the_whole_trajectory(W, causal, scale):
    flow, Y = wide_system(W=W, scale=scale)
    flow = st.Flow(flow.P, None, W, causal)
    times = np.linspace(0, 2, 3)
    full = st.trajectory(flow, Y, times, 0.02).states
    Q = np.swapaxes(st.motion.span_coordinates(Y, W)[1], -1, -2)
    for P in (flow.P, lambda t: flow.P(t)):
        found = st.motion.span_trajectory(st.Flow(P, None, W, causal), Y, times, 0.02)
        assert np.allclose(found.values @ Q, full, atol=1e-6 if scale == 1.0 else 1e-3)
        assert found.drift < 1e-6


def test_observations_replace_the_coordinates():
    flow, Y = wide_system()
    times = np.linspace(0, 3, 4)
    found = st.motion.span_trajectory(flow, Y, times, 0.1, observe=st.misalignment)
    assert found.values.shape == (4, 13)
    assert np.allclose(found.values, st.misalignment(st.trajectory(flow, Y, times, 0.1).states), atol=1e-6)


def test_the_error_falls_with_the_fourth_power_of_the_step():
    """P(t) is replaced by a linear function on every step, which costs no order."""
    flow, Y = wide_system(batch=2, scale=0.5)
    times = np.array([0.0, 4.0])
    exact, *others = (
        st.motion.span_trajectory(flow, Y, times, step).values[-1] for step in (1 / 64, 1 / 2, 1 / 4, 1 / 8)
    )
    errors = [np.max(np.abs(values - exact)) for values in others]
    assert errors[0] > 11 * errors[1] > 11 * 11 * errors[2]
