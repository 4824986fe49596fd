"""Random blocks have the law of transformers' initialisation, shuffled ones the same entries; files hold them."""

import math

import numpy as np
import pytest

from attnverify.stability.transformers.configuration import parse_configuration
from attnverify.stability.transformers.model import TransformerModel
from attnverify.stability.transformers.random_weights import drawn_block, shuffled_block, surrogate_block
from attnverify.stability.transformers.storing import block_tensors, write_model

FAMILIES = ("gpt2", "gpt_neo", "bert", "albert")


def config(family, d, layers):
    keys = {"gpt2": ("n_embd", "n_head", "n_layer"), "gpt_neo": ("hidden_size", "num_heads", "num_layers")}
    names = keys.get(family, ("hidden_size", "num_attention_heads", "num_hidden_layers"))
    return {"model_type": family, "vocab_size": 9, **dict(zip(names, (d, 4, layers), strict=True))}


def configuration(family, d=96, layers=4):
    return parse_configuration(config(family, d, layers), "")


@pytest.mark.parametrize("family", FAMILIES)
def test_the_law_of_random_blocks(family):
    block = drawn_block(configuration(family), 1, np.random.default_rng(0))
    part, attention = block.feed_forward, block.attention
    assert part is not None
    small = 0.02 / math.sqrt(8) if family == "gpt2" else 0.02
    inside, outside = (attention.W_q, attention.W_k, attention.W_v, part.W_1), (attention.W_o, part.W_2)
    for matrix, std in [*((matrix, 0.02) for matrix in inside), *((matrix, small) for matrix in outside)]:
        assert np.std(matrix) == pytest.approx(std, rel=0.05)
        assert abs(np.mean(matrix)) < 5 * std / math.sqrt(matrix.size)
    assert attention.b_q is attention.b_o is None
    assert not part.b_1.any()
    assert np.all(block.norm_1.gain == 1)
    assert block.pre == (family in ("gpt2", "gpt_neo"))
    assert (attention.mask.window == 256) == (family == "gpt_neo")
    single = drawn_block(configuration(family), 1, np.random.default_rng(0), feed_forward=False, dtype=np.float32)
    assert single.feed_forward is None
    assert single.attention.W_q.dtype == np.float32


def test_shuffled_blocks_have_the_same_entries():
    block = surrogate_block(configuration("bert"), 0, np.random.default_rng(1), 0.1)
    other = shuffled_block(block, np.random.default_rng(2))
    for name in ("W_q", "W_k", "W_v", "W_o"):
        mine, theirs = getattr(block.attention, name), getattr(other.attention, name)
        assert np.array_equal(np.sort(mine, axis=None), np.sort(theirs, axis=None))
        assert np.mean(mine == theirs) < 0.01
    assert other.attention.b_q is block.attention.b_q
    assert other.norm_1 is block.norm_1
    assert block.feed_forward is not None
    assert other.feed_forward is not None
    assert np.array_equal(np.sort(block.feed_forward.W_1, axis=None), np.sort(other.feed_forward.W_1, axis=None))


@pytest.mark.parametrize("family", FAMILIES)
def test_one_layer_in_all_four_layouts_is_the_same_layer(tmp_path, family):
    """What is written in the names and orientations of a family is read back bit by bit."""
    block = surrogate_block(configuration("gpt_neo", d=8, layers=2), 0, np.random.default_rng(3), 0.5)
    sizes = configuration(family, d=8, layers=2)
    tensors = block_tensors(block, family, 0) | block_tensors(block, family, 1)
    write_model(tmp_path / "m", config(family, 8, 2), tensors, dtype="F64")
    read = TransformerModel(tmp_path / "m").block(0)
    for name in ("W_q", "W_k", "W_v", "W_o", "b_o"):
        assert np.array_equal(getattr(read.attention, name), getattr(block.attention, name)), name
    assert read.feed_forward is not None
    assert block.feed_forward is not None
    for name in ("W_1", "b_1", "W_2", "b_2"):
        assert np.array_equal(getattr(read.feed_forward, name), getattr(block.feed_forward, name)), name
    assert np.array_equal(read.norm_2.shift, block.norm_2.shift)
    assert read.attention.scale == sizes.scales[0]
    assert np.array_equal(read.attention.F, block.attention.F)


def test_a_surrogate_has_no_trivial_biases(surrogate):
    model = TransformerModel(surrogate("gpt2"))
    attention = model.attention(0)
    for bias in (attention.b_q, attention.b_v, attention.b_o):
        assert bias is not None
        assert np.std(bias) > 0.05
    assert np.std(model.norm_1(0).gain) > 0.05
    with pytest.raises(FileExistsError):
        surrogate("gpt2")
