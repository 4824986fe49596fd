"""The closed forms for isotropic tokens against sampling, and against what layers with uniform attention do."""

import numpy as np
import pytest

from attnverify.stability.transformers.alignment import layer_alignment
from attnverify.stability.transformers.attention import FactoredAttention, Mask, reduced_step
from attnverify.stability.transformers.directions import eigen_directions
from attnverify.stability.transformers.isotropic import growth_probability, isotropic_step, predicted
from attnverify.stability.transformers.runs import gaussian_tokens


@pytest.mark.parametrize(("variance", "covariance"), [(1.5, 0.4), (0.5, -0.2), (1.0, 0.9), (4.0, 1.9), (2.0, 0.0)])
def test_the_probability_for_gaussian_pairs(variance, covariance):
    rng = np.random.default_rng(0)
    first, free = rng.normal(size=(2, 400_000))
    second = covariance * first + np.sqrt(variance - covariance**2) * free
    share = np.mean(np.abs(second) > np.abs(first))
    assert abs(share - growth_probability(variance, covariance)) < 4 * 0.5 / np.sqrt(400_000)


def test_the_edges_of_the_probability():
    assert growth_probability(1.0, 1.0) == 0.5
    assert growth_probability(4.0, 2.0) == pytest.approx(1.0)
    assert growth_probability(0.25, 0.5) == pytest.approx(0.0)
    for variance, covariance in ((0.0, 0.0), (1.0, 1.1), (-1.0, 0.0)):
        with pytest.raises(ValueError, match="no Gaussian pair"):
            growth_probability(variance, covariance)


def test_the_moments_are_those_of_gaussian_tokens():
    rng = np.random.default_rng(1)
    d, m = 6, 3
    F = rng.normal(size=(d, d)) / 2
    v = rng.normal(size=d)
    v /= np.linalg.norm(v)
    X = rng.normal(size=(300_000, m, d))
    Y = X[:, 0] + X.mean(axis=1) @ F.T
    scale = np.sqrt(np.mean(np.sum(Y * Y, axis=1)) / d)
    found = isotropic_step(F, v, m)
    assert np.var(Y @ v / scale) == pytest.approx(found.variance, rel=2e-2)
    assert np.mean((Y @ v / scale) * (X[:, 0] @ v)) == pytest.approx(found.covariance, rel=2e-2)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("std", [0.04, 0.1])
def test_they_predict_the_first_layer(causal, std):
    """Uniform attention: W_q = 0. Means over 2000 prompts; the increment is right to leading order in d."""
    d, N = 128, 6
    rng = np.random.default_rng(2)
    key = np.real
    while True:
        W_v, W_o = rng.normal(size=(2, d, d)) * std
        directions = eigen_directions(W_o @ W_v, key)
        if directions.copies[0] == 1:
            break
    attention = FactoredAttention(0 * W_v, W_v, W_v, W_o, 2, 1.0, Mask(causal))
    X = gaussian_tokens(2000, N, d, 3)
    found = layer_alignment(directions, X, reduced_step(attention, X), 0.0)
    increment, probability = predicted(attention.F, directions.first[:, 0], N, attention.mask)
    assert found.increment == pytest.approx(increment, abs=4 * found.increment_error + 0.03 * increment)
    assert found.probability == pytest.approx(probability, abs=4 * found.probability_error)
    assert increment > 0
    assert probability > 0.5


def test_increment_and_probability_say_the_same():
    """Increment > 0, probability > 1/2 and 2 v'Fv + |F'v|^2 > (2 tr F + |F|^2)/d, for any F, v, m."""
    rng = np.random.default_rng(4)
    signs = set()
    for _ in range(200):
        d = int(rng.integers(2, 9))
        F, v = rng.normal(size=(d, d)), rng.normal(size=d)
        v /= np.linalg.norm(v)
        step = isotropic_step(F, v, int(rng.integers(1, 5)))
        gap = 2 * v @ F @ v + np.sum((F.T @ v) ** 2) - (2 * np.trace(F) + np.sum(F * F)) / d
        assert (step.increment > 0) == (step.probability > 0.5) == (gap > 0)
        signs.add(bool(gap > 0))
    assert signs == {True, False}
