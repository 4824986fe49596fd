"""Orders of the splitting schemes, and what the diffusive variant does."""

import numpy as np
import pytest

import stability as st

X = st.normalise(np.random.default_rng(0).normal(size=(4, 3)))
W, A = np.random.default_rng(1).normal(size=(2, 3, 3))


def part(Z):
    return np.tanh(Z @ A.T) @ W.T


def projected(Z):
    return part(Z) - np.sum(Z * part(Z), axis=-1, keepdims=True) * Z


ATTENTION = st.models.SphereFlow(2.0)
BLOCK = st.models.SphereFlow(2.0, feed_forward=part)
PARTS = [st.models.step_of(ATTENTION.velocity), st.models.step_of(projected)]


def end(scheme, steps):
    return st.models.split_steps(scheme, PARTS, X, 1.0 / steps, steps)


def test_lie_trotter_has_order_one_and_strang_order_two():
    exact = st.models.split_steps(st.models.lie_step, [st.models.step_of(BLOCK.velocity)], X, 1.0 / 512, 512)
    for scheme, order in ((st.models.lie_step, 1), (st.models.strang_step, 2)):
        errors = [np.max(np.abs(end(scheme, steps) - exact)) for steps in (64, 128)]
        assert 1.8 < (errors[0] / errors[1]) ** (1 / order) < 2.2, errors
    assert (
        np.max(np.abs(end(st.models.strang_step, 128) - exact))
        < np.max(np.abs(end(st.models.lie_step, 128) - exact)) / 10
    )


def test_a_step_has_order_four():
    flow = ATTENTION.velocity
    ends = [
        st.models.split_steps(st.models.lie_step, [st.models.step_of(flow)], X, 1.0 / steps, steps)
        for steps in (8, 16, 256)
    ]
    assert np.max(np.abs(ends[0] - ends[2])) / np.max(np.abs(ends[1] - ends[2])) > 12


def test_noise_spreads_what_the_flow_gathers():
    together = st.normalise(np.ones((200, 3)) + 1e-3 * np.random.default_rng(2).normal(size=(200, 3)))
    rng, states = np.random.default_rng(3), [together, together]
    for _ in range(100):
        states = [
            st.models.noisy_step(ATTENTION.velocity, Z, 0.05, kappa, rng)
            for Z, kappa in zip(states, (0.0, 0.5), strict=True)
        ]
    quiet, loud = (float(np.linalg.norm(Z.mean(axis=0))) for Z in states)
    assert quiet > 1 - 1e-6
    assert loud < 0.95
    assert np.allclose(np.linalg.norm(states[1], axis=-1), 1)


@pytest.mark.parametrize(("call", "said"), [
    (lambda: st.models.lie_step([], X, 0.1), "there are no parts"),
    (lambda: st.models.split_steps(st.models.lie_step, PARTS, X, 0.1, 0), "steps is 0"),
    (lambda: st.models.noisy_step(ATTENTION.velocity, X, 0.0, 1.0, np.random.default_rng()), "h is 0.0"),
    (lambda: st.models.noisy_step(ATTENTION.velocity, X, 0.1, -1.0, np.random.default_rng()), "kappa -1.0"),
])  # fmt: skip
def test_bad_input(call, said):
    with pytest.raises(ValueError, match=said):
        call()
