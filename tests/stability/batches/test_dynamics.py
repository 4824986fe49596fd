"""Fast steps against the plain definitions, in every array library at hand."""

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.batches.arrays import namespace, to_numpy
from tests.array_libraries import OTHERS, arrays_of

B, N, D, H = 5, 4, 3, 2


@pytest.fixture(params=["numpy", *OTHERS])
def to(request):
    return arrays_of(request.param)


def columns(X):
    return np.ascontiguousarray(np.swapaxes(X, -1, -2))


def drawn(seed=0):
    rng = np.random.default_rng(seed)
    X = st.random_tokens(rng, B, N, D)
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
            assert np.allclose(columns(to_numpy(dynamics.step(start, to(size)))), st.normalise(moved), atol=1e-13)
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
    expected = st.normalise(X * np.exp(-top) + alpha * (np.exp(L - top) @ X) / N)
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
    assert np.allclose(columns(to_numpy(dynamics.step(start, 0.3))), st.normalise(X + 0.3 * expected), atol=1e-12)
    part = dynamics.part(to(np.array([3, 1])))
    assert np.allclose(columns(to_numpy(part.drive(to(columns(X[[3, 1]]))))), expected[[3, 1]], atol=1e-12)


def test_different_numbers_of_heads_are_refused():
    with pytest.raises(ValueError, match="P has 2 heads and V has 3"):
        st.batches.Dynamics("softmax", np.zeros((2, D, D)), np.zeros((3, D, D)))


def test_a_step_of_the_flow_is_that_of_the_continuous_model(to):
    _, X, P, V = drawn(3)
    dynamics = st.batches.Dynamics("softmax", to(P[0]), to(V[0]), scale=D**-0.5, causal=True)
    flow = st.Flow(P[0], V[0], causal=True)
    step = st.trajectory(flow, X, np.array([0.0, 0.05]), 0.05).states[-1]
    assert np.allclose(columns(to_numpy(dynamics.flow_step(to(columns(X)), 0.05))), step, atol=1e-13)


def test_bad_names_are_refused():
    with pytest.raises(ValueError, match="weights 'soft'; allowed are softmax, exponential, uniform"):
        st.batches.Dynamics("soft")
    with pytest.raises(ValueError, match="uniform' and causal"):
        st.batches.Dynamics("uniform", causal=True)


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
