"""Growth along the cumulative product: for layers whose product is known, and the bound from shuffled copies."""

from __future__ import annotations

import numpy as np
import pytest

from attnverify.stability.transformers.alignment import LayerStep
from attnverify.stability.transformers.directions import chance_level
from attnverify.stability.transformers.growth import COPIES, QUANTILE, Growth, product_growth
from attnverify.stability.transformers.runs import gaussian_tokens

D = 6


def steps(F, count, move):
    return [LayerStep((k,), lambda: F, lambda X: (move(X), 0.0)) for k in range(count)]


def test_tokens_that_do_not_move_do_not_grow():
    X = gaussian_tokens(3, 4, D, 0)
    F = np.diag([2.0, 1, 1, 1, 1, 1])
    assert product_growth(steps(F, 8, lambda X: X), 8, X) == 0.0


@pytest.mark.parametrize("skip", [False, True])
def test_tokens_that_jump_to_the_direction_grow_to_its_full_correlation(skip):
    F = np.diag([2.0, 1, 1, 1, 1, 1])
    start = np.broadcast_to(np.eye(D)[1], (2, 3, D))
    moved = iter([0, 0, 1, 1, 1, 1, 1, 1])
    layers = steps(F, 8, lambda X: np.broadcast_to(np.eye(D)[0], X.shape) if next(moved) else X)
    assert product_growth(layers, 8, start, skip=skip) == pytest.approx(1 / chance_level(D, 1))


def test_with_the_skip_connection_the_direction_may_be_another_one():
    F = np.diag([-1.5, 0.5, 0, 0, 0, 0])
    start = np.broadcast_to(np.eye(D)[0], (1, 2, D))
    # F^4 has the first axis as principal, F the second one; so have I + F and (I + F)^4
    assert product_growth(steps(F, 4, lambda X: X), 4, start) == pytest.approx(1 / chance_level(D, 1))
    assert product_growth(steps(F, 4, lambda X: X), 4, start, skip=True) == 0.0


@pytest.mark.parametrize(("F", "skip"), [
    (np.zeros((D, D)), False),
    (np.eye(D, k=1) @ np.eye(D, k=1) @ np.eye(D, k=1), False),
    (-np.eye(D), True),
    (np.full((D, D), np.inf), False),
], ids=["zero", "nilpotent", "the skip connection undone", "infinite"])  # fmt: skip
def test_a_product_without_directions_is_named(F, skip):
    with np.errstate(all="ignore"), pytest.raises(ZeroDivisionError, match=r"product of the layer matrices has norm"):
        product_growth(steps(F, 4, lambda X: X), 4, gaussian_tokens(1, 2, D, 0), skip=skip)


def test_three_layers_have_no_trend():
    with pytest.raises(ValueError, match="3 layers"):
        product_growth(steps(np.eye(D), 3, lambda X: X), 3, gaussian_tokens(1, 2, D, 0))


def test_the_quantile_is_that_of_student():
    from scipy.stats import t

    assert pytest.approx(t.ppf(0.99, COPIES - 1), abs=1e-3) == QUANTILE
    assert Growth(0.0, 0.0, (0.5,) * COPIES).bound == 0.5


def test_one_more_of_a_normal_sample_is_below_the_bound_in_99_of_100_cases():
    drawn = np.random.default_rng(0).normal(0.3, 0.2, size=(4000, COPIES + 1))
    above = np.mean([row[0] > Growth(0.0, 0.0, tuple(row[1:])).bound for row in drawn])
    assert 0.006 < above < 0.014
