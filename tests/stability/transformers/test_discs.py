"""Discs hold the eigenvalues of the exact product, which ball arithmetic encloses independently."""

import numpy as np
import pytest
from flint import acb_mat, arb_mat, ctx

from attnverify.stability.transformers.discs import Discs, eigenvalue_discs


def exact_eigenvalues(W_o, W_v):
    """Balls of the eigenvalues of the exact product, by Arb with 200 bits."""
    before = ctx.prec
    ctx.prec = 200
    try:
        return [complex(value) for value in acb_mat(arb_mat(W_o.tolist()) * arb_mat(W_v.tolist())).eig()]
    finally:
        ctx.prec = before


@pytest.mark.parametrize("d", [2, 5, 12, 30])
@pytest.mark.parametrize("seed", range(3))
def test_every_eigenvalue_is_in_its_disc(d, seed):
    W_o, W_v = np.random.default_rng((d, seed)).normal(size=(2, d, d)) / np.sqrt(d)
    discs = eigenvalue_discs(W_o, W_v)
    assert discs is not None
    values = np.array(exact_eigenvalues(W_o, W_v))
    distances = np.abs(values[:, None] - discs.centres)
    nearest = np.argmin(distances, axis=1)
    assert sorted(nearest) == list(range(d))
    assert np.all(distances[np.arange(d), nearest] <= discs.radii[nearest] * (1 + 1e-9) + 1e-15)
    assert np.max(discs.radii) < 1e-8
    for k, value in zip(nearest, values, strict=True):
        assert discs.isolated(k)
        assert discs.certainly_real(k) == (abs(value.imag) < 1e-30)
        assert discs.certainly_complex(k) == (abs(value.imag) > 1e-30)
        assert abs(np.conj(value) - discs.centres[discs.conjugate(k)]) < 1e-8


def test_the_error_of_the_product_is_in_the_radii():
    """Products that cancel: the floating-point product is far from the exact one, relative to its size."""
    rng = np.random.default_rng(0)
    W_v = rng.normal(size=(8, 8))
    W_o = np.linalg.inv(W_v) * 1e8 + rng.normal(size=(8, 8))
    discs = eigenvalue_discs(W_o, W_v)
    assert discs is not None
    values = exact_eigenvalues(W_o, W_v)
    assert all(np.any(np.abs(discs.centres - value) <= discs.radii) for value in values)


def test_defective_and_scalar_matrices_isolate_nothing():
    jordan = np.eye(6) + np.diag(np.ones(5), 1)
    similar = np.random.default_rng(1).normal(size=(6, 6))
    for F in (jordan, similar @ jordan @ np.linalg.inv(similar), np.eye(6)):
        discs = eigenvalue_discs(np.eye(6), np.ascontiguousarray(F))
        assert discs is None or not any(discs.isolated(k) for k in range(6))


def test_a_radius_that_is_too_small_would_be_seen():
    """The same test on discs that are shrunk a thousand times fails, so it does look at the radii."""
    W_o, W_v = np.random.default_rng(2).normal(size=(2, 30, 30))
    discs = eigenvalue_discs(W_o, W_v)
    assert discs is not None
    small = Discs(discs.centres, discs.radii / 1e5, discs.vectors)
    values = exact_eigenvalues(W_o, W_v)
    assert not all(np.any(np.abs(small.centres - value) <= small.radii) for value in values)


def test_what_is_no_float64_matrix_is_refused():
    good = np.eye(2)
    for bad in (np.eye(3), np.eye(2, dtype=np.float32), np.array([[np.nan, 0], [0, 1]]), np.ones(2)):
        with pytest.raises(ValueError, match="finite float64"):
            eigenvalue_discs(good, bad)
    assert eigenvalue_discs(1e300 * good, 1e300 * good) is None
