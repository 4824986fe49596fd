"""The hemisphere decision against its certificates, SciPy's linear programming, and the counting formula."""

from fractions import Fraction
from math import comb

import numpy as np
import pytest
from scipy.optimize import linprog

import attnverify.stability as st


def scipy_says(Y):
    """max t with Y v >= t, |v| <= 1 entrywise: positive exactly if there is a hemisphere."""
    N, d = Y.shape
    found = linprog(
        [0.0] * d + [-1.0], A_ub=np.hstack([-Y, np.ones((N, 1))]), b_ub=np.zeros(N), bounds=[(-1, 1)] * d + [(None, 1)]
    )
    return -found.fun > 1e-9


@pytest.mark.parametrize("seed", range(40))
def test_a_certificate_comes_with_every_answer_and_scipy_agrees(seed):
    rng = np.random.default_rng(seed)
    N, d = int(rng.integers(1, 9)), int(rng.integers(1, 5))
    Y = rng.integers(-4, 5, size=(N, d))
    found = st.hemisphere(st.as_array(Y))
    assert found.exists == scipy_says(Y.astype(float))
    exact = st.as_array(Y)
    if found.exists:
        assert found.combination is None
        assert all(height > 0 for height in exact @ found.normal)
    else:
        assert all(weight >= 0 for weight in found.combination)
        assert sum(found.combination) == 1
        assert not np.any(found.combination @ exact)


def test_tokens_a_hair_inside_and_exactly_on_the_boundary():
    tiny = 2.0**-60
    assert st.hemisphere(np.array([[1.0, 0.0], [-1.0, tiny]])).exists
    assert not st.hemisphere(np.array([[1.0, 0.0], [-1.0, 0.0]])).exists
    assert not st.hemisphere(np.array([[0.0, 0.0], [1.0, 0.0]])).exists


@pytest.mark.parametrize(("N", "d"), [(N, d) for N in range(1, 9) for d in range(1, 7)])
def test_counting_generic_vectors(N, d):
    # Points of a moment curve are in general position.
    Y = st.as_array([[(i + 1) ** k for k in range(d)] for i in range(N)])
    assert st.decrease.dichotomies(Y) == st.decrease.cover_count(N, d) == 2 * sum(comb(N - 1, k) for k in range(d))


def test_vectors_that_are_not_generic_have_fewer_patterns():
    assert st.decrease.dichotomies(st.as_array([[1, 0], [2, 0], [0, 1]])) == 4 < st.decrease.cover_count(3, 2)


def test_probability_agrees_with_drawing():
    rng = np.random.default_rng(7)
    inside = [st.hemisphere(rng.normal(size=(4, 2))).exists for _ in range(400)]
    exact = st.decrease.hemisphere_probability(4, 2)
    assert exact == Fraction(1, 2)
    assert abs(np.mean(inside) - float(exact)) < 0.1


def test_bad_input():
    with pytest.raises(ValueError, match="shape"):
        st.hemisphere(np.zeros(3))
    with pytest.raises(ValueError, match="not finite"):
        st.hemisphere(np.array([[np.nan, 1.0]]))
    with pytest.raises(ValueError, match="N >= 1"):
        st.decrease.cover_count(0, 2)
