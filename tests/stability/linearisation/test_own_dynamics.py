"""Linearisations of maps and flows that nobody here knows, against closed forms and whole Jacobians."""

from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp

import attnverify.stability as st


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
    found = st.linearise(
        lambda X: (X @ V) / np.linalg.norm(X @ V, axis=1, keepdims=True), np.eye(2)[:1], manifold="sphere"
    )
    assert found.route == "differences"
    assert moduli(found) == pytest.approx([0.5], abs=1e-10)


def test_symmetry_gives_the_spectrum_for_every_number_of_tokens():
    """(3 h/N of the sum) and the identity: exact, with a symbol for N."""
    N, h = sp.Symbol("N", positive=True, integer=True), sp.Symbol("h", positive=True)
    state = st.State(np.array([[sp.Integer(1), sp.Integer(0)]]), np.array([N], dtype=object))
    found = st.linearise(cubic(h), state)
    spectrum = {sp.simplify(value): sp.simplify(count) for value, count in found.parts and found.eigenvalues}
    assert {1 + 3 * h, 1 + h, sp.Integer(1)} == set(spectrum)
    assert spectrum[sp.Integer(1)] == 2 * (N - 1)
    assert found.route == "exact"


@pytest.mark.parametrize(("call", "message"), [
    (lambda: st.linearise(lambda X: 2 * X, np.eye(2), manifold="sphere"), r"token 0 of the image has squared norm 4"),
    (lambda: st.linearise(lambda X: X, 2 * np.eye(2), manifold="sphere"), r"token 0 of the state has squared norm 4"),
    (lambda: st.linearise(lambda X: X, np.eye(2), manifold="sphere", time="continuous"),
     r"the field at token 0 has the radial part 1"),
    (lambda: st.linearise(lambda X: X[::-1], np.eye(2), manifold="sphere"), r"the state moves by 1"),
    (lambda: st.linearise(lambda X: X[:1], np.eye(2)), r"f returns the shape \(1, 2\)"),
    (lambda: st.linearise(lambda X: X[::-1], np.eye(2), causal=True), r"token 0 depends on a later token"),
    (lambda: st.linearise(lambda X: X, np.eye(2), manifold="ball"), r"manifold is 'ball'"),
    (lambda: st.linearise(lambda X: X, np.eye(2), time="now"), r"time is 'now'"),
    (lambda: st.linearise(lambda X: X, np.array([[np.nan]])), r"not finite"),
    (lambda: st.linearise(lambda X: X + np.inf, np.zeros((1, 1))), r"the image contains a value that is not f"),
    (lambda: st.linearise(lambda X: X, np.array([[1j]])), r"^state: has complex entries; allowed are real numbers$"),
    (lambda: st.linearise(lambda X: X, np.zeros((0, 2))), r"shape \(0, 2\)"),
])  # fmt: skip
def test_what_does_not_fit_is_named(call, message):
    with pytest.raises(ValueError, match=message):
        call()


def test_floats_with_a_symbolic_number_of_tokens_are_refused():
    state = st.State(np.zeros((1, 2)), np.array([sp.Symbol("N")], dtype=object))
    with pytest.raises(ValueError, match="allowed are exact tokens"):
        st.linearise(lambda X, n: X / 2, state)


def test_a_jacobian_that_was_split_has_no_single_matrix():
    state = st.State(np.zeros((1, 2)), np.array([3], dtype=object))
    found = st.linearise(lambda X, n: X / 2, state)
    with pytest.raises(ValueError, match="split by symmetry"):
        _ = found.jacobian


def test_columns_of_sympy_and_numbers_of_every_kind():
    A = sp.Matrix([[sp.Rational(1, 2), 3], [0, sp.Rational(1, 3)]])
    assert st.linearise(lambda x: A * x, sp.Matrix([0, 0])).jacobian.tolist() == A.tolist()
    V = sp.Matrix([[2, 1], [1, 2]])
    state = st.consensus(V, sp.Matrix([1, 1]) / sp.sqrt(2), 3)
    found = st.linearise(
        lambda X, n: st.oja_map(X, st.as_array(V), sp.Rational(1, 2), counts=n), state, manifold="sphere"
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


@pytest.mark.parametrize(("metric", "manifold", "said"), [
    (np.eye(2), "flat", "metric is for the ellipsoid"), (np.diag([1.0, 0.0]), "sphere", "not positive definite"),
    (np.ones((2, 3)), "sphere", "allowed is"), ([[1, 1], [0, 1]], "sphere", "not symmetric"),
    (np.diag([2.0, 1.0]), "sphere", "squared norm 2"),
])  # fmt: skip
def test_metrics_that_are_none_are_refused(metric, manifold, said):
    with pytest.raises(ValueError, match=said):
        st.linearise(lambda X: X, np.array([[1.0, 0.0]]), manifold=manifold, metric=metric)


@pytest.mark.parametrize("wrong", [None, 1j, "1"])
@pytest.mark.parametrize("call", [st.linearise, st.jacobian])
def test_results_that_are_no_real_numbers_are_refused(call, wrong):
    with pytest.raises(ValueError, match=r"f returns .*; allowed are real numbers"):
        call(lambda X: np.array([[wrong]]), np.array([[0.0]]))


def test_an_exact_derivative_may_be_transcendental():
    found = st.linearise(lambda X: np.array([[sp.erf(X[0, 0])]]), np.array([[sp.Integer(0)]]))
    assert (found.jacobian[0, 0], found.stability.value) == (2 / sp.sqrt(sp.pi), "unstable")
