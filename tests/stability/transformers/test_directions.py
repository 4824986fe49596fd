"""All directions at once agree with the indicators one by one; what chance gives is what random tokens show."""

import numpy as np
import pytest

import attnverify.stability as st
from attnverify.stability.transformers.directions import chance_level, eigen_directions


@pytest.mark.parametrize("order", ["real part", "modulus"])
def test_the_correlations_are_those_of_the_indicators(order):
    rng = np.random.default_rng(0)
    F, X = rng.normal(size=(9, 9)), rng.normal(size=(4, 5, 9))
    found = eigen_directions(F, {"real part": np.real, "modulus": np.abs}[order])
    bases = st.layers.eigendirections(F, order)
    correlations = found.correlations(X)
    assert correlations.shape == (4, 5, len(bases))
    assert found.copies.tolist() == [basis.shape[1] for basis in bases]
    assert 1 in found.copies
    assert 2 in found.copies
    for k, basis in enumerate(bases):
        assert np.max(np.abs(correlations[..., k] - st.layers.alignment(X, basis))) < 1e-12
    assert found.mean(np.ones(len(bases))) == 1
    weighted = found.mean(correlations)
    assert np.allclose(weighted, np.sum(correlations * found.copies, axis=-1) / 9)
    assert np.allclose(found.mean(correlations, eigenspaces=True), np.mean(correlations, axis=-1))


def test_bases_stay_orthonormal_where_the_halves_of_a_vector_are_nearly_parallel():
    eps = 1e-7
    F = np.array([[0.0, -(eps**2), 0], [1.0, 0.0, 0], [0, 0, -1.0]])
    found = eigen_directions(F, np.real)
    assert found.copies[0] == 2
    basis = np.stack([found.first[:, 0], found.second[:, 0]], axis=1)
    assert np.max(np.abs(basis.T @ basis - np.eye(2))) < 1e-14


@pytest.mark.parametrize(("d", "m"), [(3, 1), (3, 2), (40, 1), (40, 2), (40, 7)])
def test_chance_levels_are_what_random_tokens_show(d, m):
    X = np.random.default_rng(1).normal(size=(200_000, d))
    sizes = np.linalg.norm(X[:, :m], axis=1) / np.linalg.norm(X, axis=1)
    error = np.std(sizes) / np.sqrt(len(X))
    assert abs(np.mean(sizes) - chance_level(d, m)) < 4 * error


def test_a_plane_has_half_pi_times_the_level_of_a_line_in_every_dimension():
    for d in (2, 3, 10, 768, 4096):
        assert chance_level(d, 2) / chance_level(d, 1) == pytest.approx(np.pi / 2, rel=1e-11)
    assert chance_level(5, 5) == pytest.approx(1)
    for d, m in ((3, 4), (3, 0)):
        with pytest.raises(ValueError, match="1 <= m <= d"):
            chance_level(d, m)
