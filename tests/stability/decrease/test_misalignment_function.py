"""The misalignment E against its definition, near consensus, and over number types."""

from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st


def test_e_is_one_minus_the_mean_cosine():
    rng = np.random.default_rng(0)
    Y = rng.normal(size=(7, 5, 3)) * rng.uniform(0.1, 10, size=(7, 5, 1))
    U = Y / np.linalg.norm(Y, axis=-1, keepdims=True)
    assert np.allclose(st.misalignment(Y), 1 - np.mean(U @ U[:, 0][..., np.newaxis], axis=(-1, -2)), atol=1e-14)


def test_no_cancellation_near_consensus():
    angle = 1e-9
    Y = np.array([[1.0, 0.0], [np.cos(angle), np.sin(angle)]])
    assert st.misalignment(Y) == pytest.approx(angle**2 / 4, rel=1e-6)


def test_exact_types():
    Y = [[F(3, 5), F(4, 5)], [F(0), F(2)], [F(-3), F(-4)]]
    expected = 1 - (1 + F(4, 5) - 1) / 3
    assert st.misalignment(st.as_array(Y)).item() == expected
    assert sp.simplify(st.misalignment(st.as_array(sp.Matrix(Y))).item() - sp.Rational(str(expected))) == 0


def test_a_zero_token_is_refused():
    with pytest.raises(ZeroDivisionError):
        st.misalignment(np.array([[1.0, 0.0], [0.0, 0.0]]))
