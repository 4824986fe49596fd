"""Fast steps against the plain definitions, in every array library at hand.

Statistics along trajectories: exits and kernels against every step of every system.
"""

from decimal import Decimal
from fractions import Fraction
from importlib.util import find_spec

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.batches.arrays import count_true, namespace, to_numpy
from tests.array_libraries import OTHERS, arrays_of

B, N, D, H = 5, 4, 3, 2


@pytest.fixture(params=["numpy", *OTHERS])
def to(request):
    return arrays_of(request.param)


def columns(X):
    return np.ascontiguousarray(np.swapaxes(X, -1, -2))


def drawn(seed=0):
    rng = np.random.default_rng(seed)
    X = st.draws.random_tokens(rng, B, N, D)
    P, V = rng.normal(size=(2, B, H, D, D))
    return rng, X, P, V


def plain_drive(weights, X, P, V, beta):
    """F_i, one system and one head at a time, straight from the table of the module."""
    total = np.zeros_like(X)
    for b in range(B):
        for p, v in zip(P[b], V[b], strict=True):
            L = beta[b] * X[b] @ p @ X[b].T
            if weights == "softmax":
                A = st.models.softmax(L)
            else:
                A = (np.exp(L) if weights == "exponential" else np.ones((N, N))) / N
            total[b] += A @ X[b] @ v.T
    return total


@pytest.mark.parametrize("weights", ["softmax", "exponential"])
@pytest.mark.parametrize("alpha", [0.7, 1e-9, 0.0, -0.4])
def test_one_layer_is_the_drive_added_whatever_the_step(weights, alpha, to):
    rng, X, P, _ = drawn(8)
    for causal in (False, True):
        for size in (alpha, np.full(B, alpha)):
            dynamics = st.batches.Dynamics(weights, to(P[0, 0]), None, to(rng.uniform(0.5, 2, B)), 0.8, causal)
            start = to(columns(X))
            moved = columns(to_numpy(start) + alpha * to_numpy(dynamics.drive(start)))
            found = columns(to_numpy(dynamics.step(start, to(size))))
            assert np.allclose(found, st.models.normalise(moved), atol=1e-13)
            assert np.array_equal(columns(to_numpy(start)), X)


@pytest.mark.parametrize(("dtype", "beta"), [(np.float32, 50.0), (np.float64, 400.0), (np.float64, 640.0)])
def test_squares_of_large_weights_do_not_overflow(dtype, beta, to):
    _, X, _, _ = drawn(6)
    found = st.batches.Dynamics(beta=beta).step(to(columns(X).astype(dtype)), 0.3)
    expected = st.attention_map(X, beta * np.eye(D), np.eye(D), 0.3)
    assert np.allclose(columns(to_numpy(found)), expected, atol=1e-4 if dtype == np.float32 else 1e-12)


@pytest.mark.parametrize(("beta", "alpha"), [(600.0, 1.0), (700.0, 1e-2), (-600.0, 0.3), (340.0, 1e-160)])
def test_squares_that_leave_the_range_do_not_matter_where_tokens_stay_in_it(beta, alpha, to):
    """The weights divided by the largest one, with the token divided by the same: in logarithms."""
    X = drawn(7)[1]
    L = beta * X @ np.swapaxes(X, 1, 2)
    top = np.max(L, axis=-1, keepdims=True)
    expected = st.models.normalise(X * np.exp(-top) + alpha * (np.exp(L - top) @ X) / N)
    moved = st.batches.Dynamics("exponential", beta=beta).step(to(columns(X)), alpha)
    assert np.allclose(columns(to_numpy(moved)), expected, atol=1e-12)


@pytest.mark.parametrize(("weights", "P", "beta", "said"), [
    ("exponential", None, 720.0, r"weights .* reach e\^720"),
    ("exponential", 3 * np.eye(D), 300.0, r"reach e\^900"),
    ("exponential", -np.eye(D), -1000.0, r"reach e\^1000"),
    ("softmax", 1e10 * np.eye(D), 1e300, r"logits up to .* beyond"),
    ("softmax", None, 1e309, r"logits up to .* beyond"),
])  # fmt: skip
def test_what_leaves_the_floating_point_range_is_named(weights, P, beta, said, to):
    X = to(columns(drawn(7)[1]))
    with pytest.raises(OverflowError, match=said):
        st.batches.Dynamics(weights, to(P), None, beta).step(X, 1.0)


SHAPES = {
    "none": lambda M: None, "one": lambda M: M[0, 0], "one head": lambda M: M[0, :1], "heads": lambda M: M[0],
    "systems, one head": lambda M: M[:, :1], "systems": lambda M: M,
}  # fmt: skip


@pytest.mark.parametrize("weights", ["softmax", "exponential", "uniform"])
@pytest.mark.parametrize("shape_P", SHAPES)
@pytest.mark.parametrize("shape_V", SHAPES)
def test_every_head_counts_in_every_layout(weights, shape_P, shape_V, to):
    """Against the sum over heads of the table, written out token by token."""
    _, X, P, V = drawn(11)
    given = SHAPES[shape_P](P), SHAPES[shape_V](V)
    heads = max(1 if M is None or M.ndim == 2 else M.shape[-3] for M in given)
    P, V = (np.broadcast_to(np.eye(D) if M is None else M, (B, heads, D, D)) for M in given)
    beta = np.linspace(0.5, 1.5, B)
    expected = plain_drive(weights, X, P, V, beta)
    dynamics, start = st.batches.Dynamics(weights, *map(to, given), to(beta)), to(columns(X))
    assert np.allclose(columns(to_numpy(dynamics.drive(start))), expected, atol=1e-12)
    found = columns(to_numpy(dynamics.step(start, 0.3)))
    assert np.allclose(found, st.models.normalise(X + 0.3 * expected), atol=1e-12)
    part = dynamics.part(to(np.array([3, 1])))
    assert np.allclose(columns(to_numpy(part.drive(to(columns(X[[3, 1]]))))), expected[[3, 1]], atol=1e-12)


def test_a_step_of_the_flow_is_that_of_the_continuous_model(to):
    _, X, P, V = drawn(3)
    dynamics = st.batches.Dynamics("softmax", to(P[0]), to(V[0]), scale=D**-0.5, causal=True)
    flow = st.Flow(P[0], V[0], causal=True)
    step = st.trajectory(flow, X, np.array([0.0, 0.05]), 0.05).states[-1]
    assert np.allclose(columns(to_numpy(dynamics.flow_step(to(columns(X)), 0.05))), step, atol=1e-13)


def test_arrays_of_one_library_only():
    assert namespace(np.ones(2), None, 1.0) is np
    assert namespace() is np
    with pytest.raises(ValueError, match=r"builtins\.list"):
        namespace([1.0])
    strict = pytest.importorskip("array_api_strict")
    with pytest.raises(ValueError, match="allowed is one library"):
        namespace(np.ones(2), strict.ones(2))


FORMS = {
    "lists": lambda M: M.tolist(),
    "a matrix": lambda M: np.matrix(M) if M.ndim == 2 else M.tolist(),
    "integers": lambda M: M.astype(int),
    "decimals": lambda M: np.array([Decimal(str(x)) for x in M.ravel().tolist()], dtype=object).reshape(M.shape),
    "fractions": lambda M: np.array([Fraction(x) for x in M.ravel().tolist()], dtype=object).reshape(M.shape),
    "half precision": lambda M: M.astype(np.float16),
    "long doubles": lambda M: M.astype(np.longdouble),
}


@pytest.mark.filterwarnings("ignore::PendingDeprecationWarning")
@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("beta", [2, np.int64(2), np.float32(2), np.array(2.0), Decimal(2), Fraction(2)], ids=type)
def test_matrices_tokens_and_numbers_are_taken_as_they_come(form, beta):
    X = np.array([[[1.0, 0.0], [0.0, -1.0], [-1.0, 0.0]]])
    P, V = np.array([[1.0, 2.0], [0.0, -1.0]]), np.array([[2.0, 0.0], [1.0, 1.0]])
    misalignment = st.batches.statistic("misalignment")
    expected = st.batches.observed(st.batches.Dynamics("softmax", P, V, 2.0), X, 0.25, 3, misalignment)
    read = FORMS[form]
    dynamics = st.batches.Dynamics("softmax", read(P), read(V), beta)
    found = st.batches.observed(dynamics, read(X), Decimal("0.25"), np.int64(3), misalignment)
    assert np.array_equal(found, expected)
    for bad in ({"P": P * 1j}, {"V": (V * 1j).tolist()}, {"beta": np.array([1j])}):
        with pytest.raises(ValueError, match=f"{next(iter(bad))}: has complex entries"):
            st.batches.Dynamics("softmax", **bad)


COMPILED = pytest.mark.parametrize("compiled", sorted({False, bool(find_spec("numba"))}))
NEAR = st.batches.statistic("near")


def plain(X, beta, size, steps, weights="softmax", delta=1e-3):
    """The share of near pairs after every step: (K, B); the authors' layer, straight."""
    rows = []
    N = X.shape[1]
    for step in range(steps + 1):
        G = X @ np.swapaxes(X, -1, -2)
        rows.append((np.sum(1 - delta < G, axis=(-2, -1)) - N) / (N * (N - 1)))
        E = np.exp(beta * G)
        A = E / (E.sum(axis=-1, keepdims=True) if weights == "softmax" else N)
        if step < steps:
            X = st.models.normalise(X + size * A @ X)
    return np.array(rows)


@pytest.mark.parametrize("weights", ["softmax", "exponential"])
@pytest.mark.parametrize(("d", "N"), [(2, 7), (5, 6), (12, 5), (9, 11), (8, 17), (19, 24)])
@COMPILED
def test_exits_change_nothing(d, N, weights, compiled):
    X = st.draws.random_tokens(np.random.default_rng(d), 20, N, d)
    for beta in (0.3, 3.0):
        layers = st.batches.Dynamics(weights, beta=beta)
        found = st.batches.observed(layers, X, 0.2, 120, NEAR, compiled=compiled)
        expected = plain(X, beta, 0.2, 120, weights)
        assert np.array_equal(found, expected)
        assert np.any(found[-1] == 1) or beta > 1


@COMPILED
def test_tokens_that_repel_each_other_do_not_leave_at_consensus(compiled):
    rng = np.random.default_rng(4)
    X = st.models.normalise(np.ones(3) + 1e-3 * rng.normal(size=(8, 5, 3)))
    expected = plain(X, 1.0, -0.2, 90)
    assert np.all(expected[0] == 1)
    assert np.all(expected[-1] < 1)
    found = st.batches.observed(st.batches.Dynamics(), X, -0.2, 90, NEAR, compiled=compiled)
    assert np.array_equal(found, expected)


def test_single_precision_moves_the_mean_by_less_than_chance():
    X = st.draws.random_tokens(np.random.default_rng(0), 60, 12, 2)
    single = st.batches.observed(st.batches.Dynamics(beta=4.0), X.astype(np.float32), 0.1, 150, NEAR, every=5)
    assert np.max(np.abs(single.mean(axis=1) - plain(X, 4.0, 0.1, 150)[::5].mean(axis=1))) < 2e-3


def test_true_entries_are_counted_in_any_layout():
    rng = np.random.default_rng(9)
    for m in (1, 3, 4, 7, 8, 32):
        mask = rng.random((5, m, m)) > 0.4
        for way in (mask, np.swapaxes(mask, 1, 2), mask[::2]):
            assert np.array_equal(count_true(way), np.sum(way, axis=(1, 2)))


@COMPILED
def test_every_system_may_have_its_own_parameters(compiled):
    X = st.draws.random_tokens(np.random.default_rng(1), 10, 6, 3)
    beta, size = np.linspace(0.1, 6, 10), np.linspace(0.05, 0.3, 10)
    layers = st.batches.Dynamics(beta=beta)
    found = st.batches.observed(layers, X, size, 60, NEAR, every=7, compiled=compiled)
    for b in range(10):
        assert np.array_equal(found[:, b], plain(X[b : b + 1], beta[b], size[b], 60)[::7, 0][: len(found)])


def test_matrices_of_each_system_stay_with_it():
    rng = np.random.default_rng(2)
    X, P = st.draws.random_tokens(rng, 9, 5, 3), rng.normal(size=(9, 1, 3, 3))
    clusters = st.batches.statistic("clusters")
    found = st.batches.observed(st.batches.Dynamics("softmax", P), X, 0.3, 80, clusters, every=80)
    for b in range(9):
        state = X[b]
        for _ in range(80):
            state = st.attention_map(state, P[b, 0], np.eye(3), 0.3)
        one = st.batches.Dynamics("softmax", P[b, 0])
        alone = st.batches.observed(one, X[b : b + 1], 0.3, 80, clusters, every=80)
        assert found[1, b] == alone[1, 0] == components(state @ state.T > 1 - 1e-3)


def components(near):
    """Connected components by repeated squaring."""
    reach = np.linalg.matrix_power(near.astype(int), len(near)) > 0
    return len({tuple(row) for row in reach})


def test_statistics_are_those_of_their_formulas():
    rng = np.random.default_rng(3)
    X = st.draws.random_tokens(rng, 6, 5, 2)
    for name, expected in (
        ("misalignment", st.misalignment(X)),
        ("energy", np.mean(np.exp(0.7 * st.models.gram(X)), axis=(-1, -2)) / (2 * 0.7)),
        ("clusters", np.array([components(g > 0.5) for g in st.models.gram(X)])),
        ("near", (np.sum(st.models.gram(X) > 0.5, axis=(-1, -2)) - 5) / 20),
    ):
        found = st.batches.observed(st.batches.Dynamics(beta=0.7), X, 0.1, 0, st.batches.statistic(name, 0.5))
        assert np.allclose(found[0], expected, atol=1e-14)


def test_energy_rises_along_both_flows():
    X = st.draws.random_tokens(np.random.default_rng(4), 20, 6, 3)
    for weights in ("softmax", "exponential"):
        dynamics, energy = st.batches.Dynamics(weights, beta=2.0), st.batches.statistic("energy")
        E = st.batches.observed(dynamics, X, 0.05, 100, energy, continuous=True)
        assert np.all(np.diff(E, axis=0) > -1e-13)


def test_another_library_gives_the_same():
    strict = pytest.importorskip("array_api_strict")
    X = st.draws.random_tokens(np.random.default_rng(5), 12, 6, 9)
    for name in ("near", "clusters", "misalignment"):
        for continuous in (False, True):
            layers, of = st.batches.Dynamics(beta=2.0), st.batches.statistic(name)
            more = {"every": 3, "continuous": continuous}
            found = [st.batches.observed(layers, Y, 0.2, 40, of, **more) for Y in (X, strict.asarray(X))]
            assert isinstance(found[1], np.ndarray)
            assert np.allclose(to_numpy(found[0]), found[1], atol=1e-12)


@pytest.mark.parametrize("beta", [1e14, 1e18, 1e300])
def test_hard_attention_is_left_to_the_arrays_where_rounding_would_decide(beta):
    """In the limit every token attends to itself, and nothing moves."""
    X = st.draws.random_tokens(np.random.default_rng(5), 20, 8, 3)
    found = st.batches.observed(st.batches.Dynamics(beta=beta), X, 0.1, 40, st.batches.statistic("near", 0.1), every=40)
    assert np.array_equal(found[0], found[1])


@pytest.mark.parametrize("weights", ["softmax", "exponential"])
@pytest.mark.parametrize("beta", [-700.0, -360.0, -180.0, -170.0, 0.0, 340.0, 690.0])
def test_large_exponents_are_left_to_the_arrays(weights, beta):
    """Where the kernel's numbers would leave their range it is not chosen."""
    X = st.draws.random_tokens(np.random.default_rng(5), 20, 8, 3)
    near = st.batches.statistic("near", 0.1)
    dynamics = st.batches.Dynamics(weights, beta=beta)
    found = [st.batches.observed(dynamics, X, 1e-3, 40, near, compiled=way) for way in (None, False)]
    assert np.array_equal(*found)
