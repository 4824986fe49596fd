"""Layer normalisation over floats, rationals, SymPy and balls, against the statistics module; and its errors."""

import statistics
from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from flint import arb, fmpq

import attnverify.stability as st

TOKEN = (1, 1, 5, 5)  # mean 3, standard deviation 2
GAMMA, BETA = (1, 2, -1, 3), (0, 1, 0, -2)
EXPECTED = [-1, -1, -1, 1]  # (-1, -1, 1, 1) * gamma + beta


def cast(values, kind):
    return np.array([kind(value) for value in values], dtype=float if kind is float else object)


@pytest.mark.parametrize("kind", [float, Fraction, sp.Integer, arb])
def test_every_number_type_gives_the_same_value(kind):
    found = st.layers.layer_norm(cast(TOKEN, kind), cast(GAMMA, kind), cast(BETA, kind))
    for entry, expected in zip(found, EXPECTED, strict=True):
        assert entry.contains(expected) if kind is arb else entry == expected


@pytest.mark.parametrize("sample", [False, True])
def test_against_the_statistics_module(sample):
    rng = np.random.default_rng(0)
    X, gamma, beta = rng.normal(size=(3, 4, 5)), rng.normal(size=5), rng.normal(size=5)
    found = st.layers.layer_norm(X, gamma, beta, sample=sample)
    deviation = statistics.stdev if sample else statistics.pstdev
    for index in np.ndindex(3, 4):
        token = X[index].tolist()
        mean, spread = statistics.fmean(token), deviation(token)
        expected = [(x - mean) / spread * g + b for x, g, b in zip(token, gamma, beta, strict=True)]
        assert found[index] == pytest.approx(expected, abs=1e-12)


def test_tokens_do_not_see_each_other():
    X = np.random.default_rng(1).normal(size=(4, 6))
    alone = np.stack([st.layers.layer_norm(x, np.ones(6), np.zeros(6)) for x in X])
    assert np.allclose(st.layers.layer_norm(X, np.ones(6), np.zeros(6)), alone, atol=1e-14)


def test_shift_and_positive_scale_of_a_token_are_removed_a_negative_one_turns_it():
    x, one, zero = np.array([1.0, -2.0, 4.0]), np.ones(3), np.zeros(3)
    assert np.allclose(st.layers.layer_norm(7 * x + 3, one, zero), st.layers.layer_norm(x, one, zero))
    assert np.allclose(st.layers.layer_norm(-x, one, zero), -st.layers.layer_norm(x, one, zero))


def test_centred_and_variance_in_exact_arithmetic():
    x = cast((1, 2, 6), Fraction)
    assert st.layers.centred(x).tolist() == [-2, -1, 3]
    assert st.layers.token_variance(x) == Fraction(14, 3)
    assert st.layers.token_variance(x, sample=True) == 7


@pytest.mark.parametrize("kind", [float, Fraction, sp.Integer, arb])
def test_equal_entries_are_refused(kind):
    with pytest.raises(ZeroDivisionError, match="sigma"):
        st.layers.layer_norm(cast((2, 2, 2), kind), cast((1, 1, 1), kind), cast((0, 0, 0), kind))


def test_a_token_that_is_not_a_number_is_refused():
    with pytest.raises(ZeroDivisionError, match="not a number"):
        st.layers.layer_norm(np.array([1.0, np.nan]), np.ones(2), np.zeros(2))


def test_an_irrational_deviation_of_a_rational_token_is_refused():
    with pytest.raises(ValueError, match="not rational"):
        st.layers.layer_norm(cast((1, 2, 6), Fraction), cast((1, 1, 1), Fraction), cast((0, 0, 0), Fraction))


def test_shapes_are_named():
    with pytest.raises(ValueError, match=r"gamma has shape \(3,\).*allowed is \(2,\)"):
        st.layers.layer_norm(np.array([1.0, 2.0]), np.ones(3), np.zeros(2))
    with pytest.raises(ValueError, match="beta"):
        st.layers.layer_norm(np.array([1.0, 2.0]), np.ones(2), np.zeros(1))
    with pytest.raises(ValueError, match="d - 1 = 0"):
        st.layers.token_variance(np.array([1.0]), sample=True)


def test_balls_enclose_the_rational_value():
    x = np.array([arb(fmpq(1, 3)), arb(fmpq(2, 3)), arb(2)], dtype=object)
    value = st.layers.token_variance(x).item()
    assert value.contains(fmpq(14, 27))
