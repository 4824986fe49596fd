"""One definition over floats, rationals, SymPy and balls: the values agree, or the type is refused by name."""

from fractions import Fraction

import numpy as np
import pytest
import sympy as sp
from flint import arb

import attnverify.stability as st
from tests.stability.test_reading import CALLS, THETA, P, V, X

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
