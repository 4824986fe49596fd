"""The exact solution against the definition of the model: P(t), softmax, finite differences, integration."""

import numpy as np
import pytest
from scipy.integrate import solve_ivp

import attnverify.stability as st


def logit_matrix(u):
    """P(t) in floats, solved from its three conditions and a free fourth: nothing is taken from the proof's formula."""
    Y = st.decrease.wedge_tokens(u, u / 4)
    third = np.array([1 / 4, (1 + u**2) / (4 + u**2), (8 - u**2) / (4 * (4 + u**2))])
    A, B = np.log(third[1] / third[0]), np.log(third[2] / third[0])
    rows, right = [], [0.0, A, B, 0.0]
    for left, difference in ((Y[1], Y[1] - Y[0]), (Y[2], Y[1] - Y[0]), (Y[2], Y[2] - Y[0])):
        rows.append(np.outer(left, difference).ravel())
    turned, along = np.array([Y[2][1], -Y[2][0]]), np.array([1.0, u])
    rows.append(np.outer(turned, along).ravel())
    return np.linalg.solve(np.array(rows), right).reshape(2, 2)


@pytest.mark.parametrize("u", [1.0, 0.7, 0.2, 0.01])
def test_the_curve_solves_the_model(u):
    Y = st.decrease.wedge_tokens(u, u / 4)
    flow = st.Flow(lambda _: logit_matrix(u), causal=True)
    step = 1e-6
    rate = -u / (2 * np.sqrt(2))
    moved = (st.decrease.wedge_tokens(u + step * rate, (u + step * rate) / 4) - Y) / step
    assert np.allclose(moved, flow.velocity(0.0, Y), atol=1e-5)


def test_the_logit_matrix_is_bounded_and_the_tokens_separate():
    sizes = [np.linalg.norm(logit_matrix(u)) for u in np.geomspace(1e-3, 1, 60)]
    assert max(sizes) < 8
    Y = st.decrease.wedge_tokens(1e-4, 0.25e-4)
    assert Y[1] @ Y[0] == pytest.approx(1)
    assert Y[2] @ Y[0] == pytest.approx(-1)
    assert st.decrease.wedge_tokens(1.0, 0.25)[2] @ [1, 0] > -0.9


def test_integration_follows_the_curve_while_rounding_is_small():
    """Twenty digits would be needed for long times, as neighbours of the exceptional token are repelled."""

    def field(t, state):
        Y = st.onto_ellipsoid(state.reshape(3, 2))
        P = logit_matrix(np.exp(-t / (2 * np.sqrt(2))))
        return st.Flow(P, causal=True).velocity(t, Y).ravel()

    end = 8.0
    run = solve_ivp(field, (0, end), st.decrease.wedge_tokens(1.0, 0.25).ravel(), rtol=1e-11, atol=1e-13)
    u = np.exp(-end / (2 * np.sqrt(2)))
    assert np.allclose(run.y[:, -1].reshape(3, 2), st.decrease.wedge_tokens(u, u / 4), atol=1e-6)
