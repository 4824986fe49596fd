import numpy as np
import pytest
from flint import arb, ctx

import attnverify.stability as st
from attnverify.stability.float_balls import FloatBalls
from attnverify.stability.linearisation.verified_norms import log_norm_bound, norm_bound, top_bound


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
