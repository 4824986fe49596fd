"""What evaluates attention faster, against the definition: at odd sizes, with ties, from beta = 0 to hard attention.

A route is a function of a case that gives F, the velocity (I - x x^T) F, or the next layer; None where it does not
apply. The definition is a loop over heads in NumPy.
"""

import tracemalloc
from importlib.util import find_spec
from types import SimpleNamespace

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.batches import dynamics
from attnverify.stability.batches.arrays import to_numpy
from attnverify.stability.fast import blocks
from attnverify.stability.models import maps
from tests.array_libraries import OTHERS, arrays_of

ALPHA = 0.3
KERNELS = find_spec("numba") is not None
# N, d, heads, beta; causal attention and multiplicities are asked of each.
SIZES = [
    (1, 1, 1, 1.0), (1, 3, 2, 700.0), (2, 2, 1, -1e3), (7, 1, 1, -3.0), (8, 2, 1, 0.0), (8, 2, 1, 2.5), (9, 4, 2, 1.5),
    (20, 3, 1, 1.0), (21, 3, 3, 1.0), (22, 2, 2, -40.0), (50, 4, 2, 900.0), (13, 2, 1, 1e300), (17, 6, 1, -0.7),
    (9, 19, 1, 0.8),
]  # fmt: skip
CASES = [
    (*size, weights, more)
    for size in SIZES
    for weights in ("softmax", "exponential", "uniform")
    for more in ("", "causal", "counts")
    if (weights, more) != ("uniform", "causal") and (weights != "exponential" or abs(size[3]) <= 40)
]


def drawn(N, d, H, beta, weights, more):
    rng = np.random.default_rng(N)
    X = st.draws.random_tokens(rng, 1, N, d)[0]
    if N > 9:
        X[5] = X[2]  # a tie
    P, V = rng.normal(size=(2, H, d, d))
    if abs(beta) > 1e3:
        # The largest logit of a row takes all its weight, so that rounding does not matter; ties share it.
        P = np.eye(d)[np.newaxis]
    counts = rng.integers(1, 5, N).astype(float) if more == "counts" else None
    return SimpleNamespace(**locals(), causal=more == "causal", soft=weights == "softmax", plain=more == "")


def defined(case, P, V):
    """F_i = sum_h V_h sum_j A^h_ij x_j."""
    N, F = len(case.X), 0.0
    n = np.ones(N) if case.counts is None else case.counts
    for p, v in zip(P, V, strict=True):
        L = case.beta * ((case.X @ p) @ case.X.T) * (case.weights != "uniform")
        L = np.where(np.tri(N), L, -np.inf) if case.causal else L
        E = np.exp(L - np.max(L, axis=1, keepdims=True)) * n if case.soft else np.exp(L) * n
        F = F + E / (E.sum(axis=1, keepdims=True) if case.soft else n.sum()) @ case.X @ v.T
    return F


def batched(method, **more):
    """`Dynamics`, the case being the first of two systems; in every array library at hand."""

    def route(case, to=lambda array: array):
        D = st.batches.Dynamics(case.weights, to(case.P), to(case.V), case.beta, causal=case.causal)
        X = np.stack([case.X.T, case.X[::-1].T])
        own = (to(np.array([ALPHA, 0.1])),) if method == "step" else ()
        given = {k: to(f(X)) for k, f in more.items()}
        return to_numpy(getattr(D, method)(to(X), *own, **given))[0].T

    return route


def layers_kernel(case):
    from attnverify.stability.fast.kernels import layers

    X = case.X.T[np.newaxis].copy()
    layers(X, case.beta * case.P[0], ALPHA * case.V[0], 1)
    return X[0].T


def near_kernel(case):
    from attnverify.stability.fast.kernels import layer, scratch

    x = np.ascontiguousarray(case.X.T)
    layer(x, scratch(*x.shape), case.beta, ALPHA, case.soft, 0.9)
    return x.T


def in_span(case):
    from attnverify.stability.motion.span_flow import _field

    C, Q = st.motion.span_coordinates(case.X[np.newaxis])
    M = np.swapaxes(Q, 1, 2) @ (case.beta * case.P) @ Q
    return (_field(M[np.newaxis], 1, case.causal, C) @ np.swapaxes(Q, 1, 2))[0]


def rescaled(case):
    from attnverify.stability.motion.rescaled import _Tokens

    system = _Tokens(case.beta, case.P, case.V, case.X)
    rates, scale = system._velocity(system.X)
    return (rates * np.exp(scale))[system.owner]


def on_circle(case):
    theta = np.arctan2(case.X[:, 1], case.X[:, 0])
    speed = st.models.circle_velocity(theta, case.beta, case.weights)
    return speed[:, np.newaxis] * np.stack([-np.sin(theta), np.cos(theta)], axis=1)


def sphere(case):
    masses = None if case.counts is None else case.counts / case.counts.sum()
    two = np.stack([case.X, case.X[::-1]])
    return st.models.SphereFlow(case.beta, case.weights, case.P, case.V).drive(two, two, masses)[0]


def uncounted(case):
    return case.counts is None


def small(case):
    return abs(case.beta) * np.linalg.norm(case.P) < 300


# name: where it applies, what it gives, with P or V (all heads) or the identity, and how.
ROUTES = {
    "attended values": (lambda c: c.soft, "drive", "PV", lambda c: maps.attended_values(
        c.X, c.beta * c.P, c.V, counts=c.counts, causal=c.causal)),
    "attention map": (lambda c: c.soft, "step", "PV", lambda c: st.attention_map(
        np.stack([c.X, c.X[::-1]]), c.beta * c.P, c.V, ALPHA, counts=c.counts, causal=c.causal)[0]),
    "Oja map": (lambda c: c.weights == "uniform" and c.H == 1, "step", "PV", lambda c: st.oja_map(
        c.X, c.V[0], ALPHA, counts=c.counts)),
    "flow": (lambda c: c.soft and c.counts is None, "velocity", "PV", lambda c: st.Flow(
        c.beta * c.P, c.V, causal=c.causal).velocity(0.0, c.X) * np.sqrt(c.d)),
    "flow, V = I": (lambda c: c.soft and c.counts is None, "velocity", "P", lambda c: st.Flow(
        c.beta * c.P, None, causal=c.causal).velocity(0.0, c.X) * np.sqrt(c.d)),
    "sphere flow": (lambda c: c.weights != "uniform" and not c.causal, "drive", "PV", sphere),
    "circle": (lambda c: c.weights != "uniform" and c.plain and (c.d, c.H) == (2, 1), "velocity", "", on_circle),
    "rescaled": (lambda c: c.weights == "exponential" and c.plain and c.N > 1, "velocity", "PV", rescaled),
    "batched drive": (uncounted, "drive", "PV", batched("drive")),
    "batched velocity": (uncounted, "velocity", "PV", batched("velocity")),
    "batched step": (uncounted, "step", "PV", batched("step")),
    "batched step, V = I": (uncounted, "step", "P", batched("step")),
    "batched step, P = V = I": (uncounted, "step", "", batched("step")),
    "batched step, Gram matrix": (uncounted, "step", "", batched("step", gram=dynamics.gram_matrices)),
    "span": (lambda c: c.soft and c.counts is None, "velocity", "P", in_span),
    "layer kernel": (lambda c: KERNELS and c.soft and c.plain and c.H == 1 and small(c), "step", "PV", layers_kernel),
    "phase kernel": (lambda c: KERNELS and c.weights != "uniform" and c.plain and small(c) and c.H == 1, "step", "",
                     near_kernel),
}  # fmt: skip


def compared(name, case, *to):
    applies, gives, matrices, route = ROUTES[name]
    if "P" not in matrices:
        case.P = np.tile(np.eye(case.d), (1, 1, 1))
    identities = np.tile(np.eye(case.d), (len(case.P), 1, 1))
    case.V = case.V[: len(case.P)] if "V" in matrices else identities
    if not applies(case):
        return 0
    F = defined(case, case.P, case.V)
    expected = {
        "drive": F,
        "velocity": F - np.sum(case.X * F, axis=1, keepdims=True) * case.X,
        "step": st.models.normalise(case.X + ALPHA * F),
    }[gives]
    case.P, case.V = case.P if "P" in matrices else None, case.V if "V" in matrices else None
    if not name.startswith("batched"):
        case.P = identities if case.P is None else case.P
    size = max(1.0, np.max(np.abs(F))) if gives != "step" else 1.0
    assert np.allclose(route(case, *to), expected, rtol=0, atol=1e-12 * size), (case.N, case.d, case.H, case.beta)
    return 1


@pytest.mark.parametrize("name", ROUTES)
def test_every_route_is_the_definition(name):
    if "kernel" in name:
        pytest.importorskip("numba")
    assert sum(compared(name, drawn(*case)) for case in CASES) > 3


IN_BLOCKS = [n for n in ROUTES if n.startswith(("attend", "attention", "flow", "batched")) and "Gram" not in n]


@pytest.mark.parametrize("name", IN_BLOCKS)
def test_blocks_are_the_definition(name, monkeypatch):
    """A tile has seven tokens a side."""
    for module, bound in ((maps, "WHOLE"), (dynamics, "WHOLE"), (dynamics, "WHOLE_CAUSAL")):
        monkeypatch.setattr(module, bound, 0)
    plain, calls = blocks.attended, []
    for module in (maps, dynamics):
        monkeypatch.setattr(
            module, "attended", lambda *given, **named: calls.append(1) or plain(*given, **named, block=7)
        )
    assert sum(compared(name, drawn(*case)) for case in CASES if case[4] != "uniform") > 3
    assert calls


READ = {
    "attention_map": lambda X, P, V: st.attention_map(X, P, V, ALPHA),
    "attention_jacobian": lambda X, P, V: st.linearisation.attention_jacobian(X, P, V, ALPHA),
    "certified_limits": lambda X, P, V: st.batches.certified_limits(X, P, V, ALPHA, steps=9).states,
    "misalignment": lambda X, P, V: st.misalignment(X),
}


@pytest.fixture(params=OTHERS)
def to(request):
    return arrays_of(request.param)


@pytest.mark.parametrize("name", [name for name in ROUTES if name.startswith("batched")])
def test_batches_are_computed_in_every_array_library(name, to):
    for case in CASES[::5]:
        compared(name, drawn(*case), to)


@pytest.mark.parametrize("name", READ)
def test_what_computes_in_numpy_returns_the_arrays_of_every_library(name, to):
    given = (
        st.draws.random_tokens(np.random.default_rng(2), 4, 5, 3),
        np.diag([1.0, -2.0, 0.5]),
        np.diag([1.0, 0.5, -0.3]),
    )
    found = READ[name](*map(to, given))
    assert type(found) is type(to(given[0]))
    assert np.array_equal(to_numpy(found), READ[name](*given))
    assert np.array_equal(to_numpy(READ[name](to(given[0]), *(M.tolist() for M in given[1:]))), READ[name](*given))


def test_arrays_of_two_libraries_are_refused(to):
    X, P = st.draws.random_tokens(np.random.default_rng(2), 1, 5, 3)[0], np.eye(3)
    with pytest.raises(ValueError, match=r"arrays of .* and .*; allowed is one library"):
        st.attention_map(to(X), P, to(P), ALPHA)


def in_batch(weights):
    moved = st.batches.Dynamics(weights, None, -np.eye(2), 0.0).step(ORIGIN.T[np.newaxis], 1.0)
    dynamics.require_finite(moved, "here")


ORIGIN = np.array([[0.0, 1.0], [0.0, 1.0]])
LIMITS = ORIGIN[np.newaxis], np.eye(2), np.diag([1.0, -0.5]), 2.0
MET = {
    "map": lambda: st.attention_map(ORIGIN, np.eye(2), -np.eye(2), 1.0),
    "Oja map": lambda: st.oja_map(ORIGIN, -np.eye(2), 1.0),
    "flow step": lambda: st.Flow(np.eye(2), -np.eye(2)).step(0.0, ORIGIN, 2**0.5),
    "softmax batch": lambda: in_batch("softmax"),
    "exponential batch": lambda: in_batch("exponential"),
    "uniform batch": lambda: in_batch("uniform"),
    "observed": lambda: st.batches.observed(
        st.batches.Dynamics(V=-np.eye(2)), ORIGIN[np.newaxis], 1.0, 3, st.batches.statistic("misalignment")),
    "limits": lambda: st.batches.certified_limits(*LIMITS, compiled=False),
    "limits, by kernel": lambda: st.batches.certified_limits(*LIMITS),
}  # fmt: skip


@pytest.mark.parametrize("name", MET)
def test_a_state_that_meets_the_origin_is_an_error_and_no_warning(name):
    with pytest.raises(ZeroDivisionError, match="undefined"):
        MET[name]()


@pytest.mark.parametrize("beta", [720.0, 1e300])
def test_exponentials_beyond_the_range_are_an_error_in_blocks_too(beta):
    X = st.draws.random_tokens(np.random.default_rng(7), 1, 20, 3)[0]
    with pytest.raises(OverflowError, match=r"weights .* reach e\^"):
        blocks.attended(beta * X, X, soft=False)


def test_memory_does_not_grow_with_the_square():
    X = st.draws.random_tokens(np.random.default_rng(0), 1, 20_000, 3)
    tracemalloc.start()
    st.attention_map(X[0, :5000], np.eye(3), np.eye(3), 0.1)
    st.batches.Dynamics().step(np.repeat(np.swapaxes(X[:, :3000], 1, 2), 5, axis=0), 0.1)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 20e6


@pytest.mark.parametrize(("bound", "error"), [(20.0, 2e-15), (690.0, 5e-14)])
def test_the_exponential_of_kernels_is_that_of_numpy(bound, error):
    pytest.importorskip("numba")
    from attnverify.stability.fast.kernels import exp_double

    x = np.random.default_rng(0).uniform(-bound, bound, 2000)
    x = np.append(x, [0.0, -bound, bound, 1.0, 2.0, 3.0, -708.0, -1e9])
    found = np.array([exp_double(value) for value in x])
    assert np.max(np.abs(found / np.exp(np.maximum(x, -708)) - 1)[np.abs(x) <= bound]) < error
    assert found[-1] == found[-2] > 0
