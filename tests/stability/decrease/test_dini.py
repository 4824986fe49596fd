"""V = max (1 - v.y_i), its rates and its Dini derivative against difference quotients and exact ties."""

from fractions import Fraction
from fractions import Fraction as F

import mpmath
import numpy as np
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import seed as seeded
from hypothesis import strategies as some
from scipy.integrate import solve_ivp

import attnverify.stability as st


def random_state(rng, d=4, N=6, heads=2):
    A = rng.normal(size=(d, d))
    W, v = A @ A.T + 0.2 * np.eye(d), rng.normal(size=d)
    Y = st.models.onto_ellipsoid(rng.normal(size=(N, d)), W)
    Y *= np.sign(Y @ v)[:, np.newaxis]
    return st.Flow(rng.normal(size=(heads, d, d)), None, W), Y, v


def test_rates_are_the_derivatives_of_the_heights():
    rng = np.random.default_rng(0)
    for _ in range(20):
        flow, Y, v = random_state(rng)
        rates = st.decrease.height_rates(Y, flow.weights(0.0, Y), v, flow.W)
        assert np.allclose(rates, flow.velocity(0.0, Y) @ v, atol=1e-12)


def quotient(flow, Y, v, step=1e-7):
    later = st.models.onto_ellipsoid(Y + step * flow.velocity(0.0, Y), flow.W)
    return (st.decrease.max_lyapunov(later, v) - st.decrease.max_lyapunov(Y, v)) / step


def test_dini_derivative_is_the_limit_of_quotients_and_obeys_the_bound():
    rng = np.random.default_rng(1)
    for _ in range(20):
        flow, Y, v = random_state(rng)
        A = flow.weights(0.0, Y)
        slope = st.dini_derivative(Y, A, v, flow.W)
        assert slope == pytest.approx(quotient(flow, Y, v), abs=1e-5)
        assert -slope >= st.decrease.decrease_bound(Y, A, v, flow.W) - 1e-12


def test_values_other_than_the_identity_count():
    """With U the slope is another one, and it is that of the flow with this U."""
    rng = np.random.default_rng(3)
    for _ in range(20):
        plain, Y, v = random_state(rng)
        flow = st.Flow(plain.P, rng.normal(size=plain.P.shape), plain.W)
        slope = st.dini_derivative(Y, flow, v)
        assert slope == pytest.approx(quotient(flow, Y, v), abs=1e-5)
        A = flow.weights(0.0, Y)
        assert slope == st.dini_derivative(Y, A, v, flow.W, U=flow.U)
        assert abs(slope - st.dini_derivative(Y, A, v, flow.W)) > 1e-9
        assert st.dini_derivative(Y, plain, v) == pytest.approx(st.dini_derivative(Y, A, v, flow.W), abs=1e-12)


def test_an_exact_tie_takes_the_largest_slope():
    # Tokens 0 and 1 share the least height 3/5; token 1 puts no weight on token 2 and is slower.
    Y = st.numbers.as_array([[F(3, 5), F(4, 5)], [F(3, 5), F(-4, 5)], [F(1), F(0)]])
    v = st.numbers.as_array([F(1), F(0)])
    A = st.numbers.as_array([[F(1, 3)] * 3, [F(0), F(1), F(0)], [F(1, 3)] * 3])
    assert st.decrease.active_set(Y, v).tolist() == [True, True, False]
    rates = st.decrease.height_rates(Y, A, v)
    assert rates[0] > 0
    assert rates[1] == 0
    assert st.dini_derivative(Y, A, v) == 0
    # Token 1 has the spread 0: only the heights bound the decrease where it is active.
    assert st.decrease.decrease_bound(Y, A, v) == 0
    # 3/5 is above its nearest float: a float tolerance would leave no token active.
    assert F(3, 5) > 0.6


DRAWN = settings(deadline=None, database=None, phases=[Phase.generate], suppress_health_check=list(HealthCheck))


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("examples", [300, pytest.param(20_000, marks=pytest.mark.deep)])
def test_every_positive_step_keeps_the_lowest_height(examples, causal, record_property):
    margins = []

    @seeded(0)
    @settings(DRAWN, max_examples=examples)
    @given(st.strategies.hemisphere_instances(causal=causal), some.integers(-3, 3))
    def draw(instance, exponent):
        Y, least = instance.Y, np.min(instance.Y @ instance.v)
        for layer in range(3):
            Y = instance.flow.step(layer, Y, 10.0**exponent)
        margins.append(float(np.min(Y @ instance.v) - least))

    draw()
    assert len(margins) == examples
    record_property("worst margin", min(margins))
    assert min(margins) >= -1e-12


# The scalar cascade: its terms against the model, the input bound at random states, the estimate against solutions.
def state(seed):
    """Random unit tokens, some of them close to the first, and causal weights of one to three heads."""
    rng = np.random.default_rng(seed)
    N, d, heads = int(rng.integers(2, 8)), int(rng.integers(2, 6)), int(rng.integers(1, 4))
    Y = rng.normal(size=(N, d))
    Y[1:] = Y[0] + rng.choice([0.05, 0.5, 5.0]) * Y[1:]
    Y = st.models.onto_ellipsoid(Y)
    return Y, st.models.head_weights(Y, 2 * rng.normal(size=(heads, d, d)), causal=True)


@settings(max_examples=300, deadline=None, database=None)
@given(some.integers(0, 2**32))
def test_terms_and_input_bound_at_random_states(seed):
    Y, A = state(seed)
    gain, d = st.decrease.cascade_terms(Y, A)
    c = st.decrease.cosines(Y)
    assert np.allclose(st.models.velocity(Y, A) @ Y[0], gain * (1 - c * c) + d, atol=1e-12)
    assert np.all(st.decrease.cascade_slacks(Y, A) >= -1e-12)
    farthest = max(float(np.linalg.norm(y - Y[0])) for y in Y[:-1])
    size = st.decrease.input_size(farthest)
    assert st.decrease.cascade_slacks(Y, A)[-1] == pytest.approx(gain[-1] * size - abs(d[-1]))


def solved(c, field, end):
    return solve_ivp(field, (0, end), [c], rtol=1e-10, atol=1e-12, max_step=0.05)


@pytest.mark.parametrize(("c", "delta"), [(-0.6, 0.5), (0.0, 0.3), (0.2, 0.9), (-0.95, 0.05)])
def test_the_bound_is_attained_by_the_worst_input(c, delta):
    solution = solved(c, lambda t, y: 2 * (1 - y**2) - 2 * delta, 4.0)
    for t, value in zip(solution.t, solution.y[0], strict=True):
        assert value == pytest.approx(st.decrease.iss_bound(c, delta, 2 * t), abs=1e-7)


@pytest.mark.parametrize("delta", [0.5, 0.04838400999595993, 0.3620465925450964, 1e-9, 0.0])
def test_the_bound_next_to_the_end_of_the_region_is_below_the_exact_one(delta):
    c = -float(np.sqrt(1 - delta))
    for _ in range(4):
        if st.decrease.in_iss_region(c, delta):
            for dose in (1.0, 26.0):
                with mpmath.workdps(40):
                    k = mpmath.sqrt(1 - mpmath.mpf(delta))
                    ratio = (k - c) / (k + c) * mpmath.exp(-2 * k * dose)
                    exact = float(k * (1 - ratio) / (1 + ratio))
                assert st.decrease.iss_bound(c, delta, dose) == pytest.approx(exact, abs=1e-12)
        c = float(np.nextafter(c, 1))


# The cascade of tangents against finite differences, trajectories and arbitrary inputs.
def _system(seed, N=4, d=4, lowest=-4.0):
    rng = np.random.default_rng(seed)
    frame = np.linalg.qr(rng.normal(size=(d, d)))[0]
    U = (frame * np.array([1.0, *rng.uniform(lowest, 0.9, d - 1)])) @ frame.T
    U = (U + U.T) / 2
    Y = st.draws.random_tokens(rng, 1, N, d)[0]
    Y *= np.sign(Y @ frame[:, 0])[:, np.newaxis]
    return rng, U, frame[:, 0], Y


def _tangents(Y, v):
    b = Y @ v
    return np.linalg.norm(Y - b[..., np.newaxis] * v, axis=-1) / b


def test_constants_are_those_of_the_spectrum():
    _, U, v, _ = _system(0)
    cascade = st.decrease.tangent_cascade(U, v)
    others = np.sort(np.linalg.eigvalsh(U))[:-1]
    assert cascade.lam == pytest.approx(1)
    assert cascade.gap == pytest.approx(1 - others[-1])
    assert cascade.rho == pytest.approx(np.max(np.abs(others)))
    assert cascade.gain == pytest.approx(cascade.rho)


def test_slack_is_the_bound_less_the_rate_of_the_tangent():
    for seed in range(20):
        rng, U, v, Y = _system(seed)
        A = st.models.head_weights(Y, 2 * rng.normal(size=(4, 4)), causal=True)
        cascade = st.decrease.tangent_cascade(U, v)
        r, b, h = _tangents(Y, v), Y @ v, 1e-7
        moved = h * st.models.velocity(Y, A, U)
        rate = (_tangents(Y + moved, v) - _tangents(Y - moved, v)) / (2 * h)
        for i in range(len(Y)):
            earlier = [A[i, j] * b[j] / b[i] for j in range(i)]
            bound = -(cascade.gap * A[i, i] + cascade.lam * sum(earlier)) * r[i]
            bound += cascade.rho * sum(share * r[j] for j, share in enumerate(earlier))
            size = 1 + cascade.rho * np.max(r) ** 3
            assert cascade.slacks(Y, A)[i] / size == pytest.approx((bound - rate[i]) * r[i] / size, abs=1e-5)


def test_slacks_are_nonnegative_and_attained():
    worst = np.inf
    for seed in range(300):
        rng, U, v, Y = _system(seed)
        Y = st.models.onto_ellipsoid(Y + v / 10)
        cascade = st.decrease.tangent_cascade(U, v)
        slack = cascade.slacks(Y, st.models.head_weights(Y, 3 * rng.normal(size=(4, 4)), causal=True))
        worst = min(worst, np.min(slack / (1 + cascade.rho * np.max(_tangents(Y, v)) ** 3)))
    assert worst >= -1e-12
    U, v = np.diag([1.0, 0.5, -3.0]), np.array([1.0, 0.0, 0.0])
    cascade = st.decrease.tangent_cascade(U, v)
    Y, alone = np.array([[0.6, 0.8, 0.0]]), np.array([[1 / np.sqrt(3)]])
    assert cascade.slacks(Y, alone)[0] == pytest.approx(0, abs=1e-14)
    assert st.decrease.TangentCascade(U, v, 1.0, 0.6, 3.0).slacks(Y, alone)[0] < 0


def test_deviations_are_exact_for_rationals():
    Y = st.numbers.as_array([[Fraction(3, 5), Fraction(4, 5)]])
    v = st.numbers.as_array([Fraction(1), Fraction(0)])
    assert np.array_equal(st.decrease.deviations(Y, v), st.numbers.as_array([[Fraction(0), Fraction(4, 3)]]))
    with pytest.raises(ValueError, match="not positive"):
        st.decrease.deviations(-Y, v)


# The misalignment E against its definition, near consensus, and over number types.
def test_e_is_one_minus_the_mean_cosine():
    rng = np.random.default_rng(0)
    Y = rng.normal(size=(7, 5, 3)) * rng.uniform(0.1, 10, size=(7, 5, 1))
    U = Y / np.linalg.norm(Y, axis=-1, keepdims=True)
    assert np.allclose(st.misalignment(Y), 1 - np.mean(U @ U[:, 0][..., np.newaxis], axis=(-1, -2)), atol=1e-14)


def test_no_cancellation_near_consensus():
    angle = 1e-9
    Y = np.array([[1.0, 0.0], [np.cos(angle), np.sin(angle)]])
    assert st.misalignment(Y) == pytest.approx(angle**2 / 4, rel=1e-6)
