"""Rescaled tokens are free tokens in other coordinates; the three cases of Table 1; the limit of large beta."""

from fractions import Fraction

import numpy as np
import pytest
from flint import arb
from scipy.linalg import expm
from scipy.spatial import ConvexHull

import attnverify.stability as st


def random_system(seed, d=3, n=5):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)), *rng.normal(size=(2, d, d))


def test_rescaled_tokens_move_as_the_free_ones_do():
    X, P, V = random_system(0)
    t, beta = 0.3, 1.2
    grown, shrunk = expm(t * V), expm(-t * V)
    Z = X @ shrunk.T
    wanted = st.models.free_velocity(X, beta, P, V) @ shrunk.T - X @ V.T @ shrunk.T
    assert np.allclose(st.models.rescaled_velocity(Z, grown, beta, P, V), wanted, atol=1e-12)
    assert np.allclose(
        st.models.rescaled_velocity(X, np.eye(3), beta, P, V), st.models.difference_velocity(X, beta, P, V), atol=1e-12
    )


def test_the_number_types_agree():
    X = [[Fraction(1, 2), Fraction(1)], [Fraction(0), Fraction(-1, 3)]]
    balls = np.array([[arb(x.numerator) / x.denominator for x in row] for row in X], dtype=object)
    found = st.models.difference_velocity(balls, arb(2))
    wanted = st.models.difference_velocity(np.array(X, dtype=float), 2.0)
    assert all(abs(float(b.mid()) - w) < 1e-14 for b, w in zip(found.flat, wanted.flat, strict=True))
    assert st.models.difference_velocity(st.as_array(X), 0)[0].tolist() == [Fraction(-1, 4), Fraction(-2, 3)]


def rescaled_end(X, V, P, T, steps):
    """Euler steps with the exact exponential at each time; tokens stay in their hull where V = I."""
    Z, h = X, T / steps
    for k in range(steps):
        Z = Z + h * st.models.rescaled_velocity(Z, expm(k * h * V), 1.0, P, V)
    return Z


def test_tokens_go_to_the_corners_of_a_polytope():
    X = np.random.default_rng(4).normal(size=(12, 2))
    V, P = np.eye(2), np.diag([1.0, 2.0])
    assert st.models.table_case(P, V) == "polytope"
    Z = rescaled_end(X, V, P, 9.0, 900)
    hull = ConvexHull(X)
    assert np.all(hull.equations @ np.column_stack([Z, np.ones(12)]).T < 1e-9)
    corners = np.unique(np.round(Z, 2), axis=0)
    assert len(ConvexHull(corners).vertices) == len(corners) == 3


def test_tokens_go_to_at_most_three_hyperplanes():
    X = np.random.default_rng(5).normal(size=(12, 2))
    V, P = np.diag([1.0, -0.5]), np.eye(2)
    assert st.models.table_case(P, V) == "hyperplanes"
    heights = rescaled_end(X, V, P, 14.0, 2000)[:, 0]
    ends = (heights.min(), heights.max())
    near = [min(abs(height - level) for level in (*ends, 0.0)) for height in heights]
    assert max(near) < 0.05


def test_the_cases_of_table_1():
    one = np.eye(3)
    spiral = np.array([[1, -1, 0], [1, 1, 0], [0, 0, 0.5]])
    cases = {
        "polytope": (one, np.diag([1, 2, 3.0])),
        "repulsive": (-one, one),
        "hyperplanes": (np.diag([2.0, 1, -5]), one),
        "polytope and subspace": (np.diag([2.0, 2, -1]), one + np.triu(np.ones((3, 3)), 1) / 5),
    }
    for case, (V, P) in cases.items():
        assert st.models.table_case(P, V) == case
    assert st.models.table_case(-one, one) is None
    assert st.models.table_case(-one, np.diag([2.0, 1, 0])) is None
    assert st.models.table_case(one, np.diag([2.0, 2, -3])) is None
    assert st.models.table_case(one, np.array([[2.0, 1, 0], [0, 2, 0], [0, 0, 1]])) is None
    assert st.models.table_case(one, spiral) is None
    assert st.models.table_case(one, -np.diag([2.0, 1, 3])) is None


def test_the_singular_limit_away_from_ties():
    X, P, V = random_system(6)
    wanted = st.models.singular_velocity(X, P, V)
    errors = [np.max(np.abs(st.models.difference_velocity(X, beta, P, V) - wanted)) for beta in (2.0, 20.0, 2000.0)]
    assert errors[0] > errors[1] > errors[2]
    assert errors[2] < 1e-8


def test_ties_share():
    X = st.as_array([[1, 0], [0, 1], [1, 1]])
    # The logits of (1, 0) are 1, 0, 1: the token itself and (1, 1) are nearest.
    assert st.models.singular_velocity(X)[0].tolist() == [0, Fraction(1, 2)]
    assert st.models.singular_velocity(X.astype(float))[0].tolist() == [0.0, 0.5]
    one = st.as_array([[2, 3]])
    assert st.models.singular_velocity(one).tolist() == [[0, 0]]


@pytest.mark.parametrize(("call", "said"), [
    (lambda: st.models.rescaled_velocity(np.eye(2), np.eye(3), 1.0), r"grown has shape \(3, 3\)"),
    (lambda: st.models.rescaled_velocity(np.eye(2), np.eye(2), np.inf), "beta is inf; a finite number is needed"),
    (lambda: st.models.singular_velocity(np.ones((1, 2, 2))), r"one system \(N, d\)"),
    (lambda: st.models.singular_velocity(np.array([[arb(1, 1)], [arb(0)]], dtype=object)), "is not decided"),
    (lambda: st.models.table_case(np.eye(3), np.eye(2)), r"V has shape \(2, 2\) and P \(3, 3\)"),
    (lambda: st.models.table_case(np.full((2, 2), np.nan), np.eye(2)), "not finite"),
    (lambda: st.models.free_velocity(np.full((2, 2), np.nan), 1.0), "not finite"),
])  # fmt: skip
def test_bad_input(call, said):
    with pytest.raises(ValueError, match=said):
        call()
