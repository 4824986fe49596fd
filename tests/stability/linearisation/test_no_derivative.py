"""States at which a function has no derivative are errors; those that only look like it are not."""

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st
from attnverify.stability.linearisation import NoDerivativeError

x = sp.Symbol("x", real=True)


def entry(g):
    return lambda X: np.array([[g(X[0, 0])]], dtype=object)


KINKS = {
    "2|x|": lambda X: 2 * np.abs(X),
    "a leaky unit": lambda X: np.where(X > 0, 1.5 * X, 0.1 * X),
    "1.9 relu": lambda X: 1.9 * np.maximum(X, 0), "|x| - x/2": lambda X: np.abs(X) - X / 2,
    "the root of a square": lambda X: np.sqrt(X * X),
    "a norm": lambda X: np.linalg.norm(X, axis=1, keepdims=True) * np.ones_like(X),
    "clip": lambda X: np.clip(X, 0, 1), "floor": lambda X: np.floor(X) * (X + 1), "sign": lambda X: np.sign(X),
    "a cube root": np.cbrt,
    "a jump at the state alone": lambda X: np.where(X == 0, X, X + 1),
    "Python's max": lambda X: np.array([[max(v, -v) for v in row] for row in X]),
    "slopes that oscillate": lambda X: 1.5 * X * np.sin(1 / np.where(X == 0, 1, X)),
    "soft threshold": lambda X: np.sign(X) * np.maximum(np.abs(X) - 0.0, 0) + np.abs(X),
}  # fmt: skip


@pytest.mark.parametrize("time", ["discrete", "continuous"])
@pytest.mark.parametrize("name", KINKS)
def test_a_kink_is_no_derivative(name, time):
    with pytest.raises(NoDerivativeError, match="no derivative at this state"):
        st.linearise(KINKS[name], np.array([[0.0]]), time=time)


@pytest.mark.parametrize("near", [1e-12, -1e-9, 4e-7])
@pytest.mark.parametrize("name", ["2|x|", "a leaky unit", "1.9 relu", "the root of a square", "clip"])
def test_floats_near_a_kink_are_at_it(name, near):
    with pytest.raises(NoDerivativeError):
        st.linearise(KINKS[name], np.array([[near]]))


@pytest.mark.parametrize(("f", "X"), [
    (lambda X: np.array([[2 * max(min(*X[0]), 0), 0.1 * X[0, 1]]]), np.zeros((1, 2))),
    (lambda X: 0.6 * np.cbrt(X[:, :1] ** 3 + X[:, 1:] ** 3) * np.ones((1, 2)), np.zeros((1, 2))),
    (lambda X: 0.6 * np.sort(X, axis=0), np.zeros((3, 1))),
    (lambda X: X[np.argmax(X @ X.T, axis=1)] / 2, np.zeros((2, 2))),
])  # fmt: skip
def test_kinks_off_the_axes_and_ties(f, X):
    with pytest.raises(NoDerivativeError):
        st.linearise(f, X)


SMOOTH = {
    "x|x| + x/2": (lambda X: X * np.abs(X) + X / 2, "stable"),
    "tanh 3x": (lambda X: np.tanh(3 * X), "unstable"),
    "relu beside its kink": (lambda X: 1.9 * np.maximum(X + 1e-3, 0) - 1.9e-3, "unstable"),
    "softplus": (lambda X: np.log1p(np.exp(X)) - np.log(2), "stable"),
    "fast": (lambda X: np.tanh(1e4 * X) / 2e4, "stable"),
    "a cubic of the norm": (lambda X: X / 2 + np.linalg.norm(X) ** 3, "stable"),
    "curved and oscillating": (lambda X: X * X * np.sin(1 / np.where(X == 0, 1, X)), "stable"),
    "single precision": (lambda X: np.asarray(0.5 * X, dtype=np.float32).astype(float), "stable"),
}


@pytest.mark.parametrize("name", SMOOTH)
def test_smooth_functions_of_floats_have_one(name):
    f, expected = SMOOTH[name]
    assert st.linearise(f, np.zeros((1, 1))).stability.value == expected


@pytest.mark.parametrize("g", [
    lambda x: sp.Abs(x) / 2, lambda x: sp.Max(x, 0) / 2,
    lambda x: sp.Min(x, x / 3, 0),
    lambda x: sp.Piecewise((x / 2, x > 0), (x / 3, True)),
    lambda x: sp.Piecewise((x, sp.And(x >= 0, x < 1)), (0, True)),
    lambda x: sp.floor(x) * x, lambda x: sp.ceiling(x + 1) * x,
    lambda x: sp.frac(x),
    lambda x: sp.Mod(x, 2),
    lambda x: sp.sign(x) * x, lambda x: sp.Heaviside(x) * x, lambda x: sp.DiracDelta(x) + x,
    lambda x: sp.sqrt(x),
    lambda x: x ** sp.Rational(1, 3),
    lambda x: sp.sqrt(x**2 + x**4),
    lambda x: x * sp.log(x**2),
    lambda x: sp.sin(x) / x, lambda x: sp.Ci(x), lambda x: sp.asin(1 + x),
    lambda x: sp.LambertW(x - sp.exp(-1)), lambda x: sp.sinc(sp.Abs(x)) + sp.Abs(x),
])  # fmt: skip
def test_the_same_for_sympy(g):
    with pytest.raises(NoDerivativeError, match="no derivative at this state"):
        st.linearise(entry(g), np.array([[sp.S(0)]], dtype=object))


@pytest.mark.parametrize(("g", "slope"), [
    (lambda x: sp.Abs(x - 1) + x, 0),
    (lambda x: sp.Max(x, -1) / 2, sp.Rational(1, 2)),
    (lambda x: sp.Min(x, x + 1, 3), 1),
    (lambda x: sp.Piecewise((x / 2, x > -1), (x / 3, True)), sp.Rational(1, 2)),
    (lambda x: sp.Piecewise((x / 2, sp.Or(x > 1, x < -1)), (x / 3, True)), sp.Rational(1, 3)),
    (lambda x: sp.floor(x + sp.Rational(1, 2)) + x / 3, sp.Rational(1, 3)),
    (lambda x: sp.Mod(x + sp.Rational(1, 2), 2), 1),
    (lambda x: sp.sign(x + 2) * x, 1),
    (lambda x: sp.Heaviside(x - 2) + 2 * x, 2),
    (lambda x: sp.sqrt(1 + x) + sp.exp(3 * x), sp.Rational(7, 2)),
    (lambda x: sp.tanh(x) + sp.atan(2 * x), 3),
    # Formulas with a hole at the state, of functions that have none.
    (lambda x: sp.sinc(x) + x / 3, sp.Rational(1, 3)), (lambda x: sp.sinc(2 * x) * x, 1),
    (lambda x: sp.LambertW(3 * x), 3), (lambda x: sp.Si(x) / 2, sp.Rational(1, 2)),
    (lambda x: sp.Integral(sp.exp(-sp.Symbol("s") ** 2), (sp.Symbol("s"), 0, 2 * x)), 2),
])  # fmt: skip
def test_branches_of_sympy_away_from_their_seams(g, slope):
    assert st.linearise(entry(g), np.array([[sp.S(0)]], dtype=object)).jacobian.tolist() == [[slope]]


@pytest.mark.parametrize(("g", "message"), [
    (lambda x: x if x > 0 else 2 * x, "cannot be evaluated on symbols"),
    (lambda x: x if x == 0 else 3 * x + 1, "does it compare its arguments"),
    (lambda x: sp.Max(x, sp.Symbol("a", real=True)), "say it by assuming"),
    (lambda x: sp.zeta(x + 2), r"SymPy cannot say the derivative of zeta.* at 2: use other functions"),
])  # fmt: skip
def test_what_sympy_cannot_differentiate_is_named(g, message):
    with pytest.raises(ValueError, match=message):
        st.linearise(entry(g), np.array([[sp.S(0)]], dtype=object))


a, b, c = sp.symbols("a b c", real=True)
p, n, free = sp.Symbol("p", positive=True), sp.Symbol("n", positive=True, integer=True), sp.Symbol("free")
tenth = sp.Rational(1, 10)


@pytest.mark.parametrize("given", [
    [c > 0, c < 0], [c > 1, c < sp.Rational(1, 2)], [a > b, b > c, c > a], [c**2 - 3 * c + 2 < 0, c > 5],
    [1 / c > 0, c < 0], [sp.sqrt(2) * c > 1, c < 7 * tenth], [sp.exp(c) > 1, sp.exp(-c) > 1], [a**2 + b**2 < 1, a > 1],
    [2 * a * b > a**2 + b**2], [free > 0, free < 0], [c > 0.1, c < 0.05], [c**3 < 0, c > 0], [a * b > 1, a < 0, b > 0],
    [n > 3, n < 4], [sp.sqrt(p) < p, p < 1], [p < 0], [n < 1], [c**2 < 0], [sp.false],
])  # fmt: skip
def test_what_contradicts_itself_is_refused(given):
    with pytest.raises(ValueError, match=r"assuming contradicts itself: .* cannot hold together|never holds"):
        st.linearise(entry(lambda x: c * x), np.array([[sp.S(0)]], dtype=object), assuming=given)


@pytest.mark.parametrize(("given", "known"), [
    ([a > b, b > c], True), ([a * b > 1, a < 1, a > 0], True), ([sp.exp(c) > 2, c < 1], True), ([sp.sin(c) > 0], True),
    ([n > 3, n < 5], True), ([], True), ([sp.sin(c) > 2], None), ([sp.exp(c) > 2, c < 7 * tenth, c > 69 * tenth / 10],
    None),
])  # fmt: skip
def test_what_can_hold_is_told_from_what_is_not_known(given, known):
    found = st.linearise(entry(lambda x: c * x), np.array([[sp.S(0)]], dtype=object), assuming=given)
    assert found.signs.possible is known
    assert ("whether what is given by assuming can hold is not known" in str(found)) == (known is None)


def test_what_is_inferred_fits_what_is_given():
    state = np.array([[sp.S(1), sp.S(0)]], dtype=object)
    with pytest.raises(ValueError, match="the state moves by -2"):
        st.linearise(lambda X: st.normalise(c * X), state, manifold="sphere", assuming=[c**3 < 0])


def test_signs_are_given_inferred_or_refused():
    turn = lambda X: c * X / np.array([[sp.sqrt(c**2)]], dtype=object)  # noqa: E731
    scaled = lambda X: st.normalise(c * X)  # noqa: E731
    state = np.array([[sp.S(1), sp.S(0)]], dtype=object)
    assert st.linearise(scaled, state, manifold="sphere", assuming=[c > 0]).assumptions == (c > 0,)
    assert st.linearise(scaled, state, manifold="sphere").assumptions == (c > 0,)
    with pytest.raises(ValueError, match=r"the state moves by -2; .* assuming"):
        st.linearise(scaled, state, manifold="sphere", assuming=[c < 0])
    with pytest.raises(ValueError, match="allowed are inequalities"):
        st.linearise(turn, state, assuming=[sp.Eq(c, 1)])
