"""Verdicts where floating-point eigenvalues mislead: the truth is known from how each matrix was made.

Entries are exact in floats, similarities are unimodular, so that the eigenvalues are exactly those written here.
"""

from fractions import Fraction as F

import numpy as np
import pytest
import sympy as sp
from flint import acb, arb, ctx, fmpq, fmpz_poly

import attnverify.stability as st
from attnverify.stability.float_balls import FloatBalls, log_norm_bound, norm_bound, top_bound
from attnverify.stability.linearisation.spectral_verdicts import (
    Side,
    Stability,
    compare_moduli,
    decided,
    enclosed_eigenvalues,
    judged,
    polynomial_side,
    quadratic_roots,
    quadratic_side,
    root_side,
)
from benchmarks.hard_spectra import counted


def exact(rows):
    """Fractions as floats, which must not round them."""
    M = np.array([[float(x) for x in row] for row in rows])
    assert all(F(float(a)) == F(b) for row, found in zip(rows, M, strict=True) for b, a in zip(row, found, strict=True))
    return M


def similar(J, k, rounds=1):
    """S J S^-1 for integer S of determinant 1 with entries growing with k, exactly, as floats."""
    n = len(J)
    S = np.array([[F(int(i == j)) for j in range(n)] for i in range(n)], dtype=object)
    inverse = S.copy()
    for step in range(rounds * (n - 1)):
        i = step % (n - 1)
        for a, b, factor in ((i + 1, i, k), (i, i + 1, k)):
            S[a] = S[a] + factor * S[b]
            inverse[:, b] = inverse[:, b] - factor * inverse[:, a]
    return exact((S @ np.array(J, dtype=object) @ inverse).tolist())


def jordan(value, n, step=F(1)):
    return [[value if i == j else step if j == i + 1 else F(0) for j in range(n)] for i in range(n)]


def diagonal(*values):
    return [[F(v) if i == j else F(0) for j in range(len(values))] for i, v in enumerate(values)]


def rotation(radius):
    return [[F(0), -radius], [radius, F(0)]]


def verdict(M, time="discrete"):
    n = len(M)
    return st.linearise(lambda X: (X.reshape(-1) @ M.T).reshape(X.shape), np.zeros((1, n)), time=time).stability.value


def eps(k):
    return F(1, 2**k)


# Defective, and stable or unstable by less than floats see; then large entries, among them the false "stable" of old.
CASES = [
    ("127/128, 8 times", similar(jordan(F(127, 128), 8), 1), "stable"),
    ("1 - 2^-25, twice", similar(jordan(1 - eps(25), 2), 5), "stable"),
    ("1 + 2^-25, twice", similar(jordan(1 + eps(25), 2), 5), "unstable"),
    ("1, twice", similar(jordan(F(1), 2), 5), "marginal"),
    ("-1 + 2^-20, 3 times", similar(jordan(-1 + eps(20), 3), 2), "stable"),
    ("-1 - 2^-20, 3 times", similar(jordan(-1 - eps(20), 3), 2), "unstable"),
    ("-1, 3 times", similar(jordan(F(-1), 3), 2), "marginal"),
    ("1 - 2^-10, 5 times", similar(jordan(1 - eps(10), 5), 1), "stable"),
    ("1 + 2^-10, 5 times", similar(jordan(1 + eps(10), 5), 1), "unstable"),
    ("0, 6 times", similar(jordan(F(0), 6, F(1024)), 1), "stable"),
    ("1/2, 4 times, far from normal", similar(jordan(F(1, 2), 4, F(2**10)), 1), "stable"),
    ("upper triangle, 1 - 2^-52, 12 times", exact(jordan(1 - eps(52), 12, F(10**6))), "stable"),
    ("1 + 2^-22 and 1/2", similar(diagonal(1 + eps(22), F(1, 2)), 289), "unstable"),
    ("1 - 2^-22 and 1/2", similar(diagonal(1 - eps(22), F(1, 2)), 289), "stable"),
    ("1 and 1/2", similar(diagonal(1, F(1, 2)), 289), "marginal"),
    ("-1 - 2^-20 and 1/4", similar(diagonal(-1 - eps(20), F(1, 4)), 300), "unstable"),
    ("-1 + 2^-20 and 1/4", similar(diagonal(-1 + eps(20), F(1, 4)), 300), "stable"),
    ("1 + 2^-16 and 1 - 2^-16", similar(diagonal(1 + eps(16), 1 - eps(16)), 1000), "unstable"),
    ("1 - 2^-16 and 1 - 2^-17", similar(diagonal(1 - eps(16), 1 - eps(17)), 1000), "stable"),
    ("1 + 2^-12, 1/2, 1/4", similar(diagonal(1 + eps(12), F(1, 2), F(1, 4)), 40), "unstable"),
    ("1 - 2^-12, 1/2, 1/4", similar(diagonal(1 - eps(12), F(1, 2), F(1, 4)), 40), "stable"),
    ("+-i", similar(rotation(F(1)), 100), "marginal"),
    ("+-i (1 + 2^-30)", similar(rotation(1 + eps(30)), 20), "unstable"),
    ("+-i (1 - 2^-30)", similar(rotation(1 - eps(30)), 20), "stable"),
    ("3/5 +- 4/5 i up to rounding", np.array([[0.6, -0.8], [0.8, 0.6]]), "unstable"),
    ("a permutation", np.eye(5)[[1, 2, 3, 4, 0]], "marginal"),
    ("2 and 1/2", similar(diagonal(2, F(1, 2)), 1000), "unstable"),
    ("entries of 1e150", np.array([[0.0, 1e150], [0.0, 0.0]]) + np.eye(2) / 2, "stable"),
    ("1e150 and 1e-150", np.array([[0.0, 1e150], [2e-150, 0.0]]), "unstable"),
    ("1e150 and 5e-151", np.array([[0.0, 1e150], [5e-151, 0.0]]), "stable"),
]


@pytest.mark.parametrize(("name", "M", "expected"), CASES, ids=[name for name, *_ in CASES])
def test_maps(name, M, expected):
    assert verdict(M) == expected


@pytest.mark.parametrize(("M", "expected"), [
    (similar(jordan(-eps(25), 2), 5), "stable"), (similar(jordan(eps(25), 2), 5), "unstable"),
    (similar(jordan(F(0), 3), 3), "marginal"), (similar(jordan(-eps(8), 5), 1), "stable"),
    (similar(jordan(eps(8), 5), 1), "unstable"), (similar(diagonal(eps(20), -1), 300), "unstable"),
    (similar(diagonal(-eps(20), -1), 300), "stable"), (similar(diagonal(0, -1), 300), "marginal"),
    (similar(rotation(F(3)), 50), "marginal"), (similar(diagonal(1, -1), 1000), "unstable"),
    (np.kron(np.eye(2), [[0.0, 1.0], [-1.0, 0.0]]) + np.eye(4, k=2), "marginal"), (np.array([[-1e-300]]), "stable"),
])  # fmt: skip
def test_flows(M, expected):
    assert verdict(M, "continuous") == expected


@pytest.mark.parametrize(("coefficients", "side"), [
    ([1, 0, 1], Side.ON),  # +-i
    ([1, -3, 1], Side.OUTSIDE),  # a pair z, 1/z
    ([1, -2, 3, -2, 1], Side.ON),  # (z^2 - z + 1)^2
    ([2, -5, 2], Side.OUTSIDE),
    ([0, 0, 1, 2], Side.INSIDE),
    ([1, 0, 0, 0, 0, 2], Side.INSIDE),
    ([2, 0, 0, 0, 0, 1], Side.OUTSIDE),
    ([-1, 0, 1], Side.ON),
    ([1, 1, 1, 1, 1], Side.ON),
    ([1, 1, 0, -1, -1, -1, -1, -1, 0, 1, 1], Side.OUTSIDE),  # Lehmer: 1.176, 0.850 and eight on the circle
    ([-1, 2], Side.INSIDE),
])  # fmt: skip
def test_integer_polynomials(coefficients, side):
    assert polynomial_side(fmpz_poly(coefficients), "discrete") is side


def test_balls_that_reach_the_boundary_are_left_open_with_a_reason():
    wide = np.array([[arb(0.5, 0.6), arb(1)], [arb(0.001), arb(0.2)]], dtype=object)
    found = decided(lambda bits: [wide], "discrete")
    assert found.stability is st.Stability.UNDECIDED
    assert "not told from the unit circle: the entries are known to 6.0e-01" in found.reason
    narrow = np.array([[arb(0.5, 0.1), arb(1)], [arb(0.001), arb(0.2)]], dtype=object)
    assert decided(lambda bits: [narrow], "discrete").stability is st.Stability.STABLE


def test_large_balls_are_decided_without_their_polynomial():
    rng = np.random.default_rng(0)
    M = rng.standard_normal((80, 80))
    for size, expected in ((0.99, "stable"), (1.01, "unstable")):
        scaled = size * M / np.max(np.abs(np.linalg.eigvals(M)))
        box = np.array([[arb(x, 1e-9) for x in row] for row in scaled], dtype=object)
        assert decided(lambda bits, box=box: [box], "discrete").stability.value == expected


@pytest.mark.parametrize("share", [1, pytest.param(10, marks=pytest.mark.deep)])
def test_no_verdict_is_wrong_on_matrices_drawn_to_hurt(share):
    table = counted(100 * share, seed=share)
    assert {name: count["wrong"] for name, count in table.items()} == dict.fromkeys(table, 0)
    assert all(count["stable"] and count["unstable"] for name, count in table.items() if name != "on the boundary")


a, b = sp.symbols("a b", positive=True)


@pytest.mark.parametrize(("rows", "assuming", "expected"), [
    ([[F(1, 2), 7], [0, F(1, 3)]], [], "stable"), ([[2, -1], [1, 0]], [], "marginal"),
    ([[sp.sqrt(2) / 2, -sp.sqrt(2) / 2], [sp.sqrt(2) / 2, sp.sqrt(2) / 2]], [], "marginal"),
    ([[sp.sqrt(2) / 2, 1], [-sp.Rational(1, 10), sp.sqrt(2) / 2]], [], "stable"),
    ([[sp.exp(-1), sp.pi], [0, sp.sin(1)]], [], "stable"), ([[sp.E / 2, sp.pi], [0, sp.sin(1)]], [], "unstable"),
    ([[1 - a, 0], [0, 0]], [2 - a > 0], "stable"), ([[1 - a, 0], [0, 0]], [a > 2], "unstable"),
    ([[1 - a, 0], [0, 0]], [], "undecided"), ([[1 / (1 + a), b], [0, 1 / (1 + b)]], [], "stable"),
    ([[1 + a, b], [0, 1 / (1 + b)]], [], "unstable"), ([[0, -1], [1, 0]], [], "marginal"),
    ([[0, -a], [a, 0]], [a < 1], "stable"), ([[0, -a], [a, 0]], [a > 1], "unstable"),
])  # fmt: skip
def test_exact_results_answer_too(rows, assuming, expected):
    M = sp.Matrix(rows)
    found = st.linearise(lambda x: M * x, sp.Matrix([0, 0]), assuming=assuming)
    assert found.stability.value == expected
    assert (expected == "undecided") == bool(found.verdict.reason)


@pytest.mark.parametrize(("factor", "expected"), [(0.5, "stable"), (1.0, "marginal"), (1 + 2**-52, "unstable")])
def test_floats_among_exact_numbers_are_the_binary_numbers_they_are(factor, expected):
    found = st.linearise(lambda x: factor * x, sp.Matrix([0, 0]))
    assert found.stability.value == expected
    assert found.jacobian[0, 0] == sp.Rational(*factor.as_integer_ratio())


def test_directions_that_may_be_missing():
    """Differences within a group of N tokens: none for N = 1."""
    N = sp.Symbol("N", positive=True, integer=True)
    state = st.states.State(np.array([[sp.S(0)]], dtype=object), np.array([N]))
    grow = lambda X, n: 2 * X - sp.Rational(3, 2) * st.models.token_mean(X, counts=n)  # noqa: E731
    found = st.linearise(grow, state)
    assert (found.stability, "sign of N - 1" in found.verdict.reason) == (st.Stability.UNDECIDED, True)
    assert st.linearise(grow, state, assuming=[N > 1]).stability is st.Stability.UNSTABLE
    still = lambda X, n: X  # noqa: E731
    assert st.linearise(still, state).stability is st.Stability.MARGINAL


def test_sides_of_one_number():
    assert root_side(fmpq(-1)) is Side.ON
    assert root_side(fmpq(-3, 2)) is Side.OUTSIDE
    assert root_side(arb(1)) is Side.ON
    assert root_side(arb(1, 1e-9)) is Side.UNDECIDED
    assert root_side(acb(0.6, 0.7)) is Side.INSIDE
    assert compare_moduli(fmpq(-2), fmpq(3)) is Side.INSIDE


@pytest.mark.parametrize(("roots", "side"), [
    ((fmpq(1, 2), fmpq(-1, 3)), Side.INSIDE), ((fmpq(1), fmpq(1, 3)), Side.ON), ((fmpq(-1), fmpq(1, 3)), Side.ON),
    ((fmpq(2), fmpq(1, 3)), Side.OUTSIDE), ((fmpq(2), fmpq(3)), Side.OUTSIDE),
])  # fmt: skip
def test_sides_of_real_quadratics(roots, side):
    assert quadratic_side(roots[0] + roots[1], roots[0] * roots[1]) is side


def test_sides_of_complex_quadratics_agree_with_their_roots():
    rng = np.random.default_rng(0)
    for _ in range(200):
        a, b = rng.uniform(-1.5, 1.5, 2) + 1j * rng.uniform(-1.5, 1.5, 2)
        first, second = acb(a.real, a.imag), acb(b.real, b.imag)
        expected = Side.INSIDE if max(abs(a), abs(b)) < 1 else Side.OUTSIDE
        assert quadratic_side(first + second, first * second) is expected


def test_roots_are_exact_where_they_can_be():
    assert quadratic_roots(fmpq(5, 6), fmpq(1, 6)) == (fmpq(1, 2), fmpq(1, 3))
    first, second = quadratic_roots(fmpq(1), fmpq(1))
    assert first.overlaps(second.conjugate())
    near, _ = quadratic_roots(arb(2), arb(1, 1e-30), real=True)
    assert near.contains(1)
    double, _ = quadratic_roots(arb(2, 1e-30), arb(1, 1e-30), real=True)
    assert double.is_finite()
    assert double.contains(1)


def test_a_marginal_verdict_needs_proof():
    assert judged([Side.INSIDE]) is Stability.STABLE
    assert judged([]) is Stability.STABLE
    assert judged([Side.ON, Side.UNDECIDED]) is Stability.UNDECIDED


def test_no_branch_cut_runs_through_an_enclosure():
    """z^2 + 1 with the coefficients of a complex direction: the roots are +-i, sharply."""
    first, second = quadratic_roots(acb(arb(0, 1e-20), arb(0, 1e-20)), acb(1, arb(0, 1e-20)))
    assert first.rad() < 1e-15
    assert (first * second).overlaps(acb(1))


# Every eigenvalue is enclosed, also where it is multiple and the matrix has no basis of eigenvectors.
def balls(matrix, radius=0.0):
    return np.array([[arb(float(entry), radius) for entry in row] for row in matrix], dtype=object)


@pytest.mark.parametrize(("matrix", "values"), [
    ([[2, 0], [0, -1]], [2, -1]), ([[0, -1], [1, 0]], [1j, -1j]), ([[3, 0], [0, 3]], [3, 3]),
    ([[3, 1], [0, 3]], [3, 3]), ([[2, 1, 0, 0], [0, 2, 1, 0], [0, 0, 2, 1], [0, 0, 0, 2]], [2, 2, 2, 2]),
    ([[5, 1, 0], [0, 5, 0], [0, 0, -4]], [5, 5, -4]), ([[0, 0], [0, 0]], [0, 0]),
])  # fmt: skip
def test_the_balls_contain_the_eigenvalues_and_are_small(matrix, values):
    with ctx.workprec(128):
        found = [acb(value) for value in enclosed_eigenvalues(balls(matrix, 1e-35))]
    left = list(values)
    for ball in found:
        place = next(i for i, value in enumerate(left) if ball.contains(acb(value)))
        del left[place]
        assert float(ball.real.rad()) < 1e-6
    assert left == []


# Verified norms.
def is_above(bound, S):
    """Whether no eigenvalue of the symmetric float matrix exceeds the bound by more than 1e-90 of its size."""
    with ctx.workprec(600):
        size = arb(bound) + arb(10) ** -90 * float(np.max(np.abs(S))) + arb(10) ** -300
        return st.models.is_positive_definite(size * np.eye(len(S), dtype=int).astype(object) - st.motion.balls(S))


@pytest.mark.parametrize("shape", [(1, 1), (2, 2), (5, 3), (3, 5), (12, 12), (130, 120)])
def test_bounds_are_above_and_near(shape):
    J = np.random.default_rng(sum(shape)).standard_normal(shape)
    size = np.linalg.norm(J, 2)
    assert size * (1 - 1e-14) <= norm_bound(FloatBalls.exact(J)) <= size * (1 + 1e-5)


@pytest.mark.parametrize("seed", range(6))
def test_the_top_eigenvalue_is_bounded_rigorously(seed):
    """Also for multiple, tiny and hugely different eigenvalues."""
    rng = np.random.default_rng(seed)
    Q = np.linalg.qr(rng.standard_normal((6, 6)))[0]
    spectrum = [np.ones(6), np.zeros(6), -np.arange(6.0), 10.0 ** -np.arange(0, 60, 10), [1, 1, 1, 1e-9, 0, -1]]
    values = np.array([*spectrum, 1e120 * np.arange(6.0)][seed], dtype=float)
    S = Q * values @ Q.T
    S = (S + S.T) / 2
    bound = float(top_bound(S))
    assert is_above(bound, S)
    assert bound <= np.linalg.eigvalsh(S)[-1] + 1e-10 * np.max(np.abs(S)) + 1e-280


@pytest.mark.parametrize("seed", range(4))
def test_every_matrix_in_the_ball_is_covered(seed):
    rng = np.random.default_rng(seed)
    J = FloatBalls(rng.standard_normal((2, 4, 4)), np.abs(rng.standard_normal((2, 4, 4))) * 10.0**-seed)
    norms, logarithmic = norm_bound(J), log_norm_bound(J)
    for _ in range(200):
        M = J.mid + rng.choice([-1, 0, 1], J.shape) * J.rad
        assert np.all(np.linalg.norm(M, 2, axis=(-2, -1)) <= norms * (1 + 1e-14))
        assert np.all(np.linalg.eigvalsh((M + np.swapaxes(M, -1, -2)) / 2)[:, -1] <= logarithmic + 1e-13)


def test_the_rank_one_matrix_that_attains_the_bound():
    """|J + R|_2 for J = 0 and all radii 1 is attained by the matrix of ones."""
    assert norm_bound(FloatBalls(np.zeros((3, 3)), np.ones((3, 3)))) >= 3


@pytest.mark.parametrize("value", [np.nan, np.inf])
def test_what_is_not_finite_gets_no_finite_bound(value):
    J = np.eye(2)
    J[0, 1] = value
    with np.errstate(invalid="ignore"):
        assert not np.isfinite(norm_bound(FloatBalls.exact(J)))
        assert not np.isfinite(log_norm_bound(FloatBalls.exact(J)))
        assert not np.isfinite(norm_bound(FloatBalls(np.eye(2), np.abs(J))))
