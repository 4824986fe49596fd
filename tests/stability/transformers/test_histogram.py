import numpy as np
import pytest

from attnverify.stability.transformers.alignment import run_layers
from attnverify.stability.transformers.histogram import BINS, cosine_histograms, pair_cosines, shown_layers
from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.runs import RunOptions, layer_steps, random_ids


def test_the_cosines_of_the_pairs():
    X = np.array([[[3.0, 0.0], [0.0, 2.0], [1.0, 1.0]], [[1.0, 0.0], [-2.0, 0.0], [5.0, 0.0]]])
    root = np.sqrt(0.5)
    assert np.allclose(pair_cosines(X), [0, root, root, -1, 1, -1])
    with pytest.raises(ValueError, match="one token in a prompt has no pairs"):
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
            index = 3 * turn + layer + 1
            X = model.block(layer)(X)
            cosines = pair_cosines(X)
            assert found[index].mean == pytest.approx(cosines.mean())
            assert found[index].least == pytest.approx(cosines.min())
            assert found[index].counts.sum() == 3 * 28
            assert found[index].counts.tolist() == np.histogram(cosines, BINS)[0].tolist()
            assert found[index].top == pytest.approx(np.mean(cosines >= 0.95))
        X = model.final_norm()(X)
    null = cosine_histograms(model, ids, 6, shuffle=0)
    assert null[0].mean == found[0].mean
    assert null[3].mean != found[3].mean


@pytest.mark.parametrize("family", ["gpt2", "gpt_neo", "bert", "albert"])
@pytest.mark.parametrize("shuffle", [None, 1])
def test_a_row_means_the_same_whatever_the_depth(surrogate, family, shuffle):
    model = TransformerModel(surrogate(family))
    ids = random_ids(model, 2, 6, 0)
    longest = {one.layer: one for one in cosine_histograms(model, ids, 3 * model.depth, shuffle=shuffle)}
    for depth in range(1, 3 * model.depth):
        for one in cosine_histograms(model, ids, depth, shuffle=shuffle):
            if one.layer in longest:
                assert (one.mean, one.least) == (longest[one.layer].mean, longest[one.layer].least)
    options = RunOptions(own_blocks=True, feed_forward=True, shuffle=shuffle)
    rows = [
        [passed.alignment for passed in run_layers(layer_steps(model, options, passes), model.embed(ids), np.real)]
        for passes in (1, 3)
    ]
    assert rows[1][: model.depth] == rows[0]


@pytest.mark.parametrize("bad", [0.0, np.inf, np.nan])
def test_a_token_without_direction_is_named(bad):
    X = np.ones((1, 3, 2))
    X[0, 1] *= bad
    with np.errstate(all="ignore"), pytest.raises(OverflowError, match=r"token has norm (0|inf|nan), and no"):
        pair_cosines(X)


def test_equal_tokens_are_in_the_last_bin(surrogate):
    model = TransformerModel(surrogate("bert", std=0.3))
    *_, last = cosine_histograms(model, random_ids(model, 2, 6, 0), 90)
    assert last.top == 1
    assert last.mean == pytest.approx(1)
