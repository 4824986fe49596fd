import numpy as np
from flint import arb, ctx

import attnverify.stability as st
from attnverify.stability.motion.ball_calculus import balls
from attnverify.stability.motion.sampled_limits import attraction
from attnverify.stability.states.clusters import same_state


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


# Limits.
def test_consensus_limits_are_certified_where_the_cone_theorem_applies():
    analysis = st.analyse(np.zeros((3, 3)), np.diag([1.0, 0.5, 0.2]), 5, 0.3)
    (limit,) = st.limits(analysis, 20)
    assert (limit.label, limit.count, limit.certified) == ("consensus on v_1", 20, 20)


def test_bipartite_limits_are_certified_by_contracted_regions():
    analysis = st.analyse(4 * np.eye(3), np.diag([1.0, 0.5, 0.2]), 6, 0.3)
    limits = st.limits(analysis, 12, seed=1)
    assert sum(limit.count for limit in limits) == 12
    bipartite = [limit for limit in limits if limit.label.startswith("bipartite")]
    assert bipartite
    assert all(limit.certified == limit.count for limit in bipartite)
    assert limits == st.limits(analysis, 12, seed=1)


def test_limits_on_lines_of_equilibria_are_not_certified():
    """The Oja map of two tokens: antipodal pairs in every direction, none of them isolated."""
    limits = st.limits(st.analyse(np.zeros((2, 2)), [[1.0, 0], [0, -1.0]], 2, 0.25), 40)
    pairs = [limit for limit in limits if "distinct" in limit.label or "bipartite" in limit.label]
    assert pairs
    assert all(limit.certified == 0 for limit in pairs)


def test_large_systems_are_certified_by_the_cone_only():
    analysis = st.analyse(4 * np.eye(2), np.diag([1.0, 0.5]), 21, 0.3)
    limits = st.limits(analysis, 4)
    assert all(limit.certified == 0 for limit in limits if limit.label.startswith("bipartite"))


# Settling.
def test_a_settled_state_does_not_move():
    rng = np.random.default_rng(0)
    P, V = np.eye(2), np.diag([1.0, 0.5])
    X = st.motion.settle(st.draws.random_tokens(rng, 4, 3, 2), P, V, 0.3)
    assert np.max(np.abs(st.attention_map(X, P, V, 0.3) - X)) < 1e-12


def test_limits_are_taken_together_up_to_sign_and_order():
    found = st.motion.settled_clusters(4 * np.eye(2), np.diag([1.0, 0.5]), 4, 0.3, starts=40)
    assert sorted(tuple(sorted(candidate.counts)) for candidate in found) == [(1, 3), (2, 2)]
    swapped = st.states.Candidate(-found[0].tokens[::-1], found[0].nu[::-1], found[0].counts[::-1])
    assert same_state(found[0], swapped)
    assert not same_state(found[0], found[1])
