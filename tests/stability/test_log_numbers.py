from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from flint import arb, fmpq

import attnverify.stability as st


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
