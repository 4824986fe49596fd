from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from flint import arb, fmpq

import attnverify.stability as st
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


# Log numbers.
def test_exponentials_are_exact_where_they_are_rational():
    assert st.log_numbers.log_of(Fraction(9, 4)).scaled(fmpq(1, 2)).exponential() == fmpq(3, 2)
    half = st.log_numbers.log_of(Fraction(2)).scaled(fmpq(1, 2)).exponential()
    assert isinstance(half, arb)
    assert (half * half).overlaps(arb(2))
    assert isinstance((st.log_numbers.log_of(Fraction(3)) + st.log_numbers.log_number(1, "x")).exponential(), arb)


def test_equal_numbers_have_equal_parts():
    assert st.log_numbers.log_of(Fraction(9, 2)) == st.log_numbers.log_of(Fraction(3)).scaled(
        fmpq(2)
    ) + st.log_numbers.log_of(Fraction(1, 2))
    assert st.log_numbers.log_of(Fraction(1)) == st.log_numbers.LogNumber()


def test_sympy_numbers():
    assert st.log_numbers.log_number(sp.log(3) / 2 + sp.Rational(1, 3), "x") == st.log_numbers.LogNumber(
        fmpq(1, 3), {3: fmpq(1, 2)}
    )
    with pytest.raises(ValueError, match="x"):
        st.log_numbers.log_number(sp.sqrt(2), "x")


@pytest.mark.parametrize("value", [Fraction(0), Fraction(-1), Fraction(10**25)])
def test_logarithms_that_are_not_taken(value):
    with pytest.raises(ValueError, match="log"):
        st.log_numbers.log_of(value)


def test_a_logarithm_is_no_rational_entry():
    with pytest.raises(ValueError, match=r"V\[0\]\[1\]"):
        st.log_numbers.rational_matrix([[1, st.log_numbers.log_of(Fraction(3))], [0, 1]], "V")
    with pytest.raises(ValueError, match="P"):
        st.log_numbers.log_matrix(np.zeros((2, 3)), "P")
