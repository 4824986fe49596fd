"""Rigorous trajectories of attention flows against trajectories of far higher precision, also hostile ones."""

from fractions import Fraction
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from flint import arb, arb_series, ctx

import attnverify.stability as st
from attnverify.stability.motion.attention_field import AttentionField
from attnverify.stability.motion.ball_calculus import working


def system(seed, N, d, heads=1, size=1.0):
    rng = np.random.default_rng(seed)
    Y = st.normalise(rng.standard_normal((N, d)))
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
    segments = list(
        st.enclose_flow(st.Flow(P, U), st.motion.Enclosure(st.motion.balls(Y), arb(radius)), 2, tolerance=1e-8)
    )
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
            assert all(
                entry.overlaps(arb(float(x), 1e-9))
                for entry, x in zip(segments[place].tube.flat, state.flat, strict=True)
            )
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
            J = st.motion.jacobian(
                lambda Z: st.models.velocity(Z, st.models.head_weights(Z, st.motion.balls(P)), st.motion.balls(U)),
                st.motion.balls(Z),
            )
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


def test_where_no_step_is_proved_the_time_is_named():
    """A start so wide that no derivative is bounded."""
    Y, P, U = system(3, 2, 2)
    with pytest.raises(st.motion.EnclosureError, match=r"t = 0: no step down to .* is proved: no tube"):
        next(st.enclose_flow(st.Flow(P, U), st.motion.Enclosure(st.motion.balls(Y), arb(1e200)), 1))


def test_what_does_not_fit_is_named():
    with pytest.raises(ValueError, match="W is given"):
        AttentionField(st.Flow(np.eye(2), W=np.eye(2)))
    with pytest.raises(ValueError, match="counts"):
        AttentionField(st.Flow(np.eye(2), causal=True), np.array([1, 2]))
    uneven = st.Flow(np.eye(2)[np.newaxis], np.stack([np.eye(2)] * 2))
    with pytest.raises(st.motion.EnclosureError, match="U has 2 heads and P has 1"):
        next(st.enclose_flow(uneven, np.eye(2), 1))
