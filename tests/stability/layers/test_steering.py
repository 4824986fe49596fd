"""Rank-one steering: exact effect on the layer matrix and on each token, and bounds that random matrices respect."""

from fractions import Fraction

import numpy as np
import pytest

from stability import as_array
from stability.layers import (
    alignment_bound,
    eigenpair_bound,
    head_matrices,
    layer_matrix,
    output_row,
    steered_output,
    token_scalars,
)
from stability.models import mixed_values


def exact(seed, *shape):
    return as_array(np.random.default_rng(seed).integers(-4, 5, shape))


def test_the_layer_matrix_changes_by_rank_one_and_each_token_by_its_scalar():
    output, V_cat = exact(1, 4, 4), exact(2, 4, 4)
    u, w, rho = exact(3, 4), exact(4, 4), Fraction(7, 2)
    steered = steered_output(output, V_cat, u, w, rho)
    assert np.array_equal(layer_matrix(steered, V_cat), layer_matrix(output, V_cat) + rho * np.outer(u, w))
    X, A = exact(5, 3, 4), exact(6, 2, 3, 3)
    before = mixed_values(X, A, head_matrices(output, V_cat, 2))
    after = mixed_values(X, A, head_matrices(steered, V_cat, 2))
    g = token_scalars(X, A, V_cat, output_row(V_cat, w))
    assert np.array_equal(after - before, rho * np.outer(g, u))


def test_equal_attention_in_all_heads_needs_only_w():
    V_cat, w, X, A = exact(2, 4, 4), exact(4, 4), exact(5, 3, 4), exact(6, 1, 3, 3)
    both = np.concatenate([A, A])
    assert np.array_equal(token_scalars(X, both, V_cat, output_row(V_cat, w)), A[0] @ X @ w)


@pytest.mark.parametrize("same", [True, False])
def test_random_matrices_respect_the_bounds(same):
    rng = np.random.default_rng(3)
    for _ in range(60):
        d = int(rng.integers(2, 7))
        F = rng.normal(size=(d, d))
        u, w = rng.normal(size=(2, d))
        u, w = u / np.linalg.norm(u), w / np.linalg.norm(w)
        w = u if same else w * np.sign(u @ w)
        m, tau = np.linalg.norm(F, 2), 1 if same else float(u @ w)
        rho = (2.01 if same else 7.01 / tau**2) * m
        bound = eigenpair_bound(m, rho, tau, same=same)
        values, vectors = np.linalg.eig(F + rho * np.outer(u, w))
        inside = np.flatnonzero(np.abs(values - bound.centre) <= bound.radius + 1e-9)
        assert len(inside) == 1
        top = inside[0]
        assert abs(values[top].imag) < 1e-9
        assert top == np.argmax(np.abs(values))
        cosine = abs(u @ vectors[:, top].real)
        assert np.sqrt(max(0, 1 - cosine**2)) <= bound.sine + 1e-7


def test_no_bound_without_a_gap():
    assert eigenpair_bound(1, 2) is None
    assert eigenpair_bound(1, 27, Fraction(1, 2), same=False) is None
    assert eigenpair_bound(1, 28, Fraction(1, 2), same=False).radius == 8


def test_alignment_bound_is_attained():
    # y orthogonal to y + push u is the worst case
    r, push = 3.0, 5.0
    y = np.array([-(r**2) / push, r * np.sqrt(1 - (r / push) ** 2)])
    moved = y + np.array([push, 0])
    assert abs(moved[1]) / np.linalg.norm(moved) == pytest.approx(alignment_bound(r, push))


def test_errors_name_the_argument():
    with pytest.raises(ValueError, match="V_cat is not invertible"):
        output_row(as_array([[1, 0], [0, 0]]), as_array([1, 1]))
    with pytest.raises(ValueError, match="overlap 2"):
        eigenpair_bound(1, 10, 2, same=False)
    with pytest.raises(ValueError, match="does not exceed"):
        alignment_bound(2, 1)
    with pytest.raises(ValueError, match="V_cat has shape"):
        output_row(np.eye(2), np.ones(3))
