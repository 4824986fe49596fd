"""The maps agree over floats, rationals, symbols and balls, with batches, heads, masks and multiplicities."""

from decimal import Decimal
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st


def unit_tokens(rng, *shape):
    return st.normalise(rng.normal(size=shape))


@pytest.mark.parametrize("counts", [(1, 1), (3, 2), (4, 1)])
def test_multiplicities_stand_for_repeated_tokens(counts):
    rng = np.random.default_rng(2)
    X, P, V = unit_tokens(rng, 2, 3), rng.normal(size=(3, 3)), rng.normal(size=(3, 3))
    repeated = np.repeat(X, counts, axis=0)
    grouped = st.attention_map(X, P, V, 0.4, counts=np.array(counts))
    assert np.allclose(np.repeat(grouped, counts, axis=0), st.attention_map(repeated, P, V, 0.4), atol=1e-14)
    grouped = st.oja_map(X, V, 0.4, counts=np.array(counts))
    assert np.allclose(np.repeat(grouped, counts, axis=0), st.oja_map(repeated, V, 0.4), atol=1e-14)


def test_uniform_weights_are_exact():
    assert st.models.uniform_weights(3)[0, 0] == F(1, 3)
    n = np.array([sp.Symbol("p", positive=True), sp.Symbol("q", positive=True)], dtype=object)
    assert st.models.uniform_weights(2, counts=n)[1, 0] == n[0] / (n[0] + n[1])


SQUARE = np.eye(2)


@pytest.mark.parametrize("step", [
    lambda a: st.attention_map(SQUARE, SQUARE, SQUARE, a), lambda a: st.oja_map(SQUARE, SQUARE, a),
    lambda a: st.Flow(SQUARE).step(0.0, SQUARE, a),
])  # fmt: skip
@pytest.mark.parametrize("half", [F(1, 2), Decimal("0.5"), np.float32(0.5), np.array(0.5)])
def test_a_step_of_floats_may_be_written_in_any_way(step, half):
    assert np.array_equal(np.asarray(step(half), dtype=float), step(0.5))


@pytest.mark.parametrize("size", [1e-320, 1e-160, 1e-150, 1.0, 1e160, 1e300])
def test_tokens_of_any_size_have_their_direction(size):
    """Squares of such entries leave the range of floats, or lose their digits at its end."""
    Y = np.array([[3.0, 4.0], [-8.0, 6.0]]) * size
    largest = np.max(np.abs(Y), axis=-1, keepdims=True)  # near zero floats are few: what they hold is what counts
    exact = Y / largest / np.linalg.norm(Y / largest, axis=-1, keepdims=True)
    assert np.allclose(st.normalise(Y), exact, rtol=1e-15, atol=0)
    assert np.allclose(st.models.onto_ellipsoid(Y, 4 * np.eye(2)), exact / 2, rtol=1e-15, atol=0)
    for odd in (0.0, np.inf, np.nan):
        with pytest.raises(ZeroDivisionError, match="the norm of some token is 0 or not a number"):
            st.normalise(np.array([[size, 0.0], [odd, odd]]))
