"""The Jacobian of every kind of equilibrium of the three papers, with symbols for all numbers: against complex steps
of a definition of its own, and against `linearise` at random numbers.
"""

from functools import cache

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st
from attnverify.stability.linearisation.slopes import bases

ALPHA, BETA = sp.symbols("alpha beta", positive=True)
L, M = sp.symbols("l1:4", real=True), sp.symbols("m1:4", real=True)
U, NU = sp.symbols("u1:10", real=True), sp.symbols("nu1:3", positive=True)
N, P_, Q_ = sp.symbols("N p q", positive=True, integer=True)
SIZES = {N: 2, P_: 3, Q_: 1}


def softmax(logits, mask=None):
    weights = np.exp(logits) * (1 if mask is None else mask)
    return weights / weights.sum(axis=1, keepdims=True)


def layer(X, P, V, alpha, causal=False):
    """The attention map of heads P, V : (H, d, d), for complex tokens."""
    mask = np.tri(len(X)) if causal else None
    Y = X + alpha * sum(softmax(X @ p @ X.T, mask) @ X @ v.T for p, v in zip(P, V, strict=True))
    return Y / np.sqrt(np.sum(Y * Y, axis=1, keepdims=True))


def drift(X, P, V, beta, causal=False, scale=1.0, unnormalised=False):
    """The attention flow on the sphere, for complex tokens."""
    mask = np.tri(len(X)) if causal else None
    weights = np.exp(beta * X @ P @ X.T) / len(X) if unnormalised else softmax(beta * X @ P @ X.T, mask)
    F = scale * weights @ X @ V.T
    return F - np.sum(X * F, axis=1, keepdims=True) * X


def array(entries):
    return np.array(sp.Matrix(entries).tolist(), dtype=object)


def diagonal(values):
    return array(sp.diag(*values))


def general(d, letters=U):
    return array(d * [[0] * d]) + np.array(letters[: d * d], dtype=object).reshape(d, d)


def stacked(*matrices):
    return np.array(matrices, dtype=object)


V3, V2, P3, P2 = diagonal(L), diagonal(L[:2]), general(3), general(2)
PLANE = array([[0, 0, U[0]], [0, 0, U[1]], [U[2], U[3], U[4]]])  # no logits within the plane of e_1 and e_2
# A clustering equilibrium at e_1 and e_2, with values that fit its weights.
_odds = array([[sp.exp(U[0]), sp.exp(U[1])], [sp.exp(U[2]), sp.exp(U[3])]]) * np.array([P_, Q_], dtype=object)
_weights = _odds / np.sum(_odds, axis=1, keepdims=True)
CLUSTERED = array(sp.diag(*NU) * sp.Matrix(_weights.tolist()).T.inv())


def attention(P, V, causal=False):
    def build(value):
        p, v, alpha = value(P), value(V), value(ALPHA)
        return lambda X, n=None: st.attention_map(X, p, v, alpha, counts=n, causal=causal)

    heads = (P, V) if P.ndim == 3 else (P[np.newaxis], V[np.newaxis])
    return build, lambda value: lambda X: layer(X, *map(value, heads), value(ALPHA), causal)


def oja(V, sign=1):
    def build(value):
        v, alpha = value(V), value(ALPHA)
        return lambda X, n: sign * st.oja_map(X, v, alpha, counts=n)

    zero = array(np.zeros(V.shape, dtype=int).tolist())[np.newaxis]
    return build, lambda value: lambda X: sign * layer(X, value(zero), value(V)[np.newaxis], value(ALPHA))


def flow(P, V, causal=False):
    def build(value):
        p, v = value(P), value(V)
        return lambda Y: st.models.velocity(Y, st.models.head_weights(Y, p, causal=causal), v)

    return build, lambda value: lambda X: drift(X, value(P), value(V), 1.0, causal, 1 / np.sqrt(X.shape[1]))


def sphere(weights, d):
    def build(value):
        f = st.models.SphereFlow(value(BETA), weights)
        return lambda X, n: f.field(X, X, n / np.sum(n))

    return build, lambda value: lambda X: drift(X, np.eye(d), np.eye(d), value(BETA), unnormalised=weights != "softmax")


def repeated(tokens):
    return np.array([[sp.sympify(x) for x in token] for token in tokens], dtype=object)


E1 = [1, 0, 0]
TOKENS = repeated([[1, 0, 0]] * 3)
CASES = {
    "Oja, consensus": (oja(V3), st.consensus(V3, E1, N), {}),
    "Oja, consensus as a 2-cycle": (oja(V3, -1), st.consensus(V3, E1, N),
        {"assuming": [-1 - ALPHA * L[0] > 0], "values": {L[0]: -5.3, ALPHA: 0.61}}),
    "Oja, bipartite": (oja(V3), st.bipartite(V3, E1, P_, Q_), {}),
    "Oja, triangle": (oja(V2), st.polygon(3, N), {}),
    "Oja, square in space": (oja(V3), st.states.square([1, 0, 0], [0, 1, 0], N), {}),
    "attention, consensus": (attention(P3, V3), st.consensus(V3, E1, N), {}),
    "attention, bipartite": (attention(P2, V2), st.bipartite(V2, [1, 0], P_, Q_), {}),
    "attention, polygonal": (attention(PLANE, V3), st.states.square([1, 0, 0], [0, 1, 0], N), {}),
    "attention, two clusters": (attention(P2, CLUSTERED),
        st.states.State(repeated([[1, 0], [0, 1]]), np.array([P_, Q_], dtype=object)), {}),
    "two heads, consensus": (attention(stacked(P2, general(2, U[4:])), stacked(V2, diagonal(M[:2]))),
        st.consensus(stacked(V2, diagonal(M[:2])), [1, 0], N), {}),
    "two heads, bipartite": (attention(stacked(P2, general(2, U[4:])), stacked(V2, diagonal(M[:2]))),
        st.bipartite(stacked(V2, diagonal(M[:2])), [1, 0], P_, Q_), {}),
    "causal, sign pattern": (attention(P2, V2, True), repeated([[1, 0], [-1, 0], [1, 0]]), {"causal": True}),
    "flow, consensus": (flow(P3, V3), TOKENS, {"time": "continuous"}),
    "flow, causal consensus": (flow(P3, V3, True), TOKENS, {"time": "continuous", "causal": True}),
    "SA, consensus": (sphere("softmax", 3), st.states.State(TOKENS[:1], np.array([N])), {"time": "continuous"}),
    "USA, consensus": (sphere("exponential", 3), st.states.State(TOKENS[:1], np.array([N])), {"time": "continuous"}),
    "SA, antipodal": (sphere("softmax", 3), st.states.antipodal([1, 0, 0], N), {"time": "continuous"}),
    "USA, square": (sphere("exponential", 2), st.states.square([1, 0], [0, 1], N), {"time": "continuous"}),
    "SA, triangle": (sphere("softmax", 2), st.polygon(3, N), {"time": "continuous"}),
}  # fmt: skip


def numbers(more=()):
    rng = np.random.default_rng(1)
    at = {x: sp.Float(rng.uniform(0.2, 0.9), 30) for x in (*L, *M, *U, *NU, ALPHA, BETA)}
    return {**at, **{x: sp.Float(value, 30) for x, value in dict(more).items()}, **SIZES}


def floats(expressions, at):
    found = [sp.sympify(e).subs(at).evalf(30) for e in np.ravel(expressions)]
    return np.array([float(e) for e in found]).reshape(np.shape(expressions))


def complex_step(f, X, h=1e-30):
    columns = []
    for k in range(X.size):
        moved = X.astype(complex).reshape(-1)
        moved[k] += 1j * h
        columns.append(f(moved.reshape(X.shape)).imag.reshape(-1) / h)
    return np.array(columns).T


def blocks(J, X, tangents, sizes):
    """The parts of a linearisation, from the whole ambient Jacobian at the tokens X, group after group."""
    d, starts = X.shape[1], np.cumsum([0, *sizes])

    def block(i, j, g, h):
        return tangents[g] @ J[i * d : (i + 1) * d, j * d : (j + 1) * d] @ tangents[h].T

    groups = range(len(sizes))
    whole = [[sum(block(starts[g], j, g, h) for j in range(starts[h], starts[h + 1])) for h in groups] for g in groups]
    several = [g for g in groups if sizes[g] > 1]
    within = [block(starts[g], starts[g], g, g) - block(starts[g], starts[g + 1] - 1, g, g) for g in several]
    return [np.block(whole), *within]


@cache
def symbols(name):
    """The linearisation with symbols for all numbers."""
    (build, _), state, options = CASES[name]
    options = {key: value for key, value in options.items() if key != "values"}
    return st.linearise(build(lambda e: e), state, manifold="sphere", **options)


def errors(name):
    """Of the symbolic Jacobian and of `linearise` at floats against complex steps."""
    (build, independent), state, options = CASES[name]
    options = dict(options)
    at = numbers(options.pop("values", {}))
    symbolic = symbols(name)
    assert all(bool(relation.subs(at)) for relation in symbolic.assumptions)
    options.pop("assuming", None)
    grouped = isinstance(state, st.states.State)
    tokens = state.tokens if grouped else state
    sizes = [int(sp.sympify(n).subs(at)) for n in state.counts] if grouped else [1] * len(tokens)
    X = floats(tokens, at)

    def value(e):
        return floats(e, at) if isinstance(e, np.ndarray) else float(e.subs(at))

    place = st.states.State(X, np.array(sizes, dtype=object)) if grouped else X
    numeric = st.linearise(build(value), place, manifold="sphere", **options)
    assert numeric.route == "series" or grouped
    J = complex_step(independent(value), np.repeat(X, sizes, axis=0))
    found = []
    for result, frames in ((symbolic, [floats(B, at) for B in bases(tokens, "sphere")]), (numeric, bases(X, "sphere"))):
        expected = blocks(J, np.repeat(X, sizes, axis=0), frames, sizes)
        if options.get("causal"):
            d = X.shape[1]
            expected = [B @ J[i * d : (i + 1) * d, i * d : (i + 1) * d] @ B.T for i, B in enumerate(frames)]
        there = (part for part in result.parts if not grouped or value(sp.sympify(part.multiplicity)) > 0)
        parts = [floats(part.matrix, at) for part in there]
        assert len(parts) == len(expected)
        found.append(max(float(np.max(np.abs(a - b))) for a, b in zip(parts, expected, strict=True)))
    return found


@pytest.mark.parametrize("name", CASES)
def test_the_jacobian_is_that_of_complex_steps(name):
    exact, numeric = errors(name)
    assert exact <= 1e-12
    assert numeric <= 1e-12


FORMULAS = [
    ("Oja, consensus", [((1 + ALPHA * x) / (1 + ALPHA * L[0]), 1) for x in L[1:]] + [(1 / (1 + ALPHA * L[0]),
     2 * (N - 1))]),
    ("attention, consensus", [((1 + ALPHA * x) / (1 + ALPHA * L[0]), 1) for x in L[1:]] + [(1 / (1 + ALPHA * L[0]),
     2 * (N - 1))]),
    ("Oja, square in space", [(1, 5), (1 + ALPHA * L[0] / 2, 1), (1 + ALPHA * L[1] / 2, 1),
     (1 + ALPHA * L[2], 1)] + 4 * [(1, 2 * N - 2)]),
    ("two heads, consensus", [((1 + ALPHA * (L[1] + M[1])) / (1 + ALPHA * (L[0] + M[0])), 1),
     (1 / (1 + ALPHA * (L[0] + M[0])), N - 1)]),
    ("flow, consensus", [(-L[0] / sp.sqrt(3), 4)] + [((x - L[0]) / sp.sqrt(3), 1) for x in L[1:]]),
    ("SA, consensus", [(0, 2), (-1, 2 * (N - 1))]),
    ("USA, consensus", [(0, 2), (-sp.exp(BETA), 2 * (N - 1))]),
]  # fmt: skip


@pytest.mark.parametrize(("name", "expected"), FORMULAS)
def test_the_eigenvalues_are_those_that_the_papers_print(name, expected):
    """Lemmas 3, 6 and 10 and Theorem 1 of arXiv 2605.25619; consensus of the flows in closed form."""
    left = [(mode.trace, mode.multiplicity) for mode in symbols(name).modes]
    for value, count in expected:
        match = next(pair for pair in left if sp.simplify(pair[0] - value) == 0 and sp.simplify(pair[1] - count) == 0)
        left.remove(match)
    assert left == []


@pytest.mark.parametrize("weights", [NU, (2, sp.Rational(1, 3))])
@pytest.mark.parametrize("moving", [False, True])
def test_on_an_ellipsoid_the_spectrum_at_consensus_is_that_of_the_values(weights, moving):
    """Map (1) and flow (6) with W = diag(w) and U v = l v, whatever W is: the other eigenvalue of U, and none."""
    W, values = diagonal(weights), stacked(array([[L[0], U[8]], [0, L[1]]]))
    model = st.Flow(P2[np.newaxis], values, W)
    state, root = repeated([[1 / sp.sqrt(weights[0]), 0]] * 2), 1 / sp.sqrt(2)
    if moving:
        step, expected = (lambda Y: model.velocity(0.0, Y)), [root * (L[1] - L[0]), -root * L[0]]
    else:
        top = 1 + ALPHA * root * L[0]
        step, expected = (lambda Y: model.step(0.0, Y, ALPHA)), [(1 + ALPHA * root * L[1]) / top, 1 / top]
    found = st.linearise(step, state, manifold="sphere", metric=W, time="continuous" if moving else "discrete")
    assert sorted(str(sp.factor(sp.simplify(mode.trace - x))) for mode in found.modes for x in expected).count("0") == 2


def test_the_pairs_at_a_bipartite_state_are_those_of_lemma_14():
    found = symbols("attention, bipartite")
    weights = st.states.GroupWeights(P_, Q_, sp.exp(2 * U[0]))
    pair, *within = found.modes
    expected = weights.trace_determinant(L[1], L[0], ALPHA)
    assert [sp.simplify(a - b) for a, b in zip((pair.trace, pair.determinant), expected, strict=True)] == [0, 0]
    for mode, value, count in zip(within, weights.within_group(L[0], ALPHA), (P_, Q_), strict=True):
        assert sp.simplify(mode.trace - value) == 0
        assert mode.multiplicity == count - 1
