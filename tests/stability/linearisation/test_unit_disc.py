import numpy as np
import pytest
from flint import acb, arb, ctx, fmpq

import attnverify.stability as st
from attnverify.stability.float_balls import FloatBalls, log_norm_bound, norm_bound, top_bound
from attnverify.stability.linearisation.spectral_verdicts import (
    Side,
    Stability,
    compare_moduli,
    enclosed_eigenvalues,
    judged,
    quadratic_roots,
    quadratic_side,
    root_side,
)


def test_sides_of_one_number():
    assert root_side(fmpq(-1)) is Side.ON
    assert root_side(fmpq(-3, 2)) is Side.OUTSIDE
    assert root_side(arb(1)) is Side.ON
    assert root_side(arb(1, 1e-9)) is Side.UNDECIDED
    assert root_side(acb(0.6, 0.7)) is Side.INSIDE
    assert compare_moduli(fmpq(-2), fmpq(3)) is Side.INSIDE


@pytest.mark.parametrize(("roots", "side"), [
    ((fmpq(1, 2), fmpq(-1, 3)), Side.INSIDE),
    ((fmpq(1), fmpq(1, 3)), Side.ON),
    ((fmpq(-1), fmpq(1, 3)), Side.ON),
    ((fmpq(2), fmpq(1, 3)), Side.OUTSIDE),
    ((fmpq(2), fmpq(3)), Side.OUTSIDE),
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
    ([[2, 0], [0, -1]], [2, -1]),
    ([[0, -1], [1, 0]], [1j, -1j]),
    ([[3, 0], [0, 3]], [3, 3]),
    ([[3, 1], [0, 3]], [3, 3]),
    ([[2, 1, 0, 0], [0, 2, 1, 0], [0, 0, 2, 1], [0, 0, 0, 2]], [2, 2, 2, 2]),
    ([[5, 1, 0], [0, 5, 0], [0, 0, -4]], [5, 5, -4]),
    ([[0, 0], [0, 0]], [0, 0]),
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
