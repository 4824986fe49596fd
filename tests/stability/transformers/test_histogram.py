import numpy as np
import pytest

from stability.transformers.histogram import BINS, cosine_histograms, pair_cosines, shown_layers
from stability.transformers.model import TransformerModel
from stability.transformers.runs import random_ids


def test_the_cosines_of_the_pairs():
    X = np.array([[[3.0, 0.0], [0.0, 2.0], [1.0, 1.0]], [[1.0, 0.0], [-2.0, 0.0], [5.0, 0.0]]])
    root = np.sqrt(0.5)
    assert np.allclose(pair_cosines(X), [0, root, root, -1, 1, -1])
    with pytest.raises(ValueError, match="1 tokens in a prompt have no pairs"):
        pair_cosines(X[:, :1])


def test_the_layers_that_are_shown():
    assert shown_layers(12, 24) == [0, 1, 3, 6, 9, 12, 15, 18, 21, 24]
    assert shown_layers(2, 3) == [0, 1, 2, 3]
    assert shown_layers(24, 5) == [0, 1, 5]


def test_the_histograms_are_those_of_the_model(surrogate):
    model = TransformerModel(surrogate("gpt2"))
    ids = random_ids(model, 3, 8, 0)
    found = cosine_histograms(model, ids, 6)
    assert [histogram.layer for histogram in found] == [0, 1, 2, 3, 4, 5, 6]
    X = model.embed(ids)
    for turn in range(2):
        for layer in range(3):
            index = 3 * turn + layer
            cosines = pair_cosines(X)
            assert found[index].mean == pytest.approx(cosines.mean())
            assert found[index].least == pytest.approx(cosines.min())
            assert found[index].counts.sum() == 3 * 28
            assert found[index].counts.tolist() == np.histogram(cosines, BINS)[0].tolist()
            assert found[index].top == pytest.approx(np.mean(cosines >= 0.95))
            X = model.block(layer)(X)
        X = model.final_norm()(X)
    null = cosine_histograms(model, ids, 6, shuffle=0)
    assert null[0].mean == found[0].mean
    assert null[3].mean != found[3].mean


def test_equal_tokens_are_in_the_last_bin(surrogate):
    model = TransformerModel(surrogate("bert", std=0.3))
    *_, last = cosine_histograms(model, random_ids(model, 2, 6, 0), 90)
    assert last.top == 1
    assert last.mean == pytest.approx(1)
