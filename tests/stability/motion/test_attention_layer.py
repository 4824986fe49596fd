"""Rigorous trajectories of attention layers against trajectories of far higher precision, also hostile ones."""

import mpmath
import numpy as np
import pytest
from flint import arb, ctx

import attnverify.stability as st
from attnverify.stability.motion.ball_calculus import working


def system(seed, N, d, heads=1, size=1.0):
    rng = np.random.default_rng(seed)
    X = st.normalise(rng.standard_normal((N, d)))
    P, V = size * rng.standard_normal((2, heads, d, d))
    return (X, P[0], V[0]) if heads == 1 else (X, P, V)


def reference(X, P, V, alpha, layers, causal=False, digits=300):
    """The trajectory with mpmath, from the definition, token by token."""
    heads = [(P, V)] if P.ndim == 2 else list(zip(P, V, strict=True))
    with mpmath.workdps(digits):
        tokens = [mpmath.matrix([mpmath.mpf(float(x)) for x in row]) for row in X]
        states = []
        for _ in range(layers):
            moved = []
            for i, x in enumerate(tokens):
                seen = tokens[: i + 1] if causal else tokens
                y = x.copy()
                for p, v in heads:
                    p, v = mpmath.matrix(p.tolist()), mpmath.matrix(v.tolist())
                    odds = [mpmath.exp((x.T * p * z)[0]) for z in seen]
                    mean = sum((w * z for w, z in zip(odds, seen, strict=True)), mpmath.zeros(len(x), 1)) / sum(odds)
                    y += mpmath.mpf(alpha) * (v * mean)
                moved.append(y / mpmath.sqrt(sum(entry**2 for entry in y)))
            tokens = moved
            states.append(tokens)
        return states


def assert_contained(enclosures, states, digits=300):
    """Every reference state lies within the error of its centre; the reference is wrong by 1e-100 at most."""
    for found, tokens in zip(enclosures, states, strict=True):
        with working(1100):
            distance = arb(0)
            for row, token in zip(found.centre, tokens, strict=True):
                for entry, exact in zip(row, token, strict=True):
                    distance += (entry - arb(mpmath.nstr(exact, digits))) ** 2
            assert distance.sqrt() <= found.error + arb(10) ** -100


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("method", ["mean value", "plain balls", "automatic"])
@pytest.mark.parametrize(("heads", "size", "alpha"), [
    (1, 1.0, 0.5), (2, 1.0, 0.25),
    (1, 4.0, -0.75),  # expanding: neighbouring trajectories part
    (1, 12.0, 2.0),  # logits beyond 100, almost hard maxima
    (1, 0.0, 1.0),  # nothing moves
])  # fmt: skip
def test_the_enclosure_contains_the_trajectory(heads, size, alpha, method, causal):
    X, P, V = system(3, 4, 3, heads, size)
    layer = st.motion.AttentionLayer(P, V, alpha, causal)
    enclosures = list(st.enclose_map(layer, X, 25, method=method))
    assert_contained(enclosures, reference(X, P, V, alpha, 25, causal))
    assert all(state.error <= 1.0001e-30 for state in enclosures)


def test_the_precision_of_the_caller_is_left_alone():
    X, P, V = system(3, 3, 2)
    with working(77):
        for method in ("mean value", "plain balls"):
            for _ in st.enclose_map(st.motion.AttentionLayer(P, V, 0.5), X, 3, method=method):
                assert ctx.prec == 77


def test_few_bits_are_no_reason_to_be_wrong():
    """With 24 bits and an expanding map the error grows to something large, and the state stays inside."""
    X, P, V = system(7, 3, 2, size=3.0)
    layer = st.motion.AttentionLayer(P, V, -0.75)
    states = reference(X, P, V, -0.75, 12)
    for method in ("mean value", "plain balls"):
        found = []
        try:
            found.extend(st.enclose_map(layer, X, 12, prec=24, method=method))
        except st.motion.EnclosureError:
            assert found
        assert_contained(found, states[: len(found)])


def test_starts_at_the_rim_of_a_wide_start_stay_inside():
    X, P, V = system(11, 3, 3)
    layer = st.motion.AttentionLayer(P, V, 0.5)
    radius = 2.0**-20
    found = list(st.enclose_map(layer, st.motion.Enclosure(st.motion.balls(X), arb(radius)), 10))
    rng = np.random.default_rng(0)
    for _ in range(8):
        away = rng.standard_normal(X.shape)
        start = X + away * (0.999 * radius / np.linalg.norm(away))
        assert_contained(found, reference(start, P, V, 0.5, 10))


@pytest.mark.parametrize("method", ["mean value", "plain balls"])
def test_a_thousand_layers_of_a_map_that_expands_keep_the_error_flat(method):
    X, P, V = system(0, 3, 2, size=3.0)
    layer = st.motion.AttentionLayer(P, V, -0.75)
    layers = 1000 if method == "mean value" else 300
    errors = [state.error for state in st.enclose_map(layer, X, layers, tolerance=1e-12, method=method)]
    assert len(errors) == layers
    assert all(error <= 1e-12 for error in errors)


def test_the_layer_is_the_map_over_every_number_type():
    X, P, V = system(5, 3, 2, 2)
    layer = st.motion.AttentionLayer(P, V, 0.3, causal=True)
    image = layer.image(0, st.motion.balls(X))
    assert all(a.overlaps(b) for a, b in zip(image.flat, layer(0, st.motion.balls(X)).flat, strict=True))
    assert np.allclose(image.astype(float), st.attention_map(X, P, V, 0.3, causal=True), atol=1e-14)


def test_a_layer_and_the_function_it_stands_for_give_overlapping_enclosures():
    X, P, V = system(6, 3, 2)
    layer = st.motion.AttentionLayer(P, V, 0.5)
    for one, other in zip(
        st.enclose_map(layer, X, 8), st.enclose_map(lambda k, Y: layer(k, Y), X, 8, method="mean value"), strict=True
    ):
        assert all(a.overlaps(b) for a, b in zip(one.box().flat, other.box().flat, strict=True))
