"""Linearisations of maps and flows that nobody here knows, against closed forms and whole Jacobians.

States at which a function has no derivative are errors; those that only look like it are not.
"""

import re
import tomllib
from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st
from attnverify.stability.linearisation import NoDerivativeError


def moduli(found):
    return sorted(abs(complex(value)) for value, count in found.eigenvalues for _ in range(int(count)))


def cubic(h):
    """x + h m |m|^2: nothing is normalised, and the consensus at 0 < |m| is not attracting for h > 0."""

    def step(X, n=None):
        m = st.models.token_mean(X, counts=n)
        return X + h * m * np.sum(m * m)

    return step


def test_a_map_that_is_not_normalised_is_not_normalised():
    X = np.zeros((3, 2))
    found = st.linearise(lambda X: X + 0.3 * X * (1 - np.sum(X * X)), X)
    assert moduli(found) == pytest.approx([1.3] * 6)
    assert found.stability is st.Stability.UNSTABLE
    at = st.linearise(cubic(0.3), np.array([[1.0, 0.0]] * 3))
    assert max(moduli(at)) == pytest.approx(1 + 3 * 0.3)
    with pytest.raises(ValueError, match=r"no equilibrium: it moves by 0\.3"):
        _ = at.stability


@pytest.mark.parametrize("N", [2, 5])
def test_kuramoto_on_the_torus(N):
    """theta_i' = K/N sum_j sin(theta_j - theta_i) at the agreement: 0 once and -K, N - 1 times."""

    def field(theta):
        return 2.0 / N * np.sum(np.sin(theta[:, 0] - theta), axis=1, keepdims=True)

    found = st.linearise(field, np.full((N, 1), 3.0), manifold="torus", time="continuous")
    assert sorted(value.real for value, _ in found.eigenvalues) == pytest.approx([-2.0] * (N - 1) + [0.0], abs=1e-9)
    assert found.route == "series"


def test_angles_that_turn_around_are_the_same_point():
    """theta -> theta + 2 pi - theta/2 passes the cut."""
    found = st.linearise(lambda theta: theta / 2 + 2 * np.pi, np.zeros((1, 1)), manifold="torus")
    assert found.residual == pytest.approx(0, abs=1e-12)
    assert moduli(found) == pytest.approx([0.5])


def test_functions_that_take_floats_only_are_differenced():
    V = np.diag([2.0, 1.0])
    turned = lambda X: (X @ V) / np.linalg.norm(X @ V, axis=1, keepdims=True)  # noqa: E731
    found = st.linearise(turned, np.eye(2)[:1], manifold="sphere")
    assert found.route == "differences"
    assert moduli(found) == pytest.approx([0.5], abs=1e-10)


@pytest.mark.parametrize("f", [
    lambda X: 2 * np.sin(1e9 * X) / 1e9,  # turns within the steps of the differences
    lambda X: X / 2 if X.dtype.kind == "f" else 2 * X,
    lambda X: (1 - 5e-8) * X + 1e-7 * np.abs(X),  # 1 + 5e-8 to one side
    lambda X: (1 - 1e-8) * X + 2e-7 * (np.abs(X - X[:, ::-1]) - np.abs(X + X[:, ::-1])) * [1, -1],  # along x = -y
])  # fmt: skip
def test_differences_that_do_not_tell_all_decide_nothing(f):
    found = st.linearise(f, np.zeros((1, 2)))
    assert found.route == "differences"
    assert found.stability is st.Stability.UNDECIDED


def test_symmetry_gives_the_spectrum_for_every_number_of_tokens():
    """(3 h/N of the sum) and the identity: exact, with a symbol for N."""
    N, h = sp.Symbol("N", positive=True, integer=True), sp.Symbol("h", positive=True)
    state = st.states.State(np.array([[sp.Integer(1), sp.Integer(0)]]), np.array([N], dtype=object))
    found = st.linearise(cubic(h), state)
    spectrum = {sp.simplify(value): sp.simplify(count) for value, count in found.parts and found.eigenvalues}
    assert {1 + 3 * h, 1 + h, sp.Integer(1)} == set(spectrum)
    assert spectrum[sp.Integer(1)] == 2 * (N - 1)
    assert found.route == "exact"


def test_columns_of_sympy_and_numbers_of_every_kind():
    A = sp.Matrix([[sp.Rational(1, 2), 3], [0, sp.Rational(1, 3)]])
    assert st.linearise(lambda x: A * x, sp.Matrix([0, 0])).jacobian.tolist() == A.tolist()
    V = sp.Matrix([[2, 1], [1, 2]])
    state = st.consensus(V, sp.Matrix([1, 1]) / sp.sqrt(2), 3)
    found = st.linearise(
        lambda X, n: st.oja_map(X, st.numbers.as_array(V), sp.Rational(1, 2), counts=n), state, manifold="sphere"
    )
    assert [(mode.trace, mode.multiplicity) for mode in found.modes] == [(F(3, 5), 1), (F(2, 5), 2)]
    assert found.stability is st.Stability.STABLE
    assert st.jacobian(lambda X: X**2, np.array([[F(1, 2), F(3)]])).tolist() == [[1, 0], [0, 6]]


def test_a_causal_verdict_does_not_overlook_a_small_look_ahead():
    """Within 1e-6 the blocks are those of causal dynamics; the verdict is that of all of it."""
    M = np.array([[0.5, 1e-7], [1e7, 0.5]])
    found = st.linearise(lambda X: M @ X, np.zeros((2, 1)), causal=True)
    assert [part.matrix.tolist() for part in found.parts] == [[[0.5]], [[0.5]]]
    assert found.stability is st.Stability.UNSTABLE
    assert st.linearise(lambda X: np.tril(M) @ X, np.zeros((2, 1)), causal=True).stability is st.Stability.STABLE


def test_a_state_that_floats_round_is_judged_at_the_equilibrium_that_is_meant():
    """x^3 + x/2 - c at 1/10 rounded: the step that is left over, and what a neighbour could be, are enclosed."""
    root = np.sqrt(0.5)
    found = st.linearise(lambda X: X**3, np.array([[1.0]]))
    assert found.stability is st.Stability.UNSTABLE
    near = st.linearise(lambda X: X * X * 0.5 + 0.25 - (X - root) * 0.0, np.array([[1 - root]]))
    assert (near.residual, near.stability) == (pytest.approx(0, abs=1e-15), st.Stability.STABLE)
    fold = st.linearise(lambda X: X - X * X, np.array([[1e-9]]))  # 0 is the equilibrium, of multiplier 1
    assert fold.stability is st.Stability.UNDECIDED
    drift = st.linearise(lambda X: X - 1e-7, np.array([[0.0]]))  # there is no equilibrium
    assert drift.verdict.reason.startswith("whether an equilibrium is near is not known")


@pytest.mark.parametrize(("flow", "lead"), [
    (st.Flow(np.array([[1.0, 2, 0], [0, -1, 0.3], [0.5, 0, 0]]), np.diag([2.0, 1, -1]), np.diag([4.0, 1, 0.3])), 2),
    (st.Flow(np.ones((3, 3)), None, np.array([[2, 0.5, 0], [0.5, 1, 0], [0, 0, 3]])), 1),
])  # fmt: skip
def test_on_an_ellipsoid_the_eigenvalues_do_not_depend_on_the_coordinates(flow, lead):
    """At consensus those of U, less that of the state, and none."""
    y = np.array([[1.0, 0, 0]]) / np.sqrt(flow.W[0, 0])
    others = [0.0, 0.0] if flow.U is None else [1 - lead, -1 - lead]
    expected = np.sort([x / np.sqrt(3) for x in (*others, *[-lead] * 4)])
    found = st.linearise(
        lambda Y: flow.velocity(0.0, Y), y.repeat(3, axis=0), manifold="sphere", metric=flow.W, time="continuous"
    )
    assert found.route == "series"
    assert np.sort([value.real for value, _ in found.eigenvalues]) == pytest.approx(expected, abs=1e-9)
    assert found.stability is (st.Stability.UNDECIDED if flow.U is None else st.Stability.STABLE)


@pytest.mark.parametrize("wrong", [None, 1j, "1"])
@pytest.mark.parametrize("call", [st.linearise, st.jacobian])
def test_results_that_are_no_real_numbers_are_refused(call, wrong):
    with pytest.raises(ValueError, match=r"f returns .*; allowed are real numbers"):
        call(lambda X: np.array([[wrong]]), np.array([[0.0]]))


def test_an_exact_derivative_may_be_transcendental():
    found = st.linearise(lambda X: np.array([[sp.erf(X[0, 0])]]), np.array([[sp.Integer(0)]]))
    assert (found.jacobian[0, 0], found.stability.value) == (2 / sp.sqrt(sp.pi), "unstable")


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
    lambda x: sp.Abs(x) / 2, lambda x: sp.Max(x, 0) / 2, lambda x: sp.Min(x, x / 3, 0),
    lambda x: sp.Piecewise((x / 2, x > 0), (x / 3, True)),
    lambda x: sp.Piecewise((x, sp.And(x >= 0, x < 1)), (0, True)),
    lambda x: sp.floor(x) * x, lambda x: sp.ceiling(x + 1) * x, lambda x: sp.frac(x), lambda x: sp.Mod(x, 2),
    lambda x: sp.sign(x) * x, lambda x: sp.Heaviside(x) * x, lambda x: sp.DiracDelta(x) + x, lambda x: sp.sqrt(x),
    lambda x: x ** sp.Rational(1, 3), lambda x: sp.sqrt(x**2 + x**4), lambda x: x * sp.log(x**2),
    lambda x: sp.sin(x) / x, lambda x: sp.Ci(x), lambda x: sp.asin(1 + x),
    lambda x: sp.LambertW(x - sp.exp(-1)), lambda x: sp.sinc(sp.Abs(x)) + sp.Abs(x),
    # Nothing in these formulas says that they end, jump or turn at 0.
    lambda x: 2 * sp.acos(sp.cos(x)), lambda x: p * sp.acosh(1 + p * x**2), lambda x: (x**2 + x**4) ** 0.5,
    lambda x: x**1.5, lambda x: sp.atan2(x, -1) / 2, lambda x: sp.acot(x) / 2,
    lambda x: sp.Integral(sp.sign(a), (a, 0, x)),
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


def test_what_cannot_be_compared_at_numbers_is_refused():
    narrow = [sp.sin(c) > 2]
    with pytest.raises(ValueError, match="no numbers are found at which all that is assumed holds"):
        st.linearise(entry(lambda x: c * sp.acos(sp.cos(x))), np.array([[sp.S(0)]], dtype=object), assuming=narrow)


def test_signs_are_given_inferred_or_refused():
    turn = lambda X: c * X / np.array([[sp.sqrt(c**2)]], dtype=object)  # noqa: E731
    scaled = lambda X: st.models.normalise(c * X)  # noqa: E731
    state = np.array([[sp.S(1), sp.S(0)]], dtype=object)
    assert st.linearise(scaled, state, manifold="sphere", assuming=[c > 0]).assumptions == (c > 0,)
    assert st.linearise(scaled, state, manifold="sphere").assumptions == (c > 0,)
    for given in (c < 0, c**3 < 0):
        with pytest.raises(ValueError, match=r"the state moves by -2; .* assuming"):
            st.linearise(scaled, state, manifold="sphere", assuming=[given])
    with pytest.raises(ValueError, match="allowed are inequalities"):
        st.linearise(turn, state, assuming=[sp.Eq(c, 1)])
    product = st.linearise(entry(lambda x: x * sp.Abs((a - 1) * (b + 2) + x)), 0 * state[:, :1], time="continuous")
    (inferred,) = product.assumptions
    assert (sp.expand(inferred.lhs - product.jacobian[0, 0]), product.stability.value) == (0, "unstable")
    # a > b and b > c, so that b + c is below 2 a.
    order = entry(lambda x: x * (sp.Abs(a - b + x) + sp.Abs(b - c + x) + sp.Abs(b + c - 2 * a + x)))
    assert st.linearise(order, 0 * state[:, :1], time="continuous").jacobian.tolist() == [[3 * a - b - 2 * c]]


U, L = sp.symbols("u l", positive=True)


@pytest.mark.parametrize("base", [-U, -U - 1, sp.Symbol("b", negative=True)])
def test_powers_of_negative_numbers_have_the_sign_of_their_parity(base):
    n = sp.Symbol("n", integer=True)
    for power, expected in ((n, "undecided"), (2 * n, "unstable"), (2 * n + 1, "stable")):
        found = st.linearise(lambda x, power=power: x * base**power, sp.Matrix([0]), time="continuous")
        assert found.stability.value == expected


@pytest.mark.parametrize("factor", [
    sp.exp(U * L) - sp.exp(U / L), sp.exp(U * L) - sp.exp(sp.Symbol("u_l", real=True)),
    sp.exp(U) - sp.Symbol("e_u", real=True),
])  # fmt: skip
def test_a_lemma_tells_exponentials_and_letters_apart(factor):
    said = tomllib.loads(st.linearise(lambda x: x * factor, sp.Matrix([0])).lemma())
    letters = factor.free_symbols | factor.atoms(sp.exp)
    assert said["letters"].keys() >= {name for text in said["show"] for name in re.findall("[a-z][a-z_]*", text)}
    assert all(len(set(re.findall("e_[a-z_]*", text))) == 2 for text in said["show"])
    assert len(said["letters"]) <= len(letters)


def test_a_lemma_of_two_symbols_of_one_name_is_refused():
    found = st.linearise(lambda x: x * (U - sp.Symbol("u", real=True)), sp.Matrix([0]))
    with pytest.raises(ValueError, match="two symbols have one name"):
        found.lemma()


def test_a_lemma_asks_for_an_eigenvalue_outside_too():
    found = st.linearise(lambda x: sp.Matrix([2 * x[0], U * x[1], x[2] / 2]), sp.Matrix([0, 0, 0]))
    assert tomllib.loads(found.lemma())["show"] == ["-1 > 0", "1 - u > 0", "u + 1 > 0"]
