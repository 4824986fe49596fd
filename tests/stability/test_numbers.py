from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from flint import arb, fmpq

from attnverify.stability.numbers import as_array, exp, is_zero, sign, sqrt


def test_integers_and_fmpq_become_exact_fractions():
    array = as_array([1, fmpq(1, 3)])
    assert list(array) == [Fraction(1), Fraction(1, 3)]
    assert all(type(entry) is Fraction for entry in array)


@pytest.mark.parametrize("bad", [[float("nan")], [float("inf"), 1.0], [[1, 2], [3]], ["x"], [None]])
def test_bad_entries_are_named(bad):
    with pytest.raises(ValueError, match="tokens"):
        as_array(bad, "tokens")


def test_rational_roots_are_exact_or_refused():
    assert list(sqrt(as_array([Fraction(9, 16), 0]))) == [Fraction(3, 4), 0]
    for value in (Fraction(2), Fraction(-1)):
        with pytest.raises(ValueError, match="not rational"):
            sqrt(as_array([value]))


def test_rational_exponential_is_refused_except_at_zero():
    assert list(exp(as_array([0]))) == [1]
    with pytest.raises(ValueError, match="not rational"):
        exp(as_array([Fraction(1, 2)]))


def test_the_same_functions_over_floats_balls_and_symbols():
    x = sp.Symbol("x", positive=True)
    assert np.allclose(exp(as_array([1.0])), np.e)
    assert exp(as_array([arb(1)]))[0].contains(arb(1).exp())
    assert sqrt(as_array([x**2]))[0] == x


def test_sign_and_zero_are_undecided_rather_than_guessed():
    wide = arb(0, 1)
    assert sign(wide) is None
    assert is_zero(wide) is None
    assert sign(sp.Symbol("y", real=True)) is None
    y = sp.Symbol("y")
    assert is_zero((y + 1) ** 2 - y**2 - 2 * y - 1) is True
    assert is_zero(arb(1)) is False
