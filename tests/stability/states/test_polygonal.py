from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st

U = [F(4, 5), F(3, 5)]
W = [F(-3, 5), F(4, 5)]


@pytest.mark.parametrize("state", [
    st.states.antipodal(U, 3),
    st.states.antipodal([0, F(4, 5), F(3, 5)]),
    st.states.square(U, W),
    st.states.square([1, 0, 0], [0, *U], 2),
    st.polygon(3),
    st.polygon(7),
    st.polygon(5, 2, [[1, 0, 0], [0, *U]]),
    st.simplex(2), st.simplex(4),
    st.states.balanced([[1, 0], [F(-3, 5), F(4, 5)], [F(-3, 5), F(-4, 5)]], [6, 5, 5]),
])  # fmt: skip
def test_every_constructor_gives_a_fixed_point_of_the_oja_map_for_every_step(state):
    d = state.tokens.shape[1]
    V = np.array([[sp.Symbol(f"v{min(a, b)}{max(a, b)}") for b in range(d)] for a in range(d)], dtype=object)
    alpha = sp.Symbol("alpha", positive=True)
    tokens = np.array([[sp.nsimplify(entry) for entry in row] for row in state.tokens], dtype=object)
    total = np.sum(state.counts[:, np.newaxis] * tokens, axis=0)
    moved = st.oja_step(tokens, V, alpha, counts=state.counts) - tokens
    assert all(st.states.is_exactly_zero(entry) for entry in total)
    assert all(st.states.is_exactly_zero(entry.subs(dict.fromkeys(entry.free_symbols, 3))) for entry in moved.flat)


def test_simplex_corners_have_equal_distances():
    X = st.simplex(3).tokens
    inner = X @ X.T
    assert all(st.states.is_exactly_zero(inner[i, j] + F(1, 3)) for i in range(4) for j in range(i))


@pytest.mark.parametrize(("build", "message"), [
    (lambda: st.states.antipodal([1, 1]), r"u: vector 0 has the squared norm 2; 1 is needed"),
    (lambda: st.states.antipodal([1]), r"u has shape \(1, 1\); .* d at least 2"),
    (lambda: st.states.antipodal([0.6, 0.8]), "u holds 0.6; exact numbers are needed"),
    (lambda: st.states.antipodal([float("nan"), 1.0]), "u"),
    (lambda: st.states.antipodal([sp.oo, 0]), "u contains oo; finite numbers are needed"),
    (lambda: st.states.antipodal(U, 0), r"counts\[0\] is 0; a whole number of at least 1"),
    (lambda: st.states.antipodal(U, F(1, 2)), r"counts\[0\] is 1/2; a whole number"),
    (lambda: st.states.balanced([[1, 0], [0, 1]]), r"their sum is \['1', '1'\]; zero is needed"),
    (lambda: st.states.balanced([[1, 0]]), "N is 1; a polygonal state has at least 2 tokens"),
    (lambda: st.states.balanced([[1, 0], [-1, 0]], [1]), r"counts has shape \(1,\)"),
    (lambda: st.states.square(U, [1, 0]), "a and b have the inner product 4/5"),
    (lambda: st.polygon(2), "corners is 2; a polygon has at least 3"),
    (lambda: st.polygon(3, 1, [U, U]), "frame is not orthonormal"),
    (lambda: st.simplex(1), "d is 1"),
])  # fmt: skip
def test_bad_input_names_the_argument_the_value_and_the_rule(build, message):
    with pytest.raises(ValueError, match=message):
        build()


def test_attention_balance_at_rational_logits_is_decided_without_an_exponential():
    # u^T P u = 0 makes both logits of a row equal; 1 instead of 0 does not.
    P = 5 * (np.outer(W, U) + np.outer(U, W))
    assert st.states.require_attention_balance(st.states.antipodal(U, 2), P).N == 4
    with pytest.raises(st.states.NotAnEquilibriumError, match="token 0: sum_j A_ij x_j is not zero"):
        st.states.require_attention_balance(st.states.antipodal(U, 2), P + np.outer(U, U))


def test_attention_balance_at_algebraic_and_logarithmic_logits():
    skew = [[0, -1], [1, 0]]
    with pytest.raises(st.states.NotAnEquilibriumError):
        st.states.require_attention_balance(st.polygon(3), skew)
    assert st.states.require_attention_balance(st.polygon(3), [[0, 0], [0, 0]])
    log = sp.log(2)
    with pytest.raises(st.states.NotAnEquilibriumError):
        st.states.require_attention_balance(st.states.square([1, 0], [0, 1]), [[log, 0], [0, 0]])
    assert st.states.require_attention_balance(
        st.states.square([1, 0, 0], [0, 1, 0]), [[0, 0, log], [0, 0, log], [log, log, 1]]
    )
    with pytest.raises(ValueError, match=r"P has shape \(3, 3\)"):
        st.states.require_attention_balance(st.states.antipodal(U), np.eye(3, dtype=int))


def test_a_balanced_state_is_a_fixed_point_of_the_floating_attention_map():
    P = 5 * (np.outer(W, U) + np.outer(U, W))
    X = st.states.antipodal(U, 3).expand().astype(float)
    V = np.array([[2.0, 0.3], [0.3, -1.0]])
    assert np.allclose(st.attention_map(X, P.astype(float), V, 0.7), X, atol=1e-12)
