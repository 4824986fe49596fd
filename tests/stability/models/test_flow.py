"""The continuous model and the map (1), over floats, symbols, rationals and balls."""

from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp
from flint import arb

import attnverify.stability as st


def plain_velocity(Y, P, U, W, causal):
    """Equation (6) token by token."""
    N, d = Y.shape
    out = np.zeros_like(Y)
    for i in range(N):
        seen = range(i + 1) if causal else range(N)
        total = np.zeros(d)
        for P_h, U_h in zip(P, U, strict=True):
            weights = np.array([np.exp(Y[i] @ P_h @ Y[j]) for j in seen])
            total += sum(w * (U_h @ Y[j]) for w, j in zip(weights / weights.sum(), seen, strict=True)) / np.sqrt(d)
        out[i] = total - Y[i] * (Y[i] @ W @ total)
    return out


@pytest.mark.parametrize("causal", [False, True])
def test_velocity_is_equation_6(causal):
    rng = np.random.default_rng(0)
    P, U = rng.normal(size=(2, 3, 3)), rng.normal(size=(2, 3, 3))
    W = np.diag([1.0, 2.0, 0.5])
    Y = st.onto_ellipsoid(rng.normal(size=(4, 5, 3)), W)
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
    Y = st.onto_ellipsoid(rng.normal(size=(4, 3)), W)
    errors = [np.max(np.abs((flow.step(0.3, Y, tau) - Y) / tau - flow.velocity(0.3, Y))) for tau in (1e-3, 1e-4)]
    assert errors[0] < 1e-2
    assert errors[1] < 0.2 * errors[0]


def test_exact_types_follow_the_same_field():
    Y = [[F(3, 5), F(4, 5), 0, 0], [0, 1, 0, 0]]
    alpha = [[F(1, 4), F(1, 4)], [F(1, 8), F(3, 8)]]
    U = [[F(int(i == j)) + F(i, 3) for j in range(4)] for i in range(4)]
    exact = [
        st.velocity(*(st.as_array(x) for x in (Y, alpha, U))),
        st.models.flow_step(st.as_array(Y), st.as_array(alpha), 0),
    ]
    to_float = np.vectorize(float)
    floats = st.velocity(*(to_float(st.as_array(x)) for x in (Y, alpha, U)))
    assert np.allclose(to_float(exact[0]), floats, atol=1e-14)
    assert np.array_equal(exact[1], st.as_array(Y))
    symbols = st.velocity(*(st.as_array(sp.Matrix(x)) for x in (Y, alpha, U)))
    assert [str(a) for a in symbols.flat] == [str(a) for a in exact[0].flat]
    ball = np.vectorize(lambda x: arb(x.numerator) / x.denominator, otypes=[object])
    balls = st.velocity(*(ball(st.as_array(x)) for x in (Y, alpha, U)))
    assert all(b.contains(ball(a).item()) for a, b in zip(exact[0].flat, balls.flat, strict=True))


def test_weights_of_symbols_and_rationals_contain_the_root_of_d():
    zero = st.as_array(sp.zeros(3))
    assert st.head_weights(st.as_array(sp.eye(3)), zero)[0, 1] == sp.Rational(1, 3) / sp.sqrt(3)
    four = st.as_array(np.eye(4, dtype=int))
    assert st.head_weights(four, 0 * four)[0, 0] == F(1, 8)
    three = st.as_array(np.eye(3, dtype=int))
    with pytest.raises(ValueError, match="not rational"):
        st.head_weights(three, 0 * three)


def test_bad_input_is_named():
    Y = np.eye(2)
    with pytest.raises(ValueError, match="U has 2 heads and P has 1"):
        st.Flow(np.eye(2), np.stack([np.eye(2)] * 2)).velocity(0.0, Y)
    with pytest.raises(ValueError, match="not positive definite"):
        st.Flow(np.eye(2), W=-np.eye(2)).velocity(0.0, Y)
    with pytest.raises(ValueError, match="one matrix per head"):
        st.velocity(Y, np.full((2, 2, 2), 0.25), np.eye(2))
