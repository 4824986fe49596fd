import numpy as np
from flint import arb, ctx

import attnverify.stability as st
from attnverify.stability.motion.attraction import attraction
from attnverify.stability.motion.ball_calculus import balls


def layer(P, V, alpha):
    exact = balls(P), balls(V), arb(alpha)
    return lambda X: st.attention_map(X, P, V, alpha) if X.dtype.kind == "f" else st.attention_map(X, *exact)


def test_a_stable_state_has_a_region_and_an_unstable_one_has_none():
    f = layer(4 * np.eye(2), np.diag([1.0, 0.25]), 0.25)
    stable, unstable = np.array([[1.0, 0.0], [-1.0, 0.0]]), np.array([[0.0, 1.0], [0.0, -1.0]])
    with ctx.workprec(128):
        region = attraction(f, stable)
        assert region is not None
        assert region.contains(balls(stable))
        assert not region.contains(balls(unstable))
        assert attraction(f, unstable) is None


def test_a_region_contracts():
    """Points of the region stay in it and come nearer to the fixed point, in floating point."""
    f = layer(4 * np.eye(2), np.diag([1.0, 0.25]), 0.25)
    state = np.array([[1.0, 0.0], [-1.0, 0.0]])
    with ctx.workprec(128):
        region = attraction(f, state)
        inverse = np.array([[float(entry) for entry in row] for row in region.inverse.tolist()])
    back, rng = np.linalg.inv(inverse), np.random.default_rng(0)
    for _ in range(50):
        step = rng.standard_normal(4)
        X = state + (back @ (step / np.linalg.norm(step) * float(region.radius))).reshape(2, 2)
        assert np.linalg.norm(inverse @ (f(X) - state).reshape(-1)) < float(region.radius)


def test_a_state_that_is_no_equilibrium_has_no_region():
    f = layer(np.eye(2), np.diag([1.0, 0.25]), 0.25)
    with ctx.workprec(128):
        assert attraction(f, np.array([[0.6, 0.8], [0.8, 0.6]])) is None
