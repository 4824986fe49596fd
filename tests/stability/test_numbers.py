"""One definition over floats, rationals, SymPy and balls: the values agree, or the type is refused by name."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from flint import arb, fmpq

import attnverify.stability as st
from attnverify.stability.numbers import as_array, exp, is_zero, sign, sqrt
from tests.stability.test_reading import CALLS, THETA, P, V, X


def test_integers_and_fmpq_become_exact_fractions():
    array = as_array([1, fmpq(1, 3)])
    assert list(array) == [Fraction(1), Fraction(1, 3)]
    assert all(type(entry) is Fraction for entry in array)


def test_rational_roots_and_exponentials_are_exact_or_refused():
    assert list(sqrt(as_array([Fraction(9, 16), 0]))) == [Fraction(3, 4), 0]
    for value in (Fraction(2), Fraction(-1)):
        with pytest.raises(ValueError, match="not rational"):
            sqrt(as_array([value]))

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
    log, LogNumber = st.log_numbers.log_of, st.log_numbers.LogNumber
    assert log(Fraction(9, 2)) == log(Fraction(3)).scaled(fmpq(2)) + log(Fraction(1, 2))
    assert log(Fraction(1)) == LogNumber()
    half = st.log_numbers.log_number(sp.log(3) / 2 + sp.Rational(1, 3), "x")
    assert half == LogNumber(fmpq(1, 3), {3: fmpq(1, 2)})
    with pytest.raises(ValueError, match="x"):
        st.log_numbers.log_number(sp.sqrt(2), "x")


KINDS = {
    "float": float, "rational": Fraction, "symbolic": lambda q: sp.Rational(q.numerator, q.denominator),
    "ball": lambda q: arb(q.numerator) / q.denominator,
}  # fmt: skip
# Also where the numbers are floats alone, in which case the table of readings has them.
MORE = {
    "free_velocity": lambda r, n: st.models.free_velocity(r(X), n(0.5), r(P), r(V)),
    "difference_velocity": lambda r, n: st.models.difference_velocity(r(X), n(0.5), r(P), r(V)),
    "difference_velocity at 0": lambda r, n: st.models.difference_velocity(r(X), 0 * n(1.0)),
    **{f"SphereFlow, {w}": lambda r, n, w=w: st.models.SphereFlow(n(0.5), w, r(P), r(V)).velocity(r(X))
       for w in ("softmax", "exponential")},
    **{f"SphereFlow at 0, {w}": lambda r, n, w=w: st.models.SphereFlow(0 * n(1.0), w).velocity(r(X))
       for w in ("softmax", "exponential")},
    "circle_velocity, exponential": lambda r, n: st.models.circle_velocity(r(THETA), n(0.5), "exponential"),
    "interaction_energy": lambda r, n: st.decrease.interaction_energy(r(X), n(0.5)),
    "energy_rate": lambda r, n: st.decrease.energy_rate(r(X), r(X[::-1]), n(0.5)),
    "energy_rate at 0": lambda r, n: st.decrease.energy_rate(r(X), r(X[::-1]), 0 * n(1.0)),
    "uniform attention": lambda r, n: st.attention_map(r(X), r(0 * P), r(0 * V), n(0.5)),
    "wedge_tokens": lambda r, n: st.decrease.wedge_tokens(n(0.5), n(0.2)),
    "misalignment of longer tokens": lambda r, n: st.misalignment(r(5 * X)),
    "onto_ellipsoid of a triple": lambda r, n: st.models.onto_ellipsoid(r(5 * X)),
}  # fmt: skip
FLOATS = {
    "trajectory", "equal steps", "analyse", "spectrum", "eigendirections", "is_positive_definite", "alignment",
    "max_lyapunov",
}  # fmt: skip
ALL = {name: call for name, call in (CALLS | MORE).items() if name not in FLOATS}


def reader(kind):
    def read(array):
        entries = [KINDS[kind](Fraction(repr(float(x)))) for x in np.asarray(array).flat]
        return np.array(entries, dtype=float if kind == "float" else object).reshape(np.shape(array))

    return read, lambda x: KINDS[kind](Fraction(repr(float(x))))


def found(name, kind):
    return np.asarray(ALL[name](*reader(kind)))


@pytest.mark.parametrize("name", ALL)
def test_the_number_types_agree(name):
    wanted = found(name, "float")
    symbols, balls = found(name, "symbolic"), found(name, "ball")
    assert symbols.shape == balls.shape == wanted.shape
    for x, exact, ball in zip(wanted.flat, symbols.flat, balls.flat, strict=True):
        value = sp.N(exact, 60)
        assert float(value) == pytest.approx(float(x), rel=1e-12, abs=1e-13)
        assert ball.rad() < 1e-12
        assert (ball - arb(str(value), "1e-40")).contains(0)
    if all(sp.sympify(exact).is_rational for exact in symbols.flat):
        for q, exact in zip(found(name, "rational").flat, symbols.flat, strict=True):
            assert sp.Rational(q.numerator, q.denominator) == exact
    else:
        with pytest.raises(ValueError, match="not rational"):
            found(name, "rational")
