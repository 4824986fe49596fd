from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st


@pytest.mark.parametrize(("matrix", "expected"), [
    ([[2, 0], [0, -3]], (1, 1, 0)),
    ([[0, 1], [1, 0]], (1, 1, 0)),
    ([[0, 0, 1], [0, 0, 0], [1, 0, 0]], (1, 1, 1)),
    ([[1, 2], [2, 4]], (1, 0, 1)),
    ([[0, 0], [0, 0]], (0, 0, 2)),
    ([[sp.sqrt(2), 1], [1, 0]], (1, 1, 0)),
])  # fmt: skip
def test_inertia(matrix, expected):
    found = st.linearisation.inertia_of(matrix)
    assert (found.positive, found.negative, found.zero) == expected


def test_inertia_agrees_with_the_floating_eigenvalues():
    rng = np.random.default_rng(3)
    for n in (2, 3, 5, 7):
        A = rng.integers(-4, 5, (n, n))
        A = A + A.T
        values = np.linalg.eigvalsh(A.astype(float))
        found = st.linearisation.inertia_of(A.tolist())
        assert found.positive == np.sum(values > 1e-9)
        assert found.negative == np.sum(values < -1e-9)


@pytest.mark.parametrize(("matrix", "message"), [
    ([[1, 2], [3, 1]], r"matrix is not symmetric: entry \(0, 1\) is 2, entry \(1, 0\) is 3"),
    ([[1, 2]], r"matrix has shape \(1, 2\)"),
    ([[1.5]], "matrix holds floats"),
])  # fmt: skip
def test_bad_input(matrix, message):
    with pytest.raises(ValueError, match=message):
        st.linearisation.inertia_of(matrix)


def test_a_symbol_is_undecided():
    with pytest.raises(st.linearisation.UndecidedSignError, match="the sign of the pivot x"):
        st.linearisation.inertia_of([[sp.Symbol("x")]])


@pytest.mark.parametrize(("state", "V", "expected"), [
    (st.states.square([1, 0], [0, 1]), [[2, 1], [1, -3]], (1, 1, 0)),
    (st.states.square([1, 0, 0], [0, F(4, 5), F(3, 5)]), [[2, 1, 0], [1, 3, 0], [0, 0, -1]], (2, 1, 0)),
    (st.states.antipodal([F(4, 5), F(3, 5)], 2), [[1, 0], [0, -1]], (0, 1, 0)),
    (st.states.antipodal([0, 1], 2), [[1, 0], [0, -1]], (1, 0, 0)),
])  # fmt: skip
def test_the_count_agrees_with_the_floating_tangent_jacobian(state, V, expected):
    found = st.linearisation.moving_part(state, V)
    assert (found.positive, found.negative, found.zero) == expected
    X = state.expand().astype(float)
    alpha = 0.3
    J = st.linearisation.tangent_jacobian(st.linearisation.oja_derivative(X, np.array(V, dtype=float), alpha), X)
    assert np.allclose(J, J.T)
    values = np.linalg.eigvalsh(J)
    assert st.linearisation.unstable_directions(state, V) == np.sum(values > 1 + 1e-9)
    assert found.negative == np.sum(values < 1 - 1e-9)
    collective = np.linalg.eigvals(st.linearisation.collective_matrix(state, V, F(3, 10)).astype(float))
    moving = sorted(value for value in collective.real if abs(value - 1) > 1e-9)
    assert np.allclose(moving, [value for value in values if abs(value - 1) > 1e-9])


def test_the_value_matrix_must_be_symmetric_and_fit():
    with pytest.raises(ValueError, match="V is not symmetric"):
        st.linearisation.unstable_directions(st.states.antipodal([1, 0]), [[1, 2], [0, 1]])
    with pytest.raises(ValueError, match=r"V has shape \(3, 3\)"):
        st.linearisation.unstable_directions(st.states.antipodal([1, 0]), np.eye(3, dtype=int).tolist())
