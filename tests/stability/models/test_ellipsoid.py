"""The ellipsoid over floats, symbols, rationals and balls."""

from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp
from flint import arb

import attnverify.stability as st


def metric(rng, d):
    A = rng.normal(size=(d, d))
    return A @ A.T + 0.2 * np.eye(d)


def test_projection_and_tangent_in_any_metric():
    rng = np.random.default_rng(0)
    W, X, Z = metric(rng, 4), rng.normal(size=(3, 5, 4)), rng.normal(size=(3, 5, 4))
    Y = st.onto_ellipsoid(X, W)
    assert np.allclose(np.einsum("...i,ij,...j->...", Y, W, Y), 1, atol=1e-13)
    assert np.allclose(st.onto_ellipsoid(Y, W), Y, atol=1e-14)
    T = st.models.tangent(Y, Z, W)
    assert np.allclose(st.models.inner(Y, T, W), 0, atol=1e-12)
    assert np.allclose(st.models.tangent(Y, T, W), T, atol=1e-12)
    step = 1e-6
    moved = (st.onto_ellipsoid(Y + step * Z, W) - st.onto_ellipsoid(Y - step * Z, W)) / (2 * step)
    assert np.allclose(moved, T, atol=1e-8)


def test_rationals_symbols_and_balls_agree():
    X = [[F(3), F(4)], [F(5), F(-12)]]
    exact = st.onto_ellipsoid(st.as_array(X))
    assert exact.tolist() == [[F(3, 5), F(4, 5)], [F(5, 13), F(-12, 13)]]
    symbols = st.onto_ellipsoid(st.as_array(sp.Matrix(X)))
    assert [str(entry) for entry in symbols.flat] == [str(entry) for entry in exact.flat]
    balls = st.onto_ellipsoid(np.array([[arb(3), arb(4)], [arb(5), arb(-12)]], dtype=object))
    assert all(ball.contains(arb(a.numerator) / a.denominator) for ball, a in zip(balls.flat, exact.flat, strict=True))
    assert st.models.gram(exact)[0, 1] == F(3 * 5 - 4 * 12, 65)


def test_what_is_no_metric_is_refused():
    st.models.require_metric(None, 3)
    st.models.require_metric(np.array([[F(2), F(1)], [F(1), F(1)]], dtype=object), 2)
    st.models.require_metric(st.motion.balls(np.array([[F(2), F(1, 3)], [F(1, 3), F(1)]], dtype=object)), 2)
    for W, said in (
        (np.eye(3), "shape"),
        (np.array([[1.0, 0.5], [0.0, 1.0]]), "not symmetric"),
        (st.motion.balls(np.array([[F(1), F(1, 3)], [F(0), F(1)]], dtype=object)), "not symmetric"),
        (np.diag([1.0, -1.0]), "not positive definite"),
        (np.array([[F(1), F(1)], [F(1), F(1)]], dtype=object), "not positive definite"),
    ):
        with pytest.raises(ValueError, match=said):
            st.models.require_metric(W, 2)


def test_tokens_off_the_ellipsoid_are_named():
    Y = np.array([[1.0, 0.0], [0.6, 0.9]])
    with pytest.raises(ValueError, match=r"token \[1\]"):
        st.models.require_on_ellipsoid(Y)
    with pytest.raises(ZeroDivisionError, match="zero or not a number"):
        st.onto_ellipsoid(np.zeros((1, 2)))
