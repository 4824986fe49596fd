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


def test_bad_shapes_are_refused():
    X = np.eye(3)
    with pytest.raises(ValueError, match="P has shape"):
        st.attention_weights(X, np.eye(2))
    with pytest.raises(ValueError, match="V has shape"):
        st.models.mixed_values(X, np.eye(3), np.eye(2))
    with pytest.raises(ValueError, match="allowed are both"):
        st.attention_map(X, np.eye(3), np.eye(3)[None], 0.1)
    with pytest.raises(ValueError, match="causal"):
        st.models.softmax(np.eye(3), counts=np.ones(3), causal=True)


def test_the_map_is_undefined_where_a_step_vanishes():
    with pytest.raises(ZeroDivisionError):
        st.oja_map(st.as_array([[1, 0]]), st.as_array([[-1, 0], [0, -1]]), F(1))


P2, P3, SQUARE = np.zeros((2, 2, 2)), np.zeros((3, 2, 2)), np.eye(2)


@pytest.mark.parametrize(("call", "said"), [
    (lambda: st.attention_map(SQUARE, P2, P3, 0.1), "V has 3 heads and the weights have 2"),
    (lambda: st.linearisation.attention_jacobian(SQUARE, P3, P2, 0.1), "V has 2 heads and the weights have 3"),
    (lambda: st.dini_derivative(SQUARE, st.Flow(P2, P3), np.ones(2)), "V has 3 heads and the weights have 2"),
    (lambda: st.attention_map(SQUARE, SQUARE, SQUARE, 0.5 + 0j), "the step size is .*, complex"),
    (lambda: st.oja_map(SQUARE, SQUARE, np.complex64(0.5)), "the step size is .*, complex"),
    (lambda: st.Flow(SQUARE).step(0.0, SQUARE, 1j), "the step size is 1j, complex"),
])  # fmt: skip
def test_heads_that_do_not_fit_and_complex_steps_are_named(call, said):
    with pytest.raises(ValueError, match=said):
        call()


@pytest.mark.parametrize("step", [
    lambda a: st.attention_map(SQUARE, SQUARE, SQUARE, a), lambda a: st.oja_map(SQUARE, SQUARE, a),
    lambda a: st.Flow(SQUARE).step(0.0, SQUARE, a),
])  # fmt: skip
@pytest.mark.parametrize("half", [F(1, 2), Decimal("0.5"), np.float32(0.5), np.array(0.5)])
def test_a_step_of_floats_may_be_written_in_any_way(step, half):
    assert np.array_equal(np.asarray(step(half), dtype=float), step(0.5))
