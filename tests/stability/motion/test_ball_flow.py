"""Rigorous trajectories of attention flows against trajectories of far higher precision, also hostile ones."""

import math
from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from flint import arb, arb_series, ctx
from scipy.integrate import solve_ivp

import attnverify.stability as st
from attnverify.stability.motion.attention_field import AttentionField
from attnverify.stability.motion.ball_calculus import total_radius, working


def last(*args, **more):
    *_, segment = st.enclose_flow(*args, **more)
    return segment


def floating(flow, Y, end):
    options = {"method": "DOP853", "rtol": 1e-12, "atol": 1e-13}
    found = solve_ivp(lambda t, y: flow.velocity(t, y.reshape(Y.shape)).ravel(), (0, end), Y.ravel(), **options)
    return found.y[:, -1].reshape(Y.shape)


def test_the_second_causal_token_follows_its_closed_form():
    """U = I, P = 0: c_2 = tanh(artanh c_2(0) + t/(2 sqrt(2))) for two tokens on the circle."""
    flow = st.Flow(st.motion.balls(np.zeros((2, 2))), causal=True)
    Y = np.array([[Fraction(1), Fraction(0)], [Fraction(3, 5), Fraction(4, 5)]], dtype=object)
    for segment in st.enclose_flow(flow.velocity, Y, 2):
        end = arb(segment.end.numerator) / segment.end.denominator
        exact = ((arb(3) / 5).atanh() + end / (2 * arb(2).sqrt())).tanh()
        assert segment.state.box()[1, 0].overlaps(exact)
        assert segment.state.error < 1e-13
        assert segment.in_hemisphere(np.array([1.0, 0.0]))
    assert segment.end == 2


def test_starts_within_the_error_stay_in_the_enclosure():
    P = np.array([[1.0, 2.0], [-1.0, 0.5]])
    flow, plain = st.Flow(st.motion.balls(P)), st.Flow(P)
    Y = np.array([[1.0, 0.0], [0.0, 1.0]])
    segment = last(flow.velocity, st.motion.Enclosure(st.motion.balls(Y), arb(1) / 1000), 1)
    for angle in (0.0009, -0.0009):
        Z = np.array([[1.0, 0.0], [np.sin(angle), np.cos(angle)]])
        found = floating(plain, Z, 1.0)
        assert np.linalg.norm(segment.state.centre.astype(float) - found) <= float(segment.state.error)


def test_segments_follow_each_other_without_a_gap():
    flow = st.Flow(st.motion.balls(np.eye(2)))
    segments = list(st.enclose_flow(flow.velocity, np.array([[1.0, 0.0], [0.0, 1.0]]), 1, begin=Fraction(1, 3)))
    assert segments[0].begin == Fraction(1, 3)
    assert segments[-1].end == 1
    assert all(before.end == after.begin for before, after in pairwise(segments))
    assert segments[-1].diameter() < segments[0].diameter()


I2, Y2 = np.eye(2), np.array([[1.0, 0.0], [0.6, 0.8]])
BENT, TIMES2 = np.array([[1.0, 2.0], [-1.0, 0.5]]), np.array([0.0, 0.7, 2.0])
sin, cos, entries = st.numbers.sin, st.numbers.cos, st.numbers.object_array


@pytest.mark.parametrize("given", [
    lambda t: st.motion.balls(I2) * (1 + t), lambda t: I2 if t < 1 else BENT, lambda t: math.sin(t) * I2,
    lambda t: np.where(t < 1, I2, BENT), lambda t: t * I2, lambda t: I2 / (1 + t), lambda t: np.sin(t) * I2,
    lambda t: np.array([[t, 0], [0, 1]]), lambda t: [[t, 0], [0, 1]],
    lambda t: np.exp(-t) * BENT, lambda t: abs(t) * BENT, lambda t: BENT * (t > 0.5),
    lambda t: np.cos(2 * np.pi * float(t)) * I2,
])  # fmt: skip
@pytest.mark.parametrize("where", ["P", "U", "W"])
def test_a_matrix_in_time_that_takes_no_series_is_refused_with_the_way_to_write_it(given, where):
    """NumPy unpacks the series [t, 1] into two numbers, which fit two columns: an enclosure of another system."""
    flow = st.Flow(I2, given) if where == "U" else st.Flow(given, None, np.diag([1.0, 4.0]) if where == "W" else None)
    start = st.models.onto_ellipsoid(Y2, flow.W)
    with pytest.raises(st.motion.EnclosureError, match=r"[PU]\(t\) is no function of a power series t") as error:
        last(flow, start, Fraction(9, 8), begin=1)
    for way in ("st.numbers.cos", "st.numbers.object_array", "st.models.switched", "st.models.sampled"):
        assert way in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize("given", [
    lambda t: entries([[sin(t), 0], [0, 2 * t]]), lambda t: entries([[1 / (1 + t), cos(3 * t)], [t * t, 1.5]]),
    st.models.modulated(lambda t: [[cos(5 * t), 1]], BENT[np.newaxis]), st.models.switched([I2, BENT], [1]),
    st.models.switched([I2, lambda t: entries([[t, 0], [0, sin(t)]])], [0.5]),
    st.models.switched([I2, -BENT], [0.25], period=0.6), st.models.sampled(TIMES2, np.stack([I2, BENT, -I2])),
    st.models.sampled(TIMES2, np.stack([[I2], [BENT], [-I2]])),
    st.models.modulated(st.models.sampled(TIMES2, np.array([[[1, 2.0]], [[0, 2.0]], [[1, 1]]])), BENT[np.newaxis]),
    st.models.modulated(st.models.switched([np.ones((1, 2)), -np.ones((1, 2))], [1.5]), BENT[np.newaxis]),
    st.models.timed(lambda t: entries([[cos(t), 0], [0, 1]]), knots=[1.25]), st.strategies.Wave(BENT, I2, 3.0),
])  # fmt: skip
@pytest.mark.parametrize("where", ["P", "U", "W"])
def test_schedules_are_enclosed_and_agree_with_a_floating_integrator(given, where):
    flow = st.Flow(BENT, given) if where == "U" else st.Flow(given, None, np.diag([1.0, 4.0]) if where == "W" else None)
    start, end = st.models.onto_ellipsoid(Y2, flow.W), Fraction(1, 8) if where == "W" else 2
    segments = list(st.enclose_flow(flow, start, end, tolerance=1e-10))
    found = st.trajectory(flow, start, np.array([0.0, float(end)])).states[-1]
    assert np.linalg.norm(segments[-1].state.centre.astype(float) - found) < 1e-8
    assert segments[-1].state.error < 1e-8
    assert {*flow.knots(0, end)} <= {segment.end for segment in segments}


class Backwards(st.Flow):
    """Not the field of a `Flow`."""

    def velocity(self, t, Y):
        return -super().velocity(t, Y)


def test_the_field_of_a_subclass_is_its_own():
    flow = Backwards(st.motion.balls(I2))
    segment = last(flow, Y2, Fraction(1, 8))
    found = floating(Backwards(I2), Y2, 0.125)
    assert np.linalg.norm(segment.state.centre.astype(float) - found) < 1e-10
    run = st.trajectory(Backwards(I2), Y2, np.array([0.0, 0.125]))
    assert np.linalg.norm(run.states[-1] - found) < 1e-9
    with pytest.raises(ValueError, match="a field of its own"):
        st.decrease.worst_margins(Backwards(I2), run, Y2[0])


def test_a_rational_metric_in_balls():
    W = np.array([[Fraction(4, 3), Fraction(1, 3)], [Fraction(1, 3), Fraction(1)]], dtype=object)
    Y = np.array([[Fraction(1, 2), Fraction(2, 3)], [Fraction(-1), Fraction(1)]], dtype=object)
    start = st.models.onto_ellipsoid(st.motion.balls(Y), st.motion.balls(W))
    segment = last(st.Flow(st.motion.balls(np.eye(2)), None, st.motion.balls(W)).velocity, start, Fraction(1, 2))
    plain = st.Flow(np.eye(2), None, W.astype(float))
    found = floating(plain, st.models.onto_ellipsoid(Y.astype(float), W.astype(float)), 0.5)
    assert np.max(np.abs(segment.state.centre.astype(float) - found)) < 1e-11
    assert segment.state.error < 1e-13


# Ball map.


def test_a_long_contracting_run_keeps_its_digits():
    rng = np.random.default_rng(1)
    P, Y = rng.normal(size=(3, 3)), st.models.normalise(rng.normal(size=(4, 3)))
    rigorous, plain = st.Flow(st.motion.balls(P)), st.Flow(P)
    *_, last = st.enclose_map(lambda k, Z: rigorous.step(k, Z, arb(0.5)), Y, 120)
    for k in range(120):
        Y = plain.step(k, Y, 0.5)
    assert last.error < 1e-30
    assert np.max(np.abs(last.centre.astype(float) - Y)) < 1e-13
    assert last.diameter() < 1e-8


def test_the_error_of_the_start_is_carried_along():
    """Two tokens, no step back: starts within the error end within the error."""
    P = np.zeros((2, 2))
    rigorous = st.Flow(st.motion.balls(P))
    start = st.motion.Enclosure(st.motion.balls(np.array([[1.0, 0.0], [0.0, 1.0]])), arb(2) ** -10)
    *_, last = st.enclose_map(lambda k, Z: rigorous.step(k, Z, arb(1)), start, 5)
    assert 2**-12 < float(last.error) < 2**-8
    for angle in (2**-11, -(2**-11)):
        Y = np.array([[1.0, 0.0], [-np.sin(angle), np.cos(angle)]])
        for k in range(5):
            Y = st.Flow(P).step(k, Y, 1.0)
        assert np.linalg.norm(last.centre.astype(float) - Y) <= float(last.error)


def test_a_hemisphere_is_decided_only_where_it_is_proved():
    v = np.array([1.0, 0.0])
    Y = np.array([[Fraction(3, 5), Fraction(4, 5)], [Fraction(1, 100), Fraction(1)]], dtype=object)
    assert st.motion.Enclosure(st.motion.balls(Y), arb(0)).in_hemisphere(v)
    assert not st.motion.Enclosure(st.motion.balls(Y), arb("0.02")).in_hemisphere(v)


def test_the_diameter_is_a_bound_where_floats_cannot_tell_the_distances_apart():
    step = Fraction(1, 2**70)
    Y = np.array([[Fraction(0)], [Fraction(1)], [1 + step]], dtype=object)
    with working(128):
        assert st.motion.Enclosure(st.motion.balls(Y), arb(0)).diameter() >= 1 + arb(2) ** -70


# Ball calculus.
def test_the_jacobian_of_a_flow_contains_its_difference_quotients():
    rng = np.random.default_rng(3)
    Y, P, U = st.models.normalise(rng.normal(size=(3, 2))), rng.normal(size=(2, 2, 2)), rng.normal(size=(2, 2, 2))
    rigorous = st.Flow(st.motion.balls(P), st.motion.balls(U))
    J = st.motion.jacobian(lambda Z: rigorous.velocity(0, Z), st.motion.balls(Y))
    for k in range(Y.size):
        step = np.zeros(Y.size)
        step[k] = 1e-6
        step = step.reshape(Y.shape)
        slope = (st.Flow(P, U).velocity(0, Y + step) - st.Flow(P, U).velocity(0, Y - step)) / 2e-6
        assert np.allclose([float(entry) for entry in J[:, k]], slope.reshape(-1), atol=1e-8)


def test_over_a_box_the_jacobian_contains_the_one_at_every_point():
    X = st.motion.balls(np.array([0.5, -1.0]), 0.25)
    J = st.motion.jacobian(lambda Z: Z * Z * Z[::-1], X)
    assert all(J[0, 0].contains(arb(2 * x * y)) for x in (0.25, 0.75) for y in (-1.25, -0.75))
    assert all(J[1, 0].contains(arb(y * y)) for y in (-1.25, -0.75))
    assert not J[0, 0].contains(0)


@pytest.mark.parametrize("size", [1, 2, 5])
def test_norm_bounds_are_above_and_near(size):
    J = np.random.default_rng(size).normal(size=(size, size))
    norm, logarithmic = np.linalg.norm(J, 2), np.linalg.eigvalsh((J + J.T) / 2)[-1]
    assert norm <= float(st.motion.spectral_norm_bound(st.motion.balls(J))) <= norm * (1 + 1e-9)
    bound = float(st.motion.log_norm_bound(st.motion.balls(J)))
    assert logarithmic <= bound <= logarithmic + 1e-9 * (1 + abs(logarithmic))


def test_norm_bounds_cover_the_whole_ball_matrix():
    J = st.motion.balls(np.array([[1.0, 0.0], [0.0, -1.0]]), 0.5)
    assert st.motion.spectral_norm_bound(J) > 1.5
    assert st.motion.log_norm_bound(J) > 1.5
    zero = st.motion.balls(np.zeros((2, 2)))
    assert 0 <= float(st.motion.spectral_norm_bound(zero)) < 1e-5


def test_the_global_precision_is_given_back():
    before = ctx.prec, ctx.cap
    within = []

    def failing():
        with working(500, cap=3):
            within.append((ctx.prec, ctx.cap))
            raise KeyError

    with pytest.raises(KeyError):
        failing()
    assert within == [(500, 3)]
    assert (ctx.prec, ctx.cap) == before


def test_balls_of_floats_and_fractions():
    third = st.motion.balls(np.array([1], dtype=object) / 3.0)[0]
    assert third == arb(1 / 3)
    assert total_radius(st.motion.balls(np.array([0.0, 1.0]), 3)) >= arb(18).sqrt()


def system(seed, N, d, heads=1, size=1.0):
    rng = np.random.default_rng(seed)
    Y = st.models.normalise(rng.standard_normal((N, d)))
    P, U = rng.standard_normal((2, heads, d, d))
    return Y, size * P, U


def reference(Y, P, U, end, *, causal=False, counts=None, steps=6, digits=28):
    """The solution at `end` by extrapolated midpoint steps of the definition in mpmath, wrong by less than 1e-15.

    P, U : mpmath functions of t -> lists of (d, d) matrices.
    """
    N, d = Y.shape
    weights = [1] * N if counts is None else [int(n) for n in counts]
    with mpmath.workdps(digits):
        root = mpmath.sqrt(d)

        def field(t, flat):
            y = [mpmath.matrix(flat[i * d : (i + 1) * d]) for i in range(N)]
            out = []
            for i in range(N):
                seen = range(i + 1) if causal else range(N)
                F = mpmath.zeros(d, 1)
                for p, u in zip(P(t), U(t), strict=True):
                    odds = [weights[j] * mpmath.exp((y[i].T * p * y[j])[0]) for j in seen]
                    F += u * sum((w * y[j] for w, j in zip(odds, seen, strict=True)), mpmath.zeros(d, 1)) / sum(odds)
                F /= root
                out += list(F - (y[i].T * F)[0] * y[i])
            return out

        flat, h = [mpmath.mpf(float(x)) for x in Y.reshape(-1)], mpmath.mpf(end) / steps
        for k in range(steps):
            flat = _extrapolated(field, h * k, flat, h)
        return flat


def _extrapolated(field, t, y, h, columns=8):
    rows = []
    for j in range(columns):
        n = 2 * (j + 1)
        s = h / n
        before, now = y, [a + s * b for a, b in zip(y, field(t, y), strict=True)]
        for m in range(1, n):
            before, now = now, [a + 2 * s * b for a, b in zip(before, field(t + m * s, now), strict=True)]
        last = [(a + b + s * c) / 2 for a, b, c in zip(now, before, field(t + h, now), strict=True)]
        row = [last]
        for k in range(1, j + 1):
            ratio = mpmath.mpf(n) / (2 * (j + 1 - k))
            row.append([a + (a - b) / (ratio**2 - 1) for a, b in zip(row[k - 1], rows[j - 1][k - 1], strict=True)])
        rows.append(row)
    return rows[-1][-1]


def distance(state, flat):
    with working(200):
        squares = [(c - arb(mpmath.nstr(x, 28))) ** 2 for c, x in zip(state.centre.flat, flat, strict=True)]
        return sum(squares, arb(0)).sqrt()


CASES = {
    "plain": {}, "causal": {"causal": True}, "two heads": {"heads": 2}, "sharp": {"size": 8.0},
    "copies": {"counts": np.array([1, 3, 2])},
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize(("order", "tolerance"), [(None, 1e-12), (4, 1e-3)])
def test_the_enclosure_contains_the_solution(name, order, tolerance):
    options = dict(CASES[name])
    counts, causal = options.pop("counts", None), options.pop("causal", False)
    Y, P, U = system(2, 3, 2, **options)
    field = AttentionField(st.Flow(P, U, causal=causal), counts)
    *_, last = st.enclose_flow(field, Y, Fraction(1, 2), order=order, tolerance=tolerance)
    matrices = [[mpmath.matrix(m.tolist()) for m in heads] for heads in (P, U)]
    exact = reference(Y, lambda t: matrices[0], lambda t: matrices[1], 0.5, causal=causal, counts=counts)
    assert distance(last.state, exact) <= last.state.error + 1e-15
    assert last.state.error < 1e3 * tolerance


@pytest.mark.parametrize("tolerance", [1e-12, 1e-4])
def test_matrices_that_depend_on_time(tolerance):
    Y, P, U = system(4, 2, 2)
    field = st.Flow(
        st.models.modulated(lambda t: [[st.numbers.cos(5 * t), st.numbers.sin(3 * t) + 1]], st.motion.balls(P)),
        st.models.modulated(lambda t: [[1 + t * t, st.numbers.cos(t)]], st.motion.balls(U)),
    )
    *_, last = st.enclose_flow(field, Y, Fraction(1, 2), tolerance=tolerance)

    def logits(t):
        return [mpmath.diag([mpmath.cos(5 * t), mpmath.sin(3 * t) + 1]) * mpmath.matrix(P[0].tolist())]

    def values(t):
        return [mpmath.diag([1 + t * t, mpmath.cos(t)]) * mpmath.matrix(U[0].tolist())]

    exact = reference(Y, logits, values, 0.5)
    assert distance(last.state, exact) <= last.state.error + 1e-15
    assert last.state.error < 100 * tolerance


def test_the_tube_contains_the_solution_at_all_times_and_wide_starts_stay_inside():
    Y, P, U = system(9, 3, 2)
    radius = 2.0**-16
    start = st.motion.Enclosure(st.motion.balls(Y), arb(radius))
    segments = list(st.enclose_flow(st.Flow(P, U), start, 2, tolerance=1e-8))
    rng = np.random.default_rng(0)
    for _ in range(5):
        away = rng.standard_normal(Y.shape)
        Z = Y + away * (0.99 * radius / np.linalg.norm(away))
        times = sorted({float(s.begin + (s.end - s.begin) * x / 4) for s in segments for x in range(5)})

        def velocity(t, Y):
            return st.models.velocity(Y, st.models.head_weights(Y, P), U)

        state, place = Z, 0
        for before, t in pairwise(times):
            for _ in range(4):
                state = runge_kutta(velocity, state, (t - before) / 4)
            while segments[place].end < t:
                place += 1
            pairs = zip(segments[place].tube.flat, state.flat, strict=True)
            assert all(entry.overlaps(arb(float(x), 1e-9)) for entry, x in pairs)
            if t == float(segments[place].end):
                gap = np.linalg.norm(segments[place].state.centre.astype(float) - state)
                assert gap <= float(segments[place].state.error) + 1e-8


def runge_kutta(velocity, Y, h):
    a = velocity(0, Y)
    b = velocity(0, Y + h / 2 * a)
    c = velocity(0, Y + h / 2 * b)
    return Y + h / 6 * (a + 2 * b + 2 * c + velocity(0, Y + h * c))


def test_the_log_norm_bounds_every_point_of_the_tube():
    Y, P, U = system(1, 3, 2, heads=2)
    field = AttentionField(st.Flow(P, U))
    rng = np.random.default_rng(0)
    for radius in (0.0, 1e-3, 0.05):
        tube = st.float_balls.FloatBalls(Y[np.newaxis], np.full((1, *Y.shape), radius))
        (bound,) = field.log_norms([arb(0)], tube)
        for _ in range(20):
            Z = Y + radius * rng.choice([-1, 0, 1], Y.shape)
            rigorous = st.Flow(st.motion.balls(P), st.motion.balls(U))
            J = st.motion.jacobian(lambda Z: rigorous.velocity(0, Z), st.motion.balls(Z))  # noqa: B023
            J = np.array([[float(x) for x in row] for row in J])
            top = np.linalg.eigvalsh((J + J.T) / 2)[-1]
            assert top <= bound + 1e-12
        if radius == 0:
            assert bound <= top + 1e-9


def test_the_remainder_is_more_than_what_a_longer_series_adds():
    """The coefficients of degree 13 to 24 of the field along one polynomial of degree 12, at the end of the step."""
    Y, P, U = system(8, 3, 2)
    field = AttentionField(st.Flow(P, U))
    h = 0.2
    with working(128):
        short = field.series(st.motion.balls(Y), arb(0), arb(h), 12)
        with working(cap=25):
            polynomial = [arb_series(list(short.Y[:, i, a])) for i, a in np.ndindex(*Y.shape)]
            tokens = np.empty(Y.shape, dtype=object)
            tokens.reshape(-1)[:] = polynomial
            along = st.models.velocity(tokens, st.models.head_weights(tokens, st.motion.balls(P)), st.motion.balls(U))
            left = [sum(abs(entry[k]) * arb(h) ** k for k in range(13, 25)) for entry in along.reshape(-1)]
        bound = short.defect(short.majorants(), h)
    actual = float(sum(x * x for x in left).sqrt())
    assert actual <= bound <= 1e4 * actual


def test_the_precision_of_the_caller_is_left_alone():
    Y, P, U = system(3, 2, 2)
    with working(99):
        for _ in st.enclose_flow(st.Flow(P, U), Y, 1):
            assert ctx.prec == 99


def test_multiplicities_are_copies():
    Y, P, U = system(5, 2, 2)
    copies = np.repeat(Y, [2, 1], axis=0)
    *_, few = st.enclose_flow(AttentionField(st.Flow(P, U), np.array([2, 1])), Y, 1)
    *_, many = st.enclose_flow(st.Flow(P, U), copies, 1)
    assert all(a.overlaps(b) for a, b in zip(few.state.box()[1].flat, many.state.box()[2].flat, strict=True))
    assert all(a.overlaps(b) for a, b in zip(few.state.box()[0].flat, many.state.box()[1].flat, strict=True))
